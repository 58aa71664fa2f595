"""Sessions to try things in, and what they say; and whole runs of the program."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterable, Sequence
from typing import Any

from surroundings import plain

from rubamazzo_cli.lines import Line
from rubamazzo_cli.record import Record, Seat
from rubamazzo_cli.rules import variant, with_switches
from rubamazzo_cli.session import Manner, Output, Session, Setup


def session(
    name: str = "rubamazzo",
    seats: str = "you easy",
    seed: int = 1,
    switches: Sequence[str] = (),
    manner: Manner | None = None,
    **more: Any,
) -> Session:
    """A session that has not begun, its seats written as `--seat` takes them."""
    sitters = tuple(Seat(*text.split(":")) for text in seats.split())
    rules = with_switches(variant(name), [f"players={len(sitters)}", *switches])
    return Session(Setup(name, rules, sitters, seed, **more), manner)


def begun(*what: Any, **more: Any) -> Session:
    """The same at its first question."""
    game = session(*what, **more)
    list(game.start())
    return game


def played(
    name: str = "rubamazzo",
    seats: str = "you easy",
    seed: int = 1,
    switches: Sequence[str] = (),
    lines: Iterable[str] = (),
) -> Record:
    """The record of a game played out by typing 1, some lines before that."""
    game = begun(name, seats, seed, switches)
    for line in lines:
        list(game.feed(line))
    while not game.is_over:
        list(game.feed("1"))
    return game.record


def lines_in(outputs: Iterable[Output]) -> list[Line]:
    return [output for output in outputs if isinstance(output, Line)]


def texts(outputs: Iterable[Output]) -> list[str]:
    return [line.text for line in lines_in(outputs)]


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    """The program as a process of its own, typed at through a pipe."""
    return subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", *words],
        input=typed,
        env=plain(**environment),
        capture_output=True,
        encoding="utf-8",
    )
