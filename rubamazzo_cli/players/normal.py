"""The normal level: it looks at the table, and forgets."""

from __future__ import annotations

from ..chance import Stream
from ..moves import Move
from ..view import View
from .base import Player
from .valuation import Scales, by_rank, chance, plies, worth


class Normal(Player):
    """Weighs what a move takes now against what a rival could do to it next.

    It uses what lies open now and nothing that happened before: its hand, the table, the tops and the
    sizes of the piles. A covered card is as good as unseen.
    """

    def choose(self, view: View, stream: Stream) -> Move:
        """The move with the best balance of gain and danger."""
        if len(view.legal) == 1:
            return view.legal[0]
        scales = open_scales(view)
        weights = [scales.weigh(move) for move in view.legal]
        best = max(weights)
        return stream.pick([move for move, weight in zip(view.legal, weights, strict=True) if weight == best])


def open_scales(view: View) -> Scales:
    """What a seat that forgets covered cards weighs its moves with."""
    rules, top = view.rules, view.tops[view.seat]
    open_cards = [*view.hand, *view.table, *filter(None, view.tops)]
    unseen = rules.deck - len(open_cards)
    facing = plies(rules)[len(view.moves)].facing
    chances = tuple(chance(copies, unseen, facing) for copies in range(5))
    hidden = [0] + [4 - count for count in by_rank(open_cards)[1:]]
    average = sum(worth(rules).values()) / rules.deck
    piles = [size * average for size in view.sizes]
    at_stake = 0.0
    if top and rules.steal != "off":
        # what a robbed pile counts: once for its owner, and once more shared among the rivals
        at_stake = (1 + 1 / len(view.rivals)) * piles[view.seat] * chances[hidden[top.rank]]
    return Scales(rules, view.seat, piles, hidden, chances, at_stake)
