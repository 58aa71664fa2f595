"""The game in progress at a terminal: kept, resumed as it was, and never played twice at once (formats 1)."""

from __future__ import annotations

import os
import subprocess
import sys
import types
from pathlib import Path

import pytest

pytest.importorskip("pty")

from conftest import CASES
from long_kill import kills
from processes import PATIENCE, Terminal, environment, piped

from rubamazzo_cli.errors import RecordError
from rubamazzo_cli.record import read_records, write_record
from rubamazzo_cli.saving import Lock, SavedGames, state_folder

GAME = ["play", "--seed", "1", "--level", "easy"]


def folder(home: Path) -> Path:
    return home / ".local/state/rubamazzo/games"


def kept(home: Path) -> list[Path]:
    return sorted(folder(home).glob("*.rbm"))


def moves(path: Path) -> list[str]:
    return [str(move) for move in read_records(path.read_text())[0].match.deals[-1].moves]


def played(home: Path, *lines: str, command: list[str] = GAME) -> Terminal:
    """A game at a terminal after these lines, its prompt waiting."""
    terminal = Terminal(home, *command)
    terminal.until("\n> ")
    terminal.play(*lines)
    return terminal


def test_a_killed_game_goes_on_as_it_was(tmp_path):
    """Also its computer seats: the future of the resumed game is that of one never interrupted."""
    lines = ["1", "2", "1", "1", "1", "x", "1", "2"]
    with played(tmp_path, *lines) as whole:
        future = whole.play("table", "score", "1", "1", "log")
        whole.type("\x04")
        whole.ended()
    (tmp_path / "home").mkdir()
    home = tmp_path / "home"
    with played(home, *lines) as killed:
        killed.process.kill()
        killed.process.wait(PATIENCE)
    [file] = kept(home)
    assert len(moves(file)) % 2 == 0
    with Terminal(home, "resume") as resumed:
        assert "This game goes on where it stopped.\n" in resumed.until("\n> ")
        assert resumed.play("table", "score", "1", "1", "log") == future
        resumed.type("q\n")
        assert resumed.ended() == 0
        assert resumed.screen.endswith("This game is kept: rubamazzo resume goes on with it.\n")
    assert kept(home) == [file]


def test_a_resumed_match_has_the_same_deals_and_ends_alike(tmp_path):
    command = [*GAME, "--variant", "classico", "--set", "players=4", "--seat", "you", "--seat", "easy"]
    lines = "1\n" * 80
    whole = piped(tmp_path, *command, "--record", "whole.rbm", "--keep-going", typed=lines.encode())
    assert whole[0] == 0
    piped(tmp_path, *command, "--record", "part.rbm", "--keep-going", typed=lines[: 2 * 25].encode())
    assert "~" in (tmp_path / "part.rbm").read_text()
    status, _out, err = piped(
        tmp_path, "resume", "part.rbm", "--record", "rest.rbm", "--keep-going", typed=lines.encode()
    )
    assert (status, err) == (0, "")
    assert (tmp_path / "rest.rbm").read_text() == (tmp_path / "whole.rbm").read_text()


def test_a_level_asked_for_and_open_hands_are_remembered(tmp_path):
    with played(tmp_path, "1", "level hard", command=[*GAME, "--open", "--set", "match=best-of-3"]) as terminal:
        assert "Easy's hand:" in terminal.screen
        terminal.process.kill()
    [file] = kept(tmp_path)
    assert '[Open "yes"]\n[Level "hard"]\n' in file.read_text()
    with Terminal(tmp_path, "resume") as terminal:
        assert "Easy's hand:" in terminal.until("\n> ")
        terminal.play(*["1"] * 17)
        assert "Deal 2." in terminal.screen
        terminal.process.kill()
    [file] = kept(tmp_path)
    assert read_records(file.read_text())[0].seats_in(2)[1].kind == "hard"


