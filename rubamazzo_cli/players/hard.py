"""The hard level: it remembers everything, imagines the rest, and plays to win the deal."""

from __future__ import annotations

from collections.abc import Sequence

from ..chance import Stream
from ..moves import Move
from ..view import View
from . import ending, ranks
from .base import Player
from .valuation import plies
from .worlds import EngineWorlds, Worlds

PLAYS = 12_000
"""How many plays a choice may imagine, whatever the machine; the less is left of the deal, the more worlds."""

CALM = 4
"""How many times as many among three or four where nobody steals: there a choice weighs little, and shows late."""


class Hard(Player):
    """Remembers every card, tries its moves in imagined worlds, and picks the one that wins most.

    Where nothing is hidden it plays perfectly (rules 8.4). Otherwise it imagines where the unseen cards
    may be, plays each world out with every move in turn, and drops the worst move again and again.
    """

    def choose(self, view: View, stream: Stream) -> Move:
        """The move with the best chance to win the deal; under Scopa scoring the best lead in points."""
        moves = different(view.legal, view.rules.suits_matter)
        if len(moves) == 1:
            return moves[0]
        if ending.is_open(view):
            return ending.best_move(view, moves)
        return most_successful(view, moves, stream)


def different(moves: Sequence[Move], suits_matter: bool) -> list[Move]:
    """The moves without those that differ only in the suit of the card played, where suits do not matter."""
    if suits_matter:
        return list(moves)
    by_ranks = {by_rank_alone(move): move for move in reversed(moves)}
    return list(by_ranks.values())[::-1]


def by_rank_alone(move: Move) -> tuple[int, int | None, tuple[int, ...]]:
    """What a move is where suits do not matter: the ranks played and taken, and the seat robbed."""
    return move.card.rank, move.rob, tuple(sorted([card.rank for card in move.takes]))


def imagined(view: View, moves: Sequence[Move]) -> Worlds:
    """Worlds in which a seat can try these moves, the fastest that know the rules."""
    return (ranks.RankWorlds if ranks.covers(view.rules) else EngineWorlds)(view, moves)


def most_successful(view: View, moves: list[Move], stream: Stream) -> Move:
    """The move that does best in imagined worlds, each world the same for all moves still in the running."""
    worlds = imagined(view, moves)
    left = len(plies(view.rules)) - len(view.moves)
    heats = len(moves) - 1
    plays = PLAYS * (CALM if view.rules.steal == "off" and view.rules.players > 2 else 1)
    totals = [0.0] * len(moves)
    running = list(range(len(moves)))
    for _ in range(heats):
        for _ in range(max(1, int(plays / (worlds.play_cost * left * heats * len(running))))):
            for at, outcome in zip(running, worlds.outcomes(running, stream), strict=True):
                totals[at] += outcome
        running.remove(min(reversed(running), key=lambda at: totals[at]))
    return moves[running[0]]
