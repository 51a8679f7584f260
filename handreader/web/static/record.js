// The window in which a deal is recorded or corrected by hand, or a read hand is recorded as a win.

import { fill, h } from "./dom.js";
import { hand, SEATS } from "./seats.js";
import { closeDialog, openDialog } from "./tiles.js";
import { say, seatName } from "./words.js";

const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110];
const FAN = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13];
const YAKUMAN = [1, 2, 3];

/** Records what happened next. */
export function openRecord(state, act) {
  const { game } = state;
  const at = { ...game.state };
  form(say("record_by_hand"), game, at, blank(), (happened) => act.record(game, happened));
}

/** What was recorded, each version of it, and what it should be. */
export async function openCorrection(state, act, entry) {
  const { game } = state;
  const versions = await act.versions(entry.number);
  if (!versions) return;
  const correct = (happened) => act.correct(game, entry, happened);
  const past = h("ul", { class: "versions" }, versions.map((one) =>
    h("li", {}, h("small", {}, `${new Date(one.time).toLocaleString(document.documentElement.lang)} · `), one.text)));
  const record = entry.records.length === 1 ? entry.records[0] : null;
  const above = [
    h("h3", {}, say("said_before")), past,
    h("div", { class: "actions" },
      record ? h("button", { type: "button", onclick: () => { closeDialog(); act.correctHand(entry, record); }, "data-key": "correct-hand" }, say("correct_hand")) : null,
      entry.struck ? null : h("button", { type: "button", onclick: () => correct(null), "data-key": "strike" }, say("strike"))),
  ];
  form(`${say("correct")} ${entry.number}: ${hand(entry)}`, game, entry, from(entry), correct, above);
}

const blank = () => ({ kind: "won", winners: [], discarder: undefined, worth: {}, riichi: [], dead: [], ready: [], reason: null, seat: null, riichiTile: false });

/** What an entry says, as the form has it; points of a win are to be said again. */
function from(entry) {
  const said = blank();
  for (const event of entry.events) {
    if (event.type === "riichi") said.riichi.push(event.seat);
    else if (event.type === "dead_hand") said.dead.push(event.seat);
    else Object.assign(said, { kind: event.type, seat: event.seat ?? null, ready: event.ready ?? [], reason: event.reason ?? null });
    if (event.type === "won") {
      said.winners = event.winners.map((one) => one.seat);
      said.discarder = event.discarder;
      said.riichiTile = event.on_riichi_tile;
    }
  }
  const last = entry.events.at(-1)?.type;
  if (last === "riichi" || last === "dead_hand") said.kind = "none";
  return said;
}

