"""Thinking ahead by ranks alone: a fast twin of the engine, for two seats where suits do not matter.

A hand is a list of ranks, the table and what is hidden are counts by rank. Playing a world out this way
is some five times as fast as the engine's own cards; a test pins the two to each other play for play.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

from ..chance import Stream
from ..moves import Move
from ..rules import Rules
from ..view import View
from .clues import Imagination
from .valuation import OWN, RIVALS, Caution, Chances, by_rank, plan

LEAST = -1e9

TAKEN = {"one": (0, 1, 1, 1, 1), "all": (0, 1, 2, 3, 4)}
"""How many of 0 to 4 equal table cards are taken (rules 3.3)."""


def covers(rules: Rules) -> bool:
    """Whether the twin knows these rules: two seats, cards that look at their own rank only."""
    return (
        rules.players == 2
        and rules.capture in TAKEN
        and rules.steal in ("choice", "first", "off")
        and rules.must_take == "card"
        and rules.ace == "plain"
        and rules.scoring == "cards"
    )


class Side(NamedTuple):
    """What is one player's at the start of a playout: hand, hidden cards by rank, pile and its top.

    The top is 0 where there is no pile, and where nobody steals (rules 3.4).
    """

    hand: list[int]
    hidden: list[int]
    pile: int
    top: int


Step = tuple[int, Chances, float, float, float]
"""Which side plays (0 or 1), and what it reckons with: chances, danger for a pile, a card laid, its danger."""


def play_out(
    steps: Sequence[Step],
    table: list[int],
    mover: Side,
    rival: Side,
    stock: Sequence[int],
    rules: Rules,
) -> tuple[int, int, int]:
    """Play so many steps, each side by what a move weighs: the piles of mover and rival, who captured last.

    The weight is that of `Scales.weigh` for two seats. The table is changed, and nothing else.
    """
    taken = TAKEN[rules.capture]
    each = rules.hand
    steals = rules.steal != "off"
    hand, hidden, mine, top = list(mover.hand), list(mover.hidden), mover.pile, mover.top
    other, hidden_too, theirs, top_too = list(rival.hand), list(rival.hidden), rival.pile, rival.top
    last = -1
    dealt = 0
    for side, chances, danger, kept, laid in steps:
        if not hand:
            end = min(dealt + 2 * each, len(stock) // 2 * 2)
            hand = list(stock[dealt:end:2])
            other = list(stock[dealt + 1 : end : 2])
            dealt = end
            for rank in hand:
                hidden[rank] -= 1
            for rank in other:
                hidden_too[rank] -= 1
        card = hand[0]
        if len(hand) > 1:
            best = LEAST
            for rank in hand:
                if rank == top_too:
                    weight = 2 * theirs + 1 - danger * chances[hidden[rank]] * (mine + theirs + 1)
                elif table[rank]:
                    won = taken[table[rank]] + 1
                    weight = won - danger * chances[hidden[rank]] * (mine + won)
                else:
                    weight = kept - laid * chances[hidden[rank]]
                if weight > best:
                    best = weight
                    card = rank
        hand.remove(card)
        hidden_too[card] -= 1
        if card == top_too:
            mine += theirs + 1
            theirs = 0
            top = card
            top_too = 0
            last = side
        elif table[card]:
            some = taken[table[card]]
            table[card] -= some
            mine += some + 1
            top = card if steals else 0
            last = side
        else:
            table[card] += 1
        hand, other = other, hand
        hidden, hidden_too = hidden_too, hidden
        mine, theirs = theirs, mine
        top, top_too = top_too, top
    return (theirs, mine, last) if len(steps) % 2 else (mine, theirs, last)


@cache
def steps_from(rules: Rules, play: int, mover: Caution, rival: Caution) -> tuple[Step, ...]:
    """The steps of a deal from its play number `play` on, whose side is 0 and minds as `mover` does."""
    steals = rules.steal != "off"
    sides = [(each.pile * 2 * steals, each.kept, each.laid * 2) for each in (mover, rival)]
    return tuple((at % 2, chances, *sides[at % 2]) for at, chances in enumerate(plan(rules)[play:]))


class Start(NamedTuple):
    """Where a playout begins after one of the moves: all that is the same in every world."""

    card: int
    table: Sequence[int]
    mine: Side
    rival_pile: int
    rival_top: int
    last_capture: int | None


class RankWorlds:
    """What `worlds.EngineWorlds` is, by ranks: imagined worlds in which a seat tries its moves."""

    play_cost = 1.0

    def __init__(self, view: View, moves: Sequence[Move]) -> None:
        rules = view.rules
        self.rules = rules
        self.seat = view.seat
        self.rival = view.rivals[0]
        self.imagination = Imagination(view)
        self.unplayed = by_rank([*view.unseen, *view.hand])
        self.starts = [_start(view, move) for move in moves]
        self.steps = steps_from(rules, len(view.moves) + 1, RIVALS, OWN)
        head_start = rules.handicap or (0, 0)
        self.ahead = head_start[self.seat] - head_start[self.rival]

    def outcomes(self, running: Sequence[int], stream: Stream) -> list[float]:
        """How the deal ends in one world after each of these moves: 1 for a win, 0.5 for a draw."""
        hands, stock = self.imagination.draw(stream)
        hand = [card.rank for card in hands[self.rival]]
        hidden = self.unplayed.copy()
        for rank in hand:
            hidden[rank] -= 1
        later = [card.rank for card in stock]
        return [self._outcome(self.starts[at], hand, hidden, later) for at in running]

    def _outcome(self, start: Start, hand: list[int], hidden: list[int], stock: list[int]) -> float:
        """Play one world out after one move; `hidden` is what the rival cannot place before it."""
        rules = self.rules
        table = list(start.table)
        rival = Side(hand, hidden.copy(), start.rival_pile, start.rival_top)
        rival.hidden[start.card] -= 1
        theirs, ours, last = play_out(self.steps, table, rival, start.mine, stock, rules)
        lead = ours - theirs + self.ahead
        if rules.leftover == "last-capture":
            # somebody has captured by now, for the ranks recur long before the cards run out
            heir = start.last_capture if last < 0 else (self.rival, self.seat)[last]
            lead += sum(table) if heir == self.seat else -sum(table)
        return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0


def _start(view: View, move: Move) -> Start:
    """The position after the move, as far as the seat knows it."""
    seat, rival = view.seat, view.rivals[0]
    pile, rival_pile = view.sizes[seat], view.sizes[rival]
    steals = view.rules.steal != "off"
    top, rival_top = (card.rank if card and steals else 0 for card in (view.tops[seat], view.tops[rival]))
    hand = [card.rank for card in view.hand if card is not move.card]
    table = by_rank(card for card in view.table if card not in move.takes)
    if move.rob is not None:
        pile += rival_pile
        rival_pile = rival_top = 0
    if move.captures:
        pile += len(move.takes) + 1
        top = move.card.rank if steals else 0
    else:
        table[move.card.rank] += 1
    mine = Side(hand, by_rank(view.unseen), pile, top)
    return Start(
        move.card.rank, table, mine, rival_pile, rival_top, seat if move.captures else view.last_capture
    )
