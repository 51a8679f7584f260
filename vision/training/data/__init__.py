"""Training data: downloads, photos, crops, and the pool of all of it."""
