"""The easy level: for a child of five."""

from __future__ import annotations

from ..chance import Stream
from ..moves import Move
from ..view import View
from .base import Player

AT_RANDOM = 2 / 3
"""How often easy plays without thinking."""


class Easy(Player):
    """Takes what it sees, the most cards first, but plays at random two times in three."""

    def choose(self, view: View, stream: Stream) -> Move:
        """The move that wins most cards now, or any move when the mind wanders."""
        if stream.random() < AT_RANDOM:
            return stream.pick(view.legal)
        gains = [cards_won(view, move) for move in view.legal]
        best = max(gains)
        return stream.pick([move for move, gain in zip(view.legal, gains, strict=True) if gain == best])


def cards_won(view: View, move: Move) -> int:
    """How many cards the move brings to the pile: those taken, those stolen and the card played."""
    if not move.captures:
        return 0
    stolen = 0 if move.rob is None else len(view.piles[move.rob])
    return stolen + len(move.takes) + 1
