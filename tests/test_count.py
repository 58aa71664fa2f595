"""The command count: how many cards of each rank a player has not seen, held against the real cards."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from playing import plays, random_deal, random_rules
from sessions import begun, texts

from rubamazzo_cli.cards import DECKS, RANKS
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.game import Deal
from rubamazzo_cli.i18n import language
from rubamazzo_cli.record import Seat
from rubamazzo_cli.render import Narrator
from rubamazzo_cli.rules import VARIANTS, Rules
from rubamazzo_cli.session import Manner, Session
from rubamazzo_cli.view import look

NUMBERS = {"none": 0, "one": 1, "two": 2, "three": 3, "four": 4}
PICTURES = {
    40: {1: "asso", 8: "fante", 9: "cavallo", 10: "re"},
    52: {1: "ace", 11: "jack", 12: "queen", 13: "king"},
}


def told(narrator: Narrator, deal: Deal, seat: int, *, open: bool = False) -> tuple[str, dict[str, int]]:
    """The sentence that begins the count, and for each rank by its name how many it says are unseen."""
    first, *rest = narrator.count(look(deal, seat), deal.hands if open else None)
    counts: dict[str, int] = {}
    for line in rest:
        found = re.fullmatch(r"Ranks with (\w+) unseen: (.+)\.", line.text)
        assert found
        for rank in found[2].split(", "):
            assert rank not in counts
            counts[rank] = NUMBERS[found[1]]
    return first.text, counts


def checked(rules: Rules, deal: Deal, seat: int, *, open: bool = False) -> None:
    """The count is that of the cards that really lie in the other hands and in the stock."""
    narrator = Narrator(language("en"), rules, [Seat("easy")] * rules.players)
    hands = [] if open else [card for other, hand in enumerate(deal.hands) if other != seat for card in hand]
    hidden = [card.rank for card in (*hands, *deal.stock)]
    sentence, counts = told(narrator, deal, seat, open=open)
    if not hidden:
        assert (sentence, counts) == ("You have seen every card.", {})
        return
    names = PICTURES[rules.deck]
    every = range(1, len(RANKS[rules.deck]) + 1)
    assert counts == {names.get(rank, str(rank)): hidden.count(rank) for rank in every}
    number = int(sentence.partition(" ")[0])
    assert number == len(hidden)
    assert ("hand" in sentence) == bool(hands)
    assert ("stock" in sentence) == bool(deal.stock)
    assert ("card is" in sentence) == (number == 1)


@pytest.mark.parametrize("name", VARIANTS)
def test_the_count_is_that_of_the_real_cards(name):
    stream = Stream("count", name)
    for seats in (2, 3, 4):
        rules = replace(VARIANTS[name], players=seats)
        for _ in range(4):
            deal = random_deal(rules, stream)
            for _ in plays(deal, stream):
                for seat in range(seats):
                    checked(rules, deal, seat)
            checked(rules, deal, 0)


@pytest.mark.parametrize("chunk", range(4))
def test_the_count_is_right_under_any_switches_and_with_open_hands(chunk):
    stream = Stream("count", "any", chunk)
    for _ in range(15):
        rules = random_rules(stream)
        deal = random_deal(rules, stream)
        for _ in plays(deal, stream):
            checked(rules, deal, deal.turn)
            checked(rules, deal, deal.turn, open=True)


def session(**manner: bool) -> Session:
    game = begun(seed=3, manner=Manner(**manner))
    list(game.feed("1"))
    return game


def lines(game: Session, typed: str) -> list[str]:
    return texts(game.feed(typed))


@pytest.mark.parametrize("word", ["count", "c", "C", "COUNT"])
def test_the_word_and_the_letter(word):
    game = session()
    assert lines(game, word) == [line.text for line in game.narrator.count(game.view(0))]
    assert game.asking is not None
    assert game.asking.kind == "move"


def test_counting_is_remembering_and_no_assistance():
    game = session()
    list(game.feed("count"))
    assert game.record.assisted == frozenset()


def test_for_the_ear_numbers_are_words():
    text = " ".join(lines(session(spoken=True), "count")[1:])
    assert not re.search(r"\d", text)
    assert "seven" in text


def test_in_an_open_game_the_hands_on_the_screen_are_seen():
    game = begun(seed=3, open=True)
    assert lines(game, "count")[0] == "30 cards are still unseen: they are in the stock."


def test_briefly_ranks_are_their_letters():
    text = " ".join(lines(session(terse=True), "count")[1:])
    assert re.findall(r"[A-Z]\b", text.replace("Ranks", ""))
    assert "fante" not in text


def test_after_the_game_every_card_has_been_seen():
    game = session()
    while not game.is_over:
        list(game.feed("1"))
    assert lines(game, "count") == ["You have seen every card."]


def test_cards_that_are_never_dealt_stay_unseen():
    rules = replace(VARIANTS["bundles"], players=3)
    deal = Deal(rules, DECKS[52])
    for _ in plays(deal, Stream("undealt")):
        pass
    assert len(deal.stock) == 0
    rules = replace(rules, table=3)
    deal = Deal(rules, DECKS[52])
    for _ in plays(deal, Stream("undealt")):
        pass
    assert len(deal.stock) == 1
    narrator = Narrator(language("en"), rules, [Seat("easy")] * 3)
    assert told(narrator, deal, 1)[0] == "1 card is still unseen: it is in the stock."
