/** ONNX files in Protocol Buffers' format: what of them is read here, and written anew. */

const BYTES = 2; // the wire type of strings, parts and raw numbers
const MODEL = { graph: 7 };
/** Numbers of the fields that are read here, by the message they belong to. */
export const GRAPH = { node: 1, initializer: 5 };
export const NODE = { input: 1, output: 2, operation: 4, attribute: 5 };
export const ATTRIBUTE = { name: 1, integer: 3 };
export const TENSOR = { type: 2, name: 8, raw: 9 };
/** Numbers of types. */
export const FLOAT = 1;
export const HALF = 10;
const READER = new TextDecoder();
const WRITER = new TextEncoder();

/** A field of a message: its bytes whole, and those of its value. */
export interface Field {
  readonly number: number;
  readonly whole: Uint8Array;
  /** Of a number: its varint. */
  readonly value: Uint8Array;
}

/** Return a file whose graph consists of other fields, each as its whole bytes. */
export function rewriteGraph(
  file: Uint8Array,
  rewrite: (graph: readonly Field[]) => readonly Uint8Array[],
): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const field of fieldsOf(file)) {
    if (field.number !== MODEL.graph) parts.push(field.whole);
    else parts.push(...message(MODEL.graph, rewrite([...fieldsOf(field.value)])));
  }
  return joined(parts);
}

/** Read the fields of a message one after the other. */
export function* fieldsOf(bytes: Uint8Array): Generator<Field> {
  let at = 0;
  const readVarint = () => {
    let [value, scale] = [0, 1];
    for (;;) {
      const byte = bytes[at++]!;
      value += (byte & 0x7f) * scale; // more than 32 bits are no shift
      if (byte < 0x80) return value;
      scale *= 0x80;
    }
  };
  while (at < bytes.length) {
    const start = at;
    const tag = readVarint();
    const kind = tag & 7;
    let first = at;
    if (kind === BYTES) {
      const size = readVarint();
      first = at;
      at += size;
    } else if (kind === 0) readVarint();
    else at += kind === 1 ? 8 : 4;
    yield {
      number: tag >> 3,
      whole: bytes.subarray(start, at),
      value: bytes.subarray(first, at),
    };
  }
}

export function bytesIn(fields: readonly Field[], number: number): Uint8Array | undefined {
  return fields.find((field) => field.number === number)?.value;
}

export function nameIn(fields: readonly Field[], number: number): string {
  return READER.decode(bytesIn(fields, number));
}

/** Write a field that is a message of such parts. */
export function message(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint((number << 3) | BYTES), varint(size), ...parts];
}

/** Write a field that is a text. */
export function text(number: number, value: string): Uint8Array[] {
  return message(number, [WRITER.encode(value)]);
}

/** Write a field that is a number. */
export function integer(number: number, value: number): Uint8Array[] {
  return [varint(number << 3), varint(value)];
}

function varint(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest = Math.floor(rest / 0x80)) bytes.push((rest % 0x80) | 0x80);
  return Uint8Array.of(...bytes, rest);
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
