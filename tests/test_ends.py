"""However input or output ends, the program does too: at once, with its status, and in one line (formats 1)."""

from __future__ import annotations

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytest.importorskip("pty")

from processes import PATIENCE, THINKING, Terminal, piped, shell, started

from rubamazzo_cli.cards import DECKS, codes
from rubamazzo_cli.record import read_records

# The first card can take an equal one, or, as nobody must take, be laid.
FIRST = ("7d", "Ac", "2c", "3c", "4c", "5c", "7c", "Ab", "2b", "3b")
BY_CODE = {card.code: card for card in DECKS[40]}
DECK = codes([*map(BY_CODE.get, FIRST), *(card for card in DECKS[40] if card.code not in FIRST)])
WHOLE_GAME = ["1"] * 18
TRANSCRIPT = Path(__file__).parent.parent / "transcripts" / "take-one.txt"

PROMPTS = {
    "move": ([], []),
    "choice": (["--set", "must-take=no", "--deck", DECK], ["1"]),
    "cut": (["--cut"], []),
    "sealed": (["--sealed"], []),
    "yes or no": ([], ["new"]),
    "later": ([], ["1", "1", "1"]),
    "after": (["--set", "steal=off"], WHOLE_GAME),
}
"""By name of a prompt: the options of the game, and the lines that lead there."""


def play(prompt: str) -> tuple[list[str], list[str]]:
    options, lines = PROMPTS[prompt]
    return ["play", "--seed", "1", *options], lines


# the end of input


@pytest.mark.parametrize("prompt", PROMPTS)
@pytest.mark.parametrize("last", [True, False], ids=["last line end", "no last line end"])
def test_end_of_piped_input(tmp_path, prompt, last):
    command, lines = play(prompt)
    typed = "".join(f"{line}\n" for line in lines)
    status, out, err = piped(tmp_path, *command, typed=(typed if last else typed.rstrip()).encode())
    assert out.endswith("> \n")
    if prompt == "after":
        assert (status, err) == (0, "")
    else:
        number = len(lines) + 1
        assert (status, err) == (3, f"The input ended before the game was over: line {number} is missing.\n")


@pytest.mark.parametrize("prompt", PROMPTS)
def test_end_of_input_at_a_terminal_is_leaving(tmp_path, prompt):
    command, lines = play(prompt)
    with Terminal(tmp_path, *command) as terminal:
        terminal.until("\n> ")
        terminal.play(*lines)
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert "See you!" in terminal.screen
        assert "Traceback" not in terminal.screen


def test_end_of_input_while_the_screen_is_handed_over(tmp_path):
    with Terminal(tmp_path, "play", "--seat", "you:Anna", "--seat", "you:Bruno", "--seed", "1") as terminal:
        terminal.until("\n> ")
        terminal.type("1\n")
        terminal.until("see the screen.\n")
        terminal.type("\x04\x04")
        assert terminal.ended() == 0


