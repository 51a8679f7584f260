/** Lines of points over a game, in the units of a drawing. */

const EDGE = 4;

/** What to draw. */
export interface PointLines {
  /** Height of the points before the first deal. */
  readonly start: number;
  /** The points of each player, for `points` of a polyline. */
  readonly lines: readonly string[];
}

/**
 * Return a line for each player.
 *
 * `points` are those before the first deal, then those after each, by player.
 */
export function pointLines(
  points: readonly (readonly number[])[],
  width: number,
  height: number,
): PointLines {
  const all = points.flat();
  const most = Math.max(...all);
  const span = Math.max(most - Math.min(...all), 1);
  const y = (value: number) => EDGE + ((most - value) / span) * (height - 2 * EDGE);
  const x = (at: number) => EDGE + (at / Math.max(points.length - 1, 1)) * (width - 2 * EDGE);
  const first = points[0] ?? [];
  return {
    start: y(first[0] ?? 0),
    lines: first.map((_, player) =>
      points.map((row, at) => `${x(at).toFixed(1)},${y(row[player] ?? 0).toFixed(1)}`).join(" "),
    ),
  };
}
