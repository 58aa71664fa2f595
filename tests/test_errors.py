"""Errors travel between processes as they are."""

from __future__ import annotations

import pickle

import pytest

from rubamazzo_cli import errors
from rubamazzo_cli.cards import read_card
from rubamazzo_cli.explain import explain
from rubamazzo_cli.i18n import language
from rubamazzo_cli.moves import Move

KINDS = {kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, Exception)}
ERRORS = [
    errors.RubamazzoError("so it is"),
    errors.BadCard("8x", 40),
    errors.BadMove("7dx"),
    errors.MoveRefused("not-held", Move(read_card("7d", 40))),
    errors.DealOver(),
    errors.BadVariant("briscola"),
    errors.BadSwitch("steal"),
    errors.BadSwitchValue("steal", "maybe", "on, off"),
    errors.SwitchClash("deck-players", ("deck=40", "players=9")),
    errors.BadDeck("twice", "7d"),
    errors.RecordError(3, "because", errors.BadCard("8x", 40), text="8x"),
    errors.TranscriptError(2, "unknown-header", "# what"),
    errors.CannotWrite("deals", FileExistsError(17, "File exists")),
    errors.EngineFailed("bot", "nonsense", asked="move", line="= ?", status=3, cause=errors.BadMove("?")),
    errors.LedgerFailed("games", "locked", is_newer=True),
    errors.BadPreference("home", "twice", line=2, cause=errors.BadMove("?"), text="level"),
    errors.DealUnfinished(),
]


def test_every_error_is_here():
    assert {type(error) for error in ERRORS} == KINDS


def data(error):
    """All that an error holds, errors in it opened as well."""
    held = {name: data(each) if isinstance(each, Exception) else each for name, each in vars(error).items()}
    return type(error), str(error), error.args, held


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: type(error).__name__)
def test_an_error_arrives_from_another_process_as_it_was(error):
    assert data(pickle.loads(pickle.dumps(error))) == data(error)


def test_what_is_not_a_move_is_told_how_moves_look():
    assert explain(errors.BadMove("??"), language("en")).startswith("?? is not a move: a move is a card, then")


def test_an_error_that_has_no_sentence_says_what_it_holds():
    assert explain(errors.RubamazzoError("something"), language("en")) == "something"


def test_it_is_explained_there_in_the_same_words():
    error = ERRORS[13]
    assert explain(pickle.loads(pickle.dumps(error)), language("en")) == explain(error, language("en"))