def test_a_game_nothing_was_played_in_is_not_kept(tmp_path):
    with played(tmp_path, "table", "help") as terminal:
        terminal.type("q\n")
        assert terminal.ended() == 0
    assert "resume" not in terminal.screen
    assert not kept(tmp_path)


def test_a_game_that_is_over_or_given_up_is_not_kept(tmp_path):
    with played(tmp_path, "1") as terminal:
        given_up = kept(tmp_path)
        assert len(given_up) == 1
        terminal.play("new", "yes")
        assert len(moves(*kept(tmp_path))) == 1, "in the new game the computer has begun"
        assert kept(tmp_path) != given_up
        terminal.play(*["1"] * 18)
        assert "Type n for another game" in terminal.screen
        terminal.type("q\n")
        assert terminal.ended() == 0
    assert "resume" not in terminal.screen
    assert list(folder(tmp_path).iterdir()) == []


def test_play_says_that_an_unfinished_game_is_there_and_leaves_it_alone(tmp_path):
    with played(tmp_path, "1") as first:
        with Terminal(tmp_path, *GAME) as second:
            assert "unfinished" not in second.until("\n> "), "it is being played"
            second.type("q\n")
            second.ended()
        first.process.kill()
        first.process.wait(PATIENCE)
    with played(tmp_path, "1") as third:
        assert third.screen.startswith("There is an unfinished game: rubamazzo resume goes on with it.\n")
        assert len(kept(tmp_path)) == 2
    assert piped(tmp_path, *GAME)[2].startswith("The input ended"), "a script is not told"


def test_resume_takes_the_newest_that_nobody_plays(tmp_path):
    with played(tmp_path, "1"):
        with played(tmp_path, "1", "1") as second:
            second.type("q\n")
            assert second.ended() == 0
        files = sorted(kept(tmp_path), key=lambda path: len(moves(path)))
        assert [len(moves(file)) for file in files] == [2, 4]
        with Terminal(tmp_path, "resume") as resumed:
            resumed.until("\n> ")
            assert piped(tmp_path, "resume")[0] == 4
            assert piped(tmp_path, "resume")[2].startswith(
                "Every unfinished game is being played in another window just now."
            )
            status, out, _err = piped(tmp_path, "resume", "--list")
            assert status == 0
            assert out.count("It is being played just now.") == 2
            assert "is being played just now." in piped(tmp_path, "resume", str(files[0]))[2]
            resumed.play("1")
            assert [len(moves(file)) for file in files] == [2, 6]
    status, out, _err = piped(tmp_path, "resume", "--list")
    assert out.index("6 plays") < out.index("2 plays")
    for file in files:
        assert f"Go on with: rubamazzo resume {file.stem}\n" in out
        status, told, _err = piped(tmp_path, "resume", file.stem, typed=b"q\n")
        assert status == 0
        assert "This game goes on where it stopped." in told


def test_scripts_write_nothing_unless_told_to(tmp_path):
    assert piped(tmp_path, *GAME, typed=b"1\n2\n1\n")[0] == 3
    assert piped(tmp_path, "resume")[0] == 4
    assert piped(tmp_path, "resume", "--list") == (
        0,
        "There is no unfinished game. Begin one with: rubamazzo\n",
        "",
    )
    assert not list(tmp_path.iterdir())


def test_a_script_goes_on_with_a_kept_game_and_leaves_it_as_it_was(tmp_path):
    with played(tmp_path, "1") as terminal:
        terminal.process.kill()
    [file] = kept(tmp_path)
    before = file.read_bytes()
    assert piped(tmp_path, "resume", typed=b"1\n1\n")[0] == 3
    assert file.read_bytes() == before


