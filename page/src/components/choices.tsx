/** Buttons of which one or several are chosen. */
export function Choices({
  label,
  options,
  chosen,
  onTap,
}: {
  label: string;
  options: readonly (readonly [string, string])[];
  chosen: readonly string[];
  onTap: (value: string) => void;
}) {
  return (
    <fieldset>
      <legend>{label}</legend>
      <div class="segments">
        {options.map(([value, name]) => (
          <button
            key={value}
            type="button"
            class="segment"
            aria-pressed={chosen.includes(value)}
            onClick={() => onTap(value)}
          >
            {name}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
