/** Word between the tabs of a browser: what one of them has written, the others show at once. */

/** What was written. */
type Subject = "games" | "draft" | "evening";

const NAME = "handreader";
/** Safari has it from 15.4 on: before, a tab looks when it comes into view. */
const channel = "BroadcastChannel" in globalThis ? new BroadcastChannel(NAME) : null;

/** Say to the other tabs that something was written. */
export function tellTabs(subject: Subject): void {
  channel?.postMessage(subject);
}

/** Do work when another tab has written something, and when this one comes into view: a browser
 * freezes tabs out of view, and gives them no word. */
export function onOtherTab(subject: Subject, work: () => void): void {
  channel?.addEventListener("message", ({ data }) => {
    if (data === subject) work();
  });
  document.addEventListener("visibilitychange", () => {
    if (!document.hidden) work();
  });
}
