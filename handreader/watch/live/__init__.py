"""Watching as it is run: options, terminal, the thread behind a page, one game after the next."""
