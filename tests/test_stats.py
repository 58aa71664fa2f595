"""Statistics: what finished games come to, the head start they suggest, and the file that holds them."""

from __future__ import annotations

import io
import json
import os
import signal
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubamazzo_cli import cli
from rubamazzo_cli.console import Console, ScriptedConsole
from rubamazzo_cli.errors import LedgerFailed
from rubamazzo_cli.i18n import language
from rubamazzo_cli.ledger import FILE, SHORT_PATIENCE, Ledger, Noting, noting
from rubamazzo_cli.places import state_directory
from rubamazzo_cli.playing import run as run_session
from rubamazzo_cli.record import Record, Seat, read_records, write_record
from rubamazzo_cli.rules import VARIANTS, variant, with_switches
from rubamazzo_cli.session import Session, Setup
from rubamazzo_cli.stats import command, stats_lines, stats_text
from rubamazzo_cli.tally import ENOUGH, Finished, finished, head_start, rules_of, tallies


def played(name="rubamazzo", seats="you easy", seed=1, switches=(), lines=()) -> Record:
    """The record of a game played out by typing 1, some lines before that."""
    sitters = tuple(Seat(*text.split(":")) for text in seats.split())
    rules = with_switches(variant(name), [f"players={len(sitters)}", *switches])
    game = Session(Setup(name, rules, sitters, seed))
    list(game.start())
    for line in lines:
        list(game.feed(line))
    while not game.is_over:
        list(game.feed("1"))
    return game.record


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
    game = Session(Setup("rubamazzo", variant("rubamazzo"), (Seat("you"), Seat("easy")), 1))
    list(game.start())
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
    assert texts([]) == ["No finished game has been noted yet."]


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


# the file


@pytest.fixture
def ledger(tmp_path) -> Ledger:
    return Ledger(tmp_path / "state" / FILE)


def test_what_is_noted_is_there(ledger):
    records = [played(seed=1), played("scopa", "hard you:Anna random", 2), played(seed=3, lines=["1", "u"])]
    for record in records:
        ledger.note(record)
    assert ledger.games() == [finished(record) for record in records]


def test_reading_makes_no_file(ledger):
    assert ledger.games() == []
    ledger.reviewed(played(), 1.5)
    ledger.forget()
    assert not ledger.path.parent.exists()


def test_games_of_nobody_make_no_file(ledger):
    ledger.note(played(seats="easy random"))
    assert not ledger.path.exists()


def test_a_review_finds_its_game(ledger):
    first, second = played(seed=1), played(seed=2)
    ledger.note(first)
    ledger.note(second)
    ledger.reviewed(read_records(write_record(second))[0], 3.25)
    assert [game.error_rate for game in ledger.games()] == [None, 3.25]


def test_what_is_forgotten_is_not_in_the_file(ledger):
    ledger.note(played(seats="you:Filippa easy"))
    assert b"Filippa" in ledger.path.read_bytes()
    ledger.forget()
    assert ledger.games() == []
    assert b"Filippa" not in ledger.path.read_bytes()
    ledger.note(played())
    assert len(ledger.games()) == 1


NOTE_MANY = """
import sys
from pathlib import Path
from rubamazzo_cli.ledger import Ledger
from rubamazzo_cli.record import read_records
ledger = Ledger(Path(sys.argv[1]))
(record,) = read_records(Path(sys.argv[2]).read_text("utf-8"))
print(flush=True)
sys.stdin.readline()
for _ in range(30):
    ledger.note(record)
"""


