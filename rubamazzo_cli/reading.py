"""Reading the files that commands are given."""

from __future__ import annotations

from typing import NoReturn

import click

from .console import Console
from .errors import RecordError, TranscriptError
from .explain import explain
from .files import text_in
from .lines import Line, printable
from .record import Record, read_records


def end(console: Console, sentence: str, status: int) -> NoReturn:
    """End the command with this sentence on standard error and this status."""
    console.complain(sentence)
    raise click.exceptions.Exit(status)


def why_unreadable(
    error: OSError | UnicodeDecodeError | RecordError | TranscriptError, name: str, console: Console
) -> str:
    """The sentence that says why a record or a transcript cannot be read."""
    _ = console.language.gettext
    file = printable(name)
    if isinstance(error, RecordError | TranscriptError):
        return f"{file}, {explain(error, console.language)}"
    if isinstance(error, UnicodeDecodeError):
        line = error.object.count(b"\n", 0, error.start) + 1
        reason = _("line {line}: {reason}").format(line=line, reason=_("This line is not text in UTF-8."))
        return f"{file}, {reason}"
    reason = error.strerror or str(error)
    return _("{file} cannot be read: {reason}.").format(file=file, reason=_(reason))


def records_in(console: Console, name: str, *, pipes: bool = True) -> list[Record]:
    """The records of a file; one that cannot be read or does not add up ends the command (formats 1)."""
    try:
        return read_records(text_in(console.file_to_read(name), pipes=pipes))
    except RecordError as error:
        end(console, why_unreadable(error, name, console), 1 if error.is_difference else 4)
    except (OSError, UnicodeDecodeError) as error:
        end(console, why_unreadable(error, name, console), 4)


def announce(console: Console, game: Record, number: int, games: int) -> None:
    """Print which game of a file (from 1) comes next, where it holds several."""
    if games > 1:
        title = console.language.gettext("Game {n}: {variant}.").format(n=number, variant=game.variant)
        console.show(Line(title, "title"))
