"""What players are called: no two alike, and nobody as the person who is spoken to."""

from __future__ import annotations

import pytest

from rubamazzo_cli.coaching import seen_from
from rubamazzo_cli.i18n import LANGUAGES, language
from rubamazzo_cli.lines import continued
from rubamazzo_cli.match import Match
from rubamazzo_cli.names import Names
from rubamazzo_cli.record import Record, Seat
from rubamazzo_cli.rules import variant

ENGLISH = Names(language("en"))


def test_of_one_name_each_has_its_number():
    assert ENGLISH.seats([Seat("you"), Seat("easy"), Seat("easy")]) == ("You", "Easy 2", "Easy 3")
    assert ENGLISH.seats([Seat("you", "Anna"), Seat("easy", "Anna")]) == ("Anna 1", "Anna 2")


def test_a_given_name_is_not_taken_for_one_with_a_number():
    """`Easy 2` at the first seat was called like the level at the second."""
    called = ENGLISH.seats([Seat("easy", "Easy 2"), Seat("easy"), Seat("easy")])
    assert called == ("Easy 2 1", "Easy 2 2", "Easy 3")
    called = ENGLISH.seats([Seat("you", "Player 2"), Seat("you"), Seat("easy", "Player 2 2"), Seat("easy")])
    assert len(set(called)) == 4


@pytest.mark.parametrize("code", LANGUAGES)
def test_nobody_else_is_called_you(code):
    """A computer named You was told to `takes` a card, and its pile was taken for one's own."""
    you = language(code).gettext("You")
    names = Names(language(code))
    assert names.seats([Seat("you"), Seat("easy", you.upper())]) == (you, f"{you.upper()} 2")
    assert names.seats([Seat("easy", you), Seat("hard")])[0] == f"{you} 1"
    assert names.seats([Seat("you", you), Seat("hard")])[0] == you


def test_who_is_looked_at_is_you_and_the_person_is_not():
    rules = variant("rubamazzo")
    game = Record("rubamazzo", rules, Match(rules, 0), (Seat("you"), Seat("easy")))
    assert seen_from(game, 0, language("en")) == (Seat("you"), Seat("other", "Easy"))
    assert seen_from(game, 1, language("en")) == (Seat("other", "Player 1"), Seat("you", "Easy"))


def test_indonesian_sets_a_comma_before_the_last_of_three():
    indonesian = Names(language("id"))
    assert indonesian.listed(["a", "b"]) == "a dan b"
    assert indonesian.listed(["a", "b", "c"]) == "a, b, dan c"
    assert ENGLISH.listed(["a", "b", "c"]) == "a, b and c"


@pytest.mark.parametrize("code", LANGUAGES)
def test_advice_begins_with_a_word_that_can_be_small(code):
    """After a colon it begins with a small letter, so it must not begin with somebody's name."""
    speech = language(code)
    for said in (
        speech.ngettext(
            "Steal {player}'s {n} card and take {cards} with {the_card}.",
            "Steal {player}'s {n} cards and take {cards} with {the_card}.",
            5,
        ),
        speech.ngettext(
            "Steal {player}'s {n} card with {the_card}.", "Steal {player}'s {n} cards with {the_card}.", 5
        ),
        speech.gettext("Take {cards} with {the_card}."),
        speech.gettext("Lay {the_card} on the table."),
    ):
        assert said[0].isupper()
        assert continued(said)[0].islower()


def test_a_level_that_only_another_program_knows_is_called_as_its_record_calls_it():
    seats = (Seat("sage"), Seat("sage"), Seat("sage", "Ada"), Seat("easy"))
    assert Names(language("it")).seats(seats) == ("sage 1", "sage 2", "Ada", "Facile")
