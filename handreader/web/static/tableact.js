// The table that a camera watches: looking at it, and saying what was seen wrongly or not at all.

import { by, h } from "./dom.js";
import { facts, factsOf } from "./gameact.js";
import { EMPTY } from "./hand.js";
import * as server from "./server.js";
import { showBadge } from "./table.js";
import { lang } from "./words.js";

const APART = 250; // ms from one answer to the next question: each waits for news
const AGAIN = 1500; // ms until a computer that did not answer is asked again
const PICTURE = 500; // ms after one picture until the next is asked for

/** The parts of the page's state that belong to the table. */
export const TABLE_STATE = {
  offersTable: false,
  table: null, // what the server told last
  tableLost: false, // whether it did not answer
  now: h("img", { class: "now", alt: "" }), // the live picture; one element, so that it does not flicker
  begun: { log: null, players: [], rules: "", east: "" }, // the next game, as far as it is said
  shown: { of: null, url: "", blob: null }, // the picture of the hand that is proposed
};

/** Adds what can be done at the table to `act`. */
export function tableActs(state, act, { draw, changed, trying }) {
  /** Whether the server answered. */
  async function look(since) {
    const language = lang();
    try {
      const told = await server.table(since);
      if (since && (language !== lang() || since !== state.table?.revision)) return true; // known by now
      const back = state.tableLost;
      state.tableLost = false;
      if (!told.unchanged) await take(told);
      else if (back) drawn();
      return true;
    } catch {
      if (!state.tableLost) {
        state.tableLost = true;
        drawn();
      }
      return false;
    }
  }

  async function take(told) {
    const before = state.table;
    state.table = told;
    await showHand(told);
    const another = before && before.log !== told.log;
    const theirs = !state.game || state.game.id === before?.game; // no other game is looked at
    if (told.game && (another ? theirs && !state.correcting : !state.game && !before)) await openGame(told.game);
    else if (state.game?.id === told.game) act.look();
    drawn();
  }

  /** Fetches the picture of the proposed hand, once. */
  async function showHand({ log, proposal }) {
    const of = proposal?.picture ? `${log} ${proposal.number}` : null; // each game counts from 1
    if (state.shown.of === of) return;
    URL.revokeObjectURL(state.shown.url);
    const blob = of === null ? null : await server.shownHand(proposal.number).catch(() => null);
    state.shown = { of, blob, url: blob ? URL.createObjectURL(blob) : "" };
  }

  async function openGame(id) {
    try {
      await act.openGame(id);
    } catch {
      // it is in the list of games, too
    }
  }

  const drawn = () => (state.view === "table" ? draw() : showBadge(state));

  async function watch() {
    const answered = document.hidden || await look(state.table?.revision);
    setTimeout(watch, answered ? APART : AGAIN);
  }

  async function snap(shown) {
    const wanted = state.view === "table" && !document.hidden && state.table && state.table.state !== "over";
    const { blob, tag } = wanted ? await server.tablePicture(shown).catch(() => ({ blob: null })) : { blob: null };
    if (wanted && blob !== undefined) {
      const old = state.now.src;
      if (blob) state.now.src = URL.createObjectURL(blob);
      state.now.hidden = !blob;
      if (old) URL.revokeObjectURL(old);
    }
    setTimeout(snap, PICTURE, blob === undefined ? shown : tag);
  }

  Object.assign(act, {
    /** Has the watcher do something; gives the problem as a sentence, null if there is none. */
    async wish(what) {
      let problem = null;
      await trying(async () => {
        try {
          await take(await server.wish(what));
        } catch (error) {
          problem = error.message;
          await look();
          throw error;
        }
      });
      return problem;
    },
    answerShown: (said) => act.wish({ do: "answer", proposal: state.table.proposal.number, ...said }),
    /** The proposed hand on the page's own: every gesture is there, and "Record" records it. */
    correctShown: () => trying(async () => {
      const { proposal, game } = state.table;
      await act.openGame(game);
      act.restart();
      const preview = state.shown.blob ? await dataAddress(state.shown.blob) : "";
      const reading = proposal.reading ? { ...proposal.reading, preview, questions: [] } : null;
      Object.assign(state, {
        view: "hand", known: [], own: true, reading, hand: proposal.hand ?? EMPTY,
        facts: { ...facts(state), ...(proposal.record ? factsOf(proposal.record) : {}), ...told(proposal) },
      });
      changed();
      window.scrollTo(0, 0);
    }),
    lookAtTable: () => look(),
    watchTable() {
      watch();
      snap();
    },
  });
  by("rec").addEventListener("click", () => act.view("table"));
}

/** Of a proposed hand: what is known of who won it from whom. */
function told({ seat, how }) {
  return { seat: seat ?? null, self_drawn: how === "wall", discarder: how && how !== "wall" ? how : null };
}

function dataAddress(blob) {
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = failed;
    reader.readAsDataURL(blob);
  });
}
