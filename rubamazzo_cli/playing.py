"""The rim of a game: a session run at a console, and the files that grow beside it."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from pathlib import Path

import click

from .console import Console, harmless
from .drawing import Told, rows_of, text_of
from .errors import EngineFailed
from .explain import explain
from .files import GrowingFile, blamed_on, followed
from .keys import Keyboard
from .lines import NO_BREAK, PROMPT, WIDTH, Line, printable
from .players import Player
from .record import Record, Seat, move_line, write_record
from .session import Output, Pause, Session, level_player
from .transcript import footer, header


def run(
    session: Session,
    console: Console,
    witnesses: list[Witness],
    *,
    keep_going: bool,
    keyboard: Keyboard | None = None,
) -> int:
    """Play a session at a console to its end and return the exit status (formats 1 and 2).

    The witnesses see everything that is typed and told. With a keyboard, single keys are lines.
    """
    status = lines = 0
    in_haste = False
    console.spoken = session.manner.spoken
    try:
        heard = _tell(session, session.start(), console, witnesses)
        while session.asking is not None:
            if heard == "nobody":
                line: str | None = None
            else:
                line = keyboard.ask(session) if keyboard else console.ask()
            if line is None:
                if not console.is_terminal:
                    status = _input_ended(session, console, witnesses, lines)
                    break
                line = "quit"
            elif console.is_terminal and not line and session.asking.kind in ("move", "cut"):
                continue
            lines += 1
            for witness in witnesses:
                witness.typed(line, session)
            heard = _tell(session, session.feed(line), console, witnesses)
            if heard == "refused" and not console.is_terminal and not keep_going:
                _ = console.language.gettext
                reason = _("Line {n} was refused, so the game stopped there.")
                again = reason.format(n=lines)
                status = _give_up(reason.format(n=console.line_number), console, witnesses, again=again)
                break
    except BaseException as error:
        in_haste = True
        for witness in witnesses:
            witness.interrupted(error)
        raise
    finally:
        session.close(in_haste=in_haste)
    if session.failure is not None:
        status = _engine_failed(session.failure, console, witnesses)
    for witness in witnesses:
        witness.ended(status, session)
    return status


def _tell(session: Session, outputs: Iterable[Output], console: Console, witnesses: list[Witness]) -> str:
    """Show what the session tells, and return how it went: `told`, or `refused` if a line was.

    It is `nobody` where the input ended before the screen was handed over; what follows is not shown then.
    """
    heard = "told"
    for output in outputs:
        if isinstance(output, Pause):
            if heard != "nobody" and not _hand_over(session, output, console):
                heard = "nobody"
            continue
        for witness in witnesses:  # before the screen, which may be stopped, so that nothing is lost
            witness.told(output, session)
        if heard == "nobody":
            continue
        console.show(output)
        if output.role == "refused":
            heard = "refused"
    for witness in witnesses:
        witness.asked(session)
    return heard


def _hand_over(session: Session, pause: Pause, console: Console) -> bool:
    """Between two people at one terminal: wait, clear the screen, and show what was played meanwhile.

    False if the input is at its end, so that nobody is there to see it.
    """
    if not console.is_terminal:
        return True
    _ = console.language.gettext
    name = session.narrator.names[pause.seat]
    console.show(
        Line(
            _("{player} plays next. Press Enter when only {player} can see the screen.").format(player=name),
            "help",
        )
    )
    console.flush()
    if console.read_line() is None:
        return False
    console.clear()
    if session.manner.spoken:
        console.show(Line(_("The screen has been cleared."), "help"))
    for line in pause.lines:
        console.show(line)
    return True


def _engine_failed(failure: EngineFailed, console: Console, witnesses: list[Witness]) -> int:
    """Say which engine failed how, and at what position."""
    reason = f"{explain(failure, console.language)}\n{failure.record}".rstrip()
    return _give_up(reason, console, witnesses, 5)


def _input_ended(session: Session, console: Console, witnesses: list[Witness], lines: int) -> int:
    """The piped input is at its end after so many lines: well after a game, too early within one."""
    for witness in witnesses:
        witness.typed(None, session)
    if session.is_over:
        return 0
    _ = console.language.gettext
    reason = _("The input ended before the game was over: line {n} is missing.")
    again = reason.format(n=lines + 1)
    return _give_up(reason.format(n=console.line_number + 1), console, witnesses, again=again)


def _give_up(
    reason: str, console: Console, witnesses: list[Witness], status: int = 3, *, again: str = ""
) -> int:
    """Say why the game ends, and to the witnesses what would be said of the lines as they know them.

    They are given neither comments nor blank lines, so that they count fewer.
    """
    console.complain(reason)
    for witness in witnesses:
        witness.complained(again or reason)
    return status


class Players:
    """Calls whoever plays a seat: a level, or another program spoken to in lines (formats 5).

    Programs have so many seconds for an answer; what is said goes into the log where there is one.
    """

    def __init__(self, timeout: float, log: GrowingFile | None = None) -> None:
        self.timeout = timeout
        self.log = log

    def __call__(self, seat: Seat) -> Player:
        """The player this seat is for."""
        if seat.kind == "cmd":
            from .players.program import Program

            return Program(seat.name, timeout=self.timeout, log=self._write)
        return level_player(seat)

    def _write(self, direction: str, line: str) -> None:
        if self.log is not None:
            self.log.append(f"{direction} {line}\n")


class Witness:
    """Somebody who follows a session and writes it down."""

    def typed(self, line: str | None, session: Session) -> None:
        """A line was typed, or None: the input is at its end."""

    def told(self, line: Told, session: Session) -> None:
        """The session said something."""

    def asked(self, session: Session) -> None:
        """The session waits for a line, or has ended."""

    def complained(self, reason: str) -> None:
        """The game ends before its time, for this reason."""

    def ended(self, status: int, session: Session) -> None:
        """The session is over, with this exit status."""

    def interrupted(self, error: BaseException) -> None:
        """The session was broken off, by a signal or because something cannot be written."""


class TranscriptFile(Witness):
    """Writes the transcript of a session as it goes on (formats 4)."""

    def __init__(self, file: GrowingFile, command: list[str]) -> None:
        self.file = file
        file.append(header("", command))

    def typed(self, line: str | None, session: Session) -> None:
        """What was typed, an empty line that cancels written as `x`."""
        self.file.append(f"{PROMPT}{'x' if line == '' else line or ''}\n")

    def told(self, line: Told, session: Session) -> None:
        """What the session said, as it looks on a screen of 80 columns."""
        self.file.append("".join(f"{text_of(row)}\n" for row in rows_of(line, WIDTH)))

    def complained(self, reason: str) -> None:
        """What standard error was told."""
        self.file.append(f"{harmless(reason)}\n".replace(NO_BREAK, " "))

    def ended(self, status: int, session: Session) -> None:
        """The last line."""
        self.file.append(footer(status))
        self.file.close()


class RecordWriter:
    """Keeps a record in a file that is a valid beginning of the game at every moment (formats 3).

    A move adds a line; anything else, such as the end of a deal, replaces the file at one stroke.
    """

    def __init__(self, file: GrowingFile) -> None:
        self.file = file
        self.written: tuple[object, ...] = ()
        self.moves = 0

    def write(self, record: Record, before: str = "") -> None:
        """Write what has been played since the last time; `before` stands in the file before the record."""
        deals = record.match.deals
        deal = deals[-1]
        moves = len(deal.moves)
        seats, notes = record.seats_in(len(deals)), tuple(record.other_tags.items())
        state = (before, len(deals), deal.is_over, record.assisted, seats, notes)
        if (state, moves) == (self.written, self.moves):
            return
        grown = (state, moves - 1) == (self.written, self.moves) and self.file.is_there
        self.written = ()  # what follows may fail half way, and then the next writing replaces it
        if grown:
            self.file.append(move_line(deal, moves - 1) + "\n")
        else:
            self.file.replace(before + write_record(record))
        self.written, self.moves = state, moves


class RecordFile(Witness):
    """Keeps the records of all games of a session in one file."""

    def __init__(self, file: GrowingFile) -> None:
        self.writer = RecordWriter(file)
        self.earlier = ""
        self.record: Record | None = None

    def told(self, line: Told, session: Session) -> None:
        """Write what has been played since the last line."""
        self.asked(session)

    def asked(self, session: Session) -> None:
        """Write what has been played since the last line."""
        if not session.match.deals:
            return
        if self.record is not session.record:
            if self.record is not None:
                self.earlier += write_record(self.record)
            self.record = session.record
        self.writer.write(session.record, self.earlier)

    def ended(self, status: int, session: Session) -> None:
        """Leave the file complete; where no cards were dealt, there is none, or the one that was there before."""
        self.asked(session)
        self.writer.file.close()


def opened(
    console: Console, names: Mapping[str, str], stack: ExitStack, *, force: bool, taken: Iterable[Path] = ()
) -> dict[str, GrowingFile]:
    """The files of these names, by what they are for, none of them touched before all can be written.

    The stack lets go of them. A record is an ordinary file; two of one name, or one that is `taken`,
    are a wrong usage, unless it is a device. Raises CannotWrite.
    """
    paths = set(map(followed, taken))
    for name in names.values():
        with blamed_on(name):
            path = followed(console.file_to_write(name))
        if path in paths and (os.path.isfile(path) or not os.path.exists(path)):
            _ = console.language.gettext
            sentence = _("{file} is named twice; everything that is written needs a file of its own.")
            raise click.UsageError(sentence.format(file=printable(name)))
        paths.add(path)
    files: dict[str, GrowingFile] = {}
    for what, name in names.items():
        ordinary = what == "record_name"
        files[what] = GrowingFile(console.file_to_write(name), name, force=force, ordinary=ordinary)
        stack.callback(files[what].close)
    return files


class Keeper:
    """Writes what a player in a session asks to be saved; a file that was there before is left alone."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.files: dict[Path, GrowingFile] = {}

    def keep(self, name: str, text: str) -> None:
        """Put this text into the file of this name. Raises CannotWrite."""
        path = self.console.file_to_write(os.path.expanduser(name))
        file = self.files.get(path)
        if file is None or not file.is_there:
            file = GrowingFile(path, name, ordinary=True)
        try:
            file.replace(text)
        finally:
            file.close()
        self.files[path] = file


class RecordAfterwards(Witness):
    """Prints the record after the last line of the session (`--record -`)."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.records: list[Record] = []

    def asked(self, session: Session) -> None:
        """Remember the games there were."""
        if session.match.deals and not any(session.record is record for record in self.records):
            self.records.append(session.record)

    def ended(self, status: int, session: Session) -> None:
        """Print them."""
        for record in self.records:
            self.console.write(write_record(record))
