"""Every text a player can get is the same, byte for byte, when the cards nobody may know are permuted (rules 9)."""

from __future__ import annotations

import random
from collections.abc import Sequence

import leaking
import long_leaks
import pytest
from leaking import LEAVES, MANNERS, choice_of, everything_to_type, everything_told, permuted, positions

from rubamazzo_cli.cards import Card, codes
from rubamazzo_cli.commands import COMMANDS
from rubamazzo_cli.errors import RubamazzoError
from rubamazzo_cli.game import Deal
from rubamazzo_cli.i18n import language
from rubamazzo_cli.lines import Line
from rubamazzo_cli.match import Match
from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.record import Record, Seat, read_records, write_record
from rubamazzo_cli.replaying import told
from rubamazzo_cli.resuming import seed_of
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.sealing import seal
from rubamazzo_cli.session import Session, Setup
from rubamazzo_cli.view import look

pytestmark = pytest.mark.usefixtures("few_worlds")

SALT = "0" * 32


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_told_does_not_depend_on_hidden_cards(name, players):
    chance = random.Random(1)
    manners = chance.sample(MANNERS, len(MANNERS))
    for number, (deal, seat) in enumerate(positions(name, players, 1, 4)):
        manner = manners[number % len(manners)]
        hint = number == 0 and players == 2 + list(VARIANTS).index(name) % 3  # which takes time to think about
        lines = everything_to_type(deal, seat) + ["hint"] * hint
        told_really = everything_told(name, deal, seat, deal.deck, manner, lines)
        other = permuted(deal, seat, chance)
        assert everything_told(name, deal, seat, other, manner, lines) == told_really


def test_a_permutation_is_another_deal():
    """Else the tests here would compare a game with itself."""
    chance = random.Random(2)
    for deal, seat in positions("rubamazzo", 2, 1, 10):
        if len(look(deal, seat).unseen) > 3:
            assert permuted(deal, seat, chance) != deal.deck


@pytest.mark.parametrize("level", LEVELS)
def test_levels_choose_alike(level):
    chance = random.Random(3)
    for deal, seat in positions("classico", 2, 2, 6):
        other = permuted(deal, seat, chance)
        assert choice_of(level, deal, seat, deal.deck) == choice_of(level, deal, seat, other)


def test_a_long_night_would_find_a_leak(monkeypatch):
    assert long_leaks.leaks(0, 12) == []
    monkeypatch.setattr(leaking, "permuted", lambda deal, _seat, _chance: deal.deck[::-1])
    with pytest.raises((AssertionError, RubamazzoError)):
        long_leaks.leaks(0, 12)


def record_of(deal: Deal, deck: Sequence[Card], tags: dict[str, str]) -> Record:
    match = Match(deal.rules)
    again = match.start_deal(tuple(deck))
    for move in deal.moves:
        again.play(move)
    name = "rubamazzo"
    return Record(name, deal.rules, match, (Seat("you"), Seat("easy")), 7, deal_tags={1: tags})


@pytest.mark.parametrize("show", [False, True])
def test_an_unfinished_record_is_told_without_what_is_to_come(show):
    chance = random.Random(4)
    for deal, seat in positions("rubamazzo", 2, 3, 10):
        told_of = []
        for deck, salt in ((deal.deck, SALT), (permuted(deal, seat, chance), "1" * 32)):
            record = record_of(deal, deck, {"Seal": "f" * 64, "Salt": salt})
            [again] = read_records(write_record(record))
            told_of.append(list(told(again, 1, language("en"), show=show, spoken=False, terse=False)))
        assert told_of[0] == told_of[1]


def test_the_seed_of_a_record_without_one_does_not_depend_on_hidden_cards():
    chance = random.Random(6)
    for deal, seat in positions("rubamazzo", 2, 8, 20):
        seeds = set()
        for deck in (deal.deck, permuted(deal, seat, chance)):
            record = record_of(deal, deck, {})
            record.seed = None
            seeds.add(seed_of(record))
        assert len(seeds) == 1


def test_an_unfinished_record_holds_no_card_to_come_in_plain_text():
    for deal, _seat in positions("rubamazzo", 2, 5, 10):
        text = write_record(record_of(deal, deal.deck, {"Seal": seal(SALT, deal.deck), "Salt": SALT}))
        assert codes(deal.deck) not in text
        assert SALT not in text
        assert '[Seed "7"]' not in text
        played = {str(card) for move in deal.moves for card in (move.card, *move.takes)}
        for card in (*deal.stock, *(card for hand in deal.hands for card in hand)):
            assert (
                card.code not in text.replace("~", " ").split('[Deck "')[1].split("]", 1)[1]
                or card.code in played
            )


def test_while_a_game_goes_on_its_seed_is_not_told():
    seats = (Seat("you"), Seat("easy"))
    game = Session(Setup("classico", VARIANTS["classico"], seats, 424242, cut=True, salt=lambda: SALT))
    outputs = list(game.start()) + list(game.feed("5"))
    for command in COMMANDS:
        if command.word not in LEAVES:
            outputs += game.feed(command.word)
    text = " ".join(output.text for output in outputs if isinstance(output, Line))
    assert "Seal: " in text
    assert "424242" not in text
    assert SALT not in text
