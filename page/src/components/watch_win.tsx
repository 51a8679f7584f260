import { useState } from "preact/hooks";
import { WINDS } from "../facts";
import { patternPlaces } from "../highlight";
import { text } from "../texts";
import { windName } from "../tile_names";
import { correctProposal } from "../watch_hand";
import type { ShownWin } from "../watch_state";
import { answerShown, command, shownPicture, tableNow } from "../watch_store";
import { Choices } from "./choices";
import { ExplainedScore } from "./explained_score";
import { HandTiles } from "./hand_tiles";
import { dotted, signedText } from "./numbers";
import { QuestionList } from "./question_list";
import { TilePicker } from "./tile_picker";
import { totalText } from "./total_bar";
import { WatchDoubt } from "./watch_doubt";

/** A hand that was laid down: its tiles, questions and score; yes, no, or corrected. */
export function WatchWin({ proposal }: { proposal: ShownWin }) {
  const [lit, setLit] = useState<string | null>(null);
  const [picked, setPicked] = useState<number | null>(null);
  const { hand, reading, score, seat } = proposal;
  const item = score?.items.find(({ id }) => id === lit);
  const places = hand === null || item === undefined ? null : patternPlaces(hand, item);
  const tile = reading?.tiles.find(({ id }) => id === picked);
  const picture = shownPicture.value;
  const name = (id: number) => `tile:${id}`;
  return (
    <section aria-labelledby="proposal-title" id="proposal">
      <h2 id="proposal-title">
        {seat == null
          ? text("hand_shown")
          : text("wins_asked", { who: proposal.seats[seat] ?? "" })}
      </h2>
      {picture !== null && <img class="picture" src={picture.address} alt={text("hand_picture")} />}
      {hand !== null && (
        <HandTiles
          hand={hand}
          doubtful={proposal.doubts.flatMap(({ tiles }) => tiles)}
          lit={places}
          onPick={setPicked}
        />
      )}
      {reading?.problems.map((problem) => (
        <p key={problem.text} class={problem.fatal ? "problem" : "hint"}>
          {problem.text}
        </p>
      ))}
      <QuestionList
        questions={reading?.questions ?? []}
        answers={{}}
        marksAssumed
        onAnswer={(id, value) => answerShown({ answers: { [id]: value } })}
        onPick={setPicked}
      />
      <Winner proposal={proposal} />
      {proposal.doubts.map((doubt) => (
        <WatchDoubt key={doubt.text} doubt={doubt} />
      ))}
      {score !== null && (
        <div class="total">
          <strong>{totalText(score)}</strong>
          <span>{paidText(proposal)}</span>
        </div>
      )}
      {score !== null && <ExplainedScore score={score} lit={lit} onLight={setLit} />}
      {proposal.needs.map((sentence) => (
        <p key={sentence} class="problem">
          {sentence}
        </p>
      ))}
      <Verdict proposal={proposal} />
      {tile !== undefined && (
        <TilePicker
          tile={tile}
          picture={
            reading === undefined || picture === null
              ? null
              : { ...reading, address: picture.address, photo: null }
          }
          onPick={(kind) => {
            setPicked(null);
            answerShown({ answers: { [name(tile.id)]: kind } });
          }}
          onClose={() => setPicked(null)}
        />
      )}
    </section>
  );
}

/** Who won, where the camera cannot know it, and on whose tile. */
function Winner({ proposal }: { proposal: ShownWin }) {
  if (proposal.reading === undefined) return null;
  const seats = WINDS.map((wind): [string, string] => [
    wind,
    `${proposal.seats[wind]} (${windName(wind)})`,
  ]);
  return (
    <>
      {proposal.whose !== true && (
        <div id="shown-winner">
          <Choices
            label={text("who_won")}
            options={seats}
            chosen={proposal.seat == null ? [] : [proposal.seat]}
            onTap={(seat) => answerShown({ seat })}
          />
        </div>
      )}
      <div id="shown-source">
        <Choices
          label={text("discarded_by")}
          options={[...seats.filter(([wind]) => wind !== proposal.seat), ["wall", text("drawn")]]}
          chosen={proposal.how == null ? [] : [proposal.how]}
          onTap={(how) => answerShown({ how })}
        />
      </div>
    </>
  );
}

function Verdict({ proposal }: { proposal: ShownWin }) {
  const isOpen = proposal.needs.length > 0 || proposal.score === null;
  const act = (what: string) =>
    void command((now) => ({ do: what, proposal: now.proposal?.number ?? 0 }));
  return (
    <div class="actions">
      <button
        type="button"
        id="confirm"
        class="primary"
        disabled={isOpen}
        onClick={() => act("confirm")}
      >
        {text("record_shown")}
      </button>
      {proposal.hand !== null && tableNow.value?.over === false && (
        <button type="button" id="correct-shown" onClick={() => correctProposal(proposal)}>
          {text("correct_hand")}
        </button>
      )}
      <button type="button" id="refuse" onClick={() => act("refuse")}>
        {text("no_such_win")}
      </button>
    </div>
  );
}

/** Return who pays and who is paid, once it is known who won and how. */
function paidText({ score, seat, how, seats }: ShownWin): string {
  if (seat == null || how == null) return "";
  const changes = (score?.changes ?? []).filter(({ points }) => points !== 0);
  return dotted(changes.map((change) => `${seats[change.seat]}\u00a0${signedText(change.points)}`));
}
