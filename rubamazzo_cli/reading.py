"""Reading the files that commands are given."""

from __future__ import annotations

from typing import NoReturn

import click

from .console import Console
from .errors import RecordError, TranscriptError
from .explain import explain
from .lines import printable
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
        return _("{file} cannot be read: it is not text in UTF-8.").format(file=file)
    return _("{file} cannot be read: {reason}.").format(file=file, reason=error.strerror)


def records_in(console: Console, name: str) -> list[Record]:
    """The records of a file; one that cannot be read or does not add up ends the command (formats 1)."""
    try:
        return read_records(console.file_to_read(name).read_bytes().decode("utf-8"))
    except RecordError as error:
        end(console, why_unreadable(error, name, console), 1 if error.is_difference else 4)
    except (OSError, UnicodeDecodeError) as error:
        end(console, why_unreadable(error, name, console), 4)
