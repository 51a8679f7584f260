import { useEffect, useState } from "preact/hooks";
import type { Advice, Choice, ExpectedPoints, Hand } from "../answers";
import { ask } from "../complaint";
import { draft } from "../hand_draft";
import { handRequest } from "../hand_request";
import { evaluation, hand } from "../hand_score";
import { useKeptState } from "../kept_state";
import { language, text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";
import { meanText, percentText } from "./numbers";
import "./what_now.css";

/** Discards that are shown before more are asked for. */
const FIRST = 4;

/** What to do with a hand of 13 or 14 tiles that has not won: each discard, and what it leaves. */
export function WhatNow() {
  const shown = hand.value;
  const [isOpen, setOpen] = useKeptState("what_now", false);
  if (shown === null || evaluation.value?.score?.state === "won") return null;
  if (![13, 14].includes(sizeOf(shown))) return null;
  if (!isOpen) {
    return (
      <div class="actions">
        <button type="button" onClick={() => setOpen(true)}>
          {text("what_now")}
        </button>
      </div>
    );
  }
  return (
    <section aria-labelledby="what-now-title">
      <div class="row spread">
        <h2 id="what-now-title">{text("what_now")}</h2>
        <button type="button" class="quiet" onClick={() => setOpen(false)}>
          {text("close")}
        </button>
      </div>
      <Choices />
    </section>
  );
}

/** Return the number of tiles, sets counted as three. */
function sizeOf({ concealed, winning, melds }: Hand): number {
  return concealed.length + (winning === null ? 0 : 1) + 3 * melds.length;
}

function Choices() {
  const advice = useAdvice();
  const [isWhole, setWhole] = useState(false);
  const [opened, setOpened] = useState<number | null>(0);
  if (advice === null) return <p class="hint">{text("scoring")}</p>;
  const { choices, distance } = advice;
  const shown = isWhole ? choices : choices.slice(0, FIRST);
  return (
    <>
      {distance < 0 && <p>{text("hand_complete")}</p>}
      {shown.map((choice, at) => (
        <Discard
          key={choice.discard}
          choice={choice}
          isOpen={opened === at || choice.discard === null}
          onToggle={() => setOpened(opened === at ? null : at)}
        />
      ))}
      {shown.length < choices.length && (
        <button type="button" onClick={() => setWhole(true)}>
          {text("more_discards")}
        </button>
      )}
      {choices.some(({ worth }) => worth !== null) && <p class="hint">{text("worth_hint")}</p>}
    </>
  );
}

/** One discard in a line: a tap shows the tiles that help, and its points in full. */
function Discard({
  choice,
  isOpen,
  onToggle,
}: {
  choice: Choice;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const { discard } = choice;
  return (
    <div class="discard">
      {discard === null ? (
        <p>{distanceText(choice)}</p>
      ) : (
        <button type="button" class="change" aria-expanded={isOpen} onClick={onToggle}>
          <span class="tile">
            <Face kind={discard} isNamed />
          </span>
          <span>
            <span class="hidden">{text("discard_tile", { tile: tileName(discard) })}. </span>
            {distanceText(choice)}
            {choice.worth !== null && <Summary worth={choice.worth} />}
          </span>
        </button>
      )}
      {isOpen && <Detail choice={choice} />}
    </div>
  );
}

function distanceText({ distance, left }: Choice): string {
  if (distance === 0) return text("choice_ready", { count: left });
  return text("choice_away", { distance, count: left });
}

function Summary({ worth }: { worth: NonNullable<Choice["worth"]> }) {
  const { drawn, discarded } = worth;
  if (worth.ways > 0 && drawn.mean === null && discarded.mean === null) {
    return <small class="problem">{discarded.reason ?? text("not_a_win")}</small>;
  }
  const words = (points: ExpectedPoints) =>
    points.mean === null ? text("not_a_win") : meanText(points.mean, language.value);
  return <small>{text("wait_totals", { drawn: words(drawn), discarded: words(discarded) })}</small>;
}

function Detail({ choice }: { choice: Choice }) {
  const { accepted, worth, distance } = choice;
  const total = (points: number | null | undefined) => points ?? text("not_a_win");
  return (
    <div class="detail">
      <ul class="accepted">
        {accepted.map(({ tile, left, drawn, discarded }) => (
          <li key={tile}>
            <span class="tile">
              <Face kind={tile} />
            </span>
            <span>
              ×{left}
              {distance === 0 && (
                <small>
                  {text("wait_totals", { drawn: total(drawn), discarded: total(discarded) })}
                </small>
              )}
            </span>
          </li>
        ))}
      </ul>
      {worth !== null && (
        <ul>
          <li>{pointsText("how_drawn", worth.drawn, worth.ways)}</li>
          <li>{pointsText("how_discarded", worth.discarded, worth.ways)}</li>
        </ul>
      )}
    </div>
  );
}

/** Return the points with their range, and the share of the ways that win. */
function pointsText(
  how: "how_drawn" | "how_discarded",
  { ways: won, mean, least, most, reason }: ExpectedPoints,
  ways: number,
): string {
  if (ways === 0) return `${text(how)}: ${text("none_left")}`;
  if (mean === null || least === null || most === null) {
    return `${text(how)}: ${reason ?? text("not_a_win")}`;
  }
  const gaps = { how: text(how), mean: meanText(mean, language.value), least, most };
  const points = text(least === most ? "same_points" : "likely_points", gaps);
  return won < ways
    ? `${points}; ${text("share_wins", { share: percentText(won / ways) })}`
    : points;
}

/** Have Python advise whenever the hand or what is known of it changes. */
function useAdvice(): Advice | null {
  const [advice, setAdvice] = useState<Advice | null>(null);
  const found = evaluation.value;
  useEffect(() => {
    let isLatest = true;
    void ask<Advice>(handRequest(draft.value, { do: "advise" })).then((answered) => {
      if (isLatest) setAdvice(answered);
    });
    return () => {
      isLatest = false;
    };
  }, [found]);
  return advice;
}
