/** Whether games and hands stay on the device, and the page on its home screen. */

import { signal } from "@preact/signals";

/** What Chromium asks before it offers to install a page. */
interface InstallPrompt extends Event {
  prompt(): Promise<unknown>;
}

/** Whether the browser promised to keep what is stored; null while it was not asked. */
export const isPersistent = signal<boolean | null>(null);
/** The browser's offer to install the page; null where it has none now. */
export const installOffer = signal<InstallPrompt | null>(null);

/** Ask the browser to keep what is stored, where it did not promise that before. */
export async function askToPersist(): Promise<void> {
  if (isPersistent.value !== null || navigator.storage?.persist === undefined) return;
  try {
    isPersistent.value =
      (await navigator.storage.persisted()) || (await navigator.storage.persist());
  } catch {
    // private mode: the page says that nothing is kept
  }
}

/** Keep the browser's offer to install the page until a player takes it. */
export function awaitInstallOffer(): void {
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installOffer.value = event as InstallPrompt;
  });
  addEventListener("appinstalled", () => {
    installOffer.value = null;
  });
}

/** Install the page by the browser's own dialog. */
export function install(): void {
  void installOffer.value?.prompt();
  installOffer.value = null;
}

/** Return whether the page was opened from the home screen. */
function isInstalled(): boolean {
  const { standalone } = navigator as { standalone?: boolean };
  return standalone === true || matchMedia("(display-mode: standalone)").matches;
}

/** Return whether only a person can install the page: on iPhones and iPads by the share menu. */
export function isByHand(): boolean {
  const { userAgent, maxTouchPoints } = navigator;
  // an iPad says that it is a Mac, none of which has a touch screen
  const isPad = /Macintosh/.test(userAgent) && maxTouchPoints > 1;
  return (isPad || /iPhone|iPad|iPod/.test(userAgent)) && !isInstalled();
}
