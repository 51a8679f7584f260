"""Decisions about the boxes of a photo: which are tiles, and which of these are backs."""
