// How the hand was won: only the facts that change what it is worth, each answer with its total.

import { by, fill, h } from "./dom.js";
import { nameAt, place } from "./gameact.js";
import { SEATS } from "./seats.js";
import { shownTile, tileButton } from "./tiles.js";
import { inWords, say, seatName } from "./words.js";

// Answered by tapping tiles into the hand's own zones.
const ZONED = new Set(["flowers", "dora_indicators", "ura_indicators", "winning_tile"]);
const MAIN = new Set(["self_drawn", "discarder", "seat", "round", "riichi", "liable", "discards_since", "counters", "riichi_sticks"]);

// Known from the game, or asked by the players' names.
const OF_THE_GAME = new Set(["seat", "round", "counters", "riichi_sticks", "self_drawn", "discarder"]);

// What else is true when a fact is; and which facts an answer takes back.
const NEEDS = {
  ippatsu: { riichi: true },
  kong_replacement: { self_drawn: true, discarder: null },
  robbing_kong: { self_drawn: false },
  blessing_heaven: { self_drawn: true, discarder: null, seat: "E" },
};

/** The facts with one answer changed, and what contradicts it taken back. */
export function answered(facts, name, value) {
  const next = { ...facts, [name === "discards_since" ? "discards_first" : name]: value };
  if (value === true) Object.assign(next, NEEDS[name] ?? {});
  if (next.self_drawn) Object.assign(next, { discarder: null, robbing_kong: false, discards_first: null });
  else Object.assign(next, { kong_replacement: false, blessing_heaven: false });
  if (name === "discarder" && value) next.self_drawn = false;
  if (next.discarder && next.discarder === (next.seat ?? "E")) next.discarder = null;
  if (next.liable && next.liable === (next.seat ?? "E")) next.liable = null;
  if (!next.riichi && !next.double_riichi) next.ippatsu = false;
  if (!next.discarder || next.discards_first === next.discarder) next.discards_first = null;
  if (next.blessing_heaven && (next.seat ?? "E") !== "E") next.blessing_heaven = false;
  if (next.blessing_earth && (next.seat ?? "E") === "E") next.blessing_earth = false;
  return next;
}

export function showFacts(state, act) {
  const section = by("facts");
  const facts = (state.result?.facts ?? []).filter((fact) => fact.options.length);
  const winning = facts.find((fact) => fact.name === "winning_tile");
  const asked = facts.filter((fact) => !ZONED.has(fact.name) && !(place(state) && OF_THE_GAME.has(fact.name)));
  remember(state, asked);
  const other = (fact) => !(place(state) && OF_THE_GAME.has(fact.name)) && shown(state, fact, asked);
  const main = state.known.filter((fact) => MAIN.has(fact.name) && other(fact));
  const special = state.known.filter((fact) => !MAIN.has(fact.name) && other(fact));
  const parts = [];
  if (winning) {
    parts.push(h("h2", {}, say("which_won")), h("div", { class: "tiles large" }, winning.options.map((option) =>
      h("span", { class: "choice" },
        tileButton(option.value, () => act.won(option.value), { key: `won-${option.value}` }),
        h("small", {}, worth(option))))));
  }
  const players = place(state) && state.result ? whoWon(state, act) : [];
  if (main.length || special.length || players.length) parts.push(h("h2", {}, say("how_won")));
  parts.push(...players);
  parts.push(...main.map((fact) => row(state, act, fact, asked)));
  if (special.length) {
    parts.push(h("fieldset", {}, h("legend", {}, say("special")),
      h("div", { class: "row wrap" }, special.map((fact) => toggle(state, act, fact, asked)))));
  }
  fill(section, ...parts);
}

/** In a game: who won and from whom, by name. */
function whoWon(state, act) {
  const { seat, discarder, self_drawn } = state.facts;
  const button = (key, text, small, on, answer) =>
    h("button", { type: "button", "aria-pressed": String(on), "data-key": key, onclick: () => act.tell(answer()) }, text, small ? h("small", {}, ` ${small}`) : null);
  const group = (label, buttons) => h("div", { class: "fact", role: "group", "aria-label": label },
    h("span", { class: "label" }, label), h("div", { class: "row wrap" }, buttons));
  return [
    group(say("who_won"), SEATS.map((one) => button(`won-${one}`, nameAt(state, one), seatName(one), seat === one, () => answered(state.facts, "seat", one)))),
    group(say("on_whose_tile"), [
      ...SEATS.filter((one) => one !== seat).map((one) =>
        button(`from-${one}`, nameAt(state, one), seatName(one), discarder === one, () => answered(state.facts, "discarder", one))),
      button("from-wall", say("self_drawn"), null, Boolean(self_drawn), () => answered(state.facts, "self_drawn", true)),
    ]),
  ];
}

