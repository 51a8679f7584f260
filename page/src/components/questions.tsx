import { answer, chosen, draft, evaluation } from "../store";
import { text } from "../texts";
import { QuestionList } from "./question_list";

/** The open questions of a photo. */
export function Questions() {
  const questions = evaluation.value?.reading?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="questions-title" class="questions">
      <h2 id="questions-title">{text("questions")}</h2>
      <QuestionList
        questions={questions}
        answers={draft.value.answers}
        onAnswer={answer}
        isNumbered
        onPick={(tile) => {
          chosen.value = tile;
        }}
      />
    </section>
  );
}
