"""What moves and deals are worth to a seat: its chance to win, estimated in imagined worlds or exact."""

from __future__ import annotations

from math import fsum
from typing import NamedTuple

from .cards import DECKS, Card
from .chance import Stream
from .moves import Move
from .players import ending, hard, ranks, worlds
from .players.valuation import OWN, RIVALS, by_rank
from .rules import Rules
from .view import View

BY_RANK = 2000
"""In how many worlds each move is tried where the fast twin of the engine knows the rules."""

BY_ENGINE = 500
"""In how many worlds each move is tried where the engine's own cards must be played."""


def worlds_tried(rules: Rules) -> int:
    """In how many imagined worlds each move is tried, all moves in the same ones.

    The standard error of what one move is better than another is then 0.4 points of winning chance
    on average and hardly ever more than 1.7; 1.3 and 2.9 with the engine's cards.
    """
    return BY_RANK if ranks.covers(rules) else BY_ENGINE


def whole(rules: Rules) -> float:
    """What a whole deal is worth: 1, a sure win; under Scopa scoring the 4 points there are (rules 4.3)."""
    return 4.0 if rules.scoring == "scopa" else 1.0


class Judged(NamedTuple):
    """A move and what the deal is worth to the seat after it.

    `value` is the chance to win, a draw counting half; under Scopa scoring the expected lead in
    points over the others' mean. `lead` is the exact result as `ending.lead` tells it, None where
    cards are hidden. `error` is the standard error of how much worse than the best the move is.
    """

    move: Move
    value: float
    lead: int | None = None
    error: float = 0.0


class Judgement(NamedTuple):
    """The moves of a seat that differ, best first, each tried in the same `worlds` (0: it is exact)."""

    view: View
    moves: tuple[Judged, ...]
    worlds: int

    @property
    def best(self) -> Judged:
        """The best move, of equals the first in the order of menus."""
        return self.moves[0]

    @property
    def is_exact(self) -> bool:
        """Whether nothing is hidden any more, so that every play was tried (rules 8.4)."""
        return not self.worlds

    @property
    def is_forced(self) -> bool:
        """Whether there is only one thing to do."""
        return len(self.moves) == 1

    def of(self, move: Move) -> Judged:
        """What this judgement says of a legal move, or of one alike."""
        if self.view.rules.suits_matter:
            return next(judged for judged in self.moves if judged.move == move)
        key = hard.by_rank_alone(move)
        return next(judged for judged in self.moves if hard.by_rank_alone(judged.move) == key)


def judging_stream(seed: int, deal: int, seat: int, play: int) -> Stream:
    """The chance with which a play is judged; hint and review use the same, so they never disagree.

    Nothing else draws from it (formats 1).
    """
    return Stream(seed, "hint", deal, seat, play)


def judged(view: View, stream: Stream) -> Judgement:
    """Judge everything the seat whose turn it is may do, as the hard level thinks but in more worlds."""
    rules = view.rules
    moves = hard.different(view.legal, rules.suits_matter)
    if ending.is_open(view):
        leads = ending.worth_of_each(view, moves)
        exact = [Judged(move, value_of(rules, lead), lead) for move, lead in zip(moves, leads, strict=True)]
        return Judgement(view, tuple(sorted(exact, key=lambda each: -(each.lead or 0))), 0)
    number = worlds_tried(rules)
    if len(moves) == 1:
        return Judgement(view, (Judged(moves[0], 0.0),), number)
    tried = hard.imagined(view, moves)
    running = range(len(moves))
    outcomes = list(zip(*[tried.outcomes(running, stream) for _ in range(number)], strict=True))
    order = sorted(running, key=lambda at: -fsum(outcomes[at]))
    best = outcomes[order[0]]
    estimated = [
        Judged(moves[at], fsum(outcomes[at]) / number, error=_standard_error(best, outcomes[at]))
        for at in order
    ]
    return Judgement(view, tuple(estimated), number)


