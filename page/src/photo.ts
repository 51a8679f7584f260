/** Decoding of a photo: upright (EXIF), without colour management, at most LONGEST pixels a side. */

import type { Pixels } from "./recognition/pixels";

/** Longer pictures are scaled down: tiles of a hand in 4096 pixels are larger than the nets need. */
const LONGEST = 4096;
/** Larger pictures are refused: decoding takes four bytes a pixel. */
const MOST_PIXELS = 120_000_000;
/** A picture of more pixels that is not decoded is more likely too large for the device than damaged. */
const MANY_PIXELS = 30_000_000;
/** Of a JPEG that is sent. */
const QUALITY = 0.92;
/** Bytes of a file that show what it is. */
const START = 12;
const HEIC_BRAND = /^(hei[cmsx]|hev[cmsx]|mif1|msf1)$/;

type PhotoFaultCode =
  | "no_picture"
  | "photo_heic"
  | "photo_damaged"
  | "photo_too_large"
  | "photo_unreadable";

/** Why a file cannot be opened as a photo; the message is its name, its megapixels, or the
 * browser's words. */
export class PhotoFault extends Error {
  constructor(
    readonly code: PhotoFaultCode,
    message: string,
  ) {
    super(message);
  }
}

/** Decode a picture file for the reader's worker.
 *
 * @throws PhotoFault if the browser cannot open the picture, or it is too large. */
export async function decodePhoto(file: Blob): Promise<ImageBitmap | Pixels> {
  return readablePicture(await decodeBitmap(file));
}

/** Decode a picture file as `decodePhoto`, for drawing. */
export async function decodeBitmap(file: Blob): Promise<ImageBitmap> {
  const options: ImageBitmapOptions = {
    imageOrientation: "from-image",
    colorSpaceConversion: "none",
  };
  const { width, height } = await uprightSize(file);
  const megapixels = String(Math.round((width * height) / 1e6));
  if (width * height > MOST_PIXELS) throw new PhotoFault("photo_too_large", megapixels);
  const scale = LONGEST / Math.max(width, height);
  if (scale < 1) {
    options.resizeWidth = Math.round(width * scale);
    options.resizeHeight = Math.round(height * scale);
    options.resizeQuality = "high";
  }
  return createImageBitmap(file, options).catch((error) => {
    const isLarge = width * height > MANY_PIXELS;
    throw isLarge
      ? new PhotoFault("photo_too_large", megapixels)
      : new PhotoFault("photo_damaged", String(error));
  });
}

/** Return a picture as the reader's worker takes it. */
export function readablePicture(picture: ImageBitmap): ImageBitmap | Pixels {
  return typeof OffscreenCanvas === "undefined" ? pixelsOf(picture) : picture;
}

/** Return the pixels of a picture where workers have no canvas (iOS before 16.4). */
function pixelsOf(picture: ImageBitmap): Pixels {
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.drawImage(picture, 0, 0);
  picture.close();
  const { data, width, height } = context.getImageData(0, 0, canvas.width, canvas.height);
  return { data, width, height };
}

/** Return the sides of a picture as it is shown, from its header. */
async function uprightSize(file: Blob): Promise<{ width: number; height: number }> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  try {
    image.src = address;
    await new Promise((resolve, reject) => {
      image.onload = resolve;
      image.onerror = reject;
    });
  } catch {
    throw await openFault(file);
  } finally {
    URL.revokeObjectURL(address);
  }
  return { width: image.naturalWidth, height: image.naturalHeight };
}

/** Return why a file does not open as a picture. */
async function openFault(file: Blob): Promise<PhotoFault> {
  let start: Uint8Array;
  try {
    start = new Uint8Array(await file.slice(0, START).arrayBuffer());
  } catch (error) {
    return new PhotoFault("photo_unreadable", String(error)); // of a cloud that is out of reach
  }
  const name = file instanceof File ? file.name : file.type;
  const type = pictureType(start);
  if (type === null) return new PhotoFault("no_picture", name);
  return new PhotoFault(type === "heic" ? "photo_heic" : "photo_damaged", name);
}

/** Return what kind of picture a file is from its first bytes; null if it is none that is known. */
export function pictureType(start: Uint8Array): "heic" | "avif" | "jpeg" | "png" | "webp" | null {
  const letters = String.fromCharCode(...start);
  if (letters.startsWith("\xff\xd8\xff")) return "jpeg";
  if (letters.startsWith("\x89PNG")) return "png";
  if (letters.startsWith("RIFF") && letters.slice(8, 12) === "WEBP") return "webp";
  if (letters.slice(4, 8) !== "ftyp") return null;
  const brand = letters.slice(8, 12);
  if (HEIC_BRAND.test(brand)) return "heic";
  return /^avi[fs]$/.test(brand) ? "avif" : null;
}

/** Return a JPEG of the picture alone: without place, time and phone, which the photo's file has.
 *
 * @throws as `decodePhoto`. */
export async function withoutMetadata(photo: Blob): Promise<Blob> {
  const picture = await decodeBitmap(photo);
  try {
    return await drawPart(picture, [0, 0, picture.width, picture.height], LONGEST);
  } finally {
    picture.close();
  }
}

/** Left, top, width and height of a part of a picture, in its pixels. */
export type Part = readonly [number, number, number, number];

/** Return a JPEG of a part of a picture, of at most `longest` pixels a side. */
export async function drawPart(picture: ImageBitmap, part: Part, longest: number): Promise<Blob> {
  const [left, top, width, height] = part;
  const scale = Math.min(1, longest / Math.max(width, height));
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width * scale));
  canvas.height = Math.max(1, Math.round(height * scale));
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  const copy = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", QUALITY);
  });
  canvas.width = 0; // gives its memory back
  if (copy === null) throw new Error("no JPEG");
  return copy;
}
