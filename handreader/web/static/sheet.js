// The score sheet on paper: Zung Jung in four turns of four hands, the others one line a hand.

import { fill, h } from "./dom.js";
import { amount, day, SEATS, signed } from "./seats.js";
import { say, seatName } from "./words.js";

/** Fills the sheet's section; empties it without a game. */
export function showSheet(game, section) {
  document.body.classList.toggle("has-sheet", Boolean(game));
  if (!game) return fill(section);
  const square = game.rules.id === "zung-jung";
  fill(section,
    h("div", { class: "row spread" }, h("h2", {}, say("sheet")),
      h("button", { type: "button", class: "quiet", onclick: () => window.print(), "data-key": "print" }, say("print"))),
    h("p", {}, say("game_of").replace("{date}", day(game.started)).replace("{start}", hour(game.started)).replace("{end}", ended(game))),
    h("p", { class: "hint" }, game.name),
    square ? turns(game) : lines(game),
    game.standings ? standings(game) : null);
}

const hour = (time) => new Date(time).toTimeString().slice(0, 5);
const ended = (game) => (game.state.over ? hour(game.entries.at(-1).time) : "__:__");
const number = (text) => h("td", { class: "number-cell" }, text);

/** Zung Jung: a table for each turn, names by hands, with the turn's total. */
function turns(game) {
  return h("div", { class: "turns" }, game.sheet.turns.map((turn, at) => {
    const columns = Math.max(4, turn.hands.length);
    const cells = (player) => Array.from({ length: columns }, (_, place) =>
      number(place < turn.hands.length ? signed(turn.hands[place].changes[player]) : ""));
    return h("table", { class: "turn" },
      h("caption", {}, `${say("turn_number")} ${at + 1} · ${seatName(SEATS[at])}`),
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("player")),
        Array.from({ length: columns }, (_, place) => h("th", { scope: "col" }, `${say("hand")} ${place + 1}`)),
        h("th", { scope: "col" }, `${say("total_turn")} ${at + 1}`))),
      h("tbody", {}, game.players.map((name, player) => h("tr", {}, h("th", { scope: "row" }, name), cells(player),
        h("td", { class: "number-cell sum" }, turn.hands.length ? signed(turn.totals[player]) : "")))));
  }), h("table", { class: "turn grand" }, h("caption", {}, say("grand_total")),
    h("thead", {}, h("tr", {}, game.players.map((name) => h("th", { scope: "col" }, name)))),
    h("tbody", {}, h("tr", {}, game.sheet.totals.map((total) => h("td", { class: "number-cell sum" }, signed(total)))))));
}

/** One line a hand with changes and running totals, a subtotal after each round. */
function lines(game) {
  const done = game.entries.filter((entry) => entry.ends);
  let at = 0;
  const totals = game.players.map(() => game.start);
  const rows = [];
  game.sheet.turns.forEach((turn, round) => {
    for (const one of turn.hands) {
      const entry = done[at++];
      one.changes.forEach((change, player) => { totals[player] += change; });
      rows.push(h("tr", {}, h("th", { scope: "row" }, `${seatName(SEATS[round])} ${one.turn + 1}${entry?.counters ? `·${entry.counters}` : ""}`),
        h("td", { class: "said" }, entry?.text ?? ""),
        one.changes.flatMap((change, player) => [number(change ? signed(change) : "–"), h("td", { class: "number-cell running" }, amount(totals[player]))])));
    }
    if (turn.hands.length) {
      rows.push(h("tr", { class: "sum" }, h("th", { scope: "row", colspan: "2" }, `${say("total_turn")} ${round + 1}`),
        turn.totals.flatMap((total, player) => [number(signed(total)), h("td", { class: "number-cell running" }, amount(totals[player]))])));
    }
  });
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": say("sheet") }, h("table", { class: "lines" },
    h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("hand")), h("th", { scope: "col" }, say("happened")),
      game.players.map((name) => h("th", { scope: "colgroup", colspan: "2" }, name)))),
    h("tbody", {}, rows)));
}

function standings(game) {
  const more = game.uma;
  const title = say(game.state.over ? "result" : "standing");
  return h("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": title }, h("table", { class: "standings" },
    h("caption", {}, title),
    h("thead", {}, h("tr", {}, [say("place"), say("player"), say("points_head"), ...(more ? ["Uma", say("fine"), say("total")] : [])].map((text) => h("th", { scope: "col" }, text)))),
    h("tbody", {}, game.standings.map((one) => h("tr", {}, number(String(one.place)), h("th", { scope: "row" }, game.players[one.player]), number(amount(one.points)),
      more ? [number(signed(one.uma)), number(one.fine ? signed(-one.fine) : "0"), number(amount(one.total))] : null)))));
}
