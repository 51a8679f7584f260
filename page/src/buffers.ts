/** Memory that is given back at once: garbage of many megabytes waits long to be collected. */

/** Empty a buffer that nothing uses any more.
 *
 * It moves to a port that nobody hears. `ArrayBuffer.transfer` would leave in memory what the browser
 * itself has made or looked at: pixels of a canvas, a body of a response. */
export function release(buffer: ArrayBufferLike): void {
  const { port1, port2 } = new MessageChannel();
  port2.close();
  port1.postMessage(null, [buffer as ArrayBuffer]);
  port1.close();
}
