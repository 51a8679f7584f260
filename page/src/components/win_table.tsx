import type { ComponentChildren } from "preact";
import type { Fact } from "../answers";
import { state } from "../fact_steps";
import { missingFact, totalsByAnswer, valueNow, WINDS, winnerSeat } from "../facts";
import { closedSeats, isJoined, stateOfDeal } from "../game_store";
import { draft } from "../hand_draft";
import { hand } from "../hand_score";
import { text } from "../texts";
import { seatName } from "../tile_names";
import { Face } from "./face";
import "./win_table.css";

const SEATS: readonly string[] = WINDS;
/** The sides of the table in the order of play. */
const SIDES = ["at-bottom", "at-right", "at-top", "at-left"] as const;

/** The table seen from above: who won, and from whom, or from the wall, the winning tile came. */
export function WinTable({ facts }: { facts: readonly Fact[] }) {
  const given = draft.value.facts;
  const winner = winnerSeat(given);
  const isSeatAssumed = !("seat" in given);
  const totals = totalsByAnswer(find(facts, "seat"));
  return (
    <>
      <div class="win-table">
        <fieldset id="fact-seat">
          <legend class="hidden">{text("who_won")}</legend>
          {seatsOf(find(facts, "seat"))
            .filter((seat) => !closedSeats.value.includes(seat))
            .map((seat) => (
              <Tap
                key={seat}
                class={`player ${sideOf(seat)}`}
                isChosen={winner === seat}
                isAssumed={isSeatAssumed}
                onTap={() => state("seat", seat)}
              >
                <span class="sitter">{seatName(seat)}</span>
                <Total total={totals[seat]} />
              </Tap>
            ))}
        </fieldset>
        {!isJoined.value && <Source facts={facts} winner={winner} />}
      </div>
      <p class="table-caption">{caption(facts)}</p>
    </>
  );
}

/** Where the winning tile came from: the wall in the middle, or another player's discards. */
function Source({ facts, winner }: { facts: readonly Fact[]; winner: string }) {
  const given = draft.value.facts;
  const drawn = find(facts, "self_drawn");
  const isAssumed = !("self_drawn" in given) && !("discarder" in given);
  const isDrawn = valueNow(given, facts, "self_drawn") === true;
  const discarder = isDrawn ? null : valueNow(given, facts, "discarder");
  const totals = totalsByAnswer(drawn);
  const tile = hand.value?.winning?.kind;
  return (
    <>
      <fieldset id="fact-self_drawn">
        <legend class="hidden">{text("winning")}</legend>
        <Tap
          class="middle"
          isChosen={isDrawn}
          isAssumed={isAssumed}
          onTap={() => state("self_drawn", given.self_drawn !== true)}
        >
          {text("drawn")}
          <Total total={isDrawn ? undefined : totals.true} />
        </Tap>
      </fieldset>
      <fieldset id="fact-discarder">
        <legend class="hidden">{text("discarded_by")}</legend>
        {seatsOf(find(facts, "discarder"))
          .filter((seat) => seat !== winner)
          .map((seat) => (
            <Tap
              key={seat}
              class={`from ${sideOf(seat)}`}
              isChosen={discarder === seat}
              isAssumed={isAssumed}
              onTap={() => state("discarder", seat)}
            >
              <span class="hidden">{seatName(seat)}</span>
              <span class="tile">{tile === undefined ? null : <Face kind={tile} isNamed />}</span>
            </Tap>
          ))}
      </fieldset>
    </>
  );
}

function Tap({
  class: place,
  isChosen,
  isAssumed,
  onTap,
  children,
}: {
  class: string;
  isChosen: boolean;
  isAssumed: boolean;
  onTap: () => void;
  children: ComponentChildren;
}) {
  return (
    <button
      type="button"
      class={isChosen && isAssumed ? `${place} assumed` : place}
      aria-pressed={isChosen}
      onClick={onTap}
    >
      {children}
    </button>
  );
}

/** The total that an answer would give, where that is another one: in one line, below the name. */
function Total({ total }: { total: number | null | undefined }) {
  if (total === undefined) return null;
  if (total !== null) return <small>{total}</small>;
  return (
    <small>
      <span aria-hidden="true">–</span>
      <span class="hidden">{text("not_a_win")}</span>
    </small>
  );
}

function find(facts: readonly Fact[], name: string): Fact | undefined {
  return facts.find((fact) => fact.name === name);
}

/** Return the seats that answer a fact. */
function seatsOf(fact: Fact | undefined): readonly string[] {
  return SEATS.filter((wind) => fact?.options.some(({ value }) => value === wind) ?? true);
}

/** Return a seat's side: the first player of a game always sits at the bottom, else East does. */
function sideOf(seat: string): (typeof SIDES)[number] {
  const seats = stateOfDeal()?.seats;
  const first = SEATS.findIndex((one) => seats?.[one] === 0);
  const place = SEATS.indexOf(seat) - Math.max(0, first);
  return SIDES[(place + SIDES.length) % SIDES.length]!;
}

/** Return what is still to be tapped, or what was. */
function caption(facts: readonly Fact[]): string {
  const given = draft.value.facts;
  const missing = missingFact(given);
  if (missing === "seat") return text("who_won");
  const winner = seatName(winnerSeat(given));
  const payer = valueNow(given, facts, "discarder");
  if (typeof payer === "string") return text("wins_on", { winner, payer: seatName(payer) });
  if (missing !== null) return isJoined.value ? winner : text("who_pays");
  return text("wins_drawn", { winner });
}
