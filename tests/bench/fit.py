"""Fit `valuation.OWN`: the caution that wins most when the valuation plays against itself.

    python tests/bench/fit.py [DEALS]

From a plain reckoning (every danger counts once, a card laid is worth nothing) one number after the
other is moved as long as that wins significantly more of so many deals (20,000), each played both
ways, against what it was. The same deals, the same fit. `valuation.RIVALS` is not fitted so: how
much rivals mind decides how well hard does against whom, and strength.py shows it.
"""

from __future__ import annotations

import sys
from statistics import NormalDist

from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.players import ranks
from rubamazzo_cli.players.valuation import Caution, by_rank
from rubamazzo_cli.rules import Rules

PLAIN = Caution(pile=1.0, laid=1.0, kept=0.0)
STEP = 0.25
SURE = NormalDist().inv_cdf(0.9)
RULES = Rules()


def score(one: Caution, other: Caution, deals: int, seed: int) -> tuple[float, float]:
    """The share one wins against the other, and the error of that share which one result in ten exceeds."""
    total = squares = 0.0
    for number in range(deals):
        deck = [card.rank for card in shuffled_deck(RULES, seed, number)]
        won = _won(deck, one, other) + 1 - _won(deck, other, one)
        total += won / 2
        squares += (won / 2) ** 2
    mean = total / deals
    return mean, SURE * ((squares / deals - mean**2) / deals) ** 0.5


def _won(deck: list[int], first: Caution, second: Caution) -> float:
    table = deck[6:10]
    counts = [table.count(rank) for rank in range(len(by_rank(())))]
    sides = []
    for hand in (deck[0:6:2], deck[1:6:2]):
        hidden = [0] + [4] * 10 + [0] * 5
        for rank in hand + table:
            hidden[rank] -= 1
        sides.append(ranks.Side(hand, hidden, 0, 0))
    steps = ranks.steps_from(RULES, 0, first, second)
    mine, theirs, _ = ranks.play_out(steps, counts, *sides, deck[10:], RULES)
    return 1.0 if mine > theirs else 0.5 if mine == theirs else 0.0


def main() -> None:
    deals = int(sys.argv[1]) if sys.argv[1:] else 20_000
    best = PLAIN
    seed = 0
    moved = True
    while moved:
        moved = False
        for field in Caution._fields:
            for step in (STEP, -STEP):
                while True:
                    seed += 1
                    tried = best._replace(**{field: getattr(best, field) + step})
                    mean, error = score(tried, best, deals, seed)
                    if mean - error <= 0.5:
                        break
                    best, moved = tried, True
                    print(f"{best}: {mean:.4f} ± {error:.4f} against the one before", flush=True)
    mean, error = score(best, PLAIN, deals, 0)
    print(f"{best}: {mean:.4f} ± {error:.4f} against {PLAIN}")


if __name__ == "__main__":
    main()
