import { useEffect, useRef } from "preact/hooks";
import { spot } from "../address";
import { areGamesKept } from "../device_games";
import { corrected, exportGame, game } from "../game_store";
import { canUndo, draft, isKept } from "../hand_draft";
import { undo } from "../hand_steps";
import { clear } from "../next_hand";
import { isGameShown, isHandShown } from "../places";
import { saveGameFile } from "../saved_page";
import { home, isCamera, server } from "../server";
import { text } from "../texts";
import { place } from "../tournament_store";
import { view, watchRefusal } from "../watch_store";
import { Announcement } from "./announcement";
import { Camera } from "./camera";
import { EveningBar } from "./evening_bar";
import { Faults } from "./faults";
import { GameChanges } from "./game_changes";
import { Games } from "./games";
import { HandActions, HandPlace } from "./hand_place";
import { Header } from "./header";
import { Notices } from "./notices";
import { CameraHome } from "./phone_camera";
import { Picker } from "./picker";
import { PlacesBar } from "./places_bar";
import { PrintSheets } from "./print_sheets";
import { Refusals } from "./refusals";
import { About, RulesPlace } from "./rules_place";
import { ServerNotices } from "./server_notices";
import { TournamentPage } from "./tournament_page";
import { Tournaments } from "./tournaments";
import { Wall } from "./wall";
import { WatchTabs } from "./watch_tabs";
import { WatchView } from "./watch_view";

/** The whole page. */
export function App() {
  useUndoKey();
  const isTable = view.value === "table";
  const isHand = !isTable && spot.value.place === "hand";
  const isResult = isHand && isHandShown.value;
  const main = useKeptFocus(`${isTable} ${spot.value.place} ${isResult}`);
  if (isCamera.value) return <CameraHome />;
  if (place.value?.kind === "wall") return <Wall />;
  if (place.value?.kind === "cards" || place.value?.kind === "slips") return <PrintSheets />;
  if (place.value !== null) return <TournamentHome />;
  return (
    <>
      <Header />
      <PlacesBar />
      <WatchTabs />
      {isHand && <HandActions />}
      <Notices />
      {server !== null && <ServerNotices />}
      {!isKept.value && (
        <p role="status" class="notice">
          {text("not_kept")}
        </p>
      )}
      {!areGamesKept.value && game.value !== null && <GameNotKept />}
      <Faults />
      {!isResult && <Refusals />}
      <GameChanges />
      {watchRefusal.value !== null && (
        <p role="alert" class="alert">
          {watchRefusal.value}
        </p>
      )}
      {isHand && <DealNotice isStart={!isResult} />}
      {!isTable && <Announcement />}
      <main ref={main} tabIndex={-1}>
        {isTable ? <WatchView /> : <Place />}
      </main>
      {isTable && <About />}
      <Picker />
      <Camera />
    </>
  );
}

function Place() {
  const { place: shown } = spot.value;
  if (shown === "hand") return <HandPlace />;
  if (shown === "rules") return <RulesPlace />;
  return (
    <>
      <EveningBar />
      <Games />
      {home.value?.games === true && !isGameShown.value && <Tournaments />}
    </>
  );
}

/** The browser has no room for the open game: its file can be saved. */
function GameNotKept() {
  return (
    <p role="alert" class="notice">
      {text("game_not_kept")}{" "}
      <button type="button" onClick={() => void exportGame().then(saveGameFile)}>
        {text("export")}
      </button>
    </p>
  );
}

/** Which recorded deal the hand in work belongs to. */
function DealNotice({ isStart }: { isStart: boolean }) {
  if (corrected.value === null) return null;
  const { number } = corrected.value;
  if (draft.value.deal?.isJoined !== true) {
    return isStart ? null : <p class="notice">{text("correcting", { number })}</p>;
  }
  return (
    <p role="status" class="notice">
      {text("joining", { number })}{" "}
      {isStart && (
        <button type="button" onClick={clear}>
          {text("cancel")}
        </button>
      )}
    </p>
  );
}

/** A tournament in the place of hands and games. */
function TournamentHome() {
  return (
    <>
      <Header hasRules={false} />
      <PlacesBar />
      <ServerNotices />
      <main>
        <TournamentPage />
      </main>
    </>
  );
}

/** Return a place that takes the focus when what had it is no longer there. */
function useKeptFocus(shown: string): { current: HTMLElement | null } {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isFirst.current && isLost) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [shown]);
  return main;
}

/** Return whether a browser undoes typing there by itself. */
function isTextField(target: EventTarget | null): boolean {
  return target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement;
}

/** Undo by Ctrl+Z, or Cmd+Z, outside text fields. */
function useUndoKey(): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const isUndo = (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "z";
      if (!isUndo || event.shiftKey || isTextField(event.target)) return;
      event.preventDefault();
      if (canUndo.value) undo();
    };
    addEventListener("keydown", press);
    return () => removeEventListener("keydown", press);
  }, []);
}
