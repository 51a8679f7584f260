/** The built page must run in Safari 15: what is newer needs a fallback, and is listed with it here. */
import compat from "eslint-plugin-compat";
import es from "eslint-plugin-es-x";

/** Methods of iterators that arrays have had for long: without types they look alike. */
const ARRAYS_HAVE = /^es-x\/no-iterator-prototype-/;
/** Properties that bear a method's name (`deal.at`); calls are forbidden below. */
const NAMES_OF_OURS = /^es-x\/no-(array|string|typed-array)-prototype-at$/;
/** Fields of classes are in Safari since 14.1, private ones since 15 (and private methods). */
const IN_SAFARI_15 = /^es-x\/no-(class-(instance|static|private)-(fields|methods)|top-level-await)$/;

const newer = Object.entries(es.configs["flat/restrict-to-es2021"].rules).filter(
  ([rule]) => ![ARRAYS_HAVE, NAMES_OF_OURS, IN_SAFARI_15].some((known) => known.test(rule)),
);

export default [
  { ignores: ["src/**", "test/**", "build/**", "node_modules/**", "*.ts"] },
  {
    files: ["dist/**/*.js", "dist/**/*.mjs"],
    plugins: { compat, "es-x": es },
    languageOptions: { ecmaVersion: "latest", sourceType: "module" },
    linterOptions: { noInlineConfig: true },
    settings: { "es-x": { aggressive: true }, browsers: ["ios_saf >= 15"] },
    rules: {
      ...Object.fromEntries(newer),
      "es-x/no-regexp-lookbehind-assertions": "error",
      "no-restricted-syntax": ["error", "CallExpression > MemberExpression.callee[property.name='at']"],
      "compat/compat": "error",
    },
  },
  {
    files: ["dist/assets/pyodide-*/*.mjs"],
    rules: {
      // src/workers/older_browsers.ts
      "es-x/no-object-hasown": "off",
      "no-restricted-syntax": "off",
      // `grow` of wasm's memory and tables
      "es-x/no-resizable-and-growable-arraybuffers": "off",
      // emscripten's bindings to screens, windows and batteries: Python here has none of them
      "compat/compat": "off",
    },
  },
  {
    // src/tabs.ts: without it a tab looks when it comes into view
    files: ["dist/assets/index-*.js"],
    settings: { polyfills: ["BroadcastChannel"] },
  },
  {
    files: ["dist/assets/reader-*.js"],
    rules: {
      // onnxruntime asks for `Float16Array` and `Atomics.waitAsync` before it uses them, and `grow` is
      // that of wasm's memory
      "es-x/no-float16array": "off",
      "es-x/no-atomics-waitasync": "off",
      "es-x/no-resizable-and-growable-arraybuffers": "off",
      // src/photo.ts reads pixels in the page where workers have no canvas; there are no threads
      "compat/compat": "off",
    },
  },
];
