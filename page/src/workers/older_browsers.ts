/** What Pyodide calls and Safari before 15.4 lacks. */

/** `Object.hasOwn` */
export function hasOwn(value: object, key: PropertyKey): boolean {
  return Object.getOwnPropertyDescriptor(value, key) !== undefined;
}

/** `Array.prototype.at` */
export function at<T>(this: readonly T[], place: number): T | undefined {
  return this[place < 0 ? this.length + place : place];
}

provide(Object, "hasOwn", hasOwn);
provide(Array.prototype, "at", at);

function provide(object: object, name: string, value: unknown): void {
  if (name in object) return;
  Object.defineProperty(object, name, { value, configurable: true, writable: true });
}
