/** The tiles of a hand that form a pattern. */

import type { Hand, Item } from "./answers";
import { plain } from "./entry";

/** The place of a tile in a hand: `h3` in the hand, `w` the winning tile, `m1.2` in a set. */
export type Place = string;

interface PlacedTile {
  readonly place: Place;
  readonly kind: string;
  readonly id: number | null;
}

/** Return every tile of a hand with its place. */
export function placedTiles(hand: Hand): readonly PlacedTile[] {
  return [
    ...hand.concealed.map((tile, at) => ({ ...tile, place: `h${at}` })),
    ...(hand.winning === null ? [] : [{ ...hand.winning, place: "w" }]),
    ...hand.melds.flatMap(({ tiles }, set) =>
      tiles.map((tile, at) => ({ ...tile, place: `m${set}.${at}` })),
    ),
    ...hand.flowers.map((tile, at) => ({ ...tile, place: `f${at}` })),
  ];
}

/** Return the places of the tiles that form a pattern. */
export function patternPlaces(hand: Hand, item: Item): ReadonlySet<Place> {
  const tiles = placedTiles(hand);
  const places = new Set<Place>();
  if (item.finds.length === 0) {
    for (const group of item.tiles) {
      for (const place of placesOf(tiles, group)) places.add(place);
    }
    return places;
  }
  for (const sets of item.finds) {
    const free = new Set(tiles.map(({ place }) => place));
    for (const set of sets) {
      const held = tiles.filter(({ place }) => !place.startsWith("m") && free.has(place));
      for (const place of meldPlaces(hand, set, free) ?? placesOf(held, set)) {
        free.delete(place);
        places.add(place);
      }
    }
  }
  return places;
}

/** Return the places of a set on the table with these kinds. */
function meldPlaces(
  hand: Hand,
  set: readonly string[],
  free: ReadonlySet<Place>,
): readonly Place[] | null {
  const wanted = set.map(plain).sort().join();
  const at = hand.melds.findIndex(
    ({ tiles }, place) =>
      free.has(`m${place}.0`) &&
      tiles
        .map(({ kind }) => plain(kind))
        .sort()
        .join() === wanted,
  );
  return at < 0 ? null : hand.melds[at]!.tiles.map((_, tile) => `m${at}.${tile}`);
}

/** Return the places of tiles of these kinds, each once. */
function placesOf(tiles: readonly PlacedTile[], kinds: readonly string[]): readonly Place[] {
  const taken = new Set<Place>();
  for (const kind of kinds) {
    const found = tiles.find((tile) => !taken.has(tile.place) && plain(tile.kind) === plain(kind));
    if (found !== undefined) taken.add(found.place);
  }
  return Array.from(taken);
}
