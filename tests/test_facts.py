"""The facts of rules 8, on random deals: worth teaching only if they are true.

Rules 8.5 is tested with the rounds (test_match.py).
"""

from __future__ import annotations

import pytest
from playing import positions, random_deal, random_rules

from rubamazzo_cli.chance import Stream
from rubamazzo_cli.game import Deal
from rubamazzo_cli.view import look

CHUNKS = range(8)
DEALS = 60


def deals_where_they_hold(chunk: int):
    """Rules with `capture` one or all and no ace or sum rule, the deal, and the stream it is played with."""
    stream = Stream("facts", chunk)
    found = 0
    while found < DEALS:
        rules = random_rules(stream)
        if rules.capture in ("one", "all") and rules.ace == "plain":
            found += 1
            yield rules, stream


def tops(deal: Deal):
    return [pile[-1].rank if pile else None for pile in deal.piles]


@pytest.mark.parametrize("chunk", CHUNKS)
def test_8_1_a_top_has_at_least_two_of_its_rank_in_its_pile(chunk):
    for rules, stream in deals_where_they_hold(chunk):
        for deal in positions(rules, stream):
            if deal.is_over:
                continue  # what is left on the table lies on a pile unplayed
            for pile in deal.piles:
                assert not pile or [card.rank for card in pile].count(pile[-1].rank) >= 2
            for card in deal.hands[deal.turn]:
                assert tops(deal).count(card.rank) <= 1


@pytest.mark.parametrize("chunk", CHUNKS)
def test_8_2_after_a_choice_between_stealing_and_taking_nobody_can_steal_the_new_top(chunk):
    choices = 0
    for rules, stream in deals_where_they_hold(chunk):
        deal = random_deal(rules, stream)
        safe: dict[int, int] = {}  # by seat: the rank of a top that can never be stolen
        while legal := deal.legal_moves():
            seat, on_top, table = deal.turn, tops(deal), list(deal.table)
            assert not any(move.rob is not None and safe.get(move.rob) == on_top[move.rob] for move in legal)
            move = stream.pick(legal)
            rank = move.card.rank
            rivals = [top for rival, top in enumerate(on_top) if rival != seat]
            deal.play(move)
            if move.captures:
                safe.pop(seat, None)
            if move.rob is not None:
                safe.pop(move.rob, None)
            if move.captures and rank in rivals and rank in [card.rank for card in table]:
                choices += 1
                in_piles = [card for pile in deal.piles for card in pile if card.rank == rank]
                assert len([*in_piles, *[card for card in deal.table if card.rank == rank]]) == 4
                safe[seat] = rank
    assert choices > 5


@pytest.mark.parametrize("chunk", CHUNKS)
def test_8_3_few_cards_can_steal_a_new_top(chunk):
    for rules, stream in deals_where_they_hold(chunk):
        for deal in positions(rules, stream):
            if not deal.moves or deal.is_over or not deal.moves[-1].captures:
                continue
            move = deal.moves[-1]
            hidden = [*deal.stock, *[card for hand in deal.hands for card in hand]]
            thieves = sum(card.rank == move.card.rank for card in hidden)
            assert thieves <= (2 if move.rob is None else 1)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_8_3_a_top_all_of_whose_cards_were_seen_is_never_stolen(chunk):
    for rules, stream in deals_where_they_hold(chunk):
        for deal in positions(rules, stream):
            for seat in range(rules.players):
                unseen = {card.rank for card in look(deal, seat).unseen}
                if deal.turn != seat and deal.piles[seat] and deal.piles[seat][-1].rank not in unseen:
                    assert all(move.rob != seat for move in deal.legal_moves())


@pytest.mark.parametrize("chunk", CHUNKS)
def test_8_4_with_the_stock_empty_the_rivals_hand_is_known(chunk):
    stream = Stream("known", chunk)
    known = 0
    for _ in range(DEALS):
        rules = random_rules(stream)
        if rules.players != 2:
            continue
        for deal in positions(rules, stream):
            if not deal.stock:
                for seat in (0, 1):
                    known += 1
                    assert sorted(look(deal, seat).unseen, key=str) == sorted(deal.hands[1 - seat], key=str)
    assert known


@pytest.mark.parametrize("chunk", CHUNKS)
def test_8_6_more_than_half_the_deck_wins_and_every_dealt_card_ends_in_a_pile(chunk):
    stream = Stream("half", chunk)
    for _ in range(DEALS):
        rules = random_rules(stream)
        *_, deal = positions(rules, stream)
        assert deal.result is not None
        if rules.players == 2 and rules.scoring == "cards" and not rules.handicap:
            for seat, size in enumerate(deal.result.sizes):
                assert size <= rules.deck // 2 or deal.result.winner == seat
        if rules.leftover == "last-capture" and any(move.captures for move in deal.moves):
            assert sum(deal.result.sizes) == deal.dealt
        else:
            assert sum(deal.result.sizes) == deal.dealt - len(deal.table)
