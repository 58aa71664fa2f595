"""The rim: the process's input, output, signals, colours and environment (formats 1 and 2)."""

from __future__ import annotations

import codecs
import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, NoReturn

import click

from .i18n import Language, language, preferred
from .lines import PROMPT, WIDTH, Line, laid_out

LONGEST = 200
"""How many characters of a line of input are looked at; no sensible line is longer."""

COLOURS: dict[str, dict[str, Any]] = {
    "title": {"bold": True},
    "hand": {"bold": True},
    "menu": {"fg": "cyan"},
    "play": {"fg": "green"},
    "result": {"fg": "yellow"},
    "refused": {"fg": "red"},
    "help": {"fg": "cyan"},
}
"""How lines of each role look where there is colour; none of it carries meaning of its own."""


class Signalled(BaseException):
    """The process was asked to end by a signal."""

    def __init__(self, number: int) -> None:
        super().__init__(number)
        self.number = number


class Console:
    """Where lines come from and go to, and what surrounds the program.

    `is_terminal` says that somebody types the input; a scripted console (for `check`) reads
    given lines, sees no environment, and keeps its files in `folder`s of its own.
    """

    def __init__(
        self, environment: Mapping[str, str], *, colour: str = "auto", lang: str | None = None
    ) -> None:
        self.environment = environment
        self.lang = lang or preferred(environment)
        self.colour = colour
        self.line_number = 0

    @property
    def language(self) -> Language:
        """The language to speak."""
        return language(self.lang)

    # input

    @property
    def is_terminal(self) -> bool:
        """Whether a person types the input."""
        return sys.stdin is not None and sys.stdin.isatty()

    def ask(self) -> str | None:
        """Show the prompt and take a line, made printable; None at the end of the input.

        Where the line was not typed here it is shown as if it had been. Blank lines and comments
        in piped input are passed over (formats 2).
        """
        self.write(PROMPT)
        self.flush()
        while (raw := self.read_line()) is not None:
            self.line_number += 1
            line = printable(raw)
            if self.is_terminal:
                return line
            if line and not line.startswith("#"):
                self.write(f"{line}\n")
                return line
        self.write("\n")
        self.flush()
        return None

    starts_programs = True
    """Whether a seat may be played by another program."""

    def read_line(self, limit: int = 4 * LONGEST) -> str | None:
        """The next line of the input, cut after so many bytes; None at the end."""
        if sys.stdin is None:
            return None
        source: BinaryIO = sys.stdin.buffer
        line = source.readline(limit)
        rest = line
        while rest and not rest.endswith(b"\n"):
            rest = source.readline(1 << 16)
        text = line.decode(sys.stdin.encoding, "replace") if line else None
        return text.removeprefix("\ufeff") if text and not self.line_number else text

    # output

    @property
    def width(self) -> int:
        """The columns of the screen; elsewhere those of COLUMNS, else 80 (formats 2)."""
        if sys.stdout.isatty():
            return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
        columns = self.environment.get("COLUMNS", "")
        return int(columns) if columns.isdecimal() and 0 < int(columns) < 10_000 else WIDTH

    @property
    def has_colour(self) -> bool:
        """Whether to colour: what the option says, then the environment, then a terminal (formats 1)."""
        get = self.environment.get
        if self.colour != "auto":
            return self.colour == "always"
        if any(get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
            return True
        return not get("NO_COLOR") and get("TERM") != "dumb" and sys.stdout.isatty()

    def show(self, line: Line) -> None:
        """Print a line of the session as it fits the screen."""
        style = COLOURS.get(line.role) if self.has_colour else None
        for row in laid_out(line, self.width):
            self.write((click.style(row, **style) if style and row else row) + "\n")

    def write(self, text: str) -> None:
        """Print text as it is."""
        sys.stdout.write(text)

    def flush(self) -> None:
        """Let everything printed be seen."""
        sys.stdout.flush()

    def complain(self, sentence: str) -> None:
        """Say on standard error why the program ends."""
        self.flush()
        with contextlib.suppress(OSError, AttributeError):
            sys.stderr.write(f"{sentence}\n")
            sys.stderr.flush()

    def progress(self, done: int, steps: int) -> None:
        """Show on standard error how far a long piece of work is, if somebody watches; at its end wipe that out."""
        if sys.stderr is None or not sys.stderr.isatty():
            return
        text = "" if done == steps else f"{100 * done // steps} %"
        self.flush()
        sys.stderr.write(f"\r{text:<5}" if text else "\r     \r")
        sys.stderr.flush()

    def clear(self) -> None:
        """Wipe the screen, so that no hand stays in sight."""
        click.clear()

    # files

    def file_to_read(self, name: str) -> Path:
        """Where a file named on the command line is read."""
        return Path(name)

    def file_to_write(self, name: str) -> Path:
        """Where a file named on the command line is written."""
        return Path(name)


class ScriptedConsole(Console):
    """A console with given lines for input, of 80 columns, in no particular place (formats 4).

    Files are read from `beside`, unless written before, and written into `scratch`.
    """

    def __init__(self, lines: Iterator[str], beside: Path, scratch: Path, *, starts_programs: bool) -> None:
        super().__init__({})
        self.starts_programs = starts_programs
        self.lines = lines
        self.beside = beside
        self.scratch = scratch

    is_terminal = False
    has_colour = False
    width = WIDTH

    def progress(self, done: int, steps: int) -> None:
        """Nobody watches."""

    def read_line(self, limit: int = 0) -> str | None:
        """The next of the given lines."""
        return next(self.lines, None)

    def complain(self, sentence: str) -> None:
        """Say the reason where it occurs."""
        self.write(f"{sentence}\n")

    def file_to_read(self, name: str) -> Path:
        """The file of this name that was written before, or that lies beside the transcript."""
        written = self.file_to_write(name)
        return written if written.exists() else self.beside / name

    def file_to_write(self, name: str) -> Path:
        """The file of this name in the scratch folder."""
        return self.scratch / Path(name).name


def printable(text: str) -> str:
    """A line of input as it is shown and understood: short, on one line, every character printable."""
    text = text.strip()[:LONGEST]
    return "".join(
        char if char.isprintable() else " " if char.isspace() else "\N{REPLACEMENT CHARACTER}" for char in text
    ).strip()


def _plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding lacks with the letters it has: `ș` as `s`, a dash as `-`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    import unicodedata

    plain = ""
    for char in error.object[error.start : error.end]:
        base = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
        plain += _PLAIN.get(char) or base or "?"
    return plain, error.end


_PLAIN = dict(zip("–—’‘“”«»øØ▁▂▃▄▅▆▇█", '--\'\'""""oO12345678', strict=True)) | {
    "…": "...",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
}


def run_process(program: Callable[[Console], int]) -> NoReturn:
    """Run the program on this process's streams and end the process as formats 1 says."""
    console = Console(os.environ)
    try:
        for stream in (sys.stdout, sys.stderr):
            if stream is not None and hasattr(stream, "reconfigure"):
                codecs.register_error("rubamazzo", _plain_letters)
                stream.reconfigure(errors="rubamazzo")
        for name in ("SIGTERM", "SIGHUP"):
            if hasattr(signal, name) and signal.getsignal(getattr(signal, name)) is not signal.SIG_IGN:
                signal.signal(getattr(signal, name), _signalled)
        if sys.stdout is None:
            raise OSError("standard output is closed")
        status = program(console)
        sys.stdout.flush()
    except KeyboardInterrupt:
        _end_by(signal.SIGINT)
    except Signalled as end:
        _end_by(end.number)
    except BrokenPipeError:
        _end_by(getattr(signal, "SIGPIPE", signal.SIGTERM))
    except OSError as error:
        _ = console.language.gettext
        with contextlib.suppress(Exception):
            reason = error.strerror or str(error)
            sys.stderr.write(_("The output could not be written: {reason}.").format(reason=reason) + "\n")
        _forget_output()
        status = 4
    sys.exit(status)


def _signalled(number: int, frame: object) -> NoReturn:
    raise Signalled(number)


def _end_by(number: int) -> NoReturn:
    """End the process by this signal, so that whoever started it sees it."""
    _forget_output()
    if os.name == "posix":
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(128 + number)


def _forget_output() -> None:
    """Let nothing more be written that cannot be written anyway."""
    with contextlib.suppress(OSError, AttributeError, ValueError):
        sys.stdout.flush()
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
