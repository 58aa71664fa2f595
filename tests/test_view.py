"""What a seat may know: nothing of the hidden cards, everything of the open ones (rules 9)."""

from __future__ import annotations

from collections import Counter
from dataclasses import fields

import pytest
from playing import plays, positions, random_deal, random_rules

from rubamazzo_cli.cards import DECKS
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.errors import MoveRefused
from rubamazzo_cli.game import Deal, round_sizes
from rubamazzo_cli.rules import Rules
from rubamazzo_cli.view import View, look


def permuted(deal: Deal, seat: int, stream: Stream) -> Deal | None:
    """The same deal with all that this seat cannot see lying otherwise: rival hands, stock, undealt cards.

    None where the plays would not have been legal so: under must-take=hand a laid card tells of the hand.
    """
    hidden = {*deal.stock, *hidden_in_hands(deal, seat)}
    cards = list(hidden)
    cards.sort(key=str)
    stream.shuffle(cards)
    other = Deal(deal.rules, tuple([cards.pop() if card in hidden else card for card in deal.deck]), deal.first)
    try:
        for move in deal.moves:
            other.play(move)
    except MoveRefused:
        assert deal.rules.must_take == "hand"
        return None
    return other


def hidden_in_hands(deal: Deal, seat: int):
    return [card for owner, hand in enumerate(deal.hands) if owner != seat for card in hand]


@pytest.mark.parametrize("chunk", range(10))
def test_a_view_does_not_change_when_hidden_cards_do(chunk):
    stream = Stream("permuted", chunk)
    looked = moved = 0
    for _ in range(12):
        rules = random_rules(stream)
        for deal in positions(rules, stream):
            for seat in range(rules.players):
                other = permuted(deal, seat, stream)
                if other is None:
                    continue
                looked += 1
                moved += list(other.stock) != list(deal.stock) or other.hands != deal.hands
                view = look(deal, seat, 3, (1,) * rules.players)
                assert view == look(other, seat, 3, (1,) * rules.players)
                ours, theirs = Stream("world", looked), Stream("world", looked)
                assert str(view.imagined(ours)) == str(look(other, seat).imagined(theirs))
    assert moved > looked / 2


@pytest.mark.parametrize("chunk", range(6))
def test_a_view_is_what_lies_open(chunk):
    stream = Stream("open", chunk)
    for _ in range(12):
        rules = random_rules(stream)
        deal = random_deal(rules, stream)
        received = [[tuple(hand)] for hand in deal.hands]
        first_table = tuple(deal.table)
        round = 1
        for _ in plays(deal, stream):
            if deal.round > round:
                round = deal.round
                for seat, hand in enumerate(deal.hands):
                    received[seat].append(tuple(hand))
            for seat in range(rules.players):
                view = look(deal, seat, 2, tuple(range(rules.players)))
                assert view == View(
                    rules=rules,
                    seat=seat,
                    number=2,
                    score=tuple(range(rules.players)),
                    first=deal.first,
                    turn=deal.turn,
                    round=deal.round,
                    is_last_round=deal.round == len(round_sizes(rules)),
                    hand=tuple(deal.hands[seat]),
                    table=tuple(deal.table),
                    piles=tuple(tuple(pile) for pile in deal.piles),
                    hand_sizes=tuple(len(hand) for hand in deal.hands),
                    stock=len(deal.stock),
                    last_capture=deal.last_capture,
                    moves=tuple(deal.moves),
                    first_table=first_table,
                    received=tuple(received[seat]),
                    legal=deal.legal_moves() if seat == deal.turn else (),
                )
                assert view.sizes == tuple(len(pile) for pile in deal.piles)
                assert view.tops == tuple(pile[-1] if pile else None for pile in deal.piles)
                assert [(rival, view.tops[rival]) for rival in view.rivals] == deal.rival_tops(seat)
                hidden = {*deal.stock, *hidden_in_hands(deal, seat)}
                assert view.unseen == [card for card in DECKS[rules.deck] if card in hidden]


