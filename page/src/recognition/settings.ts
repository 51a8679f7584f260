/** Thresholds of the recognition: Python's own, written by page/generate.py. */

import settings from "./settings.json";

export const {
  detector,
  classifier,
  recognizer,
  existence,
  backs,
  doubles,
  fragments,
  dark_tiles,
  exposure,
  flatness,
  miscut_boxes,
  missed_tiles,
  second_look,
  short_boxes,
  teaching,
} = settings;
