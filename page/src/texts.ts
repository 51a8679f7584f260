/** Texts of the page; a sentence may have plural forms. English and Italian have a file in texts/, any
 * other language one for all of the program (scoring/translations.py). Of a file without texts of the
 * page the names of patterns and tiles are shown beside those of another language: `it+zh`. */

import { computed, signal } from "@preact/signals";
import en from "../texts/en.json";

type Key = keyof typeof en;
type Gaps = Readonly<Record<string, string | number>>;

const OWN = import.meta.glob<typeof en>("../texts/*.json", { import: "default", eager: true });
const OTHERS = import.meta.glob<Partial<typeof en>>("../../scoring/languages/*.json", {
  import: "page",
  eager: true,
});
const FILES = Object.entries({ ...OWN, ...OTHERS }).map(([path, texts]) => {
  const written = Object.entries(texts).filter(([, text]) => text !== "");
  return {
    code: path.slice(path.lastIndexOf("/") + 1, -".json".length),
    name: texts.name ?? "",
    texts: Object.fromEntries(written) as Partial<typeof en>,
    /** Whether the file has names of patterns and tiles, and of the page nothing but its own name. */
    isOfNames: written.length === 1,
  };
});
/** The texts by language; what one leaves out is in English. */
const TEXTS: Readonly<Record<string, typeof en>> = Object.fromEntries(
  FILES.filter(({ isOfNames }) => !isOfNames).map(({ code, texts }) => [code, { ...en, ...texts }]),
);
/** The languages, each by its own name: then each beside the names in a second one. */
export const LANGUAGES = FILES.filter(({ isOfNames }) => !isOfNames).flatMap(({ code, name }) => [
  { code, name, short: code.toUpperCase() },
  ...FILES.filter(({ isOfNames }) => isOfNames).map((names) => ({
    code: `${code}+${names.code}`,
    name: `${name} · ${names.name}`,
    short: `${code.toUpperCase()} ${Array.from(names.name)[0]}`, // a narrow screen has no room for more
  })),
]);
const KEPT = "handreader.language";

function preferred(): string {
  const wanted = [readKept() ?? "", ...navigator.languages].flatMap((name) => [
    name,
    name.slice(0, 2),
    `en+${name.slice(0, 2)}`,
  ]);
  return wanted.find((name) => LANGUAGES.some(({ code }) => code === name)) ?? "en";
}

function readKept(): string | null {
  try {
    return localStorage.getItem(KEPT);
  } catch {
    return null; // private mode
  }
}

/** The language of the page, perhaps with a second one for names behind it: `it+zh`. */
export const language = signal(preferred());
/** The language of sentences: `it` of `it+zh`. */
export const sentenceLanguage = computed(() => language.value.split("+")[0]!);
/** The language in which Python and the server are asked: the chosen one. */
export const asked = signal(language.value);
const plurals = computed(() => new Intl.PluralRules(sentenceLanguage.value));

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
  const found: string | Readonly<Record<string, string>> = (TEXTS[sentenceLanguage.value] ?? en)[
    key
  ];
  const form = typeof found === "string" ? found : pluralForm(found, Number(gaps.count));
  return form.replace(/\{(\w+)\}/g, (gap, name: string) => String(gaps[name] ?? gap));
}

function pluralForm(forms: Readonly<Record<string, string>>, count: number): string {
  return forms[plurals.value.select(count)] ?? forms.other ?? "";
}
