"""A seat played by another program: real processes, good ones and hostile ones, and none left behind."""

from __future__ import annotations

import gc
import os
import select
import shlex
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import FrameType
from typing import Any

import pytest

from rubamazzo_cli.cards import read_card
from rubamazzo_cli.chance import Stream, choice_stream, engine_seed
from rubamazzo_cli.errors import EngineFailed, MoveRefused
from rubamazzo_cli.game import Deal
from rubamazzo_cli.match import Match, shuffled_deck
from rubamazzo_cli.players import LEVELS, process, program
from rubamazzo_cli.players.process import FAILURES
from rubamazzo_cli.players.program import Program
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches
from rubamazzo_cli.view import View, look

HERE = Path(__file__).parent
BOTS = HERE / "bots"
DIALOGUE = HERE / "engine_dialogue.txt"

if os.name != "posix":
    pytest.skip("looks after processes the POSIX way", allow_module_level=True)


def python(bot: str, *words: object) -> str:
    return shlex.join([sys.executable, str(BOTS / bot), *map(str, words)])


MYBOT = python("mybot")


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and not only its exit status waiting to be read."""
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    status = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True).stdout
    return bool(status.strip()) and not status.startswith("Z")


@pytest.fixture(autouse=True)
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The pids of all engines and guards a test has started; none of them may be left."""
    pids: list[int] = []

    def noted(start: Any) -> Any:
        def start_and_note(what: Any) -> Any:
            running = start(what)
            pids.append(running.pid)
            return running

        return start_and_note

    monkeypatch.setattr(process, "_started", noted(process._started))
    monkeypatch.setattr(process, "_guard", noted(process._guard))
    yield pids
    gc.collect()
    assert not [pid for pid in pids if is_alive(pid)]


class Fifo:
    """Held open by a hostile program and its children, so that their end can be waited for."""

    def __init__(self, path: Path) -> None:
        os.mkfifo(path)
        self.path = path
        self.end = os.open(path, os.O_RDONLY | os.O_NONBLOCK)

    def pids_when_gone(self) -> list[int]:
        """Wait until nobody holds it and return who did."""
        text = b""
        while True:
            assert select.select([self.end], [], [], 30)[0], f"left behind: {text.decode()}"
            some = os.read(self.end, 4096)
            if not some:
                return [int(line) for line in text.split()]
            text += some


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[Fifo]:
    fifo = Fifo(tmp_path / "fifo")
    yield fifo
    os.close(fifo.end)


def opening(rules: Rules | None = None, seed: int = 1) -> View:
    rules = rules or Rules()
    return look(Deal(rules, shuffled_deck(rules, seed, 1)), 0)


def choose(seat: Program, view: View | None = None) -> Any:
    return seat.choose(view or opening(), Stream("any"))


# a good one


def play_match(rules: Rules, seats: list[Any], seed: int) -> Match:
    match = Match(rules)
    while not match.is_over:
        number = len(match.deals) + 1
        score = match.score
        deal = match.start_deal(shuffled_deck(rules, seed, number))
        while not deal.is_over:
            seat = deal.turn
            stream = choice_stream(seed, number, seat, len(deal.moves))
            deal.play(seats[seat].choose(look(deal, seat, number, score), stream))
        assert deal.result is not None
        for at, player in enumerate(seats):
            player.deal_over(look(deal, at, number, match.score), deal.result)
    for player in seats:
        player.match_over(match.winner)
    return match


def test_the_ten_line_bot_plays_whole_games_as_recorded() -> None:
    log: list[str] = []
    seat = Program(MYBOT, log=lambda direction, line: log.append(f"{direction} {line}"))
    seat.seed = 1
    play_match(Rules(), [seat, LEVELS["random"]()], seed=1)
    assert seat.name == "mybot"
    seat.close()
    assert "\n".join(log) + "\n" == DIALOGUE.read_text(encoding="utf-8")


def test_one_process_plays_game_after_game(started: list[int]) -> None:
    seat = Program(MYBOT)
    for seed in range(60):
        seat.seed = seed
        play_match(Rules(), [LEVELS["random"](), seat], seed)
    seat.close()
    assert len(started) == 2  # the program and its guard


