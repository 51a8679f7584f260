import { isServerGame } from "../game_store";
import { install, installOffer, isByHand, isPersistent } from "../stay";
import { text } from "../texts";

/** Whether the browser keeps the games of this device, and how the page comes to the home screen. */
export function StayHint() {
  if (isServerGame.value || isPersistent.value === null) return null;
  return (
    <div class="stay">
      <p class="hint">{text(isPersistent.value ? "games_stay" : "games_may_go")}</p>
      <InstallHint />
    </div>
  );
}

/** How the page comes to the home screen, where it is not there. */
export function InstallHint() {
  if (isByHand()) return <p class="hint">{text("install_by_hand")}</p>;
  if (installOffer.value === null) return null;
  return (
    <button type="button" onClick={install}>
      {text("install")}
    </button>
  );
}
