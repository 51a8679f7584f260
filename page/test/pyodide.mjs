/** Answer requests, one JSON object a line of standard input, in Pyodide from the page's own zip file.
 *
 *     node test/pyodide.mjs ZIP [--times] <requests >answers
 *
 * With --times it prints the milliseconds of each instead. */

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

// read first: Pyodide makes standard input non-blocking
const requests = readFileSync(0, "utf8").trim().split("\n");
const pyodide = await loadPyodide({ stdLibURL: process.argv[2] });
const { answer } = pyodide.pyimport("handreader.web.browser_worker");
const timed = requests.map((request) => {
  const start = performance.now();
  const answered = answer(request);
  return process.argv[3] === "--times" ? performance.now() - start : answered;
});
process.stdout.write(`${timed.join("\n")}\n`);
