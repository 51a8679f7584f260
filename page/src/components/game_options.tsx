import type { NewGame, RuleSet } from "../game_home";
import { text } from "../texts";

export type NewGameOptions = NewGame["options"];

/** The options of a new game's rules: house rules are other answers to them. */
export function GameOptions({
  ruleSet,
  answers,
  onChange,
}: {
  ruleSet: RuleSet;
  answers: NewGameOptions;
  onChange: (answers: NewGameOptions) => void;
}) {
  return (
    <details>
      <summary>{text("rule_options", { rules: ruleSet.name })}</summary>
      {ruleSet.options.map((option) => (
        <label class="fact option" key={option.name}>
          <span>
            {option.rule} {option.ref !== "-" && <small>{option.ref}</small>}
          </span>
          <select
            value={option.choices.indexOf(answers[option.name] ?? option.default)}
            onChange={(event) => {
              const choice = option.choices[event.currentTarget.selectedIndex];
              if (choice !== undefined) onChange({ ...answers, [option.name]: choice });
            }}
          >
            {option.labels.map((label, k) => (
              <option key={label} value={k}>
                {label}
              </option>
            ))}
          </select>
        </label>
      ))}
    </details>
  );
}
