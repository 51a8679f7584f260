/** What the live camera needs of the page: looks, their scores, and what becomes of its picture. */

import type { CameraUse } from "./camera";
import { totalText } from "./components/total_bar";
import { lookAt } from "./engines";
import { evaluateLive, keepLiveHand, readPhoto } from "./hand_reading";
import { stepOf } from "./live_step";
import { isReady } from "./names";
import { loadSetInUse } from "./tile_sets";

/** Return what a live camera uses from now on: the taught set in use is loaded once. */
export function cameraUse(): CameraUse {
  const set = loadSetInUse();
  return {
    async look(pixels) {
      if (!isReady.value) return null;
      const taught = await set;
      const found = await lookAt(pixels, taught?.adapter ?? null);
      return found === null || taught === null ? found : { ...found, set: taught.name };
    },
    async judge({ faces: _, backs: __, ...recognition }) {
      const found = await evaluateLive(recognition);
      if (found === null) return { step: "wait", total: null };
      const score = found.score?.state === "won" ? found.score.score : null;
      return { step: stepOf(found), total: score === null ? null : totalText(score) };
    },
    keep(photo, { faces: _, backs: __, ...recognition }, won) {
      void keepLiveHand(photo, recognition, won);
    },
    readPhoto(photo) {
      void readPhoto(photo);
    },
  };
}
