"""Why a move is good: facts computed from what its player may know, never guesses (rules 8).

Each reason is a row of a table: a kind, and what finds the numbers it tells of, or nothing where it is
not true. The words are `coaching`'s.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import NamedTuple

from .cards import Card
from .chances import Judged, Judgement, margin
from .moves import Move
from .players.valuation import by_rank, cards_won
from .rules import Rules
from .view import View


class Reason(NamedTuple):
    """A kind of reason, the numbers it tells of, and the seat it names if it names one.

    `cards` is the size of a pile or of a gain, `number` what the sentence counts.
    """

    kind: str
    cards: int = 0
    number: int = 0
    seat: int | None = None


class Case:
    """A move within the judgement of all moves, and what can be asked of it."""

    def __init__(self, judgement: Judgement, judged: Judged) -> None:
        self.judgement = judgement
        self.judged = judged
        self.move = judged.move
        self.view: View = judgement.view
        self.rules: Rules = judgement.view.rules

    # what the rules say of the rest of the deal

    @property
    def aces_are_ordinary(self) -> bool:
        """Whether from now on an ace is a card like any other (rules 3.6)."""
        rules = self.rules
        return rules.ace == "plain" or (self.view.is_last_round and not rules.ace_in_last_round)

    @property
    def equals_take(self) -> bool:
        """Whether from now on a card on the table is taken by equal cards only (rules 3.3)."""
        return self.rules.capture in ("one", "all") and self.aces_are_ordinary

    @property
    def equals_steal(self) -> bool:
        """Whether from now on piles are stolen by cards equal to their top, and only so (rules 3.4)."""
        rules = self.rules
        robs = rules.ace == "sweep-or-rob" and not self.aces_are_ordinary
        return rules.steal != "off" and not rules.pile_in_sums and not robs

    @property
    def equals_always_steal(self) -> bool:
        """Whether moreover any equal card can steal, whatever lies on the table, and somebody will still play."""
        view = self.view
        return (
            self.equals_steal
            and self.rules.steal != "last"
            and self.aces_are_ordinary
            and (any(view.hand_sizes[rival] for rival in view.rivals) or not view.is_last_round)
        )

    # what the cards say

    @cached_property
    def unseen(self) -> Sequence[int]:
        """How many cards of each rank the player has not seen."""
        return by_rank(self.view.unseen)

    @property
    def stolen(self) -> int:
        """How many cards the move steals."""
        return 0 if self.move.rob is None else self.view.sizes[self.move.rob]

    def gain(self, move: Move) -> int:
        """How many cards a move brings to the pile, the card played among them."""
        return cards_won(self.view, move)

    @property
    def pile(self) -> int:
        """How many cards the player's pile has after the move."""
        return self.view.sizes[self.view.seat] + self.gain(self.move)

    @property
    def thieves(self) -> int:
        """How many unseen cards are equal to the card played."""
        return self.unseen[self.move.card.rank]

    @property
    def old_top(self) -> Card | None:
        """The top of the player's pile before the move."""
        return self.view.tops[self.view.seat]

    @property
    def old_thieves(self) -> int:
        """How many unseen cards are equal to that top."""
        return self.unseen[self.old_top.rank] if self.old_top else 0

    @property
    def holds_another(self) -> bool:
        """Whether another card of the rank played stays in the hand."""
        return any(card.rank == self.move.card.rank for card in self.view.hand if card is not self.move.card)

    @property
    def other_moves(self) -> list[Move]:
        """The moves that would do something else."""
        return [judged.move for judged in self.judgement.moves if judged is not self.judged]


def _exact(case: Case) -> Reason | None:
    """Nothing is hidden: the result, and whether any other move gets it (rules 8.4)."""
    lead = case.judged.lead
    if lead is None:
        return None
    if case.rules.scoring == "scopa":
        points = round(case.judged.value)
        kind = "points-ahead" if points > 0 else "points-behind" if points < 0 else "points-level"
        return Reason(kind, number=abs(points))
    value = case.judged.value
    if value == 0:
        return Reason("loses", number=-margin(lead))
    others = [other.value for other in case.judgement.moves if other is not case.judged]
    only = bool(others) and max(others) < value
    if value == 1:
        return Reason("wins-only" if only else "wins", number=margin(lead))
    return Reason("draws-only" if only else "draws")


