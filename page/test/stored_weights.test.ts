import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { model } from "virtual:assets";
import * as ort from "onnxruntime-web/wasm";
import { beforeAll, expect, test } from "vitest";
import { useRuntime } from "../src/recognition/session";
import { widenWeights } from "../src/recognition/stored_weights";

const RUNTIME = createRequire(import.meta.url).resolve(
  "onnxruntime-web/ort-wasm-simd-threaded.wasm",
);
const [FINDER = "", NAMER = ""] = model.split(" ");

beforeAll(() => {
  useRuntime(new Uint8Array(readFileSync(RUNTIME)).buffer);
});

async function run(file: Uint8Array, dims: readonly number[]): Promise<readonly unknown[]> {
  const session = await ort.InferenceSession.create(file, { graphOptimizationLevel: "disabled" });
  const numbers = Float32Array.from({ length: dims.reduce((a, b) => a * b) }, (_, k) => {
    return ((k * 7919) % 1000) / 1000;
  });
  const input = new ort.Tensor("float32", numbers, dims);
  const found = await session.run({ [session.inputNames[0]!]: input });
  return session.outputNames.map((name) => found[name]!.data);
}

test.each([
  [FINDER, [1, 3, 64, 64]],
  [NAMER, [2, 3, 64, 64]],
])("%s answers the same with wide weights, and casts none", async (name, dims) => {
  const path = fileURLToPath(new URL(`../../models/${name}.onnx`, import.meta.url));
  const file = new Uint8Array(readFileSync(path));
  const wide = widenWeights(file);
  expect(wide.length).toBeGreaterThan(1.7 * file.length);
  expect(Buffer.from(wide).includes("Cast")).toBe(false);
  expect(await run(wide, dims)).toEqual(await run(file, dims));
});
