/** This phone as the camera of the watched table: it sends its live picture to the server. */

import { effect, signal } from "@preact/signals";
import { isReachable, postPicture, ServerError, UNREACHABLE } from "./server";

/**
 * off; `asked` for the camera; `sends` its picture; `waits`: the table looks through another camera, or
 * nobody watches; `unreachable`: no answer came; `still`: the phone gives no new picture; `unavailable`: the
 * phone gives none at all; `denied`: the server took none, and said why.
 */
type Sending =
  | "off"
  | "asked"
  | "sends"
  | "waits"
  | "unreachable"
  | "still"
  | "unavailable"
  | "denied";

/** Longest side of a picture, in pixels; its tiles are as large as a webcam's. */
const SIDE = 1280;
const QUALITY = 0.9;
/** Milliseconds from one picture to the next: the server reads what lies still for half a second. */
const PACE = 200;
/** The same while nobody looks at them. */
const IDLE = 1000;
/** The same after a failure. */
const AGAIN = 1000;
const LEAST_PAUSE = 20;
/** Milliseconds without a new picture of the camera after which none is sent. */
const STILL = 2000;
const PATH = "api/watch/camera";
const KEPT = "handreader.camera";

export const sending = signal<Sending>("off");
/** The server's words, of `denied`. */
export const denial = signal("");
/** The camera's own picture, to be shown. */
export const ownStream = signal<MediaStream | null>(null);
/** Whether the phone keeps its screen on for this page. */
export const staysOn = signal(false);

/** Send again after a reload, if this phone was the camera before. */
export function resumeCamera(): void {
  document.addEventListener("visibilitychange", () => {
    if (sending.peek() === "off" || document.hidden) return;
    void keepScreenOn(); // the browser gives it up with the screen
    if (!hasPicture()) void openOwnCamera();
  });
  if (readKept()) void startCamera();
  effect(() => keep(sending.value !== "off"));
}

let run = 0;

/** Make this phone the camera. */
export async function startCamera(): Promise<void> {
  if (sending.peek() !== "off") return;
  sending.value = "asked";
  run += 1;
  await openOwnCamera();
  void keepScreenOn();
  void sendPictures(run);
}

/** Give the camera back. */
export function stopCamera(): void {
  run += 1;
  closeStream();
  sending.value = "off";
  staysOn.value = false;
  void lock?.release().catch(() => undefined);
  lock = null;
}

let isOpening = false;

async function openOwnCamera(): Promise<void> {
  if (isOpening) return;
  isOpening = true;
  const own = run;
  closeStream();
  try {
    const stream = await askForCamera();
    if (own === run) {
      ownStream.value = stream;
      source.srcObject = stream;
      await source.play().catch(() => undefined); // a hidden page plays once it is shown
    } else {
      for (const track of stream.getTracks()) track.stop(); // it was stopped meanwhile
    }
  } catch {
    if (own === run) sending.value = "unavailable"; // refused, or another program has it
  } finally {
    isOpening = false;
  }
}

function askForCamera(): Promise<MediaStream> {
  const [width, height] = [{ ideal: SIDE }, { ideal: 720 }];
  const video = { facingMode: { ideal: "environment" }, width, height };
  return navigator.mediaDevices.getUserMedia({ video, audio: false });
}

function closeStream(): void {
  for (const track of ownStream.peek()?.getTracks() ?? []) track.stop();
  ownStream.value = null;
}

function hasPicture(): boolean {
  const track = ownStream.peek()?.getVideoTracks()[0];
  return track !== undefined && track.readyState === "live" && !track.muted;
}

const source = document.createElement("video");
source.muted = true;
source.playsInline = true;
let shownTime = -1;
let shownAt = 0;

/** Return whether the camera gave a new picture lately: one that hangs shows the past. */
function isFresh(): boolean {
  const now = performance.now();
  if (source.currentTime !== shownTime) [shownTime, shownAt] = [source.currentTime, now];
  return source.videoWidth > 0 && now - shownAt < STILL;
}

async function sendPictures(own: number): Promise<void> {
  while (own === run) {
    const begun = performance.now();
    const pause = document.hidden ? IDLE : await sendPicture(own);
    const left = Math.max(LEAST_PAUSE, pause - (performance.now() - begun));
    await new Promise((resolve) => setTimeout(resolve, left));
  }
}

/** Send a picture; return the milliseconds until the next one. */
async function sendPicture(own: number): Promise<number> {
  if (ownStream.peek() === null) {
    if (sending.peek() !== "unavailable") await openOwnCamera();
    return AGAIN;
  }
  if (!hasPicture() || !isFresh()) {
    sending.value = "still";
    if (ownStream.peek()?.getVideoTracks()[0]?.readyState === "ended") await openOwnCamera();
    return AGAIN;
  }
  const picture = await drawPicture();
  if (picture === null || own !== run) return AGAIN;
  try {
    const { wanted } = await postPicture<{ readonly wanted: boolean }>(PATH, picture);
    if (own === run) sending.value = wanted ? "sends" : "waits";
    return wanted ? PACE : IDLE;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    if (own !== run) return AGAIN;
    sending.value = error.code === UNREACHABLE || !isReachable.peek() ? "unreachable" : "denied";
    denial.value = error.message;
    return AGAIN;
  }
}

const canvas = document.createElement("canvas");

function drawPicture(): Promise<Blob | null> {
  const { videoWidth, videoHeight } = source;
  const scale = Math.min(1, SIDE / Math.max(videoWidth, videoHeight));
  canvas.width = Math.round(videoWidth * scale);
  canvas.height = Math.round(videoHeight * scale);
  canvas.getContext("2d")?.drawImage(source, 0, 0, canvas.width, canvas.height);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/jpeg", QUALITY));
}

let lock: WakeLockSentinel | null = null;

/** Keep the screen on; a phone without that has to be set so. */
async function keepScreenOn(): Promise<void> {
  try {
    lock = (await navigator.wakeLock?.request("screen")) ?? null;
  } catch {
    lock = null; // the battery is low, or the page is hidden
  }
  staysOn.value = lock !== null;
  lock?.addEventListener("release", () => {
    staysOn.value = false;
  });
}

function readKept(): boolean {
  try {
    return sessionStorage.getItem(KEPT) === "on";
  } catch {
    return false; // private mode
  }
}

function keep(isOn: boolean): void {
  try {
    if (isOn) sessionStorage.setItem(KEPT, "on");
    else sessionStorage.removeItem(KEPT);
  } catch {
    // private mode: after a reload somebody starts it again
  }
}
