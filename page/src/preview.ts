/** Small pictures of a photo: browsers keep each picture that they show decoded, at four bytes a
 * pixel, so that the whole photo is never shown. */

import { decodeBitmap, drawPart, type Part, readablePicture } from "./photo";
import type { Pixels } from "./recognition/pixels";

/** Pixels of a preview's longer side. */
const LONGEST = 1600;
/** A picture of fewer pixels than this share of those that are wanted looks blurred. */
const SHARP = 0.75;

const previews = new WeakMap<Blob, Promise<Blob>>();

/** Decode a photo for the reader's worker (as `decodePhoto`), and make its preview. */
export async function decodeWithPreview(photo: Blob): Promise<ImageBitmap | Pixels> {
  const decoded = decodeBitmap(photo);
  const preview = decoded.then((picture) => previewFrom(photo, picture));
  previews.set(photo, preview);
  const picture = await decoded;
  await preview.catch(() => undefined); // a photo can be read that cannot be shown
  return readablePicture(picture);
}

/** Return what is shown of a photo: the photo itself if it is small.
 *
 * @throws as `decodePhoto`. */
export function previewOf(photo: Blob): Promise<Blob> {
  const known = previews.get(photo);
  if (known !== undefined) return known;
  const preview = oneAtATime(async () => {
    const picture = await decodeBitmap(photo);
    const made = await previewFrom(photo, picture);
    picture.close();
    return made;
  });
  previews.set(photo, preview);
  return preview;
}

async function previewFrom(photo: Blob, picture: ImageBitmap): Promise<Blob> {
  const { width, height } = picture;
  if (Math.max(width, height) <= LONGEST) return photo;
  return drawPart(picture, [0, 0, width, height], LONGEST);
}

/** Return whether the preview of a photo of these sides is too coarse for a part of it whose longer
 * side takes `wanted` pixels of the screen. */
export function isCoarse(part: Part, width: number, height: number, wanted: number): boolean {
  const scale = LONGEST / Math.max(width, height);
  const longer = Math.max(part[2], part[3]);
  return scale < 1 && longer * scale < SHARP * Math.min(wanted, longer);
}

/** The newest of the photos that are decoded to be shown. */
let showing: Promise<unknown> = Promise.resolve();

/** Do what decodes a whole photo after all that was asked for before it. */
function oneAtATime<T>(work: () => Promise<T>): Promise<T> {
  const done = showing.then(work);
  showing = done.catch(() => undefined);
  return done;
}

/** Return a part of a photo as sharp as the photo itself, unless `isWanted` no longer holds.
 *
 * @throws as `decodePhoto`. */
export function cutPart(
  photo: Blob,
  part: Part,
  wanted: number,
  isWanted: () => boolean,
): Promise<Blob | null> {
  return oneAtATime(async () => {
    if (!isWanted()) return null;
    const picture = await decodeBitmap(photo);
    const made = await drawPart(picture, part, wanted);
    picture.close();
    return made;
  });
}
