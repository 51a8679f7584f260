// A hand that the camera saw: what it is, what it scores, what is open; yes, no, or corrected.

import { by, fill, h } from "./dom.js";
import { questionRows } from "./facts.js";
import { isTile, turnedIn } from "./hand.js";
import { SEATS, signed } from "./seats.js";
import { nobodyWon } from "./table.js";
import { closeDialog, openDialog, palette, shownTile, tileButton } from "./tiles.js";
import { inWords, say, seatName, tileName } from "./words.js";

export function showProposal(state, act) {
  const proposal = state?.table.proposal;
  if (!proposal || state.table.state === "over") return fill(by("proposal"));
  const parts = proposal.what === "deal_end" ? dealEnd(state, act, proposal) : win(state, act, proposal);
  return fill(by("proposal"), ...parts);
}

function dealEnd(state, act, proposal) {
  return [
    h("h2", {}, proposal.text),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", onclick: () => nobodyWon(state.table.table, act), "data-key": "deal-over" }, say("kind_drawn")),
      h("button", { type: "button", onclick: () => act.wish({ do: "refuse", proposal: proposal.number }), "data-key": "refuse" }, say("goes_on"))),
  ];
}

function win(state, act, proposal) {
  const now = { ...state.table.table, seats: proposal.seats };
  const open = proposal.needs.length > 0 || !proposal.score;
  return [
    h("h2", {}, proposal.seat ? say("wins_asked").replace("{who}", now.seats[proposal.seat]) : say("hand_shown")),
    state.shown.url ? h("img", { class: "shown", src: state.shown.url, alt: say("picture_of_hand") }) : null,
    proposal.hand ? tiles(proposal, act) : null,
    ...(proposal.reading?.problems ?? []).map((one) => h("p", { class: one.fatal ? "problem" : "note" }, inWords(one.text))),
    ...questionRows(proposal.reading?.questions ?? [], (id, value) => act.answerShown({ answers: { [id]: value } })),
    ...who(now, proposal, act),
    ...proposal.doubts.map((doubt) => doubtful(doubt, act)),
    ...(proposal.score ? score(now, proposal.score, proposal.seat && proposal.how) : []),
    ...proposal.needs.map((text) => h("p", { class: "problem" }, text)),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", disabled: open, onclick: () => act.wish({ do: "confirm", proposal: proposal.number }), "data-key": "confirm" }, say("record_win")),
      state.table.game && proposal.hand && !now.over ? h("button", { type: "button", onclick: act.correctShown, "data-key": "correct-shown" }, say("correct_hand")) : null,
      h("button", { type: "button", onclick: () => act.wish({ do: "refuse", proposal: proposal.number }), "data-key": "refuse" }, say("no_such_win"))),
  ].filter(Boolean);
}

/** The hand; a tile that was read from the picture can be renamed by a tap. */
function tiles({ hand, reading, record, doubts }, act) {
  const doubted = new Set(doubts.flatMap((doubt) => doubt.tiles));
  const one = (tile, place, turned = false) => {
    const seen = reading?.tiles.find((other) => other.id === tile.id);
    if (!seen) return shownTile(tile.kind);
    const classes = `${doubted.has(tile.id) || !isTile(tile.kind) ? "doubted" : ""} ${turned ? "turned" : ""}`;
    const label = doubted.has(tile.id) ? `${say(place)}, ${say("not_sure")}` : say(place);
    return tileButton(tile.kind, () => rename(seen, tile, act), { classes, label, key: `seen-${tile.id}` });
  };
  const zone = (name, found) => (found.length ? h("div", { class: `zone ${name}` }, h("h3", {}, say(name)), h("div", { class: "tiles" }, found)) : null);
  return h("div", { class: "read" },
    zone("concealed", hand.concealed.map((tile) => one(tile, "concealed"))),
    zone("winning", hand.winning ? [one(hand.winning, "winning")] : []),
    zone("melds", hand.melds.map((meld) => h("span", { class: `meld ${meld.concealed ? "covered" : ""}` },
      meld.tiles.map((tile, at) => one(tile, "melds", turnedIn(meld) === at))))),
    zone("flowers", hand.flowers.map((tile) => one(tile, "flowers"))),
    zone("dora", (record?.dora_indicators ?? []).map(shownTile)),
    zone("ura", (record?.ura_indicators ?? []).map(shownTile)));
}

function rename(seen, tile, act) {
  openDialog(tileName(tile.kind), ...palette((kind) => {
    closeDialog();
    act.answerShown({ answers: { [`tile:${seen.id}`]: kind } });
  }, seen.names, tile.kind));
}

/** Who won, where the camera cannot tell, and on whose tile. */
function who(now, proposal, act) {
  if (!proposal.reading) return [];
  const group = (label, buttons) => h("div", { class: "fact", role: "group", "aria-label": label },
    h("span", { class: "label" }, label), h("div", { class: "row wrap" }, buttons));
  const button = (key, text, small, on, said) => h("button", { type: "button", "aria-pressed": String(on), "data-key": key, onclick: () => act.answerShown(said) },
    text, small ? h("small", {}, ` ${small}`) : null);
  const givers = SEATS.filter((seat) => seat !== proposal.seat);
  return [
    proposal.whose ? null : group(say("who_won"), SEATS.map((seat) =>
      button(`shown-won-${seat}`, now.seats[seat], seatName(seat), proposal.seat === seat, { seat }))),
    group(say("on_whose_tile"), [
      ...givers.map((seat) => button(`shown-from-${seat}`, now.seats[seat], seatName(seat), proposal.how === seat, { how: seat })),
      button("shown-from-wall", say("self_drawn"), null, proposal.how === "wall", { how: "wall" }),
    ]),
  ].filter(Boolean);
}

function doubtful(doubt, act) {
  const more = {
    last_tile: () => h("button", { type: "button", class: "quiet", onclick: () => act.answerShown({ flags: ["last_tile"] }), "data-key": "last-tile" }, say("was_last")),
    ura: () => h("button", { type: "button", class: "quiet", onclick: () => chooseUra(act, []), "data-key": "ura" }, say("ura")),
  }[doubt.code];
  return h("p", { class: "note doubt" }, inWords(doubt.text), " ", more ? more() : null);
}

function chooseUra(act, chosen) {
  const done = h("button", { type: "button", class: "primary", disabled: !chosen.length, onclick: () => { closeDialog(); act.answerShown({ ura: chosen }); } }, say("record_it"));
  openDialog(say("ura"), h("div", { class: "tiles" }, chosen.map(shownTile)), h("div", { class: "actions" }, done),
    ...palette((kind) => chooseUra(act, [...chosen, kind].slice(-5))));
}

function score(now, told, known) {
  const points = (item) => (item.count > 1 ? `${item.count} × ${item.value} = ${item.points}` : `${item.points}`);
  return [
    h("p", { class: "total" }, h("b", {}, String(told.total)), ` ${say("points")}`),
    h("ul", { class: "items" }, told.items.map((item) => h("li", { class: "row spread" }, h("span", {}, item.name), h("b", { class: "points" }, points(item))))),
    known && told.changes ? h("p", { class: "row wrap changes" }, told.changes.map((change) =>
      h("span", { class: change.points > 0 ? "gains" : change.points < 0 ? "pays" : "" }, `${now.seats[change.seat]} ${signed(change.points)}`))) : null,
  ].filter(Boolean);
}
