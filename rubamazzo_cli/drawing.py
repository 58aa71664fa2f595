"""Cards to look at: small ones side by side, in the styles people know them by (formats 1, `--cards`)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import NamedTuple

from .cards import Card
from .i18n import N_
from .lines import Line, laid_out


class Drawing(NamedTuple):
    """The cards of a style in one set of characters.

    `frame` is the corners, from the upper left as one reads, and the strokes across and down.
    `pictures` say what a card shows in two rows of five columns: by its code, else by the letter of
    its rank, else by that of its suit. There `{pip}` stands for the small sign of the suit, one
    column wide, and `{rank:<2}` or `{rank:>2}` for the rank.
    """

    frame: str
    pips: Mapping[str, str]
    pictures: Mapping[str, tuple[str, str]]

    @property
    def characters(self) -> str:
        """All it is made of."""
        rows = [row for picture in self.pictures.values() for row in picture]
        return "".join([self.frame, *self.pips.values(), *rows])


class Style(NamedTuple):
    """A way to draw cards: what is said when it is chosen, its drawing, and one in pure ASCII.

    `colours` are those of the suits where there is colour. A `french` style knows its cards by
    French codes; the others by Italian ones.
    """

    chosen: str
    unicode: Drawing
    ascii: Drawing
    colours: Mapping[str, str]
    french: bool = False


PLAIN = "plain"
"""The style without drawings: cards are told in words and codes, in one line."""

_LINES = "┌┐└┘─│"
_ASCII_LINES = "++++-|"
_ITALIAN_COLOURS = {"c": "red", "d": "yellow", "b": "green", "s": "bright_blue"}
"""Those of the ground the Neapolitan figures stand on, which says their suit."""

# What the drawings are after. Both Italian packs have Spanish suits: short straight swords and
# rough cudgels that do not cross, where the packs of the north-east have sabres and smooth sceptres.
#
# Neapolitan: coins are stars; the cups round goblets; the cudgels trunks with stumps of branches;
# the ace of coins is an eagle with two heads. The figures stand whole: two legs are a fante, four
# a cavallo, a cloak a re, and so they are told apart even when only the feet show.
#
# Piacentine: coins have faces (best seen on the two); the cups stand on a six-sided foot; the
# cudgels are knotted; the ace of swords is a scimitar, the ace of coins an eagle with one head and
# a crown. The figures have two heads and look the same upside down. Swords lie and cudgels lean
# here so that they cannot be taken for Neapolitan ones even one by one.

_NAPOLETANE = Style(
    chosen=N_("The cards are drawn as Neapolitan cards."),
    unicode=Drawing(
        frame=_LINES,
        pips={"c": "Y", "d": "✶", "b": "!", "s": "†"},
        pictures={
            "c": (" ╰┬╯ ", "  ┴  "),
            "d": (" ╲│╱ ", " ╱│╲ "),
            "b": ("  ┃╱ ", " ╲┃  "),
            "s": ("  │  ", " ─╂─ "),
            "Ad": (" ‹Y› ", " ╱V╲ "),
            "F": ("  o {pip}", " ╱ ╲ "),
            "C": ("╭─o {pip}", "╱╲ ╱╲"),
            "R": ("  ♔ {pip}", " ╱█╲ "),
        },
    ),
    ascii=Drawing(
        frame=_ASCII_LINES,
        pips={"c": "Y", "d": "*", "b": "!", "s": "+"},
        pictures={
            "c": (" (_) ", " _|_ "),
            "d": (" \\|/ ", " /|\\ "),
            "b": ("  |/ ", " \\|  "),
            "s": ("  |  ", " -+- "),
            "Ad": (" <Y> ", " /V\\ "),
            "F": ("  o {pip}", " / \\ "),
            "C": (",-o {pip}", "/\\ /\\"),
            "R": ("  W {pip}", " /#\\ "),
        },
    ),
    colours=_ITALIAN_COLOURS,
)

_PIACENTINE = Style(
    chosen=N_("The cards are drawn as Piacentine cards."),
    unicode=Drawing(
        frame=_LINES,
        pips={"c": "V", "d": "◉", "b": "/", "s": "†"},
        pictures={
            "c": (" ╲▁╱ ", " ╱▁╲ "),
            "d": ("╭° °╮", "╰ ‿ ╯"),
            "b": ("   ╱°", " °╱  "),
            "s": (" ╷   ", "─┼━━╸"),
            "Ad": ("  w› ", " ╱V╲ "),
            "As": (" ╷  )", "─┼──╯"),
            "F": (" o╲ {pip}", "{pip} ╲o "),
            "C": ("~o╲ {pip}", "{pip} ╲o~"),
            "R": (" ♔╲ {pip}", "{pip} ╲♔ "),
        },
    ),
    ascii=Drawing(
        frame=_ASCII_LINES,
        pips={"c": "V", "d": "@", "b": "/", "s": "+"},
        pictures={
            "c": (" \\_/ ", " /_\\ "),
            "d": ("/o o\\", "\\ v /"),
            "b": ("   /o", " o/  "),
            "s": (" |   ", "-+---"),
            "Ad": ("  w> ", " /V\\ "),
            "As": (" |  )", "-+--'"),
            "F": (" o\\ {pip}", "{pip} \\o "),
            "C": ("~o\\ {pip}", "{pip} \\o~"),
            "R": (" W\\ {pip}", "{pip} \\M "),
        },
    ),
    colours=_ITALIAN_COLOURS,
)

_FRENCH = Style(
    chosen=N_("The cards are drawn as French cards."),
    unicode=Drawing(
        frame=_LINES,
        pips={"h": "♥", "d": "♦", "c": "♣", "s": "♠"},
        pictures=dict.fromkeys("hdcs", ("{rank:<2}{pip}  ", "  {pip}{rank:>2}")),
    ),
    ascii=Drawing(
        frame=_ASCII_LINES,
        pips={"h": "h", "d": "d", "c": "c", "s": "s"},
        pictures={
            "h": ("{rank:<2}(Y)", "   V "),
            "d": ("{rank:<2}/^\\", "  \\v/"),
            "c": ("{rank:<2} o ", "  o+o"),
            "s": ("{rank:<2} ^ ", "  (|)"),
        },
    ),
    colours={"h": "red", "d": "red", "c": "", "s": ""},
    french=True,
)

STYLES: dict[str, Style] = {"napoletane": _NAPOLETANE, "piacentine": _PIACENTINE, "french": _FRENCH}
"""Every way to draw cards, by its name. To add one, write its pictures and give it a line here."""

STYLE_NAMES = (PLAIN, *STYLES)
"""The styles there are to choose from, in the order the command goes through them."""

PLAINLY = N_("The cards are told in words.")
"""What is said when the style without drawings is chosen."""


def styles_for(deck: int) -> tuple[str, ...]:
    """The styles a deck can be shown in: the French deck is drawn only as itself (rules 1.3)."""
    return tuple(name for name in STYLE_NAMES if deck == 40 or name == PLAIN or STYLES[name].french)


def style_for(name: str, deck: int) -> str:
    """The style a deck is shown in when this one is asked for."""
    return name if name in styles_for(deck) else "french"


class Cards(NamedTuple):
    """Cards drawn side by side, below a line that says what they are where `text` is not empty.

    `below` holds what is written under each card: its number, whose it is, or nothing.
    """

    text: str
    role: str
    style: str
    cards: tuple[Card, ...]
    below: tuple[str, ...] = ()


Told = Line | Cards
"""What a session tells."""


class Piece(NamedTuple):
    """Part of a row of the screen, with the colour it has where there is colour, if any."""

    text: str
    colour: str = ""


PICTURE = 5
"""The columns of a picture; the frame adds one on either side."""

LONGEST_NAME = 14
"""The columns a name under a card may have."""


def rows_of(told: Told, width: int, encoding: str | None = None) -> list[list[Piece]]:
    """What was told, as rows of a screen of this width that can show what this encoding has.

    Without an encoding everything can be shown.
    """
    if isinstance(told, Line):
        return [[Piece(row)] for row in laid_out(told, width)]
    rows = [[Piece(row)] for row in laid_out(Line(told.text, told.role), width)] if told.text else []
    style = STYLES[told.style]
    drawing = style.unicode if _has(encoding, style.unicode.characters) else style.ascii
    below = [_shortened(word, min(width, LONGEST_NAME)) for word in told.below] or [""] * len(told.cards)
    on_edge = max(map(len, below)) <= PICTURE
    column = max(PICTURE + 2, *map(len, below))
    per_row = max((width + 1) // (column + 1), 1)
    for at in range(0, len(told.cards), per_row):
        words = below[at : at + per_row]
        drawn = [
            _drawn(card, style, drawing, word if on_edge else "")
            for card, word in zip(told.cards[at : at + per_row], words, strict=True)
        ]
        rows += [_beside(parts, column) for parts in zip(*drawn, strict=True)]
        if not on_edge:
            rows.append([Piece(" ".join(word.center(column) for word in words).rstrip())])
    return rows


def text_of(row: list[Piece]) -> str:
    """A row without its colours."""
    return "".join([piece.text for piece in row])


@lru_cache
def _has(encoding: str | None, characters: str) -> bool:
    try:
        characters.encode(encoding or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _shortened(word: str, longest: int) -> str:
    return word if len(word) <= longest else word[: longest - 1] + "…"


def _drawn(card: Card, style: Style, drawing: Drawing, edge: str) -> Iterator[list[Piece]]:
    """The four rows of a card: its code on the upper edge, the picture, a word on the lower edge."""
    upper_left, upper_right, lower_left, lower_right, across, down = tuple(drawing.frame)
    code = _french(card) if style.french else card.code
    rank, suit = tuple(code)
    pictures = drawing.pictures
    picture = pictures.get(code) or pictures.get(rank) or pictures[suit]
    words = {"pip": drawing.pips[suit], "rank": "10" if rank == "T" else rank}
    yield [Piece(f"{upper_left}{card.code:{across}<{PICTURE}}{upper_right}")]
    for row in picture:
        yield [Piece(down), Piece(row.format(**words), style.colours[suit]), Piece(down)]
    yield [Piece(f"{lower_left}{edge:{across}^{PICTURE}}{lower_right}")]


def _french(card: Card) -> str:
    """The code of the French card this one is drawn as (rules 1.3)."""
    return card.code if card.deck == 52 else card.code.translate(_FRENCH_LETTERS)


_FRENCH_LETTERS = str.maketrans("FCRcdbs", "JQKhdcs")


def _beside(parts: tuple[list[Piece], ...], column: int) -> list[Piece]:
    """One row of several cards, each in the middle of its column."""
    row: list[Piece] = []
    spare = column - PICTURE - 2
    for number, part in enumerate(parts):
        before = spare // 2 + (1 + spare - spare // 2 if number else 0)
        row += [Piece(" " * before), *part] if before else part
    return row
