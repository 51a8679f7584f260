/** The worker that recognises tiles: pixels in, tiles out. */

import { finder, namer } from "virtual:assets";
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
  /** The name by which the server keeps the tiles, where it read them. */
  readonly reading?: string;
}

const nets = openNets();

async function openNets(): Promise<Nets> {
  const [wasm, first, second] = await Promise.all([load(runtime), load(finder), load(namer)]);
  useRuntime(wasm.buffer as ArrayBuffer);
  return { finder: await openNet(first), namer: await openNet(second) };
}

answerRequests(async (picture: ReadRequest): Promise<Recognition | Quad[] | null> => {
  const opened = await nets;
  if (picture === null) return null;
  if ("look" in picture) return findOutlines(opened.finder, picture.look);
  const start = performance.now();
  const pixels = "data" in picture ? picture : pixelsOf(picture);
  const tiles = await recognize(opened, pixels);
  const seconds = (performance.now() - start) / 1000;
  return { tiles, width: pixels.width, height: pixels.height, seconds };
});

function pixelsOf(picture: ImageBitmap): Pixels {
  const { width, height } = picture;
  const context = new OffscreenCanvas(width, height).getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("no canvas");
  context.drawImage(picture, 0, 0);
  picture.close();
  return context.getImageData(0, 0, width, height);
}
