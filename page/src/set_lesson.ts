/** The lesson that a confirmed hand gives: its tiles teach the set of tiles in the photo. */

import { withoutMetadata } from "./photo";
import { loadHome, ServerError, sendFile } from "./server";
import { askOrRefuse, draft, evaluation, handRequest } from "./store";
import { text } from "./texts";
import { earlierTiles, hasNoRoom, MOST_SETS, setKeys, setName, teachSet } from "./tile_sets";
import type { Lesson } from "./workers/reader";

/** Teach the set of this name from the hand in work; return what was learned, or why nothing was. */
export async function teachShownHand(name: string): Promise<string> {
  const { photo, recognition } = draft.value;
  if (photo === null || recognition === null) return "";
  try {
    return recognition.reading === undefined
      ? await teachHere(name, photo)
      : await teachServer(name, photo, recognition.reading);
  } catch (error) {
    if (error instanceof ServerError) return error.message;
    return text("not_taught", { why: String(error) });
  }
}

async function teachHere(name: string, photo: Blob): Promise<string> {
  const earlier = await earlierTiles(name.trim());
  const lesson = await askOrRefuse<Lesson & { name: string }>({
    ...handRequest(draft.value),
    do: "lesson",
    name,
    earlier: earlier.kinds,
  });
  if (lesson.error !== undefined) return lesson.error;
  if (hasNoRoom(lesson.name)) return text("too_many_sets", { most: MOST_SETS });
  const isKept = await teachSet(lesson.name, photo, lesson, earlier);
  const count = lesson.tiles.length;
  const learned = text("remembered", { count, set: lesson.name });
  return isKept ? learned : `${learned} ${text("set_not_kept")}`;
}

/** Send the photo with the hand's tiles to the server that read it. */
async function teachServer(name: string, photo: Blob, reading: string): Promise<string> {
  const tiles = evaluation.value?.reading?.tiles ?? [];
  const kinds = tiles.map(({ kind, role }) => (role === "other" ? "?" : kind));
  const query = new URLSearchParams({ reading, kinds: kinds.join(","), name });
  const copy = await withoutMetadata(photo);
  const taught = await sendFile<{ set: string; tiles: number }>(`api/remember?${query}`, copy);
  void loadHome();
  return text("remembered", { count: taught.tiles, set: taught.set });
}

/** Return a name for the next set: "My set", or the first free "My set 2". */
export function freeName(): string {
  const taken = setKeys.value.map((key) => setName(key).toLowerCase());
  const first = text("my_set");
  let name = first;
  for (let number = 2; taken.includes(name.toLowerCase()); number++) name = `${first} ${number}`;
  return name;
}
