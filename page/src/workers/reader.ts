/** The worker that recognises tiles: pixels in, tiles out. */

import { finder, model, namer } from "virtual:assets";
import runtime from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import type { Quad } from "../recognition/geometry";
import type { Pixels } from "../recognition/pixels";
import { findOutlines, type Nets, recognize } from "../recognition/recognizer";
import type { SeenTile } from "../recognition/seen_tile";
import { openNet, useRuntime } from "../recognition/session";
import { answerRequests, load } from "./channel";

/** A picture to read, or to look at for outlines; null opens the nets only. */
export type ReadRequest = ImageBitmap | Pixels | { readonly look: Pixels } | null;

export interface Recognition {
  readonly tiles: readonly SeenTile[];
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Names of the nets; none in a hand that an earlier version of the page kept. */
  readonly model?: string;
  /** The name by which the server keeps the tiles, where it read them. */
  readonly reading?: string;
}

/** Rows of a picture that are copied at a time: a whole canvas would hold it twice more. */
const STRIP = 256;

const nets = openNets();

async function openNets(): Promise<Nets> {
  const files = [loadRuntime(), load(finder), load(namer)] as const;
  const [wasm, first, second] = await Promise.all(files);
  useRuntime(wasm);
  return { finder: await openNet(first), namer: await openNet(second) };
}

/** Return the runtime's bytes; its address where the browser keeps the file, and compiled code of it. */
async function loadRuntime(): Promise<ArrayBuffer | string> {
  const isKept = "caches" in globalThis && (await caches.match(runtime)) !== undefined;
  return isKept ? runtime : ((await load(runtime)).buffer as ArrayBuffer);
}

answerRequests(async (picture: ReadRequest): Promise<Recognition | Quad[] | null> => {
  const opened = await nets;
  if (picture === null) return null;
  if ("look" in picture) return findOutlines(opened.finder, picture.look);
  const start = performance.now();
  const pixels = "data" in picture ? picture : pixelsOf(picture);
  const tiles = await recognize(opened, pixels);
  const seconds = (performance.now() - start) / 1000;
  return { tiles, width: pixels.width, height: pixels.height, seconds, model };
});

function pixelsOf(picture: ImageBitmap): Pixels {
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, STRIP);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("no canvas");
  context.globalCompositeOperation = "copy"; // nothing of the strip above shines through
  const data = new Uint8ClampedArray(4 * width * height);
  for (let top = 0; top < height; top += STRIP) {
    const rows = Math.min(STRIP, height - top);
    context.drawImage(picture, 0, -top);
    data.set(context.getImageData(0, 0, width, rows).data, 4 * width * top);
  }
  picture.close();
  canvas.width = 0; // gives its memory back
  return { data, width, height };
}
