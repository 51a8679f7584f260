"""One watched game: the loop over the camera's frames, its deals, proposals and commands."""
