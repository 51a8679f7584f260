// The score: what counts and why, what does not, who pays whom, and the other rulebooks.

import { by, fill, h } from "./dom.js";
import { nameAt } from "./gameact.js";
import { shownTile } from "./tiles.js";
import { inWords, say } from "./words.js";

export function showResult(state, act) {
  const section = by("result");
  const { result } = state;
  if (!result || !state.hand) return fill(section);
  if (result.state === "faulty") {
    return fill(section, h("h2", {}, say("faulty")), h("ul", { class: "problem" }, result.faults.map((text) => h("li", {}, text))));
  }
  if (result.state === "waiting") return fill(section, ...waits(result.waits));
  if (result.state === "open") return fill(section);
  if (result.state === "no_win") {
    return fill(section, h("h2", {}, say("no_win")), h("p", { class: "problem" }, inWords(result.why)),
      result.score ? [items(state, act, result.score), notCounted(result.score)] : null, ...others(result),
      h("div", { class: "actions" }, saving(act)));
  }
  fill(section, ...score(state, act, result.score), ...others(result),
    h("div", { class: "actions" },
      recording(state, act),
      h("button", { type: "button", onclick: act.dispute, "data-key": "dispute" }, say("dispute")),
      saving(act)));
}

/** In a game: the win goes on the sheet, once it is known who won and from whom. */
function recording(state, act) {
  if (!state.game) return null;
  const { seat, self_drawn, discarder } = state.facts;
  const known = seat && (self_drawn || discarder);
  return h("button", { type: "button", class: "primary", disabled: !known || !state.scored, onclick: act.recordWin, "data-key": "record-win" },
    say(known ? "record_win" : "record_win_lacks"));
}

const saving = (act) => h("button", { type: "button", onclick: act.save, "data-key": "save" }, say("save"));

function score(state, act, told) {
  return [
    h("div", { class: "row spread" }, h("h2", {}, say("score")), h("p", { class: "total" }, h("b", {}, String(told.total)), ` ${say("points")}`)),
    h("p", { class: "hint" }, `${say("read_as")}: ${told.read_as}`),
    items(state, act, told),
    told.notes.map((note) => h("p", { class: "note" }, note)),
    payments(state, told),
    notCounted(told),
    told.other ? h("p", { class: "hint" }, `${say("otherwise")} (${told.other.read_as}): ${told.other.wins ? told.other.total : say("no_win_short")}`) : null,
  ].flat();
}

const items = (state, act, told) =>
  h("ul", { class: "items" }, told.items.map((item, at) => counted(state, act, item, at)));

const notCounted = (told) =>
  told.dropped.length
    ? h("details", { open: true }, h("summary", {}, say("not_counted")), h("ul", { class: "items dropped" }, told.dropped.map(dropped)))
    : null;

function counted(state, act, item, at) {
  const on = state.litItem === at;
  const points = item.count > 1 ? `${item.count} × ${item.value} = ${item.points}` : `${item.points}`;
  return h("li", {},
    h("button", { type: "button", class: "item", "aria-pressed": String(on), onclick: () => act.light(at, item), "data-key": `item-${at}` },
      h("span", { class: "name" }, item.name, item.other_names.length ? h("small", {}, ` ${item.other_names.join(" ")}`) : null),
      h("span", { class: "points" }, points)),
    on || state.explain ? h("div", { class: "why" }, h("p", {}, item.rule, " ", h("cite", {}, `[${item.ref}]`)), found(item)) : null);
}

const found = (item) =>
  h("div", { class: "row wrap" }, item.finds.map((sets) =>
    h("span", { class: "tiles small" }, sets.map((set) => h("span", { class: "meld" }, set.map(shownTile))))));

const dropped = (item) =>
  h("li", {}, h("b", {}, item.name), ` (${item.points}): ${item.why}`, item.because ? h("cite", {}, ` [${item.because}]`) : null);

function payments(state, told) {
  if (!told.payments) return [h("h3", {}, say("payments")), h("p", {}, say("payer_unknown"))];
  const signed = (points) => (points > 0 ? `+${points}` : points < 0 ? `−${-points}` : "0");
  return [
    h("h3", {}, say("payments")),
    h("ul", { class: "payments" }, told.payments.map((text) => h("li", {}, text))),
    h("p", { class: "row wrap changes" }, told.changes.map((change) =>
      h("span", { class: change.points > 0 ? "gains" : change.points < 0 ? "pays" : "" }, `${nameAt(state, change.seat) ?? change.name} ${signed(change.points)}`))),
  ];
}

function others(result) {
  if (!result.others.length) return [];
  return [h("h3", {}, say("others")), h("ul", { class: "others" }, result.others.map((book) =>
    h("li", {}, `${book.name}: `, book.total === null ? book.why ?? say("no_win_short") : h("b", {}, String(book.total)))))];
}

function waits(tiles) {
  if (!tiles.length) return [h("h2", {}, say("waiting")), h("p", {}, say("waits_nothing"))];
  const total = (points) => (points === null ? say("no_win_short") : String(points));
  return [h("h2", {}, say("waiting")), h("ul", { class: "waits" }, tiles.map((wait) =>
    h("li", {}, shownTile(wait.tile),
      ` ${wait.left} ${say("copies")} · ${say("drawn")} ${total(wait.drawn)} · ${say("discarded")} ${total(wait.discarded)}`)))];
}
