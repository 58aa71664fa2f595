"""The puzzles that ship have one best move each, as far beyond doubt as they claim."""

from __future__ import annotations

import os
from collections import Counter
from datetime import date, timedelta

import pytest

from rubamazzo_cli import chances
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.chances import judged
from rubamazzo_cli.lines import Line
from rubamazzo_cli.moves import Move
from rubamazzo_cli.puzzles import THEMES, Puzzle, Puzzling, puzzle, puzzle_number, puzzle_of_day, texts
from rubamazzo_cli.record import write_record
from rubamazzo_cli.review import mark

NUMBERS = range(1, len(texts()) + 1)
VERIFIED = NUMBERS if os.environ.get("RUBAMAZZO_TEST_PUZZLES") == "all" else NUMBERS[3::12]
"""Which puzzles the slow test verifies; with RUBAMAZZO_TEST_PUZZLES=all every one."""


def told(outputs) -> str:
    return "\n".join(output.text for output in outputs if isinstance(output, Line))


def typed(move: Move) -> str:
    return str(move) if move.captures else move.card.code


def test_a_hundred_ship_with_every_theme():
    assert len(texts()) == 100
    themes = Counter(text.split('[Theme "')[1].split('"')[0] for text in texts())
    assert set(themes) == set(THEMES)
    assert min(themes.values()) >= 10


def test_no_position_ships_twice():
    assert len({text[: text.index("[Theme")] for text in texts()}) == 100


@pytest.mark.parametrize("number", NUMBERS[::7])
def test_the_file_is_canonical_and_the_best_move_legal(number):
    one = puzzle(number)
    assert write_record(one.exercise.game) == texts()[number - 1]
    session = Puzzling(number)
    assert one.best in session.deal.legal_moves()
    assert session.deal.turn == one.exercise.seat


@pytest.mark.parametrize("number", VERIFIED)
def test_the_best_move_is_the_best_in_many_more_worlds(number, monkeypatch):
    """The judgement the player gets is right, and another one in more worlds leaves no doubt of it."""
    one: Puzzle = puzzle(number)
    session = Puzzling(number)
    rules = session.record.rules
    shown = session._judged()
    assert shown.best.move == one.best
    assert all(mark(rules, shown.best.value - other.value) for other in shown.moves[1:])
    monkeypatch.setattr(chances, "BY_RANK", 4000)
    surely = judged(shown.view, Stream("verified", number))
    assert surely.best.move == one.best
    assert surely.is_exact == (one.theme == "count")
    for other in surely.moves[1:]:
        assert surely.best.value - other.value >= max(0.05, 5 * other.error)


def test_a_puzzle_is_found_at_once_or_after_a_try():
    number = 4
    one = puzzle(number)
    session = Puzzling(number)
    beginning = told(session.start())
    assert typed(one.best) not in beginning
    assert "Found at the first try!" in told(session.feed(typed(one.best)))
    assert session.is_over
    assert session.asking is None

    session = Puzzling(number)
    list(session.start())
    wrong = next(move for move in session.deal.legal_moves() if session._judged().of(move).move != one.best)
    assert "Try again" in told(session.feed(typed(wrong)))
    assert "Right, that is the best move." in (end := told(session.feed(typed(one.best))))
    assert "first try" not in end
    assert f"rubamazzo puzzle --seed {number}" in end


def test_every_day_has_its_puzzle_and_all_come_before_one_returns():
    start = date(2026, 1, 1)
    days = [puzzle_of_day((start + timedelta(at)).isoformat()) for at in range(200)]
    assert sorted(days[:100]) == list(NUMBERS)
    assert days[:100] == days[100:]
    assert puzzle_of_day("2026-01-01") == days[0]
    for text in ("today", "2026-1-1", "20260101", "2026-02-30", "", "2026-01-01 "):
        assert puzzle_of_day(text) is None


def test_seeds_name_puzzles():
    """What is announced as puzzle 7 is puzzle 7 for --seed too."""
    assert [puzzle_number(seed) for seed in (1, 7, 100, 101, 0, 2**32 - 1)] == [1, 7, 100, 1, 100, 95]
    assert "Puzzle 7: " in told(Puzzling(7).start())
