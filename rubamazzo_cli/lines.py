"""Lines of text as a session says them, how they are laid out on a screen, and in which letters."""

from __future__ import annotations

import codecs
import re
from typing import NamedTuple

PROMPT = "> "
"""What a player types after."""

WIDTH = 80
"""The columns of a screen nobody knows the width of."""

NO_BREAK = "\xa0"
"""Stands for a blank inside a name, where a line should not be broken; laid out as a blank."""


class Line(NamedTuple):
    """One thing said to the player, however many lines of the screen it takes.

    `role` says what kind of thing it is (ROLES), for colour and for the rim.
    """

    text: str
    role: str = "text"


ROLES = ("text", "title", "state", "hand", "menu", "play", "result", "refused", "help")
"""What a line can be: something told, a heading, the state of the deal, and so on."""


def for_the_ear(text: str) -> list[str]:
    """The sentences of a text as they are spoken: without brackets, each ending with its mark.

    A sentence ends where the next word begins with a capital letter.

    >>> for_the_ear("You have coppe (cups). Type a number from 1 to 3")
    ['You have coppe, cups.', 'Type a number from 1 to 3.']
    """
    text = re.sub(r"\s\(([^()]+)\)(?=\s\w)", r", \1,", text)
    text = re.sub(r"\s\(([^()]+)\)", r", \1", text)
    found = [""]
    for part in re.split(r"(?<=[.!?]) ", text):
        if found[-1] and not part[:1].isupper():
            part = f"{found.pop()} {part}"
        found.append(part)
    return [f"{sentence}." if sentence[-1].isalnum() else sentence for sentence in found if sentence] or [text]


def capitalised(sentence: str) -> str:
    """The sentence beginning with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def continued(sentence: str) -> str:
    """The sentence as it goes on after a colon, beginning with a small letter."""
    return sentence[:1].lower() + sentence[1:]


def laid_out(line: Line, width: int) -> list[str]:
    """The line as it stands on a screen of this width, broken between words and never within a card.

    No line begins with `# ` or `> `, which mark other things in transcripts (formats 4).
    """
    import textwrap  # not needed before there is something to say

    indent = "  " if width >= 24 and line.role != "title" else ""
    rows = textwrap.wrap(line.text, max(width, 8), subsequent_indent=indent, break_on_hyphens=False) or [""]
    rows = [row.replace(NO_BREAK, " ") for row in rows]
    return [f" {row}" if row.startswith(("# ", "> ")) or row in ("#", ">") else row for row in rows]


SHOWN = 40
"""How many characters of somebody's text are repeated to them."""

_JOINER = "\N{ZERO WIDTH JOINER}"
"""What several signs are made one of, as in many emoji."""


def printable(text: str) -> str:
    """Somebody's text on one line, every character of it printable, so that it can do nothing to a screen."""
    return visible(text).strip()


def visible(text: str) -> str:
    """The same, with the blanks it begins and ends with."""
    return "".join(
        char
        if char.isprintable() or char == _JOINER
        else " "
        if char.isspace()
        else "\N{REPLACEMENT CHARACTER}"
        for char in text
    )


def shown(text: str) -> str:
    """Somebody's text as it is repeated to them: short, on one line, every character printable."""
    return printable(text if len(text) <= SHOWN else text[: SHOWN - 1] + "…")


def _plain_letters(error: UnicodeError) -> tuple[str, int]:
    """Write what an encoding lacks with the letters it has: `ș` as `s`, a dash as `-`."""
    if not isinstance(error, UnicodeEncodeError):
        raise error
    import unicodedata

    plain = ""
    for char in error.object[error.start : error.end]:
        base = unicodedata.normalize("NFKD", char).encode("ascii", "ignore").decode()
        plain += _PLAIN.get(char) or base or "?"
    return plain, error.end


_PLAIN = dict(zip("–—’‘“”«»øØ▁▂▃▄▅▆▇█", '--\'\'""""oO12345678', strict=True)) | {
    "…": "...",
    "„": '"',
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
}


PLAIN_LETTERS = "rubamazzo"
"""How text is encoded where an encoding lacks some of its letters: the name for `errors`."""

codecs.register_error(PLAIN_LETTERS, _plain_letters)