def test_received_when_the_last_round_is_short():
    rules = Rules(deck=52, players=3)
    deck = DECKS[52]
    deal = Deal(rules, deck, first=1)
    while not deal.is_over:
        deal.play(deal.legal_moves()[0])
    for seat, place in ((1, 0), (2, 1), (0, 2)):
        view = look(deal, seat)
        assert [len(cards) for cards in view.received] == [3, 3, 3, 3, 3, 1]
        assert view.received[0] == (deck[place], deck[place + 3], deck[place + 6])
        assert view.first_table == deck[9:13]
        assert view.received[1] == (deck[13 + place], deck[16 + place], deck[19 + place])
        assert view.received[5] == (deck[49 + place],)
        assert view.score == (0, 0, 0)
        assert view.unseen == []


@pytest.mark.parametrize("chunk", range(6))
def test_an_imagined_world_cannot_be_told_from_the_real_one(chunk):
    stream = Stream("worlds", chunk)
    for _ in range(12):
        rules = random_rules(stream)
        for deal in positions(rules, stream):
            for seat in range(rules.players):
                view = look(deal, seat)
                world = view.world(stream)
                seen = look(world, seat)
                for field in fields(View):
                    if field.name not in ("moves", "first_table", "received", "number", "score"):
                        assert getattr(seen, field.name) == getattr(view, field.name), field.name
                held = [*world.table, *world.stock]
                for cards in (*world.hands, *world.piles):
                    held += cards
                assert sorted(held, key=str) == sorted(DECKS[rules.deck], key=str)


@pytest.mark.parametrize("seed", range(20))
def test_an_imagined_world_is_played_to_the_end_like_a_real_one(seed):
    stream = Stream("to the end", seed)
    rules = random_rules(stream)
    deal = random_deal(rules, stream)
    for _ in plays(deal, stream):
        left = sum(round_sizes(rules)) * rules.players - len(deal.moves)
        world = look(deal, deal.turn).world(stream)
        assert len(list(plays(world, stream))) == left
        assert world.is_over
        assert sum(map(len, world.piles)) + len(world.table) == rules.deck - len(world.stock)


def test_an_imagined_world_is_another_deal():
    deal = Deal(Rules(), DECKS[40])
    before = str((deal.hands, deal.table, deal.piles, deal.turn))
    world = look(deal, 0).world(Stream("another"))
    while legal := world.legal_moves():
        world.play(legal[0])
    assert str((deal.hands, deal.table, deal.piles, deal.turn)) == before


def test_every_hidden_card_is_imagined_anywhere_as_often():
    view = look(Deal(Rules(), DECKS[40]), 0)
    stream = Stream("anywhere")
    in_hand, next_in_stock = Counter(), Counter()
    worlds = 6000
    for _ in range(worlds):
        hands, stock = view.imagined(stream)
        assert hands[0] == list(view.hand)
        in_hand.update(hands[1])
        next_in_stock[stock[0]] += 1
    for counts, each in ((in_hand, worlds * 3 / 33), (next_in_stock, worlds / 33)):
        assert set(counts) == set(view.unseen)
        assert sum((count - each) ** 2 / each for count in counts.values()) < 62.5  # 32 free, 0.1 %


def test_nothing_is_said_of_what_was_dealt_in_an_arranged_deal():
    """Its stock is all that is known of the deck, so what a seat received cannot be read from it."""
    deck = DECKS[40]
    deal = Deal.arranged(
        Rules(),
        hands=[deck[:3], deck[3:6]],
        table=deck[6:10],
        piles=[[], []],
        stock=deck[10:],
        first=0,
        turn=0,
        round=1,
        last_capture=None,
    )
    while not deal.is_over:
        view = look(deal, 0)
        assert view.first_table == ()
        assert view.received == ()
        deal.play(deal.legal_moves()[0])
