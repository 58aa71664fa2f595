"""Going on with an unfinished game: which one, and who sits at its table now."""

from __future__ import annotations

import contextlib
import os
import shlex
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import click

from .cards import codes
from .console import Console
from .errors import RecordError
from .i18n import N_
from .lines import Line, printable, shown
from .players import LEVELS, STRENGTHS
from .reading import end, records_in, why_unreadable
from .record import Record, Seat
from .render import Narrator
from .saving import SavedGame, SavedGames, record_in
from .view import look

NO_GAME = N_("There is no unfinished game. Begin one with: rubamazzo")


def newest(console: Console, games: SavedGames) -> SavedGame:
    """The saved game played last that nobody is playing; without one the command ends."""
    _ = console.language.gettext
    why = ""
    for path in _paths(console, games):
        try:
            if (saved := games.take(path)) is not None:
                return saved
        except (OSError, UnicodeDecodeError, RecordError) as error:
            why = why_unreadable(error, str(path), console)
    if not why and _paths(console, games):
        why = _("Every unfinished game is being played in another window just now. Begin one with: rubamazzo")
    return end(console, why or _(NO_GAME), 4)


def _paths(console: Console, games: SavedGames) -> list[Path]:
    """The files of all games; where nobody may look for them the command ends."""
    try:
        return games.paths()
    except OSError as error:
        end(console, why_unreadable(error, str(games.folder), console), 4)


def named(console: Console, name: str, games: SavedGames) -> tuple[Record, SavedGame | None]:
    """The unfinished game at the end of a file, or a saved game as the list calls it, if nobody is playing it."""
    _ = console.language.gettext
    path = console.file_to_read(name)
    kept: list[Path] = []
    with contextlib.suppress(OSError):
        kept = games.paths()
    if not os.path.exists(path):
        path = next((each for each in kept if each.stem == name), path)
    saved = next((each for each in kept if each.resolve() == path.resolve()), None)
    record = records_in(console, name if saved is None else str(saved), pipes=saved is None)[-1]
    if record.match.is_over:
        sentence = _("The game in {file} is over. rubamazzo replay --show {file} tells it.")
        raise click.UsageError(sentence.format(file=printable(name)))
    if saved is None:
        return record, None
    try:
        taken = games.take(saved)
    except OSError as error:
        end(console, why_unreadable(error, name, console), 4)
    if taken is None:
        end(console, _("{file} is being played just now.").format(file=printable(name)), 4)
    return taken.record, taken


def seed_of(record: Record) -> int:
    """The seed that further deals and choices come from; where a record names none, its first table gives one.

    Nothing that is hidden may have a say in it (rules 9.2), so that it is no secret.
    """
    if record.seed is not None:
        return record.seed
    deal = record.match.deals[0]
    return zlib.crc32(codes(look(deal, deal.first).first_table).encode())


def sit_down(console: Console, record: Record, given: tuple[Seat, ...]) -> None:
    """Let those given on the command line take their seats in the record; the others stay.

    A program that a record names is never started unless it is given again (formats 3).
    """
    _ = console.language.gettext
    number = len(record.match.deals)
    before = record.seats_in(number) or (Seat("you"), *[Seat("normal")] * (record.rules.players - 1))
    seats = tuple(
        now._replace(name=now.name or old.name) if now.kind == old.kind else now
        for now, old in zip(given, before, strict=False)
    )
    seats += before[len(seats) :]
    for at, seat in enumerate(seats[len(given) :], start=len(given) + 1):
        if seat.kind not in ("you", *LEVELS):
            sentence = _(
                "Seat {n} is played by {player}, and a record never starts a program: "
                "give the first {n} seats again with --seat."
            )
            raise click.UsageError(sentence.format(n=at, player=shown(str(seat))))
    if number > 1 and seats != before:
        record.seats_of[number] = seats
    elif seats != record.seats:
        record.seats = seats


def from_next_deal(record: Record, level: str) -> tuple[Seat, ...]:
    """Who sits where from the next deal on, when another level was asked for in this one."""
    seats = record.seats_in(len(record.match.deals))
    if level not in STRENGTHS:
        return seats
    return tuple(seat._replace(kind=level) if seat.kind in LEVELS else seat for seat in seats)


def listed(console: Console, games: SavedGames) -> Iterator[Line]:
    """The unfinished games, the one played last first, and how to go on with each."""
    _, ngettext = console.language.gettext, console.language.ngettext
    found = False
    for path in _paths(console, games):
        try:
            record = record_in(path)
            is_free = games.is_free(path)
        except (OSError, UnicodeDecodeError, RecordError) as error:
            console.complain(why_unreadable(error, str(path), console))
            found = True
            continue
        if record is None:
            continue
        found = True
        deals = record.match.deals
        seats = record.seats_in(len(deals))
        players = Narrator(console.language, record.rules, seats).players(seats)
        plays = ngettext("{n} play", "{n} plays", len(deals[-1].moves)).format(n=len(deals[-1].moves))
        yield Line(
            _("{when}, variant {variant}: deal {n}, {plays} so far.").format(
                when=time.strftime("%Y-%m-%d %H:%M", time.localtime(path.stat().st_mtime)),
                variant=record.variant,
                n=len(deals),
                plays=plays,
            ),
            "title",
        )
        yield from players
        if is_free:
            word = printable(shlex.quote(path.stem))
            yield Line(_("Go on with: rubamazzo resume {file}").format(file=word), "help")
        else:
            yield Line(_("It is being played just now."))
    if not found:
        yield Line(_(NO_GAME))
