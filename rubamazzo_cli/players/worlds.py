"""Thinking ahead with the engine's own cards: for every variant and any number of seats."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from ..cards import Card
from ..chance import Stream
from ..game import Deal
from ..moves import Move
from ..view import View
from .clues import Imagination
from .valuation import OWN, RIVALS, Scales, by_rank, pile_worth, plan, won_from_table, worth


class Worlds(Protocol):
    """Worlds a seat cannot tell from the real one, in which it tries its moves (rules 9)."""

    @property
    def play_cost(self) -> float:
        """How long one imagined play takes, in plays of `ranks`."""

    def outcomes(self, running: Sequence[int], stream: Stream) -> list[float]:
        """What the seat gets in one imagined world after each of these moves, given by their numbers."""


class EngineWorlds:
    """Worlds of the engine's own cards: slow, but any variant and any number of seats."""

    play_cost = 6.0

    def __init__(self, view: View, moves: Sequence[Move]) -> None:
        self.view = view
        self.moves = moves
        self.imagination = Imagination(view)

    def outcomes(self, running: Sequence[int], stream: Stream) -> list[float]:
        """How the deal ends in one world after each of these moves if all then play at a glance."""
        hands, stock = self.imagination.draw(stream)
        return [self._outcome(self.moves[at], hands, stock) for at in running]

    def _outcome(self, move: Move, hands: list[list[Card]], stock: list[Card]) -> float:
        deal = self.view.supposing(hands, stock)
        play_out(deal, len(self.view.moves), self.view.seat, move)
        return success(deal, self.view.seat)


def success(deal: Deal, seat: int) -> float:
    """What the seat got from a deal: a win 1, a share of a draw; under Scopa scoring its lead in points."""
    result = deal.result
    assert result is not None
    if result.points is None:
        return 1 / len(result.leaders) if seat in result.leaders else 0.0
    points = result.points
    return points[seat] - (sum(points) - points[seat]) / (len(points) - 1)


def play_out(deal: Deal, play: int, own: int, move: Move | None = None) -> None:
    """Play a deal to its end from play number `play` on, beginning with the move if one is given.

    Everybody remembers all cards and plays the move that weighs most, to the seat `own` that imagines
    it and to the others.
    """
    rules = deal.rules
    values = worth(rules)
    piles = [pile_worth(rules, pile) for pile in deal.piles]
    unplayed = by_rank([card for hand in deal.hands for card in hand] + list(deal.stock))
    for chances in plan(rules)[play:]:
        seat = deal.turn
        hand = deal.hands[seat]
        if move is None:
            legal = deal.legal_moves()
            if len(legal) == 1:
                move = legal[0]
            else:
                for card in hand:
                    unplayed[card.rank] -= 1
                caution = OWN if seat == own else RIVALS
                move = Scales(rules, caution, values, seat, piles, unplayed, chances).best(legal)
                for card in hand:
                    unplayed[card.rank] += 1
        piles[seat] += won_from_table(values, move)
        if move.rob is not None:
            piles[seat] += piles[move.rob]
            piles[move.rob] = 0.0
        unplayed[move.card.rank] -= 1
        deal.play(move)
        move = None
