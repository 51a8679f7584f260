/** The hand on the page as one HTML file that needs nothing else: photo, tiles, score, dispute. */

import type { NamedFile } from "./game_home";
import { withoutMetadata } from "./photo";
import { sentenceLanguage } from "./texts";

const POLICY = "default-src 'none'; img-src data:; style-src 'unsafe-inline'";
/** What cannot be used in a saved page, and parts of the photo that it has whole. */
const TOOLS = ".cut, .actions, .tools, .hint, .record, select, input, label, form";

/** Return the shown hand as a document of its own. */
export async function savedPage(title: string, photo: Blob | null): Promise<Blob> {
  const shown = document.querySelector(".columns");
  // a document of its own: in the page, its policy would meet the pictures inside
  const saved = document.implementation.createHTMLDocument(title);
  const heading = saved.createElement("h1");
  heading.textContent = title;
  const page = saved.createElement("div");
  page.id = "page";
  saved.body.className = "saved";
  saved.body.append(page);
  page.append(heading);
  if (shown !== null) page.append(await stillCopy(saved.importNode(shown, true), photo));
  const lines = [
    "<!doctype html>",
    `<html lang="${sentenceLanguage.value}"><head><meta charset="utf-8">`,
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    saved.querySelector("title")?.outerHTML ?? "",
    `<style>${styles()}</style></head>`,
    `${saved.body.outerHTML}</html>`,
  ];
  return new Blob([lines.join("\n")], { type: "text/html" });
}

/** Save a file on the device, or share it where that is usual. */
export async function shareOrSave(content: Blob, name: string): Promise<void> {
  const file = new File([content], name, { type: content.type });
  if (navigator.canShare?.({ files: [file] })) {
    try {
      await navigator.share({ files: [file], title: name });
      return;
    } catch (error) {
      if (error instanceof DOMException && error.name === "AbortError") return;
    }
  }
  saveFile(content, name);
}

/** Share an address where that is usual, else copy it. */
export async function shareAddress(url: string, title: string): Promise<void> {
  try {
    if (navigator.share !== undefined) await navigator.share({ url });
    else await navigator.clipboard.writeText(url);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return;
    prompt(title, url); // neither is allowed: it can be copied by hand
  }
}

/** Put a file into the downloads. */
export function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Put a game's export into the downloads; null, where there is none, puts nothing. */
export function saveGameFile(file: NamedFile | null): void {
  if (file !== null) saveFile(new Blob([file.content], { type: "text/plain" }), file.name);
}

/** Return the rules of the page's own style sheets. */
function styles(): string {
  const sheets = Array.from(document.styleSheets);
  return sheets.flatMap(({ cssRules }) => Array.from(cssRules, (r) => r.cssText)).join("\n");
}

/** Change a copy so that nothing can be pressed, with every picture inside; return it. */
async function stillCopy(copy: Element, photo: Blob | null): Promise<Element> {
  for (const tool of Array.from(copy.querySelectorAll(TOOLS))) tool.remove();
  for (const details of Array.from(copy.querySelectorAll("details"))) details.open = true;
  for (const button of Array.from(copy.querySelectorAll("button"))) replaceButton(button);
  for (const one of Array.from(copy.querySelectorAll("[tabindex]")))
    one.removeAttribute("tabindex");
  const pictures = new Map<string, string>();
  for (const image of Array.from(copy.querySelectorAll("img, image"))) {
    const name = image.localName === "img" ? "src" : "href";
    const address = image.getAttribute(name) ?? "";
    if (!pictures.has(address)) pictures.set(address, await inlined(address, photo));
    image.setAttribute(name, pictures.get(address) ?? "");
  }
  return copy;
}

/** Put text in the place of a button; an answer that was not chosen is left out. */
function replaceButton(button: HTMLButtonElement): void {
  if (button.classList.contains("segment") && button.getAttribute("aria-pressed") === "false") {
    button.remove();
    return;
  }
  const still = button.ownerDocument.createElement("span");
  still.className = button.className;
  still.append(...Array.from(button.childNodes));
  button.replaceWith(still);
}

/** Return a picture as a `data:` address; the photo without its place and time. */
async function inlined(address: string, photo: Blob | null): Promise<string> {
  if (!address.startsWith("blob:")) return dataAddress(await (await fetch(address)).blob());
  return photo === null ? "" : dataAddress(await withoutMetadata(photo));
}

function dataAddress(content: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(content);
  });
}
