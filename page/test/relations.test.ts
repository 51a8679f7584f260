import { beforeEach, expect, test, vi } from "vitest";
import type { Draft } from "../src/draft";
import { relationsOf } from "../src/relations";
import type { Recognition } from "../src/workers/reader";

const engines = vi.hoisted(() => ({ findRelations: vi.fn() }));
vi.mock("../src/engines", () => engines);

const SAID = { roles: [-0.1], flags: [0.5], same_set: [1], edge: [1, 0, 0, 0] };
const READ: Recognition = { tiles: [], width: 4, height: 3, seconds: 1 };
const PHOTO: Draft = {
  photo: null,
  recognition: READ,
  typed: null,
  marked: { only: null, handFrom: null },
  rules: "mcr",
  answers: {},
  facts: {},
};

beforeEach(() => {
  engines.findRelations.mockReset();
  engines.findRelations.mockResolvedValue(SAID);
});

/** Return a draft of a photo of which the net has spoken. */
async function related(draft: Draft): Promise<Draft> {
  const relations = await relationsOf(draft, {});
  if (relations === null) throw new Error("nothing was said");
  engines.findRelations.mockClear();
  return { ...draft, recognition: { ...READ, relations } };
}

test("a photo that is new, or that an earlier version kept, is shown to the net", async () => {
  const request = { do: "evaluate" };
  expect(await relationsOf(PHOTO, request)).toMatchObject(SAID);
  expect(engines.findRelations).toHaveBeenCalledWith(request);
});

test.each<Partial<Draft>>([
  { answers: { "tile:0": "4z" } },
  { facts: { seat: "E" } },
  { rules: "mcr:flowers=none" },
  { marked: { only: null, handFrom: "left" } },
])("%j does not run the net again", async (changed) => {
  const draft = await related(PHOTO);
  expect(await relationsOf({ ...draft, ...changed }, {})).toBe(draft.recognition?.relations);
  expect(engines.findRelations).not.toHaveBeenCalled();
});

test.each<Partial<Draft>>([
  { rules: "riichi-ema" },
  { marked: { only: [0, 1], handFrom: null } },
])("%j runs the net again", async (changed) => {
  const draft = await related(PHOTO);
  const found = await relationsOf({ ...draft, ...changed }, {});
  expect(engines.findRelations).toHaveBeenCalledTimes(1);
  expect(found?.asked).not.toBe(draft.recognition?.relations?.asked);
});

test("what another net said is not used", async () => {
  const draft = await related(PHOTO);
  const kept = draft.recognition!.relations!;
  const asked = kept.asked.replace(/relations-v\d+/, "relations-v0");
  expect(asked).not.toBe(kept.asked);
  const old = { ...draft, recognition: { ...READ, relations: { ...kept, asked } } };
  await relationsOf(old, {});
  expect(engines.findRelations).toHaveBeenCalledTimes(1);
});

test("where the server answers, nothing is kept", async () => {
  engines.findRelations.mockResolvedValue(null);
  expect(await relationsOf(PHOTO, {})).toBeNull();
});
