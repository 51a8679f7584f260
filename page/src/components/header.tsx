import { catalogue, chooseRules, draft } from "../store";
import { switchLanguage, text } from "../texts";

/** Name, rule set and language. */
export function Header() {
  return (
    <header>
      <h1>handreader</h1>
      {catalogue.value !== null && (
        <select
          aria-label={text("rules")}
          value={draft.value.rules}
          onChange={(event) => chooseRules(event.currentTarget.value)}
        >
          {catalogue.value.rulebooks.map((book) => (
            <option key={book.id} value={book.id}>
              {book.name}
            </option>
          ))}
        </select>
      )}
      <button type="button" class="quiet" onClick={switchLanguage}>
        {text("language")}
      </button>
    </header>
  );
}
