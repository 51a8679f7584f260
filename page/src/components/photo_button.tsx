import { takeOtherPhoto, takePhotos } from "../evening_steps";
import { Icon } from "./icon";

/** A button that opens the camera's app, or the gallery. */
export function PhotoButton({
  label,
  icon,
  isCamera,
  isPrimary = false,
  isSeveral = false,
  isOther = false,
  isQuiet = false,
}: {
  label: string;
  icon?: "camera" | "phone" | "photo";
  isCamera: boolean;
  isPrimary?: boolean;
  /** Whether several can be chosen: for one alone phones ask for a tap less. */
  isSeveral?: boolean;
  /** Whether the photo takes the place of the one that is shown. */
  isOther?: boolean;
  isQuiet?: boolean;
}) {
  return (
    <label class={isPrimary ? "button primary big" : isQuiet ? "button quiet" : "button"}>
      <input
        type="file"
        accept="image/*"
        {...(isCamera ? { capture: "environment" } : {})}
        multiple={isSeveral}
        onChange={(event) => {
          const files = Array.from(event.currentTarget.files ?? []);
          event.currentTarget.value = "";
          if (!isOther) void takePhotos(files);
          else if (files[0] !== undefined) void takeOtherPhoto(files[0]);
        }}
      />
      {icon !== undefined && <Icon name={icon} />}
      {label}
    </label>
  );
}
