import type { Question } from "../answers";
import { answer, catalogue, chosen, draft, evaluation } from "../store";
import { text } from "../texts";
import { tileName } from "../tile_names";
import { Face } from "./face";

/** The open questions of a photo, each with its answers. */
export function Questions() {
  const questions = evaluation.value?.reading?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <section aria-labelledby="questions-title" class="questions">
      <h2 id="questions-title">{text("questions")}</h2>
      {questions.map((question) => (
        <fieldset key={question.id}>
          <legend>
            {question.text}
            {question.default !== null && !(question.id in draft.value.answers) && (
              <small> ({text("assumed")})</small>
            )}
          </legend>
          <div class="options">
            {question.options.length > 0 ? (
              question.options.map((option) => (
                <Option key={option.value} question={question} {...option} />
              ))
            ) : (
              <AnyTile question={question} />
            )}
          </div>
        </fieldset>
      ))}
    </section>
  );
}

function Option({ question, value, label }: { question: Question; value: string; label: string }) {
  const isTile = value === "back" || value in (catalogue.value?.tiles ?? {});
  const current = draft.value.answers[question.id] ?? question.default;
  return (
    <button
      type="button"
      class={isTile ? "choice" : ""}
      aria-pressed={current === value}
      onClick={() => answer(question.id, value)}
    >
      {isTile && <Face kind={value} />}
      <span>{isTile ? tileName(value) : label}</span>
    </button>
  );
}

/** The answer to a question that any tile may answer. */
function AnyTile({ question }: { question: Question }) {
  const tile = question.tiles[0];
  if (question.id.startsWith("tile:") && tile !== undefined) {
    return (
      <button
        type="button"
        onClick={() => {
          chosen.value = tile;
        }}
      >
        {text("pick")}
      </button>
    );
  }
  return Object.keys(catalogue.value?.tiles ?? {}).map((kind) => (
    <Option key={kind} question={question} value={kind} label={kind} />
  ));
}
