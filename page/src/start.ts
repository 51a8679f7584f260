/** How the page starts: what reads and scores, the kept hand, the open game. */

import { effect, signal, untracked } from "@preact/signals";
import { askOrRefuse } from "./complaint";
import { openDrafts } from "./draft";
import {
  preferServer,
  pythonFault,
  readingOpened,
  restartWorkers,
  scoringOpened,
  startWorkersFor,
} from "./engines";
import { areGamesOpened, game, openHomes, resumeGame, startGames } from "./game_store";
import { bringBack, change, draft, EMPTY, isOpened } from "./hand_draft";
import { isForTable } from "./hand_facts";
import { followPlayers } from "./hand_players";
import { goOnWithHand, readPhoto } from "./hand_reading";
import { evaluate, evaluation, isAnswered } from "./hand_score";
import { awaitNames, isReady } from "./names";
import { lookAtDraft } from "./other_tab";
import { translate } from "./page_language";
import { loadHome, server } from "./server";
import { onOtherTab } from "./tabs";
import { loadSets } from "./tile_sets";
import { tableFacts, tableRules } from "./watch_store";

/** Milliseconds in which a server in reach says what this phone does. */
const ROLE_PATIENCE = 1000;

/** Whether photos can be read, too, or never will be. */
export const isLoaded = signal(false);

/** Open what reads and scores, and bring the kept hand back, or read a photo that is shared. */
export async function start(shared: Promise<Blob | null>): Promise<void> {
  openHomes(askOrRefuse);
  startWorkersFor(Promise.race([loadHome(), pause(ROLE_PATIENCE)]));
  void loadSets();
  const scoring = openScoring();
  void restore(shared);
  await Promise.all([scoring, openReading()]);
}

/** Try once more to open what reads and scores, and go on with the hand and the game in work. */
export async function openAgain(): Promise<void> {
  restartWorkers();
  isReady.value = false;
  isLoaded.value = false;
  const reading = openReading();
  await openScoring();
  if (isReady.value) await resumeGame();
  if (!isAnswered()) await goOnWithHand();
  await reading;
}

/** Choose whether the server reads and scores, or the device. */
export async function chooseReader(isServer: boolean): Promise<void> {
  preferServer(isServer);
  isLoaded.value = false;
  await Promise.all([openScoring(), openReading()]);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}

function openScoring(): Promise<void> {
  return awaitNames(openNames());
}

async function openNames(): Promise<void> {
  await scoringOpened();
  if (pythonFault.value !== null && server === null) return; // `deviceFault` is shown
  await translate();
  isReady.value = true;
}

async function openReading(): Promise<void> {
  await readingOpened();
  isLoaded.value = true;
}

/** Score by the rules and the round of the open game, or of the watched table. */
function followGame(): void {
  const isAtTable = isForTable.value;
  if (isAtTable) void tableFacts.value;
  const rules = isAtTable ? tableRules.value : game.value?.state.rules.id;
  if (rules === undefined) return;
  untracked(() => {
    if (draft.value.rules !== rules) change({ ...draft.value, rules });
    if (evaluation.value !== null) void evaluate();
  });
}

/** Bring the kept hand back, the steps to it for undo, and the open game; a shared photo is next. */
async function restore(shared: Promise<Blob | null>): Promise<void> {
  const kept = await openDrafts();
  const isFresh = draft.value === EMPTY;
  const before = [...kept.steps, ...(isFresh || kept.current === null ? [] : [kept.current])];
  bringBack(before, isFresh ? kept.current : null);
  isOpened.value = true;
  void startGames().then(() => {
    effect(followGame);
    effect(followPlayers);
    areGamesOpened.value = true;
  });
  onOtherTab("draft", lookAtDraft);
  const next = await shared;
  if (next !== null) return readPhoto(next);
  if (!isFresh) return;
  await goOnWithHand();
}
