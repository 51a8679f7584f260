import { describe, expect, test } from "vitest";
import {
  add,
  canAdd,
  changeKind,
  chooseWinning,
  type Entry,
  entryOf,
  NO_TILES,
  notation,
  removeLast,
  removeTile,
  tileCount,
  winningAt,
} from "../src/entry";
import { patternPlaces } from "../src/highlight";
import { typeKey } from "../src/typing";

function entered(...kinds: string[]): Entry {
  return kinds.reduce((hand, kind) => add(hand, "tile", kind), NO_TILES);
}

const WHOLE = entered(..."1m 2m 3m 4p 5p 6p 7s 8s 9s 9s 9s".split(" "));
const WON = add(WHOLE, "pung", "7z");

describe("a hand that is entered", () => {
  test("grows to 14 tiles, of which the last one won", () => {
    expect(tileCount(WHOLE)).toBe(11);
    expect(winningAt(WHOLE)).toBeNull();
    expect(tileCount(WON)).toBe(14);
    expect(notation(WON)).toBe("1m2m3m4p5p6p7s8s9s9s [7z7z7z] +9s");
  });

  test("takes no fifteenth tile, no fifth copy and no second flower", () => {
    expect(canAdd(WON, "tile", "1m")).toBe(false);
    expect(canAdd(entered("5p", "5p", "5p", "0p"), "tile", "5p")).toBe(false);
    expect(canAdd(entered("5p", "5p", "0p"), "tile", "0p")).toBe(false);
    expect(canAdd(entered("9s", "9s"), "pung", "9s")).toBe(false);
    const flowered = add(WON, "tile", "3f");
    expect(flowered.flowers).toEqual(["3f"]);
    expect(canAdd(flowered, "tile", "3f")).toBe(false);
  });

  test("makes a set of one tap, where the tile begins one", () => {
    expect(add(NO_TILES, "chow", "7s").melds[0]?.tiles).toEqual(["7s", "8s", "9s"]);
    expect(canAdd(NO_TILES, "chow", "8s")).toBe(false);
    expect(canAdd(NO_TILES, "chow", "1z")).toBe(false);
    expect(notation(add(NO_TILES, "concealed_kong", "2z"))).toBe("(2z2z2z2z)");
    expect(tileCount(add(NO_TILES, "kong", "1m"))).toBe(3);
  });

  test("keeps its winning tile while others are removed", () => {
    const chosen = chooseWinning(WON, 3);
    expect(notation(chosen)).toContain("+4p");
    expect(winningAt(removeTile(chosen, 3))).toBeNull();
    const again = add(removeTile(chosen, 0), "tile", "2p");
    expect(notation(again)).toContain("+4p");
  });

  test("changes the tile that a near win names", () => {
    expect(notation(changeKind(WON, "9s", "6s", true))).toContain("8s9s9s [7z7z7z] +6s");
    expect(notation(changeKind(WON, "9s", "6s", false))).toContain("8s6s9s [7z7z7z] +9s");
    expect(changeKind(WON, "1z", "2z", false)).toBe(WON);
  });

  test("loses what it shows last", () => {
    expect(removeLast(WON).tiles).toHaveLength(10);
    expect(removeLast(add(NO_TILES, "pung", "1z"))).toEqual(NO_TILES);
    expect(removeLast(NO_TILES)).toBe(NO_TILES);
  });

  test("is that of a typed hand, sources of sets included", () => {
    const tile = (kind: string) => ({ kind, id: null });
    const hand = {
      concealed: ["1m", "1m"].map(tile),
      winning: tile("2p"),
      melds: [
        { type: "pung", tiles: ["3s", "3s", "3s"].map(tile), concealed: false, from: "left" },
        { type: "kong", tiles: ["1z", "1z", "1z", "1z"].map(tile), concealed: true, from: null },
      ],
      flowers: [tile("1f")],
      dora: [],
      ura: [],
    };
    expect(notation(entryOf(hand))).toBe("1m1m2p [<3s3s3s] (1z1z1z1z) 1f");
    const item = { id: "x", name: "", rule: "", ref: "", value: 1, count: 1, points: 1 };
    const finds = [[["3s", "3s", "3s"]], [["1m", "1m"]]];
    const lit = patternPlaces(hand, { ...item, finds, tiles: [] });
    expect(Array.from(lit).sort()).toEqual(["h0", "h1", "m0.0", "m0.1", "m0.2"]);
    const about = patternPlaces(hand, { ...item, finds: [], tiles: [["2p"], ["1f", "1z"]] });
    expect(Array.from(about).sort()).toEqual(["f0", "m1.0", "w"]);
  });
});

describe("a typed key", () => {
  test("waits for the suit of its digits", () => {
    expect(typeKey("", "1")).toEqual({ digits: "1", kinds: [] });
    expect(typeKey("12", "3")).toEqual({ digits: "123", kinds: [] });
    expect(typeKey("120", "p")).toEqual({ digits: "", kinds: ["1p", "2p", "0p"] });
    expect(typeKey("89", "z")).toEqual({ digits: "", kinds: [] });
  });

  test("is an honour by its letter, or nothing", () => {
    expect(typeKey("", "E")).toEqual({ digits: "", kinds: ["1z"] });
    expect(typeKey("", "C")).toEqual({ digits: "", kinds: ["7z"] });
    expect(typeKey("", "m")).toBeNull();
    expect(typeKey("1", "Enter")).toBeNull();
  });
});
