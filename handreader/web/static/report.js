// What is on the page as one HTML file that needs nothing else: photo, hand, score, dispute.

import { by, h } from "./dom.js";
import { lang, say } from "./words.js";

const SECTIONS = ["picture", "hand", "facts", "result", "claim"];

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";

/** The page's state as a self-contained document. */
export async function report(title) {
  const style = await (await fetch("/static/page.css")).text();
  const body = h("body", { class: "saved" }, h("header", {}, h("h1", {}, title)));
  for (const id of SECTIONS) {
    if (by(id).hidden) continue;
    const copy = await still(by(id));
    if (id !== "facts" || copy.querySelector(".chosen, output")) body.append(copy);
  }
  // Written as text: a style element made here would meet this page's own policy.
  const head = [
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    h("title", {}, title).outerHTML,
    `<style>${style}</style>`,
  ].join("\n");
  const page = `<!doctype html>\n<html lang="${lang()}"><head>\n${head}\n</head>${body.outerHTML}</html>\n`;
  return new Blob([page], { type: "text/html" });
}

/** A copy of a section in which nothing can be pressed and every picture is inside. */
async function still(section) {
  const copy = section.cloneNode(true);
  for (const gone of copy.querySelectorAll(".actions, .plus, .quiet, .hint, select, input, label")) gone.remove();
  for (const details of copy.querySelectorAll("details")) details.open = true;
  for (const button of copy.querySelectorAll("button")) {
    const item = button.classList.contains("item");
    if (!item && button.getAttribute("aria-pressed") === "false") button.remove();
    else button.replaceWith(h("span", { class: item ? "item" : `${button.className} chosen` }, ...button.childNodes));
  }
  for (const empty of copy.querySelectorAll("fieldset")) if (!empty.querySelector(".chosen")) empty.remove();
  for (const element of copy.querySelectorAll("[tabindex]")) element.removeAttribute("tabindex");
  const pictures = new Map();
  for (const image of copy.querySelectorAll("img")) {
    const path = new URL(image.src).pathname;
    if (!pictures.has(path)) pictures.set(path, await dataAddress(path));
    image.src = pictures.get(path);
  }
  return copy;
}

async function dataAddress(path) {
  const blob = await (await fetch(path)).blob();
  return new Promise((done, failed) => {
    const reader = new FileReader();
    reader.onload = () => done(reader.result);
    reader.onerror = failed;
    reader.readAsDataURL(blob);
  });
}

/** Saves the report, or shares it where the phone can. */
export async function save(blob, title) {
  const name = `handreader-${new Date().toISOString().slice(0, 16).replace(/[:T]/g, "-")}.html`;
  const file = new File([blob], name, { type: "text/html" });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title });
      return;
    } catch (error) {
      if (error.name === "AbortError") return;
    }
  }
  download(blob, name);
}

/** Puts a file into the phone's downloads. */
export function download(blob, name) {
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const saveTitle = () => `handreader · ${say("hand")} · ${new Date().toLocaleString(lang())}`;
