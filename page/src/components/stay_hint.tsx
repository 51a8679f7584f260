import { isServerGame } from "../game_store";
import { install, installOffer, isByHand, isInstalled, isPersistent } from "../stay";
import { text } from "../texts";

/** Whether the browser keeps the games of this device, and how the page comes to the home screen. */
export function StayHint() {
  if (isServerGame.value || isPersistent.value === null) return null;
  return (
    <div class="stay">
      <p class="hint">{text(isPersistent.value ? "games_stay" : "games_may_go")}</p>
      {!isInstalled() && isByHand() && <p class="hint">{text("install_by_hand")}</p>}
      {installOffer.value !== null && (
        <button type="button" onClick={install}>
          {text("install")}
        </button>
      )}
    </div>
  );
}
