import { otherRecorder } from "../game_store";
import { canUndo, draft, meanwhile } from "../hand_draft";
import { photoAddress } from "../hand_photo";
import { undo } from "../hand_steps";
import { clear } from "../next_hand";
import { isHandShown } from "../places";
import { text } from "../texts";
import { Books } from "./books";
import { Dispute } from "./dispute";
import { EntryView } from "./entry_view";
import { EveningBar } from "./evening_bar";
import { Facts } from "./facts";
import { HandView } from "./hand_view";
import { LabelGift } from "./label_gift";
import { NearWins } from "./near_wins";
import { Photo } from "./photo";
import { PhotoTools } from "./photo_tools";
import { Problems, Remarks } from "./problems";
import { Questions } from "./questions";
import { RecordButton } from "./record_button";
import { Refusals } from "./refusals";
import { RuleOptions } from "./rule_options";
import { ScoreView } from "./score_view";
import { ShareButtons } from "./share_buttons";
import { Start } from "./start";
import { TotalBar } from "./total_bar";
import { TwoTaps } from "./two_taps";
import { WhatNow } from "./what_now";
import "./hand_place.css";

/** The hand in work with its score; or where one begins. */
export function HandPlace() {
  if (!isHandShown.value) {
    return (
      <>
        <EveningBar />
        <Start />
      </>
    );
  }
  return (
    <>
      <EveningBar />
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
          <TwoTaps />
          {draft.value.photo !== null && <PhotoTools key={photoAddress.value} />}
          <Remarks />
          {draft.value.recognition?.reading !== undefined && <LabelGift />}
          <EntryView />
        </div>
        <div class="result">
          <Problems />
          <Questions />
          <NearWins />
          <Facts />
          <ScoreView />
          <ShareButtons />
          <WhatNow />
          <Dispute />
          <HandView />
        </div>
      </div>
      <RuleOptions />
      <Books />
    </>
  );
}

/** Ways to another hand. */
export function HandActions() {
  const isShown = isHandShown.value;
  if (!isShown && !canUndo.value) return null;
  return (
    <div class="actions hand-actions">
      {isShown && (
        <button type="button" class="quiet" onClick={clear}>
          {text("new_hand")}
        </button>
      )}
      {canUndo.value && (
        <button type="button" class="quiet" onClick={undo}>
          {text("undo")}
        </button>
      )}
    </div>
  );
}
