"""A session: what may be typed at its prompts, and what it tells (formats 2)."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sessions import lines_in, session

from rubamazzo_cli.cards import DECKS
from rubamazzo_cli.lines import Line, laid_out
from rubamazzo_cli.record import write_record
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.session import Pause, Session, number_up_to


def roles(outputs) -> set[str]:
    return {line.role for line in lines_in(outputs)}


def state(game: Session) -> tuple[object, ...]:
    """All of a session that a refused line must leave as it is."""
    return (write_record(game.record), game.asking, game.seats, game.games, game.seed, game.last_human)


def play_out(game: Session, answer="1", limit=2000) -> list[Line]:
    lines = lines_in(game.start())
    for _ in range(limit):
        if game.asking is None or game.asking.kind == "after":
            return lines
        lines += lines_in(game.feed(answer))
    raise AssertionError("the game does not end")


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("seats", ["you easy", "you easy random", "random you:Anna easy you:Bruno"])
def test_a_game_is_played_to_its_end_by_typing_1(name, seats):
    game = session(name, seats)
    play_out(game)
    assert game.is_over
    assert game.asking is not None


def test_without_a_human_the_game_runs_by_itself_and_asks_nothing():
    game = session(seats="easy random")
    lines = lines_in(game.start())
    assert game.is_over
    assert game.asking is None
    assert "seed 1" in lines[-1].text


def test_the_seed_is_not_told_before_the_game_is_over():
    game = session(seed=987654)
    assert not any("987654" in line.text for line in play_out(game)[:-2])


BAD_LINES = [
    "0", "00", "01", "+1", "-1", "1 2", "1.0", "１", "²", "1_0", "9", "99999999999999999999", "x1", "zz", "7", "Ax",
    "10d", "\N{REPLACEMENT CHARACTER}", "7d7c", "7dx", "x7d", "7d*", "7d*0", "7d*9", "5cx5c", "hint hint", "help me",
    "quit now", "new game", "level god", "yes", "no", "'", '"', "\\", "%s", "{n}", "ß", "ı", "ﬁ", "١",
]  # fmt: skip


@pytest.mark.parametrize("line", BAD_LINES)
def test_a_refused_line_changes_nothing(line):
    game = session()
    list(game.start())
    before = state(game)
    assert roles(game.feed(line)) == {"refused"}
    assert state(game) == before


@pytest.mark.parametrize("line", [line for line in BAD_LINES if line not in ("yes", "no")])
def test_a_refused_answer_changes_nothing(line):
    game = session()
    list(game.start())
    list(game.feed("new"))
    before = state(game)
    assert roles(game.feed(line)) == {"refused"}
    assert state(game) == before


@pytest.mark.parametrize("line", [*(line for line in BAD_LINES if line not in {"7", "9"}), "", "40", "1.5"])
def test_a_refused_cut_changes_nothing(line):
    game = session(cut=True)
    list(game.start())
    before = state(game)
    assert roles(game.feed(line)) == {"refused"}
    assert state(game) == before


@pytest.mark.parametrize("card", DECKS[40], ids=repr)
def test_a_card_that_is_not_held_is_refused(card):
    game = session()
    list(game.start())
    held = card in game.deal.hands[0]
    before = state(game)
    assert ("refused" in roles(game.feed(card.code))) is not held
    if not held:
        assert state(game) == before


def choosing() -> Session:
    """A session at the question what the 5 of coppe will do: steal, or take."""
    deck = ["7d", "5d", "5c", "Rb", "2s", "6s", "7c", "5b", "4s", "5s"]
    cards = {card.code: card for card in DECKS[40]}
    order = tuple(cards[code] for code in [*deck, *(code for code in cards if code not in deck)])
    game = session(seats="you:Anna you:Bruno", deck=order)
    list(game.start())
    for line in ("7d", "5d", "5c"):
        list(game.feed(line))
    assert game.asking is not None
    assert game.asking.kind == "choice"
    return game


@pytest.mark.parametrize("line", ["0", "3", "01", "７", "7d", "5cx5b", "what"])
def test_a_refused_choice_changes_nothing(line):
    game = choosing()
    before = state(game)
    assert roles(game.feed(line)) == {"refused"}
    assert state(game) == before


@pytest.mark.parametrize("line", ["", "x", "X", "esc", " x "])
def test_a_choice_can_be_called_off(line):
    game = choosing()
    list(game.feed(line))
    assert game.asking is not None
    assert game.asking.kind == "move"
    assert len(game.deal.moves) == 2


@pytest.mark.parametrize(
    ("line", "move"), [("1", "5c*2"), ("2", "5cx5s"), ("5C*2", "5c*2"), ("5cX5s", "5cx5s")]
)
def test_a_choice_by_number_or_by_token(line, move):
    game = choosing()
    list(game.feed(line))
    assert str(game.deal.moves[-1]) == move


def test_between_two_people_there_is_a_pause_with_what_was_played_meanwhile():
    game = session(seats="you:Anna easy you:Bruno")
    list(game.start())
    pauses = [output for output in game.feed("1") if isinstance(output, Pause)]
    assert [pause.seat for pause in pauses] == [2]
    assert len(pauses[0].lines) == 2


@pytest.mark.parametrize("lines", [["new", "yes"], ["new", "yes", "new", "yes"]])
def test_whoever_begins_another_game_does_not_see_the_hand_of_whoever_plays_first_in_it(lines):
    game = session(seats="you:Anna you:Bruno you:Carla")
    list(game.start())
    outputs = [output for line in lines for output in game.feed(line)]
    pauses = [output for output in outputs if isinstance(output, Pause)]
    assert [pause.seat for pause in pauses] == [1, 2][: len(lines) // 2]
    hands = [at for at, output in enumerate(outputs) if isinstance(output, Line) and "'s hand" in output.text]
    assert outputs.index(pauses[0]) < hands[0]


def test_open_hands_need_no_pause():
    game = session(seats="you:Anna you:Bruno", open=True)
    list(game.start())
    assert not any(isinstance(output, Pause) for output in game.feed("1"))


def test_another_game_has_the_next_seed_and_passes_the_first_player_on():
    game = session(seed=2**32 - 1)
    play_out(game)
    list(game.feed("n"))
    assert (game.seed, game.match.first) == (0, 1)
    while game.asking is not None and game.asking.kind != "after":
        list(game.feed("1"))
    assert game.is_over


@pytest.mark.parametrize("line", ["anything", "1", "", "7d", "q", "quit"])
def test_after_a_game_anything_else_leaves(line):
    game = session()
    play_out(game)
    list(game.feed(line))
    assert game.asking is None


@pytest.mark.parametrize(
    "word", ["help", "rules", "table", "hand", "piles", "last", "score", "log", "?", "level hard"]
)
def test_after_a_game_a_command_does_what_it_says_and_the_prompt_returns(word):
    game = session()
    play_out(game)
    assert lines_in(game.feed(word))
    assert game.asking is not None
    assert game.asking.kind == "after"


def test_giving_a_game_up_asks_once_and_no_means_no():
    game = session()
    list(game.start())
    before = write_record(game.record)
    list(game.feed("n"))
    assert game.asking is not None
    assert game.asking.kind == "yes or no"
    list(game.feed("n"))
    assert write_record(game.record) == before
    list(game.feed("new"))
    list(game.feed("yes"))
    assert game.games == 2


def test_a_new_level_holds_at_once_only_while_nothing_is_played():
    game = session()
    list(game.start())
    list(game.feed("level hard"))
    assert game.record.seats[1].kind == "hard"
    list(game.feed("1"))
    list(game.feed("l"))
    assert game.record.seats[1].kind == "hard"
    assert game.seats[1].kind == "easy"


def test_a_new_level_at_the_cut_holds_for_the_deal_about_to_begin():
    game = session(cut=True)
    list(game.start())
    list(game.feed("level hard"))
    list(game.feed("5"))
    assert game.record.seats[1].kind == "hard"


def test_open_hands_are_told_though_nobody_is_asked():
    lines = [line.text for line in lines_in(session(seats="easy random", open=True).start())]
    assert sum("'s hand: " in line for line in lines) == 2 * 6
    assert not any("'s hand: " in line.text for line in lines_in(session(seats="easy random").start()))


def test_leaving_is_understood_in_any_case_at_the_question_of_a_new_game():
    game = session()
    list(game.start())
    list(game.feed("new"))
    list(game.feed("Q"))
    assert game.asking is None


def test_a_new_level_of_a_later_deal_stands_in_the_record():
    game = session("classico")
    list(game.start())
    list(game.feed("1"))
    list(game.feed("level hard"))
    while len(game.match.deals) == 1:
        list(game.feed("1"))
    assert game.record.seats[1].kind == "easy"
    assert game.record.seats_of[2][1].kind == "hard"


def test_the_lot_decides_who_is_first_and_is_the_same_for_the_same_seed():
    firsts = {seed: session(seed=seed, first=None).match.first for seed in range(40)}
    assert set(firsts.values()) == {0, 1}
    assert firsts == {seed: session(seed=seed, first=None).match.first for seed in range(40)}


def test_the_deal_does_not_depend_on_who_plays_or_how():
    one, other = session(seats="you hard", seed=5), session(seats="random easy", seed=5)
    list(one.start())
    list(other.start())
    assert one.deal.deck == other.deal.deck


def test_the_last_human_in_the_order_of_play_cuts():
    game = session(seats="you:Anna easy you:Bruno", cut=True, first=2)
    lines = lines_in(game.start())
    assert lines[-1].text.startswith("Anna, cut")


@pytest.mark.parametrize(
    ("text", "number"),
    [("1", 1), ("12", 12), ("13", 0), ("0", 0), ("01", 0), ("１", 0), ("9" * 5000, 0), ("", 0)],
)
def test_numbers_are_plain_digits_within_the_list(text, number):
    assert number_up_to(12, text) == number


TYPED = st.one_of(
    st.sampled_from(
        ["1", "2", "3", "x", "new", "yes", "no", "help", "rules", "log", "last", "score", "level", "hand"]
    ),
    st.sampled_from([card.code for card in DECKS[40]]),
    st.sampled_from(BAD_LINES),
    st.text(max_size=6),
)


@settings(max_examples=150, deadline=None)
@given(
    name=st.sampled_from(list(VARIANTS)),
    seats=st.sampled_from(["you easy", "you:A you:B", "random you easy", "you random you easy"]),
    seed=st.integers(0, 2**32 - 1),
    cut=st.booleans(),
    lines=st.lists(TYPED, max_size=60),
)
def test_whatever_is_typed_the_session_goes_on(name, seats, seed, cut, lines):
    game = session(name, seats, seed, cut=cut)
    list(game.start())
    for line in lines:
        if game.asking is None:
            break
        before = state(game)
        outputs = lines_in(game.feed(line))
        if "refused" in {output.role for output in outputs}:
            assert state(game) == before
        for output in outputs:
            for row in laid_out(output, 80):
                assert len(row) <= 80
                assert not row.startswith(("# ", "> "))
