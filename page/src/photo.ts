/** Decoding of a photo: upright (EXIF), without colour management, at most LONGEST pixels a side. */

import type { Pixels } from "./recognition/pixels";

/** Longer pictures are scaled down: tiles of a hand in 4096 pixels are larger than the nets need. */
const LONGEST = 4096;

/** Decode a picture file for the reader's worker.
 *
 * @throws if the browser cannot open the picture. */
export async function decodePhoto(file: Blob): Promise<ImageBitmap | Pixels> {
  const options: ImageBitmapOptions = {
    imageOrientation: "from-image",
    colorSpaceConversion: "none",
  };
  let picture = await createImageBitmap(file, options);
  const longer = Math.max(picture.width, picture.height);
  if (longer > LONGEST) {
    const resizeWidth = Math.round((picture.width * LONGEST) / longer);
    const whole = picture;
    picture = await createImageBitmap(whole, { resizeWidth, resizeQuality: "high" });
    whole.close();
  }
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
