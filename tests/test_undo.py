"""The command undo: back to the player's last choice, with the same future (formats 2)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from sessions import begun, lines_in, session

from rubamazzo_cli.cards import DECKS
from rubamazzo_cli.files import GrowingFile
from rubamazzo_cli.lines import Line
from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.playing import RecordFile
from rubamazzo_cli.record import read_records, write_record
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.session import Session


def fed(game: Session, *lines: str) -> list[Line]:
    return [said for line in lines for said in lines_in(game.feed(line))]


def screen(game: Session) -> tuple[object, ...]:
    """All there is to see and to play on with, except that the game was assisted."""
    record = write_record(game.record).replace('[Assisted "undo"]\n', "")
    return record, game.view(game.viewer), game.asking


def choose(game: Session, pick: int) -> None:
    """Play some card and, where it can do several things, any of them."""
    at = len(game.deal.moves), len(game.match.deals)
    list(game.feed(str(1 + pick % len(game.view(game.viewer).hand))))
    while game.asking is not None and game.asking.kind == "choice":
        list(game.feed(str(1 + pick % 2)))
    assert (len(game.deal.moves), len(game.match.deals)) != at


@given(
    name=st.sampled_from(list(VARIANTS)),
    seats=st.sampled_from(["you easy", "easy you", "normal you random easy", "random easy you"]),
    seed=st.integers(0, 2**32 - 1),
    picks=st.lists(st.integers(0, 11), min_size=1, max_size=14),
    back=st.integers(1, 14),
)
def test_going_back_shows_each_moment_again_and_the_same_choices_meet_the_same_answers(
    name, seats, seed, picks, back
):
    game = begun(name, seats, seed)
    moments = [screen(game)]
    chosen: list[int] = []
    for pick in picks:
        choose(game, pick)
        if len(game.match.deals) > 1 or game.is_over:
            return
        moments.append(screen(game))
        chosen.append(pick)
    back = min(back, len(chosen))
    for at in range(len(chosen) - 1, len(chosen) - 1 - back, -1):
        told = fed(game, "undo")
        assert told[0].text.startswith("You take back ")
        assert [line.text for line in told[1:]] == [line.text for line in state_lines(game)]
        assert screen(game) == moments[at]
    assert game.record.assisted == {"undo"}
    for at in range(len(chosen) - back, len(chosen)):
        choose(game, chosen[at])
        assert screen(game) == moments[at + 1]


def state_lines(game: Session) -> list[Line]:
    return game.narrator.state(game.view(game.viewer))


def test_another_choice_goes_another_way():
    game = begun()
    fed(game, "1")
    first = game.deal.moves[0]
    fed(game, "u", "2")
    assert game.deal.moves[0] != first
    fed(game, "log")
    assert len(game.deal.moves) == 2


def test_a_choice_that_is_open_is_called_off():
    cards = {card.code: card for card in DECKS[40]}
    dealt = ["Ac", "Rb", "7d", "Rc", "Fd", "Rd", "7c", "7b", "2s", "4c"]
    order = (*dealt, *(code for code in cards if code not in dealt))
    game = begun(
        "rubamazzo", "you random", switches=["scoring=scopa"], deck=tuple(cards[code] for code in order)
    )
    fed(game, "Ac", "7d")
    assert game.asking is not None
    assert game.asking.kind == "choice"
    fed(game, "undo")
    assert game.asking.kind == "move"
    assert game.deal.moves == []


def test_before_the_first_choice_there_is_nothing_to_take_back():
    for game in (begun(), begun(seats="easy you")):
        before = screen(game)
        assert [line.role for line in fed(game, "undo")] == ["refused"]
        assert screen(game) == before
        assert game.record.assisted == frozenset()


def test_the_deal_before_is_over():
    game = begun("classico")
    while len(game.match.deals) == 1:
        fed(game, "1")
    assert [line.role for line in fed(game, "undo")] == ["refused"]


def test_between_deals_while_somebody_cuts_there_is_nothing_to_take_back():
    game = begun("classico", cut=True)
    assert [line.text for line in fed(game, "undo")] == ["No cards have been dealt yet."]
    while game.asking is None or game.asking.kind != "cut" or not game.match.deals:
        fed(game, "1")
    assert [line.text for line in fed(game, "undo")] == ["The deal is over, so no play can be taken back."]
    fed(game, "7")
    assert len(game.match.deals) == 2


def test_where_several_people_play_nothing_is_taken_back():
    game = begun(seats="you:Anna you:Bruno")
    fed(game, "1", "1")
    before = screen(game)
    assert [line.role for line in fed(game, "undo")] == ["refused"]
    assert screen(game) == before


def test_after_the_game_it_stands_and_the_prompt_returns():
    game = begun()
    while not game.is_over:
        fed(game, "1")
    before = write_record(game.record)
    assert [line.role for line in fed(game, "undo")] == ["help"]
    assert write_record(game.record) == before
    assert game.asking is not None


def test_the_next_game_is_not_assisted():
    game = begun()
    fed(game, "1", "undo")
    fed(game, "new", "yes")
    assert game.record.assisted == frozenset()


def test_a_new_level_holds_at_once_when_everything_was_taken_back():
    game = begun()
    fed(game, "1", "undo", "level hard")
    assert game.record.seats[1].kind == "hard"


@pytest.mark.parametrize("level", LEVELS)
def test_a_level_answers_the_same_play_in_the_same_way(level):
    game = begun(seats=f"you {level}", seed=11)
    fed(game, "1", "1")
    before = list(game.deal.moves)
    fed(game, "u", "u", "1", "1")
    assert game.deal.moves == before


def test_the_growing_record_is_a_true_beginning_after_every_line(tmp_path):
    game = session(seed=5)
    path = tmp_path / "game.rbm"
    witness = RecordFile(GrowingFile(path))

    def see(outputs) -> None:
        for output in outputs:
            witness.told(output, game)
        witness.asked(game)
        (record,) = read_records(path.read_text("utf-8"))
        assert record.match.deals[-1].moves == game.deal.moves
        assert record.assisted == game.record.assisted

    see(game.start())
    for line in ("1", "1", "u", "1", "u", "u", "2", "1", "1", "1", "u"):
        see(game.feed(line))
    while not game.is_over:
        see(game.feed("1"))
    witness.ended(0, game)
    assert path.read_text("utf-8") == write_record(game.record)
    assert '[Assisted "undo"]' in path.read_text("utf-8")
