/** Weights that an ONNX file keeps in half precision, widened once, where its nodes would at each run. */

import {
  bytesIn,
  type Field,
  FLOAT,
  fieldsOf,
  GRAPH,
  HALF,
  integer,
  message,
  NODE,
  nameIn,
  rewriteGraph,
  TENSOR,
  text,
} from "./onnx_file";

/** Return an ONNX file whose weights are single floats, without the nodes that cast them.
 *
 * The file is half as large as that; casting costs as much as all else of a run. */
export function widenWeights(file: Uint8Array): Uint8Array {
  return rewriteGraph(file, widenGraph);
}

function widenGraph(graph: readonly Field[]): Uint8Array[] {
  const halves = new Map<string, Field[]>();
  for (const { number, value } of graph) {
    if (number !== GRAPH.initializer) continue;
    const tensor = [...fieldsOf(value)];
    if (bytesIn(tensor, TENSOR.type)?.[0] === HALF) halves.set(nameIn(tensor, TENSOR.name), tensor);
  }
  return graph.flatMap((field) => {
    if (field.number === GRAPH.node) {
      const node = [...fieldsOf(field.value)];
      const half = halves.get(nameIn(node, NODE.input));
      if (half === undefined || nameIn(node, NODE.operation) !== "Cast") return [field.whole];
      return message(GRAPH.initializer, widenTensor(half, nameIn(node, NODE.output)));
    }
    const isHalf =
      field.number === GRAPH.initializer &&
      bytesIn([...fieldsOf(field.value)], TENSOR.type)?.[0] === HALF;
    return isHalf ? [] : [field.whole];
  });
}

/** Return a tensor's fields with its numbers as single floats, under the name of what was cast. */
function widenTensor(half: readonly Field[], name: string): Uint8Array[] {
  return half.flatMap(({ number, whole, value }) => {
    if (number === TENSOR.type) return integer(TENSOR.type, FLOAT);
    if (number === TENSOR.name) return text(TENSOR.name, name);
    if (number === TENSOR.raw) return message(TENSOR.raw, [widen(value)]);
    return [whole];
  });
}

/** Return half floats as single floats, exactly: exponents of singles are 112 higher. */
function widen(halves: Uint8Array): Uint8Array {
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
