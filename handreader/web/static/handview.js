// The hand in tile pictures, and what can be done with a tapped tile.

import { by, fill, h } from "./dom.js";
import * as hands from "./hand.js";
import { point } from "./picture.js";
import { closeDialog, openDialog, palette, shownTile, tileButton } from "./tiles.js";
import { say, tileName } from "./words.js";

const key = (place) => `${place.zone}-${place.at}-${place.tile ?? ""}`;

export function showHand(state, act) {
  const section = by("hand");
  if (!state.hand) return fill(section);
  const { hand } = state;
  const zone = (name, shown) => (shown ? zoneOf(state, act, name) : null);
  const riichi = state.rules.startsWith("riichi");
  const count = hands.size(hand);
  fill(
    section,
    h("div", { class: "row spread" },
      h("h2", {}, say("hand")),
      h("span", {},
        h("button", { type: "button", class: "quiet", onclick: act.undo, disabled: !state.past.length, "data-key": "undo" }, say("undo")), " ",
        h("button", { type: "button", class: "quiet", onclick: act.restart, "data-key": "new" }, say("new_hand")))),
    hands.unread(hand) ? h("p", { class: "problem" }, say("unread")) : null,
    zoneOf(state, act, "concealed"),
    zone("winning", hand.winning),
    meldZone(state, act),
    zone("flowers", !riichi || hand.flowers.length),
    zone("dora", riichi || hand.dora.length),
    zone("ura", hand.ura.length || (riichi && (state.facts.riichi || state.facts.double_riichi))),
    count > 0 && count !== 13 && count !== 14 ? h("p", { class: "note" }, `${count} ${say("incomplete")}`) : null,
  );
}

function zoneOf(state, act, zone) {
  const tiles = zone === "winning" ? [state.hand.winning] : state.hand[zone];
  const shown = tiles.map((_, at) => tileOf(state, act, { zone, at }));
  const add = zone === "winning" ? null
    : plus(say("add"), `add-${zone}`, () => chooseTile(say(zone), (kind) => act.edit(hands.added(state.hand, zone, kind)), zone === "concealed"));
  return h("div", { class: `zone ${zone}` }, h("h3", {}, say(zone)), h("div", { class: "tiles" }, shown, add));
}

function meldZone(state, act) {
  const melds = state.hand.melds.map((meld, at) =>
    h("span", { class: `meld ${meld.concealed ? "covered" : ""}` },
      meld.tiles.map((_, tile) => tileOf(state, act, { zone: "melds", at, tile }))));
  const add = plus(say("add_set"), "add-meld", () => chooseSet(state, act));
  return h("div", { class: "zone melds" }, h("h3", {}, say("melds")), h("div", { class: "tiles" }, melds, add));
}

const plus = (label, id, onclick) =>
  h("button", { type: "button", class: "tile plus", "aria-label": label, title: label, onclick, "data-key": id }, "+");

function tileOf(state, act, place) {
  const tile = hands.tileAt(state.hand, place);
  const lit = state.litPlaces.has(key(place));
  const button = tileButton(tile.kind, () => tapTile(state, act, place), { classes: lit ? "lit" : "", label: say(place.zone), key: key(place) });
  const meld = place.zone === "melds" ? state.hand.melds[place.at] : null;
  if (meld && hands.turnedIn(meld) === place.tile) button.classList.add("turned");
  button.setAttribute("aria-keyshortcuts", "T Delete");
  button.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "t" || event.key === "T") act.turn(place);
    else if (event.key === "Delete" || event.key === "Backspace") act.remove(place);
    else return;
    event.preventDefault();
  });
  // a long press on a phone, the other button of a mouse
  button.addEventListener("contextmenu", (event) => {
    event.preventDefault();
    act.turn(place);
  });
  if (tile.id !== null) {
    button.dataset.photo = tile.id;
    button.addEventListener("mouseenter", () => point(tile.id, true));
    button.addEventListener("mouseleave", () => point(tile.id, false));
  }
  return button;
}

export const placeKey = key;

