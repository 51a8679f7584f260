import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { relationModel } from "virtual:assets";
import { beforeAll, expect, test } from "vitest";
import type { Net } from "../src/recognition/net";
import { openNet, useRuntime } from "../src/recognition/session";
import { type RelationInputs, relate } from "../src/relation_net";
import { readNpz } from "./npz";

const RUNTIME = createRequire(import.meta.url).resolve(
  "onnxruntime-web/ort-wasm-simd-threaded.wasm",
);
const INPUTS = ["corners", "names", "facts", "rules"];
const arrays = readNpz(fileURLToPath(new URL("../../tests/data/relations.npz", import.meta.url)));
let net: Net;

beforeAll(async () => {
  useRuntime(new Uint8Array(readFileSync(RUNTIME)).buffer);
  const file = new URL(`../../models/${relationModel}.onnx`, import.meta.url);
  net = await openNet(new Uint8Array(readFileSync(fileURLToPath(file))));
});

/** Return an array of a photo. */
function stored(name: string, photo: number): number[] {
  const found = arrays.get(`${name}${photo}`);
  if (found === undefined) throw new Error(`no ${name} of photo ${photo}`);
  return found;
}

/** Return the largest difference of two lists of numbers of the same length. */
function difference(one: readonly number[], other: readonly number[]): number {
  expect(one.length).toBe(other.length);
  return Math.max(...one.map((value, k) => Math.abs(value - other[k]!)));
}

test.each([0, 1, 2])("the relation net gives what it gave in torch, photo %d", async (photo) => {
  const inputs = INPUTS.map((name) => stored(name, photo)) as unknown as RelationInputs;
  const found = await relate(net, inputs);
  const shares = (logarithms: readonly number[]) => logarithms.map(Math.exp);
  expect(difference(shares(found.roles), shares(stored("roles", photo)))).toBeLessThan(1e-4);
  for (const name of ["flags", "same_set", "edge"] as const) {
    expect(difference(found[name], stored(name, photo))).toBeLessThan(1e-4);
  }
});
