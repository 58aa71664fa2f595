"""How fast hard's playouts are: plays a second by ranks, with the engine's cards, and in OpenSpiel.

    python tests/bench/playouts.py

OpenSpiel is driven from Python as its own examples do; without `pyspiel` that line is left out.
"""

from __future__ import annotations

import random
from time import perf_counter

from rubamazzo_cli.chance import Stream
from rubamazzo_cli.game import Deal
from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.players import ranks, worlds
from rubamazzo_cli.players.valuation import OWN, RIVALS, by_rank
from rubamazzo_cli.rules import Rules

DEALS = 3000
TIMES = 3


def by_ranks() -> int:
    """Whole deals by ranks, as hard imagines them in the default variant."""
    rules = Rules()
    steps = ranks.steps_from(rules, 0, OWN, RIVALS)
    for number in range(DEALS):
        deck = [card.rank for card in DECKS[number]]
        hands, table, stock = (deck[0:6:2], deck[1:6:2]), deck[6:10], deck[10:]
        counts = by_rank(DECKS[number][6:10])
        sides = []
        for hand in hands:
            hidden = [0] + [4] * 10 + [0] * 5
            for rank in hand + table:
                hidden[rank] -= 1
            sides.append(ranks.Side(hand, hidden, 0, 0))
        ranks.play_out(steps, counts, *sides, stock, rules)
    return DEALS * len(steps)


def with_cards() -> int:
    """Whole deals with the engine's own cards, as hard imagines them in other variants."""
    plays = 0
    for deck in DECKS[: DEALS // 10]:
        deal = Deal(Rules(), deck)
        worlds.play_out(deal, 0, own=0)
        plays += len(deal.moves)
    return plays


def in_openspiel(name: str) -> int:
    """Whole random games of OpenSpiel's."""
    import pyspiel

    game = pyspiel.load_game(name)
    plays = 0
    for _ in range(DEALS // 10):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                actions, chances = zip(*state.chance_outcomes(), strict=True)
                state.apply_action(random.choices(actions, chances)[0])
            else:
                actions = state.legal_actions()
                state.apply_action(actions[int(random.random() * len(actions))])
                plays += 1
    return plays


DECKS = [shuffled_deck(Rules(), 1, number) for number in range(DEALS)]


def main() -> None:
    random.seed(Stream(1).below(1000))
    runs = {"by ranks, weighed": by_ranks, "engine, weighed": with_cards}
    try:
        in_openspiel("crazy_eights")
    except ImportError:
        print("OpenSpiel is not installed")
    else:
        runs["OpenSpiel crazy_eights"] = lambda: in_openspiel("crazy_eights")
    fastest = dict.fromkeys(runs, 1e9)
    for _ in range(TIMES):
        for name, run in runs.items():
            start = perf_counter()
            plays = run()
            fastest[name] = min(fastest[name], (perf_counter() - start) / plays)
    base = fastest[list(runs)[-1]]
    for name, seconds in fastest.items():
        pace = f"{seconds * 1e6:6.2f} µs a play, {1 / seconds:9,.0f} plays a second"
        print(f"{name:24} {pace} {base / seconds:6.1f}x")


if __name__ == "__main__":
    main()
