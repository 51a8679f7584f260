// The page: one state, drawn anew after every change; each change can be undone.

import { hasCamera, live } from "./camera.js";
import { showClaim } from "./claim.js";
import { by, fill, h } from "./dom.js";
import { showFacts, showQuestions } from "./facts.js";
import { showGame } from "./game.js";
import { facts, GAME_STATE, gameActs } from "./gameact.js";
import * as hands from "./hand.js";
import { placeKey, showHand, tapAside, tapTile } from "./handview.js";
import { showPicture } from "./picture.js";
import { download, report, save, saveTitle } from "./report.js";
import { showResult } from "./result.js";
import * as server from "./server.js";
import { showTable } from "./table.js";
import { TABLE_STATE, tableActs } from "./tableact.js";
import { openDialog } from "./tiles.js";
import { LANGUAGES, lang, say, speak } from "./words.js";

const state = {
  rules: "zung-jung",
  books: [],
  reading: null, // what the server read in the photo, with the photo itself as `preview`
  answers: {}, // to its questions, and corrected tiles
  hand: null,
  own: false, // whether the hand was changed in ways that the photo's layout does not know
  facts: {},
  known: [], // facts that were asked
  result: null,
  scored: false, // whether the result is that of the hand as it stands
  claim: null,
  verdict: null,
  lit: new Set(), // ids of tiles lit in the photo
  litPlaces: new Set(),
  litItem: null,
  explain: false, // whether every pattern shows its rule
  whole: false, // whether the whole photo is shown rather than its tiles
  past: [],
  set: "", // the set of tiles that was remembered last
  giving: { open: false, agreed: false }, // consent, for this photo alone
  photo: null, // the file that was read, so that its corrected tiles can be given
  ...GAME_STATE,
  ...TABLE_STATE,
};
const UNDONE = ["reading", "answers", "hand", "own", "facts"];
let asked = 0; // numbers the questions to the server: late answers to earlier ones are dropped

const act = {
  edit(hand) {
    remember();
    Object.assign(state, { hand, own: true });
    changed();
  },
  rename(place, kind) {
    const { id } = hands.tileAt(state.hand, place);
    if (id !== null && state.reading && !state.own) act.answer(`tile:${id}`, kind);
    else act.edit(hands.changed(state.hand, place, kind));
  },
  renameAside(id, kind) {
    if (!state.own) return act.answer(`tile:${id}`, kind);
    const tiles = state.reading.tiles.map((tile) => (tile.id === id ? { ...tile, kind, told: true } : tile));
    remember();
    state.reading = { ...state.reading, tiles };
    changed();
  },
  async answer(id, value) {
    const answers = { ...state.answers, [id]: value };
    await trying(async () => {
      const laid = await server.layout(state.reading.id, state.rules, answers);
      remember();
      Object.assign(state, { answers, hand: laid.hand, reading: { ...state.reading, ...laid } });
      changed();
    });
  },
  won(kind) {
    const at = state.hand.concealed.findLastIndex((tile) => tile.kind === kind);
    act.edit(hands.moved(state.hand, { zone: "concealed", at }, "winning"));
  },
  tell(facts) {
    remember();
    state.facts = facts;
    changed();
  },
  undo() {
    const before = state.past.pop();
    if (!before) return;
    Object.assign(state, before);
    changed();
  },
  restart() {
    Object.assign(state, { reading: null, photo: null, answers: {}, hand: null, own: false, meanwhile: false, facts: facts(state), known: [], past: [], result: null, claim: null, whole: false });
    changed();
    window.scrollTo(0, 0);
  },
  light(at, item) {
    const off = state.litItem === at;
    const made = () => (item.finds.length ? hands.placesOfSets(state.hand, item.finds.flat()) : hands.placesOfTiles(state.hand, item.tiles.flat()));
    const found = off ? [] : made();
    state.litItem = off ? null : at;
    state.litPlaces = new Set(found.map(placeKey));
    state.lit = new Set(found.map((place) => hands.tileAt(state.hand, place).id).filter((id) => id !== null));
    draw();
  },
  whole() {
    state.whole = !state.whole;
    draw();
  },
  dispute() {
    Object.assign(state, { claim: { total: null, items: null }, verdict: null });
    draw();
    by("claim").scrollIntoView({ behavior: "smooth" });
  },
  undispute() {
    Object.assign(state, { claim: null, verdict: null });
    draw();
  },
  claimed(claim) {
    Object.assign(state, { claim, verdict: null });
    draw();
  },
  turn(place) {
    const turned = hands.turned(state.hand, place);
    if (turned) act.edit(turned);
  },
  remove(place) {
    act.edit(hands.removed(state.hand, place));
  },
  giveLabels: () => trying(async () => {
    const kinds = state.reading.tiles.map((tile) => {
      const at = hands.placeOf(state.hand, tile.id);
      return at ? hands.tileAt(state.hand, at).kind : tile.kind;
    });
    download(await server.labels(state.photo, state.reading.id, kinds), "handreader-labels.zip");
  }),
  rememberSet: () => trying(async () => {
    const name = window.prompt(say("set_name"), state.set);
    if (!name) return;
    const kinds = state.reading.tiles.map((tile) => {
      const at = hands.placeOf(state.hand, tile.id);
      return at ? hands.tileAt(state.hand, at).kind : "?";
    });
    state.set = (await server.remember(state.photo, state.reading.id, kinds, name)).set;
    draw();
  }),
  compare: () => trying(async () => {
    state.verdict = await server.claim(hands.record(state.hand, state.rules, state.facts), state.claim);
    draw();
  }),
  save: () => trying(async () => {
    Object.assign(state, { explain: true, lit: new Set(), litPlaces: new Set(), litItem: null });
    draw(); // with every rule, as it is saved
    const page = await report(saveTitle());
    state.explain = false;
    draw();
    await save(page, saveTitle());
  }),
};

