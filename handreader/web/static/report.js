// What is on the page as one HTML file that needs nothing else: photo, hand, score, dispute.

import { by, h } from "./dom.js";
import { lang, say } from "./words.js";

const SECTIONS = ["picture", "hand", "facts", "result", "claim"];

/** The page's state as a self-contained document. */
export async function report(title) {
  const document_ = document.implementation.createHTMLDocument(title);
  document_.documentElement.lang = lang();
  const style = document_.createElement("style");
  style.textContent = await (await fetch("/static/page.css")).text();
  const policy = document_.createElement("meta");
  policy.httpEquiv = "Content-Security-Policy";
  policy.content = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
  const charset = document_.createElement("meta");
  charset.setAttribute("charset", "utf-8");
  const viewport = document_.createElement("meta");
  viewport.name = "viewport";
  viewport.content = "width=device-width, initial-scale=1";
  document_.head.prepend(charset, policy, viewport);
  document_.head.append(style);
  document_.body.className = "saved";
  document_.body.append(h("header", {}, h("h1", {}, title)));
  for (const id of SECTIONS) {
    if (!by(id).hidden) document_.body.append(await still(by(id)));
  }
  return new Blob([`<!doctype html>\n${document_.documentElement.outerHTML}`], { type: "text/html" });
}

/** A copy of a section in which nothing can be pressed and every picture is inside. */
async function still(section) {
  const copy = section.cloneNode(true);
  for (const gone of copy.querySelectorAll(".actions, .plus, .quiet, .hint, select, input, label")) gone.remove();
  for (const details of copy.querySelectorAll("details")) details.open = true;
  for (const button of copy.querySelectorAll("button")) {
    const span = h("span", { class: button.className, "aria-pressed": null }, ...button.childNodes);
    if (button.getAttribute("aria-pressed") === "true") span.classList.add("chosen");
    button.replaceWith(span);
  }
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
export async function save(title) {
  const blob = await report(title);
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
  const address = URL.createObjectURL(blob);
  const link = h("a", { href: address, download: name });
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

export const saveTitle = () => `handreader · ${say("hand")} · ${new Date().toLocaleString(lang())}`;
