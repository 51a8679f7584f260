/** The hand in work and the steps to it, kept in IndexedDB: they survive a reload and a closed tab. */

import { runRequests } from "./database";
import type { Seats } from "./deal";
import type { Entry } from "./entry";
import type { TableHand } from "./watch_store";
import type { Recognition } from "./workers/reader";

/** The tiles that a person marked as the hand, and the picture's edge at which its owner sits. */
export interface MarkedHand {
  readonly only: readonly number[] | null;
  readonly handFrom: string | null;
}

/** The recorded deal that a hand belongs to. */
export interface RecordedDeal {
  /** Id of its game. */
  readonly game: string;
  readonly number: number;
  /** Whether the hand is one more winner's, on the same discard; else it corrects the deal. */
  readonly isJoined: boolean;
}

export interface Draft {
  readonly photo: Blob | null;
  readonly recognition: Recognition | null;
  readonly typed: string | null;
  /** The hand that is entered by tapping. */
  readonly entry?: Entry | null;
  readonly marked?: MarkedHand;
  /** The deal at the watched table that it corrects. */
  readonly table?: TableHand;
  readonly deal?: RecordedDeal;
  readonly rules: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
  /** The seats and the number of the open game's next deal when its facts were stated. */
  readonly statedAt?: { readonly seats: Seats; readonly next: number };
}

const PLACE = { database: "handreader", store: "drafts" };
const CURRENT = "current";
const STEPS = "steps";
/** The photo of the current draft, apart: it is written once, not with every answer. */
const PHOTO = "photo";
/** The photo of the hand before it. */
const EARLIER = "earlier";
type PhotoKey = typeof PHOTO | typeof EARLIER;

/** A step to which undo goes back, with the key of its photo. */
interface KeptStep extends Omit<Draft, "photo"> {
  readonly photo: PhotoKey | null;
}

export interface KeptDrafts {
  readonly current: Draft | null;
  /** The steps before it, oldest first, for undo. */
  readonly steps: readonly Draft[];
}

type Photos = Readonly<Record<PhotoKey, Blob | null>>;
const NO_PHOTOS: Photos = { photo: null, earlier: null };

let keptPhotos = NO_PHOTOS;

/** Return the kept drafts; none where there is none, or where the browser keeps nothing. */
export async function loadDrafts(): Promise<KeptDrafts> {
  const keys = [CURRENT, STEPS, PHOTO, EARLIER];
  try {
    const [current, steps, photo, earlier] = await runRequests(PLACE, "readonly", (store) =>
      keys.map((key) => store.get(key)),
    );
    keptPhotos = { photo: blobOrNull(photo), earlier: blobOrNull(earlier) };
    return {
      current: current ? { ...(current as Draft), photo: keptPhotos.photo } : null,
      steps: ((steps ?? []) as readonly KeptStep[]).map((step) => ({
        ...step,
        photo: step.photo && keptPhotos[step.photo],
      })),
    };
  } catch {
    return { current: null, steps: [] };
  }
}

function blobOrNull(value: unknown): Blob | null {
  return value instanceof Blob ? value : null;
}

/** The newest save: the next one waits for it, so that a slow photo never overtakes an answer. */
let saving: Promise<unknown> = Promise.resolve();

/** Keep a draft in place of the one before, and the steps to it of its hand and the hand before;
 * return whether the browser keeps it, photo and all. */
export function saveDraft(draft: Draft, steps: readonly Draft[]): Promise<boolean> {
  const kept = saving.then(() => save(draft, steps));
  saving = kept;
  return kept;
}

async function save(draft: Draft, steps: readonly Draft[]): Promise<boolean> {
  const { photo } = draft;
  const { newest, earlier } = stepsWithPhotos(steps, photo);
  const values = { [CURRENT]: { ...draft, photo: null }, [STEPS]: newest };
  const alone = { ...NO_PHOTOS, photo };
  const before = { ...NO_PHOTOS, earlier };
  // private mode keeps nothing; a full disk perhaps no photo, nor one that cannot be read
  for (const photos of [{ photo, earlier }, alone, before, NO_PHOTOS]) {
    if (await putAll({ ...values, ...changedPhotos(photos) })) {
      keptPhotos = photos;
      return photos.photo === photo;
    }
  }
  return false;
}

/** Return the photos that are not kept under their keys yet. */
function changedPhotos(photos: Photos): Partial<Photos> {
  const changed = ([PHOTO, EARLIER] as const).filter((key) => photos[key] !== keptPhotos[key]);
  return Object.fromEntries(changed.map((key) => [key, photos[key]]));
}

/** Return the newest steps that need no third photo, and the photo of the hand before. */
function stepsWithPhotos(
  steps: readonly Draft[],
  current: Blob | null,
): { newest: KeptStep[]; earlier: Blob | null } {
  const newest: KeptStep[] = [];
  let earlier: Blob | null = null;
  for (const step of Array.from(steps).reverse()) {
    const { photo } = step;
    const isOther = photo !== null && photo !== current;
    if (isOther && earlier !== null && photo !== earlier) break;
    if (isOther) earlier = photo;
    newest.unshift({ ...step, photo: photo && (isOther ? EARLIER : PHOTO) });
  }
  return { newest, earlier };
}

/** Put values under their keys, all or none; return whether the browser keeps them. */
async function putAll(values: Readonly<Record<string, unknown>>): Promise<boolean> {
  try {
    await runRequests(PLACE, "readwrite", (store) =>
      Object.entries(values).map(([key, value]) => store.put(value, key)),
    );
    return true;
  } catch {
    return false;
  }
}