class Beside:
    """A level at the table that checks that the same level as an engine chooses the same."""

    def __init__(self, level: str, seed: int) -> None:
        self.player = LEVELS[level]()
        self.engine = Program(python("level.py", level))
        self.engine.seed = seed
        self.seed = seed

    def choose(self, view: View, stream: Stream) -> Any:
        seed = engine_seed(self.seed, view.number, view.seat)
        own = self.player.choose(view, choice_stream(seed, view.number, view.seat, len(view.moves)))
        assert self.engine.choose(view, stream) == own
        return own

    def __getattr__(self, name: str) -> Any:
        return getattr(self.engine, name)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", ["classico", "scopa", "sud"])
def test_a_level_through_a_pipe_is_the_level_at_the_table(level: str, name: str) -> None:
    rules = with_switches(VARIANTS[name], ["players=3", "match=best-of-3"])
    seats: list[Any] = [Beside(level, 6), LEVELS["random"](), Beside(level, 6)]
    play_match(rules, seats, 6)
    for seat in seats:
        seat.close()


def test_after_undo_and_on_resuming_it_is_told_the_deal_again() -> None:
    """Positions in any order, of two games, seen from both seats: each gets the move it always gets."""
    views = []
    for seed in (1, 2):
        deal = Deal(Rules(), shuffled_deck(Rules(), seed, 1))
        while not deal.is_over:
            views.append(look(deal, deal.turn))
            deal.play(Stream("any", len(deal.moves)).pick(deal.legal_moves()))
    expected = [
        LEVELS["random"]().choose(
            view, choice_stream(engine_seed(3, 1, view.seat), 1, view.seat, len(view.moves))
        )
        for view in views
    ]
    order = list(range(len(views)))
    Stream("order").shuffle(order)
    seat = Program(python("level.py", "random"))
    seat.seed = 3
    for at in order:
        assert choose(seat, views[at]) == expected[at]
    seat.close()


def test_it_is_told_only_what_is_new() -> None:
    log: list[str] = []
    seat = Program(MYBOT, log=lambda direction, line: log.append(f"{direction} {line}"))
    deal = Deal(Rules(), shuffled_deck(Rules(), 1, 1))
    deal.play(choose(seat, look(deal, 0)))
    deal.play(deal.legal_moves()[0])
    log.clear()
    choose(seat, look(deal, 0))
    asked = [line for line in log if line.startswith(">")]
    assert [line.split()[1] for line in asked] == ["play", "play", "move"]
    seat.close()


def test_sitting_down_starts_it_and_asks_for_the_rules() -> None:
    seat = Program(MYBOT)
    assert seat.name == MYBOT
    seat.sit_down(Rules(), 0, seed=1)
    assert seat.name == "mybot"
    assert choose(seat) in opening().legal
    seat.close()


def test_a_move_that_is_alike_to_a_legal_one_is_taken_at_its_word() -> None:
    rules = Rules()
    deck = [read_card(code, 40) for code in ["5c", "Ad", "5d", "2d", "3d", "4d", "Rc", "5s", "5b", "2c"]]
    deck += [card for card in shuffled_deck(rules, 1, 1) if card not in deck]
    view = look(Deal(rules, deck), 0)
    alike = "5cx5b"
    assert alike not in map(str, view.legal)
    seat = Program(_saying(f"= {alike}"))
    assert str(choose(seat, view)) == alike
    seat.close()


def _saying(move: str) -> str:
    """A program that says this when it is asked to move."""
    script = 'while read -r word rest; do case $word in move) echo "$1";; *) echo = sh;; esac; done'
    return shlex.join(["sh", "-c", script, "sh", move])


def test_line_ends_and_marks_of_other_systems_make_no_difference() -> None:
    move = str(opening().legal[0])
    seat = Program(_saying(f"\ufeff={move}  \r"))
    assert str(choose(seat)) == move
    seat.close()


