"""Programs that play a seat, good ones and hostile ones, and what they leave behind (POSIX)."""

from __future__ import annotations

import os
import select
import shlex
import subprocess
import sys
from pathlib import Path
from typing import Any

from rubamazzo_cli.chance import Stream
from rubamazzo_cli.game import Deal
from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.players.program import Program
from rubamazzo_cli.rules import Rules
from rubamazzo_cli.view import View, look

BOTS = Path(__file__).parent / "bots"


def python(bot: str, *words: object) -> str:
    return shlex.join([sys.executable, str(BOTS / bot), *map(str, words)])


MYBOT = python("mybot")


def is_alive(pid: int) -> bool:
    """Whether there is such a process, and not only its exit status waiting to be read."""
    done = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True)
    return done.stdout.strip()[:1] not in ("", "Z")


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


def opening(rules: Rules | None = None, seed: int = 1) -> View:
    rules = rules or Rules()
    return look(Deal(rules, shuffled_deck(rules, seed, 1)), 0)


def choose(seat: Program, view: View | None = None) -> Any:
    return seat.choose(view or opening(), Stream("any"))


def saying(move: str) -> str:
    """A program that says this when it is asked to move."""
    script = 'while read -r word rest; do case $word in move) echo "$1";; *) echo = sh;; esac; done'
    return shlex.join(["sh", "-c", script, "sh", move])
