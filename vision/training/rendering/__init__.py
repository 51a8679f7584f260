"""Rendered scenes of tiles."""
