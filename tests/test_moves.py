"""Moves as text, what one card may do, and why a move is refused (rules 3)."""

from __future__ import annotations

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import positions, random_rules, younger

from rubamazzo_cli.cards import DECKS, Card, read_card
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.errors import BadCard, BadMove, DealOver, MoveRefused, RubamazzoError
from rubamazzo_cli.game import Deal
from rubamazzo_cli.moves import REASONS, Move, options, read_move, sums
from rubamazzo_cli.rules import Rules, with_switches


def cards(text: str, deck: int = 40) -> list[Card]:
    return [read_card(code, deck) for code in text.split()]


def arranged(switches: str, hand: str, table: str, *piles: str, stock: str = "6c 6d 2c 2d") -> Deal:
    """A deal in which seat 1 is to play from this hand; the piles are those of the seats in order."""
    rules = with_switches(Rules(), switches.split())
    rest = [cards(pile, rules.deck) for pile in piles]
    rest += [[] for _ in range(rules.players - len(rest))]
    return Deal.arranged(
        rules,
        hands=[cards(hand, rules.deck), *[cards("4c", rules.deck)] * (rules.players - 1)],
        table=cards(table, rules.deck),
        piles=rest,
        stock=cards(stock, rules.deck),
        first=0,
        turn=0,
        round=1,
        last_capture=None,
    )


def menu(*position: str, **more: str) -> str:
    return " ".join(map(str, arranged(*position, **more).legal_moves()))


@st.composite
def any_move(draw):
    deck = draw(st.sampled_from([40, 52]))
    some = draw(st.lists(st.sampled_from(DECKS[deck]), min_size=1, max_size=12, unique=True))
    rob = draw(st.none() | st.integers(0, 8))
    return Move(some[0], rob, tuple(some[1:])), deck


@given(any_move())
def test_a_move_is_read_as_written(move_and_deck):
    move, deck = move_and_deck
    text = str(move)
    assert read_move(text, deck) == read_move(text.upper(), deck) == read_move(text.lower(), deck) == move
    if deck == 52:
        assert read_move(text.replace("T", "10"), deck) == move


@pytest.mark.parametrize(
    ("text", "move"),
    [
        ("5c", Move(read_card("5c", 40))),
        ("5cx5b", Move(read_card("5c", 40), None, tuple(cards("5b")))),
        ("5cx2b+3s", Move(read_card("5c", 40), None, tuple(cards("2b 3s")))),
        ("5c*2", Move(read_card("5c", 40), 1)),
        ("5c*2x5b", Move(read_card("5c", 40), 1, tuple(cards("5b")))),
    ],
)
def test_moves_as_records_write_them(text, move):
    assert read_move(text, 40) == move
    assert str(move) == text


NOT_MOVES = (
    "5 x5b *2 5cx 5c* 5c*0 5c*10 5cx5b*2 5cx5b+ 5cx+5b 5cx5bx5d 5c*2*2 5ccx5b 55c + 5c-5b 5cx5b,5d ５c 5c*２ ="
)


@pytest.mark.parametrize(
    "text", ["", "5c 5b", "5c\n", "5c x5b", "5c*-1", "5cc5b", "5" * 10_000, *NOT_MOVES.split()]
)
def test_what_is_not_written_as_a_move(text):
    with pytest.raises(BadMove) as refused:
        read_move(text, 40)
    assert refused.value.text == text


@pytest.mark.parametrize("text", ["8d", "5h", "5cx9d", "10d", "5cx5b+Td", "zz"])
def test_a_move_of_cards_that_are_not_in_the_deck(text):
    with pytest.raises(BadCard):
        read_move(text, 40)


@given(st.text(alphabet="57cdbsx*+2A10 T\0é", max_size=10), st.sampled_from([40, 52]))
def test_any_text_is_a_move_or_refused(text, deck):
    try:
        move = read_move(text, deck)
    except RubamazzoError:
        return
    assert read_move(str(move), deck) == move


