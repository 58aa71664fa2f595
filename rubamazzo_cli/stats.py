"""The statistics in sentences, and as text for programs."""

from __future__ import annotations

import json
import shlex
from collections.abc import Iterator, Sequence

from .i18n import N_, NN_, Language, decimal
from .lines import Line, shown
from .names import LEVEL_NAMES, Names
from .players import LEVELS
from .rules import VARIANTS
from .tally import Tally, rules_of

_STREAKS = {
    "won": NN_("You have won the last game.", "You have won the last {n} games."),
    "drawn": NN_("The last game was a draw.", "The last {n} games were draws."),
    "lost": NN_("You have lost the last game.", "You have lost the last {n} games."),
}

NOTHING_NOTED = N_(
    "No finished game has been noted yet: only those count that one person plays to the end at a terminal."
)
"""What is said where there is nothing to tell of."""


def stats_lines(tallies: Sequence[Tally], language: Language) -> Iterator[Line]:
    """How the games of each kind went, and what would make the next one even."""
    if not tallies:
        yield Line(language.gettext(NOTHING_NOTED))
    for number, tally in enumerate(tallies):
        if number:
            yield Line("")
        yield from _tally_lines(tally, language)


def _tally_lines(tally: Tally, language: Language) -> Iterator[Line]:
    _, ngettext = language.gettext, language.ngettext
    heading = _("Variant {variant}, {n} players, against {rivals}.")
    if tally.switches:
        heading = _("Variant {variant} with house rules {switches}, {n} players, against {rivals}.")
    rivals = Names(language).listed([_rival(rival, language) for rival in tally.rivals])
    yield Line(
        heading.format(variant=tally.variant, switches=tally.switches, n=tally.seats, rivals=rivals), "title"
    )
    if tally.player:
        yield Line(_("Played by {player}.").format(player=shown(tally.player)))
    if number := sum(tally.games.values()):
        template = ngettext(
            "{n} game: {won} won, {drawn} drawn, {lost} lost.",
            "{n} games: {won} won, {drawn} drawn, {lost} lost.",
            number,
        )
        yield Line(template.format(n=number, **tally.games), "result")
    if tally.streak and tally.streak[1] > 1:
        outcome, length = tally.streak
        yield Line(ngettext(*_STREAKS[outcome], length).format(n=length))
    if tally.mean_cards is not None:
        sentence = _("Cards in your pile at the end of a deal, on average: {number}.")
        yield Line(sentence.format(number=decimal(f"{tally.mean_cards:.1f}", language)))
    if tally.error_rate is not None:
        template = ngettext(
            "In {n} reviewed game a choice cost you {number} points of winning chance on average.",
            "In {n} reviewed games a choice cost you {number} points of winning chance on average.",
            tally.reviewed,
        )
        if rules_of(tally).scoring == "scopa":
            template = ngettext(
                "In {n} reviewed game a choice cost you {number} % of the points of a deal on average.",
                "In {n} reviewed games a choice cost you {number} % of the points of a deal on average.",
                tally.reviewed,
            )
        yield Line(template.format(n=tally.reviewed, number=decimal(f"{tally.error_rate:.1f}", language)))
    if number := sum(tally.assisted.values()):
        template = ngettext(
            "With help, and not counted above, {n} game: {won} won, {drawn} drawn, {lost} lost.",
            "With help, and not counted above, {n} games: {won} won, {drawn} drawn, {lost} lost.",
            number,
        )
        yield Line(template.format(n=number, **tally.assisted))
    if tally.head_start is not None:
        yield from _suggestion(tally, tally.head_start, rivals, language)


def _suggestion(tally: Tally, cards: int, rival: str, language: Language) -> Iterator[Line]:
    """The head start that would make the next game even, as a command to type."""
    _, ngettext = language.gettext, language.ngettext
    if not cards:
        yield Line(_("You are even: nobody needs a head start."))
        return
    if cards > 0:
        template = ngettext(
            "A head start of {n} card for you would make the next game even. Type:",
            "A head start of {n} cards for you would make the next game even. Type:",
            cards,
        )
    else:
        template = ngettext(
            "A head start of {n} card for {rival} would make the next game even. Type:",
            "A head start of {n} cards for {rival} would make the next game even. Type:",
            -cards,
        )
    yield Line(template.format(n=abs(cards), rival=rival))
    yield Line(command(tally, cards), "help")


def command(tally: Tally, cards: int) -> str:
    """What to type to play such a game again, at seat 1, with so many cards more (negative: for the rival)."""
    words = ["rubamazzo"]
    if tally.variant != next(iter(VARIANTS)):
        words += ["--variant", tally.variant]
    for switch in (*tally.switches.split(), f"handicap={max(cards, 0)},{max(-cards, 0)}"):
        words += ["--set", switch]
    (rival,) = tally.rivals
    if tally.player or rival not in LEVELS:
        you = f"you:{tally.player}" if tally.player else "you"
        words += ["--seat", you, "--seat", rival]
    else:
        words += ["--level", rival]
    return shlex.join(words)


def _rival(kind: str, language: Language) -> str:
    """What a rival is called: its level, or the program it is."""
    if kind in LEVEL_NAMES:
        return language.gettext(LEVEL_NAMES[kind])
    return shown(kind.removeprefix("cmd:"))


def stats_text(tallies: Sequence[Tally]) -> str:
    """The same for programs: a list in JSON with an object for each kind of game."""
    objects = [
        {
            "variant": tally.variant,
            "switches": tally.switches,
            "players": tally.seats,
            "rivals": tally.rivals,
            "player": tally.player,
            "games": sum(tally.games.values()),
            **tally.games,
            "streak": None if tally.streak is None else {"outcome": tally.streak[0], "games": tally.streak[1]},
            "mean_cards": _rounded(tally.mean_cards),
            "reviewed": tally.reviewed,
            "error_rate": _rounded(tally.error_rate),
            "assisted": {"games": sum(tally.assisted.values()), **tally.assisted},
            "head_start": tally.head_start,
            "command": command(tally, tally.head_start) if tally.head_start else None,
        }
        for tally in tallies
    ]
    return json.dumps(objects, indent=2) + "\n"


def _rounded(number: float | None) -> float | None:
    return None if number is None else round(number, 3)
