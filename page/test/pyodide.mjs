/** Answer requests, one JSON object a line of standard input, in Pyodide from the page's own zip file.
 *
 *     node test/pyodide.mjs ZIP <requests >answers */

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

// read first: Pyodide makes standard input non-blocking
const requests = readFileSync(0, "utf8").trim().split("\n");
const pyodide = await loadPyodide({ stdLibURL: process.argv[2] });
const { answer } = pyodide.pyimport("handreader.web.browser_worker");
const answers = requests.map((request) => answer(request));
process.stdout.write(`${answers.join("\n")}\n`);
