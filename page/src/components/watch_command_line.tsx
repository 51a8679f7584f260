import { useKeptState } from "../kept_state";
import { text } from "../texts";
import { command } from "../watch_store";
import "./watch_command_line.css";

const HELP = [
  ["y", "help_y"],
  ["n", "help_n"],
  ["seat S from W", "help_seat"],
  ["win", "help_win"],
  ["draw E W", "help_draw"],
  ["false W", "help_false"],
  ["riichi S", "help_riichi"],
  ["abort nine_terminals", "help_abort"],
  ["fix 12 5m", "help_fix"],
  ["undo", "help_undo"],
  ["deal", "help_deal"],
  ["pause", "help_pause"],
  ["resume", "help_resume"],
  ["end", "help_end"],
] as const;

/** A line of input for the commands of the terminal of `handreader watch`. */
export function WatchCommandLine() {
  const [line, setLine] = useKeptState("watch command", "");
  return (
    <details id="commands">
      <summary>{text("type_command")}</summary>
      <form
        class="row"
        onSubmit={(event) => {
          event.preventDefault();
          if (line.trim() === "") return;
          void command(({ proposal, table }) => ({
            do: "line",
            line,
            proposal: proposal?.number ?? null,
            deal: table?.deal ?? null,
          })).then((isDone) => {
            if (isDone) setLine("");
          });
        }}
      >
        <input
          id="command"
          type="text"
          aria-label={text("command")}
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={2000}
          value={line}
          onInput={(event) => setLine(event.currentTarget.value)}
        />
        <button type="submit">{text("send")}</button>
      </form>
      <dl class="commands">
        {HELP.map(([example, key]) => (
          <div key={key}>
            <dt>
              <code>{example}</code>
            </dt>
            <dd>{text(key)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
