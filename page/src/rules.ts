/** A rule set with changed options as text: `mcr:even_pairs=no,drawn_hand=replay`. */

export interface RulesChoice {
  readonly id: string;
  /** Answers by option, where they are not the book's own. */
  readonly options: Readonly<Record<string, string>>;
}

export function parseRules(text: string): RulesChoice {
  const [id = "", written = ""] = text.split(":");
  const pairs = written.split(",").filter(Boolean);
  return { id, options: Object.fromEntries(pairs.map((pair) => pair.split("="))) };
}

function formatRules({ id, options }: RulesChoice): string {
  const pairs = Object.entries(options).map(([name, value]) => `${name}=${value}`);
  return pairs.length === 0 ? id : `${id}:${pairs.sort().join(",")}`;
}

/** Return the answer to an option as its text has it. */
export function choiceWord(value: string | number | boolean): string {
  return value === true ? "yes" : value === false ? "no" : String(value);
}

/** Return the rules with another answer to an option; the book's own answer is left out. */
export function withOption(
  text: string,
  name: string,
  answer: string,
  own: string | number | boolean,
): string {
  const { id, options } = parseRules(text);
  const rest = Object.entries(options).filter(([other]) => other !== name);
  const changed = answer === choiceWord(own) ? rest : [...rest, [name, answer] as const];
  return formatRules({ id, options: Object.fromEntries(changed) });
}
