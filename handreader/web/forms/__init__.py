"""What the page sends, parsed: deals, commands of a watched table, events of a tournament."""
