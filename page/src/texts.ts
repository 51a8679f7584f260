/** Texts of the page; a sentence may have plural forms. English and Italian have a file in texts/, any
 * other language one for all of the program (scoring/translations.py). */

import { computed, signal } from "@preact/signals";
import en from "../texts/en.json";

type Key = keyof typeof en;
type Gaps = Readonly<Record<string, string | number>>;

const OWN = import.meta.glob<typeof en>("../texts/*.json", { import: "default", eager: true });
const OTHERS = import.meta.glob<Partial<typeof en>>("../../scoring/languages/*.json", {
  import: "page",
  eager: true,
});
/** The texts by language; what one leaves out is in English. */
const TEXTS: Readonly<Record<string, typeof en>> = Object.fromEntries(
  Object.entries({ ...OWN, ...OTHERS }).map(([path, texts]) => [
    path.slice(path.lastIndexOf("/") + 1, -".json".length),
    { ...en, ...Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== "")) },
  ]),
);
/** The languages, each by its own name. */
export const LANGUAGES = Object.entries(TEXTS).map(([code, { name }]) => ({ code, name }));
const KEPT = "handreader.language";

function preferred(): string {
  const kept = readKept();
  const wanted = [kept, ...navigator.languages].map((name) => name?.slice(0, 2) ?? "");
  return wanted.find((name) => name in TEXTS) ?? "en";
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // private mode
  }
}

/** The language of the page. */
export const language = signal(preferred());
/** The language in which Python and the server are asked: the chosen one. */
export const asked = signal(language.value);
const plurals = computed(() => new Intl.PluralRules(language.value));

/** Choose a language, and remember it. The page changes to it once Python's texts are there. */
export function chooseLanguage(code: string): void {
  asked.value = code;
  try {
    localStorage.setItem(KEPT, code);
  } catch {
    // private mode: the choice lasts until the page is closed
  }
}

/** Return a text in the chosen language; `count` chooses among plural forms. */
export function text(key: Key, gaps: Gaps = {}): string {
  const found: string | Readonly<Record<string, string>> = (TEXTS[language.value] ?? en)[key];
  const form = typeof found === "string" ? found : pluralForm(found, Number(gaps.count));
  return form.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}

function pluralForm(forms: Readonly<Record<string, string>>, count: number): string {
  return forms[plurals.value.select(count)] ?? forms.other ?? "";
}
