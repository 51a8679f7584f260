"""`python -m handreader` is the command `handreader`."""

from __future__ import annotations

from .cli.app import main

main()
