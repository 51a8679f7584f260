/** Files from outside page/ that the site contains: nets, Python sources, Pyodide. */

import { readFileSync, statSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join, parse } from "node:path";
import { transform } from "esbuild";
import type { Plugin } from "vite";
import { shareIndirectCalls } from "./indirect_calls";
import { packPython } from "./python";

const ROOT = join(import.meta.dirname, "..", "..");
const CACHE = join(import.meta.dirname, "..", "node_modules", ".cache", "handreader");
const MODULE = "virtual:assets";
const PYODIDE_FILES = ["pyodide.asm.mjs", "pyodide.asm.wasm"];

/** The oldest browser in which the page works. */
export const OLDEST = "safari15";

/** The page and each worker are built at the same time, and ask for the same file. */
let packed: Promise<string> | null = null;

/** Provide `virtual:assets`: addresses and sizes of the files that the workers load. */
export function assets(): Plugin {
  const pyodide = dirname(createRequire(import.meta.url).resolve("pyodide/package.json"));
  const { info } = JSON.parse(readFileSync(join(pyodide, "pyodide-lock.json"), "utf8"));
  const { version } = JSON.parse(readFileSync(join(pyodide, "package.json"), "utf8"));
  const folder = `assets/pyodide-${version}`;
  return {
    name: "handreader-assets",
    resolveId: (id) => (id === MODULE ? `\0${MODULE}` : null),
    async load(id) {
      if (id !== `\0${MODULE}`) return null;
      packed ??= packPython(ROOT, CACHE);
      const python = await packed;
      const relations = weights("relations");
      const [finder, namer, bodies] = [weights("detector"), weights("namer"), weights("bodies")];
      const files = { finder, namer, bodies, relations, python };
      const lines = Object.entries(files).flatMap(([name, path]) => [
        `import ${name} from ${JSON.stringify(`${path}?url`)};`,
        `export { ${name} };`,
      ]);
      const sizes = Object.entries(files).map(([name, path]) => [name, statSync(path).size]);
      const model = [files.finder, files.namer].map((path) => parse(path).name).join(" ");
      lines.push(`export const model = ${JSON.stringify(model)};`);
      lines.push(`export const relationModel = ${JSON.stringify(parse(relations).name)};`);
      lines.push(`export const sizes = ${JSON.stringify(Object.fromEntries(sizes))};`);
      lines.push(`export const pyodide = ${JSON.stringify(`${folder}/`)};`);
      // no package is ever installed: an empty list replaces a file of 120 kB
      lines.push(`export const lock = ${JSON.stringify({ info, packages: {} })};`);
      return lines.join("\n");
    },
    async generateBundle() {
      if (this.environment.config.consumer !== "client") return;
      for (const name of PYODIDE_FILES) {
        const path = join(pyodide, name);
        const isScript = name.endsWith(".mjs");
        const source = isScript ? await lowered(path) : shareIndirectCalls(readFileSync(path));
        this.emitFile({ type: "asset", fileName: `${folder}/${name}`, source });
      }
    },
  };
}

/**
 * Return a script in the syntax of OLDEST: Pyodide's has static blocks of classes (Safari 16.4).
 *
 * By esbuild, which writes what it needs into the script; Vite's own transformer would import it.
 */
async function lowered(path: string): Promise<string> {
  const { code } = await transform(readFileSync(path, "utf8"), { format: "esm", target: OLDEST });
  return code;
}

/** Return the path of a net's file, which the manifest names. */
function weights(role: string): string {
  const manifest = readFileSync(join(ROOT, "models", "manifest.toml"), "utf8");
  const table = manifest.split(/^\[/m).find((part) => part.startsWith(`${role}]`));
  const file = table?.match(/^file = "(.+)"$/m)?.[1];
  if (file === undefined) throw new Error(`models/manifest.toml names no file for ${role}`);
  return join(ROOT, "models", file);
}
