/** A hand as a link: its tiles, rules and facts in the address, for which no server is needed. */

import type { Facts } from "./facts";

/** What a link carries. */
export interface LinkedHand {
  readonly typed: string;
  readonly rules: string;
  readonly facts: Facts;
}

const TILES = ["dora_indicators", "ura_indicators", "flowers"];
/** Stands for a space, which chats break links at. */
const SPACE = "_";
const NAME = /^[a-z][a-z_]{0,39}$/;
const MOST_TILES = 200;

/** Return the part of an address after `#` that carries a hand. */
export function writeLink({ typed, rules, facts }: LinkedHand): string {
  const stated = Object.entries(facts)
    .map(([name, value]) => [name, written(value)] as const)
    .filter(([, value]) => value !== "");
  const all = [
    ["h", typed.trim().replace(/\s+/g, SPACE)] as const,
    ["rules", rules] as const,
    ...stated,
  ];
  return all.map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join("&");
}

/** Return the hand that the part of an address after `#` carries; null if it carries none. */
export function readLink(link: string): LinkedHand | null {
  const {
    h: typed,
    rules,
    ...rest
  } = Object.fromEntries(new URLSearchParams(link.replace(/\+/g, "%2B")));
  if (typed === undefined || typed === "" || typed.length > MOST_TILES) return null;
  const stated = Object.entries(rest).filter(([name]) => NAME.test(name));
  const facts = Object.fromEntries(stated.map(([name, value]) => [name, readValue(name, value)]));
  return { typed: typed.split(SPACE).join(" "), rules: rules ?? "", facts };
}

function written(value: unknown): string {
  if (value === null || value === undefined) return "";
  if (typeof value === "boolean") return value ? "yes" : "no";
  return String(value);
}

function readValue(name: string, value: string): unknown {
  if (TILES.includes(name)) return value.split(",");
  if (value === "yes" || value === "no") return value === "yes";
  return /^\d{1,6}$/.test(value) ? Number(value) : value;
}
