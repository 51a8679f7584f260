/** The frame of the live camera: what lies outside it does not count. */

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Left, top, width, height. */
export type Rectangle = readonly [number, number, number, number];

/** Shares of the visible picture that the frame takes: a hand is wide and low. */
const WIDE = 0.94;
const TALL = 0.66;

/** Return whether a video fills its place: one that lies across it would lose its most. */
export function fills(video: Size, place: Size): boolean {
  return video.width > video.height === place.width > place.height;
}

/** Return the part of a video that is visible in its place, in pixels of the video. */
export function visiblePart(video: Size, place: Size): Rectangle {
  if (!fills(video, place) || place.width === 0 || place.height === 0) {
    return [0, 0, video.width, video.height];
  }
  const scale = Math.max(place.width / video.width, place.height / video.height);
  const [width, height] = [place.width / scale, place.height / scale];
  return [(video.width - width) / 2, (video.height - height) / 2, width, height];
}

/** Return the frame in pixels of the video. */
export function frameIn(video: Size, place: Size): Rectangle {
  const [left, top, width, height] = visiblePart(video, place);
  return [
    Math.round(left + (width * (1 - WIDE)) / 2),
    Math.round(top + (height * (1 - TALL)) / 2),
    Math.round(width * WIDE),
    Math.round(height * TALL),
  ];
}
