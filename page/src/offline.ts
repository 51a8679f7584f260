/** Registration of the service worker, and the notice that a new version is ready. */

import { signal } from "@preact/signals";

/** The worker of a new version, which waits for the user. */
export const waiting = signal<ServiceWorker | null>(null);
const isOffline = signal(false);

/** Register the service worker, where the browser has any. */
export async function registerOffline(): Promise<void> {
  if (!("serviceWorker" in navigator) || !import.meta.env.PROD) return;
  try {
    const registration = await navigator.serviceWorker.register("sw.js");
    waiting.value = registration.waiting;
    registration.addEventListener("updatefound", () => {
      const next = registration.installing;
      next?.addEventListener("statechange", () => {
        if (next.state === "installed" && navigator.serviceWorker.controller) waiting.value = next;
      });
    });
    await navigator.serviceWorker.ready;
    isOffline.value = true;
  } catch {
    // private mode: the page works as long as there is a network
  }
}

/** Return the photo that another app shared with the page; null if none was. */
export async function takeSharedPhoto(): Promise<File | null> {
  if (location.search !== "?shared" || !("caches" in globalThis)) return null;
  history.replaceState(null, "", location.pathname); // a reload does not read it again
  const cache = await caches.open("shared-photos");
  const found = await cache.match("shared-photo");
  if (found === undefined) return null;
  const photo = await found.blob();
  await cache.delete("shared-photo");
  return new File([photo], "shared.jpg", { type: photo.type });
}

/** Change to the new version; the hand in work is kept. */
export function update(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.value?.postMessage("update");
}
