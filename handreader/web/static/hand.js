// The hand as the page holds it, and every change to it. Pure: each function gives a new hand.
//
// A hand: {concealed: [tile], winning: tile | null, melds: [meld], flowers, dora, ura: [tile]}
// A tile: {kind: "5m", id: number of the tile in the photo, or null}
// A meld: {type: "chow" | "pung" | "kong", tiles: [tile], concealed: boolean, from: null | "left"...}
// A place: {zone: "concealed" | "winning" | "melds" | ..., at: index, tile: index in a meld}

export const ZONES = ["concealed", "winning", "melds", "flowers", "dora", "ura"];
export const EMPTY = { concealed: [], winning: null, melds: [], flowers: [], dora: [], ura: [] };

const SUIT_ORDER = "mpszf";

export const isTile = (kind) => kind !== "?" && kind !== "back";
const plain = (kind) => (kind[0] === "0" ? `5${kind[1]}` : kind);
const rank = (kind) => Number(plain(kind)[0]);
const order = (kind) => (isTile(kind) ? SUIT_ORDER.indexOf(kind[1]) * 10 + rank(kind) : 99);

export function sorted(tiles) {
  return [...tiles].sort((a, b) => order(a.kind) - order(b.kind));
}

export function tileAt(hand, place) {
  if (place.zone === "winning") return hand.winning;
  if (place.zone === "melds") return hand.melds[place.at].tiles[place.tile];
  return hand[place.zone][place.at];
}

/** Every tile with its place, in the order shown. */
export function places(hand) {
  const found = [];
  for (const zone of ZONES) {
    if (zone === "winning") {
      if (hand.winning) found.push({ zone, at: 0 });
    } else if (zone === "melds") {
      hand.melds.forEach((meld, at) => meld.tiles.forEach((_, tile) => found.push({ zone, at, tile })));
    } else {
      hand[zone].forEach((_, at) => found.push({ zone, at }));
    }
  }
  return found;
}

export function placeOf(hand, id) {
  return places(hand).find((place) => tileAt(hand, place).id === id) ?? null;
}

export function size(hand) {
  return hand.concealed.length + (hand.winning ? 1 : 0) + 3 * hand.melds.length;
}

export const unread = (hand) => places(hand).some((place) => !isTile(tileAt(hand, place).kind));

export function changed(hand, place, kind) {
  const tile = { ...tileAt(hand, place), kind };
  if (place.zone === "winning") return { ...hand, winning: tile };
  if (place.zone === "melds") {
    const tiles = hand.melds[place.at].tiles.with(place.tile, tile);
    return { ...hand, melds: hand.melds.with(place.at, { ...hand.melds[place.at], tiles }) };
  }
  return { ...hand, [place.zone]: hand[place.zone].with(place.at, tile) };
}

/** Without a tile; a set that loses one goes back into the hand, a kong becomes a pung. */
export function removed(hand, place) {
  if (place.zone === "winning") return { ...hand, winning: null };
  if (place.zone !== "melds") {
    return { ...hand, [place.zone]: hand[place.zone].toSpliced(place.at, 1) };
  }
  const meld = hand.melds[place.at];
  const rest = meld.tiles.toSpliced(place.tile, 1);
  if (meld.type === "kong" && !meld.concealed) {
    return { ...hand, melds: hand.melds.with(place.at, { ...meld, type: "pung", tiles: rest }) };
  }
  const melds = hand.melds.toSpliced(place.at, 1);
  return { ...hand, melds, concealed: sorted([...hand.concealed, ...rest]) };
}

export function added(hand, zone, kind) {
  const tile = { kind, id: null };
  if (kind[1] === "f" && (zone === "concealed" || zone === "winning")) zone = "flowers";
  if (zone === "winning") {
    const back = hand.winning ? [hand.winning] : [];
    return { ...hand, winning: tile, concealed: sorted([...hand.concealed, ...back]) };
  }
  return { ...hand, [zone]: sorted([...hand[zone], tile]) };
}

/** Which tile of a called set lies turned: by its place it tells who gave it; -1 if that is not known. */
export function turnedIn(meld) {
  if (meld.concealed || meld.from === null) return -1;
  if (meld.type === "chow" || meld.from === "left") return 0;
  return meld.from === "across" ? 1 : meld.tiles.length - 1;
}

/** With a tile turned: in a set it was claimed, in hand it won; null where turning says nothing. */
export function turned(hand, place) {
  if (place.zone === "concealed") return moved(hand, place, "winning");
  if (place.zone !== "melds") return null;
  const meld = hand.melds[place.at];
  if (meld.concealed) return null;
  if (turnedIn(meld) === place.tile) return meldChanged(hand, place.at, { from: null });
  const last = place.tile === meld.tiles.length - 1;
  const from = meld.type === "chow" || place.tile === 0 ? "left" : last ? "right" : "across";
  return meldChanged(hand, place.at, { from });
}

/** With the tile at a place moved to another zone. */
export function moved(hand, place, zone) {
  const tile = tileAt(hand, place);
  const rest = removed(hand, place);
  if (zone === "winning") {
    const back = rest.winning ? [rest.winning] : [];
    return { ...rest, winning: tile, concealed: sorted([...rest.concealed, ...back]) };
  }
  return { ...rest, [zone]: sorted([...rest[zone], tile]) };
}

