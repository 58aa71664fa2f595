"""Moves, and the one statement of what a card may do (rules 3)."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import chain, combinations, product
from typing import NamedTuple

from .cards import Card, read_card
from .errors import BadMove
from .rules import Rules


class Move(NamedTuple):
    """One card played: the seat robbed if any (from 0), and the table cards taken, in table order.

    A move that neither robs nor takes lays the card (rules 3.1). As text it is what records write.
    """

    card: Card
    rob: int | None = None
    takes: tuple[Card, ...] = ()

    @property
    def captures(self) -> bool:
        """Whether the card takes or steals, and is not laid."""
        return self.rob is not None or bool(self.takes)

    def __str__(self) -> str:
        """The move as records write it (formats 3): `5c`, `5cx2b+3s`, `5c*2`, `5c*2x5b`."""
        rob = "" if self.rob is None else f"*{self.rob + 1}"
        takes = "x" + "+".join([card.code for card in self.takes]) if self.takes else ""
        return self.card.code + rob + takes


_CARD = r"(?:10|\w)[a-z]"
_TOKEN = re.compile(rf"({_CARD})(?:\*([1-9]))?(?:x({_CARD}(?:\+{_CARD})*))?", re.ASCII | re.IGNORECASE)


def read_move(text: str, deck: int) -> Move:
    """The move this token names (formats 3), whether or not the rules allow it now.

    Raises BadMove, or BadCard when it names a card that is not in the deck.
    """
    token = _TOKEN.fullmatch(text)
    if token is None:
        raise BadMove(text)
    card, rob, takes = token.groups()
    return Move(
        read_card(card, deck),
        int(rob) - 1 if rob else None,
        tuple(read_card(code, deck) for code in takes.split("+")) if takes else (),
    )


def options(
    rules: Rules,
    card: Card,
    table: Sequence[Card],
    tops: Sequence[tuple[int, Card | None]],
    ace_is_special: bool,
) -> tuple[Move, ...]:
    """Everything one card may do, in the order of menus (rules 3.3 to 3.8).

    `table` is in table order, `tops` the rivals in order of play, each with the top of its pile.
    Laying comes last and only where the card itself may be laid; that the whole hand has a say
    (`must-take` = `hand`) is the deal's to add.
    """
    captures: list[Move] = []
    if ace_is_special and card.rank == 1:
        captures = _ace(rules, card, table, tops)
    if not captures:
        captures = _captures(rules, card, table, tops)
    if not captures or rules.must_take == "no":
        captures.append(Move(card))
    return tuple(captures)


def _captures(
    rules: Rules, card: Card, table: Sequence[Card], tops: Sequence[tuple[int, Card | None]]
) -> list[Move]:
    """What an ordinary card may take and steal: the table of rules 3.3, 3.4 and 3.5."""
    equal = [other for other in table if other.rank == card.rank]
    takes = [Move(card, None, taken) for taken in _takes(rules, card, table, equal)]
    if rules.steal == "off":
        return takes

    joined = takes if rules.steal == "both" else []
    robs: list[Move] = []
    for seat, top in tops:
        if top is None:
            continue
        if top.rank == card.rank:
            robs += [Move(card, seat, take.takes) for take in joined] or [Move(card, seat)]
        elif rules.pile_in_sums and top.rank < card.rank:
            robs += [Move(card, seat, taken) for taken in sums(rules, table, card.rank - top.rank)]

    if rules.steal == "last" and takes:
        return takes
    equal_top = any(top is not None and top.rank == card.rank for _, top in tops)
    if (rules.steal == "first" and robs) or (joined and equal_top):
        return robs
    return robs + takes


def _takes(
    rules: Rules, card: Card, table: Sequence[Card], equal: Sequence[Card]
) -> Iterable[tuple[Card, ...]]:
    """The sets of table cards an ordinary card takes, fewest cards first (rules 3.3)."""
    if rules.capture == "fifteen":
        return sums(rules, table, 15 - card.rank)
    if not equal:
        return sums(rules, table, card.rank) if rules.capture == "sum" else ()
    if rules.capture == "all":
        return [tuple(equal)]
    return [(other,) for other in (equal if rules.suits_matter else equal[:1])]


def _ace(
    rules: Rules, card: Card, table: Sequence[Card], tops: Sequence[tuple[int, Card | None]]
) -> list[Move]:
    """What an ace sweeps or robs (rules 3.6); nothing, and it is an ordinary card."""
    moves: list[Move] = []
    seat, top = tops[0]
    if rules.ace == "sweep-or-rob" and top is not None:
        moves.append(Move(card, seat))
    if table:
        moves.append(Move(card, None, tuple(table)))
    return moves


def sums(rules: Rules, table: Sequence[Card], total: int) -> list[tuple[Card, ...]]:
    """The sets of table cards whose values make this total, fewest cards first, then by table order.

    Of sets of the same ranks only the one longest on the table stands, unless suits matter (rules 3.8).
    """
    found = [
        places
        for ranks in _rank_sets(tuple(sorted([card.rank for card in table])), total)
        for places in _places(table, ranks, rules.suits_matter)
    ]
    found.sort(key=lambda places: (len(places), places))
    return [tuple([table[at] for at in places]) for places in found]


@lru_cache(maxsize=2**16)
def _rank_sets(ranks: tuple[int, ...], total: int) -> tuple[tuple[int, ...], ...]:
    """The different sets of these ranks, lowest first, that make the total.

    The work grows with what there is to find, and not with the subsets of a long table.
    """
    if total == 0:
        return ((),)
    if not ranks or ranks[0] > total:
        return ()
    lowest, others = ranks[0], ranks[ranks.count(ranks[0]) :]
    with_lowest = tuple([(lowest, *more) for more in _rank_sets(ranks[1:], total - lowest)])
    return with_lowest + _rank_sets(others, total)


def _places(table: Sequence[Card], ranks: tuple[int, ...], every_suit: bool) -> Iterator[list[int]]:
    """Where on the table cards of these ranks lie: the first of each, or in every suit."""
    if every_suit:
        chosen = [
            combinations([at for at, card in enumerate(table) if card.rank == rank], ranks.count(rank))
            for rank in dict.fromkeys(ranks)
        ]
        for groups in product(*chosen):
            yield sorted(chain(*groups))
    else:
        missing = list(ranks)
        places = []
        for at, card in enumerate(table):
            if card.rank in missing:
                missing.remove(card.rank)
                places.append(at)
        yield places


REASONS = (
    "not-held",
    "not-on-table",
    "no-pile",
    "cannot-steal",
    "cannot-take",
    "steal-first",
    "take-first",
    "both-at-once",
    "must-take",
    "must-take-hand",
)
"""Why a move can be refused, as MoveRefused names it."""


def named(rules: Rules, move: Move, among: Iterable[Move], table: Iterable[Card]) -> Move | None:
    """The move a player names: one of these, or one alike, taken at its word (rules 3.8).

    Its cards are put in table order. None when it is neither.
    """
    takes = tuple([card for card in table if card in move.takes])
    if len(takes) != len(move.takes):
        return None
    move = move._replace(takes=takes)
    ranks = sorted([card.rank for card in takes])
    for other in among:
        if other == move or (
            not rules.suits_matter
            and (other.card, other.rob) == (move.card, move.rob)
            and sorted([card.rank for card in other.takes]) == ranks
        ):
            return move
    return None


def refusal(
    rules: Rules,
    move: Move,
    hand: Sequence[Card],
    legal: Sequence[Move],
    table: Sequence[Card],
    tops: Sequence[tuple[int, Card | None]],
    ace_is_special: bool,
) -> str:
    """Which of REASONS keeps a player from this move, knowing what may be done instead."""
    if move.card not in hand:
        return "not-held"
    if not move.captures:
        return "must-take" if any(other.card is move.card for other in legal) else "must-take-hand"
    if any(card not in table for card in move.takes):
        return "not-on-table"
    if move.rob is not None and dict(tops).get(move.rob) is None:
        return "no-pile"
    if rules.steal in STEAL_REASONS:
        free = options(replace(rules, steal="choice"), move.card, table, tops, ace_is_special)
        if named(rules, move, free, table):
            return STEAL_REASONS[rules.steal]
    return "cannot-take" if move.rob is None else "cannot-steal"


STEAL_REASONS = {"first": "steal-first", "last": "take-first", "both": "both-at-once"}
"""Why a move that free choice would allow is refused under a value of `steal` (rules 3.4)."""
