/** Bring the buttons of a fact into view, and focus the first one. */
export function showFact(name: string): void {
  const group = document.getElementById(`fact-${name}`);
  group?.scrollIntoView({ block: "center" });
  group?.querySelector("button")?.focus({ preventScroll: true });
}
