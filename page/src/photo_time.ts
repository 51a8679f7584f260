/** When a photo was taken: by its EXIF, else when its file was written. */

/** Bytes of a file in which its EXIF begins and ends: one segment of a JPEG has 64 KB. */
const START = 1 << 17;
const EXIF = 0xe1;
const SCAN = 0xda;
const HEADER = "Exif\0\0";
const SUB_IFD = 0x8769;
const TAKEN = 0x9003;
const CHANGED = 0x0132;
/** Entries of a directory that are read: more are no camera's. */
const MOST_ENTRIES = 200;

/** Return when a photo was taken, in milliseconds since 1970. */
export async function photoTime(file: File): Promise<number> {
  const start = await file
    .slice(0, START)
    .arrayBuffer()
    .catch(() => new ArrayBuffer(0)); // of a cloud that is out of reach
  return exifTime(new DataView(start)) ?? file.lastModified;
}

/** Return the time in the EXIF of a JPEG's first bytes, in local time; null if there is none. */
export function exifTime(bytes: DataView): number | null {
  try {
    const tiff = exifOf(bytes);
    return tiff === null ? null : timeIn(tiff);
  } catch (error) {
    if (error instanceof RangeError) return null; // it points outside the file
    throw error;
  }
}

/** Return the EXIF segment, from its byte order on. */
function exifOf(bytes: DataView): DataView | null {
  if (bytes.byteLength < 4 || bytes.getUint16(0) !== 0xffd8) return null;
  for (let at = 2; at + 4 <= bytes.byteLength; ) {
    const marker = bytes.getUint16(at);
    if (marker >> 8 !== 0xff || (marker & 0xff) === SCAN) return null;
    const length = bytes.getUint16(at + 2);
    if ((marker & 0xff) === EXIF && ascii(bytes, at + 4, HEADER.length) === HEADER) {
      return new DataView(bytes.buffer, bytes.byteOffset + at + 4 + HEADER.length);
    }
    at += 2 + Math.max(2, length);
  }
  return null;
}

function timeIn(tiff: DataView): number | null {
  const isLittle = ascii(tiff, 0, 2) === "II";
  const first = tiff.getUint32(4, isLittle);
  const sub = valueAt(tiff, first, SUB_IFD, isLittle);
  const taken = sub === null ? null : valueAt(tiff, sub, TAKEN, isLittle);
  const at = taken ?? valueAt(tiff, first, CHANGED, isLittle);
  return at === null ? null : parseTime(ascii(tiff, at, 19));
}

/** Return the value of a directory's tag: an address in the segment; null where it is not there. */
function valueAt(tiff: DataView, at: number, tag: number, isLittle: boolean): number | null {
  const count = Math.min(tiff.getUint16(at, isLittle), MOST_ENTRIES);
  for (let k = 0; k < count; k++) {
    const entry = at + 2 + 12 * k;
    if (tiff.getUint16(entry, isLittle) === tag) return tiff.getUint32(entry + 8, isLittle);
  }
  return null;
}

function parseTime(text: string): number | null {
  const parts = /^(\d{4}):(\d\d):(\d\d) (\d\d):(\d\d):(\d\d)$/.exec(text);
  if (parts === null) return null;
  const [year, month, day, hour, minute, second] = parts.slice(1).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  return month === 0 ? null : new Date(year, month - 1, day, hour, minute, second).getTime();
}

function ascii(bytes: DataView, at: number, length: number): string {
  return Array.from({ length }, (_, k) => String.fromCharCode(bytes.getUint8(at + k))).join("");
}
