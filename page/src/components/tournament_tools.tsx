import { useState } from "preact/hooks";
import { addressOf } from "../address";
import { isLooking } from "../server";
import { text } from "../texts";
import {
  type Organiser,
  presentPlayers,
  type TournamentPlayer,
  type TournamentView,
} from "../tournament";
import {
  changeTournament,
  deleteTournament,
  exportTournament,
  inviteOrganiser,
  organiserCode,
  spotOf,
  useOrganiserCode,
} from "../tournament_store";
import "./tournament_tools.css";
import { TextField } from "./text_field";

const FILES = [
  "standings.csv",
  "teams.csv",
  "ema.csv",
  "rounds.csv",
  "hands.csv",
  "tournament.json",
];

/** The draw of the rounds that have not begun. */
export function DrawTools({ shown }: { shown: TournamentView }) {
  const begun = shown.rounds.filter(({ status }) => status !== "drawn").length;
  const isDrawn = shown.rounds.length > begun;
  const isDue = begun < shown.plan.rounds && shown.rounds.length < shown.plan.rounds;
  const isOutdated = shown.rounds.some(({ outdated }) => outdated);
  if (begun >= shown.plan.rounds) return null;
  const present = presentPlayers(shown);
  return (
    <section aria-labelledby="draw-title">
      <h2 id="draw-title">{text("draw")}</h2>
      <p class="hint">
        {text("present_players", { count: present })}{" "}
        {present % 4 !== 0 &&
          text("not_by_four", { count: present % 4, missing: 4 - (present % 4) })}
      </p>
      <div class="actions">
        <button
          type="button"
          class={isDue || isOutdated ? "primary" : ""}
          onClick={() => void changeTournament("draw", { again: isDrawn && !isOutdated })}
        >
          {text(isDrawn && !isOutdated ? "draw_again" : "draw_rounds")}
        </button>
        {begun > 0 && (
          <button type="button" onClick={() => void changeTournament("seat_by_rank")}>
            {text("seat_by_rank", { number: begun + 1 })}
          </button>
        )}
      </div>
      {begun > 0 && <p class="hint">{text("seat_by_rank_hint")}</p>}
      {shown.rounds.length > 0 && (
        <p class="hint">{text("meetings", { count: shown.meetings.most })}</p>
      )}
    </section>
  );
}

/** Penalties: table points or points that a player loses, with the reason. */
export function PenaltyTools({ shown }: { shown: TournamentView }) {
  const { is_organiser: isOrganiser, penalties, players } = shown;
  if (!isOrganiser && penalties.length === 0) return null;
  return (
    <details class="tools">
      <summary>{text("tournament_penalties")}</summary>
      <ul class="games">
        {penalties.map(({ number, player, table_points, points, reason, revoked }) => (
          <li key={number} class={revoked ? "struck row spread" : "row spread"}>
            <span>
              {players[player]?.name}: {reason}{" "}
              <small>
                {table_points > 0 && text("table_points", { points: `\u2212${table_points}` })}{" "}
                {points > 0 && text("penalty_points", { points: `\u2212${points}` })}
              </small>
            </span>
            {isOrganiser && !revoked && (
              <button
                type="button"
                class="quiet"
                onClick={() => void changeTournament("penalty_revoked", { penalty: number })}
              >
                {text("strike_penalty")}
              </button>
            )}
          </li>
        ))}
      </ul>
      {isOrganiser && players.length > 0 && <PenaltyForm players={players} />}
    </details>
  );
}

