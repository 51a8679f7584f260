/** Tiles of a hand whose kind is not sure. */

import type { Reading } from "./answers";

/** The probability from which a kind counts as sure. */
export const SURE = 0.9;

/** Return the ids of the hand's doubtful tiles that nobody has confirmed, the least sure first. */
export function doubtfulTiles(
  reading: Reading | undefined,
  answers: Readonly<Record<string, string>>,
): readonly number[] {
  return (reading?.tiles ?? [])
    .filter(({ id, role }) => role !== "other" && !(`tile:${id}` in answers))
    .map(({ id, names }) => ({ id, share: names[0]?.[1] ?? 0 }))
    .filter(({ share }) => share < SURE)
    .sort((one, other) => one.share - other.share)
    .map(({ id }) => id);
}