def test_no_shell_reads_the_command_line(tmp_path: Path) -> None:
    with pytest.raises(EngineFailed, match="died"):
        choose(Program(f"true > {tmp_path}/made ; touch {tmp_path}/made"))
    assert not list(tmp_path.iterdir())


def test_arguments_may_be_quoted() -> None:
    move = str(opening().legal[0])
    seat = Program(f"""sh -c 'while read -r line; do echo "$0"; done' "= {move}" """)
    assert str(choose(seat)) == move
    assert seat.name == move
    seat.close()


# what can go wrong


WRONG_AT_A_MOVE = [
    ("die", "died", ""),
    ("die-in-a-line", "died", "= 5"),
    ("killed", "died", ""),
    ("two-lines", "extra", "= = 5c"),
    ("many-lines", "extra", ""),
    ("no-line-end", "too-long", "= 5c= 5c"),
    ("nonsense", "nonsense", "my move is 5c"),
    ("no-move", "nonsense", "= ciao"),
    ("no-card", "nonsense", "= Qc"),
    ("empty", "nonsense", ""),
    ("illegal", "illegal", "= 5c*1x5b"),
    ("refuse", "refused", "? I am\ufffd[31m tired"),
    ("no-utf-8", "unreadable", "= \ufffd\ufffd"),
    ("close-output", "closed", ""),
    ("silent", "silent", ""),
    ("silent-and-deaf", "silent", ""),
    ("half-a-line", "silent", "= 5"),
]


@pytest.mark.parametrize(("what", "kind", "line"), WRONG_AT_A_MOVE)
def test_a_failure_is_named_and_ends_the_program(what: str, kind: str, line: str, fifo: Fifo) -> None:
    seat = Program(python("hostile.py", what, fifo.path))
    seat.log = lambda direction, line: impatient(seat, line) if kind == "silent" else None
    with pytest.raises(EngineFailed) as failure:
        choose(seat)
    assert len(fifo.pids_when_gone()) == 1
    failed = failure.value
    assert (failed.name, failed.kind, failed.asked) == ("hostile", kind, "move")
    assert failed.line.startswith(line)
    assert len(failed.line) <= 500
    assert kind in FAILURES
    if what == "die":
        assert (failed.status, failed.errors) == (3, "ValueError: no idea")
    if what == "killed":
        assert failed.status == -signal.SIGKILL
    if what == "illegal":
        assert isinstance(failed.cause, MoveRefused)
    seat.close()


def impatient(seat: Program, line: str) -> None:
    """From the line before the move on there is little time."""
    if line.startswith("hand"):
        seat.timeout = 0.3


WRONG_AT_THE_START = [
    ("start-die", {"died"}),
    ("start-killed", {"died"}),
    ("start-die-in-a-line", {"died"}),
    ("start-close-output", {"closed"}),
    ("start-two-lines", {"extra"}),
    ("start-nonsense", {"extra", "nonsense"}),
    ("start-many-lines", {"extra"}),
    ("start-no-line-end", {"too-long"}),
    ("start-no-utf-8", {"extra", "unreadable"}),
    ("start-silent", {"silent"}),
    ("start-half-a-line", {"silent"}),
    ("refuse-rules", {"refused-rules"}),
]


@pytest.mark.parametrize(("what", "kinds"), WRONG_AT_THE_START)
def test_a_failure_at_the_start_shows_before_the_game(what: str, kinds: set[str], fifo: Fifo) -> None:
    seat = Program(python("hostile.py", what, fifo.path), timeout=0.3 if kinds == {"silent"} else 30)
    with pytest.raises(EngineFailed) as failure:
        seat.sit_down(Rules(), 0, seed=1)
    fifo.pids_when_gone()
    assert failure.value.kind in kinds
    assert failure.value.name == ("hostile" if what == "refuse-rules" else seat.command)


@pytest.mark.parametrize(
    "command", ["", "  ", "/nowhere/to/be/found", str(DIALOGUE), str(BOTS), "'half a quotation", "a\0b"]
)
def test_what_cannot_be_started_says_why(command: str, started: list[int]) -> None:
    with pytest.raises(EngineFailed) as failure:
        choose(Program(command))
    assert failure.value.kind == "cannot-start"
    assert failure.value.errors
    assert not started


