"""Decks for the deals of a game, and a match of deals (rules 2.6 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from operator import add

from .cards import DECKS, Card
from .chance import Stream
from .game import Deal
from .moves import Move
from .rules import Rules
from .scoring import Result, alone_ahead


def shuffled_deck(rules: Rules, seed: int, number: int) -> tuple[Card, ...]:
    """The deck of deal `number` (from 1) of a game with this seed, whoever plays it (formats 1)."""
    cards = list(DECKS[rules.deck])
    Stream(seed, "deal", number).shuffle(cards)
    return tuple(cards)


def cut(deck: Sequence[Card], at: int) -> tuple[Card, ...]:
    """So many cards go from the top of the deck to the bottom (rules 2.6)."""
    return (*deck[at:], *deck[:at])


def match_points(rules: Rules, result: Result) -> tuple[int, ...]:
    """What the result of a deal brings each seat in the match: a deal won, or its points (rules 5.1)."""
    if rules.points_needed is not None and result.points is not None:
        return result.points
    return tuple(int(seat == result.winner) for seat in range(rules.players))


class Match:
    """Deals played until somebody has won (rules 5).

    `deals` holds them in order, the last one perhaps unfinished, each put there by `start_deal`;
    `score` is what each seat has so far: deals won, or points under `match=points-N`.
    """

    def __init__(self, rules: Rules, first: int = 0) -> None:
        self.rules = rules
        self.first = first
        self.deals: list[Deal] = []
        self._score_before = (0,) * rules.players

    @property
    def score(self) -> tuple[int, ...]:
        """Deals won or points made by each seat in the deals that are over (rules 5.1)."""
        result = self.deals[-1].result if self.deals else None
        if result is None:
            return self._score_before
        return tuple(map(add, self._score_before, match_points(self.rules, result)))

    @property
    def winner(self) -> int | None:
        """The seat that has won the match, or None while nobody has (rules 5.1)."""
        score = self.score
        ahead = alone_ahead(score)
        needed = self.rules.points_needed or self.rules.wins_needed or 1
        return ahead if max(score) >= needed and self._between_deals else None

    @property
    def is_over(self) -> bool:
        """Whether no more deals are to come: it is won, or its only deal was a draw."""
        return self._between_deals and (self.rules.match == "deal" or self.winner is not None)

    @property
    def _between_deals(self) -> bool:
        return bool(self.deals) and self.deals[-1].is_over

    @property
    def next_first(self) -> int:
        """The seat that plays first in the next deal: the deal passes on after every one (rules 5.2)."""
        return (self.first + len(self.deals)) % self.rules.players

    def start_deal(self, deck: Sequence[Card]) -> Deal:
        """Hand out the next deal of the match from this deck."""
        self._score_before = self.score
        deal = Deal(self.rules, deck, self.next_first)
        self.deals.append(deal)
        return deal


def replayed(deal: Deal, moves: Iterable[Move]) -> Iterator[Deal]:
    """The same deal from its beginning, before each of the moves and after the last."""
    again = Deal(deal.rules, deal.deck, deal.first)
    yield again
    for move in moves:
        again.play(move)
        yield again
