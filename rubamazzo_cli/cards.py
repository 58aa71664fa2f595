"""Cards and decks, and the codes they are written by (rules 1)."""

from __future__ import annotations

from collections.abc import Iterable

from .errors import BadCard, BadDeck


class Card:
    """One card of a deck (rules 1); each exists once, so cards are compared by identity.

    `rank` is 1 for the asso or ace up to 10 for the re or 13 for the king, and is the card's
    value in sums as well (rules 1.5). `suit` is the letter of the suit, `code` rank and suit.
    """

    __slots__ = ("code", "deck", "rank", "suit")

    def __init__(self, deck: int, rank: int, suit: str, code: str) -> None:
        self.deck = deck
        self.rank = rank
        self.suit = suit
        self.code = code

    def __repr__(self) -> str:
        return self.code

    def __reduce__(self) -> tuple[object, ...]:
        """Copied or sent to another process, a card is still the one of its deck."""
        return (read_card, (self.code, self.deck))


RANKS = {40: "A234567FCR", 52: "A23456789TJQK"}
SUITS = {40: "cdbs", 52: "hdcs"}

DECKS: dict[int, tuple[Card, ...]] = {
    size: tuple(
        Card(size, rank, suit, letter + suit)
        for suit in SUITS[size]
        for rank, letter in enumerate(RANKS[size], start=1)
    )
    for size in RANKS
}
"""The cards of each deck, suit by suit, lowest rank first; a deck is named by its size."""

_BY_CODE = {size: {card.code: card for card in deck} for size, deck in DECKS.items()}


def read_card(text: str, deck: int) -> Card:
    """The card of this code, in any case; `10d` is `Td` (rules 1.4).

    >>> read_card("cC", 40), read_card("10d", 52)
    (Cc, Td)

    Raises BadCard.
    """
    code = text[:-1].upper() + text[-1:].lower()
    if deck == 52 and code.startswith("10"):
        code = "T" + code[2:]
    card = _BY_CODE[deck].get(code)
    if card is None:
        raise BadCard(text, deck)
    return card


def read_deck(text: str, deck: int) -> tuple[Card, ...]:
    """The whole deck written card by card, first dealt first (formats 1, `--deck`).

    Raises BadCard, or BadDeck when a card is missing or stands there twice.
    """
    cards = tuple(read_card(word, deck) for word in text.split())
    seen: set[Card] = set()
    for card in cards:
        if card in seen:
            raise BadDeck("twice", card.code)
        seen.add(card)
    if len(cards) != deck:
        raise BadDeck("missing", codes(card for card in DECKS[deck] if card not in seen))
    return cards


def codes(cards: Iterable[Card]) -> str:
    """The codes of the cards with single blanks between them."""
    return " ".join([card.code for card in cards])
