"""Our own drawings of mahjong faces, made with geometry; see `vision.training.draw_faces`."""
