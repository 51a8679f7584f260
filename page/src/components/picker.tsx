import { useEffect, useRef, useState } from "preact/hooks";
import type { Tile } from "../answers";
import { doubtfulTiles, SURE } from "../doubt";
import { answer, chosen, draft, evaluation, photoAddress } from "../store";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { typeKey } from "../typing";
import { Face } from "./face";
import { percentText } from "./numbers";
import { Palette, paletteKinds } from "./palette";

const LIKELY = 5;
/** iOS 15.0 to 15.3 have no dialogs: there it is a sheet above the page. */
const HAS_DIALOGS = typeof HTMLDialogElement === "function";

/** The dialog that corrects a tile: its part of the photo, the likely kinds, and all kinds. */
export function Picker() {
  const tile = evaluation.value?.reading?.tiles.find(({ id }) => id === chosen.value);
  return tile === undefined ? null : <PickerDialog tile={tile} />;
}

function PickerDialog({ tile }: { tile: Tile }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const [digits, setDigits] = useState("");
  const next = doubtfulTiles(evaluation.value?.reading, draft.value.answers).find(
    (id) => id !== tile.id,
  );
  useEffect(() => {
    const before = document.activeElement;
    if (HAS_DIALOGS) dialog.current?.showModal();
    return () => {
      if (HAS_DIALOGS) dialog.current?.close();
      if (before instanceof HTMLElement || before instanceof SVGElement) before.focus();
    };
  }, []);
  const close = () => {
    chosen.value = null;
  };
  const pick = (id: string, value: string) => {
    const wasDoubtful = (tile.names[0]?.[1] ?? 0) < SURE;
    chosen.value = wasDoubtful && next !== undefined && isReviewing.current ? next : null;
    answer(id, value);
  };
  const isReviewing = useRef(false);
  const pickKind = (kind: string) => pick(`tile:${tile.id}`, kind);
  const likely = tile.names.slice(0, LIKELY);
  return (
    <dialog
      ref={dialog}
      class={HAS_DIALOGS ? "picker" : "picker sheet"}
      aria-labelledby="picker-title"
      onClose={close}
      onKeyDown={(event) => {
        if (event.key === "Escape") close();
        const typed = event.ctrlKey || event.metaKey ? null : typeKey(digits, event.key);
        if (typed === null) return;
        event.preventDefault();
        setDigits(typed.digits.slice(-1));
        const kind = typed.kinds[typed.kinds.length - 1];
        if (kind !== undefined) pickKind(kind);
      }}
    >
      <div class="row spread">
        <h2 id="picker-title">{text("pick")}</h2>
        {next !== undefined && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              isReviewing.current = true;
              chosen.value = next;
            }}
          >
            {text("next_doubtful")}
          </button>
        )}
        <button type="button" class="quiet" onClick={close}>
          {text("close")}
        </button>
      </div>
      <div class="row top">
        <CloseUp tile={tile} />
        <div class="likely" role="group" aria-label={text("likely")}>
          {likely.map(([kind, share]) => (
            <button
              key={kind}
              type="button"
              class="choice"
              aria-pressed={tile.kind === kind}
              onClick={() => pickKind(kind)}
            >
              <span class="tile">
                <Face kind={kind} />
              </span>
              <span>
                {tileName(kind)} <small>{percentText(share)}</small>
              </span>
            </button>
          ))}
        </div>
      </div>
      <Palette kinds={paletteKinds(true)} current={tile.kind} onPick={pickKind} />
      <div class="actions">
        <button type="button" onClick={() => pick(`is_tile:${tile.id}`, "no")}>
          {text("no_tile")}
        </button>
      </div>
    </dialog>
  );
}

/** The part of the photo that shows the tile. */
function CloseUp({ tile }: { tile: Tile }) {
  const { recognition } = draft.value;
  if (recognition === null || photoAddress.value === null) return null;
  const xs = tile.quad.map((point) => point[0]);
  const ys = tile.quad.map((point) => point[1]);
  const side = 1.3 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const left = (Math.min(...xs) + Math.max(...xs) - side) / 2;
  const top = (Math.min(...ys) + Math.max(...ys) - side) / 2;
  return (
    <svg class="close-up" viewBox={`${left} ${top} ${side} ${side}`} aria-hidden="true">
      <image
        href={photoAddress.value}
        width={recognition.width}
        height={recognition.height}
        preserveAspectRatio="none"
      />
    </svg>
  );
}
