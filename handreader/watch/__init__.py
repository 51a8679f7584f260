"""Watching of a game by camera: observations become events, shown hands become win proposals.

    camera -> vision.tracking.observer -> play_tracker (actions) -> events -> journal
                                       -> win_proposal (a shown hand) -> confirmation

The journal is the single source of truth: the state of a game is a fold over its events.
"""
