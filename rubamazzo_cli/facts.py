"""Facts about a way of playing: sentences, each with the rules under which it is true."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from .game import round_sizes
from .i18n import Language
from .lines import Line
from .rules import Rules

Sentence = str | tuple[str, str]
"""A sentence, or one about several things after its form for a single one."""


class Facts(NamedTuple):
    """Sentences that are true together, and the rules under which they are.

    `number` names the field of `figures` that counts what a sentence with two forms is about.
    """

    when: Callable[[Rules], bool]
    sentences: tuple[Sentence, ...]
    number: str = ""


class Section(NamedTuple):
    """Facts under a heading."""

    title: str
    facts: tuple[Facts, ...]


def where(when: Callable[[Rules], bool], *sentences: Sentence, number: str = "") -> Facts:
    """These sentences, true under the rules of which `when` says so."""
    return Facts(when, sentences, number)


def always(*sentences: Sentence, number: str = "") -> Facts:
    """These sentences, true whatever the rules."""
    return Facts(lambda rules: True, sentences, number)


def facts_told(facts: Iterable[Facts], rules: Rules, language: Language) -> Iterator[Line]:
    """The facts that are true under these rules, in this language."""
    fields = figures(rules)
    for when, sentences, number in facts:
        if when(rules):
            for sentence in sentences:
                if isinstance(sentence, str):
                    text = language.gettext(sentence)
                else:
                    text = language.ngettext(*sentence, int(fields[number]))
                yield Line(text.format(**fields))


def sections_told(sections: Iterable[Section], rules: Rules, language: Language) -> Iterator[Line]:
    """Each section about which there is something to say under these rules, an empty line between them."""
    first = True
    for title, facts in sections:
        lines = list(facts_told(facts, rules, language))
        if lines:
            if not first:
                yield Line("")
            first = False
            yield Line(language.gettext(title), "title")
            yield from lines


# what can be asked of the rules


def steals(rules: Rules) -> bool:
    """Whether piles can be stolen at all (rules 3.4)."""
    return rules.steal != "off"


def nobody_steals(rules: Rules) -> bool:
    """Whether every pile is its owner's until the end (rules 3.4)."""
    return not steals(rules)


def adds_up(rules: Rules) -> bool:
    """Whether the values of cards are ever added up (rules 1.5)."""
    return rules.capture in ("sum", "fifteen")


def ace_is_special(rules: Rules) -> bool:
    """Whether an ace is ever more than an ordinary card: the only round may be the last (rules 3.6)."""
    return rules.ace != "plain" and (rules.ace_in_last_round or len(round_sizes(rules)) > 1)


def ace_robs(rules: Rules) -> bool:
    """Whether an ace can ever steal a pile whatever its top (rules 3.6)."""
    return rules.ace == "sweep-or-rob" and ace_is_special(rules)


def only_equals_steal(rules: Rules) -> bool:
    """Whether nothing but a card equal to its top can steal a pile (rules 3.4 to 3.6)."""
    return steals(rules) and not rules.pile_in_sums and not ace_robs(rules)


def only_equals_count(rules: Rules) -> bool:
    """Whether a card ever gets nothing but cards and piles of its own rank, as rules 8 supposes."""
    return not adds_up(rules) and not ace_is_special(rules)


def dealt(rules: Rules) -> int:
    """How many cards of the deck come into play (rules 2.3)."""
    return rules.table + rules.players * sum(round_sizes(rules))


def safe(rules: Rules) -> tuple[int, ...]:
    """From how many cards each of two seats is sure of the deal at its end (rules 8.6).

    Nothing where there are more seats or points, or where a head start alone decides.
    """
    if rules.players != 2 or rules.scoring != "cards":
        return ()
    one, other = rules.handicap or (0, 0)
    needed = tuple((dealt(rules) + behind) // 2 + 1 for behind in (other - one, one - other))
    return needed if all(1 <= cards <= dealt(rules) for cards in needed) else ()


def safe_alike(rules: Rules) -> bool:
    """Whether one number of cards makes either of two seats sure of the deal."""
    return len(set(safe(rules))) == 1


def figures(rules: Rules) -> dict[str, int | str]:
    """The numbers that sentences name in fields, and lists of numbers for each seat."""
    sizes = round_sizes(rules)
    return {
        "players": rules.players,
        "hand": rules.hand,
        "table": rules.table,
        "rounds": len(sizes),
        "last": sizes[-1],
        "undealt": rules.deck - dealt(rules),
        "dealt": dealt(rules),
        "head_starts": ", ".join(map(str, rules.handicap)),
        "safe": max(safe(rules), default=0),
        "safe_each": ", ".join(map(str, safe(rules))),
        "wins": rules.wins_needed or 0,
        "points": rules.points_needed or 0,
    }
