"""What finished games come to: won, drawn and lost, and the head start that would make the next one even."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from math import fsum
from typing import NamedTuple

from .record import Record, humans_in
from .rules import Rules, variant, with_switches

OUTCOMES = ("won", "drawn", "lost")
"""How a game can end for a player."""

ENOUGH = 8
"""After so many games of one kind a head start is suggested."""


class Finished(NamedTuple):
    """A finished game as the one person in it played it.

    `switches` are those that differ from the variant, without the number of players and the head
    start; `rivals` the kinds of the other seats, in an order of their own; `cards` holds for each
    deal the person's pile and the largest of the others', head starts not counted (rules 4.4).
    `error_rate` is the part of a deal that a choice cost on average, in hundredths; None if nobody
    has reviewed the game.
    """

    variant: str
    switches: str
    seats: int
    rivals: tuple[str, ...]
    player: str
    outcome: str
    cards: tuple[tuple[int, int], ...]
    is_assisted: bool = False
    error_rate: float | None = None

    @property
    def kind(self) -> tuple[str, str, int, tuple[str, ...], str]:
        """What makes games comparable: the rules, the number of seats, the rivals and who played."""
        return self[:5]


def finished(record: Record) -> Finished | None:
    """The game of a record, if it is over and exactly one person played in it."""
    match, rules = record.match, record.rules
    seats = record.seats_in(len(match.deals))
    humans = humans_in(seats)
    if not match.is_over or len(humans) != 1:
        return None
    (you,) = humans
    results = [deal.result for deal in match.deals if deal.result is not None]
    if match.winner is None:
        outcome = "drawn" if you in results[-1].leaders else "lost"
    else:
        outcome = "won" if match.winner == you else "lost"
    base = replace(variant(record.variant), players=rules.players, handicap=rules.handicap)
    return Finished(
        variant=record.variant,
        switches=rules.text(base),
        seats=rules.players,
        rivals=tuple(
            sorted(str(seat) if seat.kind == "cmd" else seat.kind for seat in seats if seat.kind != "you")
        ),
        player=seats[you].name,
        outcome=outcome,
        cards=tuple((one.sizes[you], max(_without(one.sizes, you))) for one in results),
        is_assisted=bool(record.assisted),
    )


def _without(sizes: Sequence[int], seat: int) -> list[int]:
    return [size for at, size in enumerate(sizes) if at != seat]


class Tally(NamedTuple):
    """What the games of one kind come to: those played without help, and apart from them the assisted ones.

    `games` and `assisted` count games by outcome; `streak` is the last outcome and how often it came
    in a row; `mean_cards` the person's pile at the end of a deal. `head_start` is how many cards
    the person should be given to make the next game even, or the rival if negative; None where
    nothing can be said.
    """

    variant: str
    switches: str
    seats: int
    rivals: tuple[str, ...]
    player: str
    games: dict[str, int]
    assisted: dict[str, int]
    streak: tuple[str, int] | None
    mean_cards: float | None
    reviewed: int
    error_rate: float | None
    head_start: int | None


def tallies(games: Iterable[Finished]) -> list[Tally]:
    """The games by their kind, kinds in the order in which they were first played."""
    by_kind: dict[object, list[Finished]] = {}
    for game in games:
        by_kind.setdefault(game.kind, []).append(game)
    return [_tally(of_one_kind) for of_one_kind in by_kind.values()]


def _tally(games: list[Finished]) -> Tally:
    alone = [game for game in games if not game.is_assisted]
    rates = [game.error_rate for game in alone if game.error_rate is not None]
    return Tally(
        *games[0].kind,
        games=_by_outcome(alone),
        assisted=_by_outcome([game for game in games if game.is_assisted]),
        streak=_streak(alone),
        mean_cards=_mean([own for game in alone for own, _ in game.cards]),
        reviewed=len(rates),
        error_rate=_mean(rates),
        head_start=head_start(alone),
    )


def _by_outcome(games: Sequence[Finished]) -> dict[str, int]:
    return {outcome: sum(game.outcome == outcome for game in games) for outcome in OUTCOMES}


def _streak(games: Sequence[Finished]) -> tuple[str, int] | None:
    if not games:
        return None
    last = games[-1].outcome
    others = [at for at, game in enumerate(games, start=1) if game.outcome != last]
    return last, len(games) - (others[-1] if others else 0)


def _mean(numbers: Sequence[float]) -> float | None:
    return fsum(numbers) / len(numbers) if numbers else None


def head_start(games: Sequence[Finished]) -> int | None:
    """The cards that would have made half of these deals won and half lost (rules 4.4).

    It is the median of what the rival had more, to the nearest card. None before there are ENOUGH
    games, with more than two seats, and where piles are not counted in cards.
    """
    if len(games) < ENOUGH or games[0].seats != 2 or rules_of(games[0]).scoring != "cards":
        return None
    behind = sorted(rival - own for game in games for own, rival in game.cards)
    middle = (behind[(len(behind) - 1) // 2] + behind[len(behind) // 2]) / 2
    return round(middle)


def rules_of(game: Finished | Tally) -> Rules:
    """The rules of the game, without a head start. Raises BadVariant and the errors of switches."""
    return with_switches(variant(game.variant), [f"players={game.seats}", *game.switches.split()])
