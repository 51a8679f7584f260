import { forgetState } from "../kept_state";
import { beginSetup } from "../table_setup";
import { text } from "../texts";
import type { NextGame } from "../watch_state";
import { command, watch } from "../watch_store";
import { WatchGameForm } from "./watch_game_form";

/** After the end: the same game goes on, or the table's next one begins. */
export function WatchNext({ next }: { next: NextGame }) {
  return (
    <section aria-labelledby="next-title" id="next">
      {next.go_on && (
        <>
          <h2>{text("broke_off")}</h2>
          <div class="actions">
            <button
              type="button"
              id="go-on"
              class="primary"
              onClick={() => void command(({ log }) => ({ do: "go_on", log }))}
            >
              {text("resume")}
            </button>
          </div>
        </>
      )}
      <h2 id="next-title">{text("new_game")}</h2>
      <p class="hint">{text("next_game_hint")}</p>
      <NextGameForm next={next} />
    </section>
  );
}

function NextGameForm({ next }: { next: NextGame }) {
  const kept = `next game ${watch.value?.log}`;
  return (
    <WatchGameForm
      name="next"
      kept={kept}
      initial={next}
      ruleSets={next.rule_sets}
      hasPlaces={watch.value?.whole === false}
      onBegin={(entered) => {
        void command(({ log }) => ({ do: "new", log, ...entered })).then((isBegun) => {
          if (isBegun) forgetState(kept);
        });
      }}
    >
      <div class="actions">
        <button type="submit" id="next-start" class={next.go_on ? "" : "primary"}>
          {text("begin")}
        </button>
        {watch.value?.setup != null && (
          <button type="button" onClick={() => void beginSetup()}>
            {text("set_up_table")}
          </button>
        )}
      </div>
    </WatchGameForm>
  );
}
