import { useState } from "preact/hooks";
import { type GameView, rightsOf } from "../game_home";
import { signResult } from "../game_store";
import { phoneText } from "../ledger";
import { text } from "../texts";
import { signedText } from "./numbers";
import "./signatures.css";

/** The signatures of the four players under a result. */
export function Signatures({ shown }: { shown: GameView }) {
  const { result = null, players } = shown;
  if (result === null) return null;
  return (
    <section aria-labelledby="signatures-title" class="signatures">
      <h3 id="signatures-title">{text("signatures")}</h3>
      <ul>
        {players.map((name, player) => (
          <li key={`${player} ${result.join()}`}>
            <PlayerSignature
              shown={shown}
              player={player}
              name={name}
              points={result[player] ?? 0}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A player's signature, or the button for it; the second tap signs. */
function PlayerSignature({
  shown,
  player,
  name,
  points,
}: {
  shown: GameView;
  player: number;
  name: string;
  points: number;
}) {
  const [isAsked, setAsked] = useState(false);
  const own = (shown.signatures ?? []).filter((one) => one.player === player);
  const valid = own.find(({ holds }) => holds);
  return (
    <>
      <div class="row spread">
        <span class="name">
          {name} <strong class="number">{signedText(points)}</strong>
        </span>
        {valid === undefined && rightsOf(shown).sign && (
          <button type="button" class="quiet" onClick={() => setAsked(!isAsked)}>
            {text(isAsked ? "cancel" : "sign")}
          </button>
        )}
      </div>
      {valid !== undefined && (
        <small>
          {text("signed_on", {
            time: new Date(valid.time).toLocaleTimeString(document.documentElement.lang, {
              timeStyle: "short",
            }),
            phone: phoneText(valid.phone),
          })}
        </small>
      )}
      {valid === undefined && own.length > 0 && (
        <small class="problem">{text("signed_before")}</small>
      )}
      {valid === undefined && isAsked && (
        <button
          type="button"
          class="primary"
          onClick={() => void signResult(player).then((isDone) => isDone && setAsked(false))}
        >
          {text("sign_really", { name })}
        </button>
      )}
    </>
  );
}
