/** The Python sources of the page, compiled by the Pyodide that will run them, in a zip file. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { loadPyodide } from "pyodide";

/** What the worker imports: `handreader.web.browser_worker` and everything below it. */
const SOURCES = [
  "scoring",
  "vision/__init__.py",
  "vision/reader.py",
  "vision/hand_location.py",
  "vision/seen_tile.py",
  "vision/layout",
  "vision/decoding",
  "handreader/__init__.py",
  "handreader/house_rules.py",
  "handreader/near_hand.py",
  "handreader/pipeline.py",
  "handreader/situation.py",
  "handreader/json_output.py",
  "handreader/user_files.py",
  "handreader/store/__init__.py",
  "handreader/store/errors.py",
  "handreader/store/export.py",
  "handreader/store/models.py",
  "handreader/store/replay.py",
  "handreader/store/serialization.py",
  "handreader/web/__init__.py",
  "handreader/web/browser_games.py",
  "handreader/web/browser_worker.py",
  "handreader/web/dispute.py",
  "handreader/web/entry_form.py",
  "handreader/web/errors.py",
  "handreader/web/form_fields.py",
  "handreader/web/hand_scoring.py",
  "handreader/web/views/__init__.py",
  "handreader/web/views/game.py",
  "handreader/web/views/hand.py",
];

const PACK = `
import compileall, os, pathlib, py_compile, zipfile
os.chdir("/sources")
root = pathlib.Path(".")
compileall.compile_dir(
    root, legacy=True, quiet=1,
    invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
)
with zipfile.ZipFile("/sources.zip", "w", zipfile.ZIP_STORED) as archive:
    for path in sorted(root.rglob("*.pyc")):
        info = zipfile.ZipInfo(path.relative_to(root).as_posix())
        archive.writestr(info, path.read_bytes())
`;

/** Write the zip file into a folder unless it has that of the same sources; return its path. */
export async function packPython(root: string, folder: string): Promise<string> {
  const files = SOURCES.flatMap((name) => pythonFiles(join(root, name)));
  const hash = createHash("sha256");
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  const target = join(folder, `python-${hash.digest("hex").slice(0, 12)}.zip`);
  if (existsSync(target)) return target;
  const pyodide = await loadPyodide();
  for (const file of files) {
    const path = `/sources/${relative(root, file)}`;
    pyodide.FS.mkdirTree(dirname(path));
    pyodide.FS.writeFile(path, readFileSync(file));
  }
  pyodide.runPython(PACK);
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, pyodide.FS.readFile("/sources.zip"));
  return target;
}

function pythonFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => name !== "__pycache__")
    .flatMap((name) => pythonFiles(join(path, name)))
    .filter((name) => name.endsWith(".py"));
}
