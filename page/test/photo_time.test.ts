import { describe, expect, test } from "vitest";
import { type EveningPhoto, inOrder } from "../src/evening";
import { exifTime, photoTime } from "../src/photo_time";

const TAKEN = 0x9003;
const CHANGED = 0x0132;
const SUB_IFD = 0x8769;

/** Return a JPEG's start with times in its EXIF: a directory with one tag, or with one of its own. */
function jpeg(tag: number, time: string, isLittle = true): Uint8Array {
  const tiff = new DataView(new ArrayBuffer(80));
  const put = (at: number, text: string) => {
    for (let k = 0; k < text.length; k++) tiff.setUint8(at + k, text.charCodeAt(k));
  };
  const entry = (at: number, name: number, value: number) => {
    tiff.setUint16(at, 1, isLittle);
    tiff.setUint16(at + 2, name, isLittle);
    tiff.setUint32(at + 10, value, isLittle);
  };
  put(0, isLittle ? "II" : "MM");
  tiff.setUint32(4, 8, isLittle);
  if (tag === TAKEN) entry(8, SUB_IFD, 26);
  entry(tag === TAKEN ? 26 : 8, tag, 50);
  put(50, `${time}\0`);
  const head = [0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, 0xff, 0xe1, 0, 88];
  const exif = Array.from("Exif\0\0", (letter) => letter.charCodeAt(0));
  return Uint8Array.from([...head, ...exif, ...new Uint8Array(tiff.buffer)]);
}

function timeIn(bytes: Uint8Array): number | null {
  return exifTime(new DataView(bytes.buffer));
}

describe("the time of a photo", () => {
  const evening = new Date(2026, 10, 27, 21, 14, 3).getTime();

  test.each([true, false])("is the one at which it was taken, of either byte order", (isLittle) => {
    expect(timeIn(jpeg(TAKEN, "2026:11:27 21:14:03", isLittle))).toBe(evening);
    expect(timeIn(jpeg(CHANGED, "2026:11:27 21:14:03", isLittle))).toBe(evening);
  });

  test("is unknown where the file has none, is cut off, or is no photo", () => {
    const whole = jpeg(TAKEN, "2026:11:27 21:14:03");
    for (let length = 0; length < whole.length - 30; length++) {
      expect(timeIn(whole.slice(0, length))).toBeNull();
    }
    expect(timeIn(jpeg(TAKEN, "0000:00:00 00:00:00"))).toBeNull();
    expect(timeIn(jpeg(TAKEN, "                   "))).toBeNull();
    expect(timeIn(Uint8Array.from({ length: 4000 }, (_, k) => (k * 37) % 256))).toBeNull();
  });

  test("is the file's where the photo has none", async () => {
    const file = new File(["no picture"], "notes.jpg", { lastModified: 1234 });
    expect(await photoTime(file)).toBe(1234);
  });
});

test("photos are in the order of their times, those of one moment in that of their names", () => {
  const photo = (name: string, time: number): EveningPhoto => {
    return { id: name, name, time, state: "waiting" };
  };
  const list = [photo("IMG_10.jpg", 5), photo("IMG_9.jpg", 5), photo("z.jpg", 1)];
  expect(inOrder(list).map(({ name }) => name)).toEqual(["z.jpg", "IMG_9.jpg", "IMG_10.jpg"]);
});
