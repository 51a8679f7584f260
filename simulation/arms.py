"""The players' arms over a filmed table, with their shadows."""

from __future__ import annotations

import cv2
import numpy as np

from vision.arrays import Floats, Pixels
from vision.training.rendering.arrangements import about_z
from vision.training.rendering.solids import PinholeCamera

from .placement import HAND_AT, POND_TOP, RIGHT_END
from .script import Step

_SKINS = ((226, 180, 152), (196, 146, 116), (141, 94, 70))


class Arms:
    """The players' arms in one film.

    Args:
        camera: the film's camera.
        skin: index of the skin colour, 0 to 2.
        light: direction of the light, of length 1.
    """

    count = len(_SKINS)

    def __init__(self, camera: PinholeCamera, skin: int, light: Floats) -> None:
        self._camera, self._light = camera, light
        self._skin = np.array(_SKINS[skin], np.float64)

    def draw_arm(self, picture: Pixels, step: Step, reach: float) -> Pixels:
        """Draw the arm of the step's player over a copy of the picture; `reach` 0 to 1."""
        target = np.array([0.0, -HAND_AT + (20 if step.kind == "rest" else 0)])
        if step.kind == "discard":
            target = np.array([0.0, -POND_TOP - 30])
        elif step.kind in ("claim", "kong", "add", "declare"):
            target = np.array([RIGHT_END - 60, -HAND_AT])
        start = np.array([target[0] * 0.6 + 60, -HAND_AT - 330])
        tip = start + (target - start) * reach
        turn = about_z(step.place * np.pi / 2)[:2, :2]
        return self._draw_limb(picture, turn @ start, turn @ tip)

    def draw_shuffling_arms(self, picture: Pixels, number: int) -> Pixels:
        """Draw one arm of each player over the middle of a copy of the picture.

        Args:
            picture: uint8 RGB, shape (H, W, 3).
            number: of the frame.
        """
        for place in range(4):
            angle = number * 0.7 + place
            tip = np.array([90 * np.cos(angle), -120 + 70 * np.sin(angle)])
            turn = about_z(place * np.pi / 2)[:2, :2]
            start = np.array([40.0, -HAND_AT - 330])
            picture = self._draw_limb(picture, turn @ start, turn @ tip)
        return picture

    def _draw_limb(self, picture: Pixels, start: Floats, tip: Floats) -> Pixels:
        """Draw an arm 60 mm above the table, with its shadow, on a copy of the picture."""
        along = (tip - start) / max(1.0, float(np.linalg.norm(tip - start)))
        across = np.array([-along[1], along[0]])
        mask: Pixels = np.zeros(picture.shape[:2], np.uint8)
        shadow: Pixels = np.zeros(picture.shape[:2], np.uint8)
        for layer, lift, shift in ((shadow, 0.0, -60 * self._light[:2]), (mask, 60.0, 0.0)):
            wrist = tip - 110 * along + shift
            self._draw_bar(layer, start - 200 * along + shift, wrist, 34.0, lift)
            self._draw_bar(layer, wrist, tip - 55 * along + shift, 42.0, lift)
            for finger in (-30.0, -10.0, 10.0, 30.0):
                ahead = tip + across * finger + shift - along * abs(finger) * 0.5
                self._draw_bar(layer, tip - 70 * along + across * finger + shift, ahead, 8.5, lift)
        shadow, mask = cv2.blur(shadow, (13, 13)), cv2.blur(mask, (3, 3))
        touched = cv2.boundingRect(cv2.max(shadow, mask))
        picture = picture.copy()
        if touched[2] and touched[3]:
            left, top = touched[:2]
            here = np.s_[top : top + touched[3], left : left + touched[2]]
            dark = 1 - 0.4 / 255 * shadow[here].astype(np.float32)[:, :, None]
            alpha = (mask[here].astype(np.float32) / 255)[:, :, None]
            skin = self._skin.astype(np.float32)
            picture[here] = (picture[here] * dark * (1 - alpha) + skin * alpha).astype(np.uint8)
        return picture

    def _draw_bar(self, mask: Pixels, a: Floats, b: Floats, half: float, lift: float) -> None:
        points = np.array([[*a, lift], [*b, lift]])
        ends = np.round(self._camera.project(points)).astype(int)
        middle = np.array([[*((a + b) / 2), lift]])
        aside = middle + np.array([[1.0, 0.0, 0.0]])
        project = self._camera.project
        scale = float(np.linalg.norm(project(aside) - project(middle)))
        size = max(1, round(2 * half * scale))
        cv2.line(mask, tuple(ends[0].tolist()), tuple(ends[1].tolist()), 255, size, cv2.LINE_AA)
