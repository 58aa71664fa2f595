"""The normal level: it looks at the table, and forgets."""

from __future__ import annotations

from ..chance import Stream
from ..moves import Move
from ..view import View
from .base import Player
from .easy import cards_won


class Normal(Player):
    """Weighs what a move takes now against what a rival could do to it next."""

    def choose(self, view: View, stream: Stream) -> Move:
        """The move with the best balance of gain and danger."""
        gains = [cards_won(view, move) for move in view.legal]
        best = max(gains)
        return stream.pick([move for move, gain in zip(view.legal, gains, strict=True) if gain == best])
