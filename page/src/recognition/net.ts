/** A neural net: named tensors in, named tensors out. */

export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface Net {
  /** Run the net; inputs and outputs in the order of its file. */
  run(...inputs: readonly Tensor[]): Promise<readonly Tensor[]>;
}
