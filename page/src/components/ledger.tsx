import { useEffect, useState } from "preact/hooks";
import { type LedgerLine, loadLedger, phoneText } from "../ledger";
import { language, text } from "../texts";

const PART = 30; // lines at once

/** Who changed what in a game (`games/ID`) or a tournament (`tournaments/ID`), the newest first. */
export function Ledger({ of, version }: { of: string; version: string }) {
  const [isOpen, setOpen] = useState(false);
  const [limit, setLimit] = useState(PART);
  const [lines, setLines] = useState<readonly LedgerLine[] | null>(null);
  const lang = language.value;
  useEffect(() => {
    if (!isOpen) return;
    let isWanted = true;
    loadLedger(of, limit).then(
      (found) => isWanted && setLines(found),
      () => undefined, // out of reach: the page says so
    );
    return () => {
      isWanted = false;
    };
  }, [isOpen, of, version, limit, lang]);
  return (
    <details class="tools" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{text("ledger")}</summary>
      {lines?.length === 0 && <p class="hint">{text("ledger_empty")}</p>}
      <ol class="ledger">
        {(lines ?? []).map((line, at) => (
          <li key={`${line.time} ${(lines?.length ?? 0) - at}`}>
            <small>
              {new Date(line.time).toLocaleString(lang, { dateStyle: "short", timeStyle: "short" })}
              {" · "}
              {line.camera ? text("by_camera") : phoneText(line.phone)}
            </small>
            <span>
              {line.round !== null && (
                <>
                  {text("ledger_place", { round: line.round, table: line.table ?? 0 })}
                  {": "}
                </>
              )}
              {line.text}
            </span>
          </li>
        ))}
      </ol>
      {lines !== null && lines.length === limit && (
        <button type="button" onClick={() => setLimit(limit + PART)}>
          {text("ledger_more")}
        </button>
      )}
    </details>
  );
}