# A line a rule: switches, hand, table, piles, and the menu.
@pytest.mark.parametrize(
    ("position", "expected"),
    [
        # 3.3
        (("", "5c", "5b 5d"), "5cx5b"),
        (("scoring=scopa", "5c", "5b 5d"), "5cx5b 5cx5d"),
        (("capture=all", "5c", "5b 2s 5d"), "5cx5b+5d"),
        (("capture=sum", "5c", "2b 3s 5d"), "5cx5d"),
        (("capture=sum", "5c", "2b 3s Ad 4d 3d"), "5cx2b+3s 5cxAd+4d"),
        (("capture=sum scoring=scopa", "5c", "2b 3s 3d"), "5cx2b+3s 5cx2b+3d"),
        (("capture=fifteen", "5c", "5b 5d"), "5cx5b+5d"),
        (("capture=fifteen", "5c", "Rb 4d 6s 5b"), "5cxRb 5cx4d+6s"),
        (("capture=fifteen", "5c", "5b"), "5c"),
        (("deck=52 capture=fifteen", "Kc", "2d Ah Ad"), "Kcx2d KcxAh+Ad"),
        # 3.4
        (("", "5c", "5b", "", "2d 5d"), "5c*2 5cx5b"),
        (("steal=first", "5c", "5b", "", "2d 5d"), "5c*2"),
        (("steal=last", "5c", "5b", "", "2d 5d"), "5cx5b"),
        (("steal=last", "5c", "6b", "", "2d 5d"), "5c*2"),
        (("steal=both", "5c", "5b", "", "2d 5d"), "5c*2x5b"),
        (("steal=both", "5c", "6b", "", "2d 5d"), "5c*2"),
        (("steal=off", "5c", "5b", "", "2d 5d"), "5cx5b"),
        (("steal=off", "5c", "6b", "", "2d 5d"), "5c"),
        (("", "5c", "6b", "", "5d 2d"), "5c"),
        (("players=3 capture=fifteen", "5c", "", "", "5b", "5d"), "5c*2 5c*3"),
        (("", "5c", "6b", "2d 5d"), "5c"),
        # 3.5
        (("capture=sum pile-in-sums=yes", "7c", "3d", "", "2s 4b"), "7c*2x3d"),
        (("capture=sum pile-in-sums=yes", "7c", "3d 7b", "", "2s 4b"), "7c*2x3d 7cx7b"),
        (("capture=sum pile-in-sums=yes", "7c", "3d Ab 2d", "", "2s 4b"), "7c*2x3d 7c*2xAb+2d"),
        (("capture=sum pile-in-sums=yes steal=first", "7c", "3d 7b", "", "2s 4b"), "7c*2x3d"),
        (("capture=sum pile-in-sums=yes steal=last", "7c", "3d 7b", "", "2s 4b"), "7cx7b"),
        (
            ("capture=sum pile-in-sums=yes steal=both players=3", "7c", "3d 7b", "", "2s 4b", "7d"),
            "7c*2x3d 7c*3x7b",
        ),
        (
            ("capture=sum pile-in-sums=yes steal=both players=3", "7c", "3d 4s", "", "2s 4b", "7d"),
            "7c*2x3d 7c*3x3d+4s",
        ),
        (("capture=sum pile-in-sums=yes steal=both", "7c", "3d 7b", "", "2s 4b"), "7c*2x3d 7cx7b"),
        # 3.6
        (("ace=sweep", "Ac", "3d 7b", "", "Ab"), "Acx3d+7b"),
        (("ace=sweep", "Ac", "", "", "Ab"), "Ac*2"),
        (("ace=sweep-or-rob", "Ac", "3d Ab", "", "2b"), "Ac*2 Acx3d+Ab"),
        (("ace=sweep-or-rob players=3", "Ac", "3d", "", "", "Ab"), "Acx3d"),
        (("ace=sweep-or-rob players=3", "Ac", "", "", "", "Ab"), "Ac*3"),
        (("ace=sweep-or-rob steal=first", "Ac", "3d", "", "2b"), "Ac*2 Acx3d"),
        (("ace=sweep-or-rob", "Ac", ""), "Ac"),
        (("ace=sweep must-take=no", "Ac", "3d"), "Acx3d Ac"),
        # 3.7
        (("", "5c 6c", "5b"), "5cx5b 6c"),
        (("must-take=hand", "5c 6c", "5b"), "5cx5b"),
        (("must-take=hand", "5c 6c", "7b"), "5c 6c"),
        (("must-take=no", "5c 6c", "5b"), "5cx5b 5c 6c"),
    ],
)
def test_what_may_be_done(position, expected):
    assert menu(*position) == expected


def test_an_ace_is_ordinary_in_the_last_round():
    assert menu("ace=sweep", "Ac", "3d Ab", stock="2c") == "AcxAb"
    assert menu("ace=sweep ace-in-last-round=yes", "Ac", "3d Ab", stock="2c") == "Acx3d+Ab"
    assert menu("ace=sweep players=3", "Ac", "3d Ab", stock="2c 2d") == "AcxAb"
    assert menu("ace=sweep players=3", "Ac", "3d Ab", stock="2c 2d 2b") == "Acx3d+Ab"


