"""How evenly hard thinks, and what a second process is worth; run it on a quiet machine.

    python tests/bench/pace.py

Prints the slowest of hard's real choices in 200 deals against normal as a multiple of the median one,
and how many times as fast `simulate --jobs 2` is as `--jobs 1`, start and end included.
"""

from __future__ import annotations

import os
import statistics
import subprocess
import sys
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from rubamazzo_cli.chance import choice_stream
from rubamazzo_cli.game import Deal
from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.players.hard import different
from rubamazzo_cli.rules import Rules
from rubamazzo_cli.view import look

ROOT = Path(__file__).parent.parent.parent
DEALS = 200


def choices() -> list[float]:
    """The seconds of every choice of hard's in which there was more than one thing to do."""
    players = (LEVELS["hard"](), LEVELS["normal"]())
    rules = Rules()
    taken = []
    for number in range(DEALS):
        deal = Deal(rules, shuffled_deck(rules, 1, number))
        while not deal.is_over:
            seat, play = deal.turn, len(deal.moves)
            view = look(deal, seat)
            begin = perf_counter()
            move = players[seat].choose(view, choice_stream(number, 1, seat, play))
            if seat == 0 and len(different(view.legal, rules.suits_matter)) > 1:
                taken.append(perf_counter() - begin)
            deal.play(move)
    return taken


def simulated(jobs: int) -> float:
    """The seconds a study of hard against normal takes with so many processes."""
    words = ["simulate", "--seat", "hard", "--seat", "normal", "--deals", str(DEALS), "--jobs", str(jobs)]
    begin = perf_counter()
    subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", *words],
        stdout=subprocess.DEVNULL,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        check=True,
    )
    return perf_counter() - begin


def main() -> None:
    taken = choices()
    slowest = max(taken) / statistics.median(taken)
    print(f"{len(taken)} choices in {DEALS} deals: the slowest took {slowest:.1f} times the median")
    alone, shared = simulated(1), simulated(2)
    print(f"simulate --jobs 2 is {alone / shared:.2f} times as fast as --jobs 1")


if __name__ == "__main__":
    main()
