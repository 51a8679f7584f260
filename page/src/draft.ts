/** The hand in work, kept in IndexedDB: it survives a reload, a closed tab and a full memory. */

import type { Recognition } from "./workers/reader";

export interface Draft {
  readonly photo: Blob | null;
  readonly recognition: Recognition | null;
  readonly typed: string | null;
  readonly rules: string;
  readonly answers: Readonly<Record<string, string>>;
  readonly facts: Readonly<Record<string, unknown>>;
}

const DATABASE = "handreader";
const STORE = "drafts";
const KEY = "current";

/** Return the kept draft; null if there is none, or if the browser keeps nothing. */
export async function loadDraft(): Promise<Draft | null> {
  try {
    const found = await request((store) => store.get(KEY), "readonly");
    return (found as Draft | undefined) ?? null;
  } catch {
    return null;
  }
}

/** Keep a draft in place of the earlier one; null keeps none. */
export async function saveDraft(draft: Draft | null): Promise<void> {
  try {
    await request(
      (store) => (draft === null ? store.delete(KEY) : store.put(draft, KEY)),
      "readwrite",
    );
  } catch {
    // private mode or a full disk: the hand lasts until the page is closed
  }
}

function request(
  work: (store: IDBObjectStore) => IDBRequest,
  mode: IDBTransactionMode,
): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(DATABASE, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(STORE);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const transaction = database.transaction(STORE, mode);
      const done = work(transaction.objectStore(STORE));
      transaction.oncomplete = () => {
        database.close();
        resolve(done.result);
      };
      transaction.onerror = () => {
        database.close();
        reject(transaction.error);
      };
    };
  });
}
