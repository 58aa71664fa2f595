"""How fast the engine's public way of playing is, beside OpenSpiel's.

    pip install open_spiel
    python tests/bench/engine_speed.py

Plays whole random deals, dealing included, of every variant and of OpenSpiel's crazy_eights,
euchre and skat, driven from Python the lean way; here and there all cards come from one stream.
Everything takes its turn in every pass, so that a busy machine disturbs all alike; of each the
best pass counts. Prints microseconds for each decision of a player, and the ratio to the fastest
OpenSpiel game; then the time of one card that sums on a table of twenty.
"""

from __future__ import annotations

import argparse
import random
import sys
from collections.abc import Callable
from pathlib import Path
from time import perf_counter

sys.path.insert(0, str(Path(__file__).parent.parent.parent))

from rubamazzo_cli import moves
from rubamazzo_cli.cards import DECKS
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.game import Deal
from rubamazzo_cli.rules import VARIANTS, Rules

OPEN_SPIEL_GAMES = ("crazy_eights", "euchre", "skat")

Play = Callable[[], int]
"""Plays one deal and returns the number of decisions."""


def our_play(rules: Rules, seed: int) -> Play:
    stream = Stream("bench", seed)
    random = stream.random
    deck = list(DECKS[rules.deck])

    def play() -> int:
        stream.shuffle(deck)
        deal = Deal(rules, tuple(deck))
        while legal := deal.legal_moves():
            deal.play(legal[int(random() * len(legal))])
        return len(deal.moves)

    return play


def open_spiel_play(name: str, seed: int) -> Play:
    import pyspiel

    game = pyspiel.load_game(name)
    stream = random.Random(seed)
    choices, number = stream.choices, stream.random

    def play() -> int:
        decisions = 0
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, probabilities = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(choices(actions, probabilities)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(number() * len(actions))])
                decisions += 1
        return decisions

    return play


def microseconds(play: Play, seconds: float) -> float:
    """The time of a decision, over whole deals that together take about so many seconds."""
    decisions = 0
    start = perf_counter()
    while perf_counter() - start < seconds:
        for _ in range(10):
            decisions += play()
    return (perf_counter() - start) / decisions * 1e6


def long_table(scoring: str, capture: str, passes: int) -> tuple[int, float]:
    """How many moves a card finds that needs ten, and the milliseconds it takes with nothing remembered."""
    rules = Rules(capture=capture, scoring=scoring)
    table = [card for card in DECKS[40] if card.rank <= 5]
    card = DECKS[40][9 if capture == "sum" else 4]
    best, found = float("inf"), 0
    for _ in range(passes):
        moves._rank_sets.cache_clear()
        start = perf_counter()
        found = len(moves.options(rules, card, table, [], False))
        best = min(best, perf_counter() - start)
    return found, best * 1e3


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--passes", type=int, default=5, help="how often each takes its turn")
    parser.add_argument("--seconds", type=float, default=0.5, help="how long a turn is")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variant", action="append", choices=VARIANTS, help="only this variant (repeatable)")
    asked = parser.parse_args()

    games: dict[str, Play] = {name: our_play(VARIANTS[name], asked.seed) for name in asked.variant or VARIANTS}
    try:
        others = {name: open_spiel_play(name, asked.seed) for name in OPEN_SPIEL_GAMES}
    except ImportError:
        print("OpenSpiel is not installed (pip install open_spiel): no ratios")
        others = {}

    best: dict[str, float] = {}
    for _ in range(asked.passes):
        for name, play in (games | others).items():
            best[name] = min(best.get(name, float("inf")), microseconds(play, asked.seconds))

    fastest = min((best[name] for name in others), default=None)
    print(f"{'':14}   µs/decision" + ("   ratio" if fastest else ""))
    for name, time in best.items():
        print(f"{name:14}  {time:12.2f}" + (f"{time / fastest:8.2f}" if fastest else ""))

    print("\none card on a table of twenty, A to 5:")
    for scoring in ("cards", "scopa"):
        for capture in ("sum", "fifteen"):
            found, time = long_table(scoring, capture, asked.passes)
            print(f"scoring={scoring} capture={capture:8}{found:6} moves{time:8.2f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
