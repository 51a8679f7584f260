import { useEffect, useRef, useState } from "preact/hooks";
import { draft } from "../hand_draft";
import { patternPlaces } from "../highlight";
import { useKeptState } from "../kept_state";
import { isReady, shownRulebook } from "../names";
import {
  isAnswered,
  type Mark,
  markOf,
  needsOneTap,
  type QuizPart,
  type QuizQuestion,
  type QuizVerdict,
} from "../quiz";
import {
  askNext,
  chosen,
  forgetProgress,
  judge,
  pick,
  question,
  quizFault,
  translateQuiz,
  verdict,
} from "../quiz_store";
import { language, text } from "../texts";
import { Choices } from "./choices";
import { ExplainedScore } from "./explained_score";
import { HandTiles } from "./hand_tiles";
import { dotted } from "./numbers";
import "./quiz.css";

/** What a choice beside a verdict begins with, for who sees no colours. */
const SIGNS: Readonly<Record<Mark, string>> = { right: "✓ ", missed: "✓ ", wrong: "✗ ", "": "" };
const NO_TILES: readonly number[] = [];

/** A quiz by the rules that the page shows: cards with a hand, answers to tap, the explanation. */
export function Quiz() {
  const [kept, keep] = useKeptState("quiz", { isOpen: false, level: 1 });
  const levels = shownRulebook.value?.levels ?? [];
  if (!isReady.value || levels.length === 0) return null;
  const level = Math.min(kept.level, levels.length);
  return (
    <section class="quiz">
      <details
        open={kept.isOpen}
        onToggle={(event) => {
          const isOpen = event.currentTarget.open;
          if (isOpen !== kept.isOpen) keep({ ...kept, isOpen });
        }}
      >
        <summary>{text("quiz", { rules: shownRulebook.value?.name ?? "" })}</summary>
        {kept.isOpen && (
          <>
            <Choices
              label={text("quiz_level")}
              options={levels.map(({ number, name }) => [String(number), `${number} ${name}`])}
              chosen={[String(level)]}
              onTap={(value) => keep({ ...kept, level: Number(value) })}
            />
            <Course rules={draft.value.rules} level={level} />
          </>
        )}
      </details>
    </section>
  );
}

/** The questions of one level, one after the other. */
function Course({ rules, level }: { rules: string; level: number }) {
  const course = { rules, level };
  const lang = language.value;
  const [shownIn, setShownIn] = useState(lang);
  useEffect(() => {
    question.value = null;
    void askNext(course);
  }, [rules, level]);
  useEffect(() => {
    if (lang !== shownIn) void translateQuiz();
    setShownIn(lang);
  }, [lang]);
  const found = question.value;
  return (
    <>
      {quizFault.value !== null && (
        <p role="alert" class="alert">
          {quizFault.value.why}{" "}
          {quizFault.value.isOfServer ? (
            <button type="button" onClick={() => void askNext(course)}>
              {text("try_again")}
            </button>
          ) : (
            <button type="button" onClick={() => void forgetProgress(course)}>
              {text("quiz_anew")}
            </button>
          )}
        </p>
      )}
      {found === null && quizFault.value === null && (
        <p role="status" class="hint">
          {text("quiz_dealing")}
        </p>
      )}
      {found !== null && <Card found={found} onNext={() => void askNext(course)} />}
    </>
  );
}

function Card({ found, onNext }: { found: QuizQuestion; onNext: () => void }) {
  const [lit, setLit] = useState<string | null>(null);
  const judged = verdict.value;
  const item = judged?.score.items.find(({ id }) => id === lit);
  const { answered, right_so_far: right, cards } = judged ?? found;
  const top = useRef<HTMLDivElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    // the next hand is seen from its top, the first one where the page is
    if (!isFirst.current) top.current?.scrollIntoView({ block: "start" });
    isFirst.current = false;
  }, [found.record]);
  return (
    <div class="card" ref={top}>
      <p class="hint">
        {found.is_again && <strong>{text("quiz_again")} </strong>}
        {answered > 0 && text("quiz_counts", { count: answered, right, again: cards })}
      </p>
      <HandTiles
        hand={found.hand}
        doubtful={NO_TILES}
        lit={item === undefined ? null : patternPlaces(found.hand, item)}
        onPick={() => undefined}
      />
      <p class="quiz-facts">{dotted(found.facts)}</p>
      {found.parts.map((part) => (
        <Answers key={part.ask} part={part} judged={judged} />
      ))}
      {judged === null ? (
        <div class="actions">
          {!needsOneTap(found) && (
            <button
              type="button"
              class="primary"
              disabled={!isAnswered(found, chosen.value)}
              onClick={() => void judge(chosen.value)}
            >
              {text("quiz_check")}
            </button>
          )}
          <button type="button" class="quiet" onClick={() => void judge(null)}>
            {text("quiz_show")}
          </button>
        </div>
      ) : (
        <Verdict
          judged={judged}
          lit={lit}
          onLight={setLit}
          onNext={() => {
            setLit(null);
            onNext();
          }}
        />
      )}
    </div>
  );
}

/** One thing that is asked, and its choices; beside a verdict they show what was right. */
function Answers({ part, judged }: { part: QuizPart; judged: QuizVerdict | null }) {
  const taken = chosen.value[part.ask] ?? [];
  return (
    <fieldset>
      <legend>{part.text}</legend>
      <div class="segments">
        {part.choices.map(({ value, label }) => {
          const mark = judged === null ? "" : markOf(judged, chosen.value, part.ask, value);
          return (
            <button
              key={value}
              type="button"
              class={`segment ${mark}`}
              aria-pressed={taken.includes(value)}
              disabled={judged !== null}
              onClick={() => pick(part.ask, value)}
            >
              {SIGNS[mark] + label}
            </button>
          );
        })}
      </div>
    </fieldset>
  );
}

function Verdict({
  judged,
  lit,
  onLight,
  onNext,
}: {
  judged: QuizVerdict;
  lit: string | null;
  onLight: (id: string | null) => void;
  onNext: () => void;
}) {
  const words = useRef<HTMLDivElement>(null);
  useEffect(() => words.current?.scrollIntoView({ block: "center" }), [judged]);
  return (
    <>
      <div role="status" ref={words}>
        <p class={judged.is_right ? "verdict well" : "verdict"}>
          {text(judged.is_right ? "quiz_right" : "quiz_wrong")}
        </p>
        {judged.remarks.length > 0 && (
          <ul>
            {judged.remarks.map((remark) => (
              <li key={remark.text}>{remark.text}</li>
            ))}
          </ul>
        )}
      </div>
      <div class="actions">
        <button type="button" class="primary" onClick={onNext}>
          {text("quiz_next")}
        </button>
      </div>
      <p>
        <strong>{text("quiz_total", { total: judged.score.total })}</strong>
      </p>
      <ExplainedScore score={judged.score} lit={lit} onLight={onLight} />
    </>
  );
}
