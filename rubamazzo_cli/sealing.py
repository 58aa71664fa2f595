"""Seals: how a player can tell that no card was changed after the deal began (formats 1, `--sealed`)."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Literal

from .cards import Card, codes
from .match import cut
from .record import Record


def seal(salt: str, deck: Sequence[Card]) -> str:
    """The seal of a deck before the cut: it gives nothing away, but fits no other deck.

    It is the SHA-256, in hex digits, of the salt, a blank, and the codes with single blanks.
    """
    import hashlib  # loads a whole library of ciphers, for sealed games alone

    return hashlib.sha256(f"{salt} {codes(deck)}".encode("ascii")).hexdigest()


def is_salt(text: str) -> bool:
    """Whether the text is 32 hex digits, as salts are."""
    return re.fullmatch("[0-9a-f]{32}", text) is not None


def salts_after(salt: str, seed: int) -> Iterator[str]:
    """The salt, and then others that it does not tell without the seed of the game."""
    import hashlib

    yield salt
    yield from (
        hashlib.sha256(f"{salt} {seed} {number}".encode("ascii")).hexdigest()[:32] for number in count(2)
    )


Verdict = Literal["right", "wrong", "unfinished", "unsealed"]
"""What a seal shows; that of an unfinished deal shows nothing yet, because its salt is still a secret."""


def verdicts(record: Record) -> Iterator[tuple[int, Verdict]]:
    """Each deal's number and whether the deck it was played with is the one that was sealed."""
    for number, deal in enumerate(record.match.deals, start=1):
        tags = record.deal_tags.get(number, {})
        if "Seal" not in tags:
            yield number, "unsealed"
        elif not deal.is_over:
            yield number, "unfinished"
        else:
            yield number, "right" if _fits(tags, deal.deck) else "wrong"


def _fits(tags: dict[str, str], deck: Sequence[Card]) -> bool:
    """Whether seal, salt and cut of a deal fit its deck, which is written down after the cut."""
    salt, at = tags.get("Salt", ""), int(tags.get("Cut", 0))
    return is_salt(salt) and seal(salt, cut(deck, len(deck) - at)) == tags["Seal"].lower()
