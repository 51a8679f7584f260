"""Measure whole hands: dealt at random, rendered, read, judged. For a checkout alone."""
