import { useState } from "preact/hooks";
import type { GameView } from "../game_home";
import { text } from "../texts";
import { Choices } from "./choices";

type Ending = "won" | "drawn" | "false_win" | "aborted";
type Seats = Readonly<Record<string, number>>;

/** A deal that is entered without tiles: who won how much, or how else it ended. */
export function DealForm({
  shown,
  seats,
  onDone,
  onRecord,
}: {
  shown: GameView;
  seats: Seats;
  onDone: () => void;
  onRecord: (happened: object) => Promise<boolean>;
}) {
  const [ending, setEnding] = useState<Ending>("won");
  const [who, setWho] = useState<string | null>(null);
  const [from, setFrom] = useState<string | null>(null);
  const [points, setPoints] = useState("");
  const [fu, setFu] = useState("30");
  const [ready, setReady] = useState<readonly string[]>([]);
  const [declared, setDeclared] = useState<readonly string[]>([]);
  const [reason, setReason] = useState(shown.aborts[0]?.reason ?? "");
  const endings: Ending[] = ["won", "drawn", "false_win"];
  if (shown.aborts.length > 0) endings.push("aborted");
  const worth = shown.riichi ? { fan: Number(points), fu: Number(fu) } : { points: Number(points) };
  const ended = {
    won: { type: "won", discarder: from, winners: [{ seat: who, ...worth }] },
    drawn: { type: "drawn", ready },
    false_win: { type: "false_win", seat: who },
    aborted: { type: "aborted", reason },
  }[ending];
  const isWhole =
    ending === "won" ? who !== null && Number(points) > 0 : ending !== "false_win" || who !== null;
  return (
    <form
      class="deal"
      onSubmit={(event) => {
        event.preventDefault();
        void onRecord({ riichi: declared, ended }).then((isRecorded) => {
          if (isRecorded) onDone();
        });
      }}
    >
      <Choices
        label={text("how_ended")}
        options={endings.map((one) => [one, text(`ended_${one}`)])}
        chosen={[ending]}
        onTap={(one) => setEnding(one as Ending)}
      />
      {(ending === "won" || ending === "false_win") && (
        <Seated
          label={text("who")}
          shown={shown}
          seats={seats}
          chosen={who === null ? [] : [who]}
          onTap={(seat) => {
            setWho(seat);
            if (from === seat) setFrom(null);
          }}
        />
      )}
      {ending === "won" && (
        <>
          <Seated
            label={text("discarded_by")}
            shown={shown}
            seats={seats}
            without={who}
            first={["", text("drawn")]}
            chosen={[from ?? ""]}
            onTap={(seat) => setFrom(seat === "" ? null : seat)}
          />
          <div class="row">
            <NumberField
              label={shown.riichi ? text("fan") : text("points")}
              value={points}
              onInput={setPoints}
            />
            {shown.riichi && <NumberField label={text("fu")} value={fu} onInput={setFu} />}
          </div>
        </>
      )}
      {ending === "drawn" && shown.noten && (
        <Seated
          label={text("ready")}
          shown={shown}
          seats={seats}
          chosen={ready}
          onTap={(seat) => setReady(toggled(ready, seat))}
        />
      )}
      {ending === "aborted" && (
        <Choices
          label={text("why")}
          options={shown.aborts.map((one) => [one.reason, one.name])}
          chosen={[reason]}
          onTap={setReason}
        />
      )}
      {shown.riichi && (
        <Seated
          label={text("riichi_by")}
          shown={shown}
          seats={seats}
          chosen={declared}
          onTap={(seat) => setDeclared(toggled(declared, seat))}
        />
      )}
      <div class="actions">
        <button type="submit" class="primary" disabled={!isWhole}>
          {text("record")}
        </button>
        <button type="button" onClick={onDone}>
          {text("cancel")}
        </button>
      </div>
    </form>
  );
}

function toggled(seats: readonly string[], seat: string): readonly string[] {
  return seats.includes(seat) ? seats.filter((other) => other !== seat) : [...seats, seat];
}

/** Buttons with the players' names. */
function Seated({
  shown,
  seats,
  without = null,
  first,
  ...rest
}: {
  label: string;
  shown: GameView;
  seats: Seats;
  without?: string | null;
  first?: readonly [string, string];
  chosen: readonly string[];
  onTap: (seat: string) => void;
}) {
  const options = Object.entries(seats)
    .filter(([seat]) => seat !== without)
    .map(([seat, player]) => [seat, shown.players[player] ?? seat] as const);
  return <Choices {...rest} options={first === undefined ? options : [first, ...options]} />;
}

function NumberField({
  label,
  value,
  onInput,
}: {
  label: string;
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="row">
      {label}
      <input
        type="number"
        class="short"
        inputMode="numeric"
        min={1}
        max={100000}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