function remember() {
  state.past.push(Object.fromEntries(UNDONE.map((name) => [name, state[name]])));
  if (state.past.length > 200) state.past.shift();
}

/** After a change: nothing is lit, the verdict is old, and the score is asked for again. */
function changed() {
  Object.assign(state, { lit: new Set(), litPlaces: new Set(), litItem: null, verdict: null, scored: false });
  draw();
  rescore();
}

async function rescore() {
  const number = ++asked;
  const ready = state.hand && !hands.unread(state.hand) && [13, 14].includes(hands.size(state.hand));
  if (!ready) {
    state.result = null;
    draw();
    return;
  }
  await trying(async () => {
    const result = await server.score(hands.record(state.hand, state.rules, state.facts));
    if (number !== asked) return;
    Object.assign(state, { result, scored: true });
    draw();
  });
}

async function trying(work) {
  alert_("");
  try {
    await work();
  } catch (error) {
    alert_(error.message);
  }
}

function alert_(text) {
  by("alert").textContent = text;
  by("alert").hidden = !text;
  if (text) by("alert").scrollIntoView({ block: "nearest" });
}

function draw() {
  const key = document.activeElement?.dataset?.key;
  const shown = state.view === "hand";
  by("start").hidden = state.hand !== null || !shown;
  by("rules").value = state.rules;
  by("rules").disabled = state.game !== null;
  by("rules").parentElement.hidden = state.view === "table"; // the watched game has its own
  showGame(state, act);
  showTable(state, act);
  by("guide").textContent = `${say("guide")} ${state.rules.startsWith("riichi") ? say("guide_riichi") : ""}`;
  const seen = shown ? state : { ...state, hand: null, reading: null, result: null, claim: null };
  showPicture(seen, tapPhoto, act.whole, act.giveLabels, act.rememberSet);
  showQuestions(seen, act);
  showHand(seen, act);
  showFacts(seen, act);
  showResult(seen, act);
  showClaim(seen, act);
  if (key) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

function tapPhoto(id) {
  const place = hands.placeOf(state.hand, id);
  if (place) tapTile(state, act, place);
  else tapAside(state, act, state.reading.tiles.find((tile) => tile.id === id));
}

async function readPhoto(photo) {
  if (!photo) return;
  by("reading").hidden = false;
  by("start").inert = true;
  await trying(async () => {
    const reading = await server.read(photo, state.rules);
    act.restart();
    Object.assign(state, { reading, photo, giving: { open: false, agreed: false }, hand: reading.hand });
    changed();
  });
  by("reading").hidden = true;
  by("start").inert = false;
}

async function load() {
  await trying(async () => {
    const told = await server.rulebooks();
    state.books = told.rulebooks;
    by("invite").hidden = !told.invite;
    state.offersGames = told.games;
    if (told.watching && !state.offersTable) state.view = "table"; // nobody can have chosen a part before
    state.offersTable = told.watching;
    by("rules").replaceChildren(...state.books.map((book) => h("option", { value: book.id }, book.name)));
    if (!state.books.some((book) => book.id === state.rules)) state.rules = state.books[0].id;
    by("rules").value = state.rules;
  });
}

async function speakLanguage(language) {
  speak(language);
  remembered("lang", language);
  const other = LANGUAGES.find((one) => one !== lang());
  fill(by("lang"), other.toUpperCase());
  by("lang").setAttribute("aria-label", { en: "EN, English", it: "IT, Italiano" }[other]);
  await load();
  if (state.reading && !state.own) {
    await trying(async () => {
      state.reading = { ...state.reading, ...(await server.layout(state.reading.id, state.rules, state.answers)) };
    });
  }
  state.known = [];
  if (state.game) {
    await trying(async () => { state.game = await server.game(state.game.id); });
  } else if (state.view === "game") {
    act.view("game");
  }
  if (state.offersTable) await act.lookAtTable();
  changed();
}

/** Kept between visits; a browser that keeps nothing is no fault. */
function remembered(name, value) {
  try {
    if (value !== undefined) localStorage.setItem(name, value);
    return localStorage.getItem(name);
  } catch {
    return null;
  }
}

gameActs(state, act, { draw, changed, trying, remembered });
tableActs(state, act, { draw, changed, trying });
for (const view of ["hand", "game", "table"]) by(`view-${view}`).addEventListener("click", () => act.view(view));

by("lang").addEventListener("click", () => speakLanguage(LANGUAGES.find((one) => one !== lang())));
by("rules").addEventListener("change", async (event) => {
  const rules = event.target.value;
  remembered("rules", rules);
  Object.assign(state, { rules, known: [], claim: null, result: null });
  if (state.reading && !state.own) {
    await trying(async () => {
      const laid = await server.layout(state.reading.id, rules, state.answers);
      Object.assign(state, { hand: laid.hand, reading: { ...state.reading, ...laid } });
    });
  }
  changed();
});
for (const id of ["camera", "gallery"]) {
  by(id).addEventListener("change", (event) => {
    readPhoto(event.target.files[0]);
    event.target.value = "";
  });
}
by("live").hidden = !hasCamera();
by("live").addEventListener("click", () => live(readPhoto, alert_));
by("empty").addEventListener("click", () => act.edit(hands.EMPTY));
by("type").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => act.edit(await server.parse(by("typed").value)));
});
by("invite").addEventListener("click", () => trying(async () => {
  const told = await server.invitation();
  openDialog(say("invite"), h("p", {}, say("invite_text")), h("img", { class: "code", src: told.svg, alt: told.url }), h("p", {}, h("code", {}, told.url)));
}));

state.rules = remembered("rules") ?? state.rules;
const wished = remembered("lang") ?? navigator.language.slice(0, 2);
speakLanguage(LANGUAGES.includes(wished) ? wished : "en").then(async () => {
  if (state.offersGames) await act.resume();
  if (state.offersTable) act.watchTable();
});
