"""A tournament: entrants, rounds drawn, table points, standings. Pure values and functions.

    events ─fold_events→ Tournament ─draw_rounds→ rounds        Tournament, results ─rank→ Ranking

Nothing here knows a database or a page: `handreader.store.tournaments` keeps the events.
"""
