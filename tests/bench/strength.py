"""How strong the levels are: every pair that is promised something, deck by deck both ways.

python tests/bench/strength.py                     the default variant, two seats
python tests/bench/strength.py --variants all      every variant with two, three and four seats
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from yardsticks import Counter, Greedy

from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.rules import VARIANTS, with_switches
from rubamazzo_cli.simulate import Entrant, Study, Task, workers

PLAYERS = {**LEVELS, "greedy": Greedy, "counter": Counter}

PROMISED = {
    ("easy", "random"): 0.52,
    ("normal", "easy"): 0.54,
    ("hard", "easy"): 0.65,
    ("hard", "normal"): 0.62,
    ("hard", "greedy"): 0.645,
    ("hard", "counter"): 0.55,
}
"""What the lower end of the interval must reach in the default variant with two seats."""

LADDER = (("normal", "easy"), ("hard", "normal"))


def matches(variants: list[str], players: list[int]) -> Iterator[tuple[str, tuple[str, ...], float]]:
    """Variant, who sits where, and what the first seat's score must reach or be more than."""
    for name in variants:
        for seats in players:
            if name == "rubamazzo" and seats == 2:
                for pair, least in PROMISED.items():
                    yield name, pair, least
            else:
                for one, other in LADDER:
                    yield name, (one,) + (other,) * (seats - 1), 1 / seats


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decks", type=int, default=4000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--variants", default="rubamazzo", help="names with commas between, or all")
    parser.add_argument("--players", default=None, help="2,3,4; without it 2, and all three for `all`")
    parser.add_argument("--only", default="", help="only matches whose first seat is this level")
    args = parser.parse_args()
    variants = list(VARIANTS) if args.variants == "all" else args.variants.split(",")
    players = args.players or ("2,3,4" if args.variants == "all" else "2")
    print(f"{args.decks} decks, each once from every first seat; seed {args.seed}")
    print("variant        seats                          score          low    least  holds  ms/move")
    for name, kinds, least in matches(variants, [int(seats) for seats in players.split(",")]):
        if args.only in ("", kinds[0]):
            print_match(args, name, kinds, least)


def print_match(args: argparse.Namespace, name: str, kinds: tuple[str, ...], least: float) -> None:
    rules = with_switches(VARIANTS[name], [f"players={len(kinds)}"])
    entrants = tuple(Entrant(kind, PLAYERS[kind]) for kind in kinds)
    study = Study(Task(name, rules, entrants, args.seed), args.decks * len(kinds))
    with workers(args.jobs) as executor:
        for _ in study.run(executor, args.jobs):
            pass
    figures = study.figures()
    first = figures.seats[0]
    score, half = first.score, first.ci95 or 0.0
    if rules.scoring == "scopa":
        # the mean lead in points over the others, with an interval of its own
        score, half, least = *study.lead(0), 0.0
    seats = " ".join(kinds) if len(kinds) == 2 else f"{kinds[0]} + {len(kinds) - 1} {kinds[1]}"
    holds = "yes" if score - half > least else "NO"
    print(
        f"{name:14} {seats:28} {score:7.4f} ± {half:.4f} {score - half:8.4f} {least:7.4f}  {holds:5}"
        f" {first.ms_per_move_median:6.2f}",
        flush=True,
    )


if __name__ == "__main__":
    main()