function PenaltyForm({ players }: { players: readonly TournamentPlayer[] }) {
  const [entrant, setEntrant] = useState(0);
  const [tablePoints, setTablePoints] = useState("0");
  const [points, setPoints] = useState("0");
  const [reason, setReason] = useState("");
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const fine = { table_points: Number(tablePoints), points: Number(points) };
        void changeTournament("penalty", { entrant, reason, ...fine }).then(
          (isDone) => isDone && setReason(""),
        );
      }}
    >
      <label class="fact">
        <span>{text("player")}</span>
        <select value={entrant} onChange={(event) => setEntrant(Number(event.currentTarget.value))}>
          {players.map(({ number, name }) => (
            <option key={number} value={number}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <NumberField label={text("lost_table_points")} value={tablePoints} onInput={setTablePoints} />
      <NumberField label={text("lost_points")} value={points} onInput={setPoints} />
      <TextField label={text("penalty_reason")} limit={200} value={reason} onInput={setReason} />
      <button type="submit">{text("record_penalty")}</button>
    </form>
  );
}

/** A field for a whole number from 0 on. */
export function NumberField({
  label,
  value,
  onInput,
}: {
  label: string;
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="fact">
      <span>{label}</span>
      <input
        type="number"
        required
        min={0}
        step={1}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}

/** Rounds and times, files, deletion. */
export function PlanTools({ shown }: { shown: TournamentView }) {
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <details class="tools">
        <summary>{text("tournament_plan")}</summary>
        {shown.is_organiser && <PlanForm key={JSON.stringify(shown.plan)} shown={shown} />}
        {shown.is_organiser && (
          <div class="actions">
            {isAsked ? (
              <>
                <span>{text("delete_tournament_ask")}</span>
                <button type="button" onClick={() => void deleteTournament()}>
                  {text("delete_tournament")}
                </button>
                <button type="button" onClick={() => setAsked(false)}>
                  {text("cancel")}
                </button>
              </>
            ) : (
              <button type="button" onClick={() => setAsked(true)}>
                {text("delete_tournament")}
              </button>
            )}
          </div>
        )}
        {!shown.is_organiser && <p class="hint">{text("organiser_hint")}</p>}
      </details>
      <OrganiserTools key={`organiser-${shown.id}`} shown={shown} />
      <details class="tools">
        <summary>{text("to_print")}</summary>
        <div class="actions">
          {(["cards", "slips"] as const).map((kind) => (
            <a class="button" key={kind} href={addressOf(spotOf(kind, shown.id))}>
              {text(kind === "cards" ? "seat_cards" : "result_slips")}
            </a>
          ))}
        </div>
      </details>
      <details class="tools">
        <summary>{text("tournament_files")}</summary>
        <div class="actions">
          {FILES.map((name) => (
            <button type="button" key={name} onClick={() => void exportTournament(name)}>
              {name}
            </button>
          ))}
        </div>
      </details>
    </>
  );
}

/** A code for one more organiser's phone; on the others, the field for it. */
function OrganiserTools({ shown }: { shown: TournamentView }) {
  const [code, setCode] = useState("");
  const [name, setName] = useState("");
  const made = organiserCode.value;
  if (isLooking.value) return null;
  if (!shown.is_organiser) {
    return (
      <details class="tools">
        <summary>{text("organise_too")}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            void useOrganiserCode(code, name);
          }}
        >
          <label class="fact">
            <span>{text("organiser_code")}</span>
            <input
              type="text"
              required
              maxLength={20}
              autocomplete="off"
              autocapitalize="characters"
              value={code}
              onInput={(event) => setCode(event.currentTarget.value)}
            />
          </label>
          <label class="fact">
            <span>{text("organiser_name")}</span>
            <input
              type="text"
              maxLength={40}
              autocomplete="off"
              value={name}
              onInput={(event) => setName(event.currentTarget.value)}
            />
          </label>
          <button type="submit">{text("use_organiser_code")}</button>
        </form>
      </details>
    );
  }
  return (
    <details class="tools">
      <summary>{text("more_organisers")}</summary>
      <ul class="games">
        {shown.organisers.map((one, place) => (
          <li key={`${one.since} ${one.name}`}>
            <OrganiserLine organiser={one} place={place} canGo={shown.organisers.length > 1} />
          </li>
        ))}
      </ul>
      <p class="hint">{text("more_organisers_hint")}</p>
      {made !== null && made.id === shown.id && (
        <p role="status">
          <output class="organiser-code">{made.code}</output>
        </p>
      )}
      <button type="button" onClick={() => void inviteOrganiser()}>
        {text("make_organiser_code")}
      </button>
    </details>
  );
}

