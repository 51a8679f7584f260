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

/** Return the photos that another app shared with the page, in the order in which it did. */
export async function takeSharedPhotos(): Promise<readonly File[]> {
  if (location.search !== "?shared" || !("caches" in globalThis)) return [];
  history.replaceState(null, "", location.pathname); // a reload does not read them again
  const cache = await caches.open("shared-photos");
  const files: File[] = [];
  for (const request of await cache.keys()) {
    const found = await cache.match(request);
    if (found !== undefined) files.push(await fileOf(found));
    await cache.delete(request);
  }
  return files;
}

/** Return a shared photo with the name and the time that its file had. */
async function fileOf(kept: Response): Promise<File> {
  const photo = await kept.blob();
  const name = decodeURIComponent(kept.headers.get("x-name") ?? "shared.jpg");
  const lastModified = Number(kept.headers.get("x-time") ?? Date.now());
  return new File([photo], name, { type: photo.type, lastModified });
}

/** Change to the new version; the hand in work is kept. */
export function update(): void {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
  waiting.value?.postMessage("update");
}
