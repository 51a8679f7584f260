"""The command `handreader`: one file a command."""
