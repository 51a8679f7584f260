/** Answer requests, one JSON object a line of standard input, in Pyodide from the page's own zip file.
 *
 *     node test/pyodide.mjs ZIP <requests >answers */

import { readFileSync } from "node:fs";
import { loadPyodide } from "pyodide";

// read first: Pyodide makes standard input non-blocking
const requests = readFileSync(0, "utf8").trim().split("\n");
const pyodide = await loadPyodide();
pyodide.FS.writeFile("/handreader.zip", readFileSync(process.argv[2]));
pyodide.runPython("import sys; sys.path.insert(0, '/handreader.zip')");
const { answer } = pyodide.pyimport("handreader.web.browser_worker");
const answers = requests.map((request) => answer(request));
process.stdout.write(`${answers.join("\n")}\n`);
