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
  if (!response.ok) throw Object.assign(new Error(body.error.message), { code: body.error.code });
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

// The game

export const address = (game, rest) => `/api/games/${encodeURIComponent(game)}/${rest}`;
export const games = () => answered("/api/games");
export const game = (id, since) => answered(`/api/games/${encodeURIComponent(id)}${since === undefined ? "" : `?since=${since}`}`);
export const begin = (said) => posted("/api/games", said);
export const record = (id, said) => posted(address(id, "entries"), said);
export const correct = (id, said) => posted(address(id, "corrections"), said);
export const versions = (id, number) => answered(address(id, `entries/${number}`));
export const importGame = (text) =>
  answered("/api/games/import", { method: "POST", headers: { "content-type": "application/json" }, body: text });

// The table that a camera watches

const WAITING = 20000; // ms: the computer answers within 12 s, with or without news

const after = (path, since) => (since ? `${path}?since=${encodeURIComponent(since)}` : path);
export const table = (since) => answered(after("/api/watch", since), { signal: AbortSignal.timeout(WAITING) });
export const wish = (what) => posted("/api/watch", what);
/** The table once it is another picture: {blob, tag}; {} while it is not, with no blob if there is none. */
export async function tablePicture(since) {
  const response = await fetch(after("/api/watch/picture", since), { signal: AbortSignal.timeout(WAITING) });
  if (response.status === 204) return {};
  return response.ok ? { blob: await response.blob(), tag: response.headers.get("x-picture") } : { blob: null };
}

/** A picture as a blob; null if there is none. */
export async function shownHand(event) {
  const response = await fetch(`/api/watch/shown/${event}`);
  return response.ok ? response.blob() : null;
}

/** A zip file with a photo and its tiles, for training. */
export async function labels(photo, reading, kinds) {
  const query = new URLSearchParams({ reading, kinds: kinds.join(","), consent: "yes", lang: lang() });
  const response = await fetch(`/api/labels?${query}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: photo,
  });
  if (!response.ok) throw new Error((await response.json()).error.message);
  return response.blob();
}

export const remember = (photo, reading, kinds, name) =>
  answered(`/api/remember?${new URLSearchParams({ reading, kinds: kinds.join(","), name, lang: lang() })}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: photo,
  });

export const read = (photo, rules) =>
  answered(`/api/read?rules=${encodeURIComponent(rules)}`, {
    method: "POST",
    headers: { "content-type": "application/octet-stream" },
    body: photo,
  });
