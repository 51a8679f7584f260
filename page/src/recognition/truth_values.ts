/** Truth values that an ONNX file casts to numbers, chosen between one and zero instead. */

import {
  ATTRIBUTE,
  bytesIn,
  type Field,
  FLOAT,
  fieldsOf,
  GRAPH,
  integer,
  message,
  NODE,
  nameIn,
  rewriteGraph,
  TENSOR,
  text,
} from "./onnx_file";

/** Operations whose results are truth values. */
const COMPARISONS = new Set(
  "And Equal Greater GreaterOrEqual IsInf IsNaN Less LessOrEqual Not Or Xor".split(" "),
);
const [ONE, ZERO] = ["truth_values.one", "truth_values.zero"];

/** Return an ONNX file that casts no truth values to floats.
 *
 * onnxruntime's cast of any type to any other is one function of 490 kB. A browser that finds it
 * run often optimises it: for a second, with 300 MB of memory. */
export function chooseFloats(file: Uint8Array): Uint8Array {
  return rewriteGraph(file, chooseInGraph);
}

function chooseInGraph(graph: readonly Field[]): Uint8Array[] {
  const truths = new Set<string>();
  let isCast = false;
  const parts = graph.flatMap((field) => {
    if (field.number !== GRAPH.node) return [field.whole];
    const node = [...fieldsOf(field.value)];
    const operation = nameIn(node, NODE.operation);
    if (COMPARISONS.has(operation)) truths.add(nameIn(node, NODE.output));
    if (operation !== "Cast" || !truths.has(nameIn(node, NODE.input)) || !isToFloat(node)) {
      return [field.whole];
    }
    isCast = true;
    return message(GRAPH.node, choiceOf(node));
  });
  return isCast ? [...parts, ...numberNamed(ONE, 1), ...numberNamed(ZERO, 0)] : parts;
}

function isToFloat(cast: readonly Field[]): boolean {
  return cast.some(({ number, value }) => {
    if (number !== NODE.attribute) return false;
    const attribute = [...fieldsOf(value)];
    const type = bytesIn(attribute, ATTRIBUTE.integer)?.[0];
    return nameIn(attribute, ATTRIBUTE.name) === "to" && type === FLOAT;
  });
}

/** Return the node that chooses one where a cast's input is true, else zero. */
function choiceOf(cast: readonly Field[]): Uint8Array[] {
  return [
    ...text(NODE.input, nameIn(cast, NODE.input)),
    ...text(NODE.input, ONE),
    ...text(NODE.input, ZERO),
    ...text(NODE.output, nameIn(cast, NODE.output)),
    ...text(NODE.operation, "Where"),
  ];
}

/** Return a number of the graph: a tensor without dimensions. */
function numberNamed(name: string, value: number): Uint8Array[] {
  const raw = new Uint8Array(Float32Array.of(value).buffer);
  return message(GRAPH.initializer, [
    ...integer(TENSOR.type, FLOAT),
    ...text(TENSOR.name, name),
    ...message(TENSOR.raw, [raw]),
  ]);
}
