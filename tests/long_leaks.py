"""A command for a long night: positions of every variant in which the cards nobody may know are permuted.

    python tests/long_leaks.py --positions 100000 --jobs 2

At each, a person is told the deal so far and some of what can be typed there, and every level
chooses; all of it twice, the second time with other hidden cards. Prints how many positions told
the two apart, with the first of them; the same positions whatever the number of jobs. Ends with
status 1 if there were any.
"""

from __future__ import annotations

import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import leaking
import nights
from leaking import MANNERS, choice_of, everything_to_type, everything_told

from rubamazzo_cli.players import LEVELS, hard
from rubamazzo_cli.rules import VARIANTS

CHUNK = 100
TYPED = 12
"""How many lines are typed at each position."""

FEW_PLAYS = 400
"""How many plays hard imagines for a choice here: what it looks at matters, not how well it plays."""


def leaks(start: int, end: int) -> list[str]:
    """Where something told two deals apart that look the same from a seat."""
    usual, hard.PLAYS = hard.PLAYS, FEW_PLAYS
    try:
        return [found for number in range(start, end) if (found := leak(number))]
    finally:
        hard.PLAYS = usual


def leak(number: int) -> str:
    """The position of this number if it is told apart from another that looks the same."""
    names = list(VARIANTS)
    name, players = names[number % len(names)], 2 + number // len(names) % 3
    chance = random.Random(f"leaks {number}")
    [(deal, seat)] = leaking.positions(name, players, number, 1)
    lines = chance.sample(everything_to_type(deal, seat), TYPED)
    manner = chance.choice(MANNERS)
    other = leaking.permuted(deal, seat, chance)
    answers = [
        (
            everything_told(name, deal, seat, deck, manner, lines),
            [choice_of(level, deal, seat, deck) for level in LEVELS],
        )
        for deck in (deal.deck, other)
    ]
    same = answers[0] == answers[1]
    return "" if same else f"position {number}: {name} with {players}, {' '.join(map(str, deal.moves))}"


def main() -> int:
    asked = nights.parser(__doc__, "positions", 1000).parse_args()
    found = [text for texts in nights.shared_out(leaks, asked, CHUNK) for text in texts]
    print(f"{asked.count} positions with the hidden cards permuted: {len(found)} told apart")
    return nights.reported(found)


if __name__ == "__main__":
    sys.exit(main())
