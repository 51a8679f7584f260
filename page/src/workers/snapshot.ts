/** The memory of Python as it is after its start, kept in the browser: the next start copies it. */

import { pyodide, python } from "virtual:assets";
import { release } from "../buffers";

const CACHE = "python-memory";
/** Of this Pyodide and these Python sources alone: their names change with what is in them. */
const NAME = `${pyodide}${python.split("/").pop()}`;

/** Return the kept memory; null if there is none, or it is of other sources. */
export async function loadSnapshot(): Promise<ArrayBuffer | null> {
  try {
    const found = await (await caches.open(CACHE)).match(NAME);
    return found === undefined ? null : await found.arrayBuffer();
  } catch {
    return null; // private mode
  }
}

/** Keep the memory in place of that of earlier sources, if the browser has room. */
export async function saveSnapshot(memory: Uint8Array): Promise<void> {
  try {
    await dropSnapshot();
    const cache = await caches.open(CACHE);
    await cache.put(NAME, new Response(memory as Uint8Array<ArrayBuffer>));
  } catch {
    // private mode or a full disk: Python starts anew each time
  }
  release(memory.buffer);
}

export async function dropSnapshot(): Promise<void> {
  await caches.delete(CACHE).catch(() => false);
}
