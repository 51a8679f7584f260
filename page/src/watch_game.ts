/** The open game follows the watched table. */

import { effect, untracked } from "@preact/signals";
import { goTo, START } from "./address";
import { game, isNewGameWanted, openGame } from "./game_store";
import { step } from "./hand_step";
import { clear } from "./next_hand";
import type { WatchState } from "./watch_state";
import { chooseView, watch } from "./watch_store";

/** Where the game of the table is open, open the next one when it begins; others stay open. */
export function followTableGame(): void {
  let before: WatchState | null = null;
  effect(() => {
    const found = watch.value;
    if (found === null || found.log === before?.log) return;
    const earlier = before;
    before = found;
    untracked(() => {
      const isOpen = earlier?.game != null && game.value?.id === earlier.game;
      if (isOpen && found.game !== null) void openGame(found.game);
    });
  });
}

/** Show the score sheet of the watched game. */
export async function openSheet(): Promise<void> {
  const id = watch.peek()?.game;
  if (id != null && (await openGame(id))) {
    goTo({ place: "game", part: id });
    chooseView("hand");
  }
}

/** Show the game whose wins are photographed, or where it begins. */
export function photographWins(): void {
  const open = game.peek();
  const isRunning = open !== null && !open.state.over;
  isNewGameWanted.value = !isRunning;
  goTo({ place: "game", part: isRunning ? open.id : "" });
  chooseView("hand");
}

/** Show where a hand begins; undo brings a hand in work back. */
export function showStart(): void {
  if (step.peek() !== "start") clear();
  goTo(START);
  chooseView("hand");
}
