/** The live camera: what it sees in its frame, the total of a hand there, and the shot of one that
 * lies still but cannot be read for sure. */

import { signal } from "@preact/signals";
import { frameIn, type Rectangle } from "./camera_frame";
import type { Draft } from "./draft";
import { kindsOf, type LiveStep } from "./live_step";
import type { Point, Quad } from "./recognition/geometry";
import type { Pixels } from "./recognition/pixels";
import { Steadiness } from "./steadiness";
import type { LiveLook } from "./workers/reader";

/** What the camera needs from the page. */
export interface CameraUse {
  /** Look at a picture; null while the reader is loading. */
  look(pixels: Pixels): Promise<LiveLook | null>;
  /** Score what a look shows. */
  judge(look: LiveLook): Promise<Judgement>;
  /** Go on with a hand as it was read in a picture, and what is known of its win. */
  keep(photo: File, look: LiveLook, won: Partial<Draft>): void;
  /** Read the photo that was shot. */
  readPhoto(photo: File): void;
}

interface Judgement {
  readonly step: LiveStep;
  /** The total in words; null where there is none. */
  readonly total: string | null;
}

/** A hand that several looks saw alike, and the picture in which it was read. */
interface LiveHand extends Judgement {
  readonly kinds: string;
  readonly look: LiveLook;
  readonly picture: HTMLCanvasElement;
}

/** A tile in view: its outline in pixels of the video, its kind, and the probability of that. */
export interface TileInView {
  readonly quad: Quad;
  /** "back" for one that is face down, "" where no name is known. */
  readonly kind: string;
  readonly share: number;
}

type TorchTrack = MediaTrackCapabilities & { readonly torch?: boolean };

/** Longest side of the pictures that are looked at: the tiles of a hand have the size of the net's. */
const LOOK_SIDE = 1500;
/** Least milliseconds from one look to the next. */
const PACE = 250;
/** Other looks after which a hand is there no more: one may misread a tile. */
const MOST_MISSES = 2;
const KEPT = "handreader.shoots";
/** Of a photo; JPEG. */
const QUALITY = 0.95;

export const stream = signal<MediaStream | null>(null);
/** Whether the browser or the person refused the camera. */
export const isRefused = signal(false);
/** What the last look saw. */
export const seen = signal<readonly TileInView[] | null>(null);
/** How many looks there were. */
export const looks = signal(0);
/** The hand in the frame; null while looks differ. */
export const live = signal<LiveHand | null>(null);
export const isSteady = signal(false);
/** Whether a hand that lies still is shot by itself. */
export const shootsAlone = signal(readKept() !== "no");
export const isTorchOn = signal(false);
export const hasTorch = signal(false);

/** Return whether the browser has a live camera at all. */
export function hasCamera(): boolean {
  return navigator.mediaDevices?.getUserMedia !== undefined && !isRefused.value;
}

/** Ask for the camera on the back. */
export async function openCamera(): Promise<void> {
  const side = { ideal: 4096 };
  const video = { facingMode: { ideal: "environment" }, width: side, height: { ideal: 3072 } };
  try {
    stream.value = await navigator.mediaDevices.getUserMedia({ video, audio: false });
  } catch {
    isRefused.value = true; // refused, none, or another program has it
  }
}

/** Give the camera back. */
export function closeCamera(): void {
  for (const track of stream.value?.getTracks() ?? []) track.stop();
  stream.value = null;
  seen.value = null;
  showLive(null);
  isSteady.value = false;
  hasTorch.value = false;
  isTorchOn.value = false;
}

function offersTorch(open: MediaStream): boolean {
  const offered = open.getVideoTracks()[0]?.getCapabilities?.() as TorchTrack | undefined;
  return offered?.torch === true;
}

/** Switch the lamp. */
export async function switchTorch(): Promise<void> {
  const torch = !isTorchOn.value;
  const wanted = { advanced: [{ torch }] } as unknown as MediaTrackConstraints;
  try {
    await stream.value?.getVideoTracks()[0]?.applyConstraints(wanted);
    isTorchOn.value = torch;
  } catch {
    // the lamp is busy: the button stays as it is
  }
}

/** Choose whether a hand that lies still is shot by itself, and remember it. */
export function chooseShooting(isAlone: boolean): void {
  shootsAlone.value = isAlone;
  try {
    localStorage.setItem(KEPT, isAlone ? "yes" : "no");
  } catch {
    // private mode: the choice lasts until the page is closed
  }
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // private mode
  }
}

/** Look at the frame again and again, until the camera closes; shoot a hand that lies still and cannot
 * be read for sure. */
