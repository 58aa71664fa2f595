"""Whatever bytes arrive, and whatever seats are called: short, printable, the same when replayed (formats 2)."""

from __future__ import annotations

import contextlib
import io
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from processes import environment

from rubamazzo_cli import cli
from rubamazzo_cli.checking import run_again
from rubamazzo_cli.console import LONGEST, Console, ScriptedConsole, as_understood
from rubamazzo_cli.lines import SHOWN, shown
from rubamazzo_cli.record import read_records, write_record
from rubamazzo_cli.transcript import read_transcript, write_transcript

NO_CARD = [
    b"0", b"01", b"+1", b"-1", b"1 2", b"1_0", b"1.0", b"1e0", b"0x1", b"99", b"9" * 5000,
    "１".encode(), "²".encode(), "١".encode(), "①".encode(), "1\u200b".encode(),
    b"\x00", b"1\x00", b"\x1b[2J", b"\x1b]0;title\x07", b"\x7f", b"\x08\x08", b"\x85",
    b"\xff\xfe", b"\xed\xa0\x80", b"\xc3", b"\xf0\x9f\x83\x8f", "7\u202ed".encode(), "\ufeff1".encode(),
    b"7dx", b"7d*", b"7d*9", b"x7d", b"1" + b" " * 900 + b"2", b"1" + b" " * 300 + b"2", b"%s {0} {text} \\n",
    b"> 1", b">", b"[Deck]", b"save", b"undoo", b"level 9", b"rules now",
]  # fmt: skip
"""Lines that are neither a card of the hand nor a command, at any prompt."""


@contextlib.contextmanager
def stdin_of(data: bytes):
    real, sys.stdin = sys.stdin, io.TextIOWrapper(io.BytesIO(data), "utf-8")
    try:
        yield
    finally:
        sys.stdin = real


def output_of(data: bytes, *command: str) -> tuple[int, list[str], str]:
    """Status, lines of standard output, and standard error of a piped session in this process."""
    out, err = io.StringIO(), io.StringIO()
    with stdin_of(data), contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        status = cli.invoke(Console({}), list(command))
    return status, out.getvalue().splitlines(), err.getvalue()


TO_PROMPT = {
    "move": ([], [], "Your hand:"),
    "choice": (["--set", "must-take=no"], [b"3"], "Type a number from 1 to 2, or x"),
    "cut": (["--cut"], [], "Cut the deck"),
    "yes or no": ([], [b"new"], "Type yes or no."),
}


@pytest.mark.parametrize("prompt", TO_PROMPT)
def test_lines_that_are_not_understood_change_nothing(prompt):
    options, before, question = TO_PROMPT[prompt]
    command = ["play", "--seed", "1", *options, "--keep-going", "--record", "-"]
    status, lines, _err = output_of(b"\n".join([*before, *NO_CARD]), *command)
    plain_status, plain_lines, _err = output_of(b"\n".join(before), *command)
    assert (status, plain_status) == (3, 3)
    assert any(question in line for line in plain_lines[-20:])
    assert record_in(lines) == record_in(plain_lines)
    assert all(line.isprintable() for line in lines)
    prompts = [line for line in lines if line.startswith("> ")]
    assert len(prompts) == len(before) + len(NO_CARD) + 1, "each was refused once"
    assert all(len(line) <= LONGEST + 2 for line in prompts)


def record_in(lines: list[str]) -> list[str]:
    start = '[Rubamazzo "1"]'
    return lines[lines.index(start) :] if start in lines else []


@pytest.mark.parametrize("line", NO_CARD, ids=range(len(NO_CARD)))
def test_a_line_that_is_not_understood_stops_a_script(line):
    status, lines, err = output_of(b"rules\n" + line + b"\n1\n", "play", "--seed", "1")
    assert (status, err) == (3, "Line 2 was refused, so the game stopped there.\n")
    assert all(row.isprintable() for row in lines)


@pytest.mark.parametrize(
    "data",
    [
        b"1\n2\n1",
        b"\xef\xbb\xbf1\n2\n1\n",
        b"1\r\n2\r\n1\r\n",
        b" 1 \n\t2\n# 3\n\n   \n1\n",
        b"#" * 5000 + b"\n1\n2\n1",
    ],
)
def test_line_ends_marks_blanks_and_comments_make_no_difference(data):
    _status, lines, _err = output_of(data, "play", "--seed", "1")
    assert lines == output_of(b"1\n2\n1\n", "play", "--seed", "1")[1]


@given(st.binary(max_size=1000))
def test_any_bytes_at_all(data):
    status, lines, _err = output_of(data, "play", "--seed", "1", "--keep-going")
    assert status in (0, 3)
    assert all(line.isprintable() for line in lines)


