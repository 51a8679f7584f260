"""How people lay tiles, as box lists: `lay` a hand, `project` it, add a finder's `noise`."""
