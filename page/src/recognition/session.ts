/** Nets run by onnxruntime-web: wasm with SIMD, one thread. */

import * as ort from "onnxruntime-web/wasm";
import type { Net } from "./net";
import { widenWeights } from "./stored_weights";

/** Point onnxruntime to its wasm file; before the first net is opened. */
export function useRuntime(wasm: ArrayBuffer | string): void {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  if (typeof wasm === "string") ort.env.wasm.wasmPaths = { wasm };
  else ort.env.wasm.wasmBinary = wasm;
}

/** Open a net from the bytes of its ONNX file. Its graph is run as it is: rewriting takes as long as
 * ten hands, and makes none of the nets quicker. */
export async function openNet(file: Uint8Array): Promise<Net> {
  const session = await ort.InferenceSession.create(widenWeights(file), {
    executionProviders: ["wasm"],
    graphOptimizationLevel: "disabled",
  });
  return {
    async run(...inputs) {
      const tensors = inputs.map(({ data, dims }) => new ort.Tensor("float32", data, dims));
      const named = session.inputNames.map((name, k) => [name, tensors[k]!] as const);
      const found = await session.run(Object.fromEntries(named));
      return session.outputNames.map((name) => {
        const output = found[name]!;
        return { data: output.data as Float32Array, dims: output.dims };
      });
    },
  };
}
