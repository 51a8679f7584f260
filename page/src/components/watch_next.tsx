import { WINDS } from "../facts";
import { forgetState, useKeptState } from "../kept_state";
import { text } from "../texts";
import { windName } from "../tile_names";
import type { NextGame } from "../watch_state";
import { command, watch } from "../watch_store";

const EDGES = ["bottom", "right", "top", "left"] as const; // of the camera's picture, in order of play

/** After the end: the same game goes on, or the table's next one begins. */
export function WatchNext({ next }: { next: NextGame }) {
  return (
    <section aria-labelledby="next-title" id="next">
      {next.go_on && (
        <>
          <h2>{text("broke_off")}</h2>
          <div class="actions">
            <button
              type="button"
              id="go-on"
              class="primary"
              onClick={() => void command(({ log }) => ({ do: "go_on", log }))}
            >
              {text("resume")}
            </button>
          </div>
        </>
      )}
      <h2 id="next-title">{text("new_game")}</h2>
      <p class="hint">{text("next_game_hint")}</p>
      <NextGameForm next={next} />
    </section>
  );
}

function NextGameForm({ next }: { next: NextGame }) {
  const { players, rules, east } = next;
  const kept = `next game ${watch.value?.log}`;
  const [entered, setEntered] = useKeptState(kept, { players, rules, east });
  return (
    <form
      id="next-game"
      onSubmit={(event) => {
        event.preventDefault();
        void command(({ log }) => ({ do: "new", log, ...entered })).then((isBegun) => {
          if (isBegun) forgetState(kept);
        });
      }}
    >
      {WINDS.map((seat, at) => (
        <label class="fact" key={seat}>
          <span>{text(`first_${seat}`)}</span>
          <input
            type="text"
            required
            maxLength={40}
            autocomplete="off"
            value={entered.players[at]}
            onInput={(event) => {
              const { value } = event.currentTarget;
              const names = entered.players.map((name, place) => (place === at ? value : name));
              setEntered({ ...entered, players: names });
            }}
          />
        </label>
      ))}
      <label class="fact">
        <span>{text("rules")}</span>
        <select
          id="next-rules"
          value={entered.rules}
          onChange={(event) => setEntered({ ...entered, rules: event.currentTarget.value })}
        >
          {next.rule_sets.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {watch.value?.whole === false && (
        <label class="fact">
          <span>{text("first_east", { wind: windName("E") })}</span>
          <select
            value={entered.east}
            onChange={(event) => setEntered({ ...entered, east: event.currentTarget.value })}
          >
            {EDGES.map((edge) => (
              <option key={edge} value={edge}>
                {text(`edge_${edge}`)}
              </option>
            ))}
          </select>
        </label>
      )}
      <div class="actions">
        <button type="submit" id="next-start" class={next.go_on ? "" : "primary"}>
          {text("begin")}
        </button>
      </div>
    </form>
  );
}
