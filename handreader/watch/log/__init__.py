"""The log of a watched game: events, the journal that keeps them, and the state after them."""
