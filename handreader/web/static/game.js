// The game: begin or open one, who sits where with how many points, what happened, corrections.

import { by, fill, h } from "./dom.js";
import { openCorrection, openRecord } from "./record.js";
import { amount, day, hand, SEATS, signed } from "./seats.js";
import { address } from "./server.js";
import { showSheet } from "./sheet.js";
import { say, seatName } from "./words.js";

/** The part of the page under "Game". */
export function showGame(state, act) {
  const shown = state.view === "game";
  by("views").hidden = !state.offersGames;
  by("view-table").hidden = !state.offersTable;
  for (const view of ["hand", "game", "table"]) {
    by(`view-${view}`).setAttribute("aria-current", state.view === view ? "page" : "false");
  }
  showBanner(state, act);
  if (!shown) {
    fill(by("game"));
    fill(by("entries"));
    return showSheet(null, by("sheet"));
  }
  if (!state.game) {
    fill(by("game"), ...starting(state, act));
    fill(by("entries"), ...others(state, act));
    return showSheet(null, by("sheet"));
  }
  fill(by("game"), ...table(state, act));
  fill(by("entries"), ...entries(state, act));
  showSheet(state.game, by("sheet"));
}

/** In the hand's view: which hand of the game this is. */
function showBanner(state, act) {
  const { game } = state;
  if (state.view !== "hand" || !game) return fill(by("banner"));
  const text = state.correcting
    ? `${say("correcting")} ${state.correcting.number}: ${hand(state.correcting)}`
    : `${say("game")}: ${hand({ ...game.state })}`;
  fill(by("banner"), h("span", {}, text),
    state.correcting ? h("button", { type: "button", class: "quiet", onclick: act.uncorrect, "data-key": "uncorrect" }, say("cancel")) : null);
}

// Before a game

function starting(state, act) {
  const { begin } = state;
  const set = state.ruleSets.find((one) => one.id === (begin.rules ?? state.rules)) ?? state.ruleSets[0];
  if (!set) return [h("h2", {}, say("new_game"))];
  const change = (what) => act.beginning({ ...begin, ...what });
  const name = (at) => {
    const id = `player-${at}`;
    return h("p", { class: "row" }, h("label", { for: id, class: "seat" }, seatName(SEATS[at])),
      h("input", {
        id, type: "text", maxlength: "40", autocomplete: "off", value: begin.players[at], "data-key": id,
        oninput: (event) => { begin.players[at] = event.target.value; },
      }));
  };
  const submit = (event) => {
    event.preventDefault();
    act.startGame(set.id, begin.players, begin.options);
  };
  return [
    h("h2", {}, say("new_game")),
    h("form", { id: "begin", onsubmit: submit },
      h("p", { class: "row wrap" }, h("label", { for: "game-rules" }, say("rules")), " ",
        h("select", { id: "game-rules", "data-key": "game-rules", onchange: (event) => change({ rules: event.target.value, options: {} }) },
          state.ruleSets.map((one) => h("option", { value: one.id, selected: one.id === set.id }, one.name)))),
      h("fieldset", {}, h("legend", {}, say("players_seats")), [0, 1, 2, 3].map(name)),
      set.options.filter(ofGame).map((option) => choice(option, begin, change)),
      h("details", { "data-key": "house-rules" }, h("summary", {}, say("house_rules")),
        set.options.filter((option) => !ofGame(option)).map((option) => choice(option, begin, change))),
      h("div", { class: "actions" }, h("button", { class: "primary", "data-key": "start-game" }, say("start_game")))),
  ];
}

function choice(option, begin, change) {
  const id = `option-${option.name}`;
  const now = begin.options[option.name] ?? option.default;
  const pick = (event) => change({ options: { ...begin.options, [option.name]: option.choices[event.target.selectedIndex] } });
  return h("p", {}, h("label", { for: id }, option.rule), " ",
    h("select", { id, "data-key": id, onchange: pick },
      option.choices.map((value, place) => h("option", { selected: value === now }, optionName(option, place)))));
}

const GAME_WORDS = ["next_east", "drawn_hand", "after_abortive_draw"];
const ofGame = (option) => option.name === "start" || GAME_WORDS.includes(option.name);
const optionName = (option, place) => (GAME_WORDS.includes(option.name) ? say(`option_${option.choices[place]}`) : option.labels[place]);

