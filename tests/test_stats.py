"""Statistics: what finished games come to, in words, and the head start they suggest."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sessions import begun, played, run

from rubamazzo_cli.i18n import language
from rubamazzo_cli.record import read_records, write_record
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.stats import command, stats_lines, stats_text
from rubamazzo_cli.tally import ENOUGH, Finished, finished, head_start, rules_of, tallies


def games(*outcomes: str, **fields) -> list[Finished]:
    """Games of one kind with these outcomes, w, d or l."""
    names = {"w": "won", "d": "drawn", "l": "lost"}
    one = Finished("rubamazzo", "", 2, ("easy",), "", "won", ((20, 20),))._replace(**fields)
    return [one._replace(outcome=names[outcome]) for outcome in "".join(outcomes)]


def texts(all_games: list[Finished]) -> list[str]:
    return [line.text for line in stats_lines(tallies(all_games), language("en"))]


# what a game comes to


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seats", ["you easy", "easy you", "hard you random", "easy normal random you"])
def test_a_finished_game_is_what_its_record_says(name, seats):
    record = played(name, seats, seed=3)
    game = finished(record)
    assert game is not None
    you = seats.split().index("you")
    winner = record.match.winner
    assert (game.outcome == "won") == (winner == you)
    assert game.seats == len(game.rivals) + 1 == len(seats.split())
    assert sorted(game.rivals) == sorted(seat for seat in seats.split() if seat != "you")
    assert [own for own, _ in game.cards] == [
        deal.result.sizes[you] for deal in record.match.deals if deal.result
    ]
    for deal, (own, other) in zip(record.match.deals, game.cards, strict=True):
        assert deal.result is not None
        others = list(deal.result.sizes)
        del others[you]
        assert (own, other) == (deal.result.sizes[you], max(others))
    assert rules_of(game) == record.rules
    assert finished(read_records(write_record(record))[0]) == game


def test_a_draw_between_others_is_lost():
    for seed in range(300):
        record = played(seats="you easy easy", seed=seed)
        result = record.match.deals[-1].result
        assert result is not None
        if result.winner is None:
            game = finished(record)
            assert game is not None
            assert game.outcome == ("drawn" if 0 in result.leaders else "lost")
            if 0 not in result.leaders:
                return
    raise AssertionError("no such game was found")


def test_a_head_start_is_no_part_of_the_kind_nor_of_the_cards():
    plain, with_start = finished(played()), finished(played(switches=["handicap=9,0"]))
    assert plain is not None
    assert with_start is not None
    assert with_start.kind == plain.kind
    assert with_start.cards == plain.cards


def test_house_rules_are_part_of_the_kind():
    game = finished(played(switches=["must-take=no", "match=best-of-3"]))
    assert game is not None
    assert game.switches == "must-take=no match=best-of-3"


@pytest.mark.parametrize("seats", ["you you:Anna", "easy random"])
def test_games_without_one_person_are_nobodys(seats):
    assert finished(played(seats=seats)) is None


def test_an_unfinished_game_is_none():
    game = begun()
    assert finished(game.record) is None


def test_help_is_noted():
    game = finished(played(lines=["1", "undo"]))
    assert game is not None
    assert game.is_assisted


# tallies


@given(
    st.lists(st.tuples(st.sampled_from("wdl"), st.booleans(), st.sampled_from(["easy", "hard"])), max_size=30)
)
def test_tallies_count_every_game_once(drawn):
    all_games = [
        games(outcome, is_assisted=is_assisted, rivals=(rival,))[0] for outcome, is_assisted, rival in drawn
    ]
    counted = tallies(all_games)
    assert sum(sum(tally.games.values()) + sum(tally.assisted.values()) for tally in counted) == len(drawn)
    for tally in counted:
        own = [game for game in all_games if game.rivals == tally.rivals]
        alone = [game.outcome for game in own if not game.is_assisted]
        assert tally.games == {name: alone.count(name) for name in ("won", "drawn", "lost")}
        if not alone:
            assert tally.streak is None
            continue
        outcome, length = tally.streak
        assert alone[-length:] == [outcome] * length
        assert alone[-length - 1 : -length] != [outcome]


def test_the_mean_is_over_deals_and_the_error_rate_over_reviewed_games():
    some = games("w", cards=((10, 30), (20, 20))) + games("l", cards=((30, 10),), error_rate=4.0)
    (tally,) = tallies(some + games("w", error_rate=1.0, cards=((20, 20),)))
    assert tally.mean_cards == 20
    assert (tally.reviewed, tally.error_rate) == (2, 2.5)


def test_a_mean_is_the_same_in_every_version_of_python():
    (tally,) = tallies(games("w", error_rate=0.1) * 10)
    assert tally.error_rate == 0.1


@given(st.lists(st.lists(st.integers(0, 40), min_size=1, max_size=3), min_size=ENOUGH, max_size=20))
def test_with_the_head_start_no_more_than_half_the_deals_go_either_way(piles):
    some = [games("w", cards=tuple((own, 40 - own) for own in deals))[0] for deals in piles]
    cards = head_start(some)
    assert cards is not None
    behind = [other - own - cards for game in some for own, other in game.cards]
    assert sum(number > 0 for number in behind) <= len(behind) / 2
    assert sum(number < 0 for number in behind) <= len(behind) / 2


def test_no_head_start_is_suggested_too_early_or_where_it_means_nothing():
    assert head_start(games("l" * (ENOUGH - 1), cards=((10, 30),))) is None
    assert head_start(games("l" * ENOUGH, cards=((10, 30),))) == 20
    assert head_start(games("l" * ENOUGH, seats=3, rivals=("easy", "easy"))) is None
    assert head_start(games("l" * ENOUGH, variant="scopa")) is None
    assert head_start([]) is None
    (tally,) = tallies(games("l" * ENOUGH, is_assisted=True))
    assert tally.head_start is None, "assisted games say nothing about strength"


@pytest.mark.parametrize(
    ("fields", "typed"),
    [
        ({}, "rubamazzo --set handicap=5,0 --level easy"),
        ({"variant": "nord"}, "rubamazzo --variant nord --set handicap=5,0 --level easy"),
        (
            {"switches": "table=6 match=best-of-3"},
            "rubamazzo --set table=6 --set match=best-of-3 --set handicap=5,0 --level easy",
        ),
        ({"player": "Anna"}, "rubamazzo --set handicap=5,0 --seat you:Anna --seat easy"),
        ({"rivals": ("cmd:./bot -x",)}, "rubamazzo --set handicap=5,0 --seat you --seat 'cmd:./bot -x'"),
    ],
)
def test_the_command_to_type(fields, typed):
    (tally,) = tallies(games("l" * ENOUGH, **{"cards": ((15, 20),)} | fields))
    assert tally.head_start == 5
    assert command(tally, 5) == typed
    assert command(tally, -5) == typed.replace("handicap=5,0", "handicap=0,5")


def test_the_command_to_type_plays():
    (tally,) = tallies(games("w" * ENOUGH, cards=((26, 12),)))
    words = command(tally, -14).split()[1:]
    done = run(*words, "--seed", "1", typed="1\n" * 40)
    assert done.returncode == 0
    assert "Easy: " in done.stdout
    assert "head start of 14" in done.stdout


# in words


def test_what_is_told():
    some = games("wlwww", cards=((15, 20),)) + games("l", is_assisted=True) + games("w", player="Anna")
    assert texts(some) == [
        "Variant rubamazzo, 2 players, against Easy.",
        "5 games: 4 won, 0 drawn, 1 lost.",
        "You have won the last 3 games.",
        "Cards in your pile at the end of a deal, on average: 15.0.",
        "With help, and not counted above, 1 game: 0 won, 0 drawn, 1 lost.",
        "",
        "Variant rubamazzo, 2 players, against Easy.",
        "Played by Anna.",
        "1 game: 1 won, 0 drawn, 0 lost.",
        "Cards in your pile at the end of a deal, on average: 20.0.",
    ]


@pytest.mark.parametrize(
    ("own", "sentence"),
    [
        (12, "A head start of 4 cards for you would make the next game even. Type:"),
        (15, "A head start of 1 card for you would make the next game even. Type:"),
        (16, "You are even: nobody needs a head start."),
        (17, "A head start of 1 card for Easy would make the next game even. Type:"),
        (20, "A head start of 4 cards for Easy would make the next game even. Type:"),
    ],
)
def test_the_suggestion_is_a_sentence(own, sentence):
    assert sentence in texts(games("w" * ENOUGH, cards=((own, 16),)))


def test_streaks_and_reviews_are_sentences():
    assert "The last 2 games were draws." in texts(games("ldd"))
    assert "You have lost the last 2 games." in texts(games("wll"))
    assert not any("last" in text for text in texts(games("wdl")))
    told = texts(games("w", error_rate=1.26) + games("l"))
    assert "In 1 reviewed game a choice cost you 1.3 points of winning chance on average." in told
    told = texts(games("ww", error_rate=2.0, variant="scopa"))
    assert "In 2 reviewed games a choice cost you 2.0 % of the points of a deal on average." in told


def test_without_games_it_says_so():
    (only,) = texts([])
    assert only.startswith("No finished game has been noted yet:")


def test_for_programs():
    (told,) = json.loads(stats_text(tallies(games("l" * ENOUGH, cards=((15, 20),)))))
    assert told == {
        "variant": "rubamazzo",
        "switches": "",
        "players": 2,
        "rivals": ["easy"],
        "player": "",
        "games": 8,
        "won": 0,
        "drawn": 0,
        "lost": 8,
        "streak": {"outcome": "lost", "games": 8},
        "mean_cards": 15.0,
        "reviewed": 0,
        "error_rate": None,
        "assisted": {"games": 0, "won": 0, "drawn": 0, "lost": 0},
        "head_start": 5,
        "command": "rubamazzo --set handicap=5,0 --level easy",
    }


def test_house_rules_and_programs_are_named():
    told = texts(games("w", switches="hand=4", rivals=("cmd:./bot",), player="Anna"))
    assert told[0] == "Variant rubamazzo with house rules hand=4, 2 players, against ./bot."
    assert told[1] == "Played by Anna."
