/** The page's state and its actions: photo → tiles → hand → score. */

import { pyodide, sizes } from "virtual:assets";
import { computed, effect, signal } from "@preact/signals";
import type { Catalogue, Evaluation, Fact } from "./answers";
import { type Draft, loadDraft, saveDraft } from "./draft";
import { decodePhoto } from "./photo";
import { language } from "./texts";
import { Channel } from "./workers/channel";
import type { Recognition } from "./workers/reader";

type Step = "start" | "reading" | "scoring" | "done";
/** What went wrong, and its reason in the browser's words. */
export interface Fault {
  readonly code: "load_failed" | "too_old" | "photo_failed" | "read_failed";
  readonly why: string;
}

const EMPTY: Draft = {
  photo: null,
  recognition: null,
  typed: null,
  rules: "zung-jung",
  answers: {},
  facts: {},
};
const RUNTIME_BYTES = 14_300_000;
const TOTAL_BYTES = RUNTIME_BYTES + sizes.finder + sizes.namer + sizes.python;
const MOST_UNDO = 50;

export const draft = signal<Draft>(EMPTY);
export const evaluation = signal<Evaluation | null>(null);
export const catalogue = signal<Catalogue | null>(null);
export const step = signal<Step>("start");
export const fault = signal<Fault | null>(null);
/** A sentence of Python about what was asked of it. */
export const complaint = signal<string | null>(null);
export const isReady = signal(false);
/** The tile that is being corrected. */
export const chosen = signal<number | null>(null);
const loaded = signal(0);
const earlier = signal<readonly Draft[]>([]);

export const percent = computed(() => Math.min(99, Math.round((100 * loaded.value) / TOTAL_BYTES)));
export const canUndo = computed(() => earlier.value.length > 0);
let shownPhoto: Blob | null = null;
export const photoAddress = signal<string | null>(null);
effect(() => {
  const { photo } = draft.value;
  if (photo === shownPhoto) return;
  if (photoAddress.peek() !== null) URL.revokeObjectURL(photoAddress.peek()!);
  shownPhoto = photo;
  photoAddress.value = photo === null ? null : URL.createObjectURL(photo);
});

let reader: Channel;
let python: Channel;
let opened: Promise<unknown>;

/** Start both workers, and bring the kept hand back. */
export async function start(): Promise<void> {
  const count = (bytes: number) => {
    loaded.value += bytes;
  };
  reader = new Channel(
    new Worker(new URL("./workers/reader.ts", import.meta.url), { type: "module" }),
    count,
  );
  python = new Channel(
    new Worker(new URL("./workers/python.ts", import.meta.url), { type: "module" }),
    count,
  );
  opened = python.ask({ open: new URL(pyodide, document.baseURI).href });
  const nets = reader.ask(null);
  void restore();
  try {
    await opened;
    await translate();
    await nets;
    isReady.value = true;
  } catch (error) {
    const old = error instanceof Error && /CompileError|simd|LinkError/i.test(error.message);
    fault.value = { code: old ? "too_old" : "load_failed", why: String(error) };
  }
}

async function restore(): Promise<void> {
  const kept = await loadDraft();
  if (kept === null || draft.value !== EMPTY) return;
  draft.value = kept;
  if (kept.recognition !== null || kept.typed !== null) await evaluate();
  else if (kept.photo !== null) await recognize(kept.photo);
}

/** Get the names of rulebooks and tiles, and the hand's texts, in the page's language. */
export async function translate(): Promise<void> {
  const found = await ask<Catalogue>({ do: "rulebooks" });
  if (found !== null) catalogue.value = found;
  if (evaluation.value !== null) await evaluate();
}

/** Read a photo. */
export async function readPhoto(photo: Blob): Promise<void> {
  remember();
  change({ ...EMPTY, rules: draft.value.rules, photo });
  evaluation.value = null;
  await recognize(photo);
}

