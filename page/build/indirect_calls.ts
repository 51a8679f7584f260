/** Calls through a table in a wasm file, sent through one function for each type of function called.
 *
 * Chromium guesses whom each such call will reach, and builds that function into the caller. It throws
 * the caller's code away at every wrong guess, and Python's interpreter, which is one function of 80 kB
 * that calls everything, is compiled up to ten times. Where many callers share a call, it guesses none.
 */

/** A part of the file: an id, and where its contents are. */
interface Section {
  readonly id: number;
  readonly start: number;
  readonly end: number;
}

const HEADER = 8; // bytes of magic number and version
const SECTION = { type: 1, import: 2, function: 3, code: 10 };
const FUNCTION_TYPE = 0x60;
const I32 = 0x7f;
const OP = { call: 0x10, indirect: 0x11, localGet: 0x20, end: 0x0b };

/** What follows an operation: how many integers, or another way to go past it. */
type Operands = number | ((file: Reader) => void);

const memory = (file: Reader) => {
  if (file.integer() & 0x40) file.integer(); // of a memory that is not the first
  file.integer();
};
const OPERANDS: ReadonlyMap<number, Operands> = operands([
  [1, 0x02, 0x03, 0x04, 0x06, 0x07, 0x08, 0x09, 0x0c, 0x0d, 0x10, 0x12, 0x18],
  [1, ...range(0x20, 0x26), 0x3f, 0x40, 0x41, 0x42, 0xd0, 0xd2],
  [(file) => file.integers(file.integer() + 1), 0x0e],
  [(file) => file.integers(file.integer()), 0x1c],
  [memory, ...range(0x28, 0x3e)],
  [(file) => file.skip(4), 0x43],
  [(file) => file.skip(8), 0x44],
  [skipBulk, 0xfc],
  [skipVector, 0xfd],
  [0, 0x00, 0x01, 0x05, 0x0b, 0x0f, 0x19, 0x1a, 0x1b, 0xd1, ...range(0x45, 0xc4)],
]);

/** Return a wasm file whose calls through its table are made by few functions. */
export function shareIndirectCalls(bytes: Uint8Array): Uint8Array {
  const sections = sectionsOf(bytes);
  const types = typesOf(contents(bytes, sections, SECTION.type));
  const imported = importedFunctions(contents(bytes, sections, SECTION.import));
  const own = contents(bytes, sections, SECTION.function).integer();
  const callers = new Map<number, number>();
  const callerOf = (type: number) => {
    if (!callers.has(type)) callers.set(type, imported + own + callers.size);
    return callers.get(type)!;
  };
  const bodies = bodiesOf(contents(bytes, sections, SECTION.code), callerOf);
  const called = [...callers.keys()];
  const more: Record<number, Uint8Array[]> = {
    [SECTION.type]: called.map((type) => callerType(types[type]!)),
    [SECTION.function]: called.map((_, k) => leb(types.length + k)),
    [SECTION.code]: called.map((type) => sized(callerBody(type, types[type]!.count))),
  };
  const parts = sections.flatMap(({ id, start, end }) => {
    const added = more[id];
    if (added === undefined) return [Uint8Array.of(id), sized(bytes.subarray(start, end))];
    const file = new Reader(bytes, start, end);
    const count = leb(file.integer() + added.length);
    const earlier = id === SECTION.code ? bodies : [file.rest()];
    return [Uint8Array.of(id), sized(Buffer.concat([count, ...earlier, ...added]))];
  });
  const shared = Buffer.concat([bytes.subarray(0, HEADER), ...parts]);
  if (!WebAssembly.validate(shared)) throw new Error("the wasm file with shared calls is none");
  return shared;
}

/** The bytes of a type: those of its parameters without their number, and those of its results. */
interface FunctionType {
  readonly count: number;
  readonly parameters: Uint8Array;
  readonly results: Uint8Array;
}

function sectionsOf(bytes: Uint8Array): Section[] {
  const file = new Reader(bytes, HEADER, bytes.length);
  const sections: Section[] = [];
  while (!file.isAtEnd()) {
    const id = file.byte();
    const size = file.integer();
    sections.push({ id, start: file.at, end: file.at + size });
    file.skip(size);
  }
  return sections;
}

function contents(bytes: Uint8Array, sections: readonly Section[], id: number): Reader {
  const found = sections.find((section) => section.id === id);
  if (found === undefined) throw new Error(`the wasm file has no section ${id}`);
  return new Reader(bytes, found.start, found.end);
}

function typesOf(file: Reader): FunctionType[] {
  return Array.from({ length: file.integer() }, () => {
    if (file.byte() !== FUNCTION_TYPE) throw new Error("a type of the wasm file is no function");
    const count = file.integer();
    const parameters = file.skip(count);
    const results = file.skip(file.integer());
    return { count, parameters, results };
  });
}

