"""The file of finished games: what is noted, when, what can damage it, and the command that shows it."""

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
from sessions import begun, played, run, session

from rubamazzo_cli import cli
from rubamazzo_cli.console import Console, ScriptedConsole
from rubamazzo_cli.errors import LedgerFailed
from rubamazzo_cli.ledger import FILE, SHORT_PATIENCE, Ledger, Noting, noting
from rubamazzo_cli.places import state_directory
from rubamazzo_cli.playing import run as run_session
from rubamazzo_cli.record import read_records, write_record
from rubamazzo_cli.tally import finished

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
    assert run("stats", **state).stdout.startswith("No finished game has been noted yet:")
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


@pytest.mark.skipif(os.name != "posix", reason="interrupts by a signal")
def test_whoever_waits_for_another_program_hears_an_interrupt(ledger):
    ledger.note(played())
    # It looks at the clock a second time when it has waited once.
    script = (
        "import sys, time, types, rubamazzo_cli.ledger as it\n"
        "from rubamazzo_cli.__main__ import main\n"
        "def monotonic(looks=[]):\n"
        "    looks.append(1)\n"
        "    len(looks) == 2 and print('waiting', file=sys.stderr, flush=True)\n"
        "    return time.monotonic()\n"
        "it.PATIENCE, it.time = 10_000, types.SimpleNamespace(monotonic=monotonic)\n"
        "main()\n"
    )
    environment = os.environ | {"RUBAMAZZO_STATE": str(ledger.path.parent), "RUBAMAZZO_LANG": "en"}
    other = sqlite3.connect(ledger.path, isolation_level=None)
    other.execute("begin exclusive")
    with subprocess.Popen(
        [sys.executable, "-c", script, "stats"], env=environment, stderr=subprocess.PIPE
    ) as it:
        assert it.stderr.readline() == b"waiting\n"
        it.send_signal(signal.SIGINT)
        assert (it.wait(60), it.stderr.read()) == (-signal.SIGINT, b"")
    other.close()


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
    game = session()
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
    assert run("stats", **state).stdout.startswith("No finished game has been noted yet:")


def two_games(seed: int) -> str:
    """What is typed to play two games by typing 1."""
    game = begun(seed=seed)
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
    game = begun()
    witness = Noting(ledger, Console({}))
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


@pytest.mark.usefixtures("unmeasured")
def test_the_program_does_not_load_sqlite_before_it_is_needed():
    code = "import sys, rubamazzo_cli.ledger; sys.exit('sqlite3' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", code]).returncode == 0


def test_it_can_be_piped_into_a_program(tmp_path, capsys):
    noted(tmp_path, 1)
    console = ScriptedConsole(iter(()), tmp_path, tmp_path, starts_programs=False)
    console.environment = {"RUBAMAZZO_STATE": str(tmp_path)}
    assert cli.invoke(console, ["stats", "--json"]) == 0
    assert json.load(io.StringIO(capsys.readouterr().out))[0]["games"] == 1


def test_there_is_nothing_to_forget_where_nothing_is_noted(tmp_path):
    done = run("stats", "--forget", RUBAMAZZO_STATE=str(tmp_path))
    assert done.stdout.startswith("No finished game has been noted yet:")


def test_damaged_statistics_that_cannot_be_forgotten_say_so(ledger, monkeypatch):
    ledger.path.parent.mkdir()
    ledger.path.write_text("no database at all, but long enough to be looked at" * 20)

    def refuse(*_path: object, **_more: object) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "unlink", refuse)
    with pytest.raises(LedgerFailed, match="Permission denied"):
        ledger.forget()
