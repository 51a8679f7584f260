/** What the address shows of the hand in work and the open game, and what they change in it. */

import { computed, effect, signal, untracked } from "@preact/signals";
import { goTo, isUnnamed, nameSpot, openedLink, type Spot, START, spot } from "./address";
import type { HandRecord } from "./game_home";
import { areGamesOpened, game, openGameAnywhere } from "./game_store";
import { draft, isOpened, isOwnHand } from "./hand_draft";
import { statedFacts } from "./hand_facts";
import { readLink, writeLink } from "./hand_link";
import { recordNotation } from "./hand_record";
import { evaluation } from "./hand_score";
import { step } from "./hand_step";
import { openLinkedHand } from "./next_hand";

/** What of the place is shown: the hand in work, or where one begins; the open game, or the list. */
export const isHandShown = computed(() => step.value !== "start" && spot.value.part !== "");
export const isGameShown = computed(() => game.value !== null && spot.value.part !== "");
/** The shown hand with its rules and facts as a link; null while it is not whole. */
export const handLink = computed<string | null>(() => {
  const record = evaluation.value?.record as HandRecord | null | undefined;
  if (record == null) return null;
  const { dora_indicators, ura_indicators } = record;
  const facts = { ...statedFacts.value, dora_indicators, ura_indicators };
  return writeLink({ typed: recordNotation(record), rules: draft.value.rules, facts });
});
/** The hand in work: tiles, or a photo of them; null while there is none. */
const work = computed(() => draft.value.photo ?? draft.value.typed);
const gameId = computed(() => game.value?.id ?? null);
/** The address of the hand in work, or of where one begins. */
export const handSpot = computed<Spot>(() =>
  work.value === null ? START : { place: "hand", part: handLink.value ?? "now" },
);
export const gameSpot = computed<Spot>(() => ({ place: "game", part: gameId.value ?? "" }));
export const RULES: Spot = { place: "rules", part: "" };
const GAMES: Spot = { place: "game", part: "" };
/** A game that the address named while another one, or none, was open. */
const wanted = signal<string | null>(spot.value.place === "game" ? spot.value.part : null);

/** Keep the address and what is shown together, from when the kept hand and game are there. */
export function followPlaces(): void {
  effect(followHand);
  effect(followGame);
  effect(() => {
    const { place, part } = spot.value;
    if (place !== "hand" || part === "" || openedLink.value !== null) return;
    // until a hand is scored it has the address that it had
    const isKnown = work.value === null || step.value === "done" || step.value === "reading";
    if (isOpened.value && isKnown) nameSpot(handSpot.value);
  });
  effect(openLink);
  effect(() => {
    const { place, part } = spot.value;
    if (!areGamesOpened.value || place !== "game" || part === "") return;
    untracked(() => {
      if (part !== gameId.value && part !== wanted.value) void openNamed(part);
    });
  });
}

let workBefore: unknown = null;

/** A hand that was begun is shown; where none is left one begins. */
function followHand(): void {
  const now = work.value;
  untracked(() => {
    const before = workBefore;
    workBefore = now;
    if (now === before) return;
    const { place, part } = spot.value;
    if (place !== "hand") {
      if (now !== null && isOpened.value && isOwnHand()) goTo(handSpot.value);
    } else if (now === null) {
      nameSpot(START);
    } else if (part === "") {
      (isOpened.value ? goTo : nameSpot)(handSpot.value);
    }
  });
}

let idBefore: string | null = null;

/** A game that was opened is shown; after it the list is. A running game is home where none other is named. */
function followGame(): void {
  const id = gameId.value;
  const isReady = areGamesOpened.value;
  untracked(() => {
    const before = idBefore;
    idBefore = id;
    const { place, part } = spot.value;
    if (isReady && wanted.value !== null) {
      const named = wanted.value;
      wanted.value = null;
      if (named !== "" && named !== id) return void openNamed(named);
    }
    if (id === before) return;
    if (place === "game") {
      if (id === null) nameSpot(GAMES);
      else if (part === "") (isReady ? goTo : nameSpot)(gameSpot.value);
      else if (part !== id) nameSpot(gameSpot.value);
    } else if (
      isUnnamed &&
      !isReady &&
      id !== null &&
      work.value === null &&
      spot.value === START
    ) {
      nameSpot(gameSpot.value);
    }
  });
}

async function openNamed(id: string): Promise<void> {
  wanted.value = id;
  const isThere = await openGameAnywhere(id);
  wanted.value = null;
  if (!isThere && spot.value.part === id) nameSpot(GAMES);
}

/** Score the hand of a link that was opened, once the kept hand is a step to go back to. */
function openLink(): void {
  const link = openedLink.value;
  if (link === null || !isOpened.value) return;
  untracked(() => {
    openedLink.value = null;
    const found = readLink(link);
    // the address of the hand in work, opened once more, is that hand
    if (found === null || link === handLink.value) nameSpot(handSpot.value);
    else void openLinkedHand(found);
  });
}
