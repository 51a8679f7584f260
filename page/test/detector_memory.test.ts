import { expect, test } from "vitest";
import { detectAtOnce } from "../src/recognition/detector";
import type { Net, Tensor } from "../src/recognition/net";

test("the net's input is given back, the picture is not", async () => {
  const inputs: Tensor[] = [];
  const net: Net = {
    run(input) {
      inputs.push(input);
      expect(input.data.length).toBe(3 * 32 * 32);
      return Promise.resolve([tensor(21 * 4), tensor(21 * 2), tensor(21)]);
    },
  };
  const pixels = { data: new Uint8ClampedArray(4 * 30 * 20), width: 30, height: 20 };
  expect(await detectAtOnce(net, pixels)).toEqual([]);
  expect(inputs.map(({ data }) => data.length)).toEqual([0]);
  expect(pixels.data.length).toBe(4 * 30 * 20);
});

/** Logits of no tile anywhere. */
function tensor(size: number): Tensor {
  return { data: new Float32Array(size).fill(-20), dims: [1, size] };
}
