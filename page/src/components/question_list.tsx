import type { Question } from "../answers";
import { catalogue } from "../store";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";

/** What a person can do about a question. */
interface Asking {
  /** What was answered, by the question's id. */
  readonly answers: Readonly<Record<string, string>>;
  readonly onAnswer: (id: string, value: string) => void;
  /** Chooses the kind of a tile among all kinds. */
  readonly onPick: (tile: number) => void;
}

/** Open questions about a hand, each with its answers. */
export function QuestionList({
  questions,
  ...asking
}: Asking & { questions: readonly Question[] }) {
  return questions.map((question) => (
    <fieldset key={question.id}>
      <legend>
        {question.text}
        {question.default !== null && !(question.id in asking.answers) && (
          <small> ({text("assumed")})</small>
        )}
      </legend>
      <div class="options">
        {question.options.length > 0 ? (
          question.options.map((option) => (
            <Option key={option.value} question={question} asking={asking} {...option} />
          ))
        ) : (
          <AnyTile question={question} asking={asking} />
        )}
      </div>
    </fieldset>
  ));
}

function Option({
  question,
  asking,
  value,
  label,
}: {
  question: Question;
  asking: Asking;
  value: string;
  label: string;
}) {
  const isTile = value === "back" || value in (catalogue.value?.tiles ?? {});
  const current = asking.answers[question.id] ?? question.default;
  return (
    <button
      type="button"
      class={isTile ? "choice" : ""}
      aria-pressed={current === value}
      onClick={() => asking.onAnswer(question.id, value)}
    >
      {isTile && <Face kind={value} />}
      <span>{isTile ? tileName(value) : label}</span>
    </button>
  );
}

/** The answer to a question that any tile may answer. */
function AnyTile({ question, asking }: { question: Question; asking: Asking }) {
  const tile = question.tiles[0];
  if (question.id.startsWith("tile:") && tile !== undefined) {
    return (
      <button type="button" onClick={() => asking.onPick(tile)}>
        {text("pick")}
      </button>
    );
  }
  return Object.keys(catalogue.value?.tiles ?? {}).map((kind) => (
    <Option key={kind} question={question} asking={asking} value={kind} label={kind} />
  ));
}
