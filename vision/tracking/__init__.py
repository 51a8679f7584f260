"""A table watched by a camera: when it is calm, what changed, which tiles lie where.

`observer.Eyes` takes frames and gives sightings; it knows areas of the picture and
tiles in them, and nothing of the game.
"""
