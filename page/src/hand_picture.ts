/** A hand as one picture to send: its tiles, total, patterns and who pays, for a chat's preview, too. */

import type { Hand, HeldTile } from "./answers";

/** What stands in the picture. */
export interface Sent {
  readonly hand: Hand;
  /** The part of the photo that shows the hand; null where it was entered. */
  readonly strip: CanvasImageSource | null;
  readonly total: string;
  readonly unit: string;
  readonly patterns: readonly { readonly name: string; readonly points: string }[];
  /** How the total comes of the patterns: fan and minipoints. */
  readonly notes: readonly string[];
  readonly pays: string;
  /** The rule set and the date. */
  readonly below: readonly string[];
}

const [WIDTH, HEIGHT, EDGE] = [1080, 1350, 48];
const INNER = WIDTH - 2 * EDGE;
const FONT = "system-ui, sans-serif";
const [GOLD, WHITE, INK, SOFT, IVORY] = ["#ffd35c", "#fff", "#17211c", "#56635b", "#fffdf5"];
/** Height of a tile to its width, and the gap between groups in widths of a tile. */
const [TALL, GAP] = [1.3, 0.4];
const MOST_STRIP = 240;
const LINE = 62;
/** Sizes of letters: who pays, and how the total comes about. */
const [PAYS, NOTE] = [38, 32];
/** Where the last line begins. */
const FOOT = HEIGHT - 110;

/** Draw the picture as PNG; `faceOf` loads a tile's face. */
export async function drawHand(
  sent: Sent,
  faceOf: (kind: string) => Promise<CanvasImageSource | null>,
): Promise<Blob> {
  const canvas = document.createElement("canvas");
  [canvas.width, canvas.height] = [WIDTH, HEIGHT];
  const pen = canvas.getContext("2d")!;
  const felt = pen.createLinearGradient(0, 0, 0, HEIGHT);
  felt.addColorStop(0, "#0b6b4f");
  felt.addColorStop(1, "#084c39");
  // once to know how high it is, then with the rest of the room above and below
  const free = FOOT - (await drawContent(pen, sent, faceOf, EDGE));
  pen.fillStyle = felt;
  pen.fillRect(0, 0, WIDTH, HEIGHT);
  await drawContent(pen, sent, faceOf, EDGE + Math.max(0, free / 2));
  pen.textAlign = "left";
  write(pen, sent.below.join(" · "), EDGE, HEIGHT - 44, `34px ${FONT}`, WHITE, INNER - 240);
  pen.textAlign = "right";
  write(pen, "handreader", WIDTH - EDGE, HEIGHT - 44, `bold 34px ${FONT}`, GOLD, 220);
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob === null ? reject(new Error("no PNG")) : resolve(blob)));
  });
}

type Pen = CanvasRenderingContext2D;

/** Draw all but the last line, from a height on; return where it ends. */
async function drawContent(
  pen: Pen,
  sent: Sent,
  faceOf: (kind: string) => Promise<CanvasImageSource | null>,
  top: number,
): Promise<number> {
  let y = top;
  if (sent.strip !== null) y += drawStrip(pen, sent.strip, y) + 32;
  y += (await drawTiles(pen, sent.hand, faceOf, y)) + 24;
  y += drawTotal(pen, sent, y);
  y = drawLines(pen, linesOf(pen, sent.pays, PAYS), y + 56, PAYS) + 24;
  const notes = sent.notes.flatMap((note) => linesOf(pen, note, NOTE));
  y = drawPatterns(pen, sent, y, FOOT - notes.length * heightOf(NOTE));
  return drawLines(pen, notes, y + 48, NOTE);
}

/** Draw the photo's part as wide as the picture; return its height. */
function drawStrip(pen: Pen, strip: CanvasImageSource, top: number): number {
  const { width, height } = strip as HTMLCanvasElement;
  const scale = Math.min(INNER / width, MOST_STRIP / height);
  const [wide, high] = [width * scale, height * scale];
  pen.save();
  roundRect(pen, (WIDTH - wide) / 2, top, wide, high, 24);
  pen.clip();
  pen.drawImage(strip, (WIDTH - wide) / 2, top, wide, high);
  pen.restore();
  return high;
}

