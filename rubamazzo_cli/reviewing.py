"""The rim of a review: records judged at a console, in sentences, as text for programs, or tried again."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from .coaching import seen_from
from .console import Console
from .errors import DealUnfinished, LedgerFailed
from .exercises import Retry, retries
from .explain import explain
from .ledger import ledger_of
from .lines import Line
from .manners import narrator
from .names import Names
from .playing import run
from .reading import announce
from .record import Record, humans_in
from .review import DealReview, as_data, error_rate, reviewed
from .rules import variant
from .session import Manner, number_up_to
from .verdicts import Critic

Judged = Sequence[tuple[Record, tuple[int, ...]]]
"""Games, each with the seats whose play is to be judged."""


def seats_judged(game: Record, asked: str | None) -> tuple[int, ...]:
    """The seats whose play is judged: the one asked for (from 1), else those of people; none where there are none."""
    if asked is not None:
        number = number_up_to(game.rules.players, asked)
        return (number - 1,) if number else ()
    if not game.seats:
        return (0,)
    return humans_in(game.seats)


def reviews_shown(console: Console, games: Judged, manner: Manner) -> int:
    """Print the reviews; a game that one person played is noted in the statistics as reviewed."""
    console.spoken = manner.spoken
    for number, (game, seats) in enumerate(games, start=1):
        announce(console, game, number, len(games))
        if not any(deal.is_over for deal in game.match.deals):
            console.show(Line(explain(DealUnfinished(), console.language), "help"))
            continue
        for seat in seats:
            sitters = seen_from(game, seat, console.language)
            teller = narrator(console.language, game.rules, sitters, spoken=manner.spoken, terse=manner.terse)
            kept: list[DealReview] = []
            is_stranger = bool(game.seats) and game.seats[seat].kind != "you"
            for line in Critic(teller, seat, is_stranger=is_stranger).reviews(_kept(console, game, seat, kept)):
                console.show(line)
            _note(console, game, seat, kept)
    return 0


def _kept(console: Console, game: Record, seat: int, kept: list[DealReview]) -> Iterator[DealReview]:
    """The reviews of a game one by one, each kept as well."""
    for review in reviewed(game, seat, game.seed or 0, console.progress):
        kept.append(review)
        yield review


def _note(console: Console, game: Record, seat: int, reviews: Sequence[DealReview]) -> None:
    """Let the statistics know how well the game was played, where they know the game."""
    rate = error_rate(reviews)
    ledger = ledger_of(console)
    if ledger is None or rate is None or not game.match.is_over or humans_in(game.seats) != (seat,):
        return
    try:
        ledger.reviewed(game, 100 * rate)
    except LedgerFailed as error:
        console.complain(explain(error, console.language))


def reviews_text(console: Console, games: Judged) -> str:
    """The reviews for programs: one object in JSON, with a list of games and of the deals of each."""
    told = []
    for game, seats in games:
        names = Names(console.language).seats(game.seats) if game.seats else [""] * game.rules.players
        reviews = [
            review for seat in seats for review in reviewed(game, seat, game.seed or 0, console.progress)
        ]
        told.append(
            {
                "variant": game.variant,
                "switches": game.rules.text(variant(game.variant)),
                "seed": game.seed if game.match.is_over else None,
                "error_rate": None if (rate := error_rate(reviews)) is None else round(rate, 4),
                "deals": [as_data(review, names[review.seat]) for review in reviews],
            }
        )
    return json.dumps({"games": told}, indent=2, ensure_ascii=False) + "\n"


def try_again(console: Console, games: Judged, manner: Manner, *, keep_going: bool) -> int:
    """Let the player make the costly choices again, game after game."""
    _ = console.language.gettext
    for number, (game, seats) in enumerate(games, start=1):
        announce(console, game, number, len(games))
        for seat in seats:
            seed = game.seed or 0
            exercises = retries(game, list(reviewed(game, seat, seed, console.progress)), seed)
            if not exercises:
                console.show(Line(_("No choice cost anything worth mentioning.")))
                continue
            if status := run(Retry(exercises, manner), console, [], keep_going=keep_going):
                return status
    return 0
