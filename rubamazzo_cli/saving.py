"""Games in progress, kept in the user's state directory so that a closed window loses none of them."""

from __future__ import annotations

import contextlib
import glob
import importlib
import os
import sys
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

from .chance import fresh_salt
from .console import Console, Signalled
from .drawing import Told
from .errors import CannotWrite
from .files import GrowingFile, beside_prefix, blamed_on, text_in
from .i18n import N_
from .lines import Line
from .places import state_directory
from .players import STRENGTHS
from .playing import RecordWriter, Witness
from .record import Record, read_records
from .session import Session


def state_folder(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """Where this user's games in progress are kept; None where no home is known."""
    directory = state_directory(environment, platform)
    return None if directory is None else directory / "games"


class Lock:
    """Holds a saved game for this process; the system lets go of it when the process ends, however it ends.

    `held` says whether it is ours; else somebody is playing the game.
    """

    def __init__(self, game: Path) -> None:
        self.path = game.with_suffix(".lock")
        self._file = os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600)
        self.held = _hold(self._file)
        if not self.held:
            os.close(self._file)

    def release(self) -> None:
        """Let others play the game."""
        if self.held:
            self.held = False
            os.close(self._file)

    def remove(self) -> None:
        """Let go of a game that is no more."""
        with contextlib.suppress(OSError):
            self.path.unlink()
        self.release()


def _hold(file: int) -> bool:
    """Take hold of an open file without waiting; False where another process has it."""
    try:
        fcntl = importlib.import_module("fcntl")
    except ImportError:
        pass
    else:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        except OSError:
            return True  # a file system that knows no locks
        return True
    try:
        msvcrt = importlib.import_module("msvcrt")
    except ImportError:
        return True
    try:
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
    except OSError:
        return False
    return True


class SavedGame(NamedTuple):
    """A saved game that this process holds: its file, its lock, and the record as far as it was played.

    `is_open` says that all hands were shown; `level` is the one asked for from the next deal on.
    """

    path: Path
    lock: Lock
    record: Record
    is_open: bool = False
    level: str = ""


def record_in(path: Path) -> Record | None:
    """The game in a file that holds one, or none yet. Raises OSError, UnicodeDecodeError or RecordError."""
    text = text_in(path)
    records = read_records(text) if text else [None]
    if len(records) > 1:  # whoever put it there would lose the others when this one is over
        raise OSError(N_("it holds more than one game"))
    return records[0]


class SavedGames:
    """The unfinished games of a user, one file each."""

    def __init__(self, folder: Path | None) -> None:
        self.folder = folder

    def paths(self) -> list[Path]:
        """The files of all games, the one played last first. Raises OSError where nobody may look for them."""
        dated = []
        with contextlib.suppress(FileNotFoundError, NotADirectoryError):
            for name in os.listdir(self.folder) if self.folder else ():
                path = Path(self.folder or "", name)
                if path.suffix == ".rbm":
                    with contextlib.suppress(OSError):  # gone meanwhile, or a link that leads nowhere
                        dated.append((path.stat().st_mtime_ns, name, path))
        return [path for _when, _name, path in sorted(dated, reverse=True)]

    @property
    def has_free(self) -> bool:
        """Whether there is a game to go on with."""
        paths: list[Path] = []
        with contextlib.suppress(OSError):
            paths = self.paths()
        for path in paths:
            with contextlib.suppress(OSError):
                if self.is_free(path):
                    return True
        return False

    def is_free(self, path: Path) -> bool:
        """Whether nobody is playing this game now. Raises OSError."""
        lock = _lock(path)
        if lock is not None:
            lock.release()
        return lock is not None

    def take(self, path: Path) -> SavedGame | None:
        """Hold a game to go on with it; None if somebody else is playing it, or has just ended it.

        Raises OSError, UnicodeDecodeError or RecordError where it cannot be read.
        """
        lock = _lock(path)
        if lock is None:
            return None
        try:
            for left in path.parent.glob(f"{glob.escape(beside_prefix(path))}*~"):
                left.unlink(missing_ok=True)
            record = record_in(path)
        except FileNotFoundError:
            record = None
        except BaseException:
            lock.release()
            raise
        # The process of such a game was killed before its first play, or before it removed the file.
        if record is None or record.match.is_over:
            path.unlink(missing_ok=True)
            lock.remove()
            return None
        is_open = record.other_tags.pop("Open", "") == "yes"
        return SavedGame(path, lock, record, is_open, record.other_tags.pop("Level", ""))

    def create(self, variant: str) -> tuple[GrowingFile, Lock]:
        """A new file for a game, held by this process. Raises CannotWrite."""
        if self.folder is None:
            raise CannotWrite("", OSError(N_("no home directory is known")))
        path = self.folder / f"{variant}-{fresh_salt()[:8]}.rbm"
        with blamed_on(str(path)):
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            lock = Lock(path)
        return GrowingFile(path, private=True, safe=True), lock


