import { game } from "../game_store";
import { draft } from "../hand_draft";
import { isForTable } from "../hand_facts";
import { chooseRules } from "../hand_steps";
import { catalogue } from "../names";
import { parseRules } from "../rules";
import { home } from "../server";
import { asked, chooseLanguage, LANGUAGES, text } from "../texts";
import "./header.css";

/** Name, rule set of hands where there are some, and language. */
export function Header({ hasRules = true }: { hasRules?: boolean }) {
  return (
    <header>
      <h1>
        <img src="icon.svg" alt="" />
        <span class="name-of-page">handreader</span>
      </h1>
      {hasRules && catalogue.value !== null && (
        <select
          aria-label={text("rules")}
          value={shownRules()}
          disabled={game.value !== null || isForTable.value}
          onChange={(event) => chooseRules(event.currentTarget.value)}
        >
          {catalogue.value.rulebooks.map((book) => (
            <option key={book.id} value={book.id}>
              {book.name}
            </option>
          ))}
          {home.value?.house_rules.map(({ name, rules }) => (
            <option key={name} value={rules}>
              {name}
            </option>
          ))}
        </select>
      )}
      <select
        class="language"
        aria-label={text("language")}
        value={asked.value}
        onChange={(event) => chooseLanguage(event.currentTarget.value)}
      >
        {LANGUAGES.map(({ code, name, short }) => (
          <option key={code} value={code} lang={code.slice(0, 2)} aria-label={name}>
            {short}
          </option>
        ))}
      </select>
    </header>
  );
}

/** Return the rules as the list names them: house rules of the server, or the rule set alone. */
function shownRules(): string {
  const { rules } = draft.value;
  const isHouse = home.value?.house_rules.some((house) => house.rules === rules);
  return isHouse ? rules : parseRules(rules).id;
}
