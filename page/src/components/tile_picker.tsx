import { useState } from "preact/hooks";
import type { Tile } from "../answers";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { typeKey } from "../typing";
import { CloseUp } from "./close_up";
import { Dialog } from "./dialog";
import { Face } from "./face";
import { percentText } from "./numbers";
import { Palette, paletteKinds } from "./palette";
import type { ShownPhoto } from "./photo_image";
import "./tile_picker.css";

const LIKELY = 5;

/** The dialog that corrects a tile: its part of the picture, the likely kinds, and all kinds. */
export function TilePicker({
  tile,
  picture,
  onPick,
  onClose,
  onNext,
  onNoTile,
}: {
  tile: Tile;
  picture: ShownPhoto | null;
  onPick: (kind: string) => void;
  onClose: () => void;
  /** Goes on to the next doubtful tile; without it, there is none. */
  onNext?: (() => void) | undefined;
  onNoTile?: () => void;
}) {
  const [digits, setDigits] = useState("");
  const type = (event: KeyboardEvent) => {
    const typed = event.ctrlKey || event.metaKey ? null : typeKey(digits, event.key);
    if (typed === null) return;
    event.preventDefault();
    setDigits(typed.digits.slice(-1));
    const kind = typed.kinds[typed.kinds.length - 1];
    if (kind !== undefined) onPick(kind);
  };
  return (
    <Dialog titleId="picker-title" onClose={onClose} onKey={type}>
      <div class="row spread">
        <h2 id="picker-title">{text("pick")}</h2>
        {onNext !== undefined && (
          <button type="button" class="quiet" onClick={onNext}>
            {text("next_doubtful")}
          </button>
        )}
        <button type="button" class="quiet" onClick={onClose}>
          {text("close")}
        </button>
      </div>
      <div class="row top">
        {picture !== null && <CloseUp tile={tile} picture={picture} />}
        <div class="likely" role="group" aria-label={text("likely")}>
          {tile.names.slice(0, LIKELY).map(([kind, share]) => (
            <button
              key={kind}
              type="button"
              class="choice"
              aria-pressed={tile.kind === kind}
              onClick={() => onPick(kind)}
            >
              <span class="tile">
                <Face kind={kind} isNamed />
              </span>
              <span>
                {tileName(kind)} <small>{percentText(share)}</small>
              </span>
            </button>
          ))}
        </div>
      </div>
      <Palette kinds={paletteKinds(true)} current={tile.kind} onPick={onPick} />
      {onNoTile !== undefined && (
        <div class="actions">
          <button type="button" onClick={onNoTile}>
            {text("no_tile")}
          </button>
        </div>
      )}
    </Dialog>
  );
}
