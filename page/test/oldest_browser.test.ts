import { ESLint } from "eslint";
import { expect, test } from "vitest";

test.each([
  ["[1].findLast(Boolean)", "es-x/no-array-prototype-findlast-findlastindex"],
  ["[1].toSorted()", "es-x/no-array-prototype-tosorted"],
  ["[1].with(0, 2)", "es-x/no-array-prototype-with"],
  ["[1].at(-1)", "no-restricted-syntax"],
  ["Object.hasOwn({}, 'a')", "es-x/no-object-hasown"],
  ["structuredClone({})", "compat/compat"],
  ["/(?<=a)b/.test('ab')", "es-x/no-regexp-lookbehind-assertions"],
  ["class A { static { A.b = 1 } }", "es-x/no-class-static-block"],
  ["new OffscreenCanvas(1, 1)", "compat/compat"],
])("the built page may not have %s", async (code, rule) => {
  const eslint = new ESLint();
  const [found] = await eslint.lintText(code, { filePath: "dist/assets/planted.js" });
  expect(found?.messages.map(({ ruleId }) => ruleId)).toContain(rule);
});

test("what arrays, strings and classes have in Safari 15 is allowed", async () => {
  const eslint = new ESLint();
  const code = "class A { #b = [1].map(String).flat(); get at() { return this.#b.at } } new A();";
  const [found] = await eslint.lintText(code, { filePath: "dist/assets/planted.js" });
  expect(found?.messages).toEqual([]);
});
