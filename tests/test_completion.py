"""A shell completes commands, options and values, and nothing else gets onto the screen."""

from __future__ import annotations

import os
import select
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from surroundings import measured

from rubamazzo_cli import cli
from rubamazzo_cli.completing import FILES, VALUES
from rubamazzo_cli.drawing import STYLE_NAMES
from rubamazzo_cli.i18n import LANGUAGES
from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.topics import TOPICS

ROOT = Path(__file__).parent.parent
COMMANDS = list(cli.main.commands)

FREE = {"N", "NUMBER", '"CARDS"', "DIGITS", "DATE", "SECONDS", "ADDRESS", None}
"""What nobody can offer words for."""


def options(name: str) -> list[str]:
    return [
        option for parameter in cli.main.commands[name].params for option in parameter.opts if option[0] == "-"
    ]


CASES = {
    "": COMMANDS,
    "re": [name for name in COMMANDS if name.startswith("re")],
    "--lev": ["--level"],
    "--co": ["--color"],
    "--level ": list(LEVELS),
    "play --level h": ["hard"],
    "engine --level ": list(LEVELS),
    "--variant ": list(VARIANTS),
    "--seed 7 --variant q": ["quindici"],
    "rules c": [name for name in VARIANTS if name.startswith("c")],
    "rules --topic ": list(TOPICS),
    "--lang ": list(LANGUAGES),
    "--lang it ": COMMANDS,
    "check --lang=d": ["da"],
    "--cards ": list(STYLE_NAMES),
    "puzzle --cards p": [name for name in STYLE_NAMES if name.startswith("p")],
    "--color a": ["auto", "always"],
    "--set steal=l": ["steal=last"],
    "--seat ": ["you", *LEVELS, "cmd:"],
    "stats --": [*options("stats"), "--help"],
    "rules nord sud ": [],
    "play --first ": [],
}


@pytest.fixture(scope="module")
def surroundings(tmp_path_factory):
    """Where a shell finds a program called rubamazzo, and no settings of its user."""
    folder = tmp_path_factory.mktemp("shell")
    program = folder / "bin" / "rubamazzo"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rubamazzo_cli "$@"\n', "utf-8")
    program.chmod(0o755)
    (folder / "game.rbm").touch()
    return {
        "PATH": f"{program.parent}:/usr/bin:/bin",
        "PYTHONPATH": str(ROOT),
        "HOME": str(folder),
        "TERM": "dumb",
    } | measured()


def completed(words: str, surroundings: dict[str, str], **variables: str) -> list[str]:
    """What the program offers to a shell for an unfinished command."""
    done = subprocess.run(
        ["rubamazzo"],
        env=surroundings
        | {
            "_RUBAMAZZO_COMPLETE": "bash_complete",
            "COMP_WORDS": f"rubamazzo {words}",
            "COMP_CWORD": str(words.count(" ") + 1),
        }
        | variables,
        capture_output=True,
        encoding="utf-8",
    )
    assert (done.returncode, done.stderr) == (0, "")
    return [line.partition(",")[2] for line in done.stdout.splitlines() if line]


@pytest.mark.parametrize("words", CASES)
def test_what_is_offered(words, surroundings):
    assert completed(words, surroundings) == CASES[words]


def test_options_alone_are_those_of_play_and_ours(surroundings):
    offered = completed("--", surroundings)
    assert set(offered) == {*options("play"), "--version", "--help"}
    assert len(offered) == len(set(offered))


def test_nothing_but_completions_is_said_whatever_is_wrong(surroundings):
    assert completed("variants too many ", surroundings) == []
    assert completed("--lang latin --level h", surroundings) == ["hard"]
    assert completed("--lev", surroundings, RUBAMAZZO_LEVEL="god", RUBAMAZZO_SEED="7") == ["--level"]


def test_every_parameter_knows_what_it_may_be():
    for command in (cli.main, *cli.main.commands.values()):
        for parameter in command.params:
            assert parameter.metavar in {*VALUES, *FILES, *FREE}, (command.name, parameter.name)


def shell(name: str) -> str:
    found = shutil.which(name)
    if found is None:
        pytest.skip(f"{name} is not installed")
    return found


def source(name: str) -> str:
    return f'eval "$(_RUBAMAZZO_COMPLETE={name}_source rubamazzo)"'


BASH = """
COMP_WORDS=(rubamazzo {words}); COMP_CWORD={at}
_rubamazzo_completion rubamazzo
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


@pytest.mark.parametrize("words", ["--lev", "--level ", "rules --topic ", "re", "play --lang "])
def test_bash_completes(words, surroundings):
    *whole, last = words.split(" ")
    script = source("bash") + BASH.format(words=" ".join([*whole, f"'{last}'"]), at=len(whole) + 1)
    done = subprocess.run(
        [shell("bash"), "-c", script], env=surroundings, capture_output=True, encoding="utf-8"
    )
    assert (done.stderr, done.stdout.split()) == ("", CASES.get(words) or CASES["--lang "])


@pytest.mark.parametrize("words", ["--lev", "--level ", "rules --topic ", "re", "--cards "])
def test_fish_completes(words, surroundings):
    script = f"_RUBAMAZZO_COMPLETE=fish_source rubamazzo | source; complete -C 'rubamazzo {words}'"
    done = subprocess.run(
        [shell("fish"), "-c", script], env=surroundings, capture_output=True, encoding="utf-8"
    )
    offered = [line.partition("\t")[0] for line in done.stdout.splitlines()]
    assert (done.stderr, sorted(offered)) == ("", sorted(CASES[words]))


@pytest.mark.parametrize("name", ["bash", "zsh"])
def test_a_shell_at_a_terminal_completes_with_the_tabulator_key(name, surroundings):
    pty = pytest.importorskip("pty")
    program = [shell(name), *(["--norc", "--noprofile", "-i"] if name == "bash" else ["-f", "-i"])]
    pid, terminal = pty.fork()
    if pid == 0:
        os.execve(program[0], program, surroundings)
    screen = Screen(terminal)
    try:
        if name == "zsh":
            screen.type("autoload -U compinit; compinit -u -D\n")
        screen.type(f"{source(name)}\n")
        screen.type("echo rea''dy\n", until="ready")
        screen.type("rubamazzo rules --to\tgloss\t--lang e\t\n", until="Pile: the cards")
        assert "Error" not in screen.shown
    finally:
        os.close(terminal)
        os.waitpid(pid, 0)


class Screen:
    """A terminal somebody types at, and what it shows."""

    def __init__(self, terminal: int) -> None:
        self.terminal = terminal
        self.shown = ""

    def type(self, keys: str, until: str = "") -> None:
        """Type keys, and wait until the terminal shows something."""
        self.shown = ""
        os.write(self.terminal, keys.encode())
        while until not in self.shown:
            ready, _, _ = select.select([self.terminal], [], [], 60)
            assert ready, f"nothing but this was shown: {self.shown}"
            self.shown += os.read(self.terminal, 1 << 16).decode("utf-8", "replace")
