import { type ComponentChild, Fragment } from "preact";
import { useState } from "preact/hooks";
import type { Question } from "../answers";
import { catalogue } from "../names";
import { text } from "../texts";
import { inWords, tileName } from "../tile_names";
import { Face } from "./face";
import "./question_list.css";

/** The id of the question for one of several hands, whose tiles are one of each hand. */
export const WHICH_HAND = "which_hand";

/** What a person can do about a question. */
interface Asking {
  /** What was answered, by the question's id. */
  readonly answers: Readonly<Record<string, string>>;
  readonly onAnswer: (id: string, value: string) => void;
  /** Chooses the kind of a tile among all kinds. */
  readonly onPick: (tile: number) => void;
  /** Whether the picture beside it numbers the hands in view. */
  readonly isNumbered?: boolean;
  /** Whether each question says that its answer is assumed: no heading does. */
  readonly marksAssumed?: boolean;
  /** Shows a tile as it is in the picture: several questions may ask which tile one is. */
  readonly closeUp?: (tile: number) => ComponentChild;
}

/** Open questions about a hand, each with its answers. */
export function QuestionList({
  questions,
  ...asking
}: Asking & { questions: readonly Question[] }) {
  return questions.map((question) => (
    <OpenQuestion key={question.id} question={question} asking={asking} />
  ));
}

function OpenQuestion({ question, asking }: { question: Question; asking: Asking }) {
  const [isWide, setWide] = useState(false);
  const { options } = question;
  const tile = pickedTile(question);
  const isOpen = isWide || options.length === 0;
  return (
    <fieldset>
      <legend>
        {inWords(question.text)}
        {asking.marksAssumed && question.default !== null && <small> ({text("assumed")})</small>}
      </legend>
      <div class="options">
        {tile !== null && asking.closeUp?.(tile)}
        {options.map((option, place) => (
          <Option
            key={option.value}
            question={question}
            asking={asking}
            number={asking.isNumbered && question.id === WHICH_HAND ? place + 1 : null}
            {...option}
          />
        ))}
        {isOpen && <AnyTile question={question} asking={asking} />}
        {!isOpen && question.takes_any_tile && (
          <button
            type="button"
            onClick={() => {
              if (tile === null) setWide(true);
              else asking.onPick(tile);
            }}
          >
            {text("show_all_tiles")}
          </button>
        )}
      </div>
    </fieldset>
  );
}

/** Return the tile whose kind a question asks for; null for any other question. */
function pickedTile({ id, tiles }: Question): number | null {
  return id.startsWith("tile:") ? (tiles[0] ?? null) : null;
}

function Option({
  question,
  asking,
  value,
  label,
  number = null,
}: {
  question: Question;
  asking: Asking;
  value: string;
  label: string;
  /** Of the hand in the picture. */
  number?: number | null;
}) {
  const isTile = value === "back" || value in (catalogue.value?.tiles ?? {});
  const groups = isTile ? [] : label.split(",").map(tilesOf);
  const isDrawn = groups.length > 0 && groups.every((group) => group.length > 0);
  const current = asking.answers[question.id] ?? question.default;
  return (
    <button
      type="button"
      class={isTile ? "choice" : isDrawn ? "group" : ""}
      aria-pressed={current === value}
      onClick={() => asking.onAnswer(question.id, value)}
    >
      {number !== null && <b class="number">{number}</b>}
      {isTile && <Face kind={value} isNamed />}
      {isDrawn ? (
        groups.map((group, place) => (
          <Fragment key={place}>
            {place > 0 && "+"}
            {group.map((kind, at) => (
              <Face key={at} kind={kind} />
            ))}
          </Fragment>
        ))
      ) : (
        <span>{isTile ? tileName(value) : <WithSets label={label} />}</span>
      )}
    </button>
  );
}

/** A label in words; sets that it names in square brackets are drawn, each before its words. */
function WithSets({ label }: { label: string }) {
  return label.split(/[[\]]/).map((part, place) => {
    const [group = "", ...words] = place % 2 === 1 ? part.split(" ") : [];
    const drawn = tilesOf(group).map((kind, at) => <Face key={at} kind={kind} />);
    if (drawn.length === 0) return part;
    return (
      <span key={place} class="group">
        {drawn} {words.join(" ")}
      </span>
    );
  });
}

/** Return the tiles of a group that an answer names in tile notation, numbered where two are equal;
 * none for other answers. */
function tilesOf(label: string): readonly string[] {
  const kinds = catalogue.value?.tiles ?? {};
  const group = label.replace(/ \(\d+\)$/, "");
  const found = group.match(/\d[mpszf]/g) ?? [];
  return found.length > 1 && found.join("") === group && found.every((kind) => kind in kinds)
    ? found
    : [];
}

/** The answers to a question that any tile of a hand may answer, besides its likely ones. */
function AnyTile({ question, asking }: { question: Question; asking: Asking }) {
  const tile = pickedTile(question);
  if (tile !== null) {
    return (
      <button type="button" onClick={() => asking.onPick(tile)}>
        {text("pick")}
      </button>
    );
  }
  const likely = question.options.map(({ value }) => value);
  return Object.keys(catalogue.value?.tiles ?? {})
    .filter((kind) => !kind.endsWith("f") && !likely.includes(kind))
    .map((kind) => (
      <Option key={kind} question={question} asking={asking} value={kind} label={kind} />
    ));
}
