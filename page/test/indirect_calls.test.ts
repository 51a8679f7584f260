import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { shareIndirectCalls } from "../build/indirect_calls";

const IMPORTS = { m: { f: () => 0 } };
const DOUBLE = [0, 0x20, 0, 0x41, 2, 0x6c, 0x0b];
const NEGATE = [0, 0x41, 0, 0x20, 0, 0x6b, 0x0b];
const CALL = [0, 0x20, 0, 0x20, 1, 0x11, 0, 0, 0x0b];
/** A module that calls, by its place in a table, a function that doubles a number, or one that negates it. */
const SMALL = Uint8Array.of(
  ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
  ...section(1, 2, 0x60, 1, 0x7f, 1, 0x7f, 0x60, 2, 0x7f, 0x7f, 1, 0x7f),
  ...section(2, 1, 1, 0x6d, 1, 0x66, 0, 0), // "m" "f", never called
  ...section(3, 3, 0, 0, 1),
  ...section(4, 1, 0x70, 0, 2),
  ...section(7, 1, 4, 0x63, 0x61, 0x6c, 0x6c, 0, 3), // "call"
  ...section(9, 1, 0, 0x41, 0, 0x0b, 2, 1, 2),
  ...section(10, 3, ...[DOUBLE, NEGATE, CALL].flatMap((body) => [body.length, ...body])),
);

function section(id: number, ...bytes: readonly number[]): number[] {
  return [id, bytes.length, ...bytes];
}

test("calls through a table reach the same functions", () => {
  const module = new WebAssembly.Module(Uint8Array.from(shareIndirectCalls(SMALL)));
  const call = new WebAssembly.Instance(module, IMPORTS).exports.call as (
    number: number,
    place: number,
  ) => number;
  expect([call(21, 0), call(21, 1)]).toEqual([42, -21]);
  expect(() => call(21, 2)).toThrow();
});

test("Pyodide's file has one such call for each type of function, and hardly grows", () => {
  const path = createRequire(import.meta.url).resolve("pyodide/pyodide.asm.wasm");
  const file = readFileSync(path);
  const shared = shareIndirectCalls(file);
  expect(shared.length).toBeGreaterThan(file.length);
  expect(shared.length).toBeLessThan(1.01 * file.length);
  // the calls are shared once: those that are left are those of the shared functions
  expect(shareIndirectCalls(shared).length - shared.length).toBeLessThan(2000);
});
