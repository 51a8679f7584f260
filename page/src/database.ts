/** Requests to IndexedDB: a database with one store of values by key. */

export interface Place {
  readonly database: string;
  readonly store: string;
}

/** Run one request in a transaction of its own.
 *
 * @throws where the browser keeps nothing, or the disk is full. */
export function runRequest<T>(
  place: Place,
  mode: IDBTransactionMode,
  work: (store: IDBObjectStore) => IDBRequest,
): Promise<T | undefined> {
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
          resolve(done.result as T | undefined);
        };
        transaction.onerror = () => fail(transaction.error);
        transaction.onabort = () => fail(transaction.error);
      } catch (error) {
        fail(error);
      }
    };
  });
}
