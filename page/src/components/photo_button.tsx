import { readPhoto } from "../store";

/** A button that opens the camera's app, or the gallery. */
export function PhotoButton({
  label,
  isCamera,
  isPrimary = false,
}: {
  label: string;
  isCamera: boolean;
  isPrimary?: boolean;
}) {
  return (
    <label class={isPrimary ? "button primary" : "button"}>
      <input
        type="file"
        accept="image/*"
        {...(isCamera ? { capture: "environment" } : {})}
        onChange={(event) => {
          const file = event.currentTarget.files?.[0];
          event.currentTarget.value = "";
          if (file !== undefined) void readPhoto(file);
        }}
      />
      {label}
    </label>
  );
}
