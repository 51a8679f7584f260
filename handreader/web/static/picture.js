// The photo with its tiles outlined; each outline is a button.

import { by, fill, h, svg } from "./dom.js";
import { placeOf } from "./hand.js";
import { say, tileName } from "./words.js";

export function showPicture(state, tap) {
  const section = by("picture");
  const { reading } = state;
  if (!reading) return fill(section);
  const { width, height } = reading;
  const image = svg("svg", { viewBox: `0 0 ${width} ${height}`, role: "group", "aria-label": say("photo") });
  image.append(svg("image", { href: reading.preview, width, height }));
  for (const tile of reading.tiles) image.append(outline(state, tile, tap));
  const notes = reading.tiles.length
    ? state.own ? [] : reading.problems.map((p) => h("p", { class: p.fatal ? "problem" : "note" }, `${say(p.fatal ? "problem" : "remark")}: ${p.text}`))
    : [h("p", { class: "problem" }, say("none_found"))];
  fill(section, image, h("p", { class: "hint" }, say("tap_hint")), notes);
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
