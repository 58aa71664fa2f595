"""The finished games of a user in one SQLite file, which crashes and several programs at once cannot spoil."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .commands import answer
from .console import Console
from .drawing import Told
from .errors import LedgerFailed, RubamazzoError
from .explain import explain
from .lines import Line
from .places import state_directory
from .playing import Witness
from .record import Record, write_record
from .session import Session
from .stats import NOTHING_NOTED
from .tally import OUTCOMES, Finished, finished, rules_of

if TYPE_CHECKING:
    from sqlite3 import Connection

# Neither SQLite is imported nor the file looked at before there is something to note.

FILE = "games.sqlite3"

VERSION = 1
"""The version of the table, kept as SQLite's `user_version`."""

PATIENCE = 10.0
"""Seconds to wait for another program that writes just now."""

TICK = 0.1
"""Seconds after which it looks up from waiting, so that a signal is heard."""

SHORT_PATIENCE = 1.0
"""Seconds that a player waits at the end of a game, the result being told."""

_TABLE = """
create table if not exists game (
    id integer primary key,
    variant text not null,
    switches text not null,
    seats integer not null,
    rivals text not null,        -- a list in JSON
    player text not null,
    outcome text not null,
    cards text not null,         -- a list in JSON: own pile and largest other one, for each deal
    is_assisted integer not null,
    error_rate real,             -- hundredths of a deal for each choice; null: not reviewed
    record text not null         -- SHA-256 of the record, to find the game again by it
)
"""


