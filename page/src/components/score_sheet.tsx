import { type GameView, hasResult } from "../game_home";
import { text } from "../texts";
import { windName } from "../tile_names";
import { dotted, momentText, pointsText, signedText } from "./numbers";
import { RankedHead } from "./ranked_table";
import "./score_sheet.css";

const WINDS = ["E", "S", "W", "N"];

/** The score sheet, as it is printed: Zung Jung by turns of four deals, other rules a line a deal. */
export function ScoreSheet({ shown }: { shown: GameView }) {
  if (!shown.entries.some(({ ends }) => ends)) return null;
  const isSquare = shown.rules.id === "zung-jung";
  return (
    <section class="sheet" aria-labelledby="sheet-title">
      <div class="row spread">
        <h2 id="sheet-title">{text("sheet")}</h2>
        <button type="button" class="quiet" onClick={() => print()}>
          {text("print")}
        </button>
      </div>
      <p class="hint">
        {shown.title ? `${shown.title} · ` : ""}
        {shown.name} · {momentText(shown.started)}
      </p>
      {isSquare ? <Turns shown={shown} /> : <Lines shown={shown} />}
      {shown.sheet.penalties.length > 0 && <Penalties shown={shown} />}
      {shown.standings !== null && <Standings shown={shown} />}
    </section>
  );
}

/** A table for each turn, a column for each of its deals. */
function Turns({ shown }: { shown: GameView }) {
  return (
    <>
      {shown.sheet.turns.map((turn, at) => {
        const columns = Array.from({ length: Math.max(4, turn.hands.length) }, (_, k) => k);
        return (
          <Scroll key={at} label={turnName(at)} isOnPaper={turn.hands.length === 0 && at > 0}>
            <table class="turn">
              <caption>{turnName(at)}</caption>
              <thead>
                <tr>
                  <th scope="col">
                    <span class="hidden">{text("player")}</span>
                  </th>
                  {columns.map((k) => (
                    <th key={k} scope="col">
                      {k + 1}
                    </th>
                  ))}
                  <th scope="col">{text("total")}</th>
                </tr>
              </thead>
              <tbody>
                {shown.players.map((name, player) => (
                  <tr key={name}>
                    <th scope="row">{name}</th>
                    {columns.map((k) => (
                      <td key={k} class="number">
                        {signedOrEmpty(turn.hands[k]?.changes[player])}
                      </td>
                    ))}
                    <td class="number sum">
                      {turn.hands.length > 0 && signedText(turn.totals[player] ?? 0)}
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </Scroll>
        );
      })}
    </>
  );
}

function turnName(at: number): string {
  return text("turn", { number: at + 1, wind: windName(WINDS[at] ?? "E") });
}

function signedOrEmpty(change: number | undefined): string {
  return change === undefined ? "" : signedText(change);
}

/** A line for each deal, with changes and running totals; a sum after each round. */
function Lines({ shown }: { shown: GameView }) {
  const ended = shown.entries.filter(({ ends }) => ends);
  const before = shown.sheet.turns.map((_, at) =>
    shown.sheet.turns.slice(0, at).reduce((sum, { hands }) => sum + hands.length, 0),
  );
  return (
    <Scroll label={text("sheet")}>
      <table class="lines">
        <thead>
          <tr>
            <th scope="col">{text("deal")}</th>
            {shown.players.map((name) => (
              <th key={name} scope="col" title={name}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        {shown.sheet.turns.map(
          (turn, at) =>
            turn.hands.length > 0 && (
              <tbody key={at}>
                {turn.hands.map((one, k) => {
                  const entry = ended[(before[at] ?? 0) + k];
                  return (
                    <tr key={entry?.number ?? k}>
                      <th scope="row" title={entry?.text}>
                        {windName(WINDS[at] ?? "E")} {one.turn + 1}
                      </th>
                      {one.changes.map((change, player) => (
                        <Amounts
                          key={shown.players[player]}
                          change={change}
                          after={entry?.points[player]}
                        />
                      ))}
                    </tr>
                  );
                })}
                <tr class="sum">
                  <th scope="row">{text("total")}</th>
                  {turn.totals.map((total, player) => (
                    <Amounts key={shown.players[player]} change={total} after={undefined} />
                  ))}
                </tr>
              </tbody>
            ),
        )}
      </table>
    </Scroll>
  );
}

/** Points that moved apart from the deals, each in a line of its own. */
function Penalties({ shown }: { shown: GameView }) {
  return (
    <Scroll label={text("penalties")}>
      <table class="penalties">
        <caption>{text("penalties")}</caption>
        <tbody>
          {shown.sheet.penalties.map(({ after, changes, reason }, at) => (
            <tr key={at}>
              <td>{after + 1}</td>
              <th scope="row">{reason === "" ? text("ended_false_win") : reason}</th>
              <td>
                {dotted(
                  changes
                    .map((points, player) => [shown.players[player], points] as const)
                    .filter(([, points]) => points !== 0)
                    .map(([name, points]) => `${name}\u00a0${signedText(points)}`),
                )}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </Scroll>
  );
}

function Amounts({ change, after }: { change: number; after: number | undefined }) {
  return (
    <td class="number">
      <span>{change === 0 ? "–" : signedText(change)}</span>{" "}
      {after !== undefined && <span class="running">{pointsText(after)}</span>}
    </td>
  );
}

/** The places; with uma and fines where the rules have them. */
function Standings({ shown }: { shown: GameView }) {
  const heads = [text("points_sum")];
  const isFined = shown.standings?.some(({ fine }) => fine !== 0) ?? false;
  if (shown.uma) heads.push("Uma", ...(isFined ? [text("fine")] : []), text("total"));
  const sticks = sticksText(shown);
  return (
    <Scroll label={text("standings")}>
      <table class={shown.uma ? "standings stacked" : "standings"}>
        <caption>{text("standings")}</caption>
        <RankedHead who={text("player")} heads={heads} />
        <tbody>
          {shown.standings?.map((one) => (
            <tr key={one.player}>
              <td>{text("place", { place: one.place })}</td>
              <th scope="row">{shown.players[one.player]}</th>
              <td class="number">{pointsText(one.points)}</td>
              {shown.uma && (
                <>
                  <td class="number">{signedText(one.uma)}</td>
                  {isFined && (
                    <td class="number">{one.fine === 0 ? "0" : signedText(-one.fine)}</td>
                  )}
                  <td class="number sum">{pointsText(one.total)}</td>
                </>
              )}
            </tr>
          ))}
        </tbody>
      </table>
      {sticks !== null && <p class="hint">{sticks}</p>}
    </Scroll>
  );
}

/** Return whose the riichi sticks on the table are; null where there are none. */
function sticksText(shown: GameView): string | null {
  const { standings, state } = shown;
  const points = state.on_table;
  if (points === 0) return null;
  if (!hasResult(shown)) return text("sticks_of_next", { points });
  const isShared = standings?.some(({ player, points: all }) => all !== state.points[player]);
  return text(isShared ? "sticks_of_first" : "sticks_of_nobody", { points });
}

/** A table that is wider than a phone scrolls by itself. */
function Scroll({
  label,
  isOnPaper = false,
  children,
}: {
  label: string;
  /** Whether it is printed, and not shown. */
  isOnPaper?: boolean;
  children: preact.ComponentChildren;
}) {
  const name = isOnPaper ? "scroll on-paper" : "scroll";
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls by the keyboard, too
    <div class={name} role="group" tabIndex={0} aria-label={label}>
      {children}
    </div>
  );
}
