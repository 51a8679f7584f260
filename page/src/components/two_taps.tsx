import { recordShownHand } from "../evening_steps";
import { WINDS } from "../facts";
import { state, statedFacts } from "../store";
import { text } from "../texts";
import { seatName } from "../tile_names";

const DRAWN = "drawn";

/** Who won, and on whose tile: the second tap records the deal. */
export function TwoTaps() {
  const { seat } = statedFacts.value;
  const nameOf = (one: string) => ({ value: one, label: seatName(one) });
  const record = (ending: string) => {
    if (ending === DRAWN) state("self_drawn", true);
    else state("discarder", ending);
    void recordShownHand();
  };
  return (
    <div class="two-taps">
      <Taps
        label={text("who_won")}
        answers={WINDS.map(nameOf)}
        chosen={seat}
        onChoose={(winner) => state("seat", winner)}
      />
      {seat !== undefined && (
        <Taps
          label={text("evening_ends")}
          answers={[
            { value: DRAWN, label: text("drawn") },
            ...WINDS.filter((one) => one !== seat).map(nameOf),
          ]}
          onChoose={record}
        />
      )}
    </div>
  );
}

function Taps({
  label,
  answers,
  chosen,
  onChoose,
}: {
  label: string;
  answers: readonly { readonly value: string; readonly label: string }[];
  chosen?: unknown;
  onChoose: (value: string) => void;
}) {
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="segments">
        {answers.map(({ value, label: name }) => (
          <button
            type="button"
            class="segment"
            key={value}
            aria-pressed={chosen === undefined ? undefined : chosen === value}
            onClick={() => onChoose(value)}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
