"""Whole deals at random: the referee finds nothing, and the naive engine plays the same."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playing import VALUES, random_rules, refereed

from rubamazzo_cli.chance import Stream
from rubamazzo_cli.rules import SWITCHES, VARIANTS

CHUNK = 100


@pytest.mark.parametrize("chunk", range(30))
def test_random_deals_agree_with_the_naive_engine(chunk):
    for seed in range(chunk * CHUNK, (chunk + 1) * CHUNK):
        plays, wrong, differences = refereed(seed, compared=True)
        assert plays
        assert not wrong
        assert not differences


def test_random_deals_are_of_every_kind():
    seen = set()
    for seed in range(3000):
        rules = random_rules(Stream("refereed", seed))
        seen |= {(name, switch.setting(rules)) for name, switch in SWITCHES.items()}
        for name, base in VARIANTS.items():
            if replace(rules, players=base.players) == base:
                seen.add((name, rules.players))
    assert {(name, seats) for name in VARIANTS for seats in (2, 3, 4)} <= seen
    for name, values in VALUES.items():
        assert {(name, f"{name}={value}") for value in values} <= seen
