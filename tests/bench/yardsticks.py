"""Two opponents to measure the levels by: simple enough to be written again anywhere."""

from __future__ import annotations

from collections.abc import Callable

from rubamazzo_cli.chance import Stream
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import Player
from rubamazzo_cli.view import View


class Greedy(Player):
    """Most cards now, ties at random."""

    def choose(self, view: View, stream: Stream) -> Move:
        return _best(view, stream, lambda move: _won(view, move))


class Counter(Player):
    """Two seats: what a move swings now, minus what the exact chances say it gives away.

    It remembers every card. After a capture the rival steals the pile if it holds the new top; a laid
    card is two cards to the rival who takes it.
    """

    def choose(self, view: View, stream: Stream) -> Move:
        rival = view.rivals[0]
        unseen = view.unseen
        # what the rival holds when it plays next: its hand, or what it is dealt once all hands are empty
        holds = view.hand_sizes[rival]
        if not holds and len(view.hand) == 1:
            holds = min(view.rules.hand, view.stock // 2)

        def weight(move: Move) -> float:
            copies = sum(card.rank == move.card.rank for card in unseen)
            none = 1.0
            for drawn in range(holds):
                none *= max(len(unseen) - copies - drawn, 0) / (len(unseen) - drawn)
            if not move.captures:
                return -2 * (1 - none)
            stolen = 0 if move.rob is None else view.sizes[move.rob]
            pile = view.sizes[view.seat] + _won(view, move)
            return _won(view, move) + stolen - 2 * pile * (1 - none)

        return _best(view, stream, weight)


def _won(view: View, move: Move) -> int:
    stolen = 0 if move.rob is None else view.sizes[move.rob]
    return stolen + len(move.takes) + 1 if move.captures else 0


def _best(view: View, stream: Stream, weight: Callable[[Move], float]) -> Move:
    weights = [weight(move) for move in view.legal]
    return stream.pick([move for move, each in zip(view.legal, weights, strict=True) if each == max(weights)])