# For each reason: switches, hand, table, piles, and moves refused for it.
REFUSED = [
    ("not-held", ("", "5c", "5b"), "6c 5d 5bx5b 6cx5b 4c"),
    ("not-on-table", ("", "5c", "5b"), "5cx5d 5cx5b+5d 5cx5c"),
    ("not-on-table", ("", "5c", "5b", "", "5s"), "5c*2x5d 5cx5s"),
    ("no-pile", ("", "5c", "6b"), "5c*2 5c*1 5c*3 5c*9 5c*2x6b"),
    ("no-pile", ("", "5c", "6b", "5d"), "5c*1"),
    ("cannot-steal", ("", "5c", "5b", "", "5d 6s"), "5c*2 5c*2x5b"),
    ("cannot-steal", ("", "5c", "5b", "", "6s 5d"), "5c*2x5b"),
    ("cannot-steal", ("steal=off", "5c", "5b", "", "6s 5d"), "5c*2"),
    ("cannot-steal", ("steal=last", "5c", "5b", "", "6s"), "5c*2"),
    ("cannot-steal", ("capture=sum pile-in-sums=yes", "7c", "2d", "", "4s"), "7c*2x2d 7c*2"),
    ("cannot-steal", ("ace=sweep-or-rob players=3", "Ac", "3d", "", "2b", "Ab"), "Ac*3"),
    ("cannot-take", ("", "5c", "5b 6b 2d 3d"), "5cx6b 5cx2d+3d 5cx5b+6b"),
    ("cannot-take", ("", "5c", "5b 5d"), "5cx5b+5d 5cx5b+5b"),
    ("cannot-take", ("steal=first", "5c", "6b 2b 3b", "", "5d"), "5cx6b 5cx2b+3b"),
    ("cannot-take", ("capture=all", "5c", "5b 5d"), "5cx5b"),
    ("cannot-take", ("capture=sum", "5c", "5b 2d 3d"), "5cx2d+3d"),
    ("cannot-take", ("ace=sweep", "Ac", "Ab 3d"), "AcxAb"),
    ("cannot-take", ("ace=sweep steal=first", "Ac", "Ab 3d", "", "Ad"), "AcxAb"),
    ("steal-first", ("steal=first", "5c", "5b", "", "5d"), "5cx5b"),
    ("steal-first", ("steal=first capture=sum pile-in-sums=yes", "7c", "3d 7b", "", "4b"), "7cx7b"),
    ("take-first", ("steal=last", "5c", "5b", "", "5d"), "5c*2"),
    ("take-first", ("steal=last capture=sum pile-in-sums=yes", "7c", "3d 7b", "", "4b"), "7c*2x3d"),
    ("both-at-once", ("steal=both", "5c", "5b", "", "5d"), "5c*2 5cx5b"),
    ("must-take", ("", "5c 6c", "5b"), "5c"),
    ("must-take", ("", "5c 6c", "4b", "", "5s"), "5c"),
    ("must-take", ("must-take=hand", "5c 6c", "5b"), "5c"),
    ("must-take-hand", ("must-take=hand", "5c 6c", "5b"), "6c"),
]


@pytest.mark.parametrize(("reason", "position", "refused"), REFUSED)
def test_why_a_move_is_refused(reason, position, refused):
    deal = arranged(*position)
    for text in refused.split():
        move = read_move(text, deal.rules.deck)
        before = menu(*position)
        with pytest.raises(MoveRefused) as error:
            deal.play(move)
        assert error.value.reason == reason, text
        assert error.value.move is move
        assert " ".join(map(str, deal.legal_moves())) == before
        assert not deal.moves


def test_every_reason_has_a_test():
    assert {reason for reason, _, _ in REFUSED} == set(REASONS)


def test_a_deal_that_is_over_refuses_every_move():
    deal = arranged("", "5c", "5b", stock="")
    for _ in range(2):
        deal.play(deal.legal_moves()[0])
    assert deal.is_over
    for text in ("5c", "5cx5b", "4c", "5c*2"):
        with pytest.raises(DealOver):
            deal.play(read_move(text, 40))


def test_a_deal_that_is_over_refuses_whoever_is_said_to_hold_a_card():
    deal = arranged("", "5c", "5b", stock="")
    for _ in range(2):
        deal.play(deal.legal_moves()[0])
    deal.hands[deal.turn] = [read_card("4c", 40)]
    assert deal.legal_moves() == ()
    with pytest.raises(DealOver):
        deal.play(read_move("4c", 40))


