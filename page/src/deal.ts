/** A deal as it is entered without tiles: pure steps, and the entry form that records it. */

export const SEATS = ["E", "S", "W", "N"] as const;

/** How a deal ends; `none` while it goes on: riichi was declared, or a hand is dead. */
export type Ending = "won" | "drawn" | "false_win" | "aborted" | "none";

/** The player of each seat. */
export type Seats = Readonly<Record<string, number>>;

/** By what a hand is worth something: points, faan of Hong Kong, or fan and fu. */
export type Measure = "points" | "faan" | "fan";

/** What a winner's hand is worth: by the rule set's own measure, or by what each player pays. */
export interface Worth {
  /** Points, or faan. */
  readonly points: string;
  readonly fan: string;
  readonly fu: string;
  /** Yakuman, in place of fan; "" for none. */
  readonly yakuman: string;
  /** The seat that fed the yakuman's last set; "" for none. */
  readonly liable: string;
  /** What each seat pays; null while the measure counts. */
  readonly paid: Readonly<Record<string, string>> | null;
}

export interface Deal {
  readonly ending: Ending;
  readonly winners: readonly string[];
  /** Who discarded the winning tile; null if it was drawn, undefined while it is unknown. */
  readonly discarder: string | null | undefined;
  readonly worths: Readonly<Record<string, Worth>>;
  readonly riichi: readonly string[];
  readonly dead: readonly string[];
  readonly ready: readonly string[];
  readonly reason: string | null;
  /** Who won falsely. */
  readonly seat: string | null;
  readonly onRiichiTile: boolean;
  /** Who sat where when it was entered; null for the seats of now. */
  readonly seating: Seats | null;
}

/** An event of a recorded entry (`scoring.game.serialization`). */
export interface GameEvent {
  readonly type: string;
  readonly seat?: string;
  readonly ready?: readonly string[];
  readonly reason?: string;
  readonly discarder?: string | null;
  readonly on_riichi_tile?: boolean;
  /** Points of an adjustment. */
  readonly changes?: ChangesBySeat;
  readonly winners?: readonly { readonly seat: string; readonly changes: ChangesBySeat }[];
}

type ChangesBySeat = Readonly<Record<string, number>>;

const NO_WORTH: Worth = {
  points: "",
  fan: "1",
  fu: "30",
  yakuman: "",
  liable: "",
  paid: null,
};

export const NO_DEAL: Deal = {
  ending: "won",
  winners: [],
  discarder: undefined,
  worths: {},
  riichi: [],
  dead: [],
  ready: [],
  reason: null,
  seat: null,
  onRiichiTile: false,
  seating: null,
};

/** Return the seat that the player of a seat has now. */
export function seatNow(seat: string, before: Seats, now: Seats): string {
  return SEATS.find((one) => now[one] === before[seat]) ?? seat;
}

/** Return the deal of the same players at their seats of now: others may have recorded one. */
export function followPlayers(deal: Deal, now: Seats): Deal {
  const { seating } = deal;
  if (seating === null || SEATS.every((seat) => seating[seat] === now[seat])) {
    return { ...deal, seating: now };
  }
  const move = (seat: string) => seatNow(seat, seating, now);
  const moveAll = (seats: readonly string[]) => seats.map(move);
  const moveKeys = <T>(values: Readonly<Record<string, T>>) =>
    Object.fromEntries(Object.entries(values).map(([seat, value]) => [move(seat), value]));
  const moveWorth = (worth: Worth): Worth => ({
    ...worth,
    liable: worth.liable === "" ? "" : move(worth.liable),
    paid: worth.paid === null ? null : moveKeys(worth.paid),
  });
  const worths = Object.entries(deal.worths).map(([seat, one]) => [seat, moveWorth(one)] as const);
  return {
    ...deal,
    winners: moveAll(deal.winners),
    discarder: typeof deal.discarder === "string" ? move(deal.discarder) : deal.discarder,
    worths: moveKeys(Object.fromEntries(worths)),
    riichi: moveAll(deal.riichi),
    dead: moveAll(deal.dead),
    ready: moveAll(deal.ready),
    seat: deal.seat === null ? null : move(deal.seat),
    seating: now,
  };
}

/** Return who declared riichi in recorded events, and whether the winning tile was that of one. */
export function declaredIn(events: readonly GameEvent[]): {
  readonly by: readonly string[];
  readonly onTile: boolean;
} {
  const { riichi, onRiichiTile } = dealOf(events);
  return { by: riichi, onTile: onRiichiTile };
}

/** Return the deal of recorded events: a win by what each player paid. */
export function dealOf(events: readonly GameEvent[]): Deal {
  let deal = NO_DEAL;
  for (const event of events) {
    const { type, seat = null } = event;
    if (type === "riichi" && seat !== null) {
      deal = { ...deal, ending: "none", riichi: [...deal.riichi, seat] };
    } else if (type === "dead_hand" && seat !== null) {
      deal = { ...deal, ending: "none", dead: [...deal.dead, seat] };
    } else if (type === "won") {
      deal = { ...deal, ...wonOf(event) };
    } else {
      const { ready = [], reason = null } = event;
      deal = { ...deal, ending: type as Ending, seat, ready, reason };
    }
  }
  return deal;
}

/** The form by which an entry can be entered again, as far as its points go. */
export interface DealEntry {
  readonly ended: {
    readonly winners?: readonly {
      readonly seat: string;
      readonly points?: number;
      readonly fan?: number;
      readonly fu?: number;
      readonly yakuman?: number;
    }[];
  } | null;
}

