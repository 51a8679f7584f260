/** The relation net: recognised tiles to the roles and sets that they have in a hand. */

import type { Net, Tensor } from "./recognition/net";

/** Flat rows of corners, names and facts of n tiles, and the rule set: what Python answers to
 * `relation_inputs` (`handreader.web.browser_worker`). */
export type RelationInputs = readonly [
  corners: readonly number[],
  names: readonly number[],
  facts: readonly number[],
  rules: readonly number[],
];

/** What the net says of n tiles (`vision.relations.roles`), as flat rows. */
export interface Relations {
  /** Logarithms of the probabilities of each role. */
  readonly roles: readonly number[];
  readonly flags: readonly number[];
  /** n rows of n. */
  readonly same_set: readonly number[];
  readonly edge: readonly number[];
}

/** What it says, with what it was asked. */
export interface KeptRelations extends Relations {
  /** The net, the rule set and the tiles of the hand, as text: answers and facts are no part of it. */
  readonly asked: string;
}

/** Digits of an output, which has seven: the text that Python parses is half as long. */
const DIGITS = 6;

/** Run the net on one tile or more. */
export async function relate(net: Net, inputs: RelationInputs): Promise<Relations> {
  const [corners, names, facts, rules] = inputs;
  const count = corners.length / 8;
  const found = await net.run(
    tensor(corners, [count, 4, 2]),
    tensor(names, [count, names.length / count]),
    tensor(facts, [count, facts.length / count]),
    tensor(rules, [rules.length]),
  );
  const [roles, flags, same_set, edge] = found.map(numbers);
  return { roles: roles!, flags: flags!, same_set: same_set!, edge: edge! };
}

function tensor(values: readonly number[], dims: readonly number[]): Tensor {
  return { data: Float32Array.from(values), dims };
}

function numbers({ data }: Tensor): number[] {
  return Array.from(data, (value) => Number(value.toPrecision(DIGITS)));
}
