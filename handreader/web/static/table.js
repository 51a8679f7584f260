// The table that a camera watches: what it sees now, how the game stands, what happened.

import { by, fill, h } from "./dom.js";
import { showNext } from "./nextgame.js";
import { showProposal } from "./proposal.js";
import { amount, hand, SEATS } from "./seats.js";
import { closeDialog, openDialog, palette } from "./tiles.js";
import { inWords, say, seatName } from "./words.js";

/** The part of the page under "Table", and the badge that stands above all of them. */
export function showTable(state, act) {
  const seen = state.view === "table" ? state.table : null;
  showBadge(state);
  showProposal(seen ? state : null, act);
  showNext(state, act);
  if (state.view !== "table") {
    fill(by("watch"));
    return fill(by("log"));
  }
  fill(by("watch"), ...watch(state, act));
  fill(by("log"), ...(seen ? log(seen, act) : []));
}

/** Everybody sees on every part of the page that a camera records, and that a hand waits. */
export function showBadge(state) {
  const { table } = state;
  const badge = by("rec");
  badge.hidden = !state.offersTable || !table || table.state === "over";
  const paused = table?.state === "paused";
  badge.textContent = say(paused ? "rec_paused" : "rec");
  badge.classList.toggle("still", paused);
  const waits = Boolean(table?.proposal);
  by("view-table").classList.toggle("waits", waits);
  by("view-table").textContent = waits && state.view !== "table" ? `${say("table")} · ${say("hand_waits")}` : say("table");
}

function watch(state, act) {
  const { table } = state;
  if (!table) return [h("p", { class: "hint" }, say(state.tableLost ? "offline" : "looking"))];
  const line = state.tableLost ? say("offline") : table.text;
  const paused = table.state === "paused";
  state.now.alt = say("table_now");
  return [
    h("div", { class: "row spread" }, h("h2", {}, say("table")), h("small", {}, table.camera)),
    h("p", { class: paused || (table.state === "over" && !table.table?.ended) ? "problem" : "note", role: "status" }, line ?? (paused ? say("paused_by_you") : say("watching"))),
    ...table.warnings.slice(-1).map((text) => h("p", { class: "note" }, text)),
    table.state === "over" ? null : state.now,
    table.state === "over" ? null : h("p", { class: "hint" }, say("recording_text").replace("{days}", table.days), table.whole ? ` ${say("whole_text")}` : null),
    table.table ? standing(table.table) : null,
    table.table?.last && !table.table.ended ? h("p", { class: "note" }, say("last_hand")) : null,
    table.state === "over" || state.tableLost || !table.table ? null : controls(table, act),
  ].filter(Boolean);
}

function standing(now) {
  const row = (seat) => h("tr", { class: seat === "E" ? "east" : "" },
    h("td", {}, seatName(seat)), h("th", { scope: "row" }, now.seats[seat]), h("td", { class: "number-cell" }, amount(now.points[seat])));
  const title = now.last || now.ended ? say("result")
    : `${hand(now)}${now.over ? ` · ${say("between_hands")}` : ""}`;
  return h("table", { class: "seats" }, h("caption", {}, title), h("tbody", {}, SEATS.map(row)));
}

function controls(table, act) {
  const now = table.table;
  const paused = table.state === "paused" && !table.text;
  const button = (word, key, onclick, disabled = false) => h("button", { type: "button", onclick, disabled, "data-key": key }, say(word));
  return h("div", { class: "actions" },
    now.over ? button(now.last ? "end_game" : "new_deal", "new-deal", () => act.wish({ do: "deal", deal: now.deal }), now.ended) : button("win_now", "win-now", () => act.wish({ do: "win" })),
    now.over ? null : button("kind_drawn", "nobody", () => nobodyWon(now, act)),
    button("more_dots", "more", () => more(now, act)),
    paused ? button("watch_again", "resume", () => act.wish({ do: "resume" })) : button("pause", "pause", () => act.wish({ do: "pause" })));
}