def test_programs_that_note_at_once_lose_nothing(ledger, tmp_path):
    file = tmp_path / "game.rbm"
    file.write_text(write_record(played()), "utf-8")
    programs = [
        subprocess.Popen(
            [sys.executable, "-c", NOTE_MANY, str(ledger.path), str(file)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
        )
        for _ in range(3)
    ]
    for program in programs:
        assert program.stdout is not None
        program.stdout.readline()
    for program in programs:
        program.communicate(b"\n")
        assert program.returncode == 0
    assert len(ledger.games()) == 90


KILLED = """
import os, signal, sqlite3, sys
connection = sqlite3.connect(sys.argv[1], isolation_level=None)
connection.execute("pragma cache_size = 1")
connection.execute("begin immediate")
for at in range(300):
    connection.execute(
        "insert into game (variant, switches, seats, rivals, player, outcome, cards, is_assisted, record)"
        " select variant, switches, seats, rivals, ?, outcome, cards, is_assisted, record from game where id = 1",
        ("x" * 3000,),
    )
connection.execute("update game set outcome = 'won'")
os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(os.name != "posix", reason="SIGKILL")
def test_a_program_killed_while_it_writes_spoils_nothing(ledger):
    for seed in range(4):
        ledger.note(played(seed=seed))
    before = ledger.games()
    killed = subprocess.run([sys.executable, "-c", KILLED, str(ledger.path)])
    assert killed.returncode == -signal.SIGKILL
    assert ledger.path.stat().st_size > 100_000, "half of it had been written"
    assert ledger.games() == before
    ledger.note(played(seed=9))
    assert len(ledger.games()) == 5


DAMAGE = {
    "another file": lambda path: path.write_bytes(b"What is this? " * 500),
    "zeros in the middle": lambda path: path.write_bytes(
        path.read_bytes()[:4096] + bytes(4096) + path.read_bytes()[8192:]
    ),
    "cut off": lambda path: path.write_bytes(path.read_bytes()[:5000]),
    "no table": lambda path: changed(path, "drop table game"),
    "a column too few": lambda path: changed(path, "alter table game drop column rivals"),
    "no such variant": lambda path: changed(path, "update game set variant = 'x'"),
    "no list": lambda path: changed(path, "update game set cards = '{}'"),
    "no JSON": lambda path: changed(path, "update game set rivals = 'x'"),
    "no pairs": lambda path: changed(path, "update game set cards = '[1]'"),
    "no outcome": lambda path: changed(path, "update game set outcome = 'x'"),
    "no number": lambda path: changed(path, "update game set seats = 'x'"),
}


def changed(path: Path, statement: str) -> None:
    connection = sqlite3.connect(path)
    connection.execute(statement)
    connection.commit()
    connection.close()


@pytest.mark.parametrize("damage", DAMAGE.values(), ids=DAMAGE)
def test_a_damaged_file_is_a_sentence_and_can_be_begun_anew(ledger, damage):
    ledger.note(played())
    damage(ledger.path)
    state = {"RUBAMAZZO_STATE": str(ledger.path.parent)}
    before = ledger.path.read_bytes()
    done = run("stats", **state)
    assert (done.returncode, done.stdout) == (4, "")
    assert "damaged" in done.stderr
    assert "rubamazzo stats --forget" in done.stderr
    assert "Traceback" not in done.stderr
    assert done.stderr.count("\n") == 1
    assert ledger.path.read_bytes() == before
    assert run("stats", "--forget", "--force", **state).returncode == 0
    assert run("stats", **state).stdout == "No finished game has been noted yet.\n"
    ledger.note(played())
    assert len(ledger.games()) == 1


def test_an_empty_file_is_a_new_one(ledger):
    ledger.path.parent.mkdir()
    ledger.path.touch()
    assert ledger.games() == []
    ledger.note(played())
    assert len(ledger.games()) == 1


def test_a_file_of_a_newer_version_is_left_alone(ledger):
    ledger.note(played())
    changed(ledger.path, "pragma user_version = 7")
    before = ledger.path.read_bytes()
    for words in (["stats"], ["stats", "--forget", "--force"]):
        done = run(*words, RUBAMAZZO_STATE=str(ledger.path.parent))
        assert done.returncode == 4
        assert "newer version" in done.stderr
    assert ledger.path.read_bytes() == before


def test_another_program_that_does_not_let_go_is_a_sentence(ledger, monkeypatch):
    ledger.note(played())
    monkeypatch.setattr("rubamazzo_cli.ledger.PATIENCE", 0.01)
    other = sqlite3.connect(ledger.path, isolation_level=None)
    other.execute("begin exclusive")
    try:
        with pytest.raises(LedgerFailed) as error:
            ledger.note(played(seed=2))
        assert not error.value.is_damaged
    finally:
        other.close()
    assert len(ledger.games()) == 1


def test_a_result_is_told_before_a_locked_file_is_waited_for(ledger, monkeypatch):
    """And then not for long."""
    order = []

    class Screen(ScriptedConsole):
        def show(self, told):
            order.append(told.text)

        def complain(self, sentence):
            order.append(sentence)

    real = Ledger.note
    patience = []

    def note(self, record, seconds=None):
        patience.append(seconds)
        order.append(seconds)
        real(self, record, min(seconds, 0.01))

    ledger.note(played(seed=2))
    monkeypatch.setattr(Ledger, "note", note)
    other = sqlite3.connect(ledger.path, isolation_level=None)
    other.execute("begin exclusive")
    game = Session(Setup("rubamazzo", variant("rubamazzo"), (Seat("you"), Seat("easy")), 1))
    console = Screen(iter(["1"] * 100), ledger.path.parent, ledger.path.parent)
    run_session(game, console, [Noting(ledger, console)], keep_going=True)
    other.close()
    assert patience == [0, SHORT_PATIENCE]
    assert order.index(0) < order.index("The deal is over.") < order.index(SHORT_PATIENCE)
    assert [text for text in order if "database is locked" in str(text)] == [
        f"The statistics in {ledger.path} cannot be used: database is locked."
    ]
    assert len(ledger.games()) == 1


@pytest.mark.skipif(os.name != "posix" or os.geteuid() == 0, reason="root may read anything")
def test_a_state_directory_that_may_not_be_read_is_a_sentence_about_the_statistics(tmp_path):
    folder = tmp_path / "state"
    folder.mkdir(mode=0o000)
    done = run("stats", RUBAMAZZO_STATE=str(folder))
    assert done.returncode == 4
    file = folder / FILE
    assert done.stderr == f"The statistics in {file} cannot be used: Permission denied.\n"


def test_looking_for_a_file_that_may_not_be_looked_for_is_a_sentence(ledger, monkeypatch):
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "exists", refuse)
    for use in (ledger.games, ledger.forget, lambda: ledger.reviewed(played(), 1.0)):
        with pytest.raises(LedgerFailed, match="Permission denied"):
            use()


def test_a_folder_that_cannot_be_made_is_a_sentence_and_the_game_goes_on(tmp_path):
    (tmp_path / "file").write_text("", "utf-8")
    state = {"RUBAMAZZO_STATE": str(tmp_path / "file" / "state")}
    done = run("--seed", "1", "--level", "easy", typed=two_games(1), **state)
    assert done.returncode == 0
    assert done.stdout.count("The deal is over.") == 2
    assert done.stderr.count("\n") == 1, "it says so once"
    assert "cannot be used" in done.stderr
    assert run("stats", **state).stdout == "No finished game has been noted yet.\n"


def two_games(seed: int) -> str:
    """What is typed to play two games by typing 1."""
    game = Session(Setup("rubamazzo", variant("rubamazzo"), (Seat("you"), Seat("easy")), seed))
    list(game.start())
    typed = []
    while game.games < 2 or not game.is_over:
        typed.append("n" if game.is_over else "1")
        list(game.feed(typed[-1]))
    return "".join(f"{line}\n" for line in typed)


def test_a_python_without_sqlite_is_a_sentence(ledger, monkeypatch):
    monkeypatch.setitem(sys.modules, "sqlite3", None)
    with pytest.raises(LedgerFailed):
        ledger.note(played())


# who notes


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    surroundings = {name: value for name, value in os.environ.items() if not name.startswith("RUBAMAZZO_")}
    return subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", *words],
        input=typed,
        env=surroundings | {"LANG": "C", "COLUMNS": "80"} | environment,
        capture_output=True,
        encoding="utf-8",
    )


def test_scripts_note_only_where_they_are_asked_to(tmp_path):
    home = {"HOME": str(tmp_path), "XDG_STATE_HOME": str(tmp_path), "LOCALAPPDATA": str(tmp_path)}
    assert run("--seed", "1", typed="1\n" * 40, **home).returncode == 0
    assert list(tmp_path.iterdir()) == []
    assert run("--seed", "1", typed="1\n" * 40, RUBAMAZZO_STATE=str(tmp_path / "here")).returncode == 0
    assert [path.name for path in tmp_path.rglob("*")] == ["here", FILE]
    assert len(Ledger(tmp_path / "here" / FILE).games()) == 1


class Terminal(ScriptedConsole):
    """A scripted console at which somebody sits."""

    is_terminal = True


def at_terminal(tmp_path, *lines: str) -> Terminal:
    console = Terminal(iter(lines), tmp_path, tmp_path, starts_programs=False)
    console.environment = {"RUBAMAZZO_STATE": str(tmp_path)}
    return console


def test_at_a_terminal_each_finished_game_is_noted_once(tmp_path, capsys):
    console = at_terminal(tmp_path, *two_games(5).split(), "undo", "log", "q")
    console.environment = {}
    for name in ("XDG_STATE_HOME", "LOCALAPPDATA", "HOME"):
        console.environment |= {name: str(tmp_path)}
    assert cli.invoke(console, ["play", "--seed", "5", "--level", "easy"]) == 0
    folder = state_directory(console.environment)
    assert folder is not None
    assert len(Ledger(folder / FILE).games()) == 2
    assert capsys.readouterr().out.count("The deal is over.") == 2


def test_where_no_home_is_known_nothing_is_noted(tmp_path):
    console = Terminal(iter(()), tmp_path, tmp_path, starts_programs=False)
    assert noting(console) == []


def test_a_game_is_noted_before_its_result_is_told(tmp_path):
    ledger = Ledger(tmp_path / FILE)
    game = Session(Setup("rubamazzo", variant("rubamazzo"), (Seat("you"), Seat("easy")), 1))
    witness = Noting(ledger, Console({}))
    list(game.start())
    while not game.is_over:
        for output in game.feed("1"):
            if not isinstance(output, tuple) or not hasattr(output, "role"):
                continue
            witness.told(output, game)
            if output.text == "The deal is over.":
                assert len(ledger.games()) == 1
    witness.asked(game)
    assert len(ledger.games()) == 1


@pytest.mark.skipif(os.name != "posix", reason="what an absolute path is differs")
@pytest.mark.parametrize(
    ("environment", "platform", "folder"),
    [
        ({"XDG_STATE_HOME": "/x", "HOME": "/h"}, "linux", "/x/rubamazzo"),
        ({"XDG_STATE_HOME": "x", "HOME": "/h"}, "linux", "/h/.local/state/rubamazzo"),
        ({"HOME": "/h"}, "linux", "/h/.local/state/rubamazzo"),
        ({"HOME": "h"}, "linux", None),
        ({}, "linux", None),
        ({"HOME": "/h", "XDG_STATE_HOME": "/x"}, "darwin", "/h/Library/Application Support/rubamazzo"),
        ({}, "darwin", None),
        ({"HOME": "/h"}, "win32", None),
        ({"LOCALAPPDATA": "/l", "HOME": "/h"}, "win32", "/l/rubamazzo"),
        ({"RUBAMAZZO_STATE": "here", "HOME": "/h"}, "linux", "here"),
        ({"RUBAMAZZO_STATE": "", "HOME": "/h"}, "linux", "/h/.local/state/rubamazzo"),
    ],
)
def test_the_state_directory(environment, platform, folder):
    assert state_directory(environment, platform) == (None if folder is None else Path(folder))


# the command


def noted(tmp_path, number: int = 2) -> Ledger:
    ledger = Ledger(tmp_path / FILE)
    for seed in range(number):
        ledger.note(played(seed=seed))
    return ledger


@pytest.mark.parametrize(
    ("lines", "left"), [(["yes"], 0), (["y"], 0), (["what", "yes"], 0), (["no"], 2), ([], 2)]
)
def test_forgetting_asks_at_a_terminal(tmp_path, capsys, lines, left):
    ledger = noted(tmp_path)
    assert cli.invoke(at_terminal(tmp_path, *lines), ["stats", "--forget"]) == 0
    assert len(ledger.games()) == left
    assert capsys.readouterr().out.count("Type yes or no") == max(1, len(lines))


@pytest.mark.parametrize(
    ("typed", "left", "status"), [("yes\n", 0, 0), ("no\n", 2, 0), ("what\nyes\n", 2, 3), ("", 2, 3)]
)
def test_forgetting_asks_in_a_pipe(tmp_path, typed, left, status):
    ledger = noted(tmp_path)
    done = run("stats", "--forget", typed=typed, RUBAMAZZO_STATE=str(tmp_path))
    assert done.returncode == status
    assert len(ledger.games()) == left


def test_forgetting_with_force_does_not_ask(tmp_path):
    ledger = noted(tmp_path)
    done = run("stats", "--forget", "--force", RUBAMAZZO_STATE=str(tmp_path))
    assert (done.returncode, done.stdout) == (0, "All games are forgotten.\n")
    assert ledger.games() == []


def test_forgetting_goes_with_nothing_else(tmp_path):
    ledger = noted(tmp_path)
    for words in (["--json"], ["some.rbm"]):
        assert run("stats", "--forget", "--force", *words, RUBAMAZZO_STATE=str(tmp_path)).returncode == 2
    assert len(ledger.games()) == 2


def test_the_games_of_records_are_counted_as_those_noted(tmp_path):
    noted(tmp_path, 3)
    file = tmp_path / "games.rbm"
    file.write_text("".join(write_record(played(seed=seed)) for seed in range(3)), "utf-8")
    for words in ([], ["--json"]):
        of_records = run("stats", str(file), *words)
        assert of_records.returncode == 0
        assert of_records.stdout == run("stats", *words, RUBAMAZZO_STATE=str(tmp_path)).stdout


def test_a_record_that_cannot_be_read_ends_the_command(tmp_path):
    (tmp_path / "odd.rbm").write_text("odd", "utf-8")
    done = run("stats", str(tmp_path / "odd.rbm"))
    assert done.returncode == 4
    assert done.stdout == ""


def test_the_program_does_not_load_sqlite_before_it_is_needed():
    code = "import sys, rubamazzo_cli.ledger; sys.exit('sqlite3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_it_can_be_piped_into_a_program(tmp_path, capsys):
    noted(tmp_path, 1)
    console = ScriptedConsole(iter(()), tmp_path, tmp_path, starts_programs=False)
    console.environment = {"RUBAMAZZO_STATE": str(tmp_path)}
    assert cli.invoke(console, ["stats", "--json"]) == 0
    assert json.load(io.StringIO(capsys.readouterr().out))[0]["games"] == 1
