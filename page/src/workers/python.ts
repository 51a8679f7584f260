/** The worker that arranges, decides and scores: the program's own Python, run by Pyodide. */

import { lock, python } from "virtual:assets";
import { loadPyodide } from "pyodide";
import { answerRequests } from "./channel";

/** The folder of Pyodide's files; then JSON requests of `handreader.web.browser_worker`. */
export type PythonRequest = { readonly open: string } | { readonly json: string };

type Answer = (json: string) => string;

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
let opened: Promise<Answer> | null = null;

answerRequests(async (request: PythonRequest): Promise<string | null> => {
  if ("open" in request) {
    opened = open(request.open);
    await opened;
    return null;
  }
  if (opened === null) throw new Error("Python is not open");
  return (await opened)(request.json);
});

async function open(folder: string): Promise<Answer> {
  const loading = loadPyodide({ indexURL: folder, lockFileContents: lock, stdLibURL: python });
  const pyodide = await Promise.race([loading, brokenLoad]);
  return pyodide.pyimport(MODULE).answer as Answer;
}
