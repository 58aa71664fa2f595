"""The rule sheet: the rules of a game in the words of the player's language, from its switches."""

from __future__ import annotations

from collections.abc import Iterator

from .i18n import N_, Language
from .lines import Line
from .rules import Rules

VARIANT_LINES = {
    "rubamazzo": N_("one card takes one card, and you choose between stealing and taking."),
    "classico": N_("take all equal cards at once, steal first; best of five deals."),
    "rubamazzetto": N_(
        "for the youngest, without stealing; best of five deals. "
        "In many families this is simply another name of the game itself."
    ),
    "scopa": N_("classico with the points of Scopa, to 11."),
    "bundles": N_("Stealing Bundles: classico with 52 French cards, played clockwise."),
    "quindici": N_("Rubamazzo del 15: you take cards that make 15 with yours."),
    "tradizionale": N_("one card takes one card, and the last capture gets the table."),
    "nord": N_("the way of the North: where no equal card lies, a card takes a sum."),
    "sud": N_("the way of the South: a sum may include the top of a pile, and then the pile is yours."),
    "asso": N_("asso piglia tutto: an ace takes the whole table, or the next player's pile."),
    "enciclopedia": N_("the table first: a card steals only when it takes nothing."),
    "casita": N_("casita robada: you need not take, even if you can."),
}
"""What each variant is, in one line (rules 7)."""


def rule_sheet(name: str, rules: Rules, language: Language) -> Iterator[Line]:
    """The rules of a game as its switches say: how it is dealt, played and won."""
    _ = language.gettext
    yield Line(f"Rubamazzo, {name}: {_(VARIANT_LINES[name])}", "title")
