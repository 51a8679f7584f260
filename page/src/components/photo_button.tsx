import { readPhoto } from "../store";
import { Icon } from "./icon";

/** A button that opens the camera's app, or the gallery. */
export function PhotoButton({
  label,
  icon,
  isCamera,
  isPrimary = false,
}: {
  label: string;
  icon?: "camera" | "phone" | "photo";
  isCamera: boolean;
  isPrimary?: boolean;
}) {
  return (
    <label class={isPrimary ? "button primary big" : "button"}>
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
      {icon !== undefined && <Icon name={icon} />}
      {label}
    </label>
  );
}
