/** Arrays of float32 in a file of `numpy.savez` or `savez_compressed`. */

import { readFileSync } from "node:fs";
import { inflateRawSync } from "node:zlib";

const DEFLATED = 8;
const HEAD = 10; // bytes of an array before its description
const END = 22; // bytes of the end of a zip file without a comment

/** Return the values of each array, in C order, by its name. */
export function readNpz(path: string): Map<string, number[]> {
  const file = readFileSync(path);
  const arrays = new Map<string, number[]>();
  const end = file.length - END;
  let entry = file.readUInt32LE(end + 16);
  for (let left = file.readUInt16LE(end + 10); left > 0; left--) {
    const nameSize = file.readUInt16LE(entry + 28);
    const name = file.toString("utf8", entry + 46, entry + 46 + nameSize);
    const local = file.readUInt32LE(entry + 42);
    const start = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(start, start + file.readUInt32LE(entry + 20));
    const isDeflated = file.readUInt16LE(entry + 10) === DEFLATED;
    const array = isDeflated ? inflateRawSync(packed) : packed;
    arrays.set(name.replace(".npy", ""), floats(array));
    entry += 46 + nameSize + file.readUInt16LE(entry + 30) + file.readUInt16LE(entry + 32);
  }
  return arrays;
}

function floats(array: Buffer): number[] {
  const start = HEAD + array.readUInt16LE(HEAD - 2);
  const description = array.toString("latin1", HEAD, start);
  if (!description.includes("'<f4'")) throw new Error(`not float32: ${description}`);
  const count = (array.length - start) / 4;
  return Array.from({ length: count }, (_, k) => array.readFloatLE(start + 4 * k));
}
