/** The Python of the page, compiled by the Pyodide that will run it, in a zip file.
 *
 * It replaces Pyodide's own file of the standard library, which would be compiled at every start. */

import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { loadPyodide, version } from "pyodide";

/** What the worker imports. */
const MODULE = "handreader.web.browser_worker";
/** The sources of that module and of everything below it. */
const SOURCES = [
  "scoring",
  "vision/__init__.py",
  "vision/reader.py",
  "vision/found_box.py",
  "vision/hand_location.py",
  "vision/odds.py",
  "vision/picture_edge.py",
  "vision/rows.py",
  "vision/seen_tile.py",
  "vision/judging",
  "vision/layout",
  "vision/parsing",
  "vision/relations/__init__.py",
  "vision/relations/inputs.py",
  "vision/relations/roles.py",
  "vision/teaching/__init__.py",
  "vision/teaching/confirmed_tiles.py",
  "vision/teaching/errors.py",
  "handreader/__init__.py",
  "handreader/answers.py",
  "handreader/confirmed_hand.py",
  "handreader/hand_in_play.py",
  "handreader/house_rules.py",
  "handreader/near_hand.py",
  "handreader/pipeline.py",
  "handreader/set_names.py",
  "handreader/situation.py",
  "handreader/table_facts.py",
  "handreader/json_output.py",
  "handreader/user_files.py",
  "handreader/store/__init__.py",
  "handreader/store/errors.py",
  "handreader/store/export.py",
  "handreader/store/models.py",
  "handreader/store/replay.py",
  "handreader/store/serialization.py",
  "handreader/store/results.py",
  "handreader/store/statistics.py",
  "handreader/web/__init__.py",
  "handreader/web/browser_games.py",
  "handreader/web/browser_quiz.py",
  "handreader/web/browser_worker.py",
  "handreader/web/dispute.py",
  "handreader/web/errors.py",
  "handreader/web/forms/__init__.py",
  "handreader/web/forms/entry_form.py",
  "handreader/web/forms/form_fields.py",
  "handreader/web/forms/seen_tiles.py",
  "handreader/web/hand_scoring.py",
  "handreader/web/views/__init__.py",
  "handreader/web/views/game.py",
  "handreader/web/views/statistics.py",
  "handreader/web/views/hand.py",
];

/** The folder of the languages that have a file of their own (scoring/translations.py). */
const LANGUAGES = "scoring/languages";

/** Python of its standard library: what is imported at the start, and what that may import later. */
const PACK = `
import ast, compileall, importlib, os, pathlib, py_compile, sys, zipfile

library = zipfile.ZipFile(next(path for path in sys.path if path.endswith(".zip")))
files = {}
for name in library.namelist():
    if name.endswith(".py"):
        files[name.removesuffix(".py").removesuffix("/__init__").replace("/", ".")] = name

def imports(module):
    package = module if files[module].endswith("/__init__.py") else module.rpartition(".")[0]
    for node in ast.walk(ast.parse(library.read(files[module]))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")[: 1 - node.level or None] if node.level else []
            base = ".".join([*parts, *([node.module] if node.module else [])])
            yield from (base, *(f"{base}.{alias.name}" for alias in node.names))

os.chdir("/sources")
sys.path.insert(0, "/sources")
importlib.import_module(MODULE)
loaded = set(sys.modules) & files.keys()
later = {name for module in loaded for name in imports(module)} & files.keys()
root = pathlib.Path(".")
unchecked = py_compile.PycInvalidationMode.UNCHECKED_HASH
compileall.compile_dir(root, legacy=True, quiet=1, invalidation_mode=unchecked)
for module in loaded | later:
    path = root / files[module]
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(library.read(files[module]))
    compiled = path.with_suffix(".pyc")
    # nobody reads its documentation here
    py_compile.compile(path, compiled, optimize=2, invalidation_mode=unchecked)
languages = sorted(root.glob(LANGUAGES + "/*.json"))
if languages:  # a folder in a zip file cannot be listed
    (root / LANGUAGES / "codes").write_text(" ".join(path.stem for path in languages))
with zipfile.ZipFile("/sources.zip", "w") as archive:
    for path in root.glob(LANGUAGES + "/*"):
        archive.writestr(zipfile.ZipInfo(path.as_posix()), path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
    for path in sorted(root.rglob("*.pyc")):
        if "__pycache__" not in path.parts:
            info = zipfile.ZipInfo(path.as_posix())
            archive.writestr(info, path.read_bytes(), zipfile.ZIP_DEFLATED, 9)
`;

/** Write the zip file into a folder unless it has that of the same sources; return its path. */
export async function packPython(root: string, folder: string): Promise<string> {
  const files = SOURCES.flatMap((name) => pythonFiles(join(root, name)));
  const hash = createHash("sha256").update(version).update(PACK);
  for (const file of files) hash.update(relative(root, file)).update(readFileSync(file));
  const target = join(folder, `python-${hash.digest("hex").slice(0, 12)}.zip`);
  if (existsSync(target)) return target;
  const pyodide = await loadPyodide();
  for (const file of files) {
    const path = `/sources/${relative(root, file)}`;
    pyodide.FS.mkdirTree(dirname(path));
    pyodide.FS.writeFile(path, readFileSync(file));
  }
  pyodide.globals.set("MODULE", MODULE);
  pyodide.globals.set("LANGUAGES", LANGUAGES);
  pyodide.runPython(PACK);
  mkdirSync(folder, { recursive: true });
  writeFileSync(target, pyodide.FS.readFile("/sources.zip"));
  return target;
}

/** Return whether a file has the texts of a language. */
function isLanguage(path: string): boolean {
  return path.endsWith(".json") && dirname(path).endsWith(LANGUAGES);
}

function pythonFiles(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path)
    .sort()
    .filter((name) => name !== "__pycache__")
    .flatMap((name) => pythonFiles(join(path, name)))
    .filter((name) => name.endsWith(".py") || isLanguage(name));
}
