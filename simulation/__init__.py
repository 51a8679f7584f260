"""Scripted games and their rendered films: for tests and benchmarks, not shipped."""
