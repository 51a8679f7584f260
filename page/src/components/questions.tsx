import { openQuestions } from "../open_questions";
import { answer, chosen, draft, evaluation } from "../store";
import { text } from "../texts";
import { CloseUp, shownPhoto } from "./close_up";
import { QuestionList } from "./question_list";

/** The open questions of a photo. */
export function Questions() {
  const { tiles = [] } = evaluation.value?.reading ?? {};
  const questions = openQuestions(evaluation.value);
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