/** Return how many functions are imported: their numbers come first. */
function importedFunctions(file: Reader): number {
  const limits = () => file.integers(1 + (file.byte() & 1));
  const kinds = [
    () => file.integers(1),
    () => [file.skip(1), limits()],
    limits,
    () => file.skip(2),
    () => file.integers(2),
  ];
  let found = 0;
  for (let left = file.integer(); left > 0; left--) {
    for (let name = 0; name < 2; name++) file.skip(file.integer());
    const kind = file.byte();
    kinds[kind]!();
    if (kind === 0) found++;
  }
  return found;
}

/** Return the bodies of all functions, each with its size. */
function bodiesOf(file: Reader, callerOf: (type: number) => number): Uint8Array[] {
  return Array.from({ length: file.integer() }, () => {
    const size = file.integer();
    const end = file.at + size;
    const parts: Uint8Array[] = [];
    let from = file.at;
    for (let locals = file.integer(); locals > 0; locals--) file.integers(2);
    while (file.at < end) {
      const at = file.at;
      const operation = file.byte();
      if (operation !== OP.indirect) {
        skipOperands(file, operation);
        continue;
      }
      const caller = callerOf(file.integer());
      if (file.integer() !== 0) throw new Error("the wasm file has a second table");
      parts.push(file.between(from, at), Uint8Array.of(OP.call), leb(caller));
      from = file.at;
    }
    return sized(Buffer.concat([...parts, file.between(from, end)]));
  });
}

/** Return the type of a function that calls one of a type: its last parameter is the place in the table. */
function callerType({ count, parameters, results }: FunctionType): Uint8Array {
  const head = [Uint8Array.of(FUNCTION_TYPE), leb(count + 1)];
  return Buffer.concat([...head, parameters, Uint8Array.of(I32), sized(results)]);
}

/** Return the body of that function: it has no locals, passes its parameters, and calls. */
function callerBody(type: number, count: number): Uint8Array {
  const passed = range(0, count).flatMap((k) => [OP.localGet, ...leb(k)]);
  return Uint8Array.of(0, ...passed, OP.indirect, ...leb(type), 0, OP.end);
}

function skipOperands(file: Reader, operation: number): void {
  const found = OPERANDS.get(operation);
  if (found === undefined) throw new Error(`unknown operation of wasm: ${operation}`);
  if (typeof found === "number") file.integers(found);
  else found(file);
}

/** Go past an operation on large parts of memory or tables, or a saturating conversion. */
function skipBulk(file: Reader): void {
  const operation = file.integer();
  if (operation > 7) file.integers([8, 10, 12, 14].includes(operation) ? 2 : 1);
}

/** Go past an operation on vectors. */
function skipVector(file: Reader): void {
  const operation = file.integer();
  const isLane = operation >= 84 && operation <= 91;
  if (operation <= 11 || isLane || operation === 92 || operation === 93) memory(file);
  if (operation === 12 || operation === 13) file.skip(16);
  if (isLane || (operation >= 21 && operation <= 34)) file.skip(1);
}

function operands(rows: readonly (readonly [Operands, ...number[]])[]): Map<number, Operands> {
  return new Map(rows.flatMap(([what, ...codes]) => codes.map((code) => [code, what] as const)));
}

function range(first: number, last: number): number[] {
  return Array.from({ length: last - first + 1 }, (_, k) => first + k);
}

/** Return an integer in the format of the file, LEB128. */
function leb(value: number): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  for (; rest >= 0x80; rest >>>= 7) bytes.push((rest & 0x7f) | 0x80);
  return Uint8Array.of(...bytes, rest);
}

function sized(bytes: Uint8Array): Uint8Array {
  return Buffer.concat([leb(bytes.length), bytes]);
}

/** Bytes that are read one after the other. */
class Reader {
  constructor(
    private readonly bytes: Uint8Array,
    public at: number,
    private readonly end: number,
  ) {}

  isAtEnd(): boolean {
    return this.at >= this.end;
  }

  byte(): number {
    return this.bytes[this.at++]!;
  }

  /** Read an integer of at most 32 bits; longer or negative ones are gone past. */
  integer(): number {
    let [value, shift, byte] = [0, 0, 0x80];
    for (; byte & 0x80; shift += 7) {
      byte = this.byte();
      value |= (byte & 0x7f) << shift;
    }
    return value >>> 0;
  }

  integers(count: number): void {
    for (let left = count; left > 0; left--) this.integer();
  }

  /** Go past some bytes, and return them. */
  skip(count: number): Uint8Array {
    this.at += count;
    return this.between(this.at - count, this.at);
  }

  between(start: number, end: number): Uint8Array {
    return this.bytes.subarray(start, end);
  }

  rest(): Uint8Array {
    return this.between(this.at, this.end);
  }
}