def test_cards_named_in_any_order_are_taken_in_table_order():
    deal = arranged("capture=sum", "5c", "3s 2b")
    deal.play(read_move("5cx2b+3s", 40))
    assert str(deal.moves[0]) == "5cx3s+2b"
    assert list(map(str, deal.piles[0])) == ["3s", "2b", "5c"]


@pytest.mark.parametrize(
    ("position", "text", "left"),
    [
        (("", "5c", "5b 5d"), "5cx5d", "5b"),
        (("capture=sum", "5c", "2b 3s 3d"), "5cx3d+2b", "3s"),
        (("capture=fifteen", "5c", "4b 6s 4d 6d"), "5cx4d+6d", "4b 6s"),
        (("steal=both", "5c", "5b 5d", "", "5s"), "5c*2x5d", "5b"),
        (("capture=sum pile-in-sums=yes", "7c", "3d 3s", "", "4b"), "7c*2x3s", "3d"),
    ],
)
def test_a_move_that_names_a_younger_card_is_taken_at_its_word(position, text, left):
    deal = arranged(*position)
    assert text not in menu(*position).split()
    deal.play(read_move(text, 40))
    assert " ".join(map(str, deal.table)) == left
    assert set(deal.moves[0].takes) == set(read_move(text, 40).takes)


def test_under_scopa_scoring_no_two_moves_are_alike():
    assert menu("scoring=scopa capture=sum", "5c", "2b 3s 3d") == "5cx2b+3s 5cx2b+3d"
    with pytest.raises(MoveRefused):
        arranged("scoring=scopa capture=all", "5c", "5b 5d").play(read_move("5cx5d", 40))


@pytest.mark.parametrize("seed", range(40))
def test_of_moves_that_are_alike_one_is_listed_and_all_may_be_played(seed):
    stream = Stream("alike", seed)
    rules = random_rules(stream)
    for deal in positions(rules, stream):
        listed = set()
        for move in deal.legal_moves():
            if not rules.suits_matter:
                alike = (move.card, move.rob, tuple(sorted(card.rank for card in move.takes)))
                assert alike not in listed
                listed.add(alike)
                other = younger(move, deal, stream)
                assert deal.recognised(other).takes == tuple(c for c in deal.table if c in other.takes)
            assert deal.recognised(move) == move


# sums

LONG = "Ac Ad Ab As 2c 2d 2b 2s 3c 3d 3b 3s 4c 4d 4b 4s 5c 5d 5b 5s"


@pytest.mark.parametrize("total", [1, 7, 10, 14])
def test_sums_on_a_table_of_twenty_cards(total):
    """Their number is worked out by another way: rank by rank, how many ways lead to each total."""
    table = cards(LONG)
    for scoring, ways_to_choose in (("cards", (1, 1, 1, 1, 1)), ("scopa", (1, 4, 6, 4, 1))):
        ways = [1] + [0] * total
        for rank in range(1, 6):
            ways = [
                sum(
                    ways[reached - rank * count] * choices
                    for count, choices in enumerate(ways_to_choose)
                    if reached >= rank * count
                )
                for reached in range(total + 1)
            ]
        found = sums(Rules(scoring=scoring), table, total)
        assert len(found) == len(set(found)) == ways[total]
        assert all(sum(card.rank for card in some) == total for some in found)
        places = [[table.index(card) for card in some] for some in found]
        assert places == sorted(places, key=lambda at: (len(at), at))
        assert all(at == sorted(at) for at in places)


@given(st.lists(st.sampled_from(DECKS[52]), max_size=9, unique=True), st.integers(1, 14), st.booleans())
def test_sums_are_all_the_subsets(table, total, suits_matter):
    rules = Rules(scoring="scopa" if suits_matter else "cards")
    expected, seen = [], set()
    for size in range(1, len(table) + 1):
        for some in combinations(table, size):
            ranks = tuple(sorted(card.rank for card in some))
            if sum(ranks) == total and (suits_matter or ranks not in seen):
                seen.add(ranks)
                expected.append(some)
    assert sums(rules, table, total) == expected


def test_a_sum_of_nothing_is_no_set():
    assert menu("capture=sum pile-in-sums=yes", "7c", "2d 3d", "", "7s") == "7c*2"


def test_options_is_told_what_lies_there_and_nothing_else():
    card = read_card("5c", 40)
    moves = options(Rules(players=3), card, cards("5b"), [(1, None), (2, read_card("5d", 40))], False)
    assert [str(move) for move in moves] == ["5c*3", "5cx5b"]
