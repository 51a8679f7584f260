/** Requests to IndexedDB: a database with one store of values by key. */

export interface Place {
  readonly database: string;
  readonly store: string;
}

/** Run one request in a transaction of its own.
 *
 * @throws where the browser keeps nothing, or the disk is full. */
export async function runRequest<T>(
  place: Place,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
  const [found] = await runRequests(place, mode, (store) => [work(store)]);
  return found as T | undefined;
}

/** Run requests in one transaction: all are done, or none is.
 *
 * @throws as `runRequest`. */
export async function runRequests(
  place: Place,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => readonly IDBRequest[],
): Promise<readonly unknown[]> {
  let done: readonly IDBRequest[] = [];
  await transact(place, mode, (store) => {
    done = work(store);
  });
  return done.map(({ result }) => result);
}

/** Read the values of keys, and write others, in one transaction: no other tab writes between.
 *
 * @param change gets the values, and returns those to put by their keys; null writes nothing.
 * @throws as `runRequest`. */
export function changeValues(
  place: Place,
  keys: readonly string[],
  change: (values: readonly unknown[]) => Readonly<Record<string, unknown>> | null,
): Promise<void> {
  return transact(place, "readwrite", (store) => {
    const found = keys.map((key) => store.get(key));
    const last = found[found.length - 1];
    if (last === undefined) return;
    last.onsuccess = () => {
      putInTurn(store, Object.entries(change(found.map(({ result }) => result)) ?? {}));
    };
  });
}

/** Put values one after the other: where Safari refuses a photo while it puts others, as in private
 * mode, the transaction would never end. */
function putInTurn(
  store: IDBObjectStore,
  [first, ...others]: readonly (readonly [string, unknown])[],
): void {
  if (first === undefined) return;
  const [key, value] = first;
  store.put(value, key).onsuccess = () => putInTurn(store, others);
}

/** Open a database, and do the work in one transaction, which is on the disk at the end. */
function transact(
  place: Place,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => void,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(place.database, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(place.store);
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      const fail = (error: unknown) => {
        database.close();
        reject(error);
      };
      try {
        const transaction = database.transaction(place.store, mode, { durability: "strict" });
        work(transaction.objectStore(place.store));
        transaction.oncomplete = () => {
          database.close();
          resolve();
        };
        transaction.onabort = () => fail(transaction.error);
      } catch (error) {
        fail(error);
      }
    };
  });
}
