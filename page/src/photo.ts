/** Decoding of a photo: upright (EXIF), without colour management, at most LONGEST pixels a side. */

import type { Pixels } from "./recognition/pixels";

/** Longer pictures are scaled down: tiles of a hand in 4096 pixels are larger than the nets need. */
const LONGEST = 4096;
/** Larger pictures are refused: decoding takes four bytes a pixel. */
const MOST_PIXELS = 120_000_000;
/** Of a JPEG that is sent. */
const QUALITY = 0.92;

/** Decode a picture file for the reader's worker.
 *
 * @throws if the browser cannot open the picture, or it is too large. */
export async function decodePhoto(file: Blob): Promise<ImageBitmap | Pixels> {
  const options: ImageBitmapOptions = {
    imageOrientation: "from-image",
    colorSpaceConversion: "none",
  };
  const { width, height } = await uprightSize(file);
  if (width * height > MOST_PIXELS) throw new RangeError(`${width} x ${height}`);
  const scale = LONGEST / Math.max(width, height);
  if (scale < 1) {
    options.resizeWidth = Math.round(width * scale);
    options.resizeHeight = Math.round(height * scale);
    options.resizeQuality = "high";
  }
  const picture = await createImageBitmap(file, options);
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
function uprightSize(file: Blob): Promise<{ width: number; height: number }> {
  const address = URL.createObjectURL(file);
  const image = new Image();
  return new Promise<{ width: number; height: number }>((resolve, reject) => {
    image.onload = () => resolve({ width: image.naturalWidth, height: image.naturalHeight });
    image.onerror = () => reject(new Error(file.type || "?"));
    image.src = address;
  }).finally(() => URL.revokeObjectURL(address));
}

/** Return a JPEG of the picture alone: without place, time and phone, which the photo's file has.
 *
 * @throws as `decodePhoto`. */
export async function withoutMetadata(photo: Blob): Promise<Blob> {
  const picture = await decodePhoto(photo);
  const canvas = document.createElement("canvas");
  canvas.width = picture.width;
  canvas.height = picture.height;
  const context = canvas.getContext("2d");
  if (context === null) throw new Error("no canvas");
  if ("data" in picture) {
    const { data, width, height } = picture;
    context.putImageData(new ImageData(new Uint8ClampedArray(data), width, height), 0, 0);
  } else {
    context.drawImage(picture, 0, 0);
    picture.close();
  }
  const copy = await new Promise<Blob | null>((resolve) => {
    canvas.toBlob(resolve, "image/jpeg", QUALITY);
  });
  canvas.width = 0; // gives its memory back
  if (copy === null) throw new Error("no JPEG");
  return copy;
}
