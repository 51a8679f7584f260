// What can be done with a game; and watching it, so that every phone shows the same.

import * as hands from "./hand.js";
import { openWin } from "./record.js";
import { SEATS } from "./seats.js";
import * as server from "./server.js";

const EVERY = 4000; // ms between looks at a game that others may be recording in

/** The parts of the page's state that belong to the game. */
export const GAME_STATE = {
  view: "hand",
  offersGames: false,
  ruleSets: [],
  games: [],
  game: null,
  begin: { rules: null, players: ["", "", "", ""], options: {} },
  winners: [], // records of those who won on the same tile
  meanwhile: false, // whether something was recorded since the hand on the page was begun
  correcting: null, // the entry whose hand is being corrected
};

/** Adds what can be done with a game to `act`. */
export function gameActs(state, act, { draw, changed, trying, remembered }) {
  const show = (game) => {
    const other = state.game && game && state.game.id !== game.id;
    const moved = other || (state.game && game && state.game.revision !== game.revision);
    state.game = game;
    if (other) Object.assign(state, { rules: game.rules.id, winners: [], correcting: null });
    if (moved && state.view === "hand" && state.hand && !state.correcting) {
      // other players may sit there now: who won is asked again
      Object.assign(state, { facts: { ...state.facts, seat: null, discarder: null, ...facts(state) }, meanwhile: true });
      remembered("game", game.id);
      return changed();
    }
    remembered("game", game?.id ?? "");
    if (game) state.rules = game.rules.id;
    draw();
  };
  const list = () => trying(async () => {
    const told = await server.games();
    Object.assign(state, { ruleSets: told.rule_sets, games: told.games });
    draw();
  });
  /** Asks the server; gives the problem as a sentence, null if there is none. */
  const asking = async (work) => {
    try {
      show(await work());
      return null;
    } catch (error) {
      if (error.code === "stale") look();
      return error.message;
    }
  };

  async function look() {
    const { game } = state;
    if (!game) return;
    try {
      const told = await server.game(game.id, game.revision);
      if (!told.unchanged && state.game?.id === game.id) show(told);
    } catch {
      // the next look tells; a phone that was out of reach for a moment need not hear of it
    }
  }

  const watch = () => setTimeout(async () => {
    if (!document.hidden && state.game && !document.getElementById("dialog").open) await look();
    watch();
  }, EVERY);

  Object.assign(act, {
    view(view) {
      state.view = view;
      draw();
      if (view === "game" && !state.game) list();
      window.scrollTo(0, 0);
    },
    beginning(begin) {
      state.begin = begin;
      draw();
    },
    startGame: (rules, players, options) => trying(async () => {
      show(await server.begin({ rules, players, options }));
      state.begin = { rules: null, players: ["", "", "", ""], options: {} };
    }),
    openGame: (id) => trying(async () => show(await server.game(id))),
    leaveGame() {
      Object.assign(state, { game: null, correcting: null, winners: [] });
      remembered("game", "");
      draw();
      list();
    },
    importGame: (file) => file && trying(async () => show(await server.importGame(await file.text()))),
    photographWin() {
      act.restart();
      Object.assign(state, { view: "hand", facts: { ...facts(state) }, known: [] });
      changed();
    },
    record: (game, happened, photo = false) => asking(async () => {
      const read = photo && state.reading ? { reading: state.reading.id, answers: state.answers } : {};
      const told = await server.record(game.id, { number: game.next, revision: game.revision, happened, ...read });
      if (photo) finished(state, act);
      return told;
    }),
    correct: (game, entry, happened) => asking(async () => {
      const told = await server.correct(game.id, { number: entry.number, version: entry.version, revision: game.revision, happened });
      if (state.correcting) finished(state, act);
      else if (document.getElementById("dialog").open) document.getElementById("dialog").close();
      return told;
    }),
    uncorrect() {
      finished(state, act);
    },
    async versions(number) {
      let found = null;
      await trying(async () => { found = (await server.versions(state.game.id, number)).versions; });
      return found;
    },
    correctHand: (entry, record) => trying(async () => {
      const hand = await server.parse(notation(record));
      const told = (kinds) => kinds.map((kind) => ({ kind, id: null }));
      state.correcting = entry; // facts refer to its place
      act.restart();
      Object.assign(state, {
        view: "hand", known: [], own: true,
        hand: { ...hand, dora: told(record.dora_indicators), ura: told(record.ura_indicators) },
        facts: factsOf(record),
      });
      changed();
    }),
    recordWin() {
      openWin(state, act, place(state), hands.record(state.hand, state.rules, state.facts));
    },
    anotherWinner(record) {
      const winners = [...state.winners, record];
      act.restart();
      Object.assign(state, { winners, facts: { ...facts(state), discarder: record.discarder } });
      changed();
    },
    look,
    async resume() {
      const id = remembered("game");
      watch();
      if (!id) return;
      try {
        show(await server.game(id));
      } catch {
        remembered("game", "");
      }
    },
  });
}

/** Where the hand on the page is played: before the entry being corrected, or now. */
export function place(state) {
  if (!state.game) return null;
  if (state.correcting) return state.correcting;
  return state.game.state;
}

/** The facts that the game knows of a win. */
export function facts(state) {
  const at = place(state);
  if (!at) return {};
  if (!state.game.riichi) return { round: at.round };
  const sticks = (at.sticks ?? 0) + at.riichi.length;
  return { round: at.round, counters: at.counters, riichi_sticks: sticks };
}

/** Of a seat: the player's name. */
export function nameAt(state, seat) {
  const at = place(state);
  return at && SEATS.includes(seat) ? state.game.players[at.seats[seat]] : null;
}

function finished(state, act) {
  act.restart();
  Object.assign(state, { view: "game", winners: [], correcting: null });
  act.view("game");
}

function notation(record) {
  const melds = record.melds.map((meld) => (meld.concealed ? `(${meld.tiles})` : `[${meld.tiles}]`));
  const won = record.winning_tile ? `+${record.winning_tile}` : "";
  return [record.concealed, ...melds, record.flowers.join(""), won].join(" ");
}

/** The facts of a win, as the page asks for them. */
export function factsOf(record) {
  const { self_drawn, discarder, seat, round, counters, flags } = record;
  const [first] = record.discards_since ?? [];
  return { self_drawn, discarder, seat, round, counters, ...flags, discards_first: first ? first[0] : null };
}
