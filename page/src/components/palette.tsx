import { draft } from "../hand_draft";
import { catalogue } from "../names";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";
import "./palette.css";

/** All kinds of tiles in nine columns; arrow keys move among them. */
export function Palette({
  kinds,
  current = null,
  isEnabled = () => true,
  onPick,
}: {
  kinds: readonly string[];
  current?: string | null;
  isEnabled?: (kind: string) => boolean;
  onPick: (kind: string) => void;
}) {
  return (
    <div
      class="palette"
      role="group"
      aria-label={text("all_tiles")}
      onKeyDown={(event) => {
        if (!event.key.startsWith("Arrow")) return;
        const buttons = Array.from(event.currentTarget.querySelectorAll("button"));
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        if (at >= 0) neighbour(buttons, at, event.key)?.focus();
        event.preventDefault();
      }}
    >
      {kinds.map((kind) => (
        <button
          key={kind}
          type="button"
          class={/^[01]m|^1[pszf]/.test(kind) ? "tile first" : "tile"}
          aria-label={tileName(kind)}
          aria-pressed={current === null ? undefined : current === kind}
          aria-disabled={!isEnabled(kind)}
          onClick={() => {
            if (isEnabled(kind)) onPick(kind);
          }}
        >
          <Face kind={kind} />
        </button>
      ))}
    </div>
  );
}

/** Return the button to which an arrow key leads; a row may be shorter than the one before. */
function neighbour(
  buttons: readonly HTMLButtonElement[],
  at: number,
  key: string,
): HTMLButtonElement | undefined {
  if (key === "ArrowLeft") return buttons[at - 1];
  if (key === "ArrowRight") return buttons[at + 1];
  const rows: HTMLButtonElement[][] = [];
  for (const button of buttons) {
    if (button.classList.contains("first") || rows.length === 0) rows.push([]);
    rows[rows.length - 1]!.push(button);
  }
  const row = rows.findIndex((one) => one.includes(buttons[at]!));
  const wanted = rows[key === "ArrowDown" ? row + 1 : row - 1] ?? [];
  return wanted[Math.min(rows[row]!.indexOf(buttons[at]!), wanted.length - 1)];
}

/** Return the kinds of a palette, in its order: what the rules do not use comes last, or not at all. */
export function paletteKinds(isWhole: boolean): readonly string[] {
  const all = Object.keys(catalogue.value?.tiles ?? {});
  const plain = all.filter((kind) => !kind.startsWith("0") && !kind.endsWith("f"));
  const red = all.filter((kind) => kind.startsWith("0"));
  const flowers = all.filter((kind) => kind.endsWith("f"));
  if (isWhole) return [...plain, ...flowers, ...red, "back"];
  return [...plain, ...(draft.value.rules.startsWith("riichi") ? red : flowers)];
}