def test_saving_into_a_file_and_going_on_with_it_elsewhere(tmp_path):
    with played(tmp_path, "1", "save My Game.rbm", "1") as terminal:
        assert "The game is saved in My Game.rbm; rubamazzo resume 'My Game.rbm' goes on with it." in (
            terminal.screen.replace("\n  ", " ")
        )
        terminal.play("save My Game.rbm")
    file = tmp_path / "My Game.rbm"
    assert len(moves(file)) == 4
    before = file.read_bytes()
    with Terminal(tmp_path, "resume", "My Game.rbm") as resumed:
        resumed.until("\n> ")
        resumed.play("1")
    assert file.read_bytes() == before, "a record that is resumed is only read"
    assert piped(tmp_path, *GAME, typed=b"save My Game.rbm\n")[0] == 3
    assert piped(tmp_path, *GAME, typed=b"save My Game.rbm\n")[1].endswith(
        "My Game.rbm exists already. Choose another name.\n"
    )
    assert file.read_bytes() == before


def test_several_people_get_the_screen_handed_over(tmp_path):
    seats = ["play", "--seed", "1", "--seat", "you:Anna", "--seat", "you:Bruno"]
    (tmp_path / "x.rbm").write_text("")
    piped(tmp_path, *seats, "--record", "x.rbm", "--force", typed=b"1\n")
    with Terminal(tmp_path, "resume", "x.rbm") as terminal:
        assert "hand:" not in terminal.until("see the screen.\n")
        terminal.type("\n")
        shown = terminal.until("\n> ")
        assert "Bruno's hand:" in shown
        assert "Anna's hand:" not in shown


def test_who_leaves_while_the_screen_is_handed_over_sees_no_other_hand(tmp_path):
    with Terminal(tmp_path, "play", "--seed", "1", "--seat", "you:Anna", "--seat", "you:Bruno") as terminal:
        terminal.until("\n> ")
        terminal.type("1\n")
        terminal.until("see the screen.\n")
        terminal.type("\x04")
        assert terminal.ended() == 0
        assert "Bruno's hand:" not in terminal.screen
        assert terminal.screen.endswith("This game is kept: rubamazzo resume goes on with it.\n")
    [file] = kept(tmp_path)
    assert len(moves(file)) == 1


# where there is no place to save


HOMES = {
    "a file": {"HOME": "{here}/file"},
    "a device": {"HOME": "/dev/null"},
    "empty": {"HOME": ""},
    "relative": {"HOME": "somewhere", "XDG_STATE_HOME": "else"},
    "a file for state": {"XDG_STATE_HOME": "{here}/file"},
    "proc": {"HOME": "/proc"},
    "a very long name": {"HOME": f"/{'x' * 5000}"},
}


@pytest.mark.parametrize("which", HOMES)
def test_without_a_place_to_save_the_game_goes_on_and_says_so_once(tmp_path, which):
    (tmp_path / "file").write_text("")
    home = {name: value.replace("{here}", str(tmp_path)) for name, value in HOMES[which].items()}
    with Terminal(tmp_path, *GAME, **home) as terminal:
        terminal.until("\n> ")
        terminal.play("1", "1", "1")
        terminal.type("q\n")
        assert terminal.ended() == 0
    assert terminal.screen.count("This game cannot be kept to be resumed: ") == 1
    assert terminal.screen.count("\n> ") == 4
    assert sorted(path.name for path in tmp_path.iterdir()) == ["file"]


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write anywhere")
def test_a_read_only_home(tmp_path):
    tmp_path.chmod(0o500)
    with Terminal(tmp_path, *GAME) as terminal:
        terminal.until("\n> ")
        terminal.play("1", "1")
    assert terminal.screen.count("This game cannot be kept to be resumed: Permission denied.") == 1


