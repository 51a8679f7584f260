"""Our own drawings of the tiles' faces."""
