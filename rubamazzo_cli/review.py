"""A finished deal judged: what each choice of a seat cost, and what the cards were worth."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from math import fsum
from typing import NamedTuple

from .chance import Stream
from .chances import Judgement, judged, judging_stream, value_dealt, value_undealt, whole
from .errors import DealUnfinished
from .game import Deal, round_sizes
from .match import replayed
from .moves import Move
from .players.worlds import success
from .record import Record
from .rules import Rules
from .scoring import Result
from .view import look

MARKS = {"blunder": 0.20, "mistake": 0.10, "inaccuracy": 0.05}
"""What a choice is called that cost so much of a whole deal or more: of the chance to win, or of the points."""

RATES = {"masterly": 0.005, "strong": 0.01, "good": 0.02, "fair": 0.035}
"""What play is called that cost less than this for each choice, on average; beyond, it is `wild`."""

Heard = Callable[[int, int], None]
"""Somebody who hears how many steps of how many are done."""


def not_heard(done: int, steps: int) -> None:
    """Nobody listens."""


class Choice(NamedTuple):
    """One unforced play: its place in the deal (from 0), how all moves are judged, what was played.

    `cost` is how much less the move played is worth than the best.
    """

    play: int
    round: int
    judgement: Judgement
    move: Move
    cost: float

    @property
    def mark(self) -> str:
        """`inaccuracy`, `mistake` or `blunder`; nothing for a good play."""
        return mark(self.judgement.view.rules, self.cost)


class DealtRound(NamedTuple):
    """One round dealt: what the deal was worth to the seat before and after."""

    round: int
    before: float
    after: float

    @property
    def luck(self) -> float:
        """What the cards dealt were worth."""
        return self.after - self.before


class DealReview(NamedTuple):
    """A deal of a game (from 1) as one seat played it, with its unforced choices and the rounds dealt.

    Values are chances to win, a draw counting half; under Scopa scoring leads in points over the
    others' mean. `start` + `luck` - `cost` + `others` = `end` holds always: `others` is all that
    happened between the seat's own choices, what its rivals held and how they played.
    """

    number: int
    seat: int
    deal: Deal
    choices: tuple[Choice, ...]
    rounds: tuple[DealtRound, ...]

    @property
    def start(self) -> float:
        """What the deal was worth before any card was dealt."""
        return self.rounds[0].before

    @property
    def end(self) -> float:
        """What the deal came to."""
        return success(self.deal, self.seat)

    @property
    def luck(self) -> float:
        """What the cards of all rounds were worth together."""
        return fsum(dealt.luck for dealt in self.rounds)

    @property
    def cost(self) -> float:
        """What the seat lost by its own choices."""
        return fsum(choice.cost for choice in self.choices)

    @property
    def others(self) -> float:
        """What came of the rivals: the cards they held and how they played them."""
        return self.end - self.start - self.luck + self.cost

    @property
    def course(self) -> tuple[float, ...]:
        """What the deal was worth from the start to the end: after each round dealt and each choice."""
        moments = [(choice.play + 0.5, choice.judgement.of(choice.move).value) for choice in self.choices]
        moments += [
            (float(sum(round_sizes(self.deal.rules)[: dealt.round - 1]) * self.deal.rules.players), dealt.after)
            for dealt in self.rounds
        ]
        return (self.start, *[value for _, value in sorted(moments, key=lambda each: each[0])], self.end)


def mark(rules: Rules, cost: float) -> str:
    """What a choice is called that cost so much; nothing for a good one."""
    share = cost / whole(rules) + 1e-9
    return next((name for name, least in MARKS.items() if share >= least), "")


def error_rate(reviews: Sequence[DealReview]) -> float | None:
    """What an unforced choice cost on average, as a part of a whole deal; None without any choice."""
    costs = [choice.cost / whole(review.deal.rules) for review in reviews for choice in review.choices]
    return fsum(costs) / len(costs) if costs else None


def rate_name(rate: float) -> str:
    """The name of play that costs so much for each choice."""
    return next((name for name, below in RATES.items() if rate < below), "wild")


def review_deal(deal: Deal, seat: int, seed: int, number: int = 1, heard: Heard = not_heard) -> DealReview:
    """Judge a finished deal as this seat played it; of an unfinished one nothing is told (rules 9.2).

    Raises DealUnfinished.
    """
    if deal.result is None:
        raise DealUnfinished
    choices: list[Choice] = []
    rounds: list[DealtRound] = []
    moves = deal.moves
    for play, (move, then) in enumerate(zip(moves, replayed(deal, moves), strict=False)):
        heard(play, len(moves))
        view = look(then, seat, number)
        if len(rounds) < then.round:
            stream = Stream(seed, "luck", number, seat, then.round)
            rounds.append(DealtRound(then.round, value_undealt(view, stream), value_dealt(view, stream)))
        if then.turn == seat:
            judgement = judged(view, judging_stream(seed, number, seat, play))
            if not judgement.is_forced:
                cost = judgement.best.value - judgement.of(move).value
                choices.append(Choice(play, then.round, judgement, move, cost))
    heard(len(moves), len(moves))
    return DealReview(number, seat, deal, tuple(choices), tuple(rounds))


def reviewed(record: Record, seat: int, seed: int, heard: Heard = not_heard) -> Iterator[DealReview]:
    """How a seat played each finished deal of a game, one after the other."""
    for number, deal in enumerate(record.match.deals, start=1):
        if deal.is_over:
            yield review_deal(deal, seat, seed, number, heard)


def as_data(review: DealReview, player: str) -> dict[str, object]:
    """A review for other programs, as what JSON can write."""

    def told(result: Result) -> dict[str, object]:
        return {"cards": result.sizes, "points": result.points, "leaders": [at + 1 for at in result.leaders]}

    assert review.deal.result is not None
    return {
        "deal": review.number,
        "seat": review.seat + 1,
        "player": player,
        "unit": "points" if review.deal.rules.scoring == "scopa" else "chance",
        "start": _rounded(review.start),
        "luck": _rounded(review.luck),
        "cost": _rounded(review.cost),
        "others": _rounded(review.others),
        "end": _rounded(review.end),
        "result": told(review.deal.result),
        "error_rate": _rounded(error_rate([review])),
        "course": [_rounded(value) for value in review.course],
        "rounds": [
            {"round": each.round, "before": _rounded(each.before), "after": _rounded(each.after)}
            for each in review.rounds
        ],
        "choices": [_choice_data(choice) for choice in review.choices],
    }


def _choice_data(choice: Choice) -> dict[str, object]:
    judgement = choice.judgement
    return {
        "play": choice.play + 1,
        "round": choice.round,
        "move": str(choice.move),
        "best": str(judgement.best.move),
        "cost": _rounded(choice.cost),
        "mark": choice.mark or None,
        "exact": judgement.is_exact,
        "worlds": judgement.worlds,
        "moves": [
            {"move": str(each.move), "value": _rounded(each.value), "error": _rounded(each.error)}
            for each in judgement.moves
        ],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, 4) + 0.0
