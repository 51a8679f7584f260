import { expect, test, vi } from "vitest";

vi.stubGlobal("navigator", { languages: ["zh-CN", "it"] });
const { LANGUAGES, language, sentenceLanguage, text } = await import("../src/texts");

test("who reads Chinese has its names beside English", () => {
  expect(language.value).toBe("en+zh");
});

test("each language is offered alone, and beside Chinese and Japanese names", () => {
  expect(LANGUAGES.map(({ code }) => code)).toEqual([
    "en",
    "en+ja",
    "en+zh",
    "it",
    "it+ja",
    "it+zh",
  ]);
  expect(LANGUAGES.find(({ code }) => code === "it+zh")?.name).toBe("Italiano · 中文");
});

test("sentences and plural forms are those of the first language", () => {
  language.value = "it+zh";
  expect(sentenceLanguage.value).toBe("it");
  expect(text("go")).toBe("Calcola");
  expect(text("quiz_counts", { count: 1, right: 1, again: 0 })).toMatch(/^1 risposta,/);
});
