import { signal } from "@preact/signals";
import { useState } from "preact/hooks";
import { chooseSet, chosenSet, prefersServer } from "../engines";
import { home, isLocked, isLooking, loadHome, postTo, ServerError } from "../server";
import { chooseReader } from "../start";
import { text } from "../texts";
import { LinkPicture, LookingLink, requestLink } from "./looking_link";

const invitation = signal<{ readonly url: string; readonly picture: string } | null>(null);
const fault = signal<string | null>(null);

/** What the table's server is used for: who reads, the taught set, and links for other phones. */
export function ServerTools() {
  return (
    <section aria-labelledby="server-title">
      <h2 id="server-title">{text("server")}</h2>
      <label class="fact">
        <span>{text("who_reads")}</span>
        <select
          value={prefersServer.value ? "server" : "device"}
          onChange={(event) => void chooseReader(event.currentTarget.value === "server")}
        >
          <option value="device">{text("device_reads")}</option>
          <option value="server">{text("server_does")}</option>
        </select>
      </label>
      <SetChoice />
      {home.value !== null && !home.value.host && !isLooking.value && (
        <OwnName key={home.value.name} />
      )}
      {home.value?.invite === true && <Invite />}
    </section>
  );
}

/** The taught set with which the server reads. */
function SetChoice() {
  const sets = home.value?.sets ?? [];
  if (sets.length === 0 || !prefersServer.value) return null;
  return (
    <label class="fact">
      <span>{text("tile_set")}</span>
      <select value={chosenSet.value} onChange={(event) => chooseSet(event.currentTarget.value)}>
        <option value="">{text("set_in_use")}</option>
        <option value="none">{text("no_set")}</option>
        {sets.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}

/** A link with its code, by which one more phone joins; and one that only looks. */
function Invite() {
  const shown = isLocked.value ? null : invitation.value;
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => void invite()}>
          {text("invite")}
        </button>
        <LookingLink />
      </div>
      {fault.value !== null && <p role="alert">{fault.value}</p>}
      {shown !== null && <LinkPicture link={shown} hint={text("invite_hint")} />}
    </>
  );
}

async function invite(): Promise<void> {
  fault.value = null;
  try {
    const link = await requestLink({});
    if (invitation.value !== null) URL.revokeObjectURL(invitation.value.picture);
    invitation.value = link;
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    fault.value = error.message;
  }
}

/** The name by which others know this phone. */
function OwnName() {
  const known = home.value?.name ?? "";
  const [name, setName] = useState(known);
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        void nameOwnPhone(name);
      }}
    >
      <label class="fact">
        <span>{text("own_name")}</span>
        <input
          type="text"
          required
          maxLength={40}
          autocomplete="name"
          value={name}
          onInput={(event) => setName(event.currentTarget.value)}
        />
      </label>
      <p class="hint">{text("own_name_hint")}</p>
      <button type="submit" disabled={name.trim() === known || name.trim() === ""}>
        {text("record")}
      </button>
    </form>
  );
}

async function nameOwnPhone(name: string): Promise<void> {
  fault.value = null;
  try {
    await postTo("api/name", { name });
    await loadHome();
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    fault.value = error.message;
  }
}
