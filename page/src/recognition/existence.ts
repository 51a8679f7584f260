/** The probability that there is a tile in a detected box (vision/recognition/existence.py). */

import type { Classification } from "./classifier";
import type { Detection } from "./detector";
import { existence as settings } from "./settings";

/** Return the probability that there is a tile, by detector and classifier together. */
export function tileProbability(box: Detection, name: Classification): number {
  const back = name.names.find(([kind]) => kind === "back")?.[1] ?? 0;
  const odds =
    settings.bias +
    settings.score * logOdds(box.score) +
    settings.face * logOdds(1 - name.nothing) +
    settings.back * back;
  return 1 / (1 + Math.exp(-odds));
}

function logOdds(probability: number): number {
  const bounded = Math.min(Math.max(probability, settings.bound), 1 - settings.bound);
  return Math.log(bounded / (1 - bounded));
}
