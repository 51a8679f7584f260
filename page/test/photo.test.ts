import { expect, test } from "vitest";
import { pictureType } from "../src/photo";

function bytes(text: string): Uint8Array {
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

test.each([
  ["\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01", "jpeg"],
  ["\x89PNG\r\n\x1a\n\x00\x00\x00\r", "png"],
  ["RIFF\x10\x00\x00\x00WEBP", "webp"],
  ["RIFF\x10\x00\x00\x00WAVE", null],
  ["\x00\x00\x00\x18ftypheic", "heic"],
  ["\x00\x00\x00\x18ftypmif1", "heic"],
  ["\x00\x00\x00\x1cftypavif", "avif"],
  ["\x00\x00\x00\x18ftypmp42", null],
  ["this is no p", null],
  ["", null],
])("the first bytes %j are those of %s", (start, type) => {
  expect(pictureType(bytes(start))).toBe(type);
});
