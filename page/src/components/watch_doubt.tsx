import { useState } from "preact/hooks";
import { text } from "../texts";
import type { Doubt } from "../watch_state";
import { answerShown } from "../watch_store";
import { Dialog } from "./dialog";
import { Face } from "./face";
import { Palette, paletteKinds } from "./palette";

const MOST = 5;

/** A point of which the camera is not sure, and what a person can state about it. */
export function WatchDoubt({ doubt }: { doubt: Doubt }) {
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState<readonly string[]>([]); // a closed dialog loses none
  return (
    <div class="notice doubt">
      {doubt.text}{" "}
      {doubt.code === "last_tile" && (
        <button type="button" id="last-tile" onClick={() => answerShown({ flags: ["last_tile"] })}>
          {text("was_last")}
        </button>
      )}
      {doubt.code === "ura" && (
        <button type="button" id="ura" onClick={() => setOpen(true)}>
          {text("ura")}
        </button>
      )}
      {isOpen && <Indicators chosen={chosen} onChoose={setChosen} onClose={() => setOpen(false)} />}
    </div>
  );
}

/** The dialog that gets the hidden indicators. */
function Indicators({
  chosen,
  onChoose,
  onClose,
}: {
  chosen: readonly string[];
  onChoose: (kinds: readonly string[]) => void;
  onClose: () => void;
}) {
  return (
    <Dialog titleId="ura-title" onClose={onClose}>
      <div class="row spread">
        <h2 id="ura-title">{text("ura")}</h2>
        <button type="button" class="quiet" onClick={onClose}>
          {text("close")}
        </button>
      </div>
      <div class="tiles">
        {chosen.map((kind, at) => (
          <span class="tile" key={at}>
            <Face kind={kind} />
          </span>
        ))}
      </div>
      <div class="actions">
        <button
          type="button"
          class="primary"
          disabled={chosen.length === 0}
          onClick={() => {
            onClose();
            answerShown({ ura: chosen });
          }}
        >
          {text("record")}
        </button>
        {chosen.length > 0 && (
          <button type="button" onClick={() => onChoose(chosen.slice(0, -1))}>
            {text("undo")}
          </button>
        )}
      </div>
      <Palette
        kinds={paletteKinds(false).filter((kind) => !kind.endsWith("f"))}
        isEnabled={() => chosen.length < MOST}
        onPick={(kind) => onChoose([...chosen, kind])}
      />
    </Dialog>
  );
}