def test_every_kind_of_failure_is_tested() -> None:
    tested = {"cannot-start", *(kind for _, kind, _ in WRONG_AT_A_MOVE)}
    assert tested.union(*(kinds for _, kinds in WRONG_AT_THE_START)) == set(FAILURES)


def test_an_answer_nobody_asked_for_is_a_failure_even_if_it_comes_late(tmp_path: Path) -> None:
    """Otherwise every answer after it would belong to the line before."""
    heard, said = tmp_path / "heard", tmp_path / "said"
    os.mkfifo(heard)
    os.mkfifo(said)
    move = opening().legal[0]
    late = '{ read -r go <"$2"; echo again; echo >"$3"; }'
    script = f'while read -r word rest; do echo "= $1"; [ $word = move ] && {late}; done'
    seat = Program(shlex.join(["sh", "-c", script, "sh", str(move), str(heard), str(said)]))
    assert choose(seat) == move
    heard.write_text("\n")
    assert said.read_text() == "\n"
    with pytest.raises(EngineFailed) as failure:
        seat.match_over(None)
    assert failure.value.kind in ("extra", "nonsense")
    assert failure.value.line.startswith("again")


def test_an_engine_that_takes_its_time_within_the_limit_is_waited_for() -> None:
    script = 'while read -r word rest; do echo "$word" >&2; printf "= "; sleep 0.2; echo slow; done'
    seat = Program(shlex.join(["sh", "-c", script]), timeout=30)
    seat.sit_down(Rules(), 0, seed=1)
    assert seat.name == "slow"
    seat.close()


def test_standard_error_may_be_flooded_and_is_logged_in_part(fifo: Fifo) -> None:
    log: list[tuple[str, str]] = []
    seat = Program(python("hostile.py", "errors", fifo.path), timeout=60, log=lambda *line: log.append(line))
    seat.sit_down(Rules(), 0, seed=1)
    seat.close()
    fifo.pids_when_gone()
    errors = [line for direction, line in log if direction == "!"]
    assert 0 < len(errors) < 1000
    assert all(line.isprintable() and len(line) <= 200 for line in errors)


def test_a_name_is_made_safe_to_print() -> None:
    script = "while read -r line; do printf '= \\033[2J%0100d\\n' 0; done"
    seat = Program(shlex.join(["sh", "-c", script]))
    seat.sit_down(Rules(), 0, seed=1)
    assert seat.name.startswith("\ufffd[2J000")
    assert len(seat.name) == 40
    seat.close()


def test_after_a_failure_it_can_be_started_again(tmp_path: Path) -> None:
    once = tmp_path / "once"
    script = f'mkdir "{once}" && exit; while read -r line; do echo "$1"; done 2>/dev/null'
    seat = Program(shlex.join(["sh", "-c", script, "sh", f"= {opening().legal[0]}"]))
    with pytest.raises(EngineFailed):
        choose(seat)
    assert choose(seat) == opening().legal[0]
    seat.close()


def test_one_that_has_failed_is_told_no_more(started: list[int]) -> None:
    seat = Program(python("hostile.py", "nonsense"))
    with pytest.raises(EngineFailed):
        choose(seat)
    seat.match_over(1)
    seat.close()
    assert len(started) == 2


def test_the_log_holds_every_line_once() -> None:
    log: list[str] = []
    seat = Program(
        python("hostile.py", "illegal"), log=lambda direction, line: log.append(f"{direction} {line}")
    )
    with pytest.raises(EngineFailed):
        choose(seat)
    assert log[:2] == ["> protocol 1", "< = hostile"]
    assert log[-2:] == ["> move", "< = 5c*1x5b"]
    assert len([line for line in log if line[0] == ">"]) == len([line for line in log if line[0] == "<"])


# leaving nothing behind


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
        cwd=HERE.parent,
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
    command = _saying(f"= {opening().legal[0]}")
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
    seat = Program(_saying(f"= {opening().legal[0]}"))

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
