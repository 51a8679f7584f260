import { forgetState } from "../kept_state";
import { home, isLooking } from "../server";
import {
  beginSetup,
  cameraLink,
  cancelSetup,
  inviteCamera,
  linkFault,
  searchWalls,
  setup,
  setupPicture,
  startGame,
} from "../table_setup";
import { text } from "../texts";
import { photographWins } from "../watch_game";
import type { SetupPicture, SetupState } from "../watch_state";
import { Choices } from "./choices";
import { CornerPicture } from "./corner_picture";
import { LinkPicture } from "./looking_link";
import { PhoneCamera } from "./phone_camera";
import { WatchGameForm } from "./watch_game_form";

const KEPT = "watched game";

/** Nothing is watched yet: each win is photographed, or a camera watches the table. */
export function LogChoice() {
  if (isLooking.value) {
    return (
      <section>
        <p role="status">{text("not_watched")}</p>
      </section>
    );
  }
  return (
    <section aria-labelledby="choice-title" id="log-choice">
      <h2 id="choice-title">{text("keep_log")}</h2>
      <button type="button" id="photograph" class="primary big" onClick={photographWins}>
        {text("photograph_wins")}
      </button>
      <p class="hint">{text("photograph_wins_hint")}</p>
      <button type="button" id="set-up" class="big" onClick={() => void beginSetup()}>
        {text("watch_by_camera")}
      </button>
      <p class="hint">{text("watch_by_camera_hint")}</p>
    </section>
  );
}

/** The organiser sets the table up: camera, corners, names, start. */
export function TableSetup() {
  const now = setup.value;
  if (now === null || now.view === null) return null;
  return (
    <div class="setup">
      <section aria-labelledby="setup-title">
        <div class="row spread">
          <h2 id="setup-title">{text("set_up_table")}</h2>
          <button type="button" class="quiet" id="cancel-setup" onClick={cancelSetup}>
            {text("cancel")}
          </button>
        </div>
        <CameraChoice now={now} />
        <SetupTable view={now.view} />
      </section>
      {now.view.corners !== null && <SetupGame now={now} />}
    </div>
  );
}

/** Which camera is looked through; and how a phone becomes it. */
function CameraChoice({ now }: { now: SetupState }) {
  const isPhone = now.source === "phone";
  return (
    <>
      {now.sources.length > 1 && (
        <Choices
          label={text("camera_of_table")}
          options={now.sources.map((one) => [one, text(`source_${one}`)] as const)}
          chosen={[now.source]}
          onTap={(value) => void beginSetup(value === "phone" ? "phone" : "server")}
        />
      )}
      {isPhone && (
        <>
          <PhoneCamera hasPreview={false} isWanted={now.view?.size == null} />
          {home.value?.invite === true && (
            <div class="actions">
              <button type="button" id="invite-camera" onClick={() => void inviteCamera()}>
                {text("invite_camera")}
              </button>
            </div>
          )}
          {linkFault.value !== null && <p role="alert">{linkFault.value}</p>}
          {cameraLink.value !== null && now.view?.size == null && (
            <LinkPicture link={cameraLink.value} hint={text("camera_link_hint")} />
          )}
        </>
      )}
      <ViewFault now={now} />
    </>
  );
}

/** Why there is no picture; a phone that never sent one has to be chosen first. */
function ViewFault({ now: { source, view } }: { now: SetupState }) {
  if (view === null) return null;
  if (source === "phone" && view.size === null) {
    return <p role="status">{text("choose_camera_phone")}</p>;
  }
  if (view.fault === null) {
    return view.size === null ? <p role="status">{text("awaiting_picture")}</p> : null;
  }
  return (
    <p role="status" class="problem">
      {view.fault}
    </p>
  );
}

/** The picture with the walls' corners, and where these come from. */
function SetupTable({ view }: { view: SetupPicture }) {
  if (view.size === null) return null;
  const origin = view.searching ? null : view.origin;
  return (
    <>
      <p role="status" id="corner-state">
        {text(origin === null ? "corners_searching" : `corners_${origin}`)}
      </p>
      {setupPicture.value !== null && <CornerPicture shown={view} />}
      <p class="hint">{text("corners_hint")}</p>
      <div class="actions">
        <button type="button" id="find-walls" disabled={view.searching} onClick={searchWalls}>
          {text("find_walls")}
        </button>
      </div>
    </>
  );
}

/** Who plays; or the interrupted game, which goes on. */
function SetupGame({ now }: { now: SetupState }) {
  return (
    <section aria-labelledby="setup-game-title">
      {now.resumes && (
        <>
          <h2>{text("broke_off")}</h2>
          <div class="actions">
            <button
              type="button"
              id="resume-game"
              class="primary"
              onClick={() => void startGame(null, false)}
            >
              {text("resume")}
            </button>
          </div>
        </>
      )}
      <h2 id="setup-game-title">{text("new_game")}</h2>
      <WatchGameForm
        name="setup"
        kept={KEPT}
        initial={now}
        ruleSets={now.rule_sets}
        hasPlaces
        onBegin={(entered, event) => {
          const isWhole = event.submitter?.id === "start-whole";
          void startGame(entered, isWhole).then((isBegun) => {
            if (isBegun) forgetState(KEPT);
          });
        }}
      >
        <div class="actions">
          <button type="submit" id="start-table" class={now.resumes ? "" : "primary"}>
            {text("watch_table")}
          </button>
          <button type="submit" id="start-whole">
            {text("watch_hands")}
          </button>
        </div>
        <p class="hint">{text("watch_hands_hint")}</p>
      </WatchGameForm>
    </section>
  );
}
