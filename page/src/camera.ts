/** The live camera: its picture, the outlines seen in it, and the shot when the hand lies still. */

import { signal } from "@preact/signals";
import type { Quad } from "./recognition/geometry";
import type { Pixels } from "./recognition/pixels";
import { type Look, Steadiness } from "./steadiness";

/** What the camera needs from the page. */
export interface CameraUse {
  /** Return the outlines of tiles in a small picture; null while the reader is loading. */
  findOutlines(pixels: Pixels): Promise<readonly Quad[]> | null;
  /** Read the photo that was shot. */
  readPhoto(photo: File): void;
}

type TorchTrack = MediaTrackCapabilities & { readonly torch?: boolean };

/** Longer side of the pictures in which outlines are looked for. */
const LOOK_SIDE = 512;
/** Milliseconds between two looks. */
const PAUSE = 300;
/** Of a photo; JPEG. */
const QUALITY = 0.95;

export const stream = signal<MediaStream | null>(null);
/** Whether the browser or the person refused the camera. */
export const isRefused = signal(false);
/** What the last look saw, in shares of the picture's sides. */
export const seen = signal<Look | null>(null);
export const isSteady = signal(false);
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

/** Look for tiles again and again, until the camera closes; shoot when they lie still. */
export async function watchTiles(video: HTMLVideoElement, use: CameraUse): Promise<void> {
  const watched = stream.value;
  const steadiness = new Steadiness();
  while (stream.value === watched && watched !== null) {
    hasTorch.value = offersTorch(watched); // some phones name the lamp only after a while
    const small = video.videoWidth > 0 ? framePixels(video) : null;
    const outlines = small && (await use.findOutlines(small)?.catch(() => null));
    if (stream.value !== watched) return;
    if (small && outlines) {
      seen.value = outlines.map((quad) =>
        quad.map(([x, y]) => [x / small.width, y / small.height] as const),
      );
      isSteady.value = steadiness.add(seen.value);
      if (steadiness.isReached) return shoot(video, use);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE));
  }
}

/** Take the camera's picture as the photo. */
export async function shoot(video: HTMLVideoElement, use: CameraUse): Promise<void> {
  if (video.videoWidth === 0) return;
  const canvas = drawFrame(video, 1);
  closeCamera();
  const photo = await new Promise<Blob | null>((resolve) =>
    canvas.toBlob(resolve, "image/jpeg", QUALITY),
  );
  canvas.width = 0; // gives its memory back
  if (photo !== null) use.readPhoto(new File([photo], "camera.jpg", { type: photo.type }));
}

function framePixels(video: HTMLVideoElement): Pixels {
  const scale = Math.min(1, LOOK_SIDE / Math.max(video.videoWidth, video.videoHeight));
  const canvas = drawFrame(video, scale);
  const { width, height } = canvas;
  return { data: context(canvas).getImageData(0, 0, width, height).data, width, height };
}

function drawFrame(video: HTMLVideoElement, scale: number): HTMLCanvasElement {
  const canvas = document.createElement("canvas");
  canvas.width = Math.round(video.videoWidth * scale);
  canvas.height = Math.round(video.videoHeight * scale);
  context(canvas).drawImage(video, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function context(canvas: HTMLCanvasElement): CanvasRenderingContext2D {
  const found = canvas.getContext("2d");
  if (found === null) throw new Error("no canvas");
  return found;
}
