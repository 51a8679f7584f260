"""The page at the table: `handreader serve`. Needs the extra `web`; only `serve` imports this."""