/** What can be done with the tile at a place. */
export function tapTile(state, act, place) {
  const { hand } = state;
  const tile = hands.tileAt(hand, place);
  const seen = state.reading?.tiles.find((one) => one.id === tile.id);
  const doing = (label, change) =>
    h("button", { type: "button", onclick: () => { closeDialog(); change(); } }, label);
  const edits = [];
  const flower = tile.kind[1] === "f";
  const move = (zone) => () => act.edit(hands.moved(hand, place, zone));
  if (place.zone === "concealed" && !flower) edits.push(doing(say("mark_winning"), move("winning")));
  if (place.zone !== "concealed" && place.zone !== "melds") edits.push(doing(say("to_hand"), move("concealed")));
  if (place.zone === "concealed" && flower) edits.push(doing(say("to_flowers"), move("flowers")));
  if (place.zone === "melds") edits.push(...meldEdits(state, act, place.at, doing));
  if (place.zone === "melds" && hands.turned(hand, place)) edits.push(doing(say("turn"), () => act.turn(place)));
  edits.push(doing(say("remove"), () => act.remove(place)));
  openDialog(
    tileName(tile.kind),
    h("div", { class: "actions" }, edits),
    ["concealed", "winning"].includes(place.zone) ? setChoices(state, act, place) : null,
    ...palette((kind) => {
      closeDialog();
      act.rename(place, kind);
    }, seen ? seen.names : [], tile.kind),
  );
}

/** A tile of the photo that is in no part of the hand. */
export function tapAside(state, act, seen) {
  const add = (zone) => {
    closeDialog();
    const hand = hands.added(state.hand, zone, seen.kind);
    const at = hand[zone].findLastIndex((tile) => tile.kind === seen.kind && tile.id === null);
    act.edit({ ...hand, [zone]: hand[zone].with(at, { kind: seen.kind, id: seen.id }) });
  };
  const zone = seen.kind[1] === "f" ? "flowers" : "concealed";
  openDialog(
    tileName(seen.kind),
    hands.isTile(seen.kind)
      ? h("div", { class: "actions" }, h("button", { type: "button", onclick: () => add(zone) }, say(zone === "flowers" ? "to_flowers" : "to_hand")))
      : null,
    ...palette((kind) => { closeDialog(); act.renameAside(seen.id, kind); }, seen.names, seen.kind),
  );
}

function meldEdits(state, act, at, doing) {
  const meld = state.hand.melds[at];
  const edit = (change) => act.edit(hands.meldChanged(state.hand, at, change));
  const edits = [doing(say("set_back"), () => act.edit(hands.meldBack(state.hand, at)))];
  if (meld.type === "kong") {
    edits.push(doing(say(meld.concealed ? "called_kong" : "concealed_kong"), () => edit({ concealed: !meld.concealed, from: null })));
  }
  if (meld.concealed) return edits;
  const sides = meld.type === "chow" ? ["left", null] : ["left", "across", "right", null];
  const group = h("div", { class: "row", role: "group", "aria-label": say("from") }, h("span", {}, say("from")),
    sides.map((side) => {
      const button = doing(say(side ?? "unknown"), () => edit({ from: side }));
      button.setAttribute("aria-pressed", String(meld.from === side));
      return button;
    }));
  return [...edits, group];
}

function setChoices(state, act, place) {
  const { hand } = state;
  if (hand.melds.length >= 4) return null;
  const sets = hands.callable(hand, place);
  if (!sets.length) return null;
  const own = hands.tileAt(hand, place);
  const choice = (set, concealed) => {
    const tiles = hands.sorted([own, ...set.taken.map((at) => hand.concealed[at])]);
    const choose = () => { closeDialog(); act.edit(hands.called(hand, place, set, concealed)); };
    const label = set.type === "kong" ? say(concealed ? "concealed_kong" : "called_kong") : "";
    return h("button", { type: "button", class: "set", onclick: choose }, tiles.map((tile) => shownTile(tile.kind)), label ? h("small", {}, label) : null);
  };
  return h("div", { class: "actions" }, h("span", {}, say("make_set")),
    sets.flatMap((set) => (set.type === "kong" ? [choice(set, false), choice(set, true)] : [choice(set, false)])));
}

/** Adds tiles until the window is closed, or one. */
function chooseTile(title, choose, many) {
  openDialog(title, ...palette((kind) => {
    choose(kind);
    if (many) chooseTile(title, choose, many);
    else closeDialog();
  }));
}

function chooseSet(state, act) {
  const types = [["pung", false, "pung"], ["chow", false, "chow"], ["kong", false, say("called_kong")], ["kong", true, say("concealed_kong")]];
  const pick = (type, concealed, label) => () =>
    openDialog(label, h("p", { class: "hint" }, say("pick")), ...palette((kind) => {
      const wrong = kind[1] === "f" || (type === "chow" && (kind[1] === "z" || kind[0] === "0" || kind[0] > "7"));
      if (wrong) return;
      closeDialog();
      act.edit(hands.addedSet(state.hand, type, kind, concealed));
    }));
  openDialog(say("add_set"), h("div", { class: "actions" },
    types.map(([type, concealed, label]) => h("button", { type: "button", onclick: pick(type, concealed, label) }, label))));
}
