"""Colour is decided in one place and never gets where it does not belong (formats 1, `--color`)."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from surroundings import plain

from rubamazzo_cli.console import COLOURS, Console
from rubamazzo_cli.lines import ROLES

ROOT = Path(__file__).parent.parent
ESCAPE = re.compile("\x1b\\[[0-9;]*m")


@pytest.mark.parametrize(
    ("option", "environment", "terminal", "coloured"),
    [
        ("auto", {}, True, True),
        ("auto", {}, False, False),
        ("auto", {"NO_COLOR": "1"}, True, False),
        ("auto", {"NO_COLOR": ""}, True, True),
        ("auto", {"TERM": "dumb"}, True, False),
        ("auto", {"TERM": "xterm"}, True, True),
        ("auto", {"FORCE_COLOR": "1"}, False, True),
        ("auto", {"CLICOLOR_FORCE": "1"}, False, True),
        ("auto", {"FORCE_COLOR": "0"}, False, False),
        ("auto", {"FORCE_COLOR": ""}, False, False),
        ("auto", {"CLICOLOR_FORCE": "0"}, False, False),
        ("auto", {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False, True),
        ("auto", {"CLICOLOR_FORCE": "1", "TERM": "dumb"}, False, True),
        ("always", {"NO_COLOR": "1", "TERM": "dumb"}, False, True),
        ("never", {"FORCE_COLOR": "1"}, True, False),
    ],
)
def test_the_option_comes_first_then_the_environment_then_the_terminal(
    monkeypatch: pytest.MonkeyPatch, option: str, environment: dict[str, str], terminal: bool, coloured: bool
) -> None:
    console = Console(environment, colour=option)
    monkeypatch.setattr(sys.stdout, "isatty", lambda: terminal)
    assert console.has_colour is coloured


def test_only_known_roles_have_colours() -> None:
    assert set(COLOURS) <= set(ROLES)


def play(*words: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "play", "--seed", "3", *words],
        input=b"1\nlast\nd\ncards napoletane\nq\n",
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=plain(**{"PYTHONIOENCODING": "utf-8"} | environment),
    )
    assert not done.stderr
    return done.stdout.decode("utf-8")


def test_pipes_have_no_colour_unless_it_is_forced() -> None:
    assert "\x1b" not in play()
    assert "\x1b" not in play("--color", "never", FORCE_COLOR="1")
    assert "\x1b" in play(FORCE_COLOR="1")
    assert "\x1b" in play("--color", "always", NO_COLOR="1")


@pytest.mark.parametrize("style", ["plain", "napoletane", "french"])
def test_colour_is_added_and_nothing_else(style: str) -> None:
    coloured = play("--color", "always", "--cards", style)
    assert ESCAPE.sub("", coloured) == play("--cards", style)


def test_the_prompt_and_what_is_typed_have_no_colour() -> None:
    coloured = play("--color", "always").splitlines()
    prompts = [line for line in coloured if "> " in ESCAPE.sub("", line)[:2]]
    assert len(prompts) == 5
    assert all("\x1b" not in line for line in prompts)


def test_cards_have_the_colours_of_their_suits() -> None:
    coloured = play("--color", "always", "--cards", "napoletane")
    assert "\x1b[33m" in coloured  # denari
    assert "\x1b[31m" in coloured  # coppe


def test_files_have_no_colour(tmp_path: Path) -> None:
    record, transcript = tmp_path / "game.rbm", tmp_path / "game.txt"
    shown = play(
        "--color", "always", "--cards", "french", "--record", str(record), "--transcript", str(transcript)
    )
    assert "\x1b" in shown
    assert "\x1b" not in record.read_text("utf-8")
    assert "\x1b" not in transcript.read_text("utf-8")
    printed = play("--color", "always", "--record", "-")
    assert "\x1b" not in printed[printed.index("[Rubamazzo") :]
