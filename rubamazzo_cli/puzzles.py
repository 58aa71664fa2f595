"""Puzzles: positions from games with one best move, which ship with the program (`puzzles.rbm`).

The file holds records with three tags of their own: `Ply`, the play (from 1) the puzzle is about,
`Theme`, one of THEMES, and `Best`, the move to find. `tests/bench/make_puzzles.py` makes it.
"""

from __future__ import annotations

import re
from datetime import date
from functools import cache
from typing import NamedTuple

from .chance import Stream
from .exercises import Exercise, Exercises
from .i18n import N_
from .lines import Line
from .moves import Move, read_move
from .record import read_records
from .session import Manner, Story
from .sheet import title

THEMES = {
    "steal": N_("Puzzle {n}: whom to rob, and when."),
    "guard": N_("Puzzle {n}: guard the top."),
    "poison": N_("Puzzle {n}: poison what you lay."),
    "count": N_("Puzzle {n}: count to the end."),
}
"""What a puzzle can be about, and how it is announced."""


class Puzzle(NamedTuple):
    """A position, what it is about, and the move to find."""

    exercise: Exercise
    theme: str
    best: Move


@cache
def texts() -> tuple[str, ...]:
    """The records of all puzzles, as they stand in the file."""
    from importlib.resources import files

    text = (files(__package__) / "puzzles.rbm").read_text("utf-8")
    return tuple(re.split(r"(?m)^(?=\[Rubamazzo )", text)[1:])


def puzzle(number: int) -> Puzzle:
    """The puzzle of this number (from 1)."""
    (game,) = read_records(texts()[number - 1])
    tags = game.other_tags
    play = int(tags["Ply"]) - 1
    deal = game.match.deals[0]
    seat = (deal.first + play) % game.rules.players
    exercise = Exercise(game, 1, seat, play, game.seed or 0)
    return Puzzle(exercise, tags["Theme"], read_move(tags["Best"], game.rules.deck))


def puzzle_number(seed: int) -> int:
    """Which puzzle (from 1) a seed stands for: seed 1 for puzzle 1, and so on, over and over."""
    return (seed - 1) % len(texts()) + 1


def puzzle_of_day(day: str) -> int | None:
    """Which puzzle a day (`2025-01-31`) has; None where the text is no day.

    All puzzles come, one after another, before one comes again.
    """
    try:
        days = date.fromisoformat(day).toordinal() if re.fullmatch("[0-9]{4}-[0-9]{2}-[0-9]{2}", day) else None
    except ValueError:
        days = None
    if days is None:
        return None
    order = list(range(len(texts())))
    Stream("puzzles").shuffle(order)
    return order[days % len(order)] + 1


class Puzzling(Exercises):
    """One puzzle."""

    def __init__(self, number: int, manner: Manner | None = None) -> None:
        self.number = number
        self.puzzle = puzzle(number)
        super().__init__([self.puzzle.exercise], manner)

    def _introduced(self) -> Story:
        _ = self.language.gettext
        yield title(self.record.variant, self.record.rules, self.language)
        yield from self.narrator.players(self.seats)
        yield Line(_("Find the best move."), "title")
        yield self._how()

    def _announced(self, exercise: Exercise) -> Story:
        theme = self.language.gettext(THEMES[self.puzzle.theme])
        yield Line(theme.format(n=self.number), "title")

    def _concluded(self) -> Story:
        _ = self.language.gettext
        if self.at_once:
            yield Line(_("Found at the first try!"), "title")
        elif self.tries:
            yield Line(_("Found it after all!"), "title")
        else:
            yield Line(_("The next one may be easier."), "title")
        again = _("The same puzzle again: {command}").format(command=f"rubamazzo puzzle --seed {self.number}")
        yield Line(again, "help")
