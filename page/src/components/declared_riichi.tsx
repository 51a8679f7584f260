import { SEATS } from "../deal";
import { declareOnTile, declareRiichi } from "../fact_steps";
import { game, stateOfDeal } from "../game_store";
import { draft } from "../hand_draft";
import { hasDeclared, isForTable, statedFacts } from "../hand_facts";
import { text } from "../texts";
import { seatName } from "../tile_names";
import { Choices } from "./choices";

/** Who declared riichi in the deal of the open game: their sticks are on its table. */
export function DeclaredRiichi() {
  const shown = game.value;
  const before = stateOfDeal();
  if (shown === null || before === undefined || !shown.riichi || isForTable.value) return null;
  const { seat, riichi, double_riichi: isDouble, discarder } = statedFacts.value;
  const { by = [], onTile = false } = draft.value.declared ?? {};
  const isBefore = (one: string) => before.riichi.includes(before.seats[one] ?? -1);
  const isOf = (one: string) =>
    one === seat ? riichi === true || isDouble === true : by.includes(one);
  return (
    <>
      <Choices
        label={text("riichi_by")}
        options={SEATS.filter((one) => !isBefore(one)).map((one) => [one, seatName(one)])}
        chosen={SEATS.filter(isOf)}
        onTap={declareRiichi}
      />
      {hasDeclared(discarder) && (
        <label class="check">
          <input
            type="checkbox"
            checked={onTile}
            onChange={(event) => declareOnTile(event.currentTarget.checked)}
          />{" "}
          {text("on_riichi_tile")}
        </label>
      )}
    </>
  );
}