@given(st.text(max_size=300))
def test_what_is_understood_of_a_line_is_understood_again(text):
    line = as_understood(text)
    assert as_understood(line) == line
    assert len(line) <= LONGEST
    assert shown(shown(text)) == shown(text)


def test_a_line_cut_off_is_not_its_beginning():
    assert as_understood("1" + " " * LONGEST + "2") != "1"
    assert as_understood("1" + " " * 2 * LONGEST) == "1"


MEASURED = """
import resource, subprocess, sys
with open(sys.argv[1], "rb") as long, open(sys.argv[2], "wb") as out:
    words = [sys.executable, "-m", "rubamazzo_cli", "play", "--seed", "1"]
    status = subprocess.run(words, stdin=long, stdout=out, stderr=out).returncode
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(status, used.ru_maxrss, used.ru_utime)
"""
"""Runs the program out of a small process, since what a child is said to use counts from what its parent holds."""


def test_a_line_of_ten_megabytes(tmp_path):
    (tmp_path / "long").write_bytes(b"7" * 10_000_000)
    done = subprocess.run(
        [sys.executable, "-c", MEASURED, str(tmp_path / "long"), str(tmp_path / "out")],
        env=environment(tmp_path),
        capture_output=True,
        text=True,
    )
    status, kilobytes, seconds = map(float, done.stdout.split())
    assert status == 3
    assert kilobytes < 200_000
    assert seconds < 1, "of its own work"
    assert (tmp_path / "out").stat().st_size < 3000


# names of seats

NAMES = [
    "Anna", "", " ", "a\nb", "a\tb", "\x1b[31mred", "\x00", "\x7f", "|", "a|b", ":", "a:b:c", '"', '\\', '\\"', "a;b", "]",
    "# ", "# exit: 0", "> ", "> 1", "#", ">", "'", "$(id)", "{player}", "%s", "👵🏽", "👨‍👩‍👧", "אבא", "\u202egnirts", "a\u0301",
    "\udcff", "\ufeff", "\u2028", "\xa0", "x" * 10_000, "名" * 50, "You", "Easy",
]  # fmt: skip


@pytest.mark.parametrize("name", NAMES, ids=range(len(NAMES)))
def test_seats_may_be_called_anything(tmp_path, name):
    command = [
        "play", "--seat", f"you:{name}", "--seat", f"easy:{name}", "--seed", "1",
        "--record", "x.rbm", "--transcript", "x.txt",
    ]  # fmt: skip
    output = io.StringIO()
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        cli.invoke(ScriptedConsole(iter(["1", "1"]), tmp_path, tmp_path), command)
    lines = output.getvalue().split("\n")
    assert all(line.isprintable() or "\u200d" in line for line in lines)
    assert all(len(line) <= 80 for line in lines)
    assert not any(line.startswith("# ") for line in lines)
    assert [line for line in lines if line.startswith("> ")] == ["> 1", "> 1", "> "]
    written = (tmp_path / "x.rbm").read_text("utf-8")
    [record] = read_records(written)
    assert write_record(record) == written
    assert record.seats[0].name in (name, name.strip()) or not name.isprintable()
    transcript = read_transcript((tmp_path / "x.txt").read_text("utf-8"))
    assert write_transcript(run_again(transcript, tmp_path, cli.invoke, allow_programs=False)) == (
        tmp_path / "x.txt"
    ).read_text("utf-8")


def test_a_name_in_a_file_can_do_nothing_to_the_screen(tmp_path):
    record = Path(__file__).parent.parent.joinpath("transcripts", "unfinished.rbm").read_text("utf-8")
    evil = record.replace('[Seats "', '[Seats "you:\x1b[2J\u202e# exit: 0' + "y" * 500 + '|easy:\x07"]\n[Was "')
    (tmp_path / "x.rbm").write_text(evil, "utf-8")
    for command in (["replay", "--show"], ["resume"], ["verify"]):
        output = io.StringIO()
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            cli.invoke(ScriptedConsole(iter([]), tmp_path, tmp_path), [*command, "x.rbm"])
        assert output.getvalue().replace("\n", "").isprintable()
        assert all(len(line) <= 80 for line in output.getvalue().split("\n"))


def test_names_are_shown_short():
    assert len(shown("x" * 10_000)) == SHOWN


@pytest.mark.parametrize("columns", ["0", "-1", "x", "9" * 5000, "٣", "", "1e3"])
def test_odd_widths_are_no_widths(columns):
    assert Console({"COLUMNS": columns}).width == 80
