import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import { relationModel } from "virtual:assets";
import * as ort from "onnxruntime-web/wasm";
import { expect, test } from "vitest";
import { bytesIn, fieldsOf, GRAPH, NODE, nameIn, rewriteGraph } from "../src/recognition/onnx_file";
import { openNet, useRuntime } from "../src/recognition/session";
import { chooseFloats } from "../src/recognition/truth_values";

const RUNTIME = createRequire(import.meta.url).resolve(
  "onnxruntime-web/ort-wasm-simd-threaded.wasm",
);
const COUNT = 14;
const path = fileURLToPath(new URL(`../../models/${relationModel}.onnx`, import.meta.url));
const file = new Uint8Array(readFileSync(path));

/** Return the names of what is cast, of all but weights. */
function castIn(net: Uint8Array): string[] {
  const found: string[] = [];
  rewriteGraph(net, (graph) => {
    const tensors = graph.filter(({ number }) => number === GRAPH.initializer);
    const weights = new Set(tensors.map(({ value }) => nameIn([...fieldsOf(value)], 8)));
    for (const { number, value } of graph) {
      const node = number === GRAPH.node ? [...fieldsOf(value)] : [];
      const isCast = bytesIn(node, NODE.operation) && nameIn(node, NODE.operation) === "Cast";
      if (isCast && !weights.has(nameIn(node, NODE.input))) found.push(nameIn(node, NODE.input));
    }
    return [];
  });
  return found;
}

async function run(net: Uint8Array): Promise<readonly unknown[]> {
  const session = await ort.InferenceSession.create(net, { graphOptimizationLevel: "disabled" });
  const inputs = session.inputMetadata.map((input) => {
    if (!input.isTensor) throw new Error(input.name);
    const dims = input.shape.map((size) => (typeof size === "number" ? size : COUNT));
    const numbers = Float32Array.from({ length: dims.reduce((a, b) => a * b) }, (_, k) => {
      return ((k * 7919) % 1000) / 1000;
    });
    return [input.name, new ort.Tensor("float32", numbers, dims)] as const;
  });
  const found = await session.run(Object.fromEntries(inputs));
  return session.outputNames.map((name) => found[name]!.data);
}

test("the relation net answers the same, and casts no truth value", async () => {
  useRuntime(new Uint8Array(readFileSync(RUNTIME)).buffer);
  await openNet(file);
  const chosen = chooseFloats(file);
  const comparison = /(Less|Greater|Equal|Not)/;
  expect(castIn(file).filter((name) => comparison.test(name)).length).toBeGreaterThan(10);
  expect(castIn(chosen).filter((name) => comparison.test(name))).toEqual([]);
  expect(await run(chosen)).toEqual(await run(file));
});
