"""From what changed on the table to what was played, and from a shown hand to a proposed win."""
