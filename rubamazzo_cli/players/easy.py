"""The easy level: for a child of five."""

from __future__ import annotations

from ..chance import Stream
from ..moves import Move
from ..view import View
from .base import Player
from .valuation import cards_won

AT_RANDOM = 2 / 3
"""How often easy plays without thinking."""


class Easy(Player):
    """Takes what it sees, the most cards first, but plays at random two times in three."""

    def choose(self, view: View, stream: Stream) -> Move:
        """The move that wins most cards now, or any move when the mind wanders."""
        if stream.random() < AT_RANDOM:
            return stream.pick(view.legal)
        most = max(cards_won(view, move) for move in view.legal)
        return stream.pick([move for move in view.legal if cards_won(view, move) == most])
