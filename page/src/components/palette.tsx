import { catalogue, draft } from "../store";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";

const COLUMNS = 9;

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
        const step = stepOf(event.key);
        if (step === 0) return;
        const buttons = Array.from(event.currentTarget.querySelectorAll("button"));
        const at = buttons.indexOf(document.activeElement as HTMLButtonElement);
        const next = buttons[at + step];
        if (at >= 0 && next !== undefined) next.focus();
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

function stepOf(key: string): number {
  const steps: Record<string, number> = { ArrowLeft: -1, ArrowRight: 1 };
  return steps[key] ?? { ArrowUp: -COLUMNS, ArrowDown: COLUMNS }[key] ?? 0;
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
