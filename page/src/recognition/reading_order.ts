/** Numbers of a photo's tiles in the order in which a person reads the picture
 * (vision/reading_order.py). */

import type { Point, Quad } from "./geometry";
import type { SeenTile } from "./seen_tile";

const SAME_ROW = 0.5;

/** A tile in axes along the rows and across them, in pixels. */
interface Placed {
  readonly tile: SeenTile;
  readonly along: number;
  readonly across: number;
  readonly height: number;
}

/** Return the tiles row by row, the top row first, each from left to right, numbered anew. */
export function inReadingOrder(tiles: readonly SeenTile[]): SeenTile[] {
  const slant = slantOf(tiles.map(({ quad }) => quad));
  const placed = tiles.map((tile) => place(tile, slant)).sort((a, b) => a.along - b.along);
  const rows = new Map<Placed, Placed[]>(placed.map((one) => [one, [one]]));
  placed.forEach((one, number) => {
    const other = placed.slice(number + 1).find((right) => isInRow(one, right));
    if (other === undefined) return;
    const row = rows.get(one)!;
    const joined = rows.get(other)!;
    if (row === joined) return;
    row.push(...joined);
    for (const member of joined) rows.set(member, row);
  });
  return [...new Set(rows.values())]
    .sort((a, b) => mean(a.map(({ across }) => across)) - mean(b.map(({ across }) => across)))
    .flatMap((row) => row.sort((a, b) => a.along - b.along))
    .map(({ tile }, id) => ({ ...tile, id }));
}

/** Return by how much the rows slant, in radians: the mean of all sides, right angles alike. */
function slantOf(quads: readonly Quad[]): number {
  const angles = quads.flatMap((quad) =>
    quad.map(([x, y], k) => {
      const [nextX, nextY] = quad[(k + 1) % 4]!;
      return 4 * Math.atan2(nextY - y, nextX - x);
    }),
  );
  return Math.atan2(sum(angles.map(Math.sin)), sum(angles.map(Math.cos))) / 4;
}

function place(tile: SeenTile, slant: number): Placed {
  const turned = tile.quad.map((corner) => turn(corner, slant));
  const across = turned.map(([, y]) => y);
  return {
    tile,
    along: mean(turned.map(([x]) => x)),
    across: mean(across),
    height: Math.max(...across) - Math.min(...across),
  };
}

function turn([x, y]: Point, slant: number): Point {
  const [cos, sin] = [Math.cos(slant), Math.sin(slant)];
  return [x * cos + y * sin, y * cos - x * sin];
}

function isInRow(one: Placed, other: Placed): boolean {
  return Math.abs(other.across - one.across) <= SAME_ROW * Math.min(one.height, other.height);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

function mean(values: readonly number[]): number {
  return sum(values) / values.length;
}