def _steal_safe(case: Case) -> Reason | None:
    """A pile is stolen, and the new top can never be stolen (rules 8.2)."""
    if case.move.rob is not None and case.equals_steal and not case.thieves:
        return Reason("steal-safe", case.pile, case.stolen, case.move.rob)
    return None


def _steal(case: Case) -> Reason | None:
    """A pile is stolen, and so many cards could steal it on."""
    if case.move.rob is not None and case.equals_steal:
        return Reason("steal-risk", case.stolen, case.thieves, case.move.rob)
    return None


def _steal_plain(case: Case) -> Reason | None:
    """A pile is stolen, and that is all that can be said."""
    if case.move.rob is not None:
        return Reason("steal", number=case.stolen, seat=case.move.rob)
    return None


def _guard_safe(case: Case) -> Reason | None:
    """The top in danger is covered by one that nobody can steal."""
    if case.move.takes and case.equals_always_steal and case.old_thieves and not case.thieves:
        return Reason("guard-safe", case.pile, case.old_thieves)
    return None


def _take_safe(case: Case) -> Reason | None:
    """Cards are taken with a card that nobody can steal (rules 8.3)."""
    if case.move.takes and case.equals_steal and not case.thieves:
        return Reason("take-safe", case.pile)
    return None


def _guard(case: Case) -> Reason | None:
    """The top in danger is covered by one that fewer cards can steal."""
    if case.move.takes and case.equals_always_steal and case.thieves < case.old_thieves:
        return Reason("guard", case.old_thieves, case.thieves)
    return None


def _take_most(case: Case) -> Reason | None:
    """More cards are taken than any other move gets."""
    if case.move.takes and all(case.gain(other) < case.gain(case.move) for other in case.other_moves):
        if case.equals_steal:
            return Reason("take-most-risk", case.gain(case.move), case.thieves)
        return Reason("take-most", number=case.gain(case.move))
    return None


def _take(case: Case) -> Reason | None:
    """Cards are taken."""
    if case.equals_steal:
        return Reason("take-risk", case.gain(case.move), case.thieves)
    return Reason("take", number=case.gain(case.move))


def _lay_own(case: Case) -> Reason | None:
    """A card is laid that only its player can take, with another of its rank."""
    if case.equals_take and not case.thieves and case.holds_another:
        return Reason("lay-own")
    return None


def _lay_safe(case: Case) -> Reason | None:
    """A card is laid that nobody can take any more."""
    return Reason("lay-safe") if case.equals_take and not case.thieves else None


def _bait(case: Case) -> Reason | None:
    """A card is laid, and whoever takes it loses a pile to another of its rank."""
    if (
        case.rules.players == 2
        and case.equals_take
        and case.equals_steal
        and case.rules.steal in ("choice", "first", "both")
        and case.holds_another
    ):
        return Reason("bait", number=case.thieves, seat=case.view.rivals[0])
    return None


def _lay_rather(case: Case) -> Reason | None:
    """A card is laid because every capture would make a top that more cards could steal."""
    captures = [other for other in case.other_moves if other.captures]
    if not case.equals_always_steal or not captures:
        return None
    fewest = min(case.unseen[other.card.rank] for other in captures)
    return Reason("lay-rather", number=fewest) if fewest > case.old_thieves else None


def _lay_fewest(case: Case) -> Reason | None:
    """Of the cards that can be laid this is the one that fewest cards can take."""
    others = [case.unseen[other.card.rank] for other in case.other_moves if not other.captures]
    if case.equals_take and others and case.thieves < min(others):
        return Reason("lay-fewest", number=case.thieves)
    return None


def _imagined(case: Case) -> Reason | None:
    """Nothing else did better in the worlds imagined."""
    return Reason("imagined", number=case.judgement.worlds)


CAPTURES: tuple[Callable[[Case], Reason | None], ...] = (
    _exact,
    _steal_safe,
    _steal,
    _steal_plain,
    _guard_safe,
    _take_safe,
    _guard,
    _take_most,
    _take,
)
LAYS: tuple[Callable[[Case], Reason | None], ...] = (
    _exact,
    _lay_own,
    _lay_safe,
    _bait,
    _lay_rather,
    _lay_fewest,
    _imagined,
)
"""The reasons for a move that captures and one that lays, the most telling first; the last is always true."""


def reason(judgement: Judgement, judged: Judged) -> Reason:
    """The most telling thing that is true of a move."""
    case = Case(judgement, judged)
    asked = CAPTURES if case.move.captures else LAYS
    return next(told for ask in asked if (told := ask(case)))
