"""First steps: every lesson is played by the rules, every sentence of it is true, and a child gets through."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from sessions import texts

from rubamazzo_cli import cli
from rubamazzo_cli.cards import DECKS, Card, read_card
from rubamazzo_cli.commands import COMMANDS
from rubamazzo_cli.console import ScriptedConsole
from rubamazzo_cli.game import Deal
from rubamazzo_cli.lessons import LESSONS, Lesson, Lessons
from rubamazzo_cli.lines import Line, laid_out
from rubamazzo_cli.moves import read_move
from rubamazzo_cli.session import Manner

BY_NAME = {lesson.name: lesson for lesson in LESSONS}


def answers(lesson: Lesson, deal: Deal, token: str) -> list[str]:
    """What is typed to play this move: the number of its card, and of what the card does where it is asked."""
    move = read_move(token, 40)
    same_card = [str(other) for other in deal.legal_moves() if other.card is move.card]
    typed = [str(deal.hands[0].index(move.card) + 1)]
    return typed + ([str(same_card.index(token) + 1)] if len(same_card) > 1 else [])


def at(number: int, **manner: bool) -> Lessons:
    """The lessons at the beginning of lesson `number` (from 0)."""
    learner = Lessons(Manner(**manner))
    list(learner.start())
    for lesson in LESSONS[:number]:
        for line in answers(lesson, learner.deal, lesson.right):
            list(learner.feed(line))
    assert learner.learnt == number
    return learner


def positions() -> Iterator[tuple[int, Lesson, Deal]]:
    for number, lesson in enumerate(LESSONS):
        yield number, lesson, at(number).deal


def by_name(name: str) -> tuple[Lesson, Deal]:
    return BY_NAME[name], at(LESSONS.index(BY_NAME[name])).deal


def hidden_equals(deal: Deal, card: Card) -> int:
    """How many cards of this rank the learner has never seen."""
    hidden = [*deal.hands[1], *deal.stock]
    return sum(other.rank == card.rank for other in hidden)


def test_there_are_five():
    assert list(BY_NAME) == ["Taking", "Stealing", "Choosing", "What a card must do", "The danger of a top"]


@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_every_move_of_a_lesson_is_the_right_one_or_has_its_sentence(number):
    lesson, deal = LESSONS[number], at(number).deal
    assert deal.turn == 0
    assert {str(move) for move in deal.legal_moves()} == {lesson.right, *lesson.tries}
    assert lesson.right not in lesson.tries


@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_another_card_is_met_gently_and_changes_nothing(number):
    lesson = LESSONS[number]
    for token in lesson.tries:
        learner = at(number)
        before = list(learner.deal.moves)
        typed = answers(lesson, learner.deal, token)
        for line in typed[:-1]:
            list(learner.feed(line))
        (said,) = learner.feed(typed[-1])
        assert isinstance(said, Line)
        assert said.role == "help"
        assert "{" not in said.text
        assert learner.deal.moves == before
        assert learner.learnt == number
        assert learner.asking is not None
        assert learner.asking.kind == "move"


@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_a_whole_move_is_an_answer_too(number):
    learner = at(number)
    lesson = LESSONS[number]
    said = texts(learner.feed(lesson.right))
    assert learner.learnt == number + 1
    after = lesson.after.format(player="Nina")
    assert after in said


def test_a_move_alike_is_as_good():
    learner = at(4)
    list(learner.feed("6dx6s"))
    assert learner.is_over


@pytest.mark.parametrize(
    "sentence", [lesson.before for lesson in LESSONS] + [lesson.after for lesson in LESSONS]
)
def test_it_is_one_sentence(sentence):
    assert len(re.findall(r"[.?!](?:\s|$)", sentence)) == 1


def test_the_right_card_is_not_always_the_same():
    numbers = {answers(lesson, deal, lesson.right)[0] for _, lesson, deal in positions()}
    assert len(numbers) > 1


def test_right_answers_lead_to_the_end_and_the_command_to_go_on():
    learner = at(len(LESSONS) - 1)
    assert not learner.is_over
    said = texts(learner.feed("3"))
    assert learner.is_over
    assert learner.asking is None
    assert said[-1].endswith("rubamazzo --level easy --verbose")


# what the sentences claim


def test_taking_is_possible_for_one_card_only():
    _, deal = by_name("Taking")
    table = {card.rank for card in deal.table}
    assert [card.rank in table for card in deal.hands[0]].count(True) == 1
    assert not any(deal.piles), "nothing but table and hand has to be understood"


def test_stealing_is_possible_for_one_card_only_and_there_is_nothing_to_take():
    lesson, deal = by_name("Stealing")
    top = deal.piles[1][-1]
    assert [card.rank == top.rank for card in deal.hands[0]].count(True) == 1
    assert not any(card.rank == other.rank for card in deal.hands[0] for other in deal.table)
    assert lesson.right.endswith("*2")


def test_choosing_is_between_two_cards_and_seven():
    lesson = BY_NAME["Choosing"]
    assert len(deal_after(lesson, lesson.right).piles[0]) == 7
    assert len(deal_after(lesson, "5dx5b").piles[0]) == 2
    assert "seven" in lesson.tries["5dx5b"].lower()
    assert "two cards" in lesson.tries["5dx5b"]
    assert "Seven" in lesson.after


def deal_after(lesson: Lesson, *tokens: str) -> Deal:
    deal = at(LESSONS.index(lesson)).deal
    for token in tokens:
        deal.play(read_move(token, 40))
    return deal


def test_what_must_be_done_is_to_take_with_all_cards_but_one():
    lesson, deal = by_name("What a card must do")
    moves = deal.legal_moves()
    assert [move for move in moves if not move.captures] == [read_move(lesson.right, 40)]
    assert len(moves) == 3


def test_the_danger_of_a_top_is_true_for_every_card():
    lesson, deal = by_name("The danger of a top")
    three, four, six = deal.hands[0]
    assert hidden_equals(deal, three) == 2
    assert hidden_equals(deal, deal.piles[0][-1]) == 2
    assert hidden_equals(deal, six) == 0
    in_sight = [*deal.table, *deal.hands[0]]
    assert sum(card.rank == six.rank for card in in_sight) == 4, "the other three lie in sight"
    assert set(lesson.tries) == {"3dx3c", str(four)}


def test_the_rivals_answer_would_have_robbed_the_other_top():
    lesson, _ = by_name("The danger of a top")
    reply = read_move(lesson.reply, 40)
    right = deal_after(lesson, lesson.right)
    assert len(right.piles[0]) == 6
    assert not any(move.rob == 0 for move in right.legal_moves())
    assert reply in right.legal_moves()
    wrong = deal_after(lesson, "3dx3c")
    assert any(move.rob == 0 and move.card is reply.card for move in wrong.legal_moves())


def test_every_deck_is_whole():
    for _, lesson, deal in positions():
        assert sorted(map(str, deal.deck)) == sorted(map(str, DECKS[40]))
        assert [str(read_card(code, 40)) for code in lesson.cards.split()] == lesson.cards.split()


# at the prompt


@pytest.mark.parametrize("word", Lessons.offered)
def test_the_words_that_mean_something_are_understood(word):
    learner = at(2)
    assert texts(learner.feed(word))
    assert (learner.asking is None) == (word == "quit")


@pytest.mark.parametrize("word", [command.word for command in COMMANDS if command.word not in Lessons.offered])
def test_the_other_words_of_a_game_are_refused(word):
    learner = at(2)
    assert [output.role for output in learner.feed(word) if isinstance(output, Line)] == ["refused"]
    assert learner.learnt == 2


def test_help_lists_only_the_words_there_are():
    told = " ".join(texts(at(0).feed("?")))
    assert "quit" in told
    assert "level" not in told


@pytest.mark.parametrize("number", range(len(LESSONS)))
def test_quit_leaves_every_lesson(number):
    learner = at(number)
    assert texts(learner.feed("q")) == ["Thanks for playing. See you!"]
    assert learner.asking is None
    assert not learner.is_over


@pytest.mark.parametrize("manner", [{}, {"spoken": True}])
@pytest.mark.parametrize("width", [40, 80])
def test_every_line_fits_the_screen(manner, width):
    learner = Lessons(Manner(**manner))
    outputs = list(learner.start())
    for lesson in LESSONS:
        for token in (*lesson.tries, lesson.right):
            for line in answers(lesson, learner.deal, token):
                outputs += learner.feed(line)
    assert learner.is_over
    rows = [row for output in outputs if isinstance(output, Line) for row in laid_out(output, width)]
    assert max(map(len, rows)) <= width
    if manner:
        assert "" not in rows


RIGHT = ["2", "3", "2", "1", "2", "3"]
"""What is typed to get through."""


@pytest.mark.parametrize(
    ("lines", "words", "status"),
    [
        (RIGHT, [], 0),
        (["1", *RIGHT], [], 0),
        (["q"], [], 0),
        *[(RIGHT[:number], [], 3) for number in range(len(RIGHT))],
        (["what", *RIGHT], [], 3),
        (["what", *RIGHT], ["--keep-going"], 0),
    ],
)
def test_the_exit_status_of_piped_answers(tmp_path, capsys, lines, words, status):
    console = ScriptedConsole(iter(lines), tmp_path, tmp_path, starts_programs=False)
    assert cli.invoke(console, ["learn", *words]) == status
    assert ("Now you know the game." in capsys.readouterr().out) == (status == 0 and lines[-1] == "3")
