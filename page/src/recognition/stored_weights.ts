/** Weights that an ONNX file keeps in halves or bytes, widened once, where its nodes would at each run. */

const FLOAT = 1;
const BYTE = 3;
const HALF = 10;
const BYTES = 2; // the wire type of strings, parts and raw numbers
const GRAPH = { of: 7, node: 1, initializer: 5 };
const NODE = { input: 1, output: 2, operation: 4 };
const TENSOR = { type: 2, name: 8, raw: 9 };
const READER = new TextDecoder();
const WRITER = new TextEncoder();

/** A field of a message in Protocol Buffers' format: its bytes whole, and those of its value. */
interface Field {
  readonly number: number;
  readonly whole: Uint8Array;
  /** Of a number: its varint. */
  readonly value: Uint8Array;
}

/** Return an ONNX file whose weights are single floats, without the nodes that unpack them.
 *
 * The file is half as large as that or less; unpacking costs as much as all else of a run. */
export function widenWeights(file: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = [];
  for (const field of fieldsOf(file)) {
    if (field.number === GRAPH.of) parts.push(...message(GRAPH.of, widenGraph(field.value)));
    else parts.push(field.whole);
  }
  return joined(parts);
}

function widenGraph(graph: Uint8Array): Uint8Array[] {
  const fields = [...fieldsOf(graph)];
  const stored = new Map<string, Field[]>();
  for (const { number, value } of fields) {
    if (number !== GRAPH.initializer) continue;
    const tensor = [...fieldsOf(value)];
    stored.set(nameIn(tensor, TENSOR.name), tensor);
  }
  const bytes = new Map<string, Field[]>(); // by the names of their floats, still without a scale
  const used = new Set<string>();
  const wide: Uint8Array[] = [];
  const nodes = fields.filter(({ number, value }) => {
    if (number !== GRAPH.node) return false;
    const node = [...fieldsOf(value)];
    const [from = "", by = ""] = namesIn(node, NODE.input);
    const name = nameIn(node, NODE.output);
    const tensor = stored.get(from) ?? bytes.get(from);
    if (tensor === undefined) return true;
    const operation = nameIn(node, NODE.operation);
    if (operation === "Cast" && typeOf(tensor) === BYTE) bytes.set(name, tensor);
    else if (operation === "Cast" && typeOf(tensor) === HALF)
      wide.push(...message(GRAPH.initializer, widenTensor(tensor, name, fromHalves)));
    else if (operation === "Mul" && bytes.has(from)) {
      const scale = singles(stored.get(by)!);
      const widen = (raw: Uint8Array) => fromBytes(raw, scale);
      wide.push(...message(GRAPH.initializer, widenTensor(tensor, name, widen)));
      used.add(by);
    } else return true;
    used.add(from);
    return false;
  });
  const others = fields.filter(({ number, value }) => {
    if (number === GRAPH.node) return false;
    return number !== GRAPH.initializer || !used.has(nameIn([...fieldsOf(value)], TENSOR.name));
  });
  return [...nodes.map(({ whole }) => whole), ...wide, ...others.map(({ whole }) => whole)];
}

/** Return a tensor's fields with its numbers as single floats, under the name of what unpacks them. */
function widenTensor(
  tensor: readonly Field[],
  name: string,
  widen: (raw: Uint8Array) => Uint8Array,
): Uint8Array[] {
  return tensor.flatMap(({ number, whole, value }) => {
    if (number === TENSOR.type) return [varint(TENSOR.type << 3), varint(FLOAT)];
    if (number === TENSOR.name) return message(TENSOR.name, [WRITER.encode(name)]);
    if (number === TENSOR.raw) return message(TENSOR.raw, [widen(value)]);
    return [whole];
  });
}

/** Return half floats as single floats, exactly: exponents of singles are 112 higher. */
function fromHalves(halves: Uint8Array): Uint8Array {
  const numbers = new Uint16Array(halves.slice().buffer);
  const words = new Uint32Array(numbers.length);
  const floats = new Float32Array(words.buffer);
  for (let k = 0; k < numbers.length; k++) {
    const half = numbers[k]!;
    words[k] = ((half & 0x8000) << 16) | ((half & 0x7fff) << 13);
    floats[k]! *= 2 ** 112;
  }
  return new Uint8Array(words.buffer);
}

/** Return bytes as single floats; each row has its scale. */
function fromBytes(bytes: Uint8Array, scale: Float32Array): Uint8Array {
  const floats = Float32Array.from(new Int8Array(bytes.slice().buffer));
  const long = floats.length / scale.length;
  for (let k = 0; k < floats.length; k++) floats[k]! *= scale[Math.floor(k / long)]!;
  return new Uint8Array(floats.buffer);
}

function singles(tensor: readonly Field[]): Float32Array {
  return new Float32Array(bytesIn(tensor, TENSOR.raw)!.slice().buffer);
}

function typeOf(tensor: readonly Field[]): number | undefined {
  return bytesIn(tensor, TENSOR.type)?.[0];
}

/** Read the fields of a message one after the other. */
function* fieldsOf(bytes: Uint8Array): Generator<Field> {
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

function bytesIn(fields: readonly Field[], number: number): Uint8Array | undefined {
  return fields.find((field) => field.number === number)?.value;
}

function namesIn(fields: readonly Field[], number: number): string[] {
  return fields.filter((one) => one.number === number).map(({ value }) => READER.decode(value));
}

function nameIn(fields: readonly Field[], number: number): string {
  return namesIn(fields, number)[0] ?? "";
}

function message(number: number, parts: readonly Uint8Array[]): Uint8Array[] {
  const size = parts.reduce((sum, part) => sum + part.length, 0);
  return [varint((number << 3) | BYTES), varint(size), ...parts];
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
