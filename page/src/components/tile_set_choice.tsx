import { useState } from "preact/hooks";
import { readsOnServer } from "../engines";
import { home, ServerError } from "../server";
import { text } from "../texts";
import {
  chooseTileSet,
  forgetSet,
  isOfServer,
  serverKey,
  setInUse,
  setKeys,
  setName,
} from "../tile_sets";

/** The taught set with which this device reads photos; hidden while there is none. */
export function TileSetChoice() {
  const [fault, setFault] = useState<string | null>(null);
  const [isAsked, setAsked] = useState(false);
  const offered = (home.value?.sets ?? []).map(serverKey);
  const keys = Array.from(new Set([...setKeys.value, ...offered]));
  if (keys.length === 0 || readsOnServer.value) return null;
  const current = setInUse.value;
  const choose = (key: string) => {
    setAsked(false);
    setFault(null);
    chooseTileSet(key).catch((error) => {
      const why = error instanceof ServerError ? error.message : String(error);
      setFault(text("set_not_fetched", { set: setName(key), why }));
    });
  };
  return (
    <section>
      <label class="fact">
        <span>{text("tile_set")}</span>
        <select value={current} onChange={(event) => choose(event.currentTarget.value)}>
          <option value="">{text("no_set")}</option>
          {keys.map((key) => (
            <option key={key} value={key}>
              {isOfServer(key) ? text("set_of_server", { set: setName(key) }) : setName(key)}
            </option>
          ))}
        </select>
      </label>
      {fault !== null && <p role="alert">{fault}</p>}
      {current !== "" && !isOfServer(current) && (
        <div class="actions">
          {isAsked && <span>{text("forget_set_ask", { set: setName(current) })}</span>}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              setAsked(!isAsked);
              if (isAsked) void forgetSet(current);
            }}
          >
            {text("forget_set")}
          </button>
          {isAsked && (
            <button type="button" class="quiet" onClick={() => setAsked(false)}>
              {text("cancel")}
            </button>
          )}
        </div>
      )}
    </section>
  );
}
