import { useEffect, useRef } from "preact/hooks";
import type { Tile } from "../answers";
import { answer, catalogue, chosen, draft, evaluation, photoAddress } from "../store";
import { text } from "../texts";
import { Face } from "./face";
import { tileName } from "./photo";

const LIKELY = 5;

/** The dialog that corrects a tile: its part of the photo, the likely kinds, and all kinds. */
export function Picker() {
  const dialog = useRef<HTMLDialogElement>(null);
  const tile = evaluation.value?.reading?.tiles.find(({ id }) => id === chosen.value);
  useEffect(() => {
    if (tile !== undefined) dialog.current?.showModal();
  }, [tile]);
  if (tile === undefined) return null;
  const close = () => {
    chosen.value = null;
  };
  const pick = (id: string, value: string) => {
    close();
    answer(id, value);
  };
  const likely = tile.names.slice(0, LIKELY).map(([kind]) => kind);
  return (
    <dialog ref={dialog} class="picker" aria-labelledby="picker-title" onClose={close}>
      <div class="row spread">
        <h2 id="picker-title">{text("pick")}</h2>
        <button type="button" class="quiet" onClick={close}>
          {text("close")}
        </button>
      </div>
      <div class="row">
        <CloseUp tile={tile} />
        <div>
          <h3>{text("likely")}</h3>
          <div class="tiles large">
            {likely.map((kind) => (
              <Kind key={kind} kind={kind} tile={tile} onPick={pick} />
            ))}
          </div>
        </div>
      </div>
      <h3>{text("all_tiles")}</h3>
      <div class="palette">
        {[...Object.keys(catalogue.value?.tiles ?? {}), "back"].map((kind) => (
          <Kind key={kind} kind={kind} tile={tile} onPick={pick} />
        ))}
      </div>
      <button type="button" onClick={() => pick(`is_tile:${tile.id}`, "no")}>
        {text("no_tile")}
      </button>
    </dialog>
  );
}

function Kind({
  kind,
  tile,
  onPick,
}: {
  kind: string;
  tile: Tile;
  onPick: (id: string, value: string) => void;
}) {
  return (
    <button
      type="button"
      class="tile"
      aria-label={tileName(kind)}
      aria-pressed={tile.kind === kind}
      onClick={() => onPick(`tile:${tile.id}`, kind)}
    >
      <Face kind={kind} />
    </button>
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
