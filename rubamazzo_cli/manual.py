"""The manual page, made from what `--help` says: `python -m rubamazzo_cli.manual > rubamazzo_cli/rubamazzo.1`."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator

import click

from . import __version__
from .cli import main as program
from .usage import help_parts, options_of

ENVIRONMENT = {
    "RUBAMAZZO_VARIANT, RUBAMAZZO_SET, RUBAMAZZO_LEVEL, RUBAMAZZO_LANG, RUBAMAZZO_CARDS, RUBAMAZZO_COLOR, "
    "RUBAMAZZO_ASCII, RUBAMAZZO_SPOKEN, RUBAMAZZO_KEYS, RUBAMAZZO_VERBOSE, RUBAMAZZO_TERSE": (
        "What the options of these names are where a command does not give them; several house rules are "
        "separated by semicolons, and an option without a value is yes or no."
    ),
    "RUBAMAZZO_STATE": "The folder in which finished games are noted, those of scripts as well.",
    "LC_ALL, LC_MESSAGES, LANG, LANGUAGE": "The language, where nothing else says which.",
    "NO_COLOR, FORCE_COLOR, CLICOLOR_FORCE, TERM": "Whether to colour lines where --color is auto.",
    "COLUMNS": "The width of lines that do not go to a terminal: 80 unless it says otherwise.",
}
FILES = {
    "~/.config/rubamazzo/config.toml": (
        'House rules and other preferences, one to a line, as level = "hard" or set = ["hand=5"]. '
        "The variables go over it, and the options over those. rubamazzo config tells where the file is, "
        "what is in force, and why."
    ),
    "~/.local/state/rubamazzo": "Games in progress, and notes of finished games.",
}
STATUS = {
    "0": "The game ended, or the player left.",
    "1": "A transcript, a record or a seal is not as it should be.",
    "2": "Wrong usage.",
    "3": "Piped input ended, or was refused, before the game was over.",
    "4": "A file could not be read or written, or standard output could not.",
    "5": "A program that played a seat failed.",
}


def manual() -> str:
    """The manual page, in the language of man pages."""
    return "\n".join(_lines()) + "\n"


def _lines() -> Iterator[str]:
    (_name, _colon, purpose) = help_parts(program)[0].partition(": ")
    yield f'.TH RUBAMAZZO 1 "" "rubamazzo {__version__}" "Games"'
    yield from (".SH NAME", f"rubamazzo {_plain('-')} {_plain(purpose.rstrip('.'))}")
    yield from (".SH SYNOPSIS", ".B rubamazzo", "[OPTIONS] [COMMAND [ARGS]...]")
    yield ".SH DESCRIPTION"
    yield from _paragraphs(help_parts(program)[1:])
    yield ".SH OPTIONS"
    whole = click.Context(program, **program.context_settings)
    yield from _options(whole)
    yield ".SH COMMANDS"
    for name, command in program.commands.items():
        context = click.Context(command, parent=whole)
        pieces = " ".join(command.collect_usage_pieces(context))
        yield from (f'.SS "rubamazzo {name} {_plain(pieces)}"', *_paragraphs(help_parts(command)))
        yield from _options(context)
    for heading, entries in {"ENVIRONMENT": ENVIRONMENT, "FILES": FILES, "EXIT STATUS": STATUS}.items():
        yield f".SH {heading}"
        for entry, text in entries.items():
            yield from (".TP", f".B {_plain(entry)}", _plain(text))


def _paragraphs(parts: list[str]) -> Iterator[str]:
    for part in parts:
        yield from (".PP", _plain(part))


def _options(context: click.Context) -> Iterator[str]:
    for option in options_of(context.command, context):
        names = ", ".join(rf"\fB{_plain(name)}\fR" for name in option.opts)
        value = rf" \fI{_plain(option.metavar)}\fR" if option.metavar else ""
        yield from (".TP", names + value, _plain(option.help or ""))


def _plain(text: str) -> str:
    r"""Text that means nothing else to troff.

    >>> print(_plain(r".a \ --b"))
    \&.a \e \-\-b
    """
    return re.sub(r"^(?=[.'])", r"\\&", text.replace("\\", "\\e").replace("-", "\\-"))


if __name__ == "__main__":
    sys.stdout.write(manual())