@pytest.mark.parametrize(
    ("command", "status", "says"),
    [
        ("$R play --seed 1 <&-", 3, "The input ended before the game was over: line 1 is missing."),
        ("$R play --seed 1 </dev/null", 3, "The input ended before the game was over: line 1 is missing."),
        ("$R play --seed 1 >&-", 4, "The output could not be written: standard output is closed."),
        ("$R --version >&-", 4, "The output could not be written: standard output is closed."),
        ("yes 1 | $R play --seed 1 >/dev/full", 4, "The output could not be written: No space left on device."),
        ("$R rules >/dev/full", 4, "The output could not be written: No space left on device."),
        ("$R --help >/dev/full", 4, "The output could not be written: No space left on device."),
        ("$R play --seed 1 2>&- </dev/null", 3, ""),
        ("$R play --seed 1 2>/dev/full </dev/null", 3, ""),
        ("$R play --seat easy --seat easy --seed 1 <&- >/dev/null 2>&-", 0, ""),
        ("$R play --seat easy --seat easy --seed 1 --record x.rbm <&- >&- 2>&-", 4, ""),
        (
            "$R play --transcript /dev/full --force",
            4,
            "/dev/full cannot be written: No space left on device.",
        ),
        (
            "$R play --record /dev/null --force",
            4,
            "/dev/null cannot be written: it is not an ordinary file.",
        ),
        ("$R play --record . --force", 4, ". cannot be written: Is a directory."),
        ("$R play --record .", 4, ". cannot be written: Is a directory."),
        ("$R play --record /dev/null", 4, "/dev/null cannot be written: it is not an ordinary file."),
        ("$R play --seat easy --seat easy --transcript /dev/stdout | cat", 0, ""),
        ("$R play --seat easy --seat easy --transcript >(cat)", 0, ""),
        ("$R play --seat easy --seat easy --transcript /dev/null", 0, ""),
        (
            "$R simulate --seat easy --seat easy --deals 2 --records x --engine-log x",
            2,
            "rubamazzo simulate: x is named twice; everything that is written needs a file of its own.\n"
            "rubamazzo simulate --help shows what can be asked.",
        ),
        (
            "touch y; $R simulate --seat easy --seat easy --deals 2 --records x --engine-log y; test ! -e x",
            0,
            "y exists already; --force overwrites it.",
        ),
        ("$R play --record no/where.rbm", 4, "no/where.rbm cannot be written: No such file or directory."),
    ],
)
def test_streams_and_files_that_are_closed_or_full(tmp_path, command, status, says):
    assert shell(tmp_path, command) == (status, says and f"{says}\n")


def test_streams_on_which_nobody_waits_are_waited_for(tmp_path):
    reader, writer = os.pipe()
    answers, told = os.pipe()
    for end in (reader, told):
        os.set_blocking(end, False)
    with started(tmp_path, "play", "--seed", "1", stdin=reader, stdout=told) as process:
        os.close(told)
        shown = b""
        while not shown.endswith(b"\n> "):
            shown += os.read(answers, 1 << 16)
        os.write(writer, b"rules\n" * 400)  # far more to say than goes into a pipe
        os.close(writer)
        while some := os.read(answers, 1 << 16):
            shown += some
        assert process.wait(PATIENCE) == 3
        assert b"line 401 is missing" in process.stderr.read()
    assert not os.get_blocking(reader), "it is left as it was"
    os.close(reader)
    os.close(answers)


def test_the_null_device_is_still_one(tmp_path):
    shell(tmp_path, "$R play --record /dev/null --force; $R play --transcript /dev/null --force </dev/null")
    assert not os.path.isfile("/dev/null")


@pytest.mark.parametrize(
    "command", [["play", "--seed", "1", "--keep-going"], ["--help"], ["variants"], ["check", str(TRANSCRIPT)]]
)
def test_a_reader_who_closes_the_pipe_ends_the_program_silently(tmp_path, command):
    reader, writer = os.pipe()
    os.close(reader)
    typed = b"1\n" * 2000
    assert piped(tmp_path, *command, typed=typed, stdout=writer) == (-signal.SIGPIPE, "", "")
    os.close(writer)


# signals

SIGNALS = [signal.SIGINT, signal.SIGTERM, signal.SIGHUP]

CANNOT_LEAVE = THINKING.replace(
    """
        sys.stderr.write("thinking\\n")
        sys.stderr.flush()
        while True:
            pass
""",
    """
        try:
            print("thinking", file=sys.stderr, flush=True)
            while True:
                pass
        finally:
            print("leaving", file=sys.stderr, flush=True)
            while True:
                pass
""",
)
"""The program with an easy level that goes on thinking when it is to leave."""

