/** The hand in work and the steps to it, kept in IndexedDB: they survive a reload and a closed tab. */

import { changeValues, runRequests } from "./database";
import type { Seats } from "./deal";
import type { Entry } from "./entry";
import { tellTabs } from "./tabs";
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

/** Who declared riichi in the deal, the winner perhaps among them. */
export interface DeclaredRiichi {
  readonly by: readonly string[];
  /** Whether the discarder did so with the winning tile: his stick is void. */
  readonly onTile: boolean;
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
  /** Id of the evening's photo that it is of. */
  readonly evening?: string;
  readonly declared?: DeclaredRiichi;
  readonly rules: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
  /** The seats and the number of the open game's next deal when its facts were stated. */
  readonly statedAt?: { readonly seats: Seats; readonly next: number };
}

export const NOBODY: DeclaredRiichi = { by: [], onTile: false };

const PLACE = { database: "handreader", store: "drafts" };
const CURRENT = "current";
const STEPS = "steps";
/** The photo of the current draft, apart: it is written once, not with every answer. */
const PHOTO = "photo";
/** The photo of the hand before it. */
const EARLIER = "earlier";
/** Another number after every save, of whatever tab. */
const VERSION = "version";
const KEYS = [VERSION, CURRENT, STEPS, PHOTO, EARLIER];
type PhotoKey = typeof PHOTO | typeof EARLIER;

/** A step to which undo goes back, with the key of its photo. */
interface KeptStep extends Omit<Draft, "photo"> {
  readonly photo: PhotoKey | null;
}

export interface KeptDrafts {
  readonly current: Draft | null;
  /** The steps before it, oldest first, for undo. */
  readonly steps: readonly Draft[];
  readonly version: number;
}

/** What became of a draft that was to be kept. */
export interface Saving {
  /** Whether the browser keeps it, photo and all. */
  readonly isKept: boolean;
  /** The draft of another tab in whose place it was put: the last step before it. */
  readonly other: Draft | null;
}

/** A photo that the browser refused as a file: Safari keeps none in private mode. */
interface PhotoBytes {
  readonly bytes: ArrayBuffer;
  readonly type: string;
  readonly name: string;
  readonly time: number;
}

type Photos = Readonly<Record<PhotoKey, Blob | null>>;
const NO_PHOTOS: Photos = { photo: null, earlier: null };

/** What this tab has kept, or shown, last: the photos in their places, and the version. */
let known: { readonly photos: Photos; readonly version: number } = {
  photos: NO_PHOTOS,
  version: 0,
};

const inBytes = new WeakMap<Blob, PhotoBytes>();

/** The newest save: the next one waits for it, so that a slow photo never overtakes an answer. */
let saving: Promise<unknown> = Promise.resolve();

/** Open the kept drafts; what is to be kept waits for it. */
export function openDrafts(): Promise<KeptDrafts> {
  const opened = loadDrafts().then((kept) => {
    takeDrafts(kept);
    return kept;
  });
  saving = opened;
  return opened;
}

/** Return the kept drafts, once this tab has kept its own; none where there is none, or where the
 * browser keeps nothing. */
export async function loadDrafts(): Promise<KeptDrafts> {
  await saving;
  try {
    const values = await runRequests(PLACE, "readonly", (store) =>
      KEYS.map((key) => store.get(key)),
    );
    return draftsOf(values);
  } catch {
    return { current: null, steps: [], version: 0 };
  }
}

/** Return whether another tab has kept a draft since the one that this tab knows. */
export function isNewer({ version }: KeptDrafts): boolean {
  return version !== known.version;
}

/** Return whether another tab has kept a draft of which this tab does not know. */
export async function isKeptByOther(): Promise<boolean> {
  return isNewer(await loadDrafts());
}

/** Go on from these drafts: this tab shows them. */
export function takeDrafts({ current, steps, version }: KeptDrafts): void {
  const photo = current?.photo ?? null;
  const earlier = steps.find((step) => step.photo !== null && step.photo !== photo)?.photo ?? null;
  known = { photos: { photo, earlier }, version };
}

