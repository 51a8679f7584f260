"""Learn a set of tiles from photos of it."""
