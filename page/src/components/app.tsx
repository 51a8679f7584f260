import { useEffect, useRef } from "preact/hooks";
import { areGamesKept } from "../device_games";
import { corrected, exportGame, game, otherRecorder, refusal } from "../game_store";
import { saveGameFile } from "../saved_page";
import { home, server } from "../server";
import {
  canUndo,
  clear,
  complaint,
  draft,
  isKept,
  meanwhile,
  photoAddress,
  step,
  undo,
} from "../store";
import { text } from "../texts";
import { place } from "../tournament_store";
import { view, watchRefusal } from "../watch_store";
import { Announcement } from "./announcement";
import { Books } from "./books";
import { Calculator } from "./calculator";
import { Camera } from "./camera";
import { Dispute } from "./dispute";
import { EntryView } from "./entry_view";
import { Facts } from "./facts";
import { Faults } from "./faults";
import { GameChanges } from "./game_changes";
import { Games } from "./games";
import { HandView } from "./hand_view";
import { Header } from "./header";
import { LabelGift } from "./label_gift";
import { NearWins } from "./near_wins";
import { Notices } from "./notices";
import { Photo } from "./photo";
import { PhotoTools } from "./photo_tools";
import { Picker } from "./picker";
import { Problems } from "./problems";
import { Questions } from "./questions";
import { Quiz } from "./quiz";
import { RecordButton } from "./record_button";
import { RuleOptions } from "./rule_options";
import { SaveButton } from "./save_button";
import { ScoreView } from "./score_view";
import { ServerNotices } from "./server_notices";
import { ServerTools } from "./server_tools";
import { SetMemory } from "./set_memory";
import { Start } from "./start";
import { TotalBar } from "./total_bar";
import { TournamentPage } from "./tournament_page";
import { Tournaments } from "./tournaments";
import { Wall } from "./wall";
import { WatchTabs } from "./watch_tabs";
import { WatchView } from "./watch_view";
import { WhatNow } from "./what_now";

/** The whole page. */
export function App() {
  useUndoKey();
  const isStart = step.value === "start";
  const isTable = view.value === "table";
  const main = useKeptFocus(isStart || isTable);
  if (place.value?.kind === "wall") return <Wall />;
  if (place.value !== null) return <TournamentHome />;
  return (
    <>
      <Header />
      <WatchTabs />
      {!isTable && (!isStart || canUndo.value) && <Actions isStart={isStart} />}
      <Notices />
      {server !== null && <ServerNotices />}
      {!isKept.value && (
        <p role="status" class="notice">
          {text("not_kept")}
        </p>
      )}
      {!areGamesKept.value && game.value !== null && <GameNotKept />}
      <Faults />
      {(isStart || isTable) && <Refusals />}
      <GameChanges />
      {watchRefusal.value !== null && (
        <p role="alert" class="alert">
          {watchRefusal.value}
        </p>
      )}
      <DealNotice isStart={isStart} />
      {!isTable && <Announcement />}
      <main ref={main} tabIndex={-1}>
        {isTable ? (
          <WatchView />
        ) : isStart ? (
          <>
            <Start />
            <Games />
            {home.value?.games === true && game.value === null && <Tournaments />}
            <Quiz />
            <Calculator />
            {server !== null && <ServerTools />}
          </>
        ) : (
          <>
            <div class="columns">
              <div class="left">
                <div class="summary">
                  {draft.value.photo !== null && <Photo />}
                  <TotalBar />
                  {meanwhile.value !== null && (
                    <p role="status" class="notice">
                      {text(meanwhile.value, { who: otherRecorder() })}
                    </p>
                  )}
                  <RecordButton />
                  <Refusals />
                </div>
                {draft.value.photo !== null && <PhotoTools />}
                {draft.value.photo !== null && <SetMemory key={photoAddress.value} />}
                {draft.value.recognition?.reading !== undefined && <LabelGift />}
                <EntryView />
              </div>
              <div class="result">
                <Problems />
                <Questions />
                <NearWins />
                <Facts />
                <ScoreView />
                <WhatNow />
                <Dispute />
                <HandView />
                <SaveButton />
              </div>
            </div>
            <RuleOptions />
            <Books />
          </>
        )}
      </main>
      <footer>
        <a href={`${server ?? ""}source.zip`}>{text("source")}</a> {text("licence")}
      </footer>
      <Picker />
      <Camera />
    </>
  );
}

/** Why a hand is not scored, or a step in a game was refused: in a hand beside its buttons. */
function Refusals() {
  const found = [complaint.value, refusal.value].filter((one) => one !== null);
  return (
    <>
      {found.map((one) => (
        <p role="alert" class="alert" key={one}>
          {one}
        </p>
      ))}
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
      <ServerNotices />
      <main>
        <TournamentPage />
      </main>
    </>
  );
}

function Actions({ isStart }: { isStart: boolean }) {
  return (
    <div class="actions">
      {!isStart && (
        <button type="button" onClick={clear}>
          {text("new_hand")}
        </button>
      )}
      {canUndo.value && (
        <button type="button" onClick={undo}>
          {text("undo")}
        </button>
      )}
    </div>
  );
}

/** Return a place that takes the focus when what had it is no longer there. */
function useKeptFocus(isStart: boolean): { current: HTMLElement | null } {
  const main = useRef<HTMLElement>(null);
  const isFirst = useRef(true);
  useEffect(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (!isFirst.current && isLost) main.current?.focus({ preventScroll: true });
    isFirst.current = false;
  }, [isStart]);
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
