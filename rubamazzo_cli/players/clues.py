"""What the rivals' plays tell of their hands, and worlds imagined with that in mind.

Who lays a card when another of the hand would have stolen a pile was careless, or does not hold that
other card. A hand is the less plausible the more its owner would have given away with it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ..cards import DECKS, Card
from ..chance import Stream
from ..game import Deal
from ..moves import Move
from ..view import View
from .valuation import RIVALS, Scales, by_rank, pile_worth, plan, worth

TRIES = 20
"""How many implausible worlds are thrown away before one is taken all the same."""


class Clue(NamedTuple):
    """One play of a rival this round, and the table at which it was made."""

    seat: int
    move: Move
    play: int
    table: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]


class Imagination:
    """Hands and stocks as they may lie, drawn so that what the rivals did this round makes sense."""

    def __init__(self, view: View) -> None:
        self.view = view
        self.unseen = view.unseen
        self.clues = [clue for clue in _plays_of_this_round(view) if view.hand_sizes[clue.seat]]
        self._known: dict[tuple[int, tuple[Card, ...] | tuple[int, ...]], float] = {}

    def draw(self, stream: Stream) -> tuple[list[list[Card]], list[Card]]:
        """Hands for every seat and a stock; its own hand is as it is."""
        unseen, sizes = self.unseen, self.view.hand_sizes
        held = sum([sizes[rival] for rival in self.view.rivals])
        for _ in range(TRIES):
            for at in range(held):
                other = at + stream.below(len(unseen) - at)
                unseen[at], unseen[other] = unseen[other], unseen[at]
            hands = [list(self.view.hand)] * len(sizes)
            at = 0
            for rival in self.view.rivals:
                hands[rival] = unseen[at : at + sizes[rival]]
                at += sizes[rival]
            if not self.clues or stream.random() < self.plausibility(hands):
                break
        stock = unseen[held:]
        stream.shuffle(stock)
        return hands, stock

    def plausibility(self, hands: Sequence[list[Card]]) -> float:
        """From 1, every rival did with these hands what seems best, down towards 0."""
        chance = 1.0
        for at, clue in enumerate(self.clues):
            hand = hands[clue.seat]
            if self.view.rules.suits_matter:
                chance *= self._remembered(at, tuple(hand), hand)
            else:
                chance *= self._remembered(at, tuple(sorted([card.rank for card in hand])), hand)
        return chance

    def _remembered(self, at: int, key: tuple[Card, ...] | tuple[int, ...], hand: list[Card]) -> float:
        known = self._known.get((at, key))
        if known is None:
            known = self._known[at, key] = 1 / (1 + self._given_away(at, hand))
        return known

    def _given_away(self, at: int, hand: list[Card]) -> float:
        """How much better, in cards, the rival's best play would have been than the one it made."""
        clue, rules = self.clues[at], self.view.rules
        later = [other.move.card for other in self.clues[at:] if other.seat == clue.seat]
        hands: list[list[Card]] = [[] for _ in clue.piles]
        hands[clue.seat] = own = later + hand
        open_cards = {*clue.table, *own}.union(*clue.piles)
        then = Deal.arranged(
            rules,
            hands=hands,
            table=clue.table,
            piles=clue.piles,
            stock=DECKS[rules.deck][: self.view.stock],
            first=self.view.first,
            turn=clue.seat,
            round=self.view.round,
            last_capture=None,
        )
        scales = Scales(
            rules=rules,
            caution=RIVALS,
            values=worth(rules),
            seat=clue.seat,
            piles=[pile_worth(rules, pile) for pile in clue.piles],
            hidden=by_rank(card for card in DECKS[rules.deck] if card not in open_cards),
            chances=plan(rules)[clue.play],
        )
        legal = then.legal_moves()
        best = max(map(scales.weigh, legal)) if legal else 0.0
        return max(0.0, best - scales.weigh(clue.move))


def _plays_of_this_round(view: View) -> list[Clue]:
    """The rivals' plays of this round, told again from the first table."""
    mine = len(view.received[-1]) - len(view.hand)
    seats = view.rules.players
    start = len(view.moves) - mine * seats - (view.seat - view.first) % seats
    table = dict.fromkeys(view.first_table)
    piles: list[list[Card]] = [[] for _ in range(seats)]
    clues = []
    for play, move in enumerate(view.moves):
        seat = (view.first + play) % seats
        if play >= start and seat != view.seat:
            clues.append(Clue(seat, move, play, tuple(table), tuple(map(tuple, piles))))
        if not move.captures:
            table[move.card] = None
            continue
        if move.rob is not None:
            piles[seat] += piles[move.rob]
            piles[move.rob] = []
        for card in move.takes:
            del table[card]
        piles[seat] += (*move.takes, move.card)
    return clues
