"""The switches of the rules, and the variants: named sets of them (rules 6 and 7)."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from .errors import BadSwitch, BadSwitchValue, BadVariant, SwitchClash


@dataclass(frozen=True, slots=True)
class Rules:
    """One way of playing: a value for every switch (rules 6), the default variant's unless given.

    Fields stand in the order switches are written. An empty handicap is no handicap.
    """

    deck: int = 40
    players: int = 2
    hand: int = 3
    table: int = 4
    capture: str = "one"
    steal: str = "choice"
    pile_in_sums: bool = False
    must_take: str = "card"
    ace: str = "plain"
    ace_in_last_round: bool = False
    leftover: str = "nobody"
    scoring: str = "cards"
    handicap: tuple[int, ...] = ()
    match: str = "deal"
    direction: str = "counterclockwise"

    @property
    def wins_needed(self) -> int | None:
        """How many deals win the match, or None in a match for points (rules 5.1)."""
        if self.match == "deal":
            return 1
        kind, _, number = self.match.rpartition("-")
        return (int(number) + 1) // 2 if kind == "best-of" else None

    @property
    def points_needed(self) -> int | None:
        """How many points win the match, or None where deals are counted (rules 5.1)."""
        kind, _, number = self.match.rpartition("-")
        return int(number) if kind == "points" else None

    @property
    def suits_matter(self) -> bool:
        """Whether two cards of one rank can be worth different things (rules 3.8)."""
        return self.scoring == "scopa"

    def text(self, base: Rules | None = None) -> str:
        """The switches as `NAME=VALUE` in their order: those that differ from `base`, or all."""
        return " ".join(
            switch.setting(self)
            for switch in SWITCHES.values()
            if base is None or getattr(self, switch.field) != getattr(base, switch.field)
        )


class Switch(NamedTuple):
    """One switch: its name, the field of Rules that holds it, what it takes, how it is read and written."""

    name: str
    field: str
    allowed: str
    read: Callable[[str], Any]
    write: Callable[[Any], str]

    def setting(self, rules: Rules) -> str:
        """How these rules set the switch, as `NAME=VALUE`."""
        return f"{self.name}={self.write(getattr(rules, self.field))}"


def _words(name: str, *values: str) -> Switch:
    def read(text: str) -> str:
        if text not in values:
            raise ValueError
        return text

    return Switch(name, name.replace("-", "_"), ", ".join(values), read, str)


def _yes_or_no(name: str) -> Switch:
    def read(text: str) -> bool:
        return {"no": False, "yes": True}[text]

    return Switch(name, name.replace("-", "_"), "no, yes", read, lambda value: "yes" if value else "no")


def _number(name: str, allowed: str, values: range | tuple[int, ...]) -> Switch:
    def read(text: str) -> int:
        number = _plain_number(text)
        if number not in values:
            raise ValueError
        return number

    return Switch(name, name, allowed, read, str)


def _plain_number(text: str) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,3}", text):
        raise ValueError
    return int(text)


def _read_handicap(text: str) -> tuple[int, ...]:
    cards = tuple(_plain_number(part) for part in text.split(","))
    if cards == (0,):
        return ()
    if not 2 <= len(cards) <= 4 or max(cards) > 99:
        raise ValueError
    return cards


def _write_handicap(cards: tuple[int, ...]) -> str:
    return ",".join(map(str, cards)) if cards else "0"


def _read_match(text: str) -> str:
    kind, _, number = text.rpartition("-")
    if text == "deal" or (kind == "points" and 1 <= _plain_number(number) <= 99):
        return text
    if kind == "best-of" and 3 <= _plain_number(number) <= 99 and int(number) % 2:
        return text
    raise ValueError


SWITCHES: dict[str, Switch] = {
    switch.name: switch
    for switch in (
        _number("deck", "40, 52", (40, 52)),
        _number("players", "2, 3, 4", (2, 3, 4)),
        _number("hand", "1 … 10", range(1, 11)),
        _number("table", "0 … 10", range(11)),
        _words("capture", "one", "all", "sum", "fifteen"),
        _words("steal", "choice", "first", "last", "both", "off"),
        _yes_or_no("pile-in-sums"),
        _words("must-take", "card", "hand", "no"),
        _words("ace", "plain", "sweep", "sweep-or-rob"),
        _yes_or_no("ace-in-last-round"),
        _words("leftover", "nobody", "last-capture"),
        _words("scoring", "cards", "scopa"),
        Switch("handicap", "handicap", "0; 0,5", _read_handicap, _write_handicap),
        Switch("match", "match", "deal, best-of-3 … best-of-99, points-1 … points-99", _read_match, str),
        _words("direction", "counterclockwise", "clockwise"),
    )
}
"""Every switch by its name, in the order they are written (rules 6)."""


def with_switches(base: Rules, settings: list[str]) -> Rules:
    """These rules with some switches set, each `NAME=VALUE`; of one named twice the last holds.

    Raises BadSwitch, BadSwitchValue, or SwitchClash when the set is impossible (rules 6).
    """
    fields: dict[str, Any] = {}
    for setting in settings:
        name, equals, value = setting.partition("=")
        switch = SWITCHES.get(name)
        if switch is None or not equals:
            raise BadSwitch(setting)
        try:
            fields[switch.field] = switch.read(value)
        except (ValueError, KeyError):
            raise BadSwitchValue(name, value, switch.allowed) from None
    return checked(replace(base, **fields))


def checked(rules: Rules) -> Rules:
    """The same rules, if their switches can go together (rules 6). Raises SwitchClash."""
    clashes = {
        "scopa-52": (rules.scoring == "scopa" and rules.deck == 52, "scoring deck"),
        "points-cards": (rules.points_needed is not None and rules.scoring != "scopa", "match scoring"),
        "handicap-scopa": (bool(rules.handicap) and rules.scoring == "scopa", "handicap scoring"),
        "handicap-seats": (len(rules.handicap) not in (0, rules.players), "handicap players"),
        "pile-in-sums-capture": (rules.pile_in_sums and rules.capture != "sum", "pile-in-sums capture"),
        "pile-in-sums-off": (rules.pile_in_sums and rules.steal == "off", "pile-in-sums steal"),
        "rob-off": (rules.ace == "sweep-or-rob" and rules.steal == "off", "ace steal"),
        "too-few-cards": (
            rules.players * rules.hand + rules.table > rules.deck,
            "players hand table deck",
        ),
    }
    for kind, (clash, names) in clashes.items():
        if clash:
            raise SwitchClash(kind, tuple(SWITCHES[name].setting(rules) for name in names.split()))
    return rules


VARIANTS: dict[str, Rules] = {
    name: with_switches(Rules(), switches.split())
    for name, switches in {
        "rubamazzo": "",
        "classico": "capture=all steal=first leftover=last-capture match=best-of-5",
        "rubamazzetto": "capture=all steal=off leftover=last-capture match=best-of-5",
        "scopa": "capture=all steal=first leftover=last-capture scoring=scopa match=points-11",
        "bundles": "deck=52 capture=all steal=first leftover=last-capture match=best-of-5 direction=clockwise",
        "quindici": "capture=fifteen steal=first leftover=last-capture match=best-of-5",
        "tradizionale": "leftover=last-capture",
        "nord": "capture=sum leftover=last-capture",
        "sud": "capture=sum pile-in-sums=yes leftover=last-capture",
        "asso": "ace=sweep-or-rob leftover=last-capture",
        "enciclopedia": "steal=last",
        "casita": "must-take=no leftover=last-capture",
    }.items()
}
"""Every named way of playing (rules 7); the first is the default. To add a variant, add a line."""


def variant(name: str) -> Rules:
    """The rules of the variant of this name (rules 7). Raises BadVariant."""
    try:
        return VARIANTS[name]
    except KeyError:
        raise BadVariant(name) from None
