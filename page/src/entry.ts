/** A hand that is entered tile by tile: pure steps, and its tile notation. */

import type { Hand } from "./answers";

/** What a tapped tile becomes. */
export type Part = "tile" | "chow" | "pung" | "kong" | "concealed_kong";

export interface EntryMeld {
  readonly part: Exclude<Part, "tile">;
  readonly tiles: readonly string[];
  /** `<`, `^` or `>` of the notation: who discarded the claimed tile; "" if unknown. */
  readonly mark: string;
}

/** The entered tiles; `winning` is an index in `tiles`, null for the last one. */
export interface Entry {
  readonly tiles: readonly string[];
  readonly winning: number | null;
  readonly melds: readonly EntryMeld[];
  readonly flowers: readonly string[];
}

export const WHOLE = 14;
export const NO_TILES: Entry = { tiles: [], winning: null, melds: [], flowers: [] };
const MARKS: Readonly<Record<string, string>> = { left: "<", across: "^", right: ">" };

/** Return a kind without its colour: a red five is a five. */
export function plain(kind: string): string {
  return kind.startsWith("0") ? `5${kind.slice(1)}` : kind;
}

/** Return how many tiles the hand counts: a set counts three. */
export function tileCount(entry: Entry): number {
  return entry.tiles.length + 3 * entry.melds.length;
}

/** Return how many copies of a kind are not in the hand yet. */
function copiesLeft(entry: Entry, kind: string): number {
  const all = [...entry.tiles, ...entry.flowers, ...entry.melds.flatMap(({ tiles }) => tiles)];
  if (kind.endsWith("f")) return 1 - all.filter((other) => other === kind).length;
  const left = 4 - all.filter((other) => plain(other) === plain(kind)).length;
  return kind.startsWith("0") && all.includes(kind) ? 0 : left;
}

/** Add a tapped tile as a part; return the same entry where it does not fit. */
export function add(entry: Entry, part: Part, kind: string): Entry {
  if (kind.endsWith("f")) {
    if (copiesLeft(entry, kind) < 1) return entry;
    return { ...entry, flowers: [...entry.flowers, kind].sort() };
  }
  if (part === "tile") {
    if (tileCount(entry) >= WHOLE || copiesLeft(entry, kind) < 1) return entry;
    return { ...entry, tiles: [...entry.tiles, kind] };
  }
  const tiles = setFrom(part, kind);
  if (tiles === null || tileCount(entry) + 3 > WHOLE || !fits(entry, tiles)) return entry;
  return { ...entry, melds: [...entry.melds, { part, tiles, mark: "" }] };
}

/** Return whether a tapped tile can be added as a part. */
export function canAdd(entry: Entry, part: Part, kind: string): boolean {
  return add(entry, part, kind) !== entry;
}

function setFrom(part: Exclude<Part, "tile">, kind: string): string[] | null {
  const base = plain(kind);
  if (part !== "chow") return Array<string>(part === "pung" ? 3 : 4).fill(base);
  const rank = Number(base[0]);
  if (rank > 7 || base.endsWith("z")) return null;
  return [0, 1, 2].map((step) => `${rank + step}${base.slice(1)}`);
}

function fits(entry: Entry, tiles: readonly string[]): boolean {
  return tiles.every(
    (kind) => copiesLeft(entry, kind) >= tiles.filter((other) => other === kind).length,
  );
}

export function removeTile(entry: Entry, at: number): Entry {
  const tiles = entry.tiles.filter((_, other) => other !== at);
  const { winning } = entry;
  const kept = winning === null || winning === at ? null : winning - Number(winning > at);
  return { ...entry, tiles, winning: kept };
}

export function removeMeld(entry: Entry, at: number): Entry {
  return { ...entry, melds: entry.melds.filter((_, other) => other !== at) };
}

export function removeFlower(entry: Entry, at: number): Entry {
  return { ...entry, flowers: entry.flowers.filter((_, other) => other !== at) };
}

export function chooseWinning(entry: Entry, at: number): Entry {
  return { ...entry, winning: at };
}

/** Change the kind of one held tile: of the winning one, or of another. */
export function changeKind(entry: Entry, old: string, kind: string, isWinning: boolean): Entry {
  const won = winningAt(entry);
  const at = entry.tiles.findIndex((tile, place) => tile === old && (place === won) === isWinning);
  if (at < 0) return entry;
  const tiles = entry.tiles.map((tile, place) => (place === at ? kind : tile));
  return { ...entry, tiles, winning: won };
}

/** Remove what the hand shows last: a tile, else a set, else a flower. */
export function removeLast(entry: Entry): Entry {
  if (entry.tiles.length > 0) return removeTile(entry, entry.tiles.length - 1);
  if (entry.melds.length > 0) return removeMeld(entry, entry.melds.length - 1);
  return entry.flowers.length > 0 ? removeFlower(entry, entry.flowers.length - 1) : entry;
}

/** Return the index of the winning tile; null while the hand is not whole. */
export function winningAt(entry: Entry): number | null {
  if (tileCount(entry) !== WHOLE || entry.tiles.length === 0) return null;
  return entry.winning ?? entry.tiles.length - 1;
}

/** Write the hand in tile notation. */
export function notation(entry: Entry): string {
  const won = winningAt(entry);
  const held = entry.tiles.filter((_, at) => at !== won);
  const sets = entry.melds.map(({ part, tiles, mark }) =>
    part === "concealed_kong" ? `(${tiles.join("")})` : `[${mark}${tiles.join("")}]`,
  );
  const last = won === null ? [] : [`+${entry.tiles[won]}`];
  return [held.join(""), ...sets, entry.flowers.join(""), ...last].filter(Boolean).join(" ");
}

/** Return the entry of a hand that was typed or read. */
export function entryOf(hand: Hand): Entry {
  const held = hand.concealed.map(({ kind }) => kind);
  return {
    tiles: hand.winning === null ? held : [...held, hand.winning.kind],
    winning: null,
    melds: hand.melds.map(({ type, tiles, concealed, from }) => ({
      part: concealed ? "concealed_kong" : (type as "chow" | "pung" | "kong"),
      tiles: tiles.map(({ kind }) => kind),
      mark: MARKS[from ?? ""] ?? "",
    })),
    flowers: hand.flowers.map(({ kind }) => kind),
  };
}
