/** A field for a line of text that a form cannot do without. */
export function TextField({
  label,
  limit,
  value,
  onInput,
}: {
  label: string;
  limit: number;
  value: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="fact">
      <span>{label}</span>
      <input
        type="text"
        required
        maxLength={limit}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
