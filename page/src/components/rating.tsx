import { useEffect, useState } from "preact/hooks";
import { getFrom, ServerError } from "../server";
import { language, text } from "../texts";
import { decimalText } from "../tournament";
import { Choices } from "./choices";
import { RankedTable } from "./ranked_table";

/** The rating of players, as the server states it. */
interface PlayerRating {
  readonly rules: string;
  readonly families: readonly string[];
  readonly events: readonly {
    readonly name: string;
    readonly day: string;
    readonly weight: number;
    readonly players: number;
  }[];
  readonly players: readonly {
    readonly rank: number;
    readonly name: string;
    readonly country: string;
    readonly rating: number;
    readonly results: readonly { readonly base_rank: number; readonly weight: number }[];
  }[];
}

/** The rating over the tournaments that are over: asked for when it is unfolded. */
export function RatingTools() {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="tools" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text("rating")}</summary>
      {isOpen && <RatingTable />}
    </details>
  );
}

function RatingTable() {
  const [rules, setRules] = useState("");
  const [found, setFound] = useState<PlayerRating | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isWanted = true;
    getFrom<PlayerRating>(`api/rating?rules=${encodeURIComponent(rules)}`)
      .then((rating) => {
        if (isWanted) setFound(rating);
      })
      .catch((error: unknown) => {
        if (isWanted && error instanceof ServerError) setFault(error.message);
      });
    return () => {
      isWanted = false;
    };
  }, [rules]);
  if (fault !== null) return <p role="alert">{fault}</p>;
  if (found === null) return null;
  return (
    <>
      <p class="hint">{text("rating_hint")}</p>
      {found.families.length > 1 && (
        <Choices
          label={text("rules")}
          options={found.families.map((family) => [family, family.toUpperCase()])}
          chosen={[found.rules]}
          onTap={setRules}
        />
      )}
      {found.players.length === 0 ? <p>{text("nobody_rated")}</p> : <Lines found={found} />}
      {found.events.length > 0 && (
        <>
          <p>{text("rated_tournaments", { count: found.events.length })}</p>
          <ul>
            {found.events.map(({ name, day, weight, players }) => (
              <li key={`${day} ${name}`}>
                {name} <small>{dayText(day)}</small>{" "}
                <small>
                  {text("players_count", { count: players })} ·{" "}
                  {text("rated_weight", { weight: decimalText(weight) })}
                </small>
              </li>
            ))}
          </ul>
        </>
      )}
    </>
  );
}

function Lines({ found }: { found: PlayerRating }) {
  return (
    <RankedTable
      who={text("player")}
      heads={[text("rating_short")]}
      lines={found.players.map(({ rank, name, country, rating, results }) => ({
        key: `${rank} ${name}`,
        rank,
        who: (
          <>
            {name} <small>{country}</small>
            <small class="stated">
              {results.map((one) => Math.round(one.base_rank)).join(" · ")}
            </small>
          </>
        ),
        cells: [<strong key="rating">{rating.toFixed(1)}</strong>],
      }))}
    />
  );
}

function dayText(day: string): string {
  return new Date(`${day}T12:00`).toLocaleDateString(language.value.slice(0, 2));
}