/** An organiser, and a way to remove him after a second tap. */
function OrganiserLine({
  organiser: { name, since, is_creator: isCreator, is_own: isOwn },
  place,
  canGo,
}: {
  organiser: Organiser;
  place: number;
  canGo: boolean;
}) {
  const [isAsked, setAsked] = useState(false);
  const known = name === "" ? text(isCreator ? "creator" : "organiser_unnamed") : name;
  return (
    <div class="row spread organiser">
      <span class="name">
        {known}
        {isOwn && ` (${text("this_phone")})`}{" "}
        <small>
          {text("organises_since", {
            time: new Date(since).toLocaleString(document.documentElement.lang, {
              dateStyle: "short",
              timeStyle: "short",
            }),
          })}
        </small>
      </span>
      {canGo && (
        <span class="row">
          {isAsked && (
            <button
              type="button"
              onClick={() => void changeTournament("organiser_removed", { organiser: place })}
            >
              {text("remove_really")}
            </button>
          )}
          <button type="button" class="quiet" onClick={() => setAsked(!isAsked)}>
            {text(isAsked ? "cancel" : "remove_organiser")}
          </button>
        </span>
      )}
    </div>
  );
}

function PlanForm({ shown }: { shown: TournamentView }) {
  const [plan, setPlan] = useState(planTexts(shown.plan));
  const [name, setName] = useState(shown.name);
  const [teamSize, setTeamSize] = useState(String(shown.plan.team_size));
  const [days, setDays] = useState(String(shown.plan.days));
  const [hasQualification, setQualification] = useState(shown.plan.has_qualification);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const rest = {
          team_size: Number(teamSize),
          days: Number(days),
          has_qualification: hasQualification,
        };
        void changeTournament("plan", { ...planNumbers(plan), ...rest }).then(
          (isDone) => isDone && name !== shown.name && changeTournament("name", { name }),
        );
      }}
    >
      <TextField label={text("tournament_name")} limit={40} value={name} onInput={setName} />
      <PlanFields plan={plan} onChange={setPlan} />
      <NumberField label={text("plan_team_size")} value={teamSize} onInput={setTeamSize} />
      <NumberField label={text("plan_days")} value={days} onInput={setDays} />
      <label class="tick">
        <input
          type="checkbox"
          checked={hasQualification}
          onChange={(event) => setQualification(event.currentTarget.checked)}
        />
        <span>{text("plan_has_qualification")}</span>
      </label>
      <button type="submit">{text("save_plan")}</button>
    </form>
  );
}

/** A plan as it is typed. */
export interface PlanTexts {
  readonly rounds: string;
  readonly minutes: string;
  readonly last_minutes: string;
}

type TimePlan = Pick<TournamentView["plan"], keyof PlanTexts>;

export function planTexts(plan: TimePlan): PlanTexts {
  return {
    rounds: String(plan.rounds),
    minutes: String(plan.minutes),
    last_minutes: String(plan.last_minutes),
  };
}

export function planNumbers(plan: PlanTexts): TimePlan {
  return {
    rounds: Number(plan.rounds),
    minutes: Number(plan.minutes),
    last_minutes: Number(plan.last_minutes),
  };
}

/** The fields of a plan. */
export function PlanFields({
  plan,
  onChange,
}: {
  plan: PlanTexts;
  onChange: (plan: PlanTexts) => void;
}) {
  const fields = ["rounds", "minutes", "last_minutes"] as const;
  return (
    <>
      {fields.map((field) => (
        <NumberField
          key={field}
          label={text(`plan_${field}`)}
          value={plan[field]}
          onInput={(value) => onChange({ ...plan, [field]: value })}
        />
      ))}
    </>
  );
}