function form(title, game, at, said, send, above = []) {
  const name = (seat) => game.players[at.seats[seat]];
  const body = h("div", {});
  const declared = SEATS.filter((seat) => at.riichi.includes(at.seats[seat]));
  const change = (what) => {
    Object.assign(said, what);
    draw();
  };
  const toggle = (list, seat) => (list.includes(seat) ? list.filter((one) => one !== seat) : [...list, seat]);
  const group = (label, key, seats, chosen, pick, more = []) =>
    h("div", { class: "fact", role: "group", "aria-label": label }, h("span", { class: "label" }, label),
      h("div", { class: "row wrap" }, seats.map((seat) =>
        h("button", { type: "button", "aria-pressed": String(chosen.includes(seat)), "data-key": `${key}-${seat}`, onclick: () => pick(seat) },
          name(seat), h("small", {}, ` ${seatName(seat)}`))), more));

  const kinds = [["won", "kind_won"], ["drawn", "kind_drawn"], ...(game.aborts.length ? [["aborted", "kind_aborted"]] : []),
    ["false_win", "kind_false_win"], ["none", game.riichi ? "kind_riichi" : "kind_dead"]];

  function won() {
    const several = game.winners > 1 && said.discarder;
    const pick = (seat) => change({
      winners: several ? toggle(said.winners, seat) : [seat],
      discarder: said.discarder === seat ? undefined : said.discarder,
    });
    const payer = (seat) => change({ discarder: seat, winners: seat === null ? said.winners.slice(0, 1) : said.winners.filter((one) => one !== seat) });
    const drawn = h("button", { type: "button", "aria-pressed": String(said.discarder === null), "data-key": "payer-drawn", onclick: () => payer(null) }, say("self_drawn"));
    return [
      group(say("who_won"), "winner", SEATS, said.winners, pick),
      group(say("on_whose_tile"), "payer", SEATS.filter((seat) => several || !said.winners.includes(seat)), [said.discarder], payer, [drawn]),
      said.winners.map(points),
      game.riichi && said.discarder && [...declared, ...said.riichi].includes(said.discarder)
        ? h("p", {}, h("label", {}, h("input", { type: "checkbox", checked: said.riichiTile, onchange: (event) => { said.riichiTile = event.target.checked; } }), ` ${say("on_riichi_tile")}`))
        : null,
    ];
  }

  /** What a win is worth: by the rule set's own measure, or by what each player pays. */
  function points(seat) {
    const worth = (said.worth[seat] ??= { ...(game.riichi ? { fan: 1, fu: 30 } : {}), paid: null });
    const by = h("button", { type: "button", class: "quiet", "aria-pressed": String(Boolean(worth.paid)), "data-key": `amounts-${seat}`,
      onclick: () => { worth.paid = worth.paid ? null : {}; draw(); } }, say("by_amounts"));
    const measured = worth.paid ? amounts(seat, worth.paid) : game.riichi ? fans(seat, worth) : number(`points-${seat}`, `${say("points_of")} ${name(seat)}`, worth, "points", "1");
    return h("div", { class: "row wrap", role: "group", "aria-label": `${say("points_of")} ${name(seat)}` }, measured, by);
  }

  const number = (id, label, into, key, least) =>
    h("span", { class: "row" }, h("label", { for: id }, label),
      h("input", { id, type: "number", min: least, max: "100000", inputmode: "numeric", value: into[key] ?? "", "data-key": id,
        oninput: (event) => { into[key] = Number(event.target.value) || undefined; } }));

  const choice = (id, label, options, chosen, pick) =>
    h("span", { class: "row" }, h("label", { for: id }, label),
      h("select", { id, "data-key": id, onchange: (event) => { pick(event.target.value); draw(); } },
        options.map(([value, text]) => h("option", { value, selected: String(value) === String(chosen) }, text))));

  function amounts(seat, paid) {
    return [h("span", {}, say("amounts_hint").replace("{who}", name(seat))),
      SEATS.filter((one) => one !== seat).map((one) => number(`paid-${seat}-${one}`, name(one), paid, one, "0"))];
  }

  function fans(seat, worth) {
    const yakuman = YAKUMAN.map((count) => [`y${count}`, count === 1 ? say("yakuman") : `${count} ${say("yakuman")}`]);
    const pick = (value) => Object.assign(worth, value.startsWith("y")
      ? { yakuman: Number(value.slice(1)) }
      : { yakuman: undefined, liable: undefined, fan: Number(value) });
    const fed = SEATS.filter((one) => one !== seat).map((one) => [one, name(one)]);
    return [h("span", {}, name(seat)),
      choice(`fan-${seat}`, say("fan"), [...FAN.map((fan) => [fan, fan === 13 ? "13+" : fan]), ...yakuman], worth.yakuman ? `y${worth.yakuman}` : worth.fan, pick),
      worth.yakuman
        ? choice(`liable-${seat}`, say("liable"), [["", say("nobody_liable")], ...fed], worth.liable ?? "", (value) => { worth.liable = value || undefined; })
        : worth.fan < 5 ? choice(`fu-${seat}`, say("fu"), FU.map((fu) => [fu, fu]), worth.fu, (value) => { worth.fu = Number(value); }) : null];
  }

  function fields() {
    if (said.kind === "won") return won();
    if (said.kind === "drawn") return game.noten ? [group(say("who_ready"), "ready", SEATS, said.ready, (seat) => change({ ready: toggle(said.ready, seat) }))] : [];
    if (said.kind === "false_win") return [group(say("who_false"), "false", SEATS, [said.seat], (seat) => change({ seat }))];
    if (said.kind === "aborted") {
      return [h("div", { class: "row wrap", role: "group", "aria-label": say("kind_aborted") }, game.aborts.map((one) =>
        h("button", { type: "button", "aria-pressed": String(said.reason === one.reason), "data-key": `reason-${one.reason}`, onclick: () => change({ reason: one.reason }) }, one.name)))];
    }
    return [];
  }

  function draw() {
    const key = document.activeElement?.dataset?.key;
    const open = SEATS.filter((seat) => !declared.includes(seat));
    fill(body,
      ...above,
      h("div", { class: "row wrap kinds", role: "group", "aria-label": say("what_happened") }, kinds.map(([kind, word]) =>
        h("button", { type: "button", "aria-pressed": String(said.kind === kind), "data-key": `kind-${kind}`, onclick: () => change({ kind }) }, say(word)))),
      ...fields().flat(),
      game.riichi && said.kind !== "false_win"
        ? group(say("riichi_by"), "riichi", open, said.riichi, (seat) => change({ riichi: toggle(said.riichi, seat) }))
        : null,
      said.kind === "none" ? group(say("dead_hand_of"), "dead", SEATS, said.dead, (seat) => change({ dead: toggle(said.dead, seat) })) : null,
      h("p", { id: "form-problem", class: "problem", role: "alert", hidden: true }),
      h("div", { class: "actions" }, h("button", { type: "button", class: "primary", "data-key": "send", onclick: submit }, say("record_it"))));
    if (key) body.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
  }

  async function submit() {
    const missing = lacks(said);
    const problem = missing ? say(missing) : await send(happened(said));
    if (!problem) return closeDialog();
    const line = body.querySelector("#form-problem");
    line.textContent = problem;
    line.hidden = false;
  }

  draw();
  openDialog(title, body);
}

