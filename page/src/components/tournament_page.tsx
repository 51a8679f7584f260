import { addressOf } from "../address";
import { text } from "../texts";
import { shownRound } from "../tournament";
import { closeTournament, place, spotOf, tournament, tournamentRefusal } from "../tournament_store";
import { PlayerTools } from "./entrant_tools";
import { FinalsTools } from "./finals_tools";
import { Ledger } from "./ledger";
import { LookingLink } from "./looking_link";
import { StandingsTable } from "./standings_table";
import { TeamTable } from "./team_table";
import { TournamentRoundCard } from "./tournament_round";
import { DrawTools, PenaltyTools, PlanTools } from "./tournament_tools";
import "./tournament_page.css";

/** The open tournament: its rounds and standings, and the organiser's tools. */
export function TournamentPage() {
  const shown = tournament.value;
  const first = shown === null ? undefined : shownRound(shown);
  return (
    <div class="tournament">
      <section aria-labelledby="tournament-title">
        <div class="row spread">
          <h2 id="tournament-title">{shown?.name ?? text("tournament")}</h2>
          <button type="button" class="quiet" onClick={() => closeTournament()}>
            {text("close")}
          </button>
        </div>
        {shown !== null && (
          <p class="hint">
            {shown.rules_name} ·{" "}
            {text("players_count", {
              count: shown.players.filter(({ substitute }) => !substitute).length,
            })}
          </p>
        )}
        <a
          class="button"
          href={addressOf(spotOf("wall", place.value?.id ?? ""))}
          target="_blank"
          rel="noopener"
        >
          {text("open_wall")}
        </a>
        <LookingLink place={`tournament=${place.value?.id ?? ""}`} />
      </section>
      {tournamentRefusal.value !== null && (
        <p role="alert" class="alert">
          {tournamentRefusal.value}
        </p>
      )}
      {shown !== null && (
        <>
          {shown.is_organiser && shown.current_round === null && (
            <>
              <DrawTools shown={shown} />
              <FinalsTools shown={shown} />
            </>
          )}
          {first !== undefined && (
            <TournamentRoundCard key={first.number} shown={shown} round={first} />
          )}
          {shown.rounds.some(({ status }) => status !== "drawn") && (
            <>
              <StandingsTable shown={shown} />
              <TeamTable shown={shown} />
            </>
          )}
          {shown.rounds.length > 1 && (
            <details class="tools">
              <summary>{text("other_rounds")}</summary>
              {shown.rounds
                .filter(({ number }) => number !== first?.number)
                .map((round) => (
                  <TournamentRoundCard key={round.number} shown={shown} round={round} />
                ))}
            </details>
          )}
          <PlayerTools shown={shown} />
          <PenaltyTools shown={shown} />
          <PlanTools key={shown.id} shown={shown} />
          <Ledger of={`tournaments/${shown.id}`} version={shown.version} />
        </>
      )}
    </div>
  );
}
