"""Completion of commands, options and their values in bash, zsh and fish."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

from .command_line import CommandLineError

# Each calls the program with the words of the line and the number of the one to complete.
_BASH = """_handreader_completion() {
    local IFS=$'\\n'
    COMPREPLY=( $( env COMP_WORDS="${COMP_WORDS[*]}" COMP_CWORD=$COMP_CWORD \\
        _HANDREADER_COMPLETE=complete_bash $1 ) )
}
complete -o default -F _handreader_completion handreader"""
_ZSH = """#compdef handreader
_handreader_completion() {
    local found=$( env COMP_WORDS="${words[1,$CURRENT]}" COMP_CWORD=$((CURRENT - 1)) \\
        _HANDREADER_COMPLETE=complete_bash handreader )
    if [[ -n $found ]]; then compadd -- ${(f)found}; else _files; fi
}
compdef _handreader_completion handreader"""
_FISH = """complete --command handreader --arguments '(env \
COMP_WORDS=(commandline --cut-at-cursor --current-process | string collect) \
COMP_CWORD=(count (commandline --cut-at-cursor --current-process --tokenize)) \
_HANDREADER_COMPLETE=complete_bash handreader)'"""
_SHELLS = {
    # script, its file, the file that loads it, the line that does
    "bash": (_BASH, ".bash_completions/handreader.sh", ".bashrc", "source '{script}'"),
    "zsh": (
        _ZSH,
        ".zfunc/_handreader",
        ".zshrc",
        "fpath+=~/.zfunc; autoload -Uz compinit; compinit",
    ),
    "fish": (_FISH, ".config/fish/completions/handreader.fish", "", ""),
}


def script() -> str:
    """Return the script that completes commands in the user's shell."""
    return _SHELLS[_shell()][0]


def install() -> str:
    """Write the script to where the user's shell reads it; return a line that says so."""
    text, place, start, line = _SHELLS[_shell()]
    path = Path.home() / place
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"{text}\n", "utf-8")
    if start:
        start_file = Path.home() / start
        before = start_file.read_text("utf-8") if start_file.is_file() else ""
        line = line.format(script=path)
        if line not in before:
            start_file.write_text(f"{before}\n{line}\n", "utf-8")
    return f"{_shell()} completion installed in {path}; it works in a new terminal"


def line_to_complete(request: str) -> tuple[list[str], str]:
    """Return the words before the one to complete, without the program, and that one's start."""
    if request != "complete_bash":  # a script of an earlier version, which may run what is printed
        raise SystemExit(1)
    line, number = os.environ.get("COMP_WORDS", ""), int(os.environ.get("COMP_CWORD", "0"))
    try:
        words = shlex.split(line)
    except ValueError:  # a quotation mark is still open
        words = line.split()
    return words[1:number], words[number] if number < len(words) else ""


def _shell() -> str:
    shell = Path(os.environ.get("SHELL", "")).name
    if shell not in _SHELLS:
        raise CommandLineError("shell", seen=shell, known=", ".join(_SHELLS))
    return shell
