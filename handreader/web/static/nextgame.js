// When the watching has ended: the next game of the table, or the same one again.

import { fill, by, h } from "./dom.js";
import { SEATS } from "./seats.js";
import { say, seatName } from "./words.js";

const EDGES = ["bottom", "right", "top", "left"]; // of the camera's picture, in order of play

export function showNext(state, act) {
  const { table } = state;
  const shown = state.view === "table" && table?.next && !state.tableLost;
  fill(by("next"), ...(shown ? [...again(table, act), ...another(state, act)] : []));
}

/** The watching broke off within the game. */
function again(table, act) {
  if (!table.next.go_on) return [];
  return [
    h("h2", {}, say("broke_off")),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: () => act.wish({ do: "go_on", log: table.log }), "data-key": "go-on" }, say("watch_again"))),
  ];
}

function another(state, act) {
  const { table } = state;
  if (state.begun.log !== table.log) {
    const { players, rules, east } = table.next; // typed over by this phone alone
    state.begun = { log: table.log, players: [...players], rules, east };
  }
  const said = state.begun;
  const name = (at) => {
    const id = `next-${at}`;
    return h("p", { class: "row" }, h("label", { for: id, class: "seat" }, seatName(SEATS[at])),
      h("input", { id, type: "text", maxlength: "40", autocomplete: "off", value: said.players[at], "data-key": id, oninput: (event) => { said.players[at] = event.target.value; } }));
  };
  const choice = (id, label, options, key) => h("p", { class: "row wrap" }, h("label", { for: id }, label), " ",
    h("select", { id, "data-key": id, onchange: (event) => { said[key] = event.target.value; } },
      options.map(([value, text]) => h("option", { value, selected: value === said[key] }, text))));
  const submit = (event) => {
    event.preventDefault();
    act.wish({ do: "new", ...said });
  };
  return [
    h("h2", {}, say("new_game")),
    h("p", { class: "hint" }, say("new_game_text")),
    h("form", { id: "next-game", onsubmit: submit },
      choice("next-rules", say("rules"), table.next.rule_sets.map(({ id, name: text }) => [id, text]), "rules"),
      h("fieldset", {}, h("legend", {}, say("players_seats")), [0, 1, 2, 3].map(name)),
      table.whole ? null : choice("next-east", say("first_east"), EDGES.map((edge) => [edge, say(`edge_${edge}`)]), "east"),
      h("div", { class: "actions" }, h("button", { class: table.next.go_on ? "" : "primary", "data-key": "next-start" }, say("start_game")))),
  ];
}
