/** The address of what is shown: three places, each with its parts; and steps back through them. A
 * dialog is a step, too: the way back closes it. */

import { signal } from "@preact/signals";

/** What the address names. */
export interface Spot {
  readonly place: "hand" | "game" | "rules" | "tournament";
  /** The hand in work (`now`, or its link from `h=` on), the id of a game, a tournament's, its
   * wall's or its printed sheets' whole address; "" for the place itself. */
  readonly part: string;
}

export const START: Spot = { place: "hand", part: "" };
const LINK = "h=";
/** Addresses of `tournament_store.ts`. */
const TOURNAMENT = /^(tournament|wall|cards|slips)=/;
/** The longest address that is read: longer ones are no hand's. */
const LONGEST = 2000;
/** Milliseconds until a step back that the browser did not answer counts as done. */
const PATIENCE = 1000;

/** Return what the part of an address after `#` names: what is unknown names the start. */
export function parseSpot(hash: string): Spot {
  const name = hash.replace(/^#/, "").slice(0, LONGEST);
  if (name.startsWith(LINK)) return { place: "hand", part: name };
  if (TOURNAMENT.test(name)) return { place: "tournament", part: name };
  const [place = "", part = ""] = name.split("/");
  if (place === "game" || place === "rules") return { place, part: decode(part) };
  return place === "hand" && part === "now" ? { place, part } : START;
}

/** Return the address of a spot. */
export function addressOf({ place, part }: Spot): string {
  if (part.startsWith(LINK) || place === "tournament") return `#${part}`;
  return part === "" ? `#${place}` : `#${place}/${encodeURIComponent(part)}`;
}

function decode(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return ""; // no address of this page
  }
}

/** What is shown. */
export const spot = signal<Spot>(parseSpot(location.hash));
/** A hand's link that was opened, and not by this page: to be scored. */
export const openedLink = signal<string | null>(isLinkOfOthers() ? spot.value.part : null);
/** Whether the page was opened without naming a place. */
export const isUnnamed = location.hash.length < 2;

/** Open dialogs, the newest last: what closes each. */
const layers: (() => void)[] = [];
/** What the browser's history is to be told waits for a step back that it has not made yet. */
let settled: Promise<void> = Promise.resolve();
let stepMade: (() => void) | null = null;

/** Follow the browser's ways back and forth, and links. */
export function followAddress(): void {
  addEventListener("popstate", () => {
    if (stepMade !== null) {
      stepMade();
    } else if (layers.length > 0) {
      layers.pop()?.();
    } else {
      look();
    }
  });
  addEventListener("hashchange", look);
}

function look(): void {
  const found = parseSpot(location.hash);
  if (addressOf(found) !== addressOf(spot.value)) spot.value = found;
  if (isLinkOfOthers()) openedLink.value = found.part;
}

/** Return whether the address is a hand's link that this page has not written. */
function isLinkOfOthers(): boolean {
  return parseSpot(location.hash).part.startsWith(LINK) && history.state?.isOwn !== true;
}

/** Show another place; the way back leads to what was shown before. */
export function goTo(wanted: Spot): void {
  if (addressOf(wanted) === addressOf(spot.value)) return;
  spot.value = wanted;
  tell("pushState", wanted);
}

/** Give what is shown another address: the way back leads where it did before. */
export function nameSpot(wanted: Spot): void {
  if (addressOf(wanted) === addressOf(spot.value)) return;
  spot.value = wanted;
  tell("replaceState", wanted);
}

/** Keep a dialog open until the way back, which calls `close`; return what ends that. */
export function openLayer(close: () => void): () => void {
  layers.push(close);
  tell("pushState", null);
  return () => {
    const at = layers.indexOf(close);
    if (at < 0) return; // the way back closed it
    layers.splice(at, 1);
    settled = settled.then(stepBack);
  };
}

function tell(how: "pushState" | "replaceState", wanted: Spot | null): void {
  settled = settled.then(() => {
    const address = wanted === null ? location.hash : addressOf(wanted);
    history[how]({ isOwn: true }, "", address === "" ? location.pathname : address);
  });
}

function stepBack(): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      stepMade = null;
      resolve();
    };
    const timer = setTimeout(done, PATIENCE);
    stepMade = done;
    history.back();
  });
}
