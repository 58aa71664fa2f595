"""The end of a deal, its count, and matches (rules 4 and 5)."""

from __future__ import annotations

import pytest
from playing import random_deal, random_rules

from rubamazzo_cli.cards import DECKS, read_card
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.game import ORDER, Deal, round_sizes
from rubamazzo_cli.match import Match, cut, replayed, shuffled_deck
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches
from rubamazzo_cli.scoring import Result, counted, scopa_count


def pile(codes: str):
    return [read_card(code, 40) for code in codes.split()]


def sized(*sizes: int):
    """Piles of these sizes, of whatever cards."""
    deck = iter(DECKS[40])
    return [[next(deck) for _ in range(size)] for size in sizes]


def decided(match: Match, *winners: int | None, points: list[tuple[int, ...]] | None = None) -> None:
    """Play deals of a match that end as told."""
    everyone = tuple(range(match.rules.players))
    for at, winner in enumerate(winners):
        assert not match.is_over
        assert match.winner is None
        deal = match.start_deal(DECKS[match.rules.deck])
        assert not match.is_over
        assert match.winner is None
        leaders = everyone if winner is None else (winner,)
        deal.result = Result((0,) * len(everyone), points[at] if points else None, leaders)


# the deal


@pytest.mark.parametrize(
    ("switches", "sizes"),
    [
        # rules 8.5, and the example of rules 2.3
        ("", [3] * 6),
        ("players=3", [3] * 4),
        ("players=4", [3] * 3),
        ("deck=52", [3] * 8),
        ("deck=52 players=3", [3] * 5 + [1]),
        ("deck=52 players=4", [3] * 4),
        ("table=3", [3] * 6),
        ("players=3 hand=5 table=0", [5, 5, 3]),
        ("hand=10 table=10", [10, 5]),
        ("players=4 hand=10 table=0", [10]),
        ("hand=1 table=0", [1] * 20),
    ],
)
def test_rounds(switches, sizes):
    rules = with_switches(Rules(), switches.split())
    assert list(round_sizes(rules)) == sizes
    stream = Stream("rounds", switches)
    deal = random_deal(rules, stream)
    rounds = [len(deal.hands[0])]
    while legal := deal.legal_moves():
        for kind, *data in deal.play(stream.pick(legal)):
            if kind == "dealt":
                rounds.append(data[1])
                assert data[0] == len(rounds)
    assert rounds == sizes


def test_cards_go_round_the_table_from_the_first_player():
    deck = DECKS[40]
    deal = Deal(Rules(players=3), deck, first=2)
    assert deal.hands == [[deck[1], deck[4], deck[7]], [deck[2], deck[5], deck[8]], [deck[0], deck[3], deck[6]]]
    assert list(deal.table) == list(deck[9:13])
    assert list(deal.stock) == list(deck[13:])
    assert deal.turn == 2
    assert Deal(Rules(), deck).turn == 0


def test_rivals_in_order_of_play():
    assert ORDER[4][2] == (3, 0, 1)
    assert ORDER[3][0] == (1, 2)
    assert ORDER[2] == ((1,), (0,))


@pytest.mark.parametrize("seed", range(30))
def test_events_tell_what_happened(seed):
    stream = Stream("events", seed)
    rules = random_rules(stream)
    deal = random_deal(rules, stream)
    while legal := deal.legal_moves():
        move, seat = stream.pick(legal), deal.turn
        stolen = 0 if move.rob is None else len(deal.piles[move.rob])
        last_round, played_before, table = deal.is_last_round, len(deal.moves), dict(deal.table)
        played, *others = deal.play(move)
        assert played == ("played", seat, move, stolen)
        kinds = [kind for kind, *_ in others]
        if played_before + 1 < sum(round_sizes(rules)) * rules.players:
            assert kinds in ([], ["dealt"])
            assert not (last_round and kinds)
            continue
        for card in move.takes:
            del table[card]
        left = tuple(table) if move.captures else (*table, move.card)
        heir = deal.last_capture if rules.leftover == "last-capture" else None
        assert others == [("leftover", heir, left)] * bool(left) + [("ended", deal.result)]
        if heir is not None and left:
            assert tuple(deal.piles[heir][-len(left) :]) == left
            assert not deal.table


def test_the_last_cards_go_to_nobody_where_nobody_captured():
    deal = Deal(Rules(hand=10, must_take="no", leftover="last-capture"), DECKS[40])
    while legal := deal.legal_moves():
        events = deal.play(next(move for move in legal if not move.captures))
    assert events[1:] == (("leftover", None, tuple(deal.table)), ("ended", deal.result))
    assert deal.result.sizes == (0, 0)


def test_a_cut_moves_cards_from_the_top_to_the_bottom():
    deck = DECKS[40]
    assert cut(deck, 1) == (*deck[1:], deck[0])
    assert cut(deck, 39) == (deck[39], *deck[:39])
    for at in range(1, 40):
        assert sorted(cut(deck, at), key=str) == sorted(deck, key=str)


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_is_replayed_from_its_moves(seed):
    stream = Stream("replayed", seed)
    deal = random_deal(random_rules(stream), stream)
    states = []
    while legal := deal.legal_moves():
        states.append((str(deal.hands), str(deal.table), str(deal.piles), deal.turn, legal))
        deal.play(stream.pick(legal))
    states.append((str(deal.hands), str(deal.table), str(deal.piles), deal.turn, ()))
    again = [
        (str(one.hands), str(one.table), str(one.piles), one.turn, one.legal_moves())
        for one in replayed(deal, deal.moves)
    ]
    assert again == states