/** The sets that the tile at a place of the hand can have been called in, with tiles in hand. */
export function callable(hand, place) {
  const kind = tileAt(hand, place).kind;
  if (!isTile(kind) || kind[1] === "f") return [];
  const others = hand.concealed.map((_, at) => at).filter((at) => place.zone !== "concealed" || at !== place.at);
  const take = (kinds) => {
    const left = [...others];
    const found = [];
    for (const wanted of kinds) {
      const at = left.findIndex((i) => plain(hand.concealed[i].kind) === wanted);
      if (at < 0) return null;
      found.push(left.splice(at, 1)[0]);
    }
    return found;
  };
  const own = plain(kind);
  const suit = own[1];
  const wanted = [];
  if (suit !== "z") {
    for (const first of [rank(kind) - 2, rank(kind) - 1, rank(kind)]) {
      if (first < 1 || first > 7) continue;
      const run = [0, 1, 2].map((step) => `${first + step}${suit}`);
      wanted.push({ type: "chow", kinds: run.filter((k) => k !== own) });
    }
  }
  wanted.push({ type: "pung", kinds: [own, own] }, { type: "kong", kinds: [own, own, own] });
  return wanted
    .map(({ type, kinds }) => ({ type, taken: take(kinds) }))
    .filter(({ taken }) => taken !== null);
}

/** With a set called from the tile at a place and tiles of the hand (indices `taken`). */
export function called(hand, place, { type, taken }, concealed = false) {
  const tiles = sorted([tileAt(hand, place), ...taken.map((at) => hand.concealed[at])]);
  const gone = new Set([...taken, ...(place.zone === "concealed" ? [place.at] : [])]);
  return {
    ...hand,
    winning: place.zone === "winning" ? null : hand.winning,
    concealed: hand.concealed.filter((_, at) => !gone.has(at)),
    melds: [...hand.melds, { type, tiles, concealed, from: null }],
  };
}

/** With a new set on the table whose lowest tile is `kind`. */
export function addedSet(hand, type, kind, concealed) {
  const tile = (step) => ({ kind: type === "chow" ? `${rank(kind) + step}${kind[1]}` : kind, id: null });
  const tiles = [0, 1, 2, 3].slice(0, type === "kong" ? 4 : 3).map(tile);
  return { ...hand, melds: [...hand.melds, { type, tiles, concealed, from: null }] };
}

export function meldChanged(hand, at, change) {
  return { ...hand, melds: hand.melds.with(at, { ...hand.melds[at], ...change }) };
}

export function meldBack(hand, at) {
  const meld = hand.melds[at];
  const tiles = meld.type === "kong" ? meld.tiles.slice(0, 4) : meld.tiles;
  return { ...hand, melds: hand.melds.toSpliced(at, 1), concealed: sorted([...hand.concealed, ...tiles]) };
}

/** The case record of a hand and the facts of its win. */
export function record(hand, rules, facts) {
  const kinds = (tiles) => tiles.map((tile) => tile.kind);
  const { self_drawn, discarder, seat, round, counters, riichi_sticks, discards_first, ...flags } = facts;
  const since =
    discards_first && discarder && hand.winning
      ? [[discards_first, hand.winning.kind], [discarder, hand.winning.kind]]
      : null;
  return {
    rules,
    concealed: kinds(hand.concealed),
    winning_tile: hand.winning?.kind ?? null,
    melds: hand.melds.map((meld) => ({
      type: meld.type, tiles: kinds(meld.tiles), concealed: meld.concealed, from: meld.from,
    })),
    flowers: kinds(hand.flowers),
    dora_indicators: kinds(hand.dora),
    ura_indicators: kinds(hand.ura),
    self_drawn: self_drawn ?? false,
    discarder: discarder ?? null,
    seat: seat ?? null,
    round: round ?? null,
    counters: counters ?? 0,
    riichi_sticks: riichi_sticks ?? 0,
    discards_since: since,
    flags,
  };
}

/** Which tiles of the hand make a group of sets: photo ids and places, as far as they can be told. */
export function placesOfSets(hand, sets) {
  const used = new Set();
  const found = [];
  const key = (place) => `${place.zone}/${place.at}/${place.tile ?? ""}`;
  const all = places(hand).filter((place) => ["concealed", "winning", "melds"].includes(place.zone));
  for (const set of sets) {
    const melded = hand.melds.findIndex(
      (meld, at) => !used.has(`m${at}`) && sorted(meld.tiles).map((t) => plain(t.kind)).join() === set.join(),
    );
    if (melded >= 0) {
      used.add(`m${melded}`);
      found.push(...all.filter((place) => place.zone === "melds" && place.at === melded));
      continue;
    }
    for (const kind of set) {
      const place = all.find((p) => p.zone !== "melds" && !used.has(key(p)) && plain(tileAt(hand, p).kind) === kind);
      if (place) {
        used.add(key(place));
        found.push(place);
      }
    }
  }
  return found;
}

/** Places of single tiles: the winning tile before others of its kind. */
export function placesOfTiles(hand, kinds) {
  const rank = (place) => (place.zone === "winning" ? 0 : 1);
  const held = places(hand).filter((place) => ["concealed", "winning", "melds", "flowers"].includes(place.zone));
  const free = held.sort((a, b) => rank(a) - rank(b));
  return kinds.flatMap((kind) => {
    const at = free.findIndex((place) => plain(tileAt(hand, place).kind) === plain(kind));
    return at < 0 ? [] : free.splice(at, 1);
  });
}
