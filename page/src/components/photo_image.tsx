import { useEffect, useState } from "preact/hooks";
import type { Part } from "../photo";
import { cutPart, isCoarse } from "../preview";

/** A picture with tiles in its pixels. */
export interface ShownPhoto {
  /** Of its preview. */
  readonly address: string;
  /** Where sharper parts are cut from; null where there is nothing sharper. */
  readonly photo: Blob | null;
  readonly width: number;
  readonly height: number;
}

/** A part of a photo within an SVG, in the photo's pixels: its preview, and above it the part itself
 * where the preview is too coarse for the `wanted` pixels of its longer side on the screen. */
export function PhotoImage({
  address,
  photo,
  width,
  height,
  part,
  wanted,
}: ShownPhoto & { part: Part; wanted: number }) {
  const cut = useCut(isCoarse(part, width, height, wanted) ? photo : null, part, wanted);
  const [left, top, across, down] = part;
  return (
    <>
      <image href={address} width={width} height={height} preserveAspectRatio="none" />
      {cut !== null && (
        <image
          class="cut"
          href={cut}
          x={left}
          y={top}
          width={across}
          height={down}
          preserveAspectRatio="none"
        />
      )}
    </>
  );
}

/** Return the address of a sharp part of a photo; null without a photo, and until it is cut. */
function useCut(photo: Blob | null, part: Part, wanted: number): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (photo === null) return undefined;
    let isWanted = true;
    let made: string | null = null;
    void cutPart(photo, part, wanted, () => isWanted).then(
      (cut) => {
        if (!isWanted || cut === null) return;
        made = URL.createObjectURL(cut);
        setAddress(made);
      },
      () => undefined, // the preview remains
    );
    return () => {
      isWanted = false;
      setAddress(null);
      if (made !== null) URL.revokeObjectURL(made);
    };
  }, [photo, wanted, part.join()]);
  return address;
}
