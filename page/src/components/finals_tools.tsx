import { useState } from "preact/hooks";
import { text } from "../texts";
import { CARRIES, mostFinalists, type TournamentView } from "../tournament";
import { changeTournament } from "../tournament_store";
import { NumberField } from "./tournament_tools";

/** A cut after which the best play on alone; taken back until their first round begins. */
export function FinalsTools({ shown }: { shown: TournamentView }) {
  const begun = shown.rounds.filter(({ status }) => status !== "drawn").length;
  const last = shown.finals[shown.finals.length - 1];
  const most = mostFinalists(shown);
  if (begun === 0) return null;
  if (last !== undefined && begun < last.first) {
    return (
      <div class="actions">
        <button type="button" class="quiet" onClick={() => void changeTournament("finals_revoked")}>
          {text("revoke_finals")}
        </button>
      </div>
    );
  }
  if (most < 4) return null;
  return (
    <details class="tools">
      <summary>{text("finals")}</summary>
      <CutForm most={most} />
    </details>
  );
}

function CutForm({ most }: { most: number }) {
  const [count, setCount] = useState(Math.min(most, 4));
  const [rounds, setRounds] = useState("1");
  const [carry, setCarry] = useState<(typeof CARRIES)[number]>("full");
  const counts = Array.from({ length: most / 4 }, (_, place) => 4 * (place + 1));
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void changeTournament("finals", { count, rounds: Number(rounds), carry });
      }}
    >
      <p class="hint">{text("finals_what")}</p>
      <label class="fact">
        <span>{text("finals_count")}</span>
        <select value={count} onChange={(event) => setCount(Number(event.currentTarget.value))}>
          {counts.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
      </label>
      <NumberField label={text("finals_rounds")} value={rounds} onInput={setRounds} />
      <label class="fact">
        <span>{text("finals_carry")}</span>
        <select
          value={carry}
          onChange={(event) => {
            const { value } = event.currentTarget;
            setCarry(CARRIES.find((one) => one === value) ?? "full");
          }}
        >
          {CARRIES.map((one) => (
            <option key={one} value={one}>
              {text(`carry_${one}`)}
            </option>
          ))}
        </select>
      </label>
      <button type="submit">{text("begin_finals")}</button>
    </form>
  );
}
