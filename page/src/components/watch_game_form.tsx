import type { ComponentChildren } from "preact";
import { WINDS } from "../facts";
import { useKeptState } from "../kept_state";
import { text } from "../texts";
import { windName } from "../tile_names";
import type { GameChoice } from "../watch_state";

const EDGES = ["bottom", "right", "top", "left"] as const; // of the camera's picture, in order of play

/** Who plays a watched game, by which rules, and where the first East sits. */
export function WatchGameForm({
  name,
  kept,
  initial,
  ruleSets,
  hasPlaces,
  onBegin,
  children,
}: {
  /** Begin of the ids of the form and its parts. */
  name: "next" | "setup";
  /** Name under which what was entered survives a reload. */
  kept: string;
  initial: GameChoice;
  ruleSets: readonly { readonly id: string; readonly name: string }[];
  /** Whether the camera sees the players' places. */
  hasPlaces: boolean;
  onBegin: (entered: GameChoice, event: SubmitEvent) => void;
  children: ComponentChildren;
}) {
  const { players, rules, east } = initial;
  const [entered, setEntered] = useKeptState<GameChoice>(kept, { players, rules, east });
  return (
    <form
      id={`${name}-game`}
      onSubmit={(event) => {
        event.preventDefault();
        onBegin(entered, event);
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
              const names = entered.players.map((known, place) => (place === at ? value : known));
              setEntered({ ...entered, players: names });
            }}
          />
        </label>
      ))}
      <label class="fact">
        <span>{text("rules")}</span>
        <select
          id={`${name}-rules`}
          value={entered.rules}
          onChange={(event) => setEntered({ ...entered, rules: event.currentTarget.value })}
        >
          {ruleSets.map((one) => (
            <option key={one.id} value={one.id}>
              {one.name}
            </option>
          ))}
        </select>
      </label>
      {hasPlaces && (
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
      {children}
    </form>
  );
}
