import { type Measure, SEATS, type Worth } from "../deal";
import { text } from "../texts";

const FU = [20, 25, 30, 40, 50, 60, 70, 80, 90, 100, 110].map(String);
const FAN = Array.from({ length: 13 }, (_, k) => String(k + 1));
const MOST_YAKUMAN = 3;
/** Fan from which fu no longer count. */
const LIMIT = 5;

/** What a winner's hand is worth: by the rule set's own measure, or by what each player pays. */
export function WinWorth({
  seat,
  worth,
  measure,
  least,
  nameOf,
  onChange,
}: {
  seat: string;
  worth: Worth;
  measure: Measure;
  /** How much of it a hand needs to win. */
  least: number;
  nameOf: (seat: string) => string;
  onChange: (changed: Partial<Worth>) => void;
}) {
  const others = SEATS.filter((one) => one !== seat);
  const { paid } = worth;
  return (
    <fieldset>
      <legend>{text("worth_of", { who: nameOf(seat) })}</legend>
      <div class="row">
        {paid !== null &&
          others.map((one) => (
            <NumberField
              key={one}
              label={text("pays", { who: nameOf(one) })}
              value={paid[one] ?? ""}
              least={0}
              onInput={(amount) => onChange({ paid: { ...paid, [one]: amount } })}
            />
          ))}
        {paid === null && measure !== "fan" && (
          <NumberField
            label={text(measure)}
            value={worth.points}
            least={least}
            onInput={(points) => onChange({ points })}
          />
        )}
        {paid === null && measure === "fan" && (
          <Fans worth={worth} others={others} nameOf={nameOf} onChange={onChange} />
        )}
        <button
          type="button"
          class="quiet"
          aria-pressed={paid !== null}
          onClick={() => onChange({ paid: paid === null ? {} : null })}
        >
          {text("by_amounts")}
        </button>
      </div>
    </fieldset>
  );
}

/** Fan and fu, or yakuman and who fed it. */
function Fans({
  worth,
  others,
  nameOf,
  onChange,
}: {
  worth: Worth;
  others: readonly string[];
  nameOf: (seat: string) => string;
  onChange: (changed: Partial<Worth>) => void;
}) {
  const yakuman = Array.from({ length: MOST_YAKUMAN }, (_, k) => `y${k + 1}`);
  const isYakuman = worth.yakuman !== "";
  return (
    <>
      <SelectField
        label={text("fan")}
        value={isYakuman ? `y${worth.yakuman}` : worth.fan}
        options={[
          ...FAN.map((fan) => [fan, fan === "13" ? "13+" : fan] as const),
          ...yakuman.map((one) => [one, text("yakuman", { count: Number(one.slice(1)) })] as const),
        ]}
        onChoose={(value) =>
          onChange(
            value.startsWith("y")
              ? { yakuman: value.slice(1) }
              : { yakuman: "", liable: "", fan: value },
          )
        }
      />
      {!isYakuman && Number(worth.fan) < LIMIT && (
        <SelectField
          label={text("fu")}
          value={worth.fu}
          options={FU.map((fu) => [fu, fu] as const)}
          onChoose={(fu) => onChange({ fu })}
        />
      )}
      {isYakuman && (
        <SelectField
          label={text("liable")}
          value={worth.liable}
          options={[
            ["", text("nobody")] as const,
            ...others.map((one) => [one, nameOf(one)] as const),
          ]}
          onChoose={(liable) => onChange({ liable })}
        />
      )}
    </>
  );
}

function SelectField({
  label,
  value,
  options,
  onChoose,
}: {
  label: string;
  value: string;
  options: readonly (readonly [string, string])[];
  onChoose: (value: string) => void;
}) {
  return (
    <label class="row">
      {label}
      <select value={value} onChange={(event) => onChoose(event.currentTarget.value)}>
        {options.map(([one, name]) => (
          <option key={one} value={one}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

function NumberField({
  label,
  value,
  least,
  onInput,
}: {
  label: string;
  value: string;
  least: number;
  onInput: (value: string) => void;
}) {
  return (
    <label class="row">
      {label}
      <input
        type="number"
        class="short"
        inputMode="numeric"
        min={least}
        max={100000}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
