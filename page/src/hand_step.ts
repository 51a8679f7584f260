/** How far the hand in work is, and why it is no further. */

import { signal } from "@preact/signals";
import type { PhotoFault } from "./photo";

type Step = "start" | "reading" | "scoring" | "done";

/** Why a photo is not read, and the reason in the browser's words. */
export interface Fault {
  readonly code: PhotoFault["code"] | "read_failed" | "server_failed";
  readonly why: string;
}

export const step = signal<Step>("start");
export const fault = signal<Fault | null>(null);
/** Whether nothing could answer of the hand as it is: a fault of `engines` has the reason. */
export const isUnanswered = signal(false);
