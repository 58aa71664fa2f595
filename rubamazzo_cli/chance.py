"""Chance in named streams, so that one use of it never disturbs another (formats 1).

This is the only module that imports `random`, and of that only what Python promises to keep the
same in every version: `random.Random(n).random()`. Shuffling and picking are our own.
"""

from __future__ import annotations

import random
from collections.abc import MutableSequence, Sequence
from typing import TypeVar

T = TypeVar("T")

SEEDS = 2**32
"""Seeds are 0 to 2^32-1."""


class Stream:
    """An endless row of chances that is the same for the same name, on every machine.

    `Stream(7, "deal", 1)` is what the first deal of seed 7 is shuffled with. `random()` is a
    number from 0 up to but not including 1.
    """

    __slots__ = ("random",)

    def __init__(self, *name: object) -> None:
        text = "/".join(map(str, name))
        self.random = random.Random(int.from_bytes(text.encode(), "big")).random

    def below(self, n: int) -> int:
        """A whole number from 0 to n-1, each as likely as the others."""
        return int(self.random() * n)

    def pick(self, things: Sequence[T]) -> T:
        """One of the things, each as likely as the others."""
        return things[int(self.random() * len(things))]

    def shuffle(self, things: MutableSequence[T]) -> None:
        """Put the things in any order, each order as likely as the others (Fisher and Yates)."""
        random = self.random
        for last in range(len(things) - 1, 0, -1):
            other = int(random() * (last + 1))
            things[last], things[other] = things[other], things[last]


def choice_stream(seed: int, deal: int, seat: int, play: int) -> Stream:
    """What a seat chooses with at one play of one deal, whatever was chosen before (formats 1).

    Deals count from 1, seats and the plays of the deal from 0.
    """
    return Stream(seed, "choice", deal, seat, play)


def engine_seed(seed: int, deal: int, seat: int) -> int:
    """The seed an engine is told for its own chance in a deal (formats 5).

    It is not the game's own, with which the deck is shuffled. Who tries all six-digit seeds can still find
    that one, by this number as by the cards of a hand: seeds are there to play games again, not to keep secrets.
    """
    return Stream(seed, "engine", deal, seat).below(SEEDS)


def fresh_seed() -> int:
    """A seed nobody chose, of at most six digits so that it can be read aloud."""
    return random.SystemRandom().randrange(1_000_000)


def fresh_salt() -> str:
    """32 hex digits nobody can guess, to go with what is sealed."""
    return f"{random.SystemRandom().getrandbits(128):032x}"
