"""Roles and sets of boxes to hands: an exact search with the rules, and its parses."""
