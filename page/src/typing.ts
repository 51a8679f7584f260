/** Tiles typed on a keyboard: digits, then the letter of their suit; winds and dragons by letter. */

const SUITS = "mpszf";
const MOST: Readonly<Record<string, number>> = { m: 9, p: 9, s: 9, z: 7, f: 8 };
const HONOURS: Readonly<Record<string, string>> = {
  E: "1z",
  S: "2z",
  W: "3z",
  N: "4z",
  P: "5z",
  F: "6z",
  C: "7z",
};

export interface Typed {
  /** Digits that wait for their suit. */
  readonly digits: string;
  /** Kinds that the key completed. */
  readonly kinds: readonly string[];
}

/** Return what a key adds to the digits typed before; null for a key that types no tile. */
export function typeKey(digits: string, key: string): Typed | null {
  if (/^[0-9]$/.test(key)) return { digits: (digits + key).slice(-WIDEST), kinds: [] };
  const honour = HONOURS[key];
  if (honour !== undefined) return { digits: "", kinds: [honour] };
  if (key.length !== 1 || !SUITS.includes(key) || digits === "") return null;
  const kinds = Array.from(digits, (digit) => digit + key).filter(isKind);
  return { digits: "", kinds };
}

const WIDEST = 14;

function isKind(kind: string): boolean {
  const rank = Number(kind[0]);
  const suit = kind[1] ?? "";
  return rank <= (MOST[suit] ?? 0) && (rank > 0 || "mps".includes(suit));
}
