"""One watched game: `watcher` runs it, and every change of it is an event of its `session`.

    frame -> watcher -> play_tracker, proposals, deals -> Session.append -> journal, table, operator
    page, terminal -> Command -> command_handler -> proposals, deals, manual_entry -> Session.append
    journal <-> store_sync <-> store

`Session` alone has state; proposals, deals, manual_entry and command_handler are functions of it.
"""
