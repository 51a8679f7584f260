/** All texts that come from Python, in the chosen language: the page changes to it at once. */

import { batch, effect, untracked } from "@preact/signals";
import type { Catalogue } from "./answers";
import { askOrRefuse, complaint } from "./complaint";
import { NoScoring } from "./engines";
import { translateGames } from "./game_store";
import { evaluate, isAnswered, translateHand } from "./hand_score";
import { step } from "./hand_step";
import { catalogue, isReady } from "./names";
import { home, isLocked, isReachable, loadHome, postTo, server } from "./server";
import { asked, language } from "./texts";
import { isWatching } from "./watch_store";

/** Get the names of rulebooks and tiles, and the texts of the hand and the games, in the chosen
 * language; the page changes to it when all are there. */
export async function translate(): Promise<void> {
  const chosen = asked.value;
  const shows: (() => void)[] = [];
  try {
    // not `ask`: names that arrive leave what was said of a hand in place
    const found = await askOrRefuse<Catalogue>({ do: "rulebooks" });
    shows.push(() => {
      if (found.error === undefined) catalogue.value = found;
      else complaint.value = found.error;
    });
    shows.push(await translateGames(), await translateHand());
  } catch (error) {
    if (!(error instanceof NoScoring)) throw error;
  }
  if (asked.value !== chosen) return; // another one was chosen meanwhile
  batch(() => {
    language.value = chosen;
    for (const show of shows) show();
  });
}

// A server that can be reached again has the names that are still missing.
effect(() => {
  if (server === null || !isReachable.value || isLocked.value || !isReady.value) return;
  untracked(() => {
    if (home.value === null) void loadHome();
    if (catalogue.value === null) void translate();
    else if (step.value === "done" && !isAnswered()) void evaluate();
  });
});

// The watched table needs the names of tiles and winds before Python has started here.
effect(() => {
  if (!isWatching.value || catalogue.value !== null) return;
  void postTo<Catalogue>("api/answer", { do: "rulebooks", lang: asked.value }).then(
    (found) => {
      catalogue.value ??= found;
    },
    () => undefined, // Python here has them, too
  );
});

// Before Python is there the page has no other texts than its own.
effect(() => {
  const chosen = asked.value;
  untracked(() => {
    if (chosen === language.value) return;
    if (isReady.value) void translate();
    else language.value = chosen;
  });
});
