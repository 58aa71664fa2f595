"""The random level: a yardstick, not an opponent."""

from __future__ import annotations

from ..chance import Stream
from ..moves import Move
from ..view import View
from .base import Player


class Random(Player):
    """Plays any of its moves, each as likely as the others."""

    def choose(self, view: View, stream: Stream) -> Move:
        """Any legal move."""
        return stream.pick(view.legal)