export async function watchTiles(video: HTMLVideoElement, use: CameraUse): Promise<void> {
  const watched = stream.value;
  const steadiness = new Steadiness();
  const judge = judging(use, () => stream.value === watched);
  while (stream.value === watched && watched !== null) {
    const begun = performance.now();
    hasTorch.value = offersTorch(watched); // some phones name the lamp only after a while
    const frame = video.videoWidth > 0 ? frameOf(video) : null;
    const picture = frame && drawPart(video, frame, LOOK_SIDE);
    const look = picture && (await use.look(pixelsOf(picture)).catch(() => null));
    if (stream.value !== watched) return;
    if (frame && picture && look) {
      looks.value += 1;
      seen.value = tilesIn(look, frame);
      isSteady.value = steadiness.add(look.faces.map((quad) => inShares(quad, look)));
      if (!judge(look, picture)) release(picture);
      const isHand = live.value?.step === "shoot" && steadiness.isReached;
      if (isHand && shootsAlone.value) return shoot(video, use);
    } else if (picture) {
      release(picture);
    }
    const pause = PACE - (performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
}

/** Return what has each hand scored once that two looks saw alike, and whether it keeps the picture
 * for that; `live` has the answer. */
function judging(
  use: CameraUse,
  isOpen: () => boolean,
): (look: LiveLook, picture: HTMLCanvasElement) => boolean {
  let last = "";
  let misses = 0;
  let isAsking = false;
  return (look, picture) => {
    const kinds = kindsOf(look.tiles);
    misses = live.value === null || live.value.kinds === kinds ? 0 : misses + 1;
    if (misses >= MOST_MISSES) showLive(null);
    const isSame = kinds !== "" && kinds === last;
    last = kinds;
    if (!isSame || isAsking || live.value?.kinds === kinds) return false;
    isAsking = true;
    const done = use.judge(look).then((found) => {
      if (isOpen()) showLive({ kinds, look, picture, ...found });
      else release(picture);
    });
    void done
      .catch(() => release(picture)) // the page says why nothing can be scored
      .finally(() => {
        isAsking = false;
      });
    return true;
  };
}

/** Show a hand in the place of the one before, whose picture is of no use any more. */
function showLive(hand: LiveHand | null): void {
  if (live.value !== null) release(live.value.picture);
  live.value = hand;
}

/** Give a canvas's memory back: iOS has room for few, and frees them late. */
function release(canvas: HTMLCanvasElement): void {
  canvas.width = 0;
}

function tilesIn({ tiles, faces, backs, width }: LiveLook, frame: Rectangle): TileInView[] {
  const [left, top, wide] = frame;
  const factor = wide / width;
  const inVideo = (quad: Quad) =>
    quad.map(([x, y]): Point => [left + x * factor, top + y * factor]) as unknown as Quad;
  const hidden = backs.map((quad) => ({ quad: inVideo(quad), kind: "back", share: 1 }));
  if (tiles.length === 0) {
    return [...hidden, ...faces.map((quad) => ({ quad: inVideo(quad), kind: "", share: 0 }))];
  }
  return tiles.map(({ quad, names }) => {
    const [kind, share] = names[0] ?? ["", 0];
    return { quad: inVideo(quad), kind, share };
  });
}

function inShares(quad: Quad, { width, height }: LiveLook): readonly Point[] {
  return quad.map(([x, y]): Point => [x / width, y / height]);
}

/** Take the part of the camera's picture in its frame as the photo. */
export async function shoot(video: HTMLVideoElement, use: CameraUse): Promise<void> {
  if (video.videoWidth === 0) return;
  const canvas = drawPart(video, frameOf(video), Number.POSITIVE_INFINITY);
  closeCamera();
  const photo = await fileOf(canvas);
  if (photo !== null) use.readPhoto(photo);
}

/** Go on with the hand in the frame, as its total stands there, and what is known of its win. */
export async function keepLive(use: CameraUse, won: Partial<Draft>): Promise<void> {
  const kept = live.value;
  if (kept === null) return;
  live.value = null; // its picture is still needed
  closeCamera();
  const photo = await fileOf(kept.picture);
  if (photo !== null) use.keep(photo, kept.look, won);
}

async function fileOf(canvas: HTMLCanvasElement): Promise<File | null> {
  const photo = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", QUALITY),
  );
  release(canvas);
  return photo && new File([photo], "camera.jpg", { type: photo.type });
}

function frameOf(video: HTMLVideoElement): Rectangle {
  const { videoWidth: width, videoHeight: height, clientWidth, clientHeight } = video;
  return frameIn({ width, height }, { width: clientWidth, height: clientHeight });
}

function pixelsOf(canvas: HTMLCanvasElement): Pixels {
  const { width, height } = canvas;
  return { data: context(canvas).getImageData(0, 0, width, height).data, width, height };
}

/** Return a part of the camera's picture, its longer side at most `longest` pixels. */
function drawPart(
  video: HTMLVideoElement,
  [left, top, width, height]: Rectangle,
  longest: number,
): HTMLCanvasElement {
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(width * scale);
  canvas.height = Math.round(height * scale);
  const { width: wide, height: tall } = canvas;
  context(canvas).drawImage(video, left, top, width, height, 0, 0, wide, tall);
  return canvas;
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext("2d", { willReadFrequently: true });
  if (found === null) throw new Error("no canvas");
  return found;
}
