import type { Ref } from "preact";
import { useEffect, useRef, useState } from "preact/hooks";
import type { Scored } from "../answers";
import { pointsOfEnding, type WinEnding } from "../deal_preview";
import { recordShownHand } from "../evening_steps";
import { state } from "../fact_steps";
import { isWonBy, isWonSomehow, missingFact, WINDS, winnerSeat } from "../facts";
import { closedSeats } from "../game_store";
import { isRecordable, statedFacts } from "../hand_facts";
import { evaluation } from "../hand_score";
import { text } from "../texts";
import { seatName } from "../tile_names";
import { signedText } from "./numbers";
import "./two_taps.css";

/** Who won, and on whose tile, while that is not known: the second tap records the deal. */
export function TwoTaps() {
  const { seat } = statedFacts.value;
  const endings = useRef<HTMLFieldSetElement>(null);
  /** Whether the winner was tapped here, and not at the table below, from where nothing leads away. */
  const isTapped = useRef(false);
  useEffect(() => {
    if (isTapped.current) endings.current?.scrollIntoView({ block: "nearest" });
    isTapped.current = false;
  }, [seat]);
  const scored = evaluation.value?.score;
  if (!isRecordable.value || scored == null || !isWonSomehow(scored)) return null;
  if (missingFact(statedFacts.value) === null) return null;
  const choose = (winner: string) => {
    isTapped.current = true;
    state("seat", winner);
  };
  return (
    <div class="two-taps">
      <WhoWon chosen={seat} onChoose={choose} />
      {seat !== undefined && [true, false].some((isDrawn) => isWonBy(scored, isDrawn)) && (
        <Endings scored={scored} winner={winnerSeat(statedFacts.value)} shown={endings} />
      )}
    </div>
  );
}

/** The players who may have won. */
export function WhoWon({
  chosen,
  onChoose,
}: {
  chosen?: unknown;
  onChoose: (seat: string) => void;
}) {
  return (
    <fieldset class="who-won">
      <legend>{text("who_won")}</legend>
      <div class="segments">
        {WINDS.filter((one) => !closedSeats.value.includes(one)).map((one) => (
          <button
            type="button"
            class="segment"
            key={one}
            aria-pressed={chosen === undefined ? undefined : chosen === one}
            onClick={() => onChoose(one)}
          >
            {seatName(one)}
          </button>
        ))}
      </div>
    </fieldset>
  );
}

/** How the win ends, each ending with what it brings the winner, or costs the discarder. Each is below
 * its player: below the winner, that the tile was drawn. */
function Endings({
  scored,
  winner,
  shown,
}: {
  scored: Scored;
  winner: string;
  shown: Ref<HTMLFieldSetElement>;
}) {
  const record = (ending: WinEnding) => {
    if (ending === null) state("self_drawn", true);
    else state("discarder", ending);
    void recordShownHand();
  };
  return (
    <fieldset ref={shown}>
      <legend>{text("evening_ends")}</legend>
      <div class="segments">
        {WINDS.map((one) => (one === winner ? null : one)).map((ending) => (
          <button
            type="button"
            class="segment"
            key={String(ending)}
            disabled={!isWonBy(scored, ending === null)}
            onClick={() => record(ending)}
          >
            {ending === null ? text("drawn") : seatName(ending)}
            <EndingPoints ending={ending} seat={ending ?? winner} />
          </button>
        ))}
      </div>
    </fieldset>
  );
}

function EndingPoints({ ending, seat }: { ending: WinEnding; seat: string }) {
  const [points, setPoints] = useState<number | null>(null);
  const shown = evaluation.value;
  useEffect(() => {
    let isLatest = true;
    setPoints(null);
    void pointsOfEnding(shown?.record, ending, seat).then((found) => {
      if (isLatest) setPoints(found);
    });
    return () => {
      isLatest = false;
    };
  }, [shown, ending, seat]);
  return <small>{points === null ? "\u00a0" : signedText(points)}</small>;
}
