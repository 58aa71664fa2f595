"""A session set up as the options ask, with the files that grow beside it."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import click

from .options import spoken_language
from .places import STATE

if TYPE_CHECKING:
    from .console import Console
    from .playing import Witness
    from .record import Record
    from .saving import SavedGame
    from .session import Manner, Setup


FILES = ("transcript_name", "record_name", "engine_log")
"""The options that name files which grow beside a session."""


def salts(asked: dict[str, Any], seed: int) -> Callable[[], str] | None:
    """Where the salts of the seals come from: the system, or the one asked for so that a session can be repeated.

    Each is told when its deal is over, and by itself does not tell the next.
    """
    from .chance import fresh_salt
    from .sealing import is_salt, salts_after

    _ = spoken_language().gettext
    salt = asked["salt"]
    if salt is not None and not asked["sealed"]:
        raise click.UsageError(_("--salt goes with --sealed."))
    if salt is not None and not is_salt(salt):
        raise click.UsageError(_("--salt is 32 digits, each of them 0 to 9 or a to f."))
    if not asked["sealed"]:
        return None
    if salt is None and asked["transcript_name"] is None:
        return fresh_salt
    asked["salt"] = salt or fresh_salt()
    return salts_after(asked["salt"], seed).__next__


def begin(
    console: Console,
    setup: Setup,
    asked: dict[str, Any],
    command: list[str],
    record: Record | None = None,
    saved: SavedGame | None = None,
) -> int:
    """Run a session as the options ask, with the files that grow beside it."""
    from contextlib import ExitStack

    from .keys import Keyboard
    from .playing import Keeper, Players, RecordAfterwards, RecordFile, TranscriptFile, opened, run
    from .reading import end
    from .saving import KeptGame, SavedGames, state_folder
    from .session import Manner, Session

    _ = console.language.gettext
    if asked["verbose"] and asked["terse"]:
        raise click.UsageError(_("--verbose and --terse cannot go together."))
    if not console.starts_programs and any(seat.kind == "cmd" for seat in setup.seats):
        end(console, _("Programs are started only with --allow-programs."), 2)
    manner = Manner(console.lang, asked["spoken"], asked["terse"], asked["verbose"], asked["style"])
    prints_record = asked["record_name"] == "-"
    names = {option: asked[option] for option in FILES if asked[option] is not None}
    if prints_record:
        del names["record_name"]
    with ExitStack() as stack:
        files = opened(console, names, stack, force=asked["force"], taken=[saved.path] if saved else [])
        witnesses: list[Witness] = []
        # Before the other files, which may fail, so that the game can be resumed then.
        if console.is_terminal and any(seat.kind == "you" for seat in setup.seats):
            witnesses.append(KeptGame(SavedGames(state_folder(console.environment)), console, saved))
        if "transcript_name" in files:
            keep_going = asked["keep_going"] or console.is_terminal
            words = [*command, *_flags(setup, manner, asked["salt"], keep_going=keep_going)]
            witnesses.append(TranscriptFile(files["transcript_name"], words))
        if "record_name" in files:
            witnesses.append(RecordFile(files["record_name"]))
        if console.is_terminal or console.environment.get(STATE):
            from .ledger import noting  # nobody else is remembered, and they need not wait for it

            witnesses += noting(console)
        if prints_record:
            witnesses.append(RecordAfterwards(console))
        players = Players(asked["engine_timeout"], files.get("engine_log"))
        session = Session(setup, manner, players, record, Keeper(console).keep)
        session.heard = console.progress
        keyboard = Keyboard(console) if asked["keys"] and console.is_screen else None
        return run(session, console, witnesses, keep_going=asked["keep_going"], keyboard=keyboard)


def resolved(setup: Setup) -> list[str]:
    """The words of a command that plays exactly this again, whatever the environment (formats 4)."""
    from .cards import codes
    from .rules import variant

    words = ["play", "--variant", setup.variant]
    for switch in setup.rules.text(variant(setup.variant)).split():
        words += ["--set", switch]
    for seat in setup.seats:
        words += ["--seat", str(seat)]
    words += ["--seed", str(setup.seed)]
    if setup.first != 0:
        words += ["--first", "random" if setup.first is None else str(setup.first + 1)]
    if setup.deck is not None:
        words += ["--deck", codes(setup.deck)]
    return words


def _flags(setup: Setup, manner: Manner, salt: str | None, *, keep_going: bool) -> list[str]:
    """The options that say how a session is held, as they are."""
    from .drawing import PLAIN

    words = ["--lang", manner.lang]
    if manner.cards != PLAIN:
        words += ["--cards", manner.cards]
    if salt is not None:
        words += ["--sealed", "--salt", salt]
    flags = {
        "--cut": setup.cut and setup.salt is None,
        "--open": setup.open,
        "--spoken": manner.spoken,
        "--verbose": manner.verbose,
        "--terse": manner.terse,
        "--keep-going": keep_going,
    }
    return words + [flag for flag, given in flags.items() if given]
