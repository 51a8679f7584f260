/** The worker that arranges, decides and scores: the program's own Python, run by Pyodide. */

import { lock, python } from "virtual:assets";
import "./older_browsers";
import { loadPyodide, type PyodideAPI } from "pyodide";
import { release } from "../buffers";
import { answerRequests } from "./channel";
import { dropSnapshot, loadSnapshot, saveSnapshot } from "./snapshot";

/** The folder of Pyodide's files; then JSON requests of `handreader.web.browser_worker`. */
export type PythonRequest = { readonly open: string } | { readonly json: string };

interface Python {
  answer(json: string): string;
  /** Keep its memory for the next start. */
  keep(): void;
}

const MODULE = "handreader.web.browser_worker";
/** Rejects where a file cannot be loaded: Pyodide would wait for its wasm file for ever. */
const brokenLoad = new Promise<never>((_, reject) => {
  const load = globalThis.fetch;
  globalThis.fetch = async (...request) => {
    try {
      const response = await load(...request);
      if (!response.ok) throw new Error(`${response.url}: ${response.status}`);
      return response;
    } catch (error) {
      reject(error);
      throw error;
    }
  };
});
brokenLoad.catch(() => undefined); // who awaits Pyodide hears of it
let opened: Promise<Python> | null = null;

answerRequests(async (request: PythonRequest): Promise<string | null> => {
  if ("open" in request) {
    opened = open(request.open);
    await opened;
    return null;
  }
  if (opened === null) throw new Error("Python is not open");
  const { answer, keep } = await opened;
  const answered = answer(request.json);
  // after the first hand, when all is imported that a hand needs
  if (request.json.startsWith('{"do":"evaluate')) setTimeout(keep);
  return answered;
});

/** Start Python from its kept memory, else from its files. */
async function open(folder: string): Promise<Python> {
  const kept = await loadSnapshot();
  if (kept !== null) {
    try {
      const pyodide = await start(folder, { _loadSnapshot: kept });
      release(kept);
      return { answer: answerOf(pyodide), keep: () => undefined };
    } catch {
      await dropSnapshot(); // it does not fit this browser
    }
  }
  if (!("caches" in globalThis)) {
    return { answer: answerOf(await start(folder, {})), keep: () => undefined };
  }
  const pyodide = await start(folder, { _makeSnapshot: true });
  return { answer: answerOf(pyodide), keep: onlyOnce(() => pyodide.makeMemorySnapshot()) };
}

function start(folder: string, options: object): Promise<PyodideAPI> {
  const files = { indexURL: folder, lockFileContents: lock, stdLibURL: python };
  return Promise.race([loadPyodide({ ...files, ...options }), brokenLoad]);
}

function answerOf(pyodide: PyodideAPI): Python["answer"] {
  return pyodide.pyimport(MODULE).answer as Python["answer"];
}

/** Return what keeps the memory at its first call. */
function onlyOnce(memory: () => Uint8Array): () => void {
  let isKept = false;
  return () => {
    if (!isKept) void saveSnapshot(memory());
    isKept = true;
  };
}
