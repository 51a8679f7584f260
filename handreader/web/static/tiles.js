// Tiles as pictures, and the window in which one is chosen.

import { by, h } from "./dom.js";
import { say, tileName } from "./words.js";

const kinds = (suit, ranks) => [...ranks].map((rank) => `${rank}${suit}`);
export const ROWS = [
  kinds("m", "123456789"), kinds("p", "123456789"), kinds("s", "123456789"),
  kinds("z", "1234567"), ["0m", "0p", "0s"], kinds("f", "12345678"),
];
const FACE_DOWN = ["back"];

/** The picture of a tile, without a word: what it stands in names it. */
export function face(kind) {
  if (kind === "?") return h("span", { class: "face unread" }, "?");
  return h("img", { class: "face", src: `/faces/${kind}.svg`, alt: "", draggable: "false" });
}

/** A tile to look at. */
export const shownTile = (kind) =>
  h("span", { class: "tile", role: "img", "aria-label": tileName(kind) }, face(kind));

/** A tile to tap. */
export function tileButton(kind, onclick, { classes = "", label = "", key = null } = {}) {
  const name = label ? `${tileName(kind)}, ${label}` : tileName(kind);
  return h(
    "button",
    { type: "button", class: `tile ${classes}`, "aria-label": name, title: name, onclick, "data-key": key },
    face(kind),
  );
}

export const closeDialog = () => by("dialog").close();

/** Opens the window with these contents. */
export function openDialog(title, ...children) {
  const dialog = by("dialog");
  const close = h("button", { type: "button", class: "quiet", onclick: closeDialog }, say("close"));
  dialog.replaceChildren(h("div", { class: "row spread" }, h("h2", {}, title), close), ...children.flat().filter(Boolean));
  if (!dialog.open) dialog.showModal();
}

/** Every face to choose from; the likely ones of a photo's tile first. */
export function palette(choose, likely = [], current = null) {
  const button = (kind, share) =>
    h("span", { class: "choice" },
      tileButton(kind, () => choose(kind), { classes: kind === current ? "current" : "" }),
      share === undefined ? null : h("small", {}, `${Math.round(share * 100)}%`));
  const first = likely.filter(([, share]) => share >= 0.005).slice(0, 5);
  return [
    first.length > 1
      ? [h("h3", {}, say("likely")), h("div", { class: "tiles large" }, first.map(([kind, share]) => button(kind, share)))]
      : [],
    first.length > 1 ? h("h3", {}, say("all_tiles")) : [],
    h("div", { class: "palette" }, [...ROWS, ...(likely.length ? [FACE_DOWN] : [])].map((row) =>
      h("div", { class: "tiles" }, row.map((kind) => button(kind))))),
  ].flat();
}
