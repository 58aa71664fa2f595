"""Cards, decks and codes (rules 1)."""

from __future__ import annotations

import copy
import pickle
import sys
from contextlib import suppress
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubamazzo_cli.cards import DECKS, RANKS, SUITS, codes, read_card, read_deck
from rubamazzo_cli.errors import BadCard, BadDeck, RubamazzoError

EVERY_CARD = [card for deck in DECKS.values() for card in deck]


def test_the_decks():
    assert codes(DECKS[40]) == " ".join(
        rank + suit for suit in "cdbs" for rank in ["A", "2", "3", "4", "5", "6", "7", "F", "C", "R"]
    )
    assert codes(DECKS[52]) == " ".join(
        rank + suit
        for suit in "hdcs"
        for rank in ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"]
    )


def test_values():
    italian = {"A": 1, "2": 2, "3": 3, "4": 4, "5": 5, "6": 6, "7": 7, "F": 8, "C": 9, "R": 10}
    french = {"A": 1, "8": 8, "9": 9, "T": 10, "J": 11, "Q": 12, "K": 13}
    assert {card.code[0]: card.rank for card in DECKS[40]} == italian
    assert {card.code[0]: card.rank for card in DECKS[52]} == {str(n): n for n in range(2, 10)} | french


@pytest.mark.parametrize("card", EVERY_CARD, ids=lambda card: f"{card.deck}-{card.code}")
def test_a_code_is_read_in_any_case(card):
    rank, suit = card.code
    for text in product({rank, rank.lower()}, {suit, suit.upper()}):
        assert read_card("".join(text), card.deck) is card
    assert str(card) == repr(card) == card.code == rank + suit
    assert card.suit == suit


def test_ten_may_be_typed_as_a_number():
    for suit in "hdcs":
        assert read_card(f"10{suit}", 52) is read_card(f"10{suit.upper()}", 52) is read_card(f"T{suit}", 52)
    with pytest.raises(BadCard):
        read_card("10d", 40)


@pytest.mark.parametrize("deck", DECKS)
def test_nothing_else_is_a_card(deck):
    letters = {*map(chr, range(128)), "ſ", "K", "ı", "İ", "ß", "１", "²", "٣", "\u0301"}
    cards = {rank + suit for rank in RANKS[deck] for suit in SUITS[deck]}
    for text in ["", *letters, *map("".join, product(letters, repeat=2))]:
        if text.isascii() and text[:1].upper() + text[1:].lower() in cards:
            continue
        with pytest.raises(BadCard) as refused:
            read_card(text, deck)
        assert (refused.value.text, refused.value.deck) == (text, deck)
    for text in ("7d ", " 7d", "7dd", "77d", "10", "10dd", "010d", "110d", "1d", "0d", "7d\n", "Td" * 2):
        with pytest.raises(BadCard):
            read_card(text, deck)


@pytest.mark.parametrize("deck", DECKS)
def test_no_letter_of_any_alphabet_stands_for_another(deck):
    for letter in map(chr, range(128, sys.maxunicode + 1)):
        for text in (letter + "d", "7" + letter):
            code = text[:-1].upper() + text[-1:].lower()
            if code.isascii() and len(code) == 2:
                with pytest.raises(BadCard):
                    read_card(text, deck)


@given(st.text(max_size=4), st.sampled_from([40, 52]))
def test_any_text_is_a_card_or_refused(text, deck):
    with suppress(BadCard):
        assert read_card(text, deck) in DECKS[deck]


@given(st.sampled_from([40, 52]).flatmap(lambda deck: st.permutations(DECKS[deck])))
def test_a_deck_is_read_as_written(cards):
    assert read_deck(codes(cards), len(cards)) == tuple(cards)
    assert read_deck("  ".join(str(card).lower() for card in cards), len(cards)) == tuple(cards)


@pytest.mark.parametrize("deck", DECKS)
def test_a_deck_lacks_no_card_and_has_none_twice(deck):
    cards = list(DECKS[deck])
    with pytest.raises(BadDeck) as missing:
        read_deck(codes(cards[2:]), deck)
    assert (missing.value.kind, missing.value.text) == ("missing", codes(cards[:2]))
    with pytest.raises(BadDeck) as twice:
        read_deck(codes([*cards, cards[5]]), deck)
    assert (twice.value.kind, twice.value.text) == ("twice", cards[5].code)
    with pytest.raises(BadDeck, match="missing"):
        read_deck("", deck)
    with pytest.raises(BadCard):
        read_deck(codes([*cards[1:]]) + " 7x", deck)
    with pytest.raises(RubamazzoError):
        read_deck(codes(DECKS[92 - deck]), deck)


@pytest.mark.parametrize("card", EVERY_CARD, ids=lambda card: f"{card.deck}-{card.code}")
def test_a_card_exists_once(card):
    assert copy.copy(card) is copy.deepcopy(card) is pickle.loads(pickle.dumps(card)) is card
