import { WINDS } from "../facts";
import { text } from "../texts";
import { windName } from "../tile_names";
import { openSheet } from "../watch_game";
import type { TableNow } from "../watch_state";
import { isSeen, watch } from "../watch_store";

/** Who sits where with how many points, and which deal is played. */
export function WatchStanding() {
  const table = watch.value?.table;
  if (table == null) return null;
  return (
    <>
      <table class="players" id="standing">
        <caption>{dealText(table)}</caption>
        <tbody>
          {WINDS.map((seat) => (
            <tr key={seat}>
              <td>{windName(seat)}</td>
              <th scope="row">{table.seats[seat]}</th>
              <td class="number">{String(table.points[seat]).replace("-", "\u2212")}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {watch.value?.game != null && isSeen.value && (
        <button type="button" id="sheet" class="quiet" onClick={() => void openSheet()}>
          {text("score_sheet")}
        </button>
      )}
      {table.last && !table.ended && <p class="notice">{text("last_deal")}</p>}
    </>
  );
}

function dealText(table: TableNow): string {
  if (table.last || table.ended) return text("result");
  const deal = text("deal_number", { round: windName(table.round), number: table.turn + 1 });
  const counters = table.counters > 0 && text("counters", { count: table.counters });
  return [deal, counters, table.over && text("not_begun")].filter(Boolean).join(" · ");
}
