"""A watched game written out: tables, replay formats, evidence of a win."""
