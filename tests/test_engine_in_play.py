"""A game in which a seat is played by a program: how it goes when it does what it should, and when it fails."""

from __future__ import annotations

import shlex
import sys
from pathlib import Path

import pytest
from inside import invoked

from rubamazzo_cli.record import read_records

MYBOT = shlex.join([sys.executable, str(Path(__file__).parent / "bots" / "mybot")])
GONE = "false ended while it was needed."


def play(folder: Path, *words: str, typed: tuple[str, ...] = ()) -> tuple[int, list[str]]:
    """A deal from seed 1, and what is said of it from the failure on."""
    status, said = invoked(folder, "play", "--seed", "1", "--lang", "en", *words, typed=typed, programs=True)
    lines = said.splitlines()
    return status, lines[next((at for at, line in enumerate(lines) if line == GONE), 0) :]


def test_a_program_plays_a_whole_game_and_its_dialogue_is_kept(tmp_path):
    words = ("--seat", f"cmd:{MYBOT}", "--seat", "easy", "--engine-log", "said.log", "--record", "x.rbm")
    status, _ = play(tmp_path, *words)
    assert status == 0
    log = (tmp_path / "said.log").read_text()
    assert log.startswith("> protocol 1\n< = ")
    [record] = read_records((tmp_path / "x.rbm").read_text())
    assert record.match.is_over
    moves = [str(move) for move in record.match.deals[0].moves]
    assert [line.split(" ")[-1] for line in log.splitlines() if line.startswith("> play ")] == moves


@pytest.mark.parametrize(
    ("seats", "then"),
    [
        (("you", "cmd:false"), "So you win the match."),
        (("easy:Anna", "cmd:false"), "So Anna wins the match."),
        (("easy", "cmd:false", "easy"), "So the match is void."),
        (("you", "cmd:false", "easy"), "So the match is void."),
    ],
)
def test_one_that_fails_has_lost_to_its_only_rival(tmp_path, seats, then):
    status, lines = play(tmp_path, *[word for seat in seats for word in ("--seat", seat)])
    assert status == 5
    assert lines == [GONE, then, GONE], "the reason once more, last of all; no card had been dealt"


def test_one_that_fails_in_the_game_leaves_its_position(tmp_path):
    bot = tmp_path / "bot"
    bot.write_text(
        'import sys\nfor line in sys.stdin:\n    print("? no" if line.startswith("move") else "=", flush=True)\n'
    )
    command = shlex.join([sys.executable, str(bot)])
    status, said = invoked(
        tmp_path, "play", "--seat", "you", "--seat", f"cmd:{command}", "--seed", "1", "--lang", "en", typed=["1"],
        programs=True,
    )  # fmt: skip
    assert status == 5
    assert "So you win the match.\n" in said
    [record] = read_records(said[said.index('[Rubamazzo "1"]') :])
    assert len(record.match.deals[0].moves) == 1


def test_a_transcript_starts_none(tmp_path):
    for command in ("play", "simulate"):
        status, said = invoked(tmp_path, command, "--seat", "easy", "--seat", "cmd:touch x", "--lang", "en")
        assert (status, said) == (2, "Programs are started only with --allow-programs.\n")
    assert not (tmp_path / "x").exists()