@pytest.mark.parametrize(
    ("platform", "environment", "place"),
    [
        ("linux", {"HOME": "/home/anna"}, "/home/anna/.local/state/rubamazzo/games"),
        ("linux", {"HOME": "/home/anna", "XDG_STATE_HOME": "/state"}, "/state/rubamazzo/games"),
        ("linux", {"HOME": "/home/anna", "XDG_STATE_HOME": "state"}, "/home/anna/.local/state/rubamazzo/games"),
        ("darwin", {"HOME": "/Users/anna"}, "/Users/anna/Library/Application Support/rubamazzo/games"),
        ("win32", {"LOCALAPPDATA": "/AppData"}, "/AppData/rubamazzo/games"),
        ("win32", {"HOME": "/home/anna"}, None),
        ("linux", {}, None),
    ],
)
def test_where_games_are_kept(platform, environment, place):
    assert state_folder(environment, platform) == (None if place is None else Path(place))


# locks and files that are not what they should be


def test_a_lock_is_held_by_one_and_let_go_of_when_its_process_dies(tmp_path):
    code = "import sys, pathlib, rubamazzo_cli.saving as s; l = s.Lock(pathlib.Path('x.rbm')); print(l.held, flush=True); input()"
    other = subprocess.Popen(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env=environment(tmp_path),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    )
    with other:
        assert other.stdout.readline() == b"True\n"
        assert not Lock(tmp_path / "x.rbm").held
        other.kill()
    lock = Lock(tmp_path / "x.rbm")
    assert lock.held
    lock.release()
    lock.release()


def test_without_fcntl_the_locks_of_windows_are_used(tmp_path, monkeypatch):
    asked = []

    def locking(file, mode, size):
        asked.append((mode, size))
        if len(asked) > 1:
            raise OSError

    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", types.SimpleNamespace(locking=locking, LK_NBLCK=2))
    lock = Lock(tmp_path / "x.rbm")
    assert lock.held
    assert not Lock(tmp_path / "x.rbm").held
    assert asked == [(2, 1), (2, 1)]
    lock.release()


def test_where_there_are_no_locks_at_all_games_are_kept_without(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "fcntl", None)
    monkeypatch.setitem(sys.modules, "msvcrt", None)
    lock = Lock(tmp_path / "x.rbm")
    assert lock.held
    lock.release()

    def flock(*_arguments):
        raise OSError("no locks on this file system")

    monkeypatch.setitem(sys.modules, "fcntl", types.SimpleNamespace(flock=flock, LOCK_EX=2, LOCK_NB=4))
    lock = Lock(tmp_path / "x.rbm")
    assert lock.held
    lock.release()


RECORD = (Path(__file__).parent.parent / "transcripts" / "unfinished.rbm").read_text()


def test_odd_files_among_the_saved_games(tmp_path):
    games = SavedGames(tmp_path)
    names = {"good": RECORD, "empty": "", "odd": "hello\n", "bytes": "\udcff"}
    for age, (name, text) in enumerate(names.items()):
        path = tmp_path / f"{name}.rbm"
        path.write_text(text, "utf-8", "surrogateescape")
        os.utime(path, (1000 + age, 1000 + age))
    (tmp_path / ".good.rbm.123~").write_text("half")
    assert [path.stem for path in games.paths()] == ["bytes", "odd", "empty", "good"]
    with pytest.raises(UnicodeDecodeError):
        games.take(tmp_path / "bytes.rbm")
    with pytest.raises(RecordError):
        games.take(tmp_path / "odd.rbm")
    assert games.take(tmp_path / "empty.rbm") is None
    assert not (tmp_path / "empty.rbm").exists()
    assert games.take(tmp_path / "gone.rbm") is None
    saved = games.take(tmp_path / "good.rbm")
    assert saved is not None
    assert not games.is_free(saved.path)
    assert not (tmp_path / ".good.rbm.123~").exists()
    saved.lock.release()
    assert games.is_free(saved.path)
    assert SavedGames(None).paths() == []


def test_a_looping_link_hides_no_saved_game(tmp_path):
    for age, name in enumerate("abc"):
        (tmp_path / f"{name}.rbm").write_text(RECORD)
        os.utime(tmp_path / f"{name}.rbm", (1000 + age, 1000 + age))
        (tmp_path / f"{name}-loop.rbm").symlink_to(f"{name}-loop.rbm")
    assert [path.stem for path in SavedGames(tmp_path).paths()] == ["c", "b", "a"]


