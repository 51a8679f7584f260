import { canUndo, clear, complaint, draft, evaluation, fault, step, undo } from "../store";
import { text } from "../texts";
import { Facts } from "./facts";
import { HandView } from "./hand_view";
import { Header } from "./header";
import { Notices } from "./notices";
import { Photo } from "./photo";
import { Picker } from "./picker";
import { Problems } from "./problems";
import { Questions } from "./questions";
import { ScoreView } from "./score_view";
import { Start } from "./start";
import { TotalBar } from "./total_bar";

/** The whole page. */
export function App() {
  const isStart = step.value === "start";
  return (
    <>
      <Header />
      <Notices />
      {fault.value !== null && (
        <p role="alert" class="alert">
          {text(fault.value.code, { why: fault.value.why })}
        </p>
      )}
      {complaint.value !== null && (
        <p role="alert" class="alert">
          {complaint.value}
        </p>
      )}
      {isStart && <Start />}
      <main class={isStart ? "" : "columns"}>
        {draft.value.photo !== null && !isStart && <Photo />}
        {evaluation.value !== null && !isStart && (
          <div class="result">
            <Problems />
            <Questions />
            <HandView />
            <Facts />
            <ScoreView />
          </div>
        )}
      </main>
      {!isStart && <TotalBar />}
      {(!isStart || canUndo.value) && (
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
      )}
      <footer>
        <a href="source.zip">{text("source")}</a> {text("licence")}
      </footer>
      <Picker />
    </>
  );
}
