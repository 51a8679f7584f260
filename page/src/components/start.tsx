import { useState } from "preact/hooks";
import { hasCamera, isRefused, openCamera } from "../camera";
import { readsOnServer } from "../engines";
import { game } from "../game_store";
import { draft } from "../hand_draft";
import { isForTable } from "../hand_facts";
import { evaluation } from "../hand_score";
import { beginEntry, readText } from "../next_hand";
import { gameSpot, handSpot } from "../places";
import { text } from "../texts";
import { windName } from "../tile_names";
import { Face } from "./face";
import { Icon } from "./icon";
import { dotted } from "./numbers";
import { PhotoButton } from "./photo_button";
import { PlaceLink } from "./place_link";
import { totalText } from "./total_bar";
import "./start.css";

/** A winning hand's end: what the page is about, in its own drawings. */
const ART = ["7m", "8m", "9m", "5z", "5z", "7z"];

/** Ways to begin a hand: the camera, and the others beside it. */
export function Start() {
  const { typed } = draft.value;
  const [isTyping, setTyping] = useState(typed !== null && typed !== "");
  return (
    <section aria-labelledby="start-title" class="start">
      <div class="felt" aria-hidden="true">
        <span class="wordmark">handreader</span>
        {ART.map((kind, at) => (
          <span class="tile" key={at}>
            <Face kind={kind} isNamed />
          </span>
        ))}
      </div>
      <h2 id="start-title">{text("start_title")}</h2>
      <p class="hint">{text("guide")}</p>
      <InGame />
      {hasCamera() && (
        <button type="button" class="primary big" onClick={() => void openCamera()}>
          <Icon name="camera" />
          {text("take")}
        </button>
      )}
      <div class={hasCamera() ? "ways" : "ways without-camera"}>
        <PhotoButton
          label={text(hasCamera() ? "camera_app" : "take")}
          icon={hasCamera() ? "phone" : "camera"}
          isCamera={true}
          isPrimary={!hasCamera()}
        />
        <PhotoButton label={text("choose")} icon="photo" isCamera={false} />
        <button type="button" onClick={beginEntry}>
          <Icon name="tap" />
          {text("tap_in")}
        </button>
        <button
          type="button"
          class="type"
          aria-expanded={isTyping}
          onClick={() => setTyping(!isTyping)}
        >
          <Icon name="type" />
          {text("type_in")}
        </button>
      </div>
      {isTyping && <TypedHand />}
      {isRefused.value && (
        <p role="status" class="notice">
          {text("camera_refused")}
        </p>
      )}
      <p class="hint">{text(readsOnServer.value ? "private_server" : "private")}</p>
      <LastHand />
    </section>
  );
}

function TypedHand() {
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        const typed = new FormData(event.currentTarget).get("hand");
        if (typeof typed === "string" && typed.trim() !== "") void readText(typed.trim());
      }}
    >
      <div class="row">
        <input
          id="typed"
          name="hand"
          type="text"
          aria-label={text("typed_hand")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={200}
          placeholder={text("typed_example")}
          defaultValue={draft.value.typed ?? ""}
        />
        <button type="submit">{text("go")}</button>
      </div>
    </form>
  );
}

/** The open game, to which the hand will belong. */
function InGame() {
  const shown = game.value;
  if (shown === null || shown.state.over || isForTable.value) return null;
  const { round, turn } = shown.state;
  return (
    <PlaceLink to={gameSpot.value} class="in-game">
      <strong>{text("deal_number", { round: windName(round), number: turn + 1 })}</strong>
      <span>{dotted(shown.players)}</span>
    </PlaceLink>
  );
}

/** The hand in work, after a step back from it. */
function LastHand() {
  const { photo, typed } = draft.value;
  if (handSpot.value.part === "" || (photo === null && typed === "")) return null;
  const score = evaluation.value?.score;
  const isWon = score?.state === "won" && score.score !== null;
  return (
    <PlaceLink to={handSpot.value} class="button last-hand">
      {text("last_hand")}
      {isWon && score.score !== null && <strong>{totalText(score.score)}</strong>}
    </PlaceLink>
  );
}