/** Facts once asked stay, so that an answer can be taken back. */
function remember(state, asked) {
  for (const fact of asked) {
    const at = state.known.findIndex((one) => one.name === fact.name);
    if (at < 0) state.known.push(fact);
    else state.known[at] = fact;
  }
}

const value = (state, name) => state.facts[name === "discards_since" ? "discards_first" : name];
const shown = (state, fact, asked) => Boolean(value(state, fact.name)) || asked.some((one) => one.name === fact.name);
const worth = (option) => (option.total === null ? say("no_win_short") : `${option.total}`);

function row(state, act, fact, asked) {
  const open = asked.some((one) => one.name === fact.name);
  const usual = fact.options.find((option) => !option.value);
  const now = value(state, fact.name) ?? (usual ? usual.value : "E");
  const totals = new Set(fact.options.map((option) => option.total));
  const options = [...fact.options].sort((a, b) => rank(a.value) - rank(b.value));
  if (fact.name === "counters" || fact.name === "riichi_sticks") return stepper(state, act, fact, now);
  return h("div", { class: "fact", role: "group", "aria-label": fact.label },
    h("span", { class: "label" }, fact.label),
    h("div", { class: "row wrap" }, options.map((option) =>
      h("button", {
        type: "button", "aria-pressed": String(option.value === now), "data-key": `${fact.name}-${option.value}`,
        onclick: () => act.tell(answered(state.facts, fact.name, option.value)),
      }, nameAt(state, option.value) ?? option.label, open && totals.size > 1 ? h("small", {}, ` ${worth(option)}`) : null))));
}

const rank = (answer) => (answer === null ? 9 : "ESWN".indexOf(answer));

function stepper(state, act, fact, now) {
  const count = Number(now) || 0;
  const set = (next) => () => act.tell(answered(state.facts, fact.name, next));
  return h("div", { class: "fact", role: "group", "aria-label": fact.label },
    h("span", { class: "label" }, fact.label),
    h("div", { class: "row" },
      h("button", { type: "button", disabled: count === 0, onclick: set(count - 1), "data-key": `${fact.name}-less` }, "−"),
      h("output", {}, String(count)),
      h("button", { type: "button", disabled: count >= 99, onclick: set(count + 1), "data-key": `${fact.name}-more` }, "+")));
}

function toggle(state, act, fact, asked) {
  const on = Boolean(value(state, fact.name));
  const other = fact.options.find((option) => option.value === true);
  const open = !on && other && asked.some((one) => one.name === fact.name);
  return h("button", {
    type: "button", "aria-pressed": String(on), "data-key": fact.name,
    onclick: () => act.tell(answered(state.facts, fact.name, !on)),
  }, fact.label, open ? h("small", {}, ` ${worth(other)}`) : null);
}

/** What the photo leaves open, as buttons. */
export function showQuestions(state, act) {
  fill(by("questions"), ...questionRows(state.own ? [] : state.reading?.questions ?? [], act.answer));
}

/** Questions, each with its answers as buttons. */
export function questionRows(questions, answer) {
  const tile = /^([0-9][mpszf]|back)$/;
  return questions.map((question, at) =>
    h("div", { class: "question", role: "group", "aria-label": inWords(question.text) },
      h("p", {}, questions.length > 1 ? h("b", { class: "number" }, String(at + 1)) : null, inWords(question.text), question.default ? h("small", {}, ` (${say("taken_as")} ${label(question)})`) : null),
      h("div", { class: "row wrap tiles large" }, question.options.map((option) =>
        tile.test(option.value)
          ? tileButton(option.value, () => answer(question.id, option.value), { key: `q-${question.id}-${option.value}` })
          : h("button", { type: "button", onclick: () => answer(question.id, option.value), "data-key": `q-${question.id}-${option.value}` },
              grouped(option))))));
}

const label = (question) => question.options.find((option) => option.value === question.default)?.label ?? question.default;

/** An answer that writes tiles, shown as tiles. */
function grouped(option) {
  return /^([0-9][mpsz])+$/.test(option.label)
    ? option.label.match(/../g).map((kind) => shownTile(kind))
    : option.label;
}
