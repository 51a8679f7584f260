/** What Python refuses of what is asked about a hand. */

import { signal } from "@preact/signals";
import type { Ask } from "./device_games";
import { askPython, NoScoring } from "./engines";
import { ServerError } from "./server";
import { asked } from "./texts";

/** A sentence of Python about what was asked of it. */
export const complaint = signal<string | null>(null);

/** Ask Python; what it refuses is the answer's `error`. Nothing is answered without Python. */
export const askOrRefuse: Ask = async <T>(request: object | Promise<object>) => {
  try {
    return await askPython<T & { error?: string; code?: string }>({
      ...(await request),
      lang: asked.value,
    });
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    return { error: error.message, code: error.code } as T & { error?: string; code?: string };
  }
};

/** Ask Python; what it refuses becomes the page's complaint. Nothing is answered without Python. */
export async function ask<T>(request: object | Promise<object>): Promise<T | null> {
  let found: T & { error?: string };
  try {
    found = await askOrRefuse<T>(request);
  } catch (error) {
    if (!(error instanceof NoScoring)) throw error;
    complaint.value = null;
    return null;
  }
  complaint.value = found.error ?? null;
  return found.error === undefined ? found : null;
}
