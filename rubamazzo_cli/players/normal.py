"""The normal level: it looks at the table, and forgets."""

from __future__ import annotations

from ..cards import DECKS, Card
from ..chance import Stream
from ..game import Deal
from ..moves import Move
from ..view import View
from .base import Player
from .valuation import chance, plies, stolen_twice, won_from_table, worth


class Normal(Player):
    """Weighs what a move takes now against what a rival could do next to pile and table.

    It uses what lies open now and nothing that happened before: its hand, the table, the tops and the
    sizes of the piles. A covered card is as good as unseen.
    """

    def choose(self, view: View, stream: Stream) -> Move:
        """The move with the best balance of gain and danger."""
        if len(view.legal) == 1:
            return view.legal[0]
        glance = _Glance(view)
        balances = [glance.balance(move) for move in view.legal]
        best = max(balances)
        return stream.pick([move for move, each in zip(view.legal, balances, strict=True) if each == best])


class _Glance:
    """What there is to see for one choice."""

    def __init__(self, view: View) -> None:
        rules = view.rules
        open_cards = {*view.hand, *view.table, *view.tops}
        self.values = worth(rules)
        average = sum(self.values.values()) / rules.deck
        unseen = [card for card in DECKS[rules.deck] if card not in open_cards]
        ranks = [card.rank for card in unseen]
        facing = plies(rules)[len(view.moves)].facing
        self.view = view
        self.piles = [size * average for size in view.sizes]
        self.one_of_each = {card.rank: card for card in reversed(unseen)}
        self.chances = {rank: chance(ranks.count(rank), len(ranks), facing) for rank in self.one_of_each}

    def balance(self, move: Move) -> float:
        """What the move swings, less what the best answer of the rivals may be expected to."""
        view, piles = self.view, self.piles.copy()
        rules, seat = view.rules, view.seat
        twice = stolen_twice(rules)
        table = [card for card in view.table if card not in move.takes]
        tops = list(view.tops)
        gain = won_from_table(self.values, move)
        piles[seat] += gain
        if move.rob is not None:
            piles[seat] += piles[move.rob]
            gain += twice * piles[move.rob]
            tops[move.rob] = None
        if move.captures:
            tops[seat] = move.card
        else:
            table.append(move.card)
        answers: dict[int, float] = dict.fromkeys(self.one_of_each, 0.0)
        for answer in self._answers(table, tops):
            harm = won_from_table(self.values, answer) / len(view.rivals)
            if answer.rob == seat:
                harm += twice * piles[seat]
            answers[answer.card.rank] = max(answers[answer.card.rank], harm)
        expected, nobody_better = 0.0, 1.0
        for rank, harm in sorted(answers.items(), key=lambda answer: -answer[1]):
            expected += nobody_better * self.chances[rank] * harm
            nobody_better *= 1 - self.chances[rank]
        return gain - expected

    def _answers(self, table: list[Card], tops: list[Card | None]) -> tuple[Move, ...]:
        """All the next seat could do at this table if it held one of each rank that is not in sight."""
        view = self.view
        rival = view.rivals[0]
        hands: list[list[Card]] = [[] for _ in tops]
        hands[rival] = list(self.one_of_each.values())
        then = Deal.arranged(
            view.rules,
            hands=hands,
            table=table,
            piles=[[top] if top else [] for top in tops],
            stock=DECKS[view.rules.deck][: view.stock],
            first=view.first,
            turn=rival,
            round=view.round,
            last_capture=view.last_capture,
        )
        return then.legal_moves()
