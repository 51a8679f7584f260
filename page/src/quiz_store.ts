/** The state of the quiz, and its progress by rule set and level, kept in IndexedDB. */

import { signal } from "@preact/signals";
import { runRequest } from "./database";
import { askPython, NoScoring } from "./engines";
import { type Chosen, choose, needsOneTap, type QuizQuestion, type QuizVerdict } from "./quiz";
import { ServerError } from "./server";
import { language } from "./texts";

const PLACE = { database: "handreader-quiz", store: "progress" };
const SEEDS = 1_000_000_000;

export const question = signal<QuizQuestion | null>(null);
export const chosen = signal<Chosen>({});
export const verdict = signal<QuizVerdict | null>(null);
/** Why there is no question, or an answer is not judged. */
export interface QuizFault {
  readonly why: string;
  /** Whether the server could not be asked: then the progress is well. */
  readonly isOfServer: boolean;
}

export const quizFault = signal<QuizFault | null>(null);

/** The level whose question is shown. */
interface Course {
  readonly rules: string;
  readonly level: number;
}

/** What was asked last: the progress before it, with which it can be asked once more. */
let asked: (Course & { readonly progress: unknown; readonly seed: number }) | null = null;
/** Progress of this visit, where the browser keeps none. */
const progressHere = new Map<string, unknown>();

/** Ask the next question of a level. */
export async function askNext(course: Course): Promise<void> {
  quizFault.value = null;
  const progress = await loadProgress(course);
  const now = { ...course, progress, seed: Math.floor(Math.random() * SEEDS) };
  asked = now;
  const found = await ask<QuizQuestion>({ do: "quiz_next", ...now });
  if (asked !== now) return; // another level was chosen meanwhile
  chosen.value = {};
  verdict.value = null;
  question.value = found;
}

/** Choose an answer; one that is asked alone is judged at once. */
export function pick(askName: string, value: string): void {
  const part = question.value?.parts.find((one) => one.ask === askName);
  if (question.value === null || part === undefined || verdict.value !== null) return;
  chosen.value = choose(chosen.value, part, value);
  if (needsOneTap(question.value)) void judge(chosen.value);
}

/** Have the chosen answers judged; null gives up. The progress is kept. */
export async function judge(answers: Chosen | null): Promise<void> {
  const now = asked;
  const found = await requestVerdict(answers);
  if (found === null || now === null || asked !== now) return;
  if (answers === null) chosen.value = {};
  verdict.value = found;
  await keepProgress(now, found.progress);
}

/** Say the question and its verdict in the page's language; nothing is counted twice. */
export async function translateQuiz(): Promise<void> {
  const now = asked;
  const isJudged = verdict.value !== null;
  const answers = Object.keys(chosen.value).length === 0 ? null : chosen.value;
  if (now === null || question.value === null) return;
  const found = await ask<QuizQuestion>({ do: "quiz_next", ...now });
  const judged = isJudged ? await requestVerdict(answers) : null;
  if (found === null || asked !== now) return;
  question.value = found;
  if (judged !== null) verdict.value = judged;
}

/** Forget what was answered at a level, and begin it anew. */
export async function forgetProgress(course: Course): Promise<void> {
  await keepProgress(course, null);
  await askNext(course);
}

function requestVerdict(answers: Chosen | null): Promise<QuizVerdict | null> {
  const { record } = question.value ?? {};
  return ask<QuizVerdict>({ do: "quiz_judge", ...asked, record, chosen: answers });
}

/** Ask Python; null where it has no answer: `quizFault` has the reason. */
async function ask<T>(request: object): Promise<T | null> {
  try {
    const found = await askPython<T & { error?: string }>({ ...request, lang: language.value });
    quizFault.value = found.error === undefined ? null : { why: found.error, isOfServer: false };
    return found.error === undefined ? found : null;
  } catch (error) {
    if (error instanceof ServerError) quizFault.value = { why: error.message, isOfServer: true };
    else if (!(error instanceof NoScoring)) throw error;
    return null;
  }
}

function keyOf({ rules, level }: Course): string {
  return `${rules} ${level}`;
}

async function loadProgress(course: Course): Promise<unknown> {
  const key = keyOf(course);
  if (progressHere.has(key)) return progressHere.get(key);
  try {
    return (await runRequest(PLACE, "readonly", (store) => store.get(key))) ?? null;
  } catch {
    return null; // private mode
  }
}

async function keepProgress(course: Course, progress: unknown): Promise<void> {
  const key = keyOf(course);
  try {
    await runRequest(PLACE, "readwrite", (store) => store.put(progress, key));
    progressHere.delete(key);
  } catch {
    progressHere.set(key, progress); // private mode, or no room: it lasts until the page is closed
  }
}
