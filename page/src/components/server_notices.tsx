import { netsFault, pythonFault } from "../engines";
import { isLocked, isReachable, loadHome, server } from "../server";
import { text } from "../texts";

/** What a player has to know of the table's server. */
export function ServerNotices() {
  const phoneFault = netsFault.value ?? pythonFault.value;
  return (
    <>
      {!isReachable.value && (
        <p role="alert" class="alert">
          {text("unreachable")}{" "}
          <button type="button" onClick={() => void loadHome()}>
            {text("try_again")}
          </button>
        </p>
      )}
      {isReachable.value && isLocked.value && (
        <p role="alert" class="alert">
          {text("locked")}
        </p>
      )}
      {server !== null && !window.isSecureContext && (
        <p role="status" class="notice">
          {text("plain_http")}
        </p>
      )}
      {phoneFault !== null && (
        <p role="status" class="notice">
          {text("server_reads_instead", { why: phoneFault.why })}
        </p>
      )}
    </>
  );
}
