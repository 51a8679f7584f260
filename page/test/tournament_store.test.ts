import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { TournamentView } from "../src/tournament";

const ID = "0123456789abcdef";
const GLOBALS = {
  location: { hash: `#tournament=${ID}`, pathname: "/" },
  history: { state: null, pushState: vi.fn(), replaceState: vi.fn() },
  navigator: { languages: ["en"] },
  document: { hidden: false },
  localStorage: undefined,
};
/** What the server is asked: each is answered by the test. */
const asked = vi.hoisted(() => ({ get: [] as Answer[], post: [] as Answer[] }));
interface Answer {
  readonly resolve: (content: object) => void;
  readonly reject: (error: Error) => void;
}

vi.mock("../src/server", () => {
  const ask = (which: Answer[]) => () =>
    new Promise<object>((resolve, reject) => which.push({ resolve, reject }));
  return { server: "", getFrom: ask(asked.get), postTo: ask(asked.post), getText: vi.fn() };
});

function view(revision: number): TournamentView {
  return { id: ID, revision, version: `${revision}.0.0.0` } as TournamentView;
}

let store: typeof import("../src/tournament_store");

beforeEach(async () => {
  vi.resetModules();
  vi.useFakeTimers();
  asked.get.length = asked.post.length = 0;
  for (const [name, value] of Object.entries(GLOBALS)) vi.stubGlobal(name, value);
  store = await import("../src/tournament_store");
  store.startTournaments();
  await answer(asked.get, view(1));
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

/** Answer the oldest question that has no answer yet. */
async function answer(which: Answer[], content: object): Promise<void> {
  which.shift()?.resolve(content);
  await vi.advanceTimersByTimeAsync(0);
}

test("an answer from before a change does not take its place", async () => {
  await vi.advanceTimersByTimeAsync(3000);
  expect(asked.get).toHaveLength(1);
  const isDone = store.changeTournament("seat_by_rank");
  await answer(asked.post, view(3));
  expect(await isDone).toBe(true);
  await answer(asked.get, view(2)); // of another organiser, before
  expect(store.tournament.value?.revision).toBe(3);
  await answer(asked.get, view(4)); // asked again
  expect(store.tournament.value?.revision).toBe(4);
});

test("who is refused sees at once what another organiser changed", async () => {
  const isDone = store.changeTournament("seat_by_rank");
  asked.post.shift()?.reject(new Error("changed meanwhile"));
  await vi.advanceTimersByTimeAsync(0);
  await answer(asked.get, view(2));
  expect(await isDone).toBe(false);
  expect(store.tournament.value?.revision).toBe(2);
});
