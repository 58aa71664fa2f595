"""The perfect end of a deal: two seats, no card left to come, so nothing is hidden (rules 8.4)."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from ..game import Deal
from ..moves import Move
from ..scoring import with_handicap
from ..view import View

LONGEST = 4
"""The most cards in a hand for which the end is searched through."""

BEYOND = 10**6
"""More than any deal can be worth."""

MARGIN = 1000
"""A result counts so many times a card of margin."""


def is_open(view: View) -> bool:
    """Whether this seat knows every hand, and few enough cards are left to try all plays."""
    return (
        view.rules.players == 2
        and len(view.unseen) == view.hand_sizes[view.rivals[0]]
        and len(view.hand) <= LONGEST
    )


def best_move(view: View, moves: Sequence[Move]) -> Move:
    """The move with the best result against the best answers, then the best margin; the first of equals.

    The result is a win, a draw or a loss; under Scopa scoring the difference of points.
    """
    deal = _laid_open(view)
    search = _Search()
    best, worth = moves[0], -BEYOND
    for move in moves:
        value = -search.value(_after(deal, move), -BEYOND, -worth)
        if value > worth:
            best, worth = move, value
    return best


def worth_of_each(view: View, moves: Sequence[Move]) -> list[int]:
    """What the deal is worth to the seat after each of these moves if then all play their best (`lead`)."""
    deal = _laid_open(view)
    search = _Search()
    return [-search.value(_after(deal, move), -BEYOND, BEYOND) for move in moves]


def worth_to(view: View) -> int:
    """What the deal is worth to the seat, whoever is to play, if all play their best (`lead`)."""
    deal = _laid_open(view)
    value = _Search().value(deal, -BEYOND, BEYOND)
    return value if deal.turn == view.seat else -value


def _laid_open(view: View) -> Deal:
    """The deal as it must be, seen by one who knows all hands."""
    hands = [list(view.hand) if seat == view.seat else view.unseen for seat in range(2)]
    return view.supposing(hands, stock=())


def lead(deal: Deal, seat: int) -> int:
    """What a finished deal is worth to a seat of two: the result first, then the margin in cards."""
    result = deal.result
    assert result is not None
    totals = with_handicap(deal.rules, result.sizes)
    margin = totals[seat] - totals[1 - seat]
    if result.points is not None:
        return MARGIN * (result.points[seat] - result.points[1 - seat]) + margin
    return MARGIN * ((margin > 0) - (margin < 0)) + margin


class _Search:
    """Alpha-beta search that remembers what it has found out about a position."""

    def __init__(self) -> None:
        self.bounds: dict[Hashable, tuple[int, int]] = {}

    def value(self, deal: Deal, low: int, high: int) -> int:
        """What the deal is worth to the seat whose turn it is; exact only between `low` and `high`."""
        if deal.result is not None:
            return lead(deal, deal.turn)
        key = _position(deal)
        least, most = self.bounds.get(key, (-BEYOND, BEYOND))
        if least >= high or least == most:
            return least
        if most <= low:
            return most
        floor = low = max(low, least)
        high = min(high, most)
        best = -BEYOND
        for move in deal.legal_moves():
            best = max(best, -self.value(_after(deal, move), -high, -low))
            low = max(low, best)
            if low >= high:
                break
        if best <= floor:
            most = best
        elif best >= high:
            least = best
        else:
            least = most = best
        self.bounds[key] = least, most
        return best


def _after(deal: Deal, move: Move) -> Deal:
    """The deal one move on; the deal itself is left as it is."""
    later = Deal.arranged(
        deal.rules,
        hands=deal.hands,
        table=deal.table,
        piles=deal.piles,
        stock=(),
        first=deal.first,
        turn=deal.turn,
        round=deal.round,
        last_capture=deal.last_capture,
    )
    later.play(move)
    return later


def _position(deal: Deal) -> Hashable:
    """What of a position its value depends on; by ranks where suits do not matter."""
    piles: Hashable
    if deal.rules.suits_matter:
        hands = tuple([frozenset(hand) for hand in deal.hands])
        piles = tuple([(pile[-1] if pile else None, frozenset(pile)) for pile in deal.piles])
        return deal.turn, hands, frozenset(deal.table), piles, deal.last_capture
    ranks = tuple([tuple(sorted([card.rank for card in hand])) for hand in deal.hands])
    table = tuple(sorted([card.rank for card in deal.table]))
    piles = tuple([(pile[-1].rank, len(pile)) if pile else None for pile in deal.piles])
    return deal.turn, ranks, table, piles, deal.last_capture
