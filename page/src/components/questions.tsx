import type { Question } from "../answers";
import { draft } from "../hand_draft";
import { chosen } from "../hand_marks";
import { evaluation } from "../hand_score";
import { answer } from "../hand_steps";
import { openQuestions, questionsByNeed } from "../open_questions";
import { text } from "../texts";
import { CloseUp, shownPhoto } from "./close_up";
import { QuestionList } from "./question_list";

/** The open questions of a photo: those that need an answer, then those that have an assumed one. */
export function Questions() {
  const { needed, assumed } = questionsByNeed(openQuestions(evaluation.value));
  return (
    <>
      <QuestionSection name="questions" questions={needed} />
      <QuestionSection name="assumed_answers" questions={assumed} />
    </>
  );
}

function QuestionSection({
  name,
  questions,
}: {
  name: "questions" | "assumed_answers";
  questions: readonly Question[];
}) {
  if (questions.length === 0) return null;
  const { tiles = [] } = evaluation.value?.reading ?? {};
  const picture = shownPhoto();
  const closeUp = (id: number) => {
    const tile = tiles.find((one) => one.id === id);
    return tile !== undefined && picture !== null && <CloseUp tile={tile} picture={picture} />;
  };
  return (
    <section aria-labelledby={`${name}-title`} class="questions">
      <h2 id={`${name}-title`}>{text(name)}</h2>
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
