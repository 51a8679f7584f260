// A dispute: what somebody claims, beside what counts.

import { by, fill, h } from "./dom.js";
import { say } from "./words.js";

export function showClaim(state, act) {
  const section = by("claim");
  if (!state.claim || state.result?.state !== "won") return fill(section);
  const { claim } = state;
  const book = state.books.find((one) => one.id === state.rules);
  const total = h("input", { id: "claim-total", type: "number", min: "0", max: "100000", inputmode: "numeric", value: claim.total ?? "", "data-key": "claim-total",
    onchange: (event) => act.claimed({ ...claim, total: event.target.value === "" ? null : Number(event.target.value) }) });
  const select = h("select", { id: "claim-pattern", "data-key": "claim-pattern", onchange: (event) => {
    const id = event.target.value;
    if (id) act.claimed({ ...claim, items: { ...claim.items, [id]: (claim.items?.[id] ?? 0) + 1 } });
  } }, h("option", { value: "" }, say("choose_pattern")),
    book.patterns.map((pattern) => h("option", { value: pattern.id }, `${pattern.name} · ${pattern.points}`)));
  fill(
    section,
    h("h2", {}, say("claim")),
    h("p", {}, h("label", { for: "claim-total" }, say("claimed_total")), " ", total),
    h("p", {}, h("label", { for: "claim-pattern" }, say("claimed_patterns")), " ", select),
    h("div", { class: "row wrap" }, Object.entries(claim.items ?? {}).map(([id, count]) => chip(book, claim, act, id, count))),
    h("div", { class: "actions" },
      h("button", { type: "button", class: "primary", disabled: claim.total === null && !claim.items, onclick: act.compare, "data-key": "compare" }, say("compare")),
      h("button", { type: "button", onclick: act.undispute, "data-key": "undispute" }, say("cancel"))),
    state.verdict ? verdict(state.verdict) : null,
  );
}

function chip(book, claim, act, id, count) {
  const name = book.patterns.find((pattern) => pattern.id === id)?.name ?? id;
  const less = () => {
    const { [id]: _, ...rest } = claim.items;
    act.claimed({ ...claim, items: Object.keys(rest).length ? rest : null });
  };
  return h("button", { type: "button", onclick: less, "aria-label": `${say("remove")}: ${name}`, "data-key": `claim-${id}` },
    `${name}${count > 1 ? ` × ${count}` : ""} ✕`);
}

function verdict(told) {
  const total = told.claimed_total === null ? [] : [h("p", { class: "total" }, `${say("said")} ${told.claimed_total} · ${say("ours")} `, h("b", {}, String(told.total)))];
  return h("div", { class: "verdict", role: "status" },
    total,
    told.agrees ? h("p", { class: "agrees" }, say("agrees")) : null,
    h("table", {},
      h("thead", {}, h("tr", {}, h("th", { scope: "col" }, say("pattern")), h("th", { scope: "col" }, say("ours")), h("th", { scope: "col" }, say("said")))),
      h("tbody", {}, told.lines.flatMap((line) => [
        h("tr", { class: line.agrees ? "" : "differs" }, h("th", { scope: "row" }, line.name), h("td", {}, line.ours || "–"),
          h("td", {}, line.claimed === null ? "" : line.claimed ? `× ${line.claimed}` : "–")),
        ...line.texts.map((text) => h("tr", { class: "why" }, h("td", { colspan: "3" }, text, h("cite", {}, ` [${line.ref}]`)))),
      ]))),
    told.remarks.map((text) => h("p", { class: "note" }, text)));
}