function draftsOf([version, current, steps, photo, earlier]: readonly unknown[]): KeptDrafts {
  const photos: Photos = { photo: photoOf(photo), earlier: photoOf(earlier) };
  return {
    version: typeof version === "number" ? version : 0,
    current: current ? { ...(current as Draft), photo: photos.photo } : null,
    steps: ((steps ?? []) as readonly KeptStep[]).map((step) => ({
      ...step,
      photo: step.photo && photos[step.photo],
    })),
  };
}

function photoOf(value: unknown): Blob | null {
  if (value instanceof Blob) return value;
  if (typeof value !== "object" || value === null || !("bytes" in value)) return null;
  const { bytes, type, name, time } = value as PhotoBytes;
  return new File([bytes], name, { type, lastModified: time });
}

/** Read photos that the browser refused as files. */
async function readBytes(photos: readonly (Blob | null)[]): Promise<void> {
  for (const photo of photos) {
    if (photo === null || inBytes.has(photo)) continue;
    const bytes = await photo.arrayBuffer().catch(() => null);
    if (bytes === null) continue; // it is there no more
    const { name, lastModified: time } = photo instanceof File ? photo : new File([], "");
    inBytes.set(photo, { bytes, type: photo.type, name, time });
  }
}

/** Keep the draft that is there when its turn comes, in place of the one before, and the steps to it
 * of its hand and the hand before. */
export function saveDraft(
  newest: () => { readonly draft: Draft; readonly steps: readonly Draft[] },
): Promise<Saving> {
  const kept = saving.then(() => {
    const { draft, steps } = newest();
    return save(draft, steps);
  });
  saving = kept;
  return kept;
}

async function save(draft: Draft, steps: readonly Draft[]): Promise<Saving> {
  const { photo } = draft;
  // some keep a photo in bytes alone, or nothing; a full disk perhaps none, nor one that cannot be read
  for (const [isPhoto, isEarlier] of [
    [true, true],
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ]) {
    let other: Draft | null = null;
    let after = known;
    const write = (values: readonly unknown[]) => {
      const kept = draftsOf(values);
      other = isNewer(kept) && isHand(kept.current) ? kept.current : null;
      const before = other === null ? steps : [...steps, other];
      const found = stepsWithPhotos(before, photo);
      const photos = {
        photo: isPhoto ? photo : null,
        earlier: isEarlier ? found.earlier : null,
      };
      after = { photos, version: kept.version + 1 };
      const changed = isNewer(kept) ? photos : changedPhotos(photos);
      const current = { ...draft, photo: null };
      return {
        [VERSION]: after.version,
        [CURRENT]: current,
        [STEPS]: found.newest,
        ...forms(changed),
      };
    };
    try {
      await changeValues(PLACE, KEYS, write);
    } catch {
      await readBytes([photo, ...steps.map((step) => step.photo)]);
      continue;
    }
    known = after;
    tellTabs("draft");
    return { isKept: isPhoto === true || photo === null, other };
  }
  return { isKept: false, other: null };
}

/** Return whether there is anything in a draft that could be missed. */
function isHand(draft: Draft | null): draft is Draft {
  return draft !== null && (draft.photo !== null || draft.typed !== null);
}

/** Return photos as they are put. */
function forms(photos: Partial<Photos>): Readonly<Record<string, Blob | PhotoBytes | null>> {
  const pairs = Object.entries(photos).map(([key, photo]) => {
    return [key, photo && (inBytes.get(photo) ?? photo)] as const;
  });
  return Object.fromEntries(pairs);
}

/** Return the photos that are not kept under their keys yet. */
function changedPhotos(photos: Photos): Partial<Photos> {
  const changed = ([PHOTO, EARLIER] as const).filter((key) => photos[key] !== known.photos[key]);
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
