"""Table tracking by a camera: stillness, changes, and the place of each tile.

`observer.TableObserver` turns frames into observations. It knows regions of the picture and tiles
in them, and nothing of the game.
"""
