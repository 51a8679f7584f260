/** The list of files that the service worker keeps, written into it by the build. */

import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Plugin } from "vite";

const PLACEHOLDER = /["'`]__PRECACHE__["'`]/;
const PUBLIC = join(import.meta.dirname, "..", "public");

/** Put the names of all files of the site, and a version made of them, into sw.js. */
export function precache(): Plugin {
  return {
    name: "handreader-precache",
    enforce: "post",
    generateBundle(_, bundle) {
      const worker = bundle["sw.js"];
      if (worker?.type !== "chunk") throw new Error("the build has no sw.js");
      const names = Object.keys(bundle).filter(
        (name) => name !== "sw.js" && !name.endsWith(".map"),
      );
      const hash = createHash("sha256");
      for (const name of names.sort()) {
        const file = bundle[name]!;
        hash.update(name).update(file.type === "chunk" ? file.code : file.source);
      }
      for (const name of readdirSync(PUBLIC).sort()) {
        if (name.startsWith("screenshot-")) continue; // the browser shows them before the page is kept
        hash.update(name).update(readFileSync(join(PUBLIC, name)));
        names.push(name);
      }
      const list = JSON.stringify({ version: hash.digest("hex").slice(0, 12), files: names });
      worker.code = worker.code.replace(PLACEHOLDER, list);
      if (!worker.code.includes(list)) throw new Error("sw.js has no place for the list of files");
    },
  };
}
