import { hasCamera, isRefused, openCamera } from "../camera";
import { readsOnServer } from "../engines";
import { beginEntry, draft, readText } from "../store";
import { text } from "../texts";
import { PhotoButton } from "./photo_button";
import { TileSetChoice } from "./tile_set_choice";

/** Ways to begin: camera, gallery, typing. */
export function Start() {
  return (
    <section aria-labelledby="start-title">
      <p id="start-title">{text("guide")}</p>
      <div class="actions">
        {hasCamera() && (
          <button type="button" class="primary" onClick={() => void openCamera()}>
            {text("take")}
          </button>
        )}
        <PhotoButton
          label={text(hasCamera() ? "camera_app" : "take")}
          isCamera={true}
          isPrimary={!hasCamera()}
        />
        <PhotoButton label={text("choose")} isCamera={false} />
      </div>
      {isRefused.value && (
        <p role="status" class="notice">
          {text("camera_refused")}
        </p>
      )}
      <p class="hint">{text(readsOnServer.value ? "private_server" : "private")}</p>
      <TileSetChoice />
      <div class="actions">
        <button type="button" onClick={beginEntry}>
          {text("tap_in")}
        </button>
      </div>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          const typed = new FormData(event.currentTarget).get("hand");
          if (typeof typed === "string" && typed.trim() !== "") void readText(typed.trim());
        }}
      >
        <label for="typed">{text("type_in")}</label>
        <div class="row">
          <input
            id="typed"
            name="hand"
            type="text"
            autocomplete="off"
            autocapitalize="off"
            spellcheck={false}
            maxLength={200}
            placeholder={text("typed_example")}
            defaultValue={draft.value.typed ?? ""}
          />
          <button type="submit">{text("go")}</button>
        </div>
      </form>
    </section>
  );
}