@pytest.mark.parametrize("seed", range(20))
def test_a_deal_put_together_from_its_parts_goes_on_alike(seed):
    stream = Stream("arranged", seed)
    deal = random_deal(random_rules(stream), stream)
    for _ in range(stream.below(sum(round_sizes(deal.rules)) * deal.rules.players)):
        deal.play(stream.pick(deal.legal_moves()))
    again = Deal.arranged(
        deal.rules,
        **{name: getattr(deal, name) for name in ("hands", "table", "piles", "stock")},
        **{name: getattr(deal, name) for name in ("first", "turn", "round", "last_capture")},
    )
    assert not again.moves
    while legal := deal.legal_moves():
        assert again.legal_moves() == legal
        assert again.last_capture == deal.last_capture
        move = stream.pick(legal)
        assert again.play(move) == deal.play(move)
    assert (again.hands, again.piles, again.result) == (deal.hands, deal.piles, deal.result)


# counting


def test_most_cards_win():
    assert counted(Rules(), sized(21, 19)) == Result((21, 19), None, (0,))
    assert counted(Rules(), sized(0, 1)).winner == 1
    assert counted(Rules(), sized(0, 0)) == Result((0, 0), None, (0, 1))
    assert counted(Rules(players=3), sized(12, 4, 12)) == Result((12, 4, 12), None, (0, 2))
    assert counted(Rules(players=3), sized(12, 4, 12)).winner is None


def test_a_handicap_is_a_head_start_that_sizes_do_not_show():
    assert counted(Rules(handicap=(0, 5)), sized(20, 16)) == Result((20, 16), None, (1,))
    assert counted(Rules(handicap=(0, 5)), sized(20, 15)).winner is None
    assert counted(Rules(handicap=(0, 5)), sized(21, 15)).winner == 0


@pytest.mark.parametrize(
    ("piles", "points"),
    [
        # nothing at all, and one card
        (["", ""], (0, 0)),
        (["Ac", ""], (1, 0)),
        # cards, denari and settebello
        (["7d Ac", "2c"], (3, 0)),
        (["7d", "2c 3c"], (2, 1)),
        (["7d", "2d"], (1, 0)),
        (["7d", "2d 3d"], (1, 2)),
        # primiera: the best card of each suit, a suit lacking counts as none
        (["Rc Rd Rb Rs", "7c 7b 7s 6c"], (2, 0)),
        (["Fc Fd Fb Fs", "Rc Rd Rb Rs"], (0, 0)),
        (["7c Fb Fs Fd", "6c 6d 6b Rs"], (0, 1)),
        (["2c 2d 2b 2s", "Rc Rd Rb Rs"], (1, 0)),
        (["Ac Ad Ab As", "5c 5d 5b 5s"], (1, 0)),
        (["6c 6d 6b 6s", "Ac Ad Ab As"], (1, 0)),
        (["7c 2d 2b 2s", "4c 4d 4b 4s"], (1, 0)),
        # a tie for a point gives it to nobody, with three seats too
        (["7d Ad", "2d 3d", "4c"], (1, 0, 0)),
        (["Ac", "2c", "3c 7d"], (0, 0, 3)),
    ],
)
def test_scopa_points(piles, points):
    rules = Rules(scoring="scopa", players=len(piles))
    result = counted(rules, [pile(codes) for codes in piles])
    assert result.points == points
    assert result.leaders == tuple(seat for seat, won in enumerate(points) if won == max(points))


def test_what_scopa_counts():
    count = scopa_count([pile("7d 6c Ab 5s 2s"), pile("Rd 7c")])
    assert count.cards == (5, 2)
    assert count.denari == (1, 1)
    assert count.settebello == (1, 0)
    assert count.primiera == (21 + 18 + 16 + 15, 0)


# matches


def test_one_deal_is_the_whole_game():
    for winner in (0, 1, None):
        match = Match(Rules())
        decided(match, winner)
        assert match.is_over
        assert match.winner == winner
        assert match.score == tuple(int(seat == winner) for seat in (0, 1))


def test_best_of_five_takes_as_many_deals_as_it_takes():
    match = Match(Rules(match="best-of-5"))
    decided(match, 0, None, 1, None, None, 1, 0)
    assert match.score == (2, 2)
    assert not match.is_over
    decided(match, None, 1)
    assert match.score == (2, 3)
    assert match.is_over
    assert match.winner == 1


def test_a_match_for_points_goes_on_while_the_best_are_level():
    match = Match(VARIANTS["scopa"])
    decided(match, 0, 0, 1, points=[(4, 0), (4, 0), (0, 4)])
    decided(match, 0, 1, points=[(2, 2), (1, 3)])
    assert match.score == (11, 9)
    assert match.winner == 0

    match = Match(VARIANTS["scopa"])
    decided(match, 0, 1, 0, 1, None, None, points=[(4, 0), (0, 4), (4, 0), (0, 4), (2, 2), (1, 1)])
    assert match.score == (11, 11)
    assert not match.is_over
    decided(match, 1, points=[(1, 2)])
    assert match.score == (12, 13)
    assert match.winner == 1


def test_a_match_is_not_over_in_the_middle_of_a_deal():
    match = Match(Rules(match="points-1", scoring="scopa"))
    assert not match.is_over
    assert match.score == (0, 0)
    match.start_deal(DECKS[40])
    assert match.score == (0, 0)
    assert match.winner is None


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_the_first_player_is_the_next_seat_in_the_next_deal(seats):
    for first in range(seats):
        match = Match(Rules(players=seats, match="best-of-99"), first)
        decided(match, *[None] * 9)
        assert [deal.first for deal in match.deals] == [(first + at) % seats for at in range(9)]
        assert match.next_first == (first + 9) % seats


def test_the_decks_of_a_match_are_all_different():
    decks = {shuffled_deck(Rules(), 7, number) for number in range(1, 100)}
    assert len(decks) == 99