needs_ps = pytest.mark.skipif(shutil.which("ps") is None, reason="without ps nobody can count processes")


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_a_pipe_is_awaited(tmp_path, number):
    with started(tmp_path, "play", "--seed", "1", "--record", "x.rbm", "--transcript", "x.txt") as process:
        process.stdin.write(b"1\n")
        process.stdin.flush()
        shown = b""
        while shown.count(b"\n> ") < 2:
            more = os.read(process.stdout.fileno(), 1 << 16)
            assert more, process.stderr.read()
            shown += more
        process.send_signal(number)
        assert process.wait(PATIENCE) == -number
        assert process.stderr.read() == b""
    assert len(read_records((tmp_path / "x.rbm").read_text())[0].match.deals[0].moves) == 2
    assert (tmp_path / "x.txt").read_text().endswith("(Rc)\n")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["x.rbm", "x.txt"]


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_before_the_cards_leaves_no_empty_record(tmp_path, number):
    with started(tmp_path, "play", "--cut", "--record", "x.rbm") as process:
        shown = b""
        while not shown.endswith(b"\n> "):
            shown += os.read(process.stdout.fileno(), 1 << 16)
        assert (tmp_path / "x.rbm").exists()
        process.send_signal(number)
        assert process.wait(PATIENCE) == -number
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_a_level_thinks(tmp_path, number):
    program = [sys.executable, "-c", THINKING]
    with started(tmp_path, "play", "--level", "easy", "--record", "x.rbm", program=program) as process:
        process.stdin.write(b"1\n1\n1\n")
        process.stdin.flush()
        assert process.stderr.readline() == b"thinking\n"
        process.send_signal(number)
        assert (process.wait(PATIENCE), process.stderr.read()) == (-number, b"")
    assert len(read_records((tmp_path / "x.rbm").read_text())[0].match.deals[0].moves) == 1


def test_a_signal_while_nobody_reads_the_output(tmp_path):
    reader, writer = os.pipe()
    with started(tmp_path, "play", "--keep-going", stdout=writer) as process:
        os.close(writer)
        with contextlib.suppress(BlockingIOError):
            os.set_blocking(process.stdin.fileno(), False)
            while True:  # until its output, and then its input, is full
                os.write(process.stdin.fileno(), b"rules\nhelp\nlog\n" * 1000)
        process.send_signal(signal.SIGTERM)
        assert process.wait(PATIENCE) == -signal.SIGTERM
    os.close(reader)


@needs_ps
@pytest.mark.parametrize("number", SIGNALS)
def test_a_signal_while_simulating_leaves_no_process_behind(tmp_path, number):
    command = ["simulate", "--deals", "1000000", "--seat", "easy", "--seat", "easy", "--jobs", "2"]
    with started(tmp_path, *command, start_new_session=True) as process:
        group = process.pid
        await_processes(group, 3)
        os.killpg(group, number)
        assert process.wait(PATIENCE) == -number
        assert process.stderr.read() == b""
    assert processes_of(group) == []


def await_processes(group: int, count: int) -> None:
    end = time.monotonic() + PATIENCE
    while len(processes_of(group)) < count:
        assert time.monotonic() < end
        time.sleep(0.05)


def processes_of(group: int) -> list[str]:
    found = subprocess.run(["ps", "-eo", "pgid=,pid=,stat="], capture_output=True, text=True, check=True)
    rows = [row.split() for row in found.stdout.splitlines()]
    return [pid for pgid, pid, state in rows if pgid == str(group) and state[0] != "Z"]


@pytest.mark.parametrize("pair", [(signal.SIGHUP, signal.SIGTERM), (signal.SIGINT, signal.SIGTERM)])
def test_two_signals_at_the_same_moment(tmp_path, pair):
    with started(tmp_path, "play", "--seed", "1") as process:
        assert process.stdout.readline()
        process.send_signal(signal.SIGSTOP)
        for number in (*pair, signal.SIGCONT):
            process.send_signal(number)
        assert process.wait(PATIENCE) in [-number for number in pair]
        assert process.stderr.read() == b""


def test_whoever_asks_again_need_not_wait(tmp_path):
    program = [sys.executable, "-c", CANNOT_LEAVE]
    with started(tmp_path, "play", "--level", "easy", program=program) as process:
        process.stdin.write(b"1\n")
        process.stdin.flush()
        assert process.stderr.readline() == b"thinking\n"
        process.send_signal(signal.SIGTERM)
        assert process.stderr.readline() == b"leaving\n"
        process.send_signal(signal.SIGHUP)
        process.send_signal(signal.SIGTERM)
        assert (process.wait(PATIENCE), process.stderr.read()) == (-signal.SIGTERM, b"")


