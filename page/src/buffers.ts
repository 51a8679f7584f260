/** Memory that is given back at once: garbage of many megabytes waits long to be collected. */

/** Empty a buffer that nothing uses any more, where the browser can. */
export function release(buffer: ArrayBufferLike): void {
  (buffer as ArrayBuffer & { transfer?: (size: number) => ArrayBuffer }).transfer?.(0);
}
