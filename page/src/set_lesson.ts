/** The lesson that a confirmed hand gives: its tiles teach the set of tiles in the photo. */

import { askOrRefuse } from "./complaint";
import { draft } from "./hand_draft";
import { handRequest } from "./hand_request";
import { evaluation } from "./hand_score";
import { withoutMetadata } from "./photo";
import { loadHome, ServerError, sendFile } from "./server";
import { text } from "./texts";
import { earlierTiles, hasNoRoom, MOST_SETS, setKeys, setName, teachSet } from "./tile_sets";
import type { Lesson } from "./workers/reader";

/** What was learned, or why nothing was. */
export interface Outcome {
  readonly isTaught: boolean;
  readonly words: string;
}

/** Teach the set of this name from the hand in work. */
export async function teachShownHand(name: string): Promise<Outcome> {
  const { photo, recognition } = draft.value;
  if (photo === null || recognition === null) return refused("");
  try {
    return recognition.reading === undefined
      ? await teachHere(name, photo)
      : await teachServer(name, photo, recognition.reading);
  } catch (error) {
    if (error instanceof ServerError) return refused(error.message);
    return refused(text("not_taught", { why: String(error) }));
  }
}

function refused(words: string): Outcome {
  return { isTaught: false, words };
}

async function teachHere(name: string, photo: Blob): Promise<Outcome> {
  const earlier = await earlierTiles(name.trim());
  const request = handRequest(draft.value, { do: "lesson", name, earlier: earlier.kinds });
  const lesson = await askOrRefuse<Lesson & { name: string }>(request);
  if (lesson.error !== undefined) return refused(lesson.error);
  if (hasNoRoom(lesson.name)) return refused(text("too_many_sets", { most: MOST_SETS }));
  const isKept = await teachSet(lesson.name, photo, lesson, earlier);
  const count = lesson.tiles.length;
  const learned = text("remembered", { count, set: lesson.name });
  return { isTaught: true, words: isKept ? learned : `${learned} ${text("set_not_kept")}` };
}

/** Send the photo with the hand's tiles to the server that read it. */
async function teachServer(name: string, photo: Blob, reading: string): Promise<Outcome> {
  const tiles = evaluation.value?.reading?.tiles ?? [];
  const kinds = tiles.map(({ kind, role }) => (role === "other" ? "?" : kind));
  const query = new URLSearchParams({ reading, kinds: kinds.join(","), name });
  const copy = await withoutMetadata(photo);
  const taught = await sendFile<{ set: string; tiles: number }>(`api/remember?${query}`, copy);
  void loadHome();
  const words = text("remembered", { count: taught.tiles, set: taught.set });
  return { isTaught: true, words };
}

/** Return a name for the next set: "My set", or the first free "My set 2". */
export function freeName(): string {
  const taken = setKeys.value.map((key) => setName(key).toLowerCase());
  const first = text("my_set");
  let name = first;
  for (let number = 2; taken.includes(name.toLowerCase()); number++) name = `${first} ${number}`;
  return name;
}
