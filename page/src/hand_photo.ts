/** The shown photo of the hand in work. */

import { effect, signal } from "@preact/signals";
import { draft } from "./hand_draft";
import { previewOf } from "./preview";

let shownPhoto: Blob | null = null;

/** Of the photo's preview: the photo itself would be held decoded in full, and each one before it. */
export const photoAddress = signal<string | null>(null);

effect(() => {
  const { photo } = draft.value;
  if (photo === shownPhoto) return;
  if (photoAddress.peek() !== null) URL.revokeObjectURL(photoAddress.peek()!);
  shownPhoto = photo;
  photoAddress.value = null;
  if (photo !== null) void showPreview(photo);
});

async function showPreview(photo: Blob): Promise<void> {
  await null; // who reads the photo decodes it for both
  const shown = await previewOf(photo).catch(() => photo);
  if (draft.value.photo === photo) photoAddress.value = URL.createObjectURL(shown);
}