/** Nobody won; where it matters, who was ready. */
export function nobodyWon(now, act) {
  if (!now.noten) return act.wish({ do: "draw", deal: now.deal, ready: [] });
  const ready = new Set();
  const body = h("div", {});
  const draw = () => fill(body,
    h("div", { class: "fact", role: "group", "aria-label": say("who_ready") }, h("span", { class: "label" }, say("who_ready")),
      h("div", { class: "row wrap" }, SEATS.map((seat) => h("button", { type: "button", "aria-pressed": String(ready.has(seat)), "data-key": `ready-${seat}`,
        onclick: () => { if (!ready.delete(seat)) ready.add(seat); draw(); } }, now.seats[seat])))),
    h("div", { class: "actions" }, h("button", { type: "button", class: "primary", "data-key": "send", onclick: () => {
      closeDialog();
      act.wish({ do: "draw", deal: now.deal, ready: [...ready] });
    } }, say("record_it"))));
  draw();
  return openDialog(say("kind_drawn"), body);
}

/** What happens seldom. */
function more(now, act) {
  const go = (what) => () => { closeDialog(); act.wish({ deal: now.deal, ...what }); };
  const group = (title, buttons) => h("div", { class: "fact", role: "group", "aria-label": title }, h("span", { class: "label" }, title), h("div", { class: "row wrap" }, buttons));
  const seats = (what) => SEATS.map((seat) => h("button", { type: "button", onclick: go({ do: what, seat }), "data-key": `${what}-${seat}` }, now.seats[seat]));
  openDialog(say("what_happened"),
    now.over ? null : group(say("who_false"), seats("false")),
    now.over || !now.riichi ? null : group(say("riichi_by"), seats("riichi")),
    now.over || !now.aborts.length ? null : group(say("kind_aborted"), now.aborts.map((one) => h("button", { type: "button", onclick: go({ do: "abort", reason: one.reason }) }, one.name))),
    group(say("end_game_text"), [h("button", { type: "button", onclick: () => endGame(act), "data-key": "end-game" }, say("end_game"))]));
}

function endGame(act) {
  openDialog(say("end_game"), h("p", {}, say("end_game_ask")), h("div", { class: "actions" },
    h("button", { type: "button", class: "primary", "data-key": "end-now", onclick: () => { closeDialog(); act.wish({ do: "end" }); } }, say("end_game"))));
}

// The log

function log(table, act) {
  const time = (at) => new Date(at).toLocaleTimeString(document.documentElement.lang, { hour: "2-digit", minute: "2-digit", second: "2-digit" });
  const open = table.state !== "over";
  const line = (event) => h("li", { class: `entry ${event.undone ? "struck" : ""} ${event.kind}` },
    h("div", { class: "row spread" },
      h("p", {}, h("small", {}, time(event.at)), " ", inWords(event.text),
        event.author === "camera" && event.confidence !== null && event.confidence < 0.9 ? h("small", {}, ` ${Math.round(event.confidence * 100)}%`) : null),
      open && event.can_fix && event.tile ? h("button", { type: "button", class: "quiet", "aria-label": `${say("correct")}: ${inWords(event.text)}`, "data-key": `fix-${event.number}`, onclick: () => fix(event, act) }, say("correct")) : null,
      open && event.can_undo ? h("button", { type: "button", class: "quiet", "aria-label": `${say("take_back")}: ${inWords(event.text)}`, "data-key": `undo-${event.number}`, onclick: () => takeBack(event, act) }, say("take_back")) : null));
  return [
    h("h2", {}, say("happened")),
    table.events.length ? h("div", { class: "list", tabindex: "0", role: "region", "aria-label": say("happened") }, h("ul", {}, [...table.events].reverse().map(line))) : h("p", { class: "hint" }, say("nothing_yet")),
  ];
}

function fix(event, act) {
  openDialog(inWords(event.text), h("p", { class: "hint" }, say("fix_text")), ...palette((tile) => {
    closeDialog();
    act.wish({ do: "fix", event: event.number, tile });
  }, [], event.tile));
}

function takeBack(event, act) {
  openDialog(say("take_back"), h("p", {}, inWords(event.text)), h("div", { class: "actions" },
    h("button", { type: "button", class: "primary", "data-key": "take-back", onclick: () => { closeDialog(); act.wish({ do: "undo", event: event.number }); } }, say("take_back"))));
}
