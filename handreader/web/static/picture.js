// The photo with its tiles outlined; each outline is a button.

import { by, fill, h, svg } from "./dom.js";
import { placeOf } from "./hand.js";
import { inWords, say, tileName } from "./words.js";

const SURE = 0.9; // below, a name is marked as doubtful
const MARGIN = 0.06; // of the tiles' width, around them
const FLATTEST = 0.3; // height by width of what is shown: a row of tiles alone would be a ribbon

export function showPicture(state, tap, turnWhole, give, keep) {
  const section = by("picture");
  const { reading } = state;
  if (!reading) return fill(section);
  const { width, height } = reading;
  const near = around(reading);
  const whole = state.whole || !near;
  const view = whole ? [0, 0, width, height] : near;
  const image = svg("svg", { viewBox: view.join(" "), role: "group", "aria-label": say("photo") });
  image.append(svg("image", { href: reading.preview, width, height }));
  const asked = state.own ? [] : reading.questions;
  for (const tile of reading.tiles) image.append(outline(state, tile, tap, asked));
  if (asked.length > 1) asked.forEach((question, at) => image.append(...badges(reading, question, at + 1, view[2])));
  const notes = reading.tiles.length
    ? state.own ? [] : reading.problems.map((p) => h("p", { class: p.fatal ? "problem" : "note" }, `${say(p.fatal ? "problem" : "remark")}: ${inWords(p.text)}`))
    : [h("p", { class: "problem" }, say("none_found"))];
  const zoom = near
    ? h("button", { type: "button", class: "quiet", onclick: turnWhole, "data-key": "whole" }, say(whole ? "zoom" : "whole"))
    : null;
  fill(section, image, h("div", { class: "row spread" }, h("span", { class: "hint" }, say("tap_hint")), zoom), notes, keeping(state, keep), giving(state, give));
}

/** Where tiles were corrected: their set can be remembered, to read its next photos better. */
function keeping(state, keep) {
  const corrected = Object.keys(state.answers).some((id) => id.startsWith("tile:"));
  if (!state.photo || !(corrected || state.own)) return null;
  const kept = state.set ? h("span", { class: "hint" }, `${say("set_used")} ${state.set}`) : null;
  return h("p", { class: "row spread" }, h("button", { type: "button", class: "quiet", onclick: keep, "data-key": "remember" }, say("set_remember")), kept);
}

/** Where tiles were corrected: they can be given to train the next version, by those who agree. */
function giving(state, give) {
  const corrected = Object.keys(state.answers).some((id) => id.startsWith("tile:"));
  if (!state.photo || !(corrected || state.own)) return null;
  const { giving } = state;
  const agree = h("input", { id: "agree", type: "checkbox", "data-key": "agree" });
  agree.checked = giving.agreed;
  const go = h("button", { type: "button", class: "quiet", disabled: !giving.agreed, onclick: give, "data-key": "labels" }, say("labels_save"));
  agree.addEventListener("change", () => {
    giving.agreed = agree.checked;
    go.disabled = !agree.checked;
  });
  return h("details", { class: "giving", open: giving.open, ontoggle: (event) => { giving.open = event.target.open; } }, h("summary", {}, say("labels")),
    h("p", { class: "hint" }, say("labels_text")),
    h("p", {}, h("label", {}, agree, ` ${say("labels_agree")}`)), go);
}

/** The part of the photo that holds the tiles: x, y, width, height; null if that is nearly all. */
function around({ tiles, width, height }) {
  if (!tiles.length) return null;
  const xs = tiles.flatMap((tile) => tile.quad.map((point) => point[0]));
  const ys = tiles.flatMap((tile) => tile.quad.map((point) => point[1]));
  const margin = MARGIN * (Math.max(...xs) - Math.min(...xs));
  const left = Math.max(0, Math.min(...xs) - margin);
  const right = Math.min(width, Math.max(...xs) + margin);
  const middle = (Math.min(...ys) + Math.max(...ys)) / 2;
  const tall = Math.max(Math.max(...ys) - Math.min(...ys) + 2 * margin, FLATTEST * (right - left));
  const top = Math.max(0, Math.min(middle - tall / 2, height - tall));
  const seen = Math.min(tall, height - top);
  return (right - left) * seen > 0.8 * width * height ? null : [left, top, right - left, seen];
}

/** The number of a question, on the tiles that it is about. */
function badges(reading, question, number, width) {
  const size = Math.round(width / 28);
  return question.tiles.map((id) => {
    const [[ax, ay], , [cx, cy]] = reading.tiles.find((tile) => tile.id === id).quad;
    const at = { x: (ax + cx) / 2, y: (ay + cy) / 2, "font-size": size, "stroke-width": size / 5 };
    return svg("text", { class: "badge", "aria-hidden": "true", ...at }, String(number));
  });
}

function outline(state, tile, tap, asked) {
  const place = placeOf(state.hand, tile.id);
  const [first, share] = tile.names[0] ?? ["?", 0];
  const doubtful = !(`tile:${tile.id}` in state.answers) && !tile.told && (share < SURE || first !== tile.kind);
  const role = place ? place.zone : "aside";
  const classes = ["outline", role, doubtful ? "doubtful" : "", state.lit.has(tile.id) ? "lit" : "",
    asked.some((question) => question.tiles.includes(tile.id)) ? "asked" : ""];
  const go = () => tap(tile.id);
  return svg(
    "polygon",
    {
      points: tile.quad.map((point) => point.join(",")).join(" "),
      class: classes.join(" "),
      tabindex: "0", role: "button", "aria-label": tileName(tile.kind), "data-key": `p${tile.id}`,
      onclick: go,
      onkeydown: (event) => {
        if (event.key === "Enter" || event.key === " ") { event.preventDefault(); go(); }
      },
      onmouseenter: () => point(tile.id, true),
      onmouseleave: () => point(tile.id, false),
    },
    svg("title", {}, tileName(tile.kind)),
  );
}

/** Marks a tile in the photo and in the hand while it is pointed at. */
export function point(id, on) {
  for (const element of document.querySelectorAll(`[data-key="p${id}"], [data-photo="${id}"]`)) {
    element.classList.toggle("pointed", on);
  }
}