async function recognize(photo: Blob): Promise<void> {
  step.value = "reading";
  fault.value = null;
  complaint.value = null;
  let picture: Awaited<ReturnType<typeof decodePhoto>>;
  try {
    picture = await decodePhoto(photo);
  } catch (error) {
    forgetPhoto(photo, { code: "photo_failed", why: String(error) });
    return;
  }
  try {
    const moved = "data" in picture ? picture.data.buffer : picture;
    const recognition = await reader.ask<Recognition>(picture, [moved as Transferable]);
    if (draft.value.photo !== photo) return; // another photo was taken meanwhile
    change({ ...draft.value, recognition });
    await evaluate();
  } catch (error) {
    forgetPhoto(photo, { code: "read_failed", why: String(error) });
  }
}

/** Go back to the hand before a photo that cannot be read. */
function forgetPhoto(photo: Blob, why: Fault): void {
  if (draft.value.photo !== photo) return;
  fault.value = why;
  step.value = "start";
  undo();
}

/** Score a hand in tile notation. */
export async function readText(typed: string): Promise<void> {
  remember();
  change({ ...EMPTY, rules: draft.value.rules, typed });
  await evaluate();
}

/** Answer a question, or correct a tile (`tile:ID`). */
export function answer(id: string, value: string): void {
  remember();
  change({ ...draft.value, answers: { ...draft.value.answers, [id]: value } });
  void evaluate();
}

/** State a fact of the win; a self-drawn win has no discarder. */
export function state(fact: Fact, value: unknown): void {
  remember();
  const facts: Record<string, unknown> = { ...draft.value.facts, [fact.name]: value };
  if (fact.name === "self_drawn" && value === true) delete facts.discarder;
  if (fact.name === "discarder" && value !== null) facts.self_drawn = false;
  change({ ...draft.value, facts });
  void evaluate();
}

export function chooseRules(rules: string): void {
  change({ ...draft.value, rules });
  if (evaluation.value !== null) void evaluate();
}

/** Go back by one answer, correction, fact or hand. */
export function undo(): void {
  const last = earlier.value[earlier.value.length - 1];
  if (last === undefined) return;
  earlier.value = earlier.value.slice(0, -1);
  change(last);
  void evaluate();
}

/** Begin a new hand; undo brings the old one back. */
export function clear(): void {
  remember();
  change({ ...EMPTY, rules: draft.value.rules });
  evaluation.value = null;
  complaint.value = null;
  step.value = "start";
}

function remember(): void {
  if (fault.value?.code === "photo_failed" || fault.value?.code === "read_failed")
    fault.value = null;
  earlier.value = [...earlier.value, draft.value].slice(-MOST_UNDO);
}

function change(next: Draft): void {
  draft.value = next;
  void saveDraft(next);
}

/** Have Python arrange and score the hand as it is. */
async function evaluate(): Promise<void> {
  const current = draft.value;
  const { recognition, typed, rules, answers, facts, photo } = current;
  if (recognition === null && typed === null) {
    if (photo === null) evaluation.value = null;
    if (photo === null) step.value = "start";
    return;
  }
  step.value = "scoring";
  const name = photo instanceof File ? photo.name.slice(0, 100) : "photo";
  const found = await ask<Evaluation>(
    recognition === null
      ? { do: "evaluate_text", text: typed, rules, facts }
      : { do: "evaluate", photo: name, ...recognition, rules, answers, facts },
  );
  if (draft.value !== current) return; // changed meanwhile: a later evaluation follows
  if (found !== null) evaluation.value = found;
  step.value = found === null && typed !== null ? "start" : "done";
}

/** Ask Python; what it refuses becomes the page's complaint. */
async function ask<T>(request: object): Promise<T | null> {
  await opened;
  const asked = JSON.stringify({ ...request, lang: language.value });
  const found = JSON.parse(await python.ask<string>({ json: asked })) as T & { error?: string };
  complaint.value = found.error ?? null;
  return found.error === undefined ? found : null;
}
