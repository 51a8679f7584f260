import { signal } from "@preact/signals";
import { chooseSet, chosenSet, prefersServer } from "../engines";
import { home, isLocked, postTo, ServerError } from "../server";
import { chooseReader } from "../store";
import { text } from "../texts";

interface Invitation {
  readonly url: string;
  /** The link as a QR code: a `data:` address of an SVG. */
  readonly svg: string;
}

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

/** A link with its code, by which one more phone joins. */
function Invite() {
  const shown = isLocked.value ? null : invitation.value;
  return (
    <>
      <div class="actions">
        <button type="button" onClick={() => void invite()}>
          {text("invite")}
        </button>
      </div>
      {fault.value !== null && <p role="alert">{fault.value}</p>}
      {shown !== null && (
        <div class="invitation">
          <p>{text("invite_hint")}</p>
          <img src={shown.picture} alt={shown.url} width={240} height={240} />
          <p>
            <code>{shown.url}</code>
          </p>
        </div>
      )}
    </>
  );
}

async function invite(): Promise<void> {
  fault.value = null;
  try {
    const { url, svg } = await postTo<Invitation>("api/invite", {});
    // the page's policy has no data: addresses
    const picture = new Blob([decodeURIComponent(svg.slice(svg.indexOf(",") + 1))], {
      type: "image/svg+xml",
    });
    if (invitation.value !== null) URL.revokeObjectURL(invitation.value.picture);
    invitation.value = { url, picture: URL.createObjectURL(picture) };
  } catch (error) {
    if (!(error instanceof ServerError)) throw error;
    fault.value = error.message;
  }
}
