/** A field for a line of text that a form cannot do without. */
export function TextField({
  label,
  limit,
  value,
  proposals,
  onInput,
}: {
  label: string;
  limit: number;
  value: string;
  /** The id of the list that proposes lines, in place of the browser's own proposals. */
  proposals?: string;
  onInput: (value: string) => void;
}) {
  return (
    <label class="fact">
      <span>{label}</span>
      <input
        type="text"
        required
        maxLength={limit}
        {...(proposals ? { list: proposals, autocomplete: "off" } : {})}
        value={value}
        onInput={(event) => onInput(event.currentTarget.value)}
      />
    </label>
  );
}
