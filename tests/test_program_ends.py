"""However a seat played by another program ends, nothing of the program is left behind."""

from __future__ import annotations

import gc
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path
from types import FrameType
from typing import Any

import pytest
from engines import MYBOT, Fifo, choose, is_alive, opening, python, saying

from rubamazzo_cli.players import process, program
from rubamazzo_cli.players.program import Program
from rubamazzo_cli.rules import Rules

if os.name != "posix":
    pytest.skip("looks after processes the POSIX way", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("started")


@pytest.mark.parametrize("what", ["good", "ignores-quit", "with-children"])
def test_close_leaves_nothing_behind(what: str, fifo: Fifo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 0.5)
    seat = Program(python("hostile.py", what, fifo.path))
    seat.sit_down(Rules(), 0, seed=1)
    seat.close()
    seat.close()
    pids = fifo.pids_when_gone()
    assert len(pids) == (3 if what == "with-children" else 1)
    assert not any(map(is_alive, pids))


def test_two_lines_at_once_are_the_last_that_is_heard() -> None:
    said = [b"=\n", b"=\n", b"never read"]

    class Pipe:
        def read(self, _size: int) -> bytes:
            return said.pop(0)

    talking = process.Process("sleep 60", lambda *_: None)
    talking._hear(Pipe())  # type: ignore[arg-type] # all that is asked of a pipe
    assert said == [b"never read"]


def test_in_haste_nobody_is_asked_to_leave(fifo: Fifo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "GRACE", 60)
    said: list[str] = []
    seat = Program(python("hostile.py", "ignores-quit", fifo.path), log=lambda _, line: said.append(line))
    seat.sit_down(Rules(), 0, seed=1)
    seat.close(in_haste=True)
    assert len(fifo.pids_when_gone()) == 1
    assert "quit" not in said


def test_closing_what_never_started_is_nothing(started: list[int]) -> None:
    Program(MYBOT).close()
    assert not started


def test_a_seat_that_is_forgotten_is_closed(fifo: Fifo) -> None:
    seat = Program(python("hostile.py", "with-children", fifo.path))
    seat.sit_down(Rules(), 0, seed=1)
    del seat
    gc.collect()
    assert len(fifo.pids_when_gone()) == 3


DRIVER = """
import os, sys
from rubamazzo_cli.players.program import Program
from rubamazzo_cli.rules import Rules
seat = Program(sys.argv[1])
seat.sit_down(Rules(), 0, seed=1)
print("ready", flush=True)
if sys.argv[2] == "close":
    try:
        sys.stdin.read()
    finally:
        seat.close()
sys.stdin.read()
if sys.argv[2] == "vanish":
    os._exit(0)
"""


@pytest.mark.parametrize(
    ("way", "how"),
    [
        ("close", signal.SIGINT),
        ("leave", signal.SIGINT),
        ("leave", signal.SIGTERM),
        ("leave", signal.SIGHUP),
        ("leave", signal.SIGKILL),
        ("leave", None),
        ("vanish", None),
    ],
)
def test_however_this_program_ends_the_engine_ends_too(
    way: str, how: signal.Signals | None, fifo: Fifo
) -> None:
    command = python("hostile.py", "ignores-quit", fifo.path)
    with subprocess.Popen(
        [sys.executable, "-c", DRIVER, command, way],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        cwd=Path(__file__).parent.parent,
    ) as driver:
        assert driver.stdout is not None
        assert driver.stdout.readline() == b"ready\n"
        if how is None:
            driver.communicate()
        else:
            driver.send_signal(how)
        driver.wait()
        assert len(fifo.pids_when_gone()) == 1


def test_a_forked_copy_of_this_process_leaves_the_engine_alone() -> None:
    seat = Program(MYBOT)
    seat.sit_down(Rules(), 0, seed=1)
    assert seat._process is not None
    seat._process._owner += 1  # as it looks from a copy
    seat._process.kill()
    seat._process._owner -= 1
    assert choose(seat) in opening().legal
    seat.close()


class Interrupt:
    """Raises KeyboardInterrupt when the main thread first comes to the n-th line of these modules."""

    def __init__(self, nth: int) -> None:
        self.nth = nth
        self.seen: set[tuple[object, int]] = set()
        self.in_flight = False

    def __call__(self, frame: FrameType, event: str, arg: object) -> Any:
        if frame.f_code.co_filename not in (program.__file__, process.__file__):
            return None
        line = (frame.f_code, frame.f_lineno)
        # On its way into a handler CPython takes no interrupt, and gets confused by one from here.
        if event == "line" and not self.in_flight and line not in self.seen:
            self.seen.add(line)
            if len(self.seen) == self.nth:
                raise KeyboardInterrupt
        self.in_flight = event == "exception"
        return self


def test_an_interrupt_at_any_moment_leaves_nothing_behind(
    started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process, "GRACE", 0.2)
    command = saying(f"= {opening().legal[0]}")
    at = 0
    seat = None
    interrupted = True
    while interrupted:
        at += 1
        seat = Program(command)
        trace, interrupt = sys.gettrace(), Interrupt(at)
        sys.settrace(interrupt)
        try:
            seat.sit_down(Rules(), 0, seed=1)
            seat.close()
            interrupted = False
        except KeyboardInterrupt:
            interrupted = True
        finally:
            sys.settrace(trace)
        # Whoever is interrupted closes what it had; if interrupted in that as well, the end of the seat does.
        if at % 2:
            seat.close()
        seat = None
        gc.collect()
        assert not [pid for pid in started if is_alive(pid)], f"interrupted at line {at}"
        started.clear()
    assert at > 70


def test_an_interrupted_dialogue_is_begun_anew(started: list[int]) -> None:
    seat = Program(saying(f"= {opening().legal[0]}"))

    def log(direction: str, line: str) -> None:
        if direction == ">" and line == "move" and len(started) == 2:
            raise KeyboardInterrupt

    seat.log = log
    with pytest.raises(KeyboardInterrupt):
        choose(seat)
    assert choose(seat) == opening().legal[0]
    assert len(started) == 4
    seat.close()


def test_a_program_ended_by_its_own_thread_is_not_waited_for_by_that_thread(started: list[int]) -> None:
    sleeping = process.Process("sleep 60", lambda *_: None)
    sleeping.start()
    running = sleeping._process
    assert running is not None
    ending = threading.Thread(target=sleeping.kill)
    sleeping._threads.append(ending)
    ending.start()
    ending.join(60)
    assert not ending.is_alive()
    assert sleeping.has_ended
    assert not any(map(is_alive, started))
    for pipe in (running.stdin, running.stdout, running.stderr):
        assert pipe is not None
        pipe.close()


def test_a_program_that_is_not_wanted_any_more_is_not_started(started: list[int]) -> None:
    unwanted = process.Process("sleep 60", lambda *_: None)
    unwanted.kill()
    unwanted._run()
    assert not started


def test_a_program_is_played_with_where_no_guard_can_be_had(
    started: list[int], monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_process: object) -> None:
        raise OSError("no more processes")

    monkeypatch.setattr(process, "_guard", refuse)
    seat = Program(f"{sys.executable} -m rubamazzo_cli engine --level easy")
    assert choose(seat) in opening().legal
    seat.close()
    assert not any(map(is_alive, started))
