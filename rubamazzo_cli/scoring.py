"""How a deal is counted: cards, head starts, and the points of Scopa (rules 4)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import add
from typing import NamedTuple

from .cards import Card
from .rules import Rules


class Result(NamedTuple):
    """How a deal ended: the piles' sizes and, under Scopa scoring, the points, seat by seat (rules 4).

    `leaders` are the seats that nobody is ahead of: one has won the deal, several share a draw.
    """

    sizes: tuple[int, ...]
    points: tuple[int, ...] | None
    leaders: tuple[int, ...]

    @property
    def winner(self) -> int | None:
        """The seat that won the deal, or None where it is a draw (rules 4.2, 4.3)."""
        return self.leaders[0] if len(self.leaders) == 1 else None


PRIMIERA = {7: 21, 6: 18, 1: 16, 5: 15, 4: 14, 3: 13, 2: 12, 8: 10, 9: 10, 10: 10}
"""What the best card of a suit counts in the primiera, by rank (rules 4.3)."""


class ScopaCount(NamedTuple):
    """What Scopa scoring counts, seat by seat (rules 4.3): cards, denari, whether it holds the
    settebello, and the primiera, 0 for a pile that lacks a suit.
    """

    cards: tuple[int, ...]
    denari: tuple[int, ...]
    settebello: tuple[int, ...]
    primiera: tuple[int, ...]

    @property
    def points(self) -> tuple[int, ...]:
        """The points of each seat: one for being alone the best at each of the four."""
        best = [alone_ahead(counts) for counts in self]
        return tuple(best.count(seat) for seat in range(len(self.cards)))


def alone_ahead(counts: Sequence[int]) -> int | None:
    """The seat that has more than every other, or None where several have the most."""
    most = max(counts)
    return counts.index(most) if counts.count(most) == 1 else None


def scopa_count(piles: Sequence[Sequence[Card]]) -> ScopaCount:
    """What each pile is worth under Scopa scoring (rules 4.3)."""
    return ScopaCount(
        cards=tuple(len(pile) for pile in piles),
        denari=tuple(sum(card.suit == "d" for card in pile) for pile in piles),
        settebello=tuple(int(any(card.code == "7d" for card in pile)) for pile in piles),
        primiera=tuple(_primiera(pile) for pile in piles),
    )


def _primiera(pile: Sequence[Card]) -> int:
    best: dict[str, int] = {}
    for card in pile:
        best[card.suit] = max(best.get(card.suit, 0), PRIMIERA[card.rank])
    return sum(best.values()) if len(best) == 4 else 0


def counted(rules: Rules, piles: Sequence[Sequence[Card]]) -> Result:
    """Count the piles at the end of a deal (rules 4.2 to 4.4)."""
    sizes = tuple(map(len, piles))
    points = scopa_count(piles).points if rules.scoring == "scopa" else None
    totals = points or (with_handicap(rules, sizes) if rules.handicap else sizes)
    best = max(totals)
    return Result(sizes, points, tuple([seat for seat, total in enumerate(totals) if total == best]))


def with_handicap(rules: Rules, sizes: Sequence[int]) -> tuple[int, ...]:
    """The piles' counts with each seat's head start in cards (rules 4.4)."""
    return tuple(map(add, sizes, rules.handicap or (0,) * rules.players))
