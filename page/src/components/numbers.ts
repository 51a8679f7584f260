/** Return a probability in words that stay in one line; never 0 % nor 100 % unless it is. */
export function percentText(share: number): string {
  if (share > 0.99 && share < 1) return ">\u00a099\u00a0%";
  if (share > 0 && share < 0.01) return "<\u00a01\u00a0%";
  return `${Math.round(100 * share)}\u00a0%`;
}

/** Return points, without a plus sign. */
export function pointsText(points: number): string {
  return points < 0 ? signedText(points) : String(points);
}

/** Return a gain or loss with its sign. */
export function signedText(points: number): string {
  return `${points > 0 ? "+" : points < 0 ? "\u2212" : ""}${Math.abs(points)}`;
}

/** Join parts by dots: a line that is broken ends with one, and none begins with it. */
export function dotted(parts: readonly string[]): string {
  return parts.join("\u00a0· ");
}

/** Return a day and its time, to the minute, as the page's language writes them. */
export function momentText(time: number | string): string {
  const how = { dateStyle: "short", timeStyle: "short" } as const;
  return new Date(time).toLocaleString(document.documentElement.lang, how);
}

/** Return a mean as a language writes it: with one decimal below 100, if it has any. */
export function meanText(mean: number, lang: string): string {
  const digits = mean < 100 ? 1 : 0;
  return mean.toLocaleString(lang, { maximumFractionDigits: digits, useGrouping: false });
}
