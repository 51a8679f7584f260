// The photo with its tiles outlined; each outline is a button.

import { by, fill, h, svg } from "./dom.js";
import { placeOf } from "./hand.js";
import { inWords, say, tileName } from "./words.js";

const MARGIN = 0.06; // of the tiles' width, around them
const FLATTEST = 0.3; // height by width of what is shown: a row of tiles alone would be a ribbon

export function showPicture(state, tap, turnWhole) {
  const section = by("picture");
  const { reading } = state;
  if (!reading) return fill(section);
  const { width, height } = reading;
  const near = around(reading);
  const whole = state.whole || !near;
  const view = whole ? [0, 0, width, height] : near;
  const image = svg("svg", { viewBox: view.join(" "), role: "group", "aria-label": say("photo") });
  image.append(svg("image", { href: reading.preview, width, height }));
  for (const tile of reading.tiles) image.append(outline(state, tile, tap));
  const notes = reading.tiles.length
    ? state.own ? [] : reading.problems.map((p) => h("p", { class: p.fatal ? "problem" : "note" }, `${say(p.fatal ? "problem" : "remark")}: ${inWords(p.text)}`))
    : [h("p", { class: "problem" }, say("none_found"))];
  const zoom = near
    ? h("button", { type: "button", class: "quiet", onclick: turnWhole, "data-key": "whole" }, say(whole ? "zoom" : "whole"))
    : null;
  fill(section, image, h("div", { class: "row spread" }, h("span", { class: "hint" }, say("tap_hint")), zoom), notes);
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

function outline(state, tile, tap) {
  const place = placeOf(state.hand, tile.id);
  const doubtful = !tile.corrected && (tile.names[0]?.[1] ?? 0) < 0.9;
  const role = place ? place.zone : "aside";
  const classes = ["outline", role, doubtful ? "doubtful" : "", state.lit.has(tile.id) ? "lit" : ""];
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
