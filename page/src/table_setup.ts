/** The set-up of the watched table: its picture, and what the organiser does. */

import { computed, effect, signal } from "@preact/signals";
import { requestLink, type ShownLink } from "./components/looking_link";
import { sending, stopCamera } from "./phone_camera";
import { isCamera, ServerError } from "./server";
import type { Corner, GameChoice, Source } from "./watch_state";
import { command, type Fetched, fetchPicture, watch } from "./watch_store";

const PATH = "api/watch/setup";
const APART = 300; // milliseconds between two pictures

export const setup = computed(() => watch.value?.setup ?? null);
/** Whether this phone sets the table up right now. */
export const isSettingUp = computed(() => setup.value?.active === true && setup.value.mine);
/** Address of the camera's whole picture; null while there is none. */
export const setupPicture = signal<string | null>(null);
/** A link by which another phone becomes the camera. */
export const cameraLink = signal<ShownLink | null>(null);
export const linkFault = signal<string | null>(null);

/** Whether nobody looks through a phone's camera any more: the set-up was left, or has another one. */
const isCameraLeft = computed(() => {
  if (setup.value === null || isCamera.value) return false;
  const { active, source } = setup.value;
  return source !== "phone" || (!active && watch.value?.state === "setup");
});

/** Follow the camera's picture as long as this phone sets the table up; its own camera is closed when
 * it is left. */
export function startSetup(): void {
  effect(() => {
    if (isSettingUp.value) void followPicture();
    else showPicture(null);
  });
  effect(() => {
    if (isCameraLeft.value && sending.value !== "off") stopCamera();
  });
}

let runs = 0;

async function followPicture(): Promise<void> {
  runs += 1;
  const run = runs;
  let tag: string | null = null;
  while (run === runs && isSettingUp.peek()) {
    const since: string = tag === null ? "" : `?since=${encodeURIComponent(tag)}`;
    const found: Fetched | "unchanged" | null = document.hidden
      ? "unchanged"
      : await fetchPicture(`${PATH}/picture${since}`);
    if (run === runs && isSettingUp.peek() && found !== "unchanged") {
      tag = found?.tag ?? null;
      showPicture(found === null ? null : URL.createObjectURL(found.photo));
    }
    await new Promise((resolve) => setTimeout(resolve, APART));
  }
}

function showPicture(address: string | null): void {
  const before = setupPicture.peek();
  setupPicture.value = address;
  if (before !== null) setTimeout(() => URL.revokeObjectURL(before), APART);
}

/** Begin to set the table up, or look through another camera. */
export function beginSetup(source?: Source): Promise<boolean> {
  const chosen = source === undefined ? {} : { source };
  return command(() => ({ do: "begin", ...chosen }), PATH);
}

export function searchWalls(): void {
  void command(() => ({ do: "search" }), PATH);
}

export function placeCorners(corners: readonly Corner[]): Promise<boolean> {
  return command(() => ({ do: "corners", corners }), PATH);
}

export function cancelSetup(): void {
  void command(() => ({ do: "cancel" }), PATH);
}

/** Watch the table: a new game, or the interrupted one without it. */
export function startGame(game: GameChoice | null, isWhole: boolean): Promise<boolean> {
  const what = game === null ? { resume: true } : game;
  return command(() => ({ do: "start", whole: isWhole, ...what }), PATH);
}

/** Ask for a link by which another phone becomes the camera. */
export async function inviteCamera(): Promise<void> {
  try {
    const link = await requestLink({ role: "camera" });
    if (cameraLink.value !== null) URL.revokeObjectURL(cameraLink.value.picture);
    cameraLink.value = link;
    linkFault.value = null;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    linkFault.value = error.message;
  }
}