/** What is still to be said; null if nothing is. */
function lacks(said) {
  if (said.kind === "won") {
    if (!said.winners.length) return "say_winner";
    if (said.discarder === undefined) return "say_discarder";
    if (said.winners.some((seat) => !isSaid(said.worth[seat] ?? {}))) return "say_points";
  }
  if (said.kind === "false_win" && !said.seat) return "say_who";
  if (said.kind === "aborted" && !said.reason) return "say_why";
  if (said.kind === "none" && !said.riichi.length && !said.dead.length) return "say_who";
  return null;
}

const isSaid = ({ points, fan, paid }) => (paid ? Object.values(paid).some(Boolean) : points || fan);

/** What a winner's hand is worth, as the server takes it. */
function worthOf(seat, { points, fan, fu, yakuman, liable, paid }) {
  if (paid) {
    const changes = Object.fromEntries(SEATS.map((one) => [one, one === seat ? 0 : -(paid[one] ?? 0)]));
    changes[seat] = -Object.values(changes).reduce((sum, change) => sum + change, 0);
    return { seat, changes };
  }
  return yakuman ? { seat, yakuman, liable } : { seat, points, fan, fu };
}

function happened(said) {
  const { kind, riichi, dead } = said;
  const ended = {
    won: () => ({ type: "won", discarder: said.discarder, on_riichi_tile: said.riichiTile, winners: said.winners.map((seat) => worthOf(seat, said.worth[seat])) }),
    drawn: () => ({ type: "drawn", ready: said.ready }),
    aborted: () => ({ type: "aborted", reason: said.reason }),
    false_win: () => ({ type: "false_win", seat: said.seat }),
    none: () => null,
  }[kind]();
  return { riichi: kind === "false_win" ? [] : riichi, dead: kind === "none" ? dead : [], ended };
}

/** A read hand becomes the win of this deal: who else declared riichi, and whether others won, too. */
export function openWin(state, act, at, record) {
  const { game } = state;
  const name = (seat) => game.players[at.seats[seat]];
  const declared = SEATS.filter((seat) => at.riichi.includes(at.seats[seat]));
  const said = { riichi: record.flags.riichi || record.flags.double_riichi ? [record.seat] : [], riichiTile: false };
  const body = h("div", {});
  const winners = [...state.winners, record];
  const send = async () => {
    const ended = { type: "won", on_riichi_tile: said.riichiTile, winners: winners.map((one) => ({ record: one })) };
    const happened = { riichi: said.riichi, dead: [], ended };
    const problem = state.correcting ? await act.correct(game, state.correcting, happened) : await act.record(game, happened, true);
    if (!problem) return closeDialog();
    fill(body.querySelector(".problem[role=alert]"), problem);
  };
  const last = game.entries.at(-1);
  const draw = () => fill(body,
    state.meanwhile && last ? h("p", { class: "problem" }, `${say("meanwhile")} ${last.text}`) : null,
    h("ul", {}, winners.map((one) => h("li", {}, one.discarder
      ? say("wins_on").replace("{who}", name(one.seat)).replace("{payer}", name(one.discarder))
      : say("wins_drawn").replace("{who}", name(one.seat))))),
    game.riichi ? h("div", { class: "fact", role: "group", "aria-label": say("riichi_by") }, h("span", { class: "label" }, say("riichi_by")),
      h("div", { class: "row wrap" }, SEATS.filter((seat) => !declared.includes(seat)).map((seat) =>
        h("button", { type: "button", "aria-pressed": String(said.riichi.includes(seat)), "data-key": `also-${seat}`,
          onclick: () => { said.riichi = said.riichi.includes(seat) ? said.riichi.filter((one) => one !== seat) : [...said.riichi, seat]; draw(); } }, name(seat))))) : null,
    h("p", { class: "problem", role: "alert", hidden: true }),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: send, "data-key": "send" }, say("record_it")),
      game.winners > winners.length && record.discarder
        ? h("button", { type: "button", onclick: () => { closeDialog(); act.anotherWinner(record); }, "data-key": "another" }, say("another_winner")) : null));
  draw();
  openDialog(say("record_win"), body);
}
