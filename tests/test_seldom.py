"""What happens seldom: options that do not go together, a single file, a console that somebody watches."""

from __future__ import annotations

import contextlib
import importlib.resources
import zipfile
from pathlib import Path

import pytest
from inside import invoked

from rubamazzo_cli import console as consoles
from rubamazzo_cli import places
from rubamazzo_cli.console import Console, ScriptedConsole, Signalled
from rubamazzo_cli.players import Player
from rubamazzo_cli.playing import run
from rubamazzo_cli.record import Seat
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.session import Session, Setup
from rubamazzo_cli.view import look

TRANSCRIPT = "# rubamazzo transcript 1\n# command: rubamazzo variants --lang en\n# exit: 0\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("resume --transcript x.txt", "--transcript needs the name of a RECORD to resume."),
        ("puzzle --seed 1 --daily 2026-01-01", "--seed and --daily cannot go together."),
        ("play --verbose --terse", "--verbose and --terse cannot go together."),
        ("play --first 3", "--first is a seat from 1 to 2, or random."),
        (
            "simulate --seat you --seat easy",
            "Nobody at the keyboard can sit here: the deals run by themselves.",
        ),
        ("play --seed", "The option --seed needs a value after it."),
        ("play --open=yes", "The option --open takes no value."),
    ],
)
def test_what_does_not_go_together_is_a_wrong_usage(tmp_path, words, said):
    command = words.split()
    status, text = invoked(tmp_path, command[0], "--lang", "en", *command[1:])
    assert status == 2
    assert said in text.replace("\n", " ")


def test_a_draw_by_lot_is_recorded_as_one(tmp_path):
    words = (
        "play",
        "--seat",
        "easy",
        "--seat",
        "easy",
        "--seed",
        "3",
        "--first",
        "random",
        "--transcript",
        "x.txt",
    )
    assert invoked(tmp_path, *words, "--lang", "en")[0] == 0
    assert " --first random " in (tmp_path / "x.txt").read_text().splitlines()[1] + " "
    assert invoked(tmp_path, "check", "x.txt", "--lang", "en") == (0, "1 transcript is as recorded.\n")


def test_transcripts_that_ship_are_checked_where_none_is_named(tmp_path, monkeypatch):
    (tmp_path / "x.txt").write_text(TRANSCRIPT)
    monkeypatch.setattr(places, "shipped_transcripts", lambda: contextlib.nullcontext(tmp_path))
    status, said = invoked(tmp_path, "check", "--lang", "en")
    assert status == 1
    assert said.endswith("0 transcripts are as recorded.\n1 transcript differs.\n")


def test_in_a_single_file_nothing_can_be_changed(tmp_path, monkeypatch):
    packed = tmp_path / "x.zip"
    with zipfile.ZipFile(packed, "w") as archive:
        archive.writestr("rubamazzo_cli/transcripts/x.txt", TRANSCRIPT)
    inside = zipfile.Path(packed, "rubamazzo_cli/")
    monkeypatch.setattr(importlib.resources, "files", lambda _: inside)
    assert places.is_single_file()
    with places.shipped_transcripts() as folder:
        assert [(path.name, path.read_text()) for path in folder.iterdir()] == [("x.txt", TRANSCRIPT)]
    status, said = invoked(tmp_path, "check", "--accept", "--lang", "en")
    assert status == 2
    assert "--accept needs a PATH: what this single file holds cannot be changed." in said.replace("\n", " ")


def test_a_player_that_is_no_level_does_the_first_thing_it_may():
    game = Session(Setup("rubamazzo", VARIANTS["rubamazzo"], (Seat("you"), Seat("easy")), 1))
    list(game.start())
    view = look(game.deal, 0, 1)
    assert Player().choose(view, None) == view.legal[0]


def test_progress_is_shown_to_whoever_watches_and_wiped_out(monkeypatch, capsys):
    monkeypatch.setattr(Console, "is_watched", True)
    for done in (0, 5, 10):
        Console({}).progress(done, 10)
    assert capsys.readouterr().err == "\r0 %  \r50 % \r     \r"


def test_a_signal_is_remembered_by_its_number():
    assert Signalled(2).number == 2


def test_an_error_of_another_kind_is_not_taken_for_a_letter_that_is_missing():
    with pytest.raises(UnicodeDecodeError):
        b"\xff".decode("utf-8", errors=consoles.PLAIN_LETTERS)


def test_links_in_a_circle_lead_nowhere(tmp_path):
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    status, said = invoked(tmp_path, "replay", "a", "--lang", "en")
    assert status == 4
    assert said.startswith("a cannot be read: ")


class AtTerminal(ScriptedConsole):
    """Somebody who types these lines at a terminal."""

    is_terminal = True
    is_watched = False

    def clear(self) -> None:
        self.write("(the screen is cleared)\n")


def at_terminal(folder: Path, seats: str, typed: list[str]) -> tuple[int, Session]:
    sitters = tuple(Seat("you", name) if name else Seat("easy") for name in seats.split(" "))
    game = Session(Setup("rubamazzo", VARIANTS["rubamazzo"], sitters, 1))
    return run(game, AtTerminal(iter(typed), folder, folder), [], keep_going=True), game


def test_between_two_people_the_screen_is_cleared(tmp_path, capsys):
    status, game = at_terminal(tmp_path, "Anna Bruno", ["", "1", "", "1", ""])
    assert status == 0
    assert len(game.deal.moves) == 2
    assert capsys.readouterr().out.count("(the screen is cleared)") >= 2


def test_an_empty_line_at_a_terminal_is_passed_over(tmp_path, capsys):
    status, game = at_terminal(tmp_path, "Anna ", ["", "", "1", "q"])
    assert status == 0
    assert len(game.deal.moves) == 2
    assert "Thanks for playing." in capsys.readouterr().out
