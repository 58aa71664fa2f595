"""What the session asks of whoever plays a seat."""

from __future__ import annotations

from ..chance import Stream
from ..moves import Move
from ..rules import Rules
from ..scoring import Result
from ..view import View


class Player:
    """Somebody who plays a seat: asked for a move with a view and a stream of its own (formats 1).

    The stream is fresh for each choice, so that a choice depends on the view and the seed only.
    """

    def sit_down(self, rules: Rules, seat: int, seed: int) -> None:
        """A game of this seed begins, and this is the player's seat in it."""

    def choose(self, view: View, stream: Stream) -> Move:
        """One of `view.legal`: what this player does now; the first, unless a level knows better."""
        return view.legal[0]

    def deal_over(self, view: View, result: Result) -> None:
        """The deal is over; a player that keeps no memory need not listen."""

    def match_over(self, winner: int | None) -> None:
        """The match is over, won by this seat or drawn."""

    def close(self, *, in_haste: bool = False) -> None:
        """The player is not needed any more; `in_haste`, nobody has the time to wait for it."""
