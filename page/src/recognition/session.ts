/** Nets run by onnxruntime-web: wasm with SIMD, one thread. */

import * as ort from "onnxruntime-web/wasm";
import type { Net } from "./net";

/** Point onnxruntime to its wasm file; before the first net is opened. */
export function useRuntime(wasm: ArrayBuffer | string): void {
  ort.env.wasm.numThreads = 1;
  ort.env.logLevel = "error";
  if (typeof wasm === "string") ort.env.wasm.wasmPaths = { wasm };
  else ort.env.wasm.wasmBinary = wasm;
}

/** Open a net from the bytes of its ONNX file. Rewriting its graph first makes the namer a tenth
 * quicker; the finder and the net of relations gain nothing by it and open in half of the time. */
export async function openNet(file: Uint8Array, isRewritten: boolean): Promise<Net> {
  const session = await ort.InferenceSession.create(file, {
    executionProviders: ["wasm"],
    graphOptimizationLevel: isRewritten ? "all" : "disabled",
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
