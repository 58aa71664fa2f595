"""The commands about records: telling, verifying and judging games that were played, and summing them up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .lines import printable
from .options import cards_option, keep_going_option, manner_options, spoken_option, terse_option
from .usage import Command

if TYPE_CHECKING:
    from .console import Console

# Modules of the game are imported where they are used: see `cli`.


@click.command(cls=Command)
@click.argument("record", metavar="RECORD")
@click.option("--show", is_flag=True, help="Tell the games as sessions.")
@spoken_option
@terse_option
@manner_options
@click.pass_obj
def replay(console: Console, record: str, show: bool, spoken: bool, terse: bool) -> int:
    """Verify every move and result of a record."""
    from .reading import records_in
    from .replaying import told

    for number, game in enumerate(records_in(console, record), start=1):
        for line in told(game, number, console.language, show=show, spoken=spoken, terse=terse):
            console.show(line)
    return 0


@click.command(cls=Command)
@click.argument("name", metavar="RECORD")
@manner_options
@click.pass_obj
def verify(console: Console, name: str) -> int:
    """Check the seals of a game that was played with --sealed."""
    from .reading import announce, end, records_in
    from .verifying import status, told

    records = records_in(console, name)
    for number, record in enumerate(records, start=1):
        announce(console, record, number, len(records))
        for line in told(record, console.language):
            console.show(line)
    found = status(records)
    if found == 4:
        _ = console.language.gettext
        end(console, _("{file} holds no seal that can be checked.").format(file=printable(name)), 4)
    return found


@click.command(cls=Command)
@click.argument("record", metavar="RECORD")
@cards_option
@click.option("--seat", "seat_text", metavar="N", help="Whose play to judge; else that of the people.")
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
@click.option("--retry", is_flag=True, help="Make the costly choices again, one by one.")
@spoken_option
@terse_option
@keep_going_option
@manner_options
@click.pass_obj
def review(
    console: Console,
    style: str,
    record: str,
    seat_text: str | None,
    as_json: bool,
    retry: bool,
    spoken: bool,
    terse: bool,
    keep_going: bool,
) -> int:
    """Judge the plays of a game: what each choice cost, and what the cards were worth.

    Only deals that are over are judged.
    """
    from .reading import records_in
    from .reviewing import reviews_shown, reviews_text, seats_judged, try_again
    from .session import Manner

    games = records_in(console, record)
    seats = [seats_judged(game, seat_text) for game in games]
    if not all(seats):
        _ = console.language.gettext
        sentence = _("--seat is a seat from 1 to {n}.")
        if seat_text is None:
            sentence = _(
                "Nobody at the keyboard played there; say with --seat whose play to judge, from 1 to {n}."
            )
        raise click.UsageError(sentence.format(n=min(game.rules.players for game in games)))
    if as_json and retry:
        raise click.UsageError(console.language.gettext("--json and --retry cannot go together."))
    judged = list(zip(games, seats, strict=True))
    manner = Manner(console.lang, spoken, terse, cards=style)
    if retry:
        return try_again(console, judged, manner, keep_going=keep_going)
    if as_json:
        console.write(reviews_text(console, judged))
        return 0
    return reviews_shown(console, judged, manner)


@click.command(cls=Command)
@click.argument("records", nargs=-1, metavar="[RECORD ...]")
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
@click.option("--forget", is_flag=True, help="Forget all games noted so far, after asking.")
@click.option("--force", is_flag=True, help="Forget without asking.")
@manner_options
@click.pass_obj
def stats(console: Console, records: tuple[str, ...], as_json: bool, forget: bool, force: bool) -> int:
    """Show how your games went: those noted at the terminal, or those of records.

    A game finished at a terminal is noted on this computer if one person played in it. Where the
    variable RUBAMAZZO_STATE names a folder, games are noted there, those of scripts as well.
    """
    from .errors import LedgerFailed
    from .explain import explain
    from .ledger import forget_games, ledger_of
    from .reading import end, records_in
    from .stats import stats_lines, stats_text
    from .tally import finished, tallies

    if forget and (records or as_json):
        raise click.UsageError(console.language.gettext("--forget goes neither with records nor with --json."))
    try:
        ledger = ledger_of(console)
        if forget:
            return forget_games(console, ledger, force=force)
        if records:
            played = [finished(record) for name in records for record in records_in(console, name)]
            games = [game for game in played if game is not None]
        else:
            games = ledger.games() if ledger else []
    except LedgerFailed as error:
        end(console, explain(error, console.language), 4)
    if as_json:
        console.write(stats_text(tallies(games)))
        return 0
    for line in stats_lines(tallies(games), console.language):
        console.show(line)
    return 0
