"""Boxes of one photo to roles and sets: arrays, the relation net and its outputs."""
