"""What a move is worth at a glance: the gain now against what a rival may do next.

This is the one valuation all levels share. What sets them apart is how much they know of the cards
they cannot see (normal forgets the covered ones, hard does not) and whether they look further.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import pairwise
from typing import NamedTuple

from ..cards import DECKS, Card
from ..game import round_sizes
from ..moves import Move
from ..rules import Rules
from ..scoring import PRIMIERA
from ..view import View

Chances = tuple[float, ...]
"""For 0 to 4 copies of a rank that a seat cannot place: the chance that some rival holds one."""


@cache
def worth(rules: Rules) -> dict[Card, float]:
    """What each card counts in a pile, in cards (rules 4.2, 4.3).

    Under Scopa scoring denari, the settebello and the good cards of the primiera count for more: one
    in ten denari decides a point about as often as four cards do, the settebello is a point at once.
    All are whole quarters, so that their sums are exact, and alike in every version of Python.
    """
    deck = DECKS[rules.deck]
    if rules.scoring != "scopa":
        return dict.fromkeys(deck, 1.0)
    return {
        card: 1.0
        + (3.0 if card.suit == "d" else 0.0)
        + (10.0 if card.code == "7d" else 0.0)
        + (PRIMIERA[card.rank] - 10) / 4
        for card in deck
    }


@cache
def chance(copies: int, unseen: int, cards: int) -> float:
    """The chance that of these copies among the unseen cards at least one is in a draw of so many.

    >>> chance(2, 10, 3) == 1 - (8 * 7 * 6) / (10 * 9 * 8)
    True
    """
    none = 1.0
    for drawn in range(min(cards, unseen)):
        none *= max(unseen - copies - drawn, 0) / (unseen - drawn)
    return 1.0 - none


class Ply(NamedTuple):
    """One play of a deal as the rules foresee it: how many cards the seat holds before it, how many
    its rivals hold together when each plays next, and how many cards the seat has never seen.
    """

    held: int
    facing: int
    unseen: int


@cache
def plies(rules: Rules) -> tuple[Ply, ...]:
    """Every play of a deal in order (rules 2.3), whatever the cards are."""
    seats = rules.players
    rounds = (*round_sizes(rules), 0)
    unplayed = rules.deck - rules.table
    foreseen = []
    for each, each_next in pairwise(rounds):
        for at in range(each * seats):
            next_plays = range(at + 1, at + seats)
            facing = sum(each - play // seats if play < each * seats else each_next for play in next_plays)
            held = each - at // seats
            foreseen.append(Ply(held, facing, unplayed - held))
            unplayed -= 1
    return tuple(foreseen)


@cache
def plan(rules: Rules) -> tuple[Chances, ...]:
    """For every play of a deal in order, the chances as one who remembers all cards reckons them."""
    return tuple(tuple(chance(copies, ply.unseen, ply.facing) for copies in range(5)) for ply in plies(rules))


def won_from_table(values: Mapping[Card, float], move: Move) -> float:
    """What the cards a move brings to the pile count, the card played among them; not what it steals.

    `values` is what each card is worth.
    """
    card, rob, takes = move
    if rob is None and not takes:
        return 0.0
    won = values[card]
    for taken in takes:
        won += values[taken]
    return won


def stolen_twice(rules: Rules) -> float:
    """What a stolen card counts: once for the thief and once more, shared among the rivals, for its owner."""
    return rules.players / (rules.players - 1)


class Caution(NamedTuple):
    """How much who weighs a move minds what comes after it.

    `pile` is how much the own pile counts where a rival may hold its new top, `laid` how much of what a
    rival gets counts who may take the card laid, `kept` how much of the card laid remains one's own.
    """

    pile: float
    laid: float
    kept: float


OWN = Caution(pile=1.5, laid=0.75, kept=1.75)
"""How a seat goes on in worlds of its own: fitted by `tests/bench/fit.py`."""

RIVALS = Caution(pile=0.5, laid=0.5, kept=0.0)
"""How it expects the others to go on: people and levels take what they can rather than fear for it."""


class Scales(NamedTuple):
    """What a seat that remembers all cards weighs its moves with.

    `values` is the worth of each card, `piles` that of each pile, `hidden` for each rank how many copies
    the seat cannot place, `chances` what that means.
    """

    rules: Rules
    caution: Caution
    values: Mapping[Card, float]
    seat: int
    piles: Sequence[float]
    hidden: Sequence[int]
    chances: Chances

    def weigh(self, move: Move) -> float:
        """What the move swings now, less what it may cost if a rival holds the right card.

        After a capture that is the pile, to the rival who holds its new top; else the card laid.
        """
        rules, caution, values, seat, piles, hidden, chances = self
        card, rob, takes = move
        if rob is None and not takes:
            taker = 15 - card.rank if rules.capture == "fifteen" else card.rank
            given = (values[card] + 1) / (rules.players - 1) * chances[hidden[taker]]
            return caution.kept * values[card] - caution.laid * given
        won = won_from_table(values, move)
        stolen = 0.0 if rob is None else piles[rob]
        lost = 0.0 if rules.steal == "off" else chances[hidden[card.rank]] * (piles[seat] + stolen + won)
        return won + stolen_twice(rules) * (stolen - caution.pile * lost)

    def best(self, moves: Iterable[Move]) -> Move:
        """The move that weighs most, the first of equals."""
        return max(moves, key=self.weigh)


RANKS = 16
"""Room for a number for each rank: 0 is no card, and 15 less a rank is one too."""


def by_rank(cards: Iterable[Card]) -> list[int]:
    """How many of the cards there are of each rank."""
    counts = [0] * RANKS
    for card in cards:
        counts[card.rank] += 1
    return counts


def pile_worth(rules: Rules, pile: Iterable[Card]) -> float:
    """What a pile counts, in cards."""
    values = worth(rules)
    return sum([values[card] for card in pile])


def cards_won(view: View, move: Move) -> int:
    """How many cards the move brings to the pile: those taken, those stolen and the card played."""
    if not move.captures:
        return 0
    stolen = 0 if move.rob is None else len(view.piles[move.rob])
    return stolen + len(move.takes) + 1
