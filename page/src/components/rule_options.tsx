import type { RuleOption } from "../answers";
import { game } from "../game_store";
import { draft } from "../hand_draft";
import { chooseRules } from "../hand_steps";
import { rulesName, shownRulebook } from "../names";
import { choiceWord, parseRules, withOption } from "../rules";
import { text } from "../texts";

/** The options of the rule set: house rules are other answers to them. */
export function RuleOptions() {
  const book = shownRulebook.value;
  if (book === null || book.options.length === 0 || game.value !== null) return null;
  const { options } = parseRules(draft.value.rules);
  const count = Object.keys(options).length;
  return (
    <section>
      <details>
        <summary>
          {text("rule_options", { rules: rulesName() })}{" "}
          {count > 0 && <small>({text("changed_options", { count })})</small>}
        </summary>
        {book.options.map((option) => (
          <OptionField key={option.name} option={option} answer={options[option.name]} />
        ))}
      </details>
    </section>
  );
}

function OptionField({ option, answer }: { option: RuleOption; answer: string | undefined }) {
  const own = choiceWord(option.value);
  return (
    <label class="fact option">
      <span>
        {option.rule} {option.ref !== "-" && <small>{option.ref}</small>}
      </span>
      <select
        value={answer ?? own}
        onChange={(event) => {
          const { value } = event.currentTarget;
          chooseRules(withOption(draft.value.rules, option.name, value, option.value));
        }}
      >
        {option.choices.map((choice, k) => (
          <option key={choiceWord(choice)} value={choiceWord(choice)}>
            {option.labels[k]}
          </option>
        ))}
      </select>
    </label>
  );
}
