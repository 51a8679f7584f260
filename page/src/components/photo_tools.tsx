import { draft } from "../hand_draft";
import { marking } from "../hand_marks";
import { evaluation } from "../hand_score";
import { enterShownHand, markHand } from "../hand_steps";
import { text } from "../texts";
import { isWhole } from "./photo";
import { PhotoButton } from "./photo_button";

const EDGES = ["bottom", "top", "left", "right"] as const;

/** What was read in the photo, and ways to see all of it or to mark the hand in it. */
export function PhotoTools() {
  const { recognition } = draft.value;
  const reading = evaluation.value?.reading;
  if (recognition === null || reading === undefined) return null;
  if (marking.value !== null) return <MarkingTools marked={marking.value} />;
  const count = reading.tiles.length;
  if (count === 0) {
    return (
      <>
        <p class="problem">{text("none_found")}</p>
        <div class="actions">
          <PhotoButton label={text("choose_other")} isCamera={false} isOther />
          <button type="button" onClick={enterShownHand}>
            {text("change_by_tapping")}
          </button>
        </div>
      </>
    );
  }
  const seconds = recognition.seconds.toFixed(1);
  return (
    <div class="tools">
      <p class="hint">
        {text("tiles", { count, seconds })}{" "}
        {recognition.set !== undefined && `${text("read_with_set", { set: recognition.set })} `}
        {text("tap_hint")}
      </p>
      <div class="actions">
        <button
          type="button"
          class="quiet"
          aria-pressed={isWhole.value}
          onClick={() => {
            isWhole.value = !isWhole.value;
          }}
        >
          {text("whole")}
        </button>
        <button
          type="button"
          class="quiet"
          onClick={() => {
            const inHand = reading.tiles.filter(({ role }) => role !== "other");
            marking.value = new Set(inHand.map(({ id }) => id));
          }}
        >
          {text("mark_hand")}
        </button>
      </div>
    </div>
  );
}

function MarkingTools({ marked }: { marked: ReadonlySet<number> }) {
  const current = draft.value.marked?.handFrom ?? "";
  return (
    <div class="tools">
      <p>{text("mark_hint")}</p>
      <label class="fact">
        <span>{text("owner_sits")}</span>
        <select
          value={current}
          onChange={(event) => {
            const edge = event.currentTarget.value;
            markHand({ only: Array.from(marked), handFrom: edge === "" ? null : edge });
          }}
        >
          <option value="">{text("edge_unknown")}</option>
          {EDGES.map((edge) => (
            <option key={edge} value={edge}>
              {text(`edge_${edge}`)}
            </option>
          ))}
        </select>
      </label>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={marked.size === 0}
          onClick={() =>
            markHand({
              only: Array.from(marked),
              handFrom: draft.value.marked?.handFrom ?? null,
            })
          }
        >
          {text("use_tiles", { count: marked.size })}
        </button>
        <button type="button" onClick={() => markHand({ only: null, handFrom: null })}>
          {text("use_all")}
        </button>
        <button
          type="button"
          onClick={() => {
            marking.value = null;
          }}
        >
          {text("cancel")}
        </button>
      </div>
    </div>
  );
}