/** Return the deal with its hands by the rule set's own measure, where that gives what was paid. */
export function withMeasures(deal: Deal, { ended }: DealEntry): Deal {
  return (ended?.winners ?? []).reduce((found, { seat, points, fan, fu, yakuman }) => {
    if (points === undefined && fan === undefined && yakuman === undefined) return found;
    // faan have no fu
    const amount = fu === undefined ? (points ?? fan) : points;
    const measure = { points: stated(amount), fan: stated(fan, "1"), fu: stated(fu, "30") };
    return withWorth(found, seat, { ...measure, yakuman: stated(yakuman), paid: null });
  }, deal);
}

function stated(amount: number | undefined, otherwise = ""): string {
  return amount === undefined ? otherwise : String(amount);
}

function wonOf(event: GameEvent): Partial<Deal> {
  const winners = event.winners ?? [];
  const worths = winners.map(({ seat, changes }) => {
    const paid = SEATS.filter((one) => one !== seat && (changes[one] ?? 0) !== 0);
    const amounts = paid.map((one) => [one, String(-(changes[one] ?? 0))] as const);
    return [seat, { ...NO_WORTH, paid: Object.fromEntries(amounts) }] as const;
  });
  return {
    ending: "won",
    winners: winners.map(({ seat }) => seat),
    discarder: event.discarder ?? null,
    worths: Object.fromEntries(worths),
    onRiichiTile: event.on_riichi_tile ?? false,
  };
}

/** Choose a winner; several may win on one discard where the rules let them. */
export function chooseWinner(deal: Deal, seat: string, most: number): Deal {
  const areSeveral = most > 1 && typeof deal.discarder === "string";
  const discarder = deal.discarder === seat ? undefined : deal.discarder;
  const winners = areSeveral ? toggled(deal.winners, seat) : [seat];
  return { ...deal, winners, discarder };
}

/** State who discarded the winning tile; null if it was drawn. */
export function chooseDiscarder(deal: Deal, seat: string | null): Deal {
  const winners =
    seat === null ? deal.winners.slice(0, 1) : deal.winners.filter((one) => one !== seat);
  return { ...deal, discarder: seat, winners };
}

/** State that a player declared riichi, or did not: who did was ready when nobody won. */
export function declare(deal: Deal, seat: string): Deal {
  const riichi = toggled(deal.riichi, seat);
  const isReady = deal.ending === "drawn" && riichi.includes(seat) && !deal.ready.includes(seat);
  return { ...deal, riichi, ready: isReady ? [...deal.ready, seat] : deal.ready };
}

/** State what a winner's hand is worth. */
export function withWorth(deal: Deal, seat: string, changed: Partial<Worth>): Deal {
  const worth = { ...worthOf(deal, seat), ...changed };
  return { ...deal, worths: { ...deal.worths, [seat]: worth } };
}

export function worthOf(deal: Deal, seat: string): Worth {
  return deal.worths[seat] ?? NO_WORTH;
}

export function toggled(seats: readonly string[], seat: string): readonly string[] {
  return seats.includes(seat) ? seats.filter((other) => other !== seat) : [...seats, seat];
}

/** Return whether nothing is missing. */
export function isWhole(deal: Deal, measure: Measure): boolean {
  const { ending, winners, discarder } = deal;
  if (ending === "won") {
    const areWorth = winners.every((seat) => isStated(worthOf(deal, seat), measure));
    return winners.length > 0 && discarder !== undefined && areWorth;
  }
  if (ending === "false_win") return deal.seat !== null;
  if (ending === "aborted") return deal.reason !== null;
  return ending === "drawn" || deal.riichi.length + deal.dead.length > 0;
}

function isStated({ points, paid }: Worth, measure: Measure): boolean {
  if (paid !== null) return Object.values(paid).some((amount) => Number(amount) > 0);
  return measure === "fan" || Number(points) > 0;
}

/** Return the entry form (`handreader/web/forms/entry_form.py`). */
export function entryForm(deal: Deal, measure: Measure): object {
  const { ending, riichi, dead } = deal;
  return {
    riichi: ending === "false_win" ? [] : riichi,
    dead: ending === "none" ? dead : [],
    ended: endingForm(deal, measure),
  };
}

function endingForm(deal: Deal, measure: Measure): object | null {
  switch (deal.ending) {
    case "won":
      return {
        type: "won",
        discarder: deal.discarder ?? null,
        on_riichi_tile: deal.onRiichiTile,
        winners: deal.winners.map((seat) => worthForm(seat, worthOf(deal, seat), measure)),
      };
    case "drawn":
      return { type: "drawn", ready: deal.ready };
    case "false_win":
      return { type: "false_win", seat: deal.seat };
    case "aborted":
      return { type: "aborted", reason: deal.reason };
    default:
      return null;
  }
}

function worthForm(seat: string, worth: Worth, measure: Measure): object {
  const { points, fan, fu, yakuman, liable, paid } = worth;
  if (paid !== null) {
    const changes = Object.fromEntries(SEATS.map((one) => [one, -Number(paid[one] ?? 0)]));
    changes[seat] = SEATS.reduce((sum, one) => sum + Number(paid[one] ?? 0), 0);
    return { seat, changes };
  }
  if (measure === "points") return { seat, points: Number(points) };
  if (measure === "faan") return { seat, fan: Number(points) };
  if (yakuman === "") return { seat, fan: Number(fan), fu: Number(fu) };
  return { seat, yakuman: Number(yakuman), ...(liable === "" ? {} : { liable }) };
}
