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

/** Return an ONNX file whose weights are single floats, without the nodes that cast them.
 *
 * Casting costs as much as all else of a run; multiplying bytes by their scales little: it stays. */
export function widenWeights(file: Uint8Array): Uint8Array {
  const parts = [...fieldsOf(file)].flatMap(({ number, whole, value }) =>
    number === GRAPH.of ? message(GRAPH.of, widenGraph(value)) : [whole],
  );
  return joined(parts);
}

function widenGraph(graph: Uint8Array): Uint8Array[] {
  const fields = [...fieldsOf(graph)];
  const narrow = new Map<string, Field[]>();
  for (const { number, value } of fields) {
    if (number !== GRAPH.initializer) continue;
    const tensor = [...fieldsOf(value)];
    if (isNarrow(tensor)) narrow.set(nameIn(tensor, TENSOR.name), tensor);
  }
  return fields.flatMap((field) => {
    if (field.number === GRAPH.node) {
      const node = [...fieldsOf(field.value)];
      const tensor = narrow.get(nameIn(node, NODE.input));
      if (tensor === undefined || nameIn(node, NODE.operation) !== "Cast") return [field.whole];
      return message(GRAPH.initializer, widenTensor(tensor, nameIn(node, NODE.output)));
    }
    const isReplaced = field.number === GRAPH.initializer && isNarrow([...fieldsOf(field.value)]);
    return isReplaced ? [] : [field.whole];
  });
}

/** Return a tensor's fields with its numbers as single floats, under the name of what was cast. */
function widenTensor(tensor: readonly Field[], name: string): Uint8Array[] {
  const widen = typeOf(tensor) === HALF ? fromHalves : fromBytes;
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

const fromBytes = (bytes: Uint8Array) =>
  new Uint8Array(Float32Array.from(new Int8Array(bytes.slice().buffer)).buffer);

const typeOf = (tensor: readonly Field[]) => bytesIn(tensor, TENSOR.type)?.[0] ?? 0;

const isNarrow = (tensor: readonly Field[]) => [BYTE, HALF].includes(typeOf(tensor));

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

function nameIn(fields: readonly Field[], number: number): string {
  return READER.decode(bytesIn(fields, number));
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
