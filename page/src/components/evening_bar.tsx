import { spot } from "../address";
import { areKept, areTooMany, endEvening, MOST, nextPhoto, photos } from "../evening";
import { isInGame, openNextPhoto, skipPhoto, unopened } from "../evening_steps";
import { areGamesOpened } from "../game_store";
import { draft } from "../hand_draft";
import { isHandShown } from "../places";
import { text } from "../texts";
import { momentText } from "./numbers";
import { PhotoButton } from "./photo_button";
import "./evening_bar.css";

/** Which photo of the evening has its turn, and ways on; at the end what became of all. */
export function EveningBar() {
  if (photos.value.length === 0 || !areGamesOpened.value) return null;
  const next = nextPhoto.value;
  if (next === null) return <Ended />;
  const isShown =
    spot.value.place === "hand" && isHandShown.value && draft.value.evening === next.id;
  return (
    <section class="evening" aria-label={text("evening")}>
      <p>
        <strong>
          {text("evening_photo", {
            number: photos.value.indexOf(next) + 1,
            count: photos.value.length,
          })}
        </strong>{" "}
        <small>{momentText(next.time)}</small>
      </p>
      {!isInGame() && <p class="hint">{text("evening_needs_game")}</p>}
      {areTooMany.value && <p class="hint">{text("evening_most", { most: MOST })}</p>}
      {!areKept.value && <p class="hint">{text("not_kept")}</p>}
      <div class="actions">
        {!isShown && isInGame() && unopened.value !== next.id && (
          <button type="button" class="primary" onClick={() => void openNextPhoto()}>
            {text("evening_go_on")}
          </button>
        )}
        <button type="button" class="quiet" onClick={() => void skipPhoto()}>
          {text("evening_skip")}
        </button>
        <PhotoButton label={text("evening_other")} isCamera={false} isOther isQuiet />
        {!isShown && <DropButton />}
      </div>
    </section>
  );
}

function Ended() {
  const recorded = photos.value.filter(({ state }) => state === "recorded").length;
  return (
    <section class="evening" role="status">
      <p>
        {text("evening_ended", { count: recorded })}{" "}
        {text("evening_skipped", { count: photos.value.length - recorded })}
      </p>
      <button type="button" class="quiet" onClick={() => void endEvening()}>
        {text("close")}
      </button>
    </section>
  );
}

function DropButton() {
  return (
    <button type="button" class="quiet" onClick={() => void endEvening()}>
      {text("evening_drop")}
    </button>
  );
}