class Ledger:
    """The file of finished games; everything done to it is done wholly or not at all.

    Everything raises LedgerFailed where the file cannot be used.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    @property
    def exists(self) -> bool:
        """Whether there is a file."""
        try:
            return self.path.exists()
        except OSError as error:  # a folder that may not be looked into
            raise LedgerFailed(str(self.path), error.strerror or str(error)) from error

    def note(self, record: Record, patience: float | None = None) -> None:
        """Add a game, if it is over and one person played in it, waiting so many seconds for others."""
        game = finished(record)
        if game is None:
            return
        with self._open(patience=patience) as connection:
            connection.execute(
                "insert into game (variant, switches, seats, rivals, player, outcome, cards, is_assisted,"
                " error_rate, record) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                (
                    game.variant,
                    game.switches,
                    game.seats,
                    json.dumps(game.rivals),
                    game.player,
                    game.outcome,
                    json.dumps(game.cards),
                    game.is_assisted,
                    game.error_rate,
                    _name(record),
                ),
            )

    def reviewed(self, record: Record, error_rate: float) -> None:
        """Note what a choice cost on average in this game, if the game is among those noted."""
        if self.exists:
            with self._open() as connection:
                connection.execute(
                    "update game set error_rate = ? where record = ?", (error_rate, _name(record))
                )

    def games(self) -> list[Finished]:
        """All games, in the order in which they were finished."""
        if not self.exists:
            return []
        with self._open() as connection:
            rows = connection.execute(
                "select variant, switches, seats, rivals, player, outcome, cards, is_assisted, error_rate"
                " from game order by id"
            ).fetchall()
            return [_game(row) for row in rows]

    def forget(self) -> None:
        """Forget all games, leaving nothing of them in the file; a damaged file is taken away."""
        try:
            if self.exists:
                with self._open() as connection:
                    connection.execute("drop table if exists game")
                    connection.execute(_TABLE)
                    _when_free(connection, "commit", PATIENCE)
                    _when_free(connection, "vacuum", PATIENCE)
        except LedgerFailed as error:
            if not error.is_damaged:
                raise
            try:
                for path in (self.path, self.path.with_name(f"{self.path.name}-journal")):
                    path.unlink(missing_ok=True)
            except OSError as refused:
                raise LedgerFailed(str(self.path), refused.strerror or str(refused)) from refused

    @contextmanager
    def _open(self, *, patience: float | None = None) -> Iterator[Connection]:
        """The file, made if it is not there; what is done in here is done wholly or not at all."""
        name = str(self.path)
        patience = PATIENCE if patience is None else patience
        try:
            import sqlite3
        except ImportError as error:  # Pythons built without it exist
            raise LedgerFailed(name, str(error)) from error
        try:
            self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            timeout = min(TICK, patience)
            with closing(sqlite3.connect(self.path, timeout=timeout, isolation_level=None)) as connection:
                connection.execute("pragma secure_delete = on")
                _when_free(connection, "begin immediate", patience)
                version = connection.execute("pragma user_version").fetchone()[0]
                if version > VERSION:
                    raise LedgerFailed(name, f"version {version}", is_newer=True)
                if not version:
                    connection.execute(_TABLE)
                    connection.execute(f"pragma user_version = {VERSION}")
                yield connection
                if connection.in_transaction:
                    _when_free(connection, "commit", patience)
        except OSError as error:
            raise LedgerFailed(name, error.strerror or str(error)) from error
        except sqlite3.Error as error:
            damage = (sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_ERROR)
            kind = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_ERROR) & 0xFF
            raise LedgerFailed(name, str(error), is_damaged=kind in damage) from error
        except (ValueError, TypeError) as error:
            raise LedgerFailed(name, str(error), is_damaged=True) from error


def _when_free(connection: Connection, statement: str, patience: float) -> None:
    """Execute this as soon as no other program writes, waiting so many seconds; signals are heard meanwhile."""
    import sqlite3

    until = time.monotonic() + patience
    while True:
        try:
            connection.execute(statement)
            return
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode & 0xFF != sqlite3.SQLITE_BUSY or time.monotonic() > until:
                raise


def _game(row: tuple[Any, ...]) -> Finished:
    """The game of a row. Raises ValueError or TypeError where no game can look like this."""
    variant, switches, seats, rivals, player, outcome, cards, is_assisted, error_rate = row
    those = tuple(map(str, json.loads(rivals)))
    piles = tuple((int(own), int(other)) for own, other in json.loads(cards))
    game = Finished(variant, switches, seats, those, player, outcome, piles, bool(is_assisted), error_rate)
    try:
        rules = rules_of(game)
    except RubamazzoError as error:
        raise ValueError(str(error)) from error
    if outcome not in OUTCOMES or len(game.rivals) != rules.players - 1 or not game.cards:
        raise ValueError(f"{outcome} {rivals} {cards}")
    return game


def _name(record: Record) -> str:
    """What a game is found by: as good as its whole record."""
    import hashlib  # loads a whole library of ciphers, not needed before a game is over

    return hashlib.sha256(write_record(record).encode()).hexdigest()


def ledger_of(console: Console) -> Ledger | None:
    """The games of whoever sits at this console; None where there is no place to keep them."""
    folder = state_directory(console.environment)
    return None if folder is None else Ledger(folder / FILE)


def noting(console: Console) -> list[Witness]:
    """Who notes the games of a command; nobody where there is no place for them."""
    ledger = ledger_of(console)
    return [Noting(ledger, console)] if ledger else []


class Noting(Witness):
    """Notes each game when it is over; where that cannot be done it says so once."""

    def __init__(self, ledger: Ledger, console: Console) -> None:
        self.ledger = ledger
        self.console = console
        self.tried: Record | None = None
        self.record: Record | None = None
        self.has_complained = False

    def told(self, line: Told, session: Session) -> None:
        """Note the game as soon as it is over, before the result is on the screen, which waits for nobody."""
        if session.record is self.tried or not session.is_over:
            return
        self.tried = session.record
        with suppress(LedgerFailed):
            self.ledger.note(session.record, 0.0)
            self.record = session.record

    def asked(self, session: Session) -> None:
        """Note the game if it is over and has not been noted; the result is on the screen by now."""
        if session.record is self.record or not session.is_over:
            return
        self.record = session.record
        self.console.flush()
        try:
            self.ledger.note(session.record, SHORT_PATIENCE)
        except LedgerFailed as error:
            if not self.has_complained:
                self.console.complain(explain(error, self.console.language))
            self.has_complained = True


def forget_games(console: Console, ledger: Ledger | None, *, force: bool) -> int:
    """Forget all games after asking, and return the exit status (formats 1). Raises LedgerFailed."""
    _ = console.language.gettext
    if ledger is None or not ledger.exists:
        console.show(Line(_(NOTHING_NOTED)))
        return 0
    if not force:
        question = _("Forget all games noted so far? Type yes or no.")
        console.show(Line(question, "help"))
        while not (said := answer(console.language, (line := console.ask() or "").casefold())):
            if not line or not console.is_terminal:
                break
            console.show(Line(question, "refused"))
        if said != "yes":
            kept = _("Then nothing is forgotten.")
            if not said and not console.is_terminal:
                console.complain(kept)
                return 3
            console.show(Line(kept))
            return 0
    ledger.forget()
    console.show(Line(_("All games are forgotten."), "result"))
    return 0
