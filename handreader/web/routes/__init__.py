"""The addresses that belong together."""
