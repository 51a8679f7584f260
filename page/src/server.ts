/** The server of a table that the page comes from; a static site has none. */

import { computed, signal } from "@preact/signals";
import { Refusal } from "./refusal";
import { asked, text } from "./texts";

/** Address of the server, relative to the page; null on a static site. */
export const server =
  document.querySelector<HTMLMetaElement>('meta[name="handreader-server"]')?.content ?? null;

/** What the server offers (`handreader/web/routes/worker.py`). */
export interface ServerHome {
  /** What this phone may do, and the name of who joined with it. */
  readonly role: "player" | "spectator" | "camera";
  readonly name: string;
  /** Whether the server serves its own computer alone. */
  readonly host: boolean;
  readonly games: boolean;
  readonly invite: boolean;
  readonly watching: boolean;
  /** Names of the taught sets of tiles. */
  readonly sets: readonly string[];
  readonly house_rules: readonly { readonly name: string; readonly rules: string }[];
}

/** What the server refused, or that it could not be reached: in words for the player. */
export class ServerError extends Refusal {}

/** Code of the error that no answer came. */
export const UNREACHABLE = "unreachable";
const PATIENCE = 30_000; // milliseconds
const PHOTO_PATIENCE = 300_000; // milliseconds: a slow upload, the queue, and the reading

/** What the server offers; null until it was asked, and on a static site. */
export const home = signal<ServerHome | null>(null);
/** Whether this phone only looks on. */
export const isLooking = computed(() => home.value?.role === "spectator");
/** Whether this phone is the camera of the watched table, and nothing else. */
export const isCamera = computed(() => home.value?.role === "camera");
/** Whether the last request was answered. */
export const isReachable = signal(true);
/** Whether the server knows this browser no more: it has to join again. */
export const isLocked = signal(false);

/** Ask what the server offers; a page without a session gets one where the server lets it in. */
export async function loadHome(): Promise<void> {
  if (server === null) return;
  try {
    home.value = parsed<ServerHome>(await request("GET", "api/home", {}));
  } catch {
    // `isReachable` and `isLocked` are shown
  }
}

/** Get an answer of the server. */
export async function getFrom<T>(path: string): Promise<T> {
  return parsed<T>(await getText(path));
}

/** Get a text file. */
export function getText(path: string): Promise<string> {
  return withSession(() => request("GET", path, {}));
}

/** Post a value as JSON, or text that is JSON already. */
export async function postTo<T>(path: string, value: object | string): Promise<T> {
  const body = typeof value === "string" ? value : JSON.stringify(value);
  const headers = { "content-type": "application/json" };
  return parsed<T>(await withSession(() => request("POST", path, { body, headers })));
}

/** Post a file; `onSent` gets the share that is sent. */
export async function sendFile<T>(
  path: string,
  file: Blob,
  onSent: (share: number) => void = () => undefined,
): Promise<T> {
  return parsed<T>(await withSession(() => upload(path, file, onSent)));
}

/** Post a live picture. */
export async function postPicture<T>(path: string, picture: Blob): Promise<T> {
  const headers = { "content-type": "image/jpeg" };
  return parsed<T>(await withSession(() => request("POST", path, { body: picture, headers })));
}

/** Post a file; the answer is a file, too. */
export async function sendForFile(path: string, file: Blob): Promise<Blob> {
  const headers = { "content-type": "application/octet-stream" };
  let response: Response;
  try {
    response = await fetch(addressOf(path), { method: "POST", body: file, headers });
  } catch {
    throw unreachable();
  }
  if (!response.ok) accepted(response.status, await response.text());
  return response.blob();
}

/** Do it once more after the server let this browser in again. */
async function withSession<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ServerError) || error.code !== "no_entry") throw error;
    await loadHome();
    if (isLocked.value) throw error;
    return work();
  }
}

async function request(method: string, path: string, more: RequestInit): Promise<string> {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), PATIENCE);
  try {
    const response = await fetch(addressOf(path), { method, ...more, signal: controller.signal });
    return accepted(response.status, await response.text());
  } catch (error) {
    throw error instanceof ServerError ? error : unreachable();
  } finally {
    clearTimeout(timer);
  }
}

/** Post a file by XMLHttpRequest, since `fetch` does not tell how much is sent. */
function upload(path: string, file: Blob, onSent: (share: number) => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const sending = new XMLHttpRequest();
    sending.open("POST", addressOf(path));
    sending.timeout = PHOTO_PATIENCE;
    sending.setRequestHeader("content-type", "application/octet-stream");
    sending.upload.onprogress = ({ loaded, total }) => onSent(total > 0 ? loaded / total : 0);
    sending.onload = () => {
      try {
        resolve(accepted(sending.status, sending.responseText));
      } catch (error) {
        reject(error);
      }
    };
    sending.onerror = () => reject(unreachable());
    sending.ontimeout = () => reject(unreachable());
    sending.send(file);
  });
}

function addressOf(path: string): string {
  const address = new URL(`${server ?? ""}${path}`, document.baseURI);
  address.searchParams.set("lang", asked.value);
  return address.href;
}

/** Return what the server answered; what it refused is an error in its own words. */
function accepted(status: number, content: string): string {
  isReachable.value = true;
  isLocked.value = false;
  if (status >= 200 && status < 300) return content;
  const { error } = parsed<{ readonly error: { readonly code: string; readonly message: string } }>(
    content,
  );
  isLocked.value = error.code === "no_entry";
  throw new ServerError(error.code, error.message);
}

/** Parse JSON; anything else comes from something between the page and its server. */
function parsed<T>(content: string): T {
  try {
    return JSON.parse(content);
  } catch {
    throw unreachable();
  }
}

function unreachable(): ServerError {
  isReachable.value = false;
  return new ServerError(UNREACHABLE, text("unreachable"));
}
