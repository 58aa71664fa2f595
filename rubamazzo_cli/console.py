"""The rim: the process's input, output, signals, colours and environment (formats 1 and 2)."""

from __future__ import annotations

import contextlib
import errno
import os
import re
import signal
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, BinaryIO, NoReturn

import click

from .i18n import Language, language, preferred
from .lines import NO_BREAK, PLAIN_LETTERS, PROMPT, WIDTH, Line, for_the_ear, laid_out, printable
from .preferences import Preferences

if TYPE_CHECKING:
    from pathlib import Path

    from .drawing import Told

# What only a session or a file needs is imported where it is used, so that `--version` need not wait.

LONGEST = 200
"""How many characters of a line of input are kept; no sensible line is longer."""

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
    given lines, sees no environment, and keeps its files in a folder of its own.
    """

    starts_programs = True
    """Whether a seat may be played by another program."""

    checks: tuple[Path, ...] = ()
    """The transcripts that are being run again here, one because of another."""

    def __init__(
        self, environment: Mapping[str, str], *, colour: str = "auto", lang: str | None = None
    ) -> None:
        self.environment = environment
        self.preferences: Preferences = {}
        self.lang = lang or preferred(environment)
        self.colour = colour
        self.ascii = False
        self.spoken = False
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

    @property
    def is_screen(self) -> bool:
        """Whether a person types the input and sees the output."""
        return self.is_terminal and sys.stdout.isatty()

    def ask(self) -> str | None:
        """Show the prompt and take a line, short and printable; None at the end of the input.

        Where the line was not typed here it is shown as if it had been. Comments, and blank lines
        in piped input, are passed over (formats 2).
        """
        self._prompt()
        while (raw := self.read_line()) is not None:
            self.line_number += 1
            line = as_understood(raw)
            if self.is_terminal:
                if not line.startswith("#"):
                    return line
                self._prompt()
            elif line and not line.startswith("#"):
                self.write(f"{line}\n")
                return line
        self.write("\n")
        self.flush()
        return None

    def _prompt(self) -> None:
        self.write(PROMPT)
        self.flush()

    def read_line(self, limit: int = 4 * LONGEST) -> str | None:
        """The next line of the input; one of more bytes is cut, and says so; None at the end.

        Input that cannot be read any more, as of a terminal that is gone, is at its end.
        """
        if sys.stdin is None:
            return None
        source: BinaryIO = sys.stdin.buffer
        try:
            line = rest = source.readline(limit)
            is_whole = len(line) < limit or line.endswith(b"\n")
            while not is_whole and rest and not rest.endswith(b"\n"):
                rest = source.readline(1 << 16)
        except OSError:
            return None
        if not line:
            return None
        text = line.decode(sys.stdin.encoding, "replace")
        if not is_whole:
            text = text[:LONGEST] + "…"
        return text if self.line_number else text.removeprefix("\ufeff")

    # output

    @property
    def is_watched(self) -> bool:
        """Whether a person sees standard error as it is written."""
        return sys.stderr is not None and sys.stderr.isatty()

    @property
    def width(self) -> int:
        """The columns of the screen; elsewhere those of COLUMNS, else 80 (formats 2)."""
        if sys.stdout.isatty():
            return os.get_terminal_size(sys.stdout.fileno()).columns or WIDTH
        columns = self.environment.get("COLUMNS", "")
        return int(columns) if re.fullmatch("[1-9][0-9]{0,3}", columns) else WIDTH

    @property
    def has_colour(self) -> bool:
        """Whether to colour: what the option says, then the environment, then a terminal (formats 1)."""
        get = self.environment.get
        if self.colour != "auto":
            return self.colour == "always"
        if any(get(name, "0") not in ("", "0") for name in ("FORCE_COLOR", "CLICOLOR_FORCE")):
            return True
        return not get("NO_COLOR") and get("TERM") != "dumb" and sys.stdout.isatty()

    def show(self, told: Told) -> None:
        """Print what a session tells as it fits the screen and its characters."""
        from .drawing import rows_of

        told = told._replace(text=self._in_its_letters(told.text))
        has_colour = self.has_colour
        if has_colour:
            _let_windows_colour()
        if self.spoken and len(sentences := for_the_ear(told.text)) > 1:
            for sentence in sentences:
                self.show(told._replace(text=sentence))
            return
        style = COLOURS.get(told.role, {})
        for row in rows_of(told, self.width, self.encoding):
            for text, colour in row:
                looks = {**style, "fg": colour} if colour else style
                self.write(click.style(text, **looks) if has_colour and looks and text else text)
            self.write("\n")

    @property
    def encoding(self) -> str | None:
        """What characters can be written in; None where any can."""
        return "ascii" if self.ascii else sys.stdout.encoding

    def write(self, text: str) -> None:
        """Print text as it is."""
        sys.stdout.write(self._plain(text))

    def _in_its_letters(self, text: str) -> str:
        """The text in letters the output has, before it is laid out: an `æ` may have to be two."""
        encoding = self.encoding or "utf-8"
        parts = text.split(NO_BREAK)
        return NO_BREAK.join([part.encode(encoding, PLAIN_LETTERS).decode(encoding) for part in parts])

    def _plain(self, text: str) -> str:
        """The text in the plainest letters, where only those are wanted."""
        return text.encode("ascii", PLAIN_LETTERS).decode() if self.ascii else text

    def flush(self) -> None:
        """Let everything printed be seen."""
        sys.stdout.flush()

    def complain(self, sentence: str) -> None:
        """Say on standard error why the program ends."""
        if sys.stdout is not None:
            self.flush()
        try:
            sentence, *more = harmless(sentence).split("\n")
            columns = os.get_terminal_size(sys.stderr.fileno()).columns if self.is_watched else 0
            rows = laid_out(Line(sentence, "title"), columns) if columns else [sentence]
            sys.stderr.write(self._plain("\n".join([*rows, *more, ""]).replace(NO_BREAK, " ")))
            sys.stderr.flush()
        except (OSError, AttributeError):
            _silence(2)

    def progress(self, done: int, steps: int) -> None:
        """Show on standard error how far a long piece of work is, if somebody watches; at its end wipe that out."""
        if not self.is_watched:
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
        from pathlib import Path

        return Path(name)

    def file_to_write(self, name: str) -> Path:
        """Where a file named on the command line is written."""
        from pathlib import Path

        return Path(name)


class ScriptedConsole(Console):
    """A console with given lines for input, of 80 columns, in no particular place (formats 4).

    Files are read from `beside`, unless written before, and written into `scratch`; there are no others.
    """

    def __init__(
        self, lines: Iterator[str], beside: Path, scratch: Path, *, starts_programs: bool = False
    ) -> None:
        super().__init__({})
        self.starts_programs = starts_programs
        self.lines = lines
        self.beside = beside
        self.scratch = scratch

    is_terminal = False
    is_watched = False
    has_colour = False
    width = WIDTH

    def read_line(self, limit: int = 0) -> str | None:
        """The next of the given lines."""
        return next(self.lines, None)

    def complain(self, sentence: str) -> None:
        """Say the reason where it occurs."""
        self.write(f"{harmless(sentence)}\n".replace(NO_BREAK, " "))

    def file_to_read(self, name: str) -> Path:
        """The file of this name that was written before, or the file or folder that lies beside the transcript.

        What leads to any other place, or is a device or a pipe, ends the command as unreadable (formats 1).
        """
        written = self.file_to_write(name)
        if written.name == name and written.is_file():
            return written
        path = self.beside / name
        try:
            is_beside = path.resolve().is_relative_to(self.beside.resolve())
        except (OSError, RuntimeError, ValueError):  # links in a circle, or a name that is none
            is_beside = False
        if not is_beside:
            self._refuse(name, os.strerror(errno.EACCES))
        if path.exists() and not path.is_file() and not path.is_dir():
            self._refuse(name, self.language.gettext("it is not an ordinary file"))
        return path

    def _refuse(self, name: str, reason: str) -> NoReturn:
        _ = self.language.gettext
        self.complain(_("{file} cannot be read: {reason}.").format(file=printable(name), reason=reason))
        raise click.exceptions.Exit(4)

    def file_to_write(self, name: str) -> Path:
        """The file of this name in the scratch folder."""
        return self.scratch / os.path.basename(name)


def harmless(text: str) -> str:
    """Text that may repeat words of a command or a file, every line of it printable."""
    return "\n".join(map(printable, text.split("\n")))


def as_understood(text: str) -> str:
    """A line of input as it is understood, shown and written down: short, every character printable."""
    text = text.strip()
    return printable(text if len(text) <= LONGEST else text[: LONGEST - 1] + "…")


@lru_cache(maxsize=1)
def _let_windows_colour() -> None:
    """Have a Windows console understand colours; others do by themselves."""
    if os.name == "nt":
        from colorama import just_fix_windows_console

        just_fix_windows_console()


SIGNALS = [
    number for name in ("SIGINT", "SIGTERM", "SIGHUP") if (number := getattr(signal, name, None)) is not None
]
"""What asks a program to end."""


def run_process(program: Callable[[Console], int]) -> NoReturn:
    """Run the program on this process's streams and end the process as formats 1 says."""
    try:
        for number in SIGNALS:
            if signal.getsignal(number) is not signal.SIG_IGN:
                signal.signal(number, _signalled)
        status = _run_on_streams(program)
        _listen_no_more()
    except Signalled as end:
        _end_by(end.number)
    sys.exit(status)


