import { useEffect, useState } from "preact/hooks";
import { ask } from "../complaint";
import { draft } from "../hand_draft";
import { rulesName } from "../names";
import { language, text } from "../texts";

/** Payments of a hand of known worth, in words; or why there are none. */
interface Calculation {
  readonly why: string | null;
  readonly lines?: readonly string[];
}

/** A calculator without tiles: what a hand of known worth is paid. */
export function Calculator() {
  const [worth, setWorth] = useState("");
  const [isDealer, setDealer] = useState(false);
  const [isDrawn, setDrawn] = useState(false);
  const { rules } = draft.value;
  const found = useCalculation({ worth, dealer: isDealer, drawn: isDrawn, rules });
  return (
    <section>
      <details>
        <summary>{text("calculator", { rules: rulesName() })}</summary>
        <label for="worth">{text("worth")}</label>
        <input
          id="worth"
          type="text"
          autocomplete="off"
          autocapitalize="off"
          spellcheck={false}
          maxLength={40}
          placeholder={rules.startsWith("riichi") ? "3 han 40 fu" : "24"}
          value={worth}
          onInput={(event) => setWorth(event.currentTarget.value)}
        />
        <div class="actions">
          <Toggle label={text("dealer")} isOn={isDealer} onTap={setDealer} />
          <Toggle label={text("drawn")} isOn={isDrawn} onTap={setDrawn} />
        </div>
        <div role="status">
          {found?.why != null && <p class="notice">{found.why}</p>}
          {found?.lines?.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </div>
      </details>
    </section>
  );
}

function Toggle({
  label,
  isOn,
  onTap,
}: {
  label: string;
  isOn: boolean;
  onTap: (isOn: boolean) => void;
}) {
  return (
    <label class="check">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onTap(event.currentTarget.checked)}
      />{" "}
      {label}
    </label>
  );
}

/** Have Python calculate whenever something changes; null while nothing is typed. */
function useCalculation(asked: {
  worth: string;
  dealer: boolean;
  drawn: boolean;
  rules: string;
}): Calculation | null {
  const [found, setFound] = useState<Calculation | null>(null);
  const { worth, dealer, drawn, rules } = asked;
  const lang = language.value;
  useEffect(() => {
    let isLatest = true;
    setFound(null);
    if (worth.trim() === "") return;
    const request = { do: "points", worth: worth.trim(), dealer, drawn, rules };
    void ask<Calculation>(request).then((answer) => {
      if (isLatest) setFound(answer);
    });
    return () => {
      isLatest = false;
    };
  }, [worth, dealer, drawn, rules, lang]);
  return found;
}
