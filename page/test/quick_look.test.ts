import { expect, test } from "vitest";
import { ANSWERS } from "../src/recognition/classifier";
import type { Net, Tensor } from "../src/recognition/net";
import type { Pixels } from "../src/recognition/pixels";
import { lookQuickly, type Nets } from "../src/recognition/recognizer";
import { classifier as settings } from "../src/recognition/settings";

const TILES = 12;
/** The finder's picture, and its cells: 8, 16 and 32 pixels wide. */
const [WIDE, TALL] = [384, 64];
const CELLS = (WIDE * TALL) / 64 + (WIDE * TALL) / 256 + (WIDE * TALL) / 1024;

test("a look of the live camera names every tile once", async () => {
  const seen: Tensor[] = [];
  const namer = { net: namerThatKeeps(seen), adapter: null, votes: settings.votes };
  const nets: Nets = { finder: rowOfTiles(), namer, bodies: answering(3) };
  expect((await lookQuickly(nets, plainPicture())).found.length).toBe(TILES);
  expect(seen.map(({ dims }) => dims[0])).toEqual([TILES]);
});

/** A finder that sees a row of faces, whatever it is shown. */
function rowOfTiles(): Net {
  const sides = new Float32Array(4 * CELLS).fill(1.5);
  const scores = new Float32Array(2 * CELLS).fill(-20);
  for (let k = 0; k < TILES; k++) scores[3 * (WIDE / 8) + 4 * k + 1] = 5;
  const outputs = [sides, scores, new Float32Array(CELLS)];
  return { run: () => Promise.resolve(outputs.map((data) => ({ data, dims: [1, data.length] }))) };
}

/** A namer that is sure of the first kind, and keeps what it is shown. */
function namerThatKeeps(seen: Tensor[]): Net {
  return {
    run(input) {
      seen.push(input);
      const logits = new Float32Array(TILES * ANSWERS);
      for (let k = 0; k < TILES; k++) logits[k * ANSWERS] = 20;
      const features = new Float32Array(TILES * 128);
      return Promise.resolve([
        { data: logits, dims: [TILES, ANSWERS] },
        { data: features, dims: [TILES, 128] },
      ]);
    },
  };
}

function answering(numbers: number): Net {
  const data = new Float32Array(numbers * TILES);
  return { run: () => Promise.resolve([{ data, dims: [TILES, numbers] }]) };
}

function plainPicture(): Pixels {
  return { data: new Uint8ClampedArray(4 * WIDE * TALL), width: WIDE, height: TALL };
}
