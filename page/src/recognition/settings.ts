/** Thresholds of the recognition: Python's own, written by page/generate.py. */

import settings from "./settings.json";

export const { detector, classifier, recognizer, bodies, teaching } = settings;
