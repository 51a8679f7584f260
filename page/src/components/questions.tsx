import type { Evaluation } from "../answers";
import { answer, chosen, draft, evaluation } from "../store";
import { text } from "../texts";
import { CloseUp, shownPhoto } from "./close_up";
import { QuestionList } from "./question_list";

const WHICH_TILE = "winning_tile";

/** Return whether whole tiles make no winning hand, whichever of them won. */
function isNoHand(found: Evaluation | null): boolean {
  return found?.score?.state === "no_win" && found.score.score === null;
}

/** The open questions of a photo. */
export function Questions() {
  const { questions: all = [], tiles = [] } = evaluation.value?.reading ?? {};
  const questions = all.filter(({ id }) => id !== WHICH_TILE || !isNoHand(evaluation.value));
  if (questions.length === 0) return null;
  const picture = shownPhoto();
  const closeUp = (id: number) => {
    const tile = tiles.find((one) => one.id === id);
    return tile !== undefined && picture !== null && <CloseUp tile={tile} picture={picture} />;
  };
  return (
    <section aria-labelledby="questions-title" class="questions">
      <h2 id="questions-title">{text("questions")}</h2>
      <QuestionList
        questions={questions}
        answers={draft.value.answers}
        onAnswer={answer}
        isNumbered
        closeUp={closeUp}
        onPick={(tile) => {
          chosen.value = tile;
        }}
      />
    </section>
  );
}
