"""Positions to find the best move in: the costly choices of a game again, and puzzles."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Generator, Iterable, Sequence
from typing import NamedTuple

from .coaching import Coach, seen_from
from .commands import own_word
from .i18n import language
from .lines import Line, continued
from .match import Match
from .players import Player
from .record import Record, Seat
from .review import DealReview, mark
from .session import Ask, Manner, Output, Session, Setup, Story


class Exercise(NamedTuple):
    """A choice of a seat: its play `play` (from 0) of deal `number` (from 1) of a game, judged with `seed`."""

    game: Record
    number: int
    seat: int
    play: int
    seed: int


class _ShowAnswer(Exception):
    """The player wants to see the answer."""


class Exercises(Session, ABC):
    """Exercises one after the other: each is tried until a good move is found or the answer is asked for.

    A move is good when it costs less than an inaccuracy would. `at_once` counts those found at the
    first try, `tries` is after how many the last one was found, 0 where the answer was shown.
    """

    offered = ("help", "rules", "table", "hand", "piles", "last", "log", "count", "hint", "quit")

    def __init__(self, exercises: Sequence[Exercise], manner: Manner | None = None) -> None:
        self.exercises = exercises
        self.done = 0
        self.at_once = 0
        self.tries = 0
        first = exercises[0]
        seats = seen_from(first.game, first.seat, language((manner or Manner()).lang))
        setup = Setup(first.game.variant, first.game.rules, seats, first.seed)
        super().__init__(setup, manner, _somebody, _shortly_before(first, seats))

    @property
    def is_over(self) -> bool:
        """Whether the last exercise is done."""
        return self.done == len(self.exercises)

    def _games(self) -> Story:
        """What is asked, the exercises, and how they went."""
        yield from self._introduced()
        for exercise in self.exercises:
            self.record = _shortly_before(exercise, self.seats)
            self.seed = exercise.seed
            self.last_human = exercise.seat
            yield from self.narrator.gap
            yield from self._announced(exercise)
            yield from self._state(exercise.seat)
            self.tries = yield from self._tried()
            self.at_once += self.tries == 1
            self.done += 1
        yield from self._concluded()

    def _how(self) -> Line:
        """What to type."""
        _ = self.language.gettext
        if self.manner.spoken:
            template = _("Type the number of a card, {hint} for the answer, or {help} for help.")
            words = {word: own_word(self.language, word) for word in ("hint", "help")}
            return Line(template.format(**words), "help")
        return Line(_("Type a card, h for the answer, or ? for help."), "help")

    @abstractmethod
    def _introduced(self) -> Story:
        """What the exercises are."""

    @abstractmethod
    def _announced(self, exercise: Exercise) -> Story:
        """What an exercise is about."""

    @abstractmethod
    def _concluded(self) -> Story:
        """How it went."""

    def _tried(self) -> Generator[Output | Ask, str, int]:
        """Ask until a good move is found or the answer is wanted; after how many tries it was found, or 0."""
        _ = self.language.gettext
        judgement = self._judged()
        coach = Coach(self.narrator, judgement.view.seat)
        best = judgement.best
        tries = 0
        while True:
            try:
                tried = judgement.of((yield from self._asked_move(self.deal.turn)))
            except _ShowAnswer:
                tries = 0
                advice = continued(coach.advice(judgement.view, best.move))
                yield Line(_("The answer: {advice}").format(advice=advice), "result")
                break
            tries += 1
            if tried is best or not mark(judgement.view.rules, best.value - tried.value):
                yield coach.praise(judgement, tried)
                break
            yield coach.no_praise(judgement, tried)
        yield Line(coach.why(judgement, best))
        yield Line(coach.compared(judgement))
        return tries

    def _do_hint(self, _argument: str) -> Story:
        """The answer, and on to what comes next."""
        yield from ()
        raise _ShowAnswer


class Retry(Exercises):
    """The choices of a game that cost something, to be made again."""

    def _introduced(self) -> Story:
        ngettext = self.language.ngettext
        number = len(self.exercises)
        template = ngettext(
            "You can make {n} costly choice again.", "You can make {n} costly choices again.", number
        )
        yield Line(template.format(n=number), "title")
        yield self._how()

    def _announced(self, exercise: Exercise) -> Story:
        template = self.language.gettext("Choice {n} of {total}: play {play} of deal {deal}.")
        text = template.format(
            n=self.done + 1, total=len(self.exercises), play=exercise.play + 1, deal=exercise.number
        )
        yield Line(text, "title")

    def _concluded(self) -> Story:
        template = self.language.gettext("Good moves found at the first try: {n} of {total}.")
        yield Line(template.format(n=self.at_once, total=len(self.exercises)), "title")


def retries(game: Record, reviews: Iterable[DealReview], seed: int) -> list[Exercise]:
    """The costly choices of the deals reviewed, as exercises in the order they were made."""
    return [
        Exercise(game, review.number, review.seat, choice.play, seed)
        for review in reviews
        for choice in review.choices
        if choice.mark
    ]


def _somebody(_seat: Seat) -> Player:
    """Who sits at the other seats: nobody is asked anything, for the game is only looked at."""
    return Player()


def _shortly_before(exercise: Exercise, seats: tuple[Seat, ...]) -> Record:
    """The game as it was when the choice was to be made."""
    game = exercise.game
    match = Match(game.rules, game.match.first)
    for deal in game.match.deals[: exercise.number]:
        again = match.start_deal(deal.deck)
        last = len(match.deals) == exercise.number
        for move in deal.moves[: exercise.play] if last else deal.moves:
            again.play(move)
    return Record(game.variant, game.rules, match, seats, exercise.seed)
