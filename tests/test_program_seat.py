"""A seat played by another program: real processes, good ones and hostile ones."""

from __future__ import annotations

import os
import shlex
import signal
from pathlib import Path
from typing import Any

import pytest
from engines import BOTS, MYBOT, Fifo, choose, opening, python, saying

from rubamazzo_cli.cards import read_card
from rubamazzo_cli.chance import Stream, choice_stream, engine_seed
from rubamazzo_cli.errors import EngineFailed, MoveRefused
from rubamazzo_cli.game import Deal
from rubamazzo_cli.match import Match, shuffled_deck
from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.players.process import FAILURES
from rubamazzo_cli.players.program import Program
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches
from rubamazzo_cli.view import View, look

DIALOGUE = Path(__file__).parent / "engine_dialogue.txt"

if os.name != "posix":
    pytest.skip("looks after processes the POSIX way", allow_module_level=True)

pytestmark = pytest.mark.usefixtures("started")


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
    seat = Program(saying(f"= {alike}"))
    assert str(choose(seat, view)) == alike
    seat.close()


def test_line_ends_and_marks_of_other_systems_make_no_difference() -> None:
    move = str(opening().legal[0])
    seat = Program(saying(f"\ufeff={move}  \r"))
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
