/** Return a probability in words; never 0 % nor 100 % unless it is. */
export function percentText(share: number): string {
  if (share > 0.99 && share < 1) return "> 99 %";
  if (share > 0 && share < 0.01) return "< 1 %";
  return `${Math.round(100 * share)} %`;
}

/** Return points, without a plus sign. */
export function pointsText(points: number): string {
  return points < 0 ? signedText(points) : String(points);
}

/** Return a gain or loss with its sign. */
export function signedText(points: number): string {
  return `${points > 0 ? "+" : points < 0 ? "\u2212" : ""}${Math.abs(points)}`;
}