def _run_on_streams(program: Callable[[Console], int]) -> int:
    """Run the program and return its status, that of output which cannot be written included."""
    for number in (0, 1, 2):  # so that no file we open is mistaken for a stream that was closed
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)
    for stream in (sys.stdout, sys.stderr):
        if stream is not None and hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=PLAIN_LETTERS, newline="\n")
    console = Console(os.environ)
    try:
        if sys.stdout is None:
            raise OSError("standard output is closed")
        with _waiting():
            status = program(console)
            console.flush()
    except BrokenPipeError:
        raise Signalled(getattr(signal, "SIGPIPE", signal.SIGTERM)) from None
    except OSError as error:
        _silence(1)
        _ = console.language.gettext
        reason = error.strerror or str(error)
        console.complain(_("The output could not be written: {reason}.").format(reason=reason))
        return 4
    return status


@contextlib.contextmanager
def _waiting() -> Iterator[None]:
    """Wait for streams that another program has left so that nobody does, and leave them so in the end."""
    left = [number for number in (0, 1, 2) if os.name == "posix" and not os.get_blocking(number)]
    for number in left:
        os.set_blocking(number, True)
    try:
        yield
    finally:
        for number in left:
            os.set_blocking(number, False)


def _signalled(number: int, frame: object) -> NoReturn:
    """Leave whatever is being done; who asks again need not wait for that."""
    _listen_no_more(after=number)
    raise Signalled(number)


def _listen_no_more(after: int | None = None) -> None:
    """End at once by a further signal; but one of another kind may have come at the same moment."""
    # A signal that has come already finds a handler: Python would complain of one that has none by then.
    for number in SIGNALS:
        if signal.getsignal(number) is _signalled:
            signal.signal(number, _end_by if after in (None, number) else _next_time)


def _next_time(number: int, frame: object) -> None:
    """Let the program leave; it ends at once if the same is asked again."""
    signal.signal(number, _end_by)


def _end_by(number: int, frame: object = None) -> NoReturn:
    """End the process by this signal, so that whoever started it sees it; nothing more is printed."""
    if os.name == "posix":
        signal.signal(number, signal.SIG_DFL)
        os.kill(os.getpid(), number)
    os._exit(128 + number)


def _silence(number: int) -> None:
    """Let a stream that cannot be written be written no more."""
    with contextlib.suppress(OSError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), number)
