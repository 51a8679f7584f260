/** A neural net: named tensors in, named tensors out. */

export interface Tensor {
  readonly data: Float32Array;
  readonly dims: readonly number[];
}

export interface Net {
  /** Run the net on its only input, "picture"; outputs in the order of its file. */
  run(picture: Tensor): Promise<readonly Tensor[]>;
}
