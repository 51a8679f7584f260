// What the page asks of the server. Every failure is an Error with a sentence for the player.

import { lang, say } from "./words.js";

async function answered(path, options) {
  let response;
  try {
    response = await fetch(`${path}${path.includes("?") ? "&" : "?"}lang=${lang()}`, options);
  } catch {
    throw new Error(say("offline"));
  }
  let body = null;
  try {
    body = await response.json();
  } catch {
    throw new Error(response.ok ? say("offline") : `${response.status}`);
  }
  if (!response.ok) throw new Error(body.error.message);
  return body;
}

const posted = (path, value) =>
  answered(path, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(value),
  });

export const rulebooks = () => answered("/api/rulebooks");
export const invitation = () => posted("/api/invite", {});
export const parse = (text) => posted("/api/parse", { text });
export const layout = (reading, rules, answers) => posted("/api/layout", { reading, rules, answers });
export const score = (record) => posted("/api/score", { record });
export const claim = (record, claimed) => posted("/api/claim", { record, claim: claimed });

export const read = (photo, rules) =>
  answered(`/api/read?rules=${encodeURIComponent(rules)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: photo,
  });