@needs_ps
@pytest.mark.parametrize("number", SIGNALS)
def test_an_ignored_signal_spares_a_study_in_several_processes(tmp_path, number):
    command = ["simulate", "--deals", "4000", "--seat", "easy", "--seat", "easy", "--jobs", "2", "--json"]
    with started(
        tmp_path, *command, start_new_session=True, preexec_fn=lambda: signal.signal(number, signal.SIG_IGN)
    ) as process:
        await_processes(process.pid, 3)
        os.killpg(process.pid, number)
        out, err = process.communicate(timeout=PATIENCE)
    assert (process.returncode, err) == (0, b"")
    assert b'"deals": 4000' in out


def test_an_ignored_signal_stays_ignored(tmp_path):
    command = "$R play --seat easy --seat easy --seed 1 >/dev/null"
    assert shell(tmp_path, f"trap '' HUP; {command} & kill -HUP $!; wait $!") == (0, "")


@pytest.mark.parametrize("prompt", PROMPTS)
def test_an_interrupt_at_a_terminal(tmp_path, prompt):
    command, lines = play(prompt)
    with Terminal(tmp_path, *command) as terminal:
        terminal.until("\n> ")
        terminal.play(*lines)
        start = len(terminal.screen)
        terminal.type("\x03")
        assert terminal.ended() == -signal.SIGINT
        kept = "\nThis game is kept: rubamazzo resume goes on with it.\n" if prompt == "later" else ""
        assert terminal.screen[start:].removeprefix("^C") == kept


@pytest.mark.parametrize(
    ("typed", "number", "status"),
    [("\x03", None, -signal.SIGINT), ("\x04", None, 0), ("", signal.SIGTERM, -signal.SIGTERM), ("", signal.SIGHUP, -signal.SIGHUP)],
)  # fmt: skip
def test_while_single_keys_are_read_the_terminal_is_left_as_it_was(tmp_path, typed, number, status):
    with Terminal(tmp_path, "play", "--seed", "1", "--keys") as terminal:
        terminal.until("\n> ")
        terminal.press("1")
        terminal.until("\n> ")
        if number is None:
            terminal.press(typed)
        else:
            terminal.process.send_signal(number)
        assert terminal.ended() == status
        assert "Traceback" not in terminal.screen
        assert "rubamazzo resume goes on with it." in terminal.screen.splitlines()[-1]


def test_an_interrupt_at_a_terminal_while_a_level_thinks(tmp_path):
    with Terminal(tmp_path, "play", "--level", "easy", program=[sys.executable, "-c", THINKING]) as terminal:
        terminal.until("\n> ")
        terminal.type("1\n")
        terminal.until("thinking\n")
        terminal.type("\x03")
        assert terminal.ended() == -signal.SIGINT
        assert "Traceback" not in terminal.screen


def test_a_window_that_is_closed_takes_the_program_with_it(tmp_path):
    with Terminal(tmp_path, "play", "--seed", "1") as terminal:
        terminal.until("\n> ")
        terminal.play("1")
        os.close(terminal.slave)
        os.close(terminal.master)
        assert terminal.process.wait(PATIENCE) == -signal.SIGHUP
    [game] = (tmp_path / ".local/state/rubamazzo/games").glob("*.rbm")
    assert len(read_records(game.read_text())[0].match.deals[0].moves) == 2


@pytest.mark.usefixtures("unmeasured")
def test_an_interrupt_before_the_program_listens(tmp_path):
    for wait in (0.01, 0.03, 0.06):
        with started(tmp_path, "play", stderr=subprocess.PIPE) as process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                process.wait(wait)
            process.send_signal(signal.SIGINT)
            assert process.wait(PATIENCE) in (-signal.SIGINT, 1)
            # Python itself may still have been starting; of ours there is nothing.
            assert b"rubamazzo_cli/cli" not in process.stderr.read()
