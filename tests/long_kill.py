"""A command for a long night: games killed at random moments while they are recorded and kept.

    python tests/long_kill.py 1000

Each game is played at a terminal with a record and a transcript, and killed without warning
(SIGKILL) somewhere between its first prompt and its end. What lies on the disk then must be a
beginning of the game that lacks at most the line being typed, and `resume` must find it.
Prints the figures; ends with status 1 if anything was lost.
"""

from __future__ import annotations

import argparse
import collections
import random
import shutil
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

from processes import PATIENCE, Terminal, piped

from rubamazzo_cli.record import read_records
from rubamazzo_cli.transcript import read_transcript

GAME = [
    "play",
    "--variant",
    "classico",
    "--set",
    "hand=10",
    "--set",
    "match=best-of-3",
    "--seat",
    "you",
    "--seat",
    "easy",
    "--seed",
    "5",
]
FILES = ["--record", "x.rbm", "--transcript", "x.txt"]
LINES = 70
"""More than the match lasts."""


class Whole:
    """The match as it is when nobody kills it: its moves, its transcript, and how long it takes."""

    def __init__(self) -> None:
        with tempfile.TemporaryDirectory() as folder:
            home = Path(folder)
            piped(home, *GAME, *FILES, "--keep-going", typed=b"1\n" * LINES)
            self.moves = moves_in(home / "x.rbm")
            self.transcript = (home / "x.txt").read_text("utf-8")
        with tempfile.TemporaryDirectory() as folder:
            start = time.monotonic()
            with played(Path(folder)) as terminal:
                first_prompt = time.monotonic() - start
                terminal.drain_for(PATIENCE)
                self.seconds = time.monotonic() - start - first_prompt
                terminal.ended()


def moves_in(file: Path) -> list[str]:
    [record] = read_records(file.read_text("utf-8"))
    return [str(move) for deal in record.match.deals for move in deal.moves]


def played(home: Path) -> Terminal:
    """The match at a terminal, all its lines typed ahead, at its first prompt."""
    terminal = Terminal(home, *GAME, *FILES)
    terminal.type("1\n" * LINES)
    terminal.until("\n> ")
    return terminal


def kill(home: Path, whole: Whole, chance: random.Random) -> tuple[str, str]:
    """Play and kill one game; how far it had come, and what was lost, if anything."""
    with played(home) as terminal:
        terminal.drain_for(chance.random() * whole.seconds * 1.1)
        over = terminal.process.poll() is not None
        terminal.process.kill()
        terminal.process.wait()
    moves = moves_in(home / "x.rbm")
    if moves != whole.moves[: len(moves)]:
        return "", "the record is another game"
    transcript = (home / "x.txt").read_text("utf-8")
    cut = transcript.rpartition("\n")[0]
    if not whole.transcript.startswith(
        cut[cut.index("\n> ") :].split("# command")[0], whole.transcript.index("\n> ")
    ):
        return "", "the transcript is another session"
    typed = min(len(read_transcript(cut + "\n").typed), len(whole.moves) // 2)
    if len(moves) < 2 * (typed - 1):
        return "", f"{typed} lines were typed, but only {len(moves)} plays are in the record"
    kept = [path for path in home.glob(".local/state/rubamazzo/games/*.rbm") if path.read_text()]
    if len(moves) == len(whole.moves):
        return "over" if over else "at the end", ""
    if not kept:
        return ("before a play", "") if len(moves) <= 1 else ("", "the game was not kept")
    kept_moves = moves_in(kept[0])
    if kept_moves != whole.moves[: len(kept_moves)] or abs(len(kept_moves) - len(moves)) > 1:
        return "", f"{len(kept_moves)} plays were kept, {len(moves)} recorded"
    return f"deal {len(read_records(kept[0].read_text())[0].match.deals)}", ""


def kills(count: int, seed: int) -> tuple[collections.Counter[str], list[str], int]:
    """How far the games had come, what was lost, and how many files were left lying about."""
    whole = Whole()
    chance = random.Random(seed)
    reached: collections.Counter[str] = collections.Counter()
    lost = []
    left = 0
    for number in range(count):
        home = Path(tempfile.mkdtemp())
        how_far, what = kill(home, whole, chance)
        if what:
            lost.append(f"game {number}: {what}")
        reached[how_far] += 1
        left += sum(path.name.endswith("~") for path in home.rglob("*"))
        shutil.rmtree(home)
    return reached, lost, left


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("games", type=int, help="how many games to kill")
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    reached, lost, left = kills(asked.games, asked.seed)
    print(
        f"{asked.games} games killed: {len(lost)} lost something, {left} files left half written beside others"
    )
    print("killed", ", ".join(f"{how_far}: {count}" for how_far, count in sorted(reached.items())))
    for text in lost[:10]:
        print(text)
    return 1 if lost else 0


if __name__ == "__main__":
    sys.exit(main())
