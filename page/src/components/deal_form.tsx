import { useEffect, useRef } from "preact/hooks";
import {
  chooseDiscarder,
  chooseWinner,
  type Deal,
  declare,
  type Ending,
  entryForm,
  followPlayers,
  isWhole,
  type Measure,
  NO_DEAL,
  SEATS,
  type Seats,
  toggled,
  withWorth,
  worthOf,
} from "../deal";
import type { GameView } from "../game_home";
import { useKeptState } from "../kept_state";
import { text } from "../texts";
import { Choices } from "./choices";
import { WinWorth } from "./win_worth";
import "./deal_form.css";

/** A deal that is entered without tiles: who won how much, or how else it ended. */
export function DealForm({
  shown,
  seats,
  before = NO_DEAL,
  warning = null,
  keptName = null,
  onDone,
  onRecord,
}: {
  shown: GameView;
  seats: Seats;
  before?: Deal;
  warning?: string | null;
  /** Under which what was stated survives a reload. */
  keptName?: string | null;
  onDone: () => void;
  onRecord: (happened: object) => Promise<boolean>;
}) {
  const [entered, setDeal] = useKeptState<Deal>(keptName, {
    ...before,
    reason: before.reason ?? shown.aborts[0]?.reason ?? null,
  });
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => form.current?.scrollIntoView({ block: "nearest" }), []);
  const deal = followPlayers(entered, seats);
  const endings: Ending[] = ["won", "drawn", "false_win"];
  if (shown.aborts.length > 0) endings.push("aborted");
  endings.push("none");
  const nameOf = (seat: string) => shown.players[seats[seat] ?? 0] ?? seat;
  const named = (from: readonly string[]) => from.map((seat) => [seat, nameOf(seat)] as const);
  return (
    <form
      ref={form}
      class="deal"
      onSubmit={(event) => {
        event.preventDefault();
        void onRecord(entryForm(deal, measureOf(shown))).then((isRecorded) => {
          if (isRecorded) onDone();
        });
      }}
    >
      <Choices
        label={text("how_ended")}
        options={endings.map((one) => [one, text(`ended_${one}`)])}
        chosen={[deal.ending]}
        onTap={(one) => setDeal({ ...deal, ending: one as Ending })}
      />
      {deal.ending === "won" && (
        <Won shown={shown} deal={deal} nameOf={nameOf} onChange={setDeal} />
      )}
      {deal.ending === "false_win" && (
        <Choices
          label={text("who")}
          options={named(SEATS)}
          chosen={deal.seat === null ? [] : [deal.seat]}
          onTap={(seat) => setDeal({ ...deal, seat })}
        />
      )}
      {deal.ending === "drawn" && shown.noten && (
        <Choices
          label={text("ready")}
          options={named(SEATS)}
          chosen={deal.ready}
          onTap={(seat) => setDeal({ ...deal, ready: toggled(deal.ready, seat) })}
        />
      )}
      {deal.ending === "aborted" && (
        <Choices
          label={text("why")}
          options={shown.aborts.map((one) => [one.reason, one.name])}
          chosen={deal.reason === null ? [] : [deal.reason]}
          onTap={(reason) => setDeal({ ...deal, reason })}
        />
      )}
      {shown.riichi && deal.ending !== "false_win" && (
        <Choices
          label={text("riichi_by")}
          options={named(SEATS)}
          chosen={deal.riichi}
          onTap={(seat) => setDeal(declare(deal, seat))}
        />
      )}
      {deal.ending === "none" && (
        <Choices
          label={text("dead_hand_of")}
          options={named(SEATS)}
          chosen={deal.dead}
          onTap={(seat) => setDeal({ ...deal, dead: toggled(deal.dead, seat) })}
        />
      )}
      {warning !== null && (
        <p role="alert" class="notice">
          {warning}
        </p>
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={!isWhole(deal, measureOf(shown))}>
          {text("record")}
        </button>
        <button type="button" onClick={onDone}>
          {text("cancel")}
        </button>
      </div>
    </form>
  );
}

/** Return by what a hand of a game is worth something. */
function measureOf({ measure, riichi }: GameView): Measure {
  return measure ?? (riichi ? "fan" : "points");
}

/** Who won from whom, and what each winner's hand is worth. */
function Won({
  shown,
  deal,
  nameOf,
  onChange,
}: {
  shown: GameView;
  deal: Deal;
  nameOf: (seat: string) => string;
  onChange: (deal: Deal) => void;
}) {
  const { winners, discarder } = deal;
  const areSeveral = shown.winners > 1 && typeof discarder === "string";
  const payers = SEATS.filter((seat) => areSeveral || !winners.includes(seat));
  const hasDeclared = typeof discarder === "string" && deal.riichi.includes(discarder);
  return (
    <>
      <Choices
        label={text("who")}
        options={SEATS.map((seat) => [seat, nameOf(seat)])}
        chosen={winners}
        onTap={(seat) => onChange(chooseWinner(deal, seat, shown.winners))}
      />
      <Choices
        label={text("discarded_by")}
        options={[["", text("drawn")], ...payers.map((seat) => [seat, nameOf(seat)] as const)]}
        chosen={discarder === undefined ? [] : [discarder ?? ""]}
        onTap={(seat) => onChange(chooseDiscarder(deal, seat === "" ? null : seat))}
      />
      {winners.map((seat) => (
        <WinWorth
          key={seat}
          seat={seat}
          worth={worthOf(deal, seat)}
          measure={measureOf(shown)}
          least={shown.least ?? 1}
          nameOf={nameOf}
          onChange={(changed) => onChange(withWorth(deal, seat, changed))}
        />
      ))}
      {shown.riichi && hasDeclared && (
        <label class="check">
          <input
            type="checkbox"
            checked={deal.onRiichiTile}
            onChange={(event) => onChange({ ...deal, onRiichiTile: event.currentTarget.checked })}
          />{" "}
          {text("on_riichi_tile")}
        </label>
      )}
    </>
  );
}