function others(state, act) {
  const open = (game) => h("li", {}, h("button", { type: "button", class: "item", onclick: () => act.openGame(game.id), "data-key": `open-${game.id}` },
    h("span", {}, game.players.join(", ")), h("small", {}, day(game.started))));
  return [
    h("h2", {}, say("games")),
    state.games.length ? h("ul", {}, state.games.map(open)) : h("p", { class: "hint" }, say("no_games_yet")),
    h("div", { class: "actions" },
      h("label", { class: "button" },
        h("input", { id: "import", type: "file", accept: ".json,application/json", onchange: (event) => { act.importGame(event.target.files[0]); event.target.value = ""; } }),
        h("span", {}, say("import_game")))),
  ];
}

// The table now

function table(state, act) {
  const { game } = state;
  const now = game.state;
  const place = (player) => game.standings?.find((one) => one.player === player)?.place ?? "";
  const row = (seat) => {
    const player = now.seats[seat];
    const marks = [now.riichi.includes(player) ? say("riichi_declared") : null, now.barred.includes(player) ? say("dead_hand") : null];
    return h("tr", { class: seat === "E" ? "east" : "" },
      h("td", {}, seatName(seat)),
      h("th", { scope: "row" }, game.players[player], marks.filter(Boolean).map((mark) => h("small", { class: "mark" }, ` ${mark}`))),
      h("td", { class: "number-cell" }, amount(now.points[player])),
      h("td", { class: "number-cell" }, String(place(player))));
  };
  const lying = now.on_table ? h("p", { class: "note" }, `${say("on_table")}: ${now.on_table}`) : null;
  return [
    h("div", { class: "row spread" }, h("h2", {}, now.over ? say("game_over") : hand(now)),
      h("button", { type: "button", class: "quiet", onclick: act.leaveGame, "data-key": "leave" }, say("other_games"))),
    h("p", { class: "hint" }, `${game.name} · ${day(game.started)}`),
    h("table", { class: "seats" },
      h("thead", {}, h("tr", {}, [say("seat"), say("player"), say("points_head"), say("place")].map((text) => h("th", { scope: "col" }, text)))),
      h("tbody", {}, SEATS.map(row))),
    lying,
    now.over ? null : h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: act.photographWin, "data-key": "photograph" }, say("photograph_win")),
      h("button", { type: "button", onclick: () => openRecord(state, act), "data-key": "record" }, say("record_by_hand"))),
  ];
}

// What happened

function entries(state, act) {
  const { game } = state;
  const line = (entry) => h("li", { class: `entry ${entry.struck ? "struck" : ""}` },
    h("div", { class: "row spread" },
      h("span", {}, h("b", {}, `${entry.number}. `), hand(entry),
        entry.version ? h("small", {}, ` · ${say("corrected")}`) : null,
        entry.author === "camera" ? h("small", {}, ` · ${say("by_camera")}${entry.confidence === null ? "" : ` ${Math.round(entry.confidence * 100)}%`}`) : null),
      h("button", { type: "button", class: "quiet", onclick: () => openCorrection(state, act, entry), "data-key": `correct-${entry.number}`, "aria-label": `${say("correct")} ${entry.number}` }, say("correct"))),
    h("p", {}, entry.text),
    entry.changes.some(Boolean) ? h("p", { class: "row wrap changes" }, game.players.map((name, player) => (entry.changes[player]
      ? h("span", { class: entry.changes[player] > 0 ? "gains" : "pays" }, `${name} ${signed(entry.changes[player])}`)
      : null))) : null,
    entry.doubtful ? h("p", { class: "problem" }, say("doubtful")) : null);
  return [
    h("h2", {}, say("happened")),
    game.entries.length ? h("ul", {}, [...game.entries].reverse().map(line)) : h("p", { class: "hint" }, say("nothing_yet")),
    h("div", { class: "actions" },
      h("a", { class: "button", href: address(game.id, "game.csv"), download: "" }, say("export_csv")),
      h("a", { class: "button", href: address(game.id, "game.json"), download: "" }, say("export_json"))),
  ];
}
