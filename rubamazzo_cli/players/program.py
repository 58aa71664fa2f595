"""A seat played by another program, in any language, spoken to in lines (formats 5)."""

from __future__ import annotations

import weakref
from collections.abc import Iterator
from contextlib import contextmanager

from ..cards import codes
from ..chance import Stream, engine_seed
from ..errors import BadCard, BadMove, MoveRefused
from ..game import round_sizes
from ..moves import Move, read_move
from ..record import write_result
from ..rules import Rules
from ..scoring import Result
from ..view import View
from .base import Player
from .process import HASTE, Log, Process, shown

PATIENCE = 10.0
"""Seconds an engine may take for an answer unless told otherwise."""


class Program(Player):
    """Another program that plays a seat; it is told only what its views hold (rules 9).

    It is started when it is first needed. Whatever it does wrong is an EngineFailed, and then it has
    been ended already.
    """

    def __init__(self, command: str, *, timeout: float = PATIENCE, log: Log | None = None) -> None:
        """Let the program of this command line play; no shell reads it."""
        self.command = command
        self.seed = 0
        self.timeout = timeout
        self.log: Log = log or (lambda direction, line: None)
        self._process: Process | None = None

    @property
    def name(self) -> str:
        """What it calls itself; before it has said so, its command line."""
        return self._process.name if self._process else self.command

    def sit_down(self, rules: Rules, seat: int, seed: int) -> None:
        """Start it and ask whether it plays these rules, so that trouble shows before the game.

        Raises EngineFailed.
        """
        self.seed = seed
        with self._dialogue() as engine:
            self._tell(engine, [f"rules {rules.text()}", f"seat {seat + 1}"])

    def choose(self, view: View, stream: Stream) -> Move:
        """The move it answers, legal or alike to a legal one (rules 3.8). Raises EngineFailed."""
        with self._dialogue() as engine:
            self._tell(engine, told_of(view, self.seed))
            text = engine.ask("move", self.timeout)
            try:
                return view.world(stream).recognised(read_move(text, view.rules.deck))
            except (BadCard, BadMove) as error:
                raise engine.failed("nonsense", "move", f"= {text}", error) from error
            except MoveRefused as error:
                raise engine.failed("illegal", "move", f"= {text}", error) from error

    def deal_over(self, view: View, result: Result) -> None:
        """Tell it the rest of the deal and its result. Raises EngineFailed."""
        with self._dialogue() as engine:
            self._tell(engine, [*told_of(view, self.seed), f"result {write_result(result)}"])

    def match_over(self, winner: int | None) -> None:
        """Tell it who won the match, if it has been told of one. Raises EngineFailed."""
        process = self._process
        if process is not None and process.told and not process.has_ended:
            with self._dialogue() as engine:
                engine.ask("over draw" if winner is None else f"over {winner + 1}", self.timeout)
                engine.told.clear()

    def close(self, *, in_haste: bool = False) -> None:
        """Tell it to quit, unless in haste, and see to it that nothing is left of it; never fails."""
        if self._process is not None:
            if in_haste:
                self._process.kill(HASTE)
            else:
                self._process.quit()
            self._process = None

    @contextmanager
    def _dialogue(self) -> Iterator[Process]:
        """The program, started and greeted if it is not running.

        A dialogue that is broken off, by a failure or an interrupt, ends it: nobody knows any more
        which answer belongs to which line. Another one begins with a new start.
        """
        process = self._process
        if process is None or process.has_ended:
            self._process = process = Process(self.command, self.log)
            weakref.finalize(self, process.kill)
        try:
            if not process.has_started:
                process.start()
                process.name = shown(process.ask("protocol 1", self.timeout))[:40] or self.command
            yield process
        except Exception:
            process.kill()
            raise
        except BaseException:
            process.kill(HASTE)
            raise

    def _tell(self, engine: Process, lines: list[str]) -> None:
        """Tell it what it has not been told; where that does not follow, the deal from its beginning."""
        told = engine.told
        if lines[: len(told)] != told:
            same_match = lines[:2] == told[:2]
            del told[2 if same_match else 0 :]
        for line in lines[len(told) :]:
            engine.ask(line, self.timeout)
            told.append(line)


def told_of(view: View, seed: int) -> list[str]:
    """All an engine is told up to this view, from the rules to the last play (formats 5)."""
    lines = [
        f"rules {view.rules.text()}",
        f"seat {view.seat + 1}",
        f"seed {engine_seed(seed, view.number, view.seat)}",
        f"deal {view.number} first {view.first + 1} table {codes(view.first_table)}".rstrip(),
    ]
    seats = view.rules.players
    at = 0
    for hand, each in zip(view.received, round_sizes(view.rules), strict=False):
        lines.append(f"hand {codes(hand)}")
        for move in view.moves[at : at + each * seats]:
            lines.append(f"play {(view.first + at) % seats + 1} {move}")
            at += 1
    return lines
