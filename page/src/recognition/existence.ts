/** The probability that there is a tile in a box: by the nets and by the boxes around it
 * (vision/recognition/existence.py). */

import type { Classification } from "./classifier";
import type { Detection } from "./detector";
import { distance, mean, type Point, type Quad } from "./geometry";
import type { Pixels } from "./pixels";
import { existence as settings } from "./settings";
import { GroundColours, median } from "./tile_colours";

const BACK = "back";
const WHITE = "5z";
/** How far a box may be from the exact place beside another, in sides. */
const SLACK = 0.3;
/** Logarithm of the largest ratio of their sides. */
const STRETCH = 0.25;

/** Return the probability that there is a tile in each box. */
export function tileProbabilities(
  pixels: Pixels,
  boxes: readonly Detection[],
  names: readonly Classification[],
): number[] {
  const quads = boxes.map((box) => box.quad);
  const colours = new GroundColours(pixels, quads);
  const alone = boxes.map((box, i) => netsLogOdds(box, names[i]!));
  const kinds = names.map((name) => name.names[0]?.[0] ?? "");
  const cells = kinds.map((kind, i) => (isBlank(kind) ? settings.cell * cell(colours, i) : 0));
  let chances = alone.map(probability);
  // a tile that its neighbours support supports others
  for (let round = 0; round < settings.rounds; round++) {
    const around = surroundingsLogOdds(quads, names, kinds, chances, colours);
    chances = alone.map((odds, i) => probability(odds + cells[i]! + around[i]!));
  }
  return chances;
}

/** Return the log odds that the certain tiles around each box add. */
function surroundingsLogOdds(
  quads: readonly Quad[],
  names: readonly Classification[],
  kinds: readonly string[],
  chances: readonly number[],
  colours: GroundColours,
): number[] {
  const certain = quads
    .map((_, i) => i)
    .filter((i) => chances[i]! >= settings.support && kinds[i] !== "");
  const backs = certain.filter((i) => kinds[i] === BACK);
  const faces = certain.filter(
    (i) => !isBlank(kinds[i]!) && names[i]!.names[0]![1] >= settings.name_support,
  );
  const adjoinsAny = (i: number, others: readonly number[]) =>
    others.some((k) => adjoins(quads[i]!, quads[k]!));
  return quads.map((quad, i) => {
    const others = faces.filter((k) => k !== i);
    const walls = backs.filter((k) => k !== i);
    const size = sizeDifference(
      quad,
      others.map((k) => quads[k]!),
    );
    let added = settings.size * Math.max(0, (size ?? 0) - settings.same_size);
    if (adjoinsAny(i, others)) added += settings.beside_face;
    if (!isBlank(kinds[i]!)) return added;
    if (adjoinsAny(i, walls) && colours.distance(i, walls) < settings.match_distance) {
      added += settings.beside_back;
    } else if (
      kinds[i] === BACK &&
      walls.length >= settings.reference_backs &&
      colours.distance(i, walls) > settings.other_distance &&
      !(
        others.length > 0 &&
        colours.distance(i, others, settings.neighbours) < settings.match_distance
      )
    ) {
      added += settings.other_back;
    }
    return added;
  });
}

function isBlank(kind: string): boolean {
  return kind === BACK || kind === WHITE;
}

/** Return how much a box looks like a part of the table, 0 to 1. */
function cell(colours: GroundColours, box: number): number {
  const away = colours.distanceFromTable(box);
  if (away === null) return 0;
  const { print_distance: drawn, table_distance: same } = settings;
  return Math.min(Math.max((drawn - away) / (drawn - same), 0), 1);
}

/** Return the log odds of a tile by detector and classifier together. */
function netsLogOdds(box: Detection, name: Classification): number {
  const share = (wanted: string) => name.names.find(([kind]) => kind === wanted)?.[1] ?? 0;
  const back = share(BACK);
  // a back and a white dragon count as one name
  const likeliest = Math.max(...name.names.map(([, part]) => part), back + share(WHITE));
  return (
    settings.bias +
    settings.score * logOdds(box.score, settings.bound) +
    settings.face * logOdds(1 - name.nothing, settings.bound) +
    settings.back * back +
    settings.name * logOdds(likeliest / (1 - name.nothing + 1e-9), settings.name_bound)
  );
}

function logOdds(value: number, bound: number): number {
  const bounded = Math.min(Math.max(value, bound), 1 - bound);
  return Math.log(bounded / (1 - bounded));
}

function probability(odds: number): number {
  return 1 / (1 + Math.exp(-odds));
}

/** Return whether a box is beside, above or below another, in line and as large. */
function adjoins(quad: Quad, other: Quad): boolean {
  const own = frame(quad);
  const { middle, across, down } = frame(other);
  const exact = across[0] * down[1] - across[1] * down[0];
  const det = Math.abs(exact) < 1e-6 ? Number.POSITIVE_INFINITY : exact;
  /** Return a vector in the other box's own sides, absolute. */
  const inSides = ([x, y]: Point): Point => [
    Math.abs((x * down[1] - y * down[0]) / det),
    Math.abs((y * across[0] - x * across[1]) / det),
  ];
  const [u, v] = [inSides(own.across), inSides(own.down)];
  const stretch = (k: 0 | 1) => Math.abs(Math.log(Math.max(u[k] + v[k], 1e-6)));
  const [dx, dy] = inSides([own.middle[0] - middle[0], own.middle[1] - middle[1]]);
  const step = Math.min(Math.max(Math.abs(dx - 1), dy), Math.max(Math.abs(dy - 1), dx));
  return Math.max(stretch(0), stretch(1)) < STRETCH && step < SLACK;
}

/** Return the middle, the mean upper and lower side, and the mean left and right one. */
export function frame(quad: Quad): { middle: Point; across: Point; down: Point } {
  const [a, b, c, d] = quad;
  return {
    middle: mean(quad),
    across: [(b[0] - a[0] + c[0] - d[0]) / 2, (b[1] - a[1] + c[1] - d[1]) / 2],
    down: [(d[0] - a[0] + c[0] - b[0]) / 2, (d[1] - a[1] + c[1] - b[1]) / 2],
  };
}

/** Return by how much a box's area differs from the nearest faces', as a logarithm; null where too
 * few faces are in view or none is near. */
export function sizeDifference(quad: Quad, faces: readonly Quad[]): number | null {
  if (faces.length < settings.least_neighbours) return null;
  const middle = mean(quad);
  const nearest = faces
    .map((face) => ({ away: distance(mean(face), middle), area: meanArea(face) }))
    .sort((a, b) => a.away - b.away)
    .slice(0, settings.neighbours);
  if (nearest[0]!.away > settings.reach * Math.sqrt(nearest[0]!.area)) return null;
  const ratio = meanArea(quad) / Math.max(median(nearest.map(({ area }) => area)), 1e-6);
  return Math.abs(Math.log(Math.max(ratio, 1e-6)));
}

/** Return the area of a box by its mean sides. */
function meanArea(quad: Quad): number {
  const { across, down } = frame(quad);
  return Math.hypot(...across) * Math.hypot(...down);
}
