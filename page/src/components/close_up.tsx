import type { Tile } from "../answers";
import { draft } from "../hand_draft";
import { photoAddress } from "../hand_photo";
import { PhotoImage, type ShownPhoto } from "./photo_image";
import "./close_up.css";

/** On a screen of three pixels a CSS pixel. */
const CLOSE_UP_PIXELS = 384;

/** Return the photo of the hand; null where there is none, or it is not read yet. */
export function shownPhoto(): ShownPhoto | null {
  const { recognition, photo } = draft.value;
  const address = photoAddress.value;
  return recognition === null || address === null ? null : { ...recognition, address, photo };
}

/** The part of the picture that shows the tile. */
export function CloseUp({ tile, picture }: { tile: Tile; picture: ShownPhoto }) {
  const xs = tile.quad.map((point) => point[0]);
  const ys = tile.quad.map((point) => point[1]);
  const side = 1.3 * Math.max(Math.max(...xs) - Math.min(...xs), Math.max(...ys) - Math.min(...ys));
  const left = (Math.min(...xs) + Math.max(...xs) - side) / 2;
  const top = (Math.min(...ys) + Math.max(...ys) - side) / 2;
  return (
    <svg class="close-up" viewBox={`${left} ${top} ${side} ${side}`} aria-hidden="true">
      <PhotoImage {...picture} part={[left, top, side, side]} wanted={CLOSE_UP_PIXELS} />
    </svg>
  );
}