def test_resume_passes_over_games_that_cannot_be_read(tmp_path):
    folder(tmp_path).mkdir(parents=True)
    (folder(tmp_path) / "good.rbm").write_text(RECORD)
    os.utime(folder(tmp_path) / "good.rbm", (1000, 1000))
    (folder(tmp_path) / "odd.rbm").write_text("hello\n")
    status, out, _err = piped(tmp_path, "resume", typed=b"q\n")
    assert status == 0
    assert "This game goes on where it stopped." in out
    (folder(tmp_path) / "good.rbm").unlink()
    status, _out, err = piped(tmp_path, "resume")
    assert status == 4
    assert err.endswith('odd.rbm, line 1: This is not a record: a record begins with [Rubamazzo "1"].\n')
    status, out, err = piped(tmp_path, "resume", "--list")
    assert (status, out) == (0, "")
    assert "odd.rbm, line 1:" in err


@pytest.mark.parametrize("what", ["pipe", "device"])
def test_what_has_no_end_among_the_kept_games_is_not_waited_for(tmp_path, what):
    folder(tmp_path).mkdir(parents=True)
    odd = folder(tmp_path) / "odd.rbm"
    if what == "pipe":
        os.mkfifo(odd)
    else:
        odd.symlink_to("/dev/zero")
    said = "odd.rbm cannot be read: it is not an ordinary file.\n"
    for command in (["resume"], ["resume", "--list"], ["resume", "odd"]):
        _status, out, err = piped(tmp_path, *command)
        assert (out, err.endswith(said), err.count("\n")) == ("", True, 1)


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_kept_game_that_may_not_be_touched_is_not_said_to_be_played(tmp_path):
    folder(tmp_path).mkdir(parents=True)
    (folder(tmp_path) / "good.rbm").write_text(RECORD)
    try:
        for mode in (0o555, 0o000):
            folder(tmp_path).chmod(mode)
            for command in (["resume"], ["resume", "--list"]):
                _status, out, err = piped(tmp_path, *command)
                assert (out, err.endswith("cannot be read: Permission denied.\n")) == ("", True)
    finally:
        folder(tmp_path).chmod(0o755)


def test_a_kept_file_with_several_games_is_left_alone(tmp_path):
    folder(tmp_path).mkdir(parents=True)
    both = (CASES / "records" / "classico-3p-1.rbm").read_text() + RECORD
    (folder(tmp_path) / "two.rbm").write_text(both)
    for command in (["resume"], ["resume", "--list"], ["resume", "two"]):
        _status, out, err = piped(tmp_path, *command)
        assert (out, err.endswith(" cannot be read: it holds more than one game.\n")) == ("", True)
    assert (folder(tmp_path) / "two.rbm").read_text() == both


def test_a_kept_game_that_was_taken_away_is_not_said_to_be_kept(tmp_path):
    with played(tmp_path, "1") as terminal:
        [game] = kept(tmp_path)
        game.unlink()
        terminal.type("q\n")
        assert terminal.ended() == 0
        assert "resume" not in terminal.screen
    assert not list(folder(tmp_path).iterdir())


def test_one_odd_lock_does_not_hide_the_other_games(tmp_path):
    folder(tmp_path).mkdir(parents=True)
    for name in ("good", "odd"):
        (folder(tmp_path) / f"{name}.rbm").write_text(RECORD)
    (folder(tmp_path) / "odd.lock").mkdir()
    os.utime(folder(tmp_path) / "good.rbm", (1000, 1000))
    with played(tmp_path) as terminal:
        assert terminal.screen.startswith("There is an unfinished game: ")


