"""Reading the files that commands are given."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import NoReturn

import click

from .console import Console
from .errors import RecordError, TranscriptError
from .explain import explain
from .i18n import N_
from .lines import Line, printable
from .record import Record, read_records

MOST = 64 << 20
"""How many bytes of a file are read; no sensible record or transcript is longer."""


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
        return _("{file} cannot be read: it is not text in UTF-8.").format(file=file)
    reason = error.strerror or str(error)
    return _("{file} cannot be read: {reason}.").format(file=file, reason=_(reason))


def text_in(path: Path, *, pipes: bool = False) -> str:
    """The text of a file, or of a pipe where those are welcome; a device is not read, for it may have no end.

    Raises OSError, also for what is longer than MOST bytes, and UnicodeDecodeError.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or (pipes and stat.S_ISFIFO(mode))):
        raise OSError(N_("it is not an ordinary file"))
    with path.open("rb") as file:
        text = file.read(MOST + 1)
    if len(text) > MOST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return text.decode("utf-8")


def records_in(console: Console, name: str) -> list[Record]:
    """The records of a file; one that cannot be read or does not add up ends the command (formats 1)."""
    try:
        return read_records(text_in(console.file_to_read(name), pipes=True))
    except RecordError as error:
        end(console, why_unreadable(error, name, console), 1 if error.is_difference else 4)
    except (OSError, UnicodeDecodeError) as error:
        end(console, why_unreadable(error, name, console), 4)


def announce(console: Console, game: Record, number: int, games: int) -> None:
    """Print which game of a file (from 1) comes next, where it holds several."""
    if games > 1:
        title = console.language.gettext("Game {n}: {variant}.").format(n=number, variant=game.variant)
        console.show(Line(title, "title"))
