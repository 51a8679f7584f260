/** The worker that finds and names boxes, and learns sets of tiles: pixels in, boxes out. */

import { bodies, finder, model, namer, relations } from "virtual:assets";
import runtime from "onnxruntime-web/ort-wasm-simd-threaded.wasm?url";
import { release } from "../buffers";
import type { Adapter } from "../recognition/classifier";
import type { FoundBox } from "../recognition/found_box";
import type { Quad } from "../recognition/geometry";
import type { Net } from "../recognition/net";
import type { Pixels } from "../recognition/pixels";
import { findBoxes, lookQuickly, type Nets, type QuickLook } from "../recognition/recognizer";
import type { SeenTile } from "../recognition/seen_tile";
import { openNet, useRuntime } from "../recognition/session";
import { classifier } from "../recognition/settings";
import { type KeptRelations, type RelationInputs, relate } from "../relation_net";
import { learn } from "../teaching/adaptation";
import { cutPatch, type Patch, splitSheet } from "../teaching/views";
import { answerRequests, load } from "./channel";

export type Picture = ImageBitmap | Pixels;

/** Pictures of taught tiles, with their kinds. */
export interface TaughtTiles {
  readonly kinds: readonly string[];
  readonly patches: readonly Patch[];
}

/** What a photo teaches a set (`_lesson` of `handreader.web.browser_worker`). */
export interface Lesson {
  readonly tiles: readonly { readonly kind: string; readonly quad: Quad }[];
  /** Places of the earlier pictures and these that the set keeps. */
  readonly kept: readonly number[];
}

/** What is asked of the worker; null opens the nets only. */
export type ReadRequest =
  | { readonly read: Picture; readonly adapter: Adapter | null }
  | { readonly look: Pixels; readonly adapter: Adapter | null }
  | { readonly teach: Picture; readonly lesson: Lesson; readonly earlier: TaughtTiles }
  | { readonly refit: TaughtTiles }
  | { readonly relate: RelationInputs }
  | { readonly split: Picture; readonly kinds: readonly string[] }
  | null;

export interface Recognition {
  readonly tiles: readonly SeenTile[];
  readonly width: number;
  readonly height: number;
  readonly seconds: number;
  /** Names of the nets; none in a hand that an earlier version of the page kept. */
  readonly model?: string;
  /** The name by which the server keeps the tiles, where it read them. */
  readonly reading?: string;
  /** Name of the taught set with which this device read them. */
  readonly set?: string;
  /** What the relation net says of them; none where the server answers. */
  readonly relations?: KeptRelations;
}

/** The boxes of a picture that may hold a tile. */
export interface Finding extends Omit<Recognition, "tiles"> {
  readonly found: readonly FoundBox[];
}

/** A look of the live camera. */
export type LiveLook = Recognition & Omit<QuickLook, "found">;

/** Rows of a picture that are copied at a time: a whole canvas would hold it twice more. */
const STRIP = 256;

const nets = openNets();

async function openNets(): Promise<Nets & { readonly relations: Net }> {
  const files = [loadRuntime(), load(finder), load(namer), load(bodies), load(relations)] as const;
  const [wasm, first, second, third, fourth] = await Promise.all(files);
  useRuntime(wasm);
  // an open runtime has compiled code of itself, and copies of its nets
  const finderNet = await openNet(first);
  release(first.buffer);
  if (typeof wasm !== "string") release(wasm);
  const namerNet = await openNet(second);
  release(second.buffer);
  const bodyNet = await openNet(third);
  release(third.buffer);
  const relationNet = await openNet(fourth);
  release(fourth.buffer);
  return {
    finder: finderNet,
    namer: { net: namerNet, adapter: null, votes: classifier.votes },
    bodies: bodyNet,
    relations: relationNet,
  };
}

/** Return the runtime's bytes; its address where the browser keeps the file, and compiled code of it. */
async function loadRuntime(): Promise<ArrayBuffer | string> {
  const isKept = "caches" in globalThis && (await caches.match(runtime)) !== undefined;
  return isKept ? runtime : ((await load(runtime)).buffer as ArrayBuffer);
}

answerRequests(async (asked: ReadRequest): Promise<unknown> => {
  const opened = await nets;
  if (asked === null) return null;
  if ("look" in asked) return look(opened, asked.look, asked.adapter);
  if ("relate" in asked) return relate(opened.relations, asked.relate);
  if ("split" in asked) return splitSheet(pixelsOf(asked.split), asked.kinds.length);
  if ("teach" in asked) return teach(opened, asked);
  if ("refit" in asked) return learn(opened.namer.net, asked.refit.kinds, asked.refit.patches);
  return read(opened, asked.read, asked.adapter);
});

async function read(
  { namer, ...others }: Nets,
  picture: Picture,
  adapter: Adapter | null,
): Promise<Finding> {
  const start = performance.now();
  const pixels = pixelsOf(picture);
  const found = await findBoxes({ ...others, namer: { ...namer, adapter } }, pixels);
  const seconds = (performance.now() - start) / 1000;
  return { found, width: pixels.width, height: pixels.height, seconds, model };
}

async function look(
  { namer, ...others }: Nets,
  pixels: Pixels,
  adapter: Adapter | null,
): Promise<Finding & QuickLook> {
  const start = performance.now();
  const seen = await lookQuickly({ ...others, namer: { ...namer, adapter } }, pixels);
  const seconds = (performance.now() - start) / 1000;
  const { width, height } = pixels;
  release(pixels.data.buffer);
  return { ...seen, width, height, seconds, model };
}

async function teach(
  { namer }: Nets,
  { teach: picture, lesson, earlier }: Extract<ReadRequest, { teach: unknown }>,
): Promise<TaughtTiles & { adapter: Adapter }> {
  const pixels = pixelsOf(picture);
  const all = [
    ...earlier.kinds.map((kind, k) => ({ kind, patch: earlier.patches[k]! })),
    ...lesson.tiles.map(({ kind, quad }) => ({ kind, patch: cutPatch(pixels, quad) })),
  ];
  const kept = lesson.kept.map((place) => all[place]!);
  const kinds = kept.map(({ kind }) => kind);
  const patches = kept.map(({ patch }) => patch);
  return { kinds, patches, adapter: await learn(namer.net, kinds, patches) };
}

function pixelsOf(picture: Picture): Pixels {
  if ("data" in picture) return picture;
  const { width, height } = picture;
  const canvas = new OffscreenCanvas(width, STRIP);
  const context = canvas.getContext("2d", { willReadFrequently: true });
  if (context === null) throw new Error("no canvas");
  context.globalCompositeOperation = "copy"; // nothing of the strip above shines through
  const data = new Uint8ClampedArray(4 * width * height);
  for (let top = 0; top < height; top += STRIP) {
    const rows = Math.min(STRIP, height - top);
    context.drawImage(picture, 0, -top);
    const strip = context.getImageData(0, 0, width, rows).data;
    data.set(strip, 4 * width * top);
    release(strip.buffer); // twelve of them are a whole photo
  }
  picture.close();
  canvas.width = 0; // gives its memory back
  return { data, width, height };
}