/** Draw the tiles in their groups, the winning one with a golden edge; return their height. */
async function drawTiles(
  pen: Pen,
  hand: Hand,
  faceOf: (kind: string) => Promise<CanvasImageSource | null>,
  top: number,
): Promise<number> {
  const winning = hand.winning === null ? [] : [hand.winning];
  const groups: readonly (readonly HeldTile[])[] = [
    hand.concealed,
    winning,
    ...hand.melds.map(({ tiles }) => tiles),
    hand.flowers,
  ].filter((group) => group.length > 0);
  const count = groups.reduce((sum, group) => sum + group.length, 0);
  const wide = Math.min(72, INNER / (count + GAP * (groups.length - 1)));
  let x = (WIDTH - wide * (count + GAP * (groups.length - 1))) / 2;
  for (const group of groups) {
    for (const { kind } of group) {
      pen.fillStyle = IVORY;
      roundRect(pen, x + 1, top, wide - 2, wide * TALL, wide / 8);
      pen.fill();
      const face = await faceOf(kind);
      if (face !== null) pen.drawImage(face, x + 2, top + 1, wide - 4, wide * TALL - 2);
      if (group === winning) {
        pen.strokeStyle = GOLD;
        pen.lineWidth = 6;
        roundRect(pen, x - 2, top - 3, wide + 4, wide * TALL + 6, wide / 8);
        pen.stroke();
      }
      x += wide;
    }
    x += GAP * wide;
  }
  return wide * TALL;
}

/** Draw the total as large as there is room; return its height. */
function drawTotal(pen: Pen, { total, unit }: Sent, top: number): number {
  pen.textAlign = "center";
  write(pen, total, WIDTH / 2, top + 190, `bold 210px ${FONT}`, GOLD, INNER);
  write(pen, unit, WIDTH / 2, top + 250, `48px ${FONT}`, WHITE, INNER);
  return 250;
}

/** Draw lines in the middle; return where they end. */
function drawLines(pen: Pen, lines: readonly string[], top: number, size: number): number {
  const high = heightOf(size);
  pen.textAlign = "center";
  lines.forEach((line, at) => {
    write(pen, line, WIDTH / 2, top + at * high, `${size}px ${FONT}`, WHITE, INNER);
  });
  return top + (lines.length - 0.5) * high;
}

/** Return a sentence broken between words. */
function linesOf(pen: Pen, words: string, size: number): readonly string[] {
  pen.font = `${size}px ${FONT}`;
  return brokenLines(words, (part) => pen.measureText(part).width <= INNER);
}

/** Return the height of a line. */
function heightOf(size: number): number {
  return 1.25 * size;
}

/** Return a text in lines that fit. */
export function brokenLines(words: string, fits: (line: string) => boolean): readonly string[] {
  const lines: string[] = [];
  for (const word of words.split(" ").filter(Boolean)) {
    const last = lines[lines.length - 1];
    const longer = `${last} ${word}`;
    if (last !== undefined && fits(longer)) lines[lines.length - 1] = longer;
    else lines.push(word);
  }
  return lines;
}

/** Draw the patterns on a card, as many as it has room for, and how many more there are; return where
 * it ends. */
function drawPatterns(pen: Pen, { patterns }: Sent, top: number, bottom: number): number {
  const room = Math.max(1, Math.floor((bottom - top - 40) / LINE));
  const isWhole = patterns.length <= room;
  const shown = isWhole ? patterns : patterns.slice(0, room - 1);
  const lines = isWhole
    ? shown
    : [...shown, { name: `+ ${patterns.length - shown.length}`, points: "" }];
  if (lines.length === 0) return top;
  pen.fillStyle = IVORY;
  roundRect(pen, EDGE, top, INNER, lines.length * LINE + 36, 28);
  pen.fill();
  lines.forEach(({ name, points }, at) => {
    const y = top + 62 + at * LINE;
    pen.textAlign = "left";
    write(pen, name, EDGE + 32, y, `40px ${FONT}`, INK, INNER - 220);
    pen.textAlign = "right";
    write(pen, points, WIDTH - EDGE - 32, y, `bold 40px ${FONT}`, SOFT, 150);
  });
  return top + lines.length * LINE + 36;
}

function write(
  pen: Pen,
  words: string,
  x: number,
  y: number,
  font: string,
  colour: string,
  most: number,
): void {
  pen.font = font;
  pen.fillStyle = colour;
  pen.fillText(words, x, y, most);
}

/** Begin a path around a rectangle with round corners: Safari has one of its own from 16 on. */
function roundRect(pen: Pen, x: number, y: number, w: number, h: number, r: number): void {
  pen.beginPath();
  pen.moveTo(x + r, y);
  pen.arcTo(x + w, y, x + w, y + h, r);
  pen.arcTo(x + w, y + h, x, y + h, r);
  pen.arcTo(x, y + h, x, y, r);
  pen.arcTo(x, y, x + w, y, r);
  pen.closePath();
}
