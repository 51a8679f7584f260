"""Table tracking by a camera: stillness, changes, and the place of each tile.

`observer.Eyes` takes frames and gives sightings; it knows areas of the picture and
tiles in them, and nothing of the game.
"""
