"""The names of cards, seats, levels and variants in the language of the game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import RANKS, Card
from .i18n import N_, Language
from .lines import NO_BREAK, shown
from .record import Seat, humans_in

_NUMBER = (N_("{number} of {suit}"), N_("the {number} of {suit}"))
_PICTURES: dict[int, dict[int, tuple[str, str]]] = {
    40: {
        1: (N_("asso of {suit}"), N_("the asso of {suit}")),
        8: (N_("fante of {suit}"), N_("the fante of {suit}")),
        9: (N_("cavallo of {suit}"), N_("the cavallo of {suit}")),
        10: (N_("re of {suit}"), N_("the re of {suit}")),
    },
    52: {
        8: (N_("{eight} of {suit}"), N_("the {eight} of {suit}")),  # an article may elide before an eight
        1: (N_("ace of {suit}"), N_("the ace of {suit}")),
        11: (N_("jack of {suit}"), N_("the jack of {suit}")),
        12: (N_("queen of {suit}"), N_("the queen of {suit}")),
        13: (N_("king of {suit}"), N_("the king of {suit}")),
    },
}
"""By deck and rank: what a card is called in a list, and within a sentence."""

_RANKS = {
    40: {1: N_("asso"), 8: N_("fante"), 9: N_("cavallo"), 10: N_("re")},
    52: {1: N_("ace"), 11: N_("jack"), 12: N_("queen"), 13: N_("king")},
}
"""By deck: what a rank that is no plain number is called."""

_SUITS = {
    40: {"c": "coppe", "d": "denari", "b": "bastoni", "s": "spade"},
    52: {"h": N_("hearts"), "d": N_("diamonds"), "c": N_("clubs"), "s": N_("spades")},
}

_NUMBERS = (
    "",
    "",
    N_("two"),
    N_("three"),
    N_("four"),
    N_("five"),
    N_("six"),
    N_("seven"),
    N_("eight"),
    N_("nine"),
    N_("ten"),
)

LEVEL_NAMES = {"easy": N_("Easy"), "normal": N_("Normal"), "hard": N_("Hard"), "random": N_("Random")}


class Names:
    """How things are called in one language; `spoken` says numbers in words and leaves codes out."""

    def __init__(self, language: Language, *, spoken: bool = False, terse: bool = False) -> None:
        self.language = language
        self.spoken = spoken
        self.terse = terse and not spoken

    def card(self, card: Card) -> str:
        """The card as it stands in a list, with its code: `7 of denari (7d)`."""
        if self.terse:
            return card.code
        name = self._named(card, 0)
        return name if self.spoken else f"{name}{NO_BREAK}({card.code})"

    def the_card(self, card: Card) -> str:
        """The card within a sentence: `the 7 of denari`."""
        return card.code if self.terse else self._named(card, 1)

    def _named(self, card: Card, form: int) -> str:
        _ = self.language.gettext
        suit = _SUITS[card.deck][card.suit]
        number = self._number(card.rank)
        template = _PICTURES[card.deck].get(card.rank, _NUMBER)[form]
        name = _(template).format(number=number, eight=number, suit=_(suit) if card.deck == 52 else suit)
        return name.replace(" ", NO_BREAK)

    def _number(self, number: int) -> str:
        return self.language.gettext(_NUMBERS[number]) if self.spoken and 2 <= number <= 10 else str(number)

    def rank(self, deck: int, rank: int) -> str:
        """What the cards of this rank have in common: `asso`, `7`, `fante` (rules 1.1, 1.2)."""
        if self.terse:
            return RANKS[deck][rank - 1]
        word = _RANKS[deck].get(rank)
        return self.language.gettext(word) if word else self._number(rank)

    def cards(self, cards: Iterable[Card]) -> str:
        """The cards of a list, as they lie there."""
        return (" " if self.terse else ", ").join(self.card(card) for card in cards)

    def the_cards(self, cards: Sequence[Card]) -> str:
        """The cards within a sentence: `the 3 of coppe and the 4 of spade`."""
        return self.listed([self.the_card(card) for card in cards])

    def listed(self, things: Sequence[str]) -> str:
        """Things told in one breath, the last two joined by "and"."""
        if len(things) < 2:
            return "".join(things)
        if len(things) == 2:
            both = self.language.gettext("{things} and {last}")
        else:  # where some languages set a comma
            both = self.language.pgettext("three or more", "{things} and {last}")
        return both.format(things=", ".join(things[:-1]), last=things[-1])

    def count(self, number: int) -> str:
        """So many cards."""
        return self.language.ngettext("{n} card", "{n} cards", number).format(n=number).replace(" ", NO_BREAK)

    def seats(self, seats: Sequence[Seat]) -> tuple[str, ...]:
        """What each seat is called: its own name, else `You`, else its level; of one name, by their number.

        No two are called the same, and nobody else is called as the one person who plays is spoken to.
        A level that only the program knows which wrote the record is called as the record calls it.
        """
        _ = self.language.gettext
        humans = humans_in(seats)
        names = []
        for number, seat in enumerate(seats, start=1):
            if seat.name and seat.kind != "cmd":
                name = shown(seat.name)
                is_your_word = name.casefold() == _("You").casefold()
                names.append(f"{name} {number}" if is_your_word and humans != (number - 1,) else name)
            elif seat.kind == "you":
                names.append(_("You") if len(humans) == 1 else _("Player {n}").format(n=number))
            elif seat.kind == "cmd":
                names.append(_("Program"))
            else:
                names.append(_(LEVEL_NAMES.get(seat.kind, shown(seat.kind))))
        while len(set(names)) < len(names):
            names = [
                f"{name} {number}" if names.count(name) > 1 else name
                for number, name in enumerate(names, start=1)
            ]
        return tuple(names)
