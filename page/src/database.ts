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
export function runRequests(
  place: Place,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => readonly IDBRequest[],
): Promise<readonly unknown[]> {
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
        const transaction = database.transaction(place.store, mode);
        const done = work(transaction.objectStore(place.store));
        transaction.oncomplete = () => {
          database.close();
          resolve(done.map(({ result }) => result));
        };
        transaction.onerror = () => fail(transaction.error);
        transaction.onabort = () => fail(transaction.error);
      } catch (error) {
        fail(error);
      }
    };
  });
}
