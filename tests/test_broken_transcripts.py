"""A transcript cut off or changed anywhere differs or is one error; it never breaks check, nor starts a program."""

from __future__ import annotations

import random
import subprocess
from pathlib import Path

import pytest
from inside import invoked
from spoiling import line_doubled, lines_swapped, put

from rubamazzo_cli.transcript import Transcript, difference

FOLDER = Path(__file__).parent.parent / "transcripts"
SHORT = [
    "take-one.txt",
    "refused-choice.txt",
    "cut.txt",
    "save.txt",
    "verify.txt",
    "usage-seats.txt",
    "resume.txt",
]
CHECK = "# rubamazzo transcript 1\n# command: rubamazzo check "


def check(file: Path, *options: str) -> tuple[int, str]:
    return invoked(file.parent, "check", *options, file.name, programs=True)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A place with the records that transcripts speak of, where no program can be started."""
    for record in FOLDER.glob("*.rbm"):
        (tmp_path / record.name).write_bytes(record.read_bytes())

    def refuse(*_arguments, **_more):
        raise AssertionError("a program was started")

    monkeypatch.setattr(subprocess, "Popen", refuse)
    return tmp_path


def broken(folder: Path, data: bytes) -> int:
    """Check what is not the transcript it was; the status, and that little was said where nothing was compared."""
    file = folder / "x.txt"
    file.write_bytes(data)
    status, said = check(file)
    assert status in (0, 1, 4)
    assert "Traceback" not in said
    if status == 4:
        assert "x.txt, line " in said
        assert said.count("\n") == 2, "the error, and that no transcript is as recorded"
    return status


@pytest.mark.parametrize("name", SHORT)
def test_cut_off_anywhere(folder, name):
    data = (FOLDER / name).read_bytes()
    assert broken(folder, data) == 0
    places = random.Random(name).sample(range(len(data) - 1), 25)
    for end in places:
        assert broken(folder, data[:end]) in (1, 4), end


@pytest.mark.parametrize("name", SHORT)
def test_changed_anywhere(folder, name):
    chance = random.Random(name)
    data = (FOLDER / name).read_bytes()
    for _ in range(15):
        at = chance.randrange(len(data))
        broken(folder, put(data, at, bytes([chance.randrange(256)])))
        broken(folder, put(data, at, b""))
        one, other = chance.sample(range(data.count(b"\n")), 2)
        broken(folder, lines_swapped(data, one, other))
        broken(folder, line_doubled(data, one))


@pytest.mark.parametrize(
    "data",
    [b"", b"\n", b"\x00", b"\xff", b"# ", b"# rubamazzo transcript 99999999999999999999\n", b"#" * 100_000],
)
def test_what_is_no_transcript(folder, data):
    assert broken(folder, data) == 4


@pytest.mark.parametrize(
    "command",
    [
        "play --seat 'you:a\0b'", "play --record 'a\0b'", "replay 'a\0b'", "replay /", "replay ''", "play --record ''",
        "play --record ..", "play --transcript .", "rules '\x1b[2J'", "play --seed " + "9" * 5000, "resume --list",
        "verify x.txt", "resume x.txt", "play --players ٣", "frobnicate", "--help", "-V", "", "play --deck '" + "7d " * 40 + "'",
    ],
)  # fmt: skip
def test_odd_commands(folder, command):
    broken(folder, f"# rubamazzo transcript 1\n# command: rubamazzo {command}\n# exit: 0\n".encode())


def test_a_transcript_that_checks_itself(folder):
    (folder / "x.txt").write_text(
        f"{CHECK}x.txt\nx.txt, line 1: This transcript checks itself.\n"
        "0 transcripts are as recorded.\n# exit: 4\n"
    )
    assert check(folder / "x.txt") == (0, "1 transcript is as recorded.\n")


def test_transcripts_that_check_each_other(folder):
    (folder / "x.txt").write_text(f"{CHECK}y.txt\n# exit: 0\n")
    (folder / "y.txt").write_text(f"{CHECK}x.txt\n# exit: 0\n")
    status, said = check(folder / "x.txt")
    assert status == 1
    assert "x.txt, line 1: This transcript checks itself." in said


def test_transcripts_that_check_all_of_their_folder(folder):
    """Each of them once ran all the others within the others: it grew with every further file beyond all measure."""
    for number in range(9):
        (folder / f"{number}.txt").write_text(f"{CHECK}.\n# exit: 0\n")
    status, said = check(folder / "0.txt")
    assert status == 1
    assert "1.txt, line 1: A transcript that another one checks cannot check further ones." in said


def test_what_differs_can_do_nothing_to_a_screen(folder):
    (folder / "x.txt").write_text(f"{CHECK}none.txt\n\x1b]0;evil\x07\x1b[2J\n# exit: 0\n")
    status, said = check(folder / "x.txt")
    assert (status, said.isascii(), "\x1b" in said, "evil" in said) == (1, False, False, True)


def test_a_command_without_end_is_refused(folder):
    (folder / "x.txt").write_text(f"{CHECK}{'y' * 1_000_000}\n# exit: 0\n")
    status, said = check(folder / "x.txt")
    assert (status, "x.txt, line 2: A line that begins with" in said) == (4, True)


def test_only_so_much_after_a_difference_is_compared():
    lines = [str(n) for n in range(20_000)]
    recorded = Transcript("", ("variants",), tuple(lines), 0)
    assert list(difference("x", recorded, recorded)) == []
    once = recorded._replace(lines=(*lines[:5_000], "another", *lines[5_000:]))
    twice = once._replace(lines=(*once.lines[:15_000], "a third", *once.lines[15_000:]))
    rows = [
        *("--- x (recorded)", "+++ x (now)", "@@ -5000,6 +5000,7 @@"),
        *(" 4997", " 4998", " 4999", "+another", " 5000", " 5001", " 5002"),
    ]
    assert list(difference("x", recorded, once)) == rows
    assert list(difference("x", recorded, twice)) == [*rows, "…"]


def test_a_difference_in_the_first_or_the_last_line_is_shown_whole():
    lines = Transcript("", ("variants",), ("one", "two"), 0)
    assert list(difference("x", lines, lines._replace(command=("rules",))))[3:6] == [
        " # rubamazzo transcript 1",
        "-# command: rubamazzo variants",
        "+# command: rubamazzo rules",
    ]
    assert list(difference("x", lines, lines._replace(status=3)))[-3:] == ["-# exit: 0", "+# exit: 3", " "]


def test_a_transcript_accepts_nothing_beside_it(folder):
    stale = f"{CHECK}none.txt\n# exit: 0\n"
    (folder / "stale.txt").write_text(stale)
    (folder / "x.txt").write_text(f"{CHECK}--accept stale.txt\n# exit: 0\n")
    check(folder / "x.txt")
    assert (folder / "stale.txt").read_text() == stale


@pytest.mark.parametrize("inner", ["", "check --allow-programs y.txt"])
def test_a_transcript_starts_no_program(folder, inner):
    evil = (
        "# rubamazzo transcript 1\n# command: rubamazzo play --seat you --seat 'cmd:touch started'\n# exit: 0\n"
    )
    (folder / "y.txt").write_text(evil)
    (folder / "x.txt").write_text(
        f"# rubamazzo transcript 1\n# command: rubamazzo {inner}\n# exit: 0\n" if inner else evil
    )
    status, said = check(folder / "x.txt")
    assert status == 1
    assert "Programs are started only with --allow-programs." in said
    assert not (folder / "started").exists()