def _lock(path: Path) -> Lock | None:
    """The lock of a game; None if somebody else has it, or the game is gone. Raises OSError."""
    try:
        lock = Lock(path)
    except FileNotFoundError:
        return None
    return lock if lock.held else None


class KeptGame(Witness):
    """Keeps the game in progress among the saved games, until it is over or given up for another.

    Where that is not possible the game goes on without, and says so once.
    """

    def __init__(self, games: SavedGames, console: Console, saved: SavedGame | None = None) -> None:
        self.games = games
        self.console = console
        self.record: Record | None = None
        self.writer: RecordWriter | None = None
        self.lock: Lock | None = None
        self.has_complained = False
        self.is_kept = False
        if saved is not None:
            self.record, self.lock = saved.record, saved.lock
            self.writer = RecordWriter(GrowingFile(saved.path, force=True, private=True, safe=True))

    def told(self, line: Told, session: Session) -> None:
        """Keep what has been played since the last line; the end is told to all other files first."""
        if not session.is_over:
            self.asked(session)

    def asked(self, session: Session) -> None:
        """Keep what has been played since the last line; a game in which nothing was played need not be kept."""
        if session.record is not self.record or session.is_over:
            self._forget()
            self.record = session.record
        if session.is_over or (self.writer is None and not any(deal.moves for deal in session.match.deals)):
            return
        try:
            if self.writer is None:
                file, self.lock = self.games.create(session.record.variant)
                self.writer = RecordWriter(file)
            self.is_kept = False
            self.writer.write(_with_notes(session))
            self.is_kept = True
        except CannotWrite as error:
            if not self.has_complained:
                _ = self.console.language.gettext
                sentence = _("This game cannot be kept to be resumed: {reason}.")
                self.console.complain(sentence.format(reason=_(error.reason)))
            self.has_complained = True

    def _forget(self) -> None:
        """The game is over or given up: nobody will go on with it."""
        if self.writer is not None:
            with contextlib.suppress(CannotWrite):
                self.writer.file.discard()
            self.writer = None
            self.is_kept = False
        if self.lock is not None:
            self.lock.remove()
            self.lock = None

    @property
    def _can_go_on(self) -> bool:
        """Whether the game is among the saved ones as it is now."""
        return self.writer is not None and self.is_kept and self.writer.file.is_there

    def _goes_on(self) -> str:
        return self.console.language.gettext("This game is kept: rubamazzo resume goes on with it.")

    def ended(self, status: int, session: Session) -> None:
        """Say how to go on with the game another time."""
        if self._can_go_on:
            self.console.show(Line(self._goes_on(), "help"))
        if self.writer is not None:
            self.writer.file.close()
        if self.lock is not None and self._can_go_on:
            self.lock.release()
        elif self.lock is not None:
            self.lock.remove()

    def interrupted(self, error: BaseException) -> None:
        """Say it, too, to somebody who breaks off, or whose other files cannot be written any more."""
        if self._can_go_on and isinstance(error, Signalled | KeyboardInterrupt | CannotWrite):
            with contextlib.suppress(OSError):
                self.console.write("\n")
                self.console.complain(self._goes_on())


def _with_notes(session: Session) -> Record:
    """The record of the session, with what else is needed to go on in the same way."""
    notes = {}
    if session.setup.open:
        notes["Open"] = "yes"
    if session.seats != session.record.seats_in(len(session.match.deals)):
        notes["Level"] = next((seat.kind for seat in session.seats if seat.kind in STRENGTHS), "")
    return replace(session.record, other_tags=session.record.other_tags | notes) if notes else session.record