def _standard_error(some: tuple[float, ...], others: tuple[float, ...]) -> float:
    """The standard error of the mean difference of what happened in the same worlds."""
    differences = [one - other for one, other in zip(some, others, strict=True)]
    number = len(differences)
    mean = fsum(differences) / number
    return float((fsum([(each - mean) ** 2 for each in differences]) / number / (number - 1)) ** 0.5)


def value_of(rules: Rules, lead: int) -> float:
    """The value of an exact result: won, drawn or lost, or under Scopa scoring the lead in points."""
    result = round(lead / ending.MARGIN)
    return float(result) if rules.scoring == "scopa" else (1 + result) / 2


def margin(lead: int) -> int:
    """By how many cards an exact result is won, or lost if negative."""
    return lead - ending.MARGIN * round(lead / ending.MARGIN)


# the deal of cards


def value_dealt(view: View, stream: Stream) -> float:
    """What the deal is worth to a seat as a round has just been dealt and it has seen its own hand.

    From here all play at a glance, remembering every card; exact where nothing is hidden any more.
    """
    if ending.is_open(view):
        return value_of(view.rules, ending.worth_to(view))
    return _played_out(view, list(view.hand), view.unseen, stream)


def value_undealt(view: View, stream: Stream) -> float:
    """What the deal was worth to the seat just before the round was dealt: nobody's cards were known.

    Before the first round not even the table was.
    """
    if view.round == 1:
        return _played_out(view, [], list(DECKS[view.rules.deck]), stream)
    return _played_out(view, [], [*view.unseen, *view.hand], stream)


def _played_out(view: View, hand: list[Card], hidden: list[Card], stream: Stream) -> float:
    """The mean of what the seat gets in worlds in which the hidden cards lie in any order.

    `hand` is the seat's, empty where it is hidden as well.
    """
    play = _by_rank if ranks.covers(view.rules) else _by_engine
    number = worlds_tried(view.rules)
    total = 0.0
    for _ in range(number):
        stream.shuffle(hidden)
        at = 0
        table = list(view.table)
        if len(hidden) == view.rules.deck:
            at = len(table)
            table = hidden[:at]
        hands = []
        for seat, size in enumerate(view.hand_sizes):
            if seat == view.seat and hand:
                hands.append(hand)
            else:
                hands.append(hidden[at : at + size])
                at += size
        total += play(view, hands, table, hidden[at:])
    return total / number


def _by_engine(view: View, hands: list[list[Card]], table: list[Card], stock: list[Card]) -> float:
    deal = view.supposing(hands, stock, table)
    worlds.play_out(deal, len(view.moves), view.seat)
    return worlds.success(deal, view.seat)


def _by_rank(view: View, hands: list[list[Card]], table: list[Card], stock: list[Card]) -> float:
    """What `_by_engine` finds, by the fast twin; a test pins them to each other."""
    rules, mover = view.rules, view.turn
    unplayed = by_rank([*hands[0], *hands[1], *stock])

    def side(seat: int) -> ranks.Side:
        hidden = unplayed.copy()
        for card in hands[seat]:
            hidden[card.rank] -= 1
        pile = view.piles[seat]
        top = pile[-1].rank if pile and rules.steal != "off" else 0
        return ranks.Side([card.rank for card in hands[seat]], hidden, len(pile), top)

    left = by_rank(table)
    mine, theirs, last = ranks.play_out(
        ranks.steps_from(rules, len(view.moves), *((OWN, RIVALS) if view.seat == mover else (RIVALS, OWN))),
        left,
        side(mover),
        side(1 - mover),
        [card.rank for card in stock],
        rules,
    )
    head_start = rules.handicap or (0, 0)
    lead = mine - theirs + head_start[mover] - head_start[1 - mover]
    heir = view.last_capture if last < 0 else (mover, 1 - mover)[last]
    if rules.leftover == "last-capture" and heir is not None:
        lead += sum(left) if heir == mover else -sum(left)
    if view.seat != mover:
        lead = -lead
    return 1.0 if lead > 0 else 0.5 if lead == 0 else 0.0
