"""Whatever of a file's writing fails, what is there is a beginning of the game, and nothing lies about (formats 3)."""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path

import pytest

from rubamazzo_cli import cli, files
from rubamazzo_cli.checking import run_again
from rubamazzo_cli.console import ScriptedConsole
from rubamazzo_cli.errors import CannotWrite
from rubamazzo_cli.files import GrowingFile, replace_file
from rubamazzo_cli.lines import Line
from rubamazzo_cli.playing import Keeper, RecordFile, Witness, run
from rubamazzo_cli.record import Seat, read_records, write_record
from rubamazzo_cli.rules import variant, with_switches
from rubamazzo_cli.saving import KeptGame, SavedGames
from rubamazzo_cli.session import Pause, Session, Setup
from rubamazzo_cli.transcript import read_transcript


class Disk:
    """A disk that fails at its n-th request: to open, write (half is written then), sync or rename."""

    def __init__(self, monkeypatch, fails_at: int = 0, *, for_good: bool = False) -> None:
        self.asked = 0
        self.fails_at = fails_at
        self.for_good = for_good
        self.write = os.write
        for name in ("_open", "_write", "_fsync", "_rename"):
            monkeypatch.setattr(files, name, self._failing(name, getattr(files, name)))

    def _failing(self, name, real):
        def ask(*arguments, **more):
            self.asked += 1
            if self.asked == self.fails_at or (self.for_good and self.fails_at and self.asked > self.fails_at):
                if name == "_write":
                    self.write(arguments[0], bytes(arguments[1])[: len(arguments[1]) // 2])
                raise OSError(errno.ENOSPC, "No space left on device")
            return real(*arguments, **more)

        return ask


class Quiet(ScriptedConsole):
    """A console that types 1 so many times and shows nothing but what it has to complain of."""

    def __init__(self, tmp_path, lines: int) -> None:
        super().__init__(iter(["1"] * lines), tmp_path, tmp_path)
        self.complaints: list[str] = []

    def write(self, text: str) -> None:
        pass

    def show(self, line: Line) -> None:
        pass

    def complain(self, sentence: str) -> None:
        self.complaints.append(sentence)


def match_of_two_deals() -> Session:
    rules = with_switches(variant("classico"), ["match=best-of-3", "hand=10", "table=10", "players=3"])
    return Session(Setup("classico", rules, (Seat("you"), Seat("easy"), Seat("you")), 3))


def moves_of(text: str) -> list[str]:
    return [str(move) for deal in read_records(text)[-1].match.deals for move in deal.moves]


def recorded(folder, name="x.rbm") -> None:
    run(
        match_of_two_deals(),
        Quiet(folder, 400),
        [RecordFile(GrowingFile(folder / name, name))],
        keep_going=True,
    )


@pytest.fixture(scope="module")
def whole(tmp_path_factory):
    """All moves of the match."""
    folder = tmp_path_factory.mktemp("whole")
    recorded(folder)
    return moves_of((folder / "x.rbm").read_text())


def test_the_kth_request_fails_while_recording(tmp_path, monkeypatch, whole):
    total = Disk(monkeypatch)
    recorded(tmp_path)
    assert total.asked > 50
    at = 0
    for fails_at in range(1, total.asked + 1):
        (tmp_path / "x.rbm").unlink(missing_ok=True)
        with monkeypatch.context() as patch:
            Disk(patch, fails_at)
            with pytest.raises(CannotWrite, match=r"x\.rbm.*No space left"):
                recorded(tmp_path)
        if fails_at == 1:
            assert not (tmp_path / "x.rbm").exists()
            continue
        text = (tmp_path / "x.rbm").read_text()
        if text:
            moves = moves_of(text)
            assert moves == whole[: len(moves)]
            assert len(moves) >= at
            at = len(moves)
        assert {path.name for path in tmp_path.iterdir()} == {"x.rbm"}
    assert at >= len(whole) - 1


@pytest.mark.parametrize("fails_at", [0, 7])
def test_a_game_whose_last_play_could_not_be_kept_is_not_said_to_be_kept(tmp_path, monkeypatch, fails_at):
    shown = []
    console = Quiet(tmp_path, 8)
    console.show = lambda line: shown.append(line.text)
    with monkeypatch.context() as patch:
        Disk(patch, fails_at, for_good=True)
        run(match_of_two_deals(), console, [KeptGame(SavedGames(tmp_path / "games"), console)], keep_going=True)
    assert list((tmp_path / "games").glob("*.rbm"))
    assert ("This game is kept: rubamazzo resume goes on with it." in shown) == (not fails_at)


@pytest.mark.parametrize("for_good", [False, True])
def test_the_kth_request_fails_while_keeping_a_game(tmp_path, monkeypatch, for_good):
    """The game itself never minds, and says so once; unless the disk stays broken it is kept all the same."""
    played = 8
    for fails_at in range(1, 25):
        home = tmp_path / str(fails_at)
        console = Quiet(tmp_path, played)
        with monkeypatch.context() as patch:
            Disk(patch, fails_at, for_good=for_good)
            game = match_of_two_deals()
            assert run(game, console, [KeptGame(SavedGames(home), console)], keep_going=True) == 3
        said = console.complaints.count("This game cannot be kept to be resumed: No space left on device.")
        now = [str(move) for move in game.deal.moves]
        kept = [path for path in home.glob("*.rbm") if path.read_text()]
        assert said <= 1
        assert len(now) >= played
        if kept:
            moves = moves_of(kept[0].read_text())
            assert moves == now[: len(moves)]
            assert len(moves) >= len(now) - 1 or for_good
        else:
            assert said
            assert for_good
        assert not [path for path in home.iterdir() if path.name.endswith("~")]


def test_the_kth_request_fails_while_a_transcript_grows(tmp_path, monkeypatch):
    command = ["play", "--seed", "1", "--transcript", "x.txt", "--keep-going"]

    def play():
        (tmp_path / "x.txt").unlink(missing_ok=True)
        return cli.invoke(ScriptedConsole(iter(["1"] * 6), tmp_path, tmp_path), command)

    play()
    complete = (tmp_path / "x.txt").read_text("utf-8")
    total = Disk(monkeypatch)
    assert play() == 3
    for fails_at in range(1, total.asked + 1):
        with monkeypatch.context() as patch:
            Disk(patch, fails_at)
            assert play() == 4
        if fails_at > 2:
            text = (tmp_path / "x.txt").read_text("utf-8")
            assert complete.startswith(text)
            if not text.splitlines()[-1].startswith("# "):  # of the last line, that is, a half
                unfinished = read_transcript(text)
                assert unfinished.status is None
                assert run_again(unfinished, tmp_path, cli.invoke, allow_programs=False) != unfinished


def test_a_disk_that_is_full_is_one_sentence_and_status_4(tmp_path, monkeypatch, capsys):
    Disk(monkeypatch, 9)
    command = ["play", "--seed", "1", "--record", "x.rbm"]
    assert cli.invoke(ScriptedConsole(iter(["1"] * 40), tmp_path, tmp_path), command) == 4
    assert capsys.readouterr().out.endswith("\nx.rbm cannot be written: No space left on device.\n")


def test_an_existing_file_is_overwritten_only_by_force(tmp_path):
    old = tmp_path / "x.rbm"
    old.write_text("old")
    with pytest.raises(CannotWrite) as error:
        GrowingFile(old)
    assert error.value.exists
    file = GrowingFile(old, force=True)
    assert old.read_text() == "old", "until there is something to take its place"
    file.replace("new\n")
    file.append("newer\n")
    file.close()
    assert old.read_text() == "new\nnewer\n"
    file = GrowingFile(old, force=True)
    file.append("other\n")
    file.append("more\n")
    file.close()
    assert old.read_text() == "other\nmore\n"


def test_without_a_card_dealt_an_existing_record_stays_as_it_was(tmp_path):
    old = tmp_path / "x.rbm"
    old.write_text("old")
    for name in ("x.rbm", "new.rbm"):
        command = ["play", "--cut", "--record", name, "--force"]
        assert cli.invoke(ScriptedConsole(iter([]), tmp_path, tmp_path), command) == 3
    assert old.read_text() == "old"
    assert [path.name for path in tmp_path.iterdir()] == ["x.rbm"]


@pytest.mark.parametrize("option", ["--record", "--engine-log"])
def test_where_one_output_cannot_be_written_none_is_touched(tmp_path, option):
    old = tmp_path / "old.txt"
    old.write_text("old")
    (tmp_path / "folder").mkdir()
    for transcript in ("old.txt", "new.txt"):
        command = ["play", "--force", "--transcript", transcript, option, "folder"]
        assert cli.invoke(ScriptedConsole(iter(["1"]), tmp_path, tmp_path), command) == 4
    assert old.read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["folder", "old.txt"]


@pytest.mark.parametrize("first", ["--transcript", "--engine-log"])
def test_two_outputs_of_one_name_are_a_wrong_usage(tmp_path, capsys, first):
    (tmp_path / "link").symlink_to("x")
    for name in ("x", "link"):
        command = ["play", "--force", first, "x", "--record", name]
        assert cli.invoke(ScriptedConsole(iter(["1"]), tmp_path, tmp_path), command) == 2
        sentence = f"{name if first == '--transcript' else 'x'} is named twice; "
        assert sentence in capsys.readouterr().out
    assert [path.name for path in tmp_path.iterdir()] == ["link"]
    command = ["play", "--force", "--transcript", os.devnull, "--engine-log", os.devnull]
    console = ScriptedConsole(iter(["q"]), tmp_path, tmp_path)
    console.file_to_write = Path
    assert cli.invoke(console, command) == 0


def test_a_link_stays_a_link_and_permissions_stay(tmp_path):
    (tmp_path / "real").write_text("old")
    (tmp_path / "real").chmod(0o640)
    (tmp_path / "link").symlink_to("real")
    replace_file(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "real").read_text() == "new"
    assert stat.S_IMODE((tmp_path / "real").stat().st_mode) == 0o640
    assert len(list(tmp_path.iterdir())) == 2


def test_a_private_file_is_private(tmp_path):
    file = GrowingFile(tmp_path / "x", private=True)
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o600
    file.replace("text")
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o600


def test_a_relative_name_stays_where_it_was(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "other").mkdir()
    file = GrowingFile(tmp_path.__class__("x.rbm"))
    monkeypatch.chdir("other")
    file.replace("a\n")
    file.append("b\n")
    file.close()
    assert (tmp_path / "x.rbm").read_text() == "a\nb\n"


def test_very_long_names_and_no_names(tmp_path):
    file = GrowingFile(tmp_path / ("x" * 250))
    file.replace("a")
    file.discard()
    assert not list(tmp_path.iterdir())
    for name in ("x" * 300, "a\0b", ""):
        with pytest.raises(CannotWrite):
            GrowingFile(tmp_path / name if name else tmp_path)
        with pytest.raises(CannotWrite):
            replace_file(tmp_path / name if name else tmp_path, "text")


def test_a_file_that_was_taken_away_is_not_made_anew(tmp_path):
    """What is left of a record without its beginning would be none."""
    file = GrowingFile(tmp_path / "x")
    file.replace("beginning\n")
    (tmp_path / "x").unlink()
    with pytest.raises(CannotWrite):
        file.append("end\n")


def test_characters_no_encoding_has():
    reader, writer = os.pipe()
    files._put(writer, "a\udcffb")
    os.close(writer)
    assert os.read(reader, 10) == b"a?b"
    os.close(reader)


def test_a_record_file_is_the_record_at_every_moment(tmp_path):
    """Whatever happens in the session: moves, taking back, hints, other levels, other games."""
    rules = with_switches(variant("classico"), ["match=best-of-3", "hand=10", "table=10"])
    game = Session(Setup("classico", rules, (Seat("you"), Seat("easy")), 3))
    witness = RecordFile(GrowingFile(tmp_path / "x.rbm"))
    earlier = ""
    record = game.record
    lines = "1 hint 1 undo 2 level u u 1" + 20 * " 1" + " new no new yes 1 1"
    for outputs in (game.start(), *(game.feed(line) for line in lines.split())):
        for output in outputs:
            if isinstance(output, Pause):
                continue
            witness.told(output, game)
            if game.record is not record:
                earlier += write_record(record)
                record = game.record
            if game.match.deals:
                assert (tmp_path / "x.rbm").read_text() == earlier + write_record(record)
    assert earlier
    assert len(read_records((tmp_path / "x.rbm").read_text())) == 2


def test_a_record_taken_away_is_written_again(tmp_path):
    session = match_of_two_deals()
    file = tmp_path / "x.rbm"
    witness = RecordFile(GrowingFile(file))
    for line in (*session.start(), *session.feed("1")):
        witness.told(line, session)
    file.unlink()
    for line in session.feed("1"):
        witness.told(line, session)
    witness.ended(0, session)
    assert len(moves_of(file.read_text())) == len(session.deal.moves) > 1


def test_whoever_cannot_write_any_more_is_told_of_the_kept_game(tmp_path):
    class Full(Witness):
        def told(self, line, session):
            if session.match.deals and len(session.deal.moves) > 2:
                raise CannotWrite("x.txt", OSError("full"))

    console = Quiet(tmp_path, 8)
    session = match_of_two_deals()
    with pytest.raises(CannotWrite):
        run(session, console, [KeptGame(SavedGames(tmp_path), console), Full()], keep_going=True)
    assert console.complaints == ["This game is kept: rubamazzo resume goes on with it."]
    [kept] = tmp_path.glob("*.rbm")
    assert len(moves_of(kept.read_text())) == 3


def test_a_file_in_which_nothing_stands_is_taken_away(tmp_path, monkeypatch):
    for closing in (0, 1):
        file = GrowingFile(tmp_path / "x")
        if closing:
            Disk(monkeypatch, 1, for_good=True)
            with pytest.raises(CannotWrite):
                file.replace("text")
        file.close()
        assert not list(tmp_path.iterdir())


def test_a_game_is_saved_again_once_that_is_possible(tmp_path, monkeypatch):
    keeper = Keeper(Quiet(tmp_path, 0))
    keeper.keep("x", "one")
    with monkeypatch.context() as patch:
        Disk(patch, 1, for_good=True)
        with pytest.raises(CannotWrite):
            keeper.keep("x", "two")
    assert (tmp_path / "x").read_text() == "one"
    keeper.keep("x", "three")
    assert (tmp_path / "x").read_text() == "three"
    with pytest.raises(CannotWrite):
        Keeper(Quiet(tmp_path, 0)).keep("x", "four")


def test_what_was_written_and_emptied_by_others_stays(tmp_path):
    file = GrowingFile(tmp_path / "x")
    file.append("text")
    os.truncate(tmp_path / "x", 0)
    file.close()
    assert (tmp_path / "x").exists()


def test_a_private_file_that_is_written_again_is_private(tmp_path):
    file = GrowingFile(tmp_path / "x", private=True)
    file.append("text")
    (tmp_path / "x").unlink()
    file.replace("text")
    assert stat.S_IMODE((tmp_path / "x").stat().st_mode) == 0o600


def test_a_file_that_was_empty_before_stays(tmp_path):
    (tmp_path / "x").touch()
    GrowingFile(tmp_path / "x", force=True).close()
    assert (tmp_path / "x").exists()
