/** What a game's home refused, or that it could not be reached: in words for the player. */
export class Refusal extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}