@pytest.mark.parametrize("is_linked", [False, True])
def test_a_record_is_not_written_over_the_kept_game(tmp_path, is_linked):
    if is_linked:
        (tmp_path / "elsewhere").mkdir()
        (tmp_path / ".local").symlink_to("elsewhere")
    folder(tmp_path).mkdir(parents=True)
    (folder(tmp_path) / "good.rbm").write_text(RECORD)
    name = str(folder(tmp_path) / "good.rbm")
    status, _out, err = piped(tmp_path, "resume", "--record", name, "--force")
    assert (status, "is named twice" in err) == (2, True)
    assert (folder(tmp_path) / "good.rbm").read_text() == RECORD


def test_what_cannot_be_saved_leaves_nothing_and_names_are_given_as_words(tmp_path):
    with played(tmp_path, "1") as terminal:
        assert "/dev/null cannot be written: it is not an ordinary file." in terminal.play("save /dev/null")
        assert ". cannot be written: Is a directory." in terminal.play("save .")
        assert "rubamazzo resume ./--list goes on" in terminal.play("save --list").replace("\n  ", " ")
        assert "'~/a b.rbm'; rubamazzo resume" not in (
            said := terminal.play("save ~/a b.rbm").replace("\n  ", " ")
        )
        assert "saved in ~/a b.rbm; rubamazzo resume ~/'a b.rbm' goes on" in said
        (tmp_path / "a b.rbm").unlink()
        (tmp_path / "--list").unlink()
        assert "is saved in --list" in terminal.play("save --list")
    assert [path.name for path in tmp_path.iterdir() if path.is_file()] == ["--list"]


# a program named in a file


@pytest.mark.parametrize("command", [["resume"], ["resume", "--seat", "you"], ["replay", "--show"], ["verify"]])
def test_a_file_never_starts_a_program(tmp_path, command):
    evil = RECORD.replace('[Deal "1"]', '[Seats "you|cmd:touch started"]\n[Deal "1"]')
    (tmp_path / "x.rbm").write_text(evil)
    status, _out, err = piped(tmp_path, command[0], "x.rbm", *command[1:], typed=b"1\n1\n")
    assert not (tmp_path / "started").exists()
    if command[0] == "resume":
        assert status == 2
        assert "Seat 2 is played by cmd:touch started, and a record never starts a program" in err


def test_seats_given_again_take_the_place_of_a_program(tmp_path):
    (tmp_path / "x.rbm").write_text(RECORD.replace('[Deal "1"]', '[Seats "you:Anna|cmd:touch x"]\n[Deal "1"]'))
    command = ["resume", "x.rbm", "--seat", "you", "--seat", "easy:Bruno", "--record", "-"]
    status, out, _err = piped(tmp_path, *command, typed=b"1\n")
    assert status == 3
    assert '[Seats "you:Anna|easy:Bruno"]' in out


def test_a_record_without_a_seed_always_has_the_same_future(tmp_path):
    (tmp_path / "x.rbm").write_text(RECORD)
    first, second = (piped(tmp_path, "resume", "x.rbm", "--keep-going", typed=b"1\n" * 30) for _ in range(2))
    assert first == second
    assert first[0] == 0
    assert "seed" not in first[1], "nobody chose one"


def test_a_kept_game_is_an_ordinary_record(tmp_path):
    with played(tmp_path, "1", "1") as terminal:
        terminal.process.kill()
    [file] = kept(tmp_path)
    text = file.read_text()
    [record] = read_records(text)
    assert write_record(record) == text
    assert '[Deck "~' in text
    assert '[Seed "~' in text
    assert oct(file.stat().st_mode)[-3:] == "600"
    assert oct(folder(tmp_path).stat().st_mode)[-3:] == "700"


def test_killed_at_random_moments_nothing_is_lost():
    """A few of what `python tests/long_kill.py 1000` tries."""
    reached, lost, _left = kills(10, seed=2)
    assert lost == []
    assert any(how_far.startswith("deal") for how_far in reached)
