"""Every transcript that ships still shows what happens, and together they show everything (formats 4)."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from contextlib import nullcontext
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from rubamazzo_cli import cli, files, simulating
from rubamazzo_cli.checking import check_transcripts, run_again
from rubamazzo_cli.commands import COMMANDS
from rubamazzo_cli.console import Console
from rubamazzo_cli.errors import TranscriptError
from rubamazzo_cli.players import LEVELS
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.transcript import Transcript, read_transcript, write_transcript

FOLDER = Path(__file__).parent.parent / "transcripts"
FILES = sorted(FOLDER.glob("**/*.txt"))
TRANSCRIPTS = {file.stem: read_transcript(file.read_text("utf-8")) for file in FILES}


@pytest.mark.parametrize("name", TRANSCRIPTS)
def test_transcript_is_as_recorded(name):
    recorded = TRANSCRIPTS[name]
    now = run_again(recorded, FOLDER, cli.invoke, allow_programs=False)
    assert write_transcript(now) == write_transcript(recorded)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_transcript_is_in_its_one_form(file):
    text = file.read_bytes().decode("utf-8")
    transcript = read_transcript(text)
    assert write_transcript(transcript) == text
    assert transcript.about, "it says what it shows"
    assert transcript.status is not None
    unwrapped = {"--record", "--spoken"} & set(transcript.command)  # a sentence for the ear is one line
    if transcript.command[0] == "play" and not unwrapped and transcript.status != 2:
        assert all(len(line) <= 80 for line in transcript.lines if not line.startswith("> "))


@pytest.mark.parametrize(
    ("environment", "python"),
    [
        ({"PYTHONHASHSEED": "1", "LANG": "it_IT.UTF-8", "COLUMNS": "40"}, []),
        ({"PYTHONHASHSEED": "2", "LC_ALL": "C", "FORCE_COLOR": "1"}, ["-X", "utf8=0"]),
        ({"PYTHONHASHSEED": "random", "NO_COLOR": "1", "TERM": "dumb"}, ["-O"]),
    ],
)
def test_transcripts_hold_in_another_process_and_surroundings(environment, python):
    surroundings = {name: value for name, value in os.environ.items() if name != "CI"} | environment
    done = subprocess.run(
        [
            sys.executable,
            *python,
            "-m",
            "rubamazzo_cli",
            "check",
            str(FOLDER),
            "--lang",
            "en",
            "--color",
            "never",
        ],
        env=surroundings,
        capture_output=True,
        encoding="utf-8",
        cwd=FOLDER.parent,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{len(FILES)} transcripts are as recorded.\n"


def words(name: str) -> str:
    return f" {' '.join(TRANSCRIPTS[name].command)} "


@pytest.mark.parametrize("variant", VARIANTS)
def test_every_variant_is_in_a_transcript(variant):
    assert any(f" --variant {variant} " in words(name) for name in TRANSCRIPTS)


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_in_a_transcript(level):
    assert any(f" --seat {level} " in words(name) for name in TRANSCRIPTS)


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: command.word)
def test_every_command_word_is_typed_in_a_transcript(command):
    typed = {line.partition(" ")[0] for transcript in TRANSCRIPTS.values() for line in transcript.typed}
    assert {command.word, command.letter} & typed


ELSEWHERE = {"engine", "simulate"}
"""Commands whose output is no session: an engine shows no prompts, and figures have times in them."""


@pytest.mark.parametrize("command", sorted(cli.main.commands.keys() - ELSEWHERE))
def test_every_command_of_the_program_is_in_a_transcript(command):
    assert any(transcript.command[0] == command for transcript in TRANSCRIPTS.values())


@pytest.mark.parametrize("lang", ["en", "fr"])
@pytest.mark.parametrize("typed", ["\n# a comment\n1\n\n", "# a comment\n\n1\n\nnonsense\n"])
def test_a_transcript_just_recorded_passes_check(tmp_path, lang, typed):
    """Though a replay has neither comments nor blank lines to count (formats 4)."""
    file = tmp_path / "x.txt"
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "play", "--seed", "1", "--lang", lang, "--transcript", file],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        cwd=FOLDER.parent,
    )
    assert done.returncode == 3
    recorded = read_transcript(file.read_text("utf-8"))
    now = run_again(recorded, tmp_path, cli.invoke, allow_programs=False)
    assert write_transcript(now) == write_transcript(recorded)


# reading and writing


def test_a_transcript_that_was_not_finished_differs():
    recorded = TRANSCRIPTS["take-one"]._replace(status=None)
    now = run_again(recorded, FOLDER, cli.invoke, allow_programs=False)
    assert write_transcript(now) != write_transcript(recorded)


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        ("", 1, "not-a-transcript"),
        ("hello\n", 1, "not-a-transcript"),
        ("# rubamazzo transcript 2\n", 1, "version"),
        ("# rubamazzo transcript 1\n", 1, "no-command"),
        ("# rubamazzo transcript 1\n# command: sh -c true\n", 2, "no-command"),
        ("# rubamazzo transcript 1\n# command: rubamazzo 'play\n", 2, "no-command"),
        ("# rubamazzo transcript 1\n# colour: red\n", 2, "unknown-header"),
        ("# rubamazzo transcript 1\n# command: rubamazzo play\n# what\n# exit: 0\n", 3, "unknown-header"),
        ("# rubamazzo transcript 1\n# command: rubamazzo play\n# exit: 00\n", 3, "unknown-header"),
        ("# rubamazzo transcript 1\n# command: rubamazzo play\n# exit: -0\n", 3, "unknown-header"),
    ],
)
def test_what_is_no_transcript_is_refused_with_its_line(text, line, reason):
    with pytest.raises(TranscriptError) as error:
        read_transcript(text)
    assert (error.value.line, error.value.reason) == (line, reason)


printed = st.text(st.characters(blacklist_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=20).filter(
    lambda line: not line.startswith("# ")
)


@given(
    about=printed.map(str.strip),
    command=st.lists(printed.filter(bool), max_size=4),
    lines=st.lists(printed, max_size=8),
    status=st.none() | st.integers(0, 4),
)
def test_transcripts_round_trip(about, command, lines, status):
    transcript = Transcript(about, tuple(command), tuple(lines), status)
    text = write_transcript(transcript)
    assert read_transcript(text) == transcript
    assert read_transcript(text.replace("\n", "\r\n")) == transcript
    assert shlex.split(text.splitlines()[1 + bool(about)].removeprefix("# command: "))[1:] == command


# check


def run_check(*arguments: object, **environment: str) -> subprocess.CompletedProcess[str]:
    surroundings = {name: value for name, value in os.environ.items() if name != "CI"} | environment
    return subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "check", *map(str, arguments)],
        env=surroundings,
        capture_output=True,
        encoding="utf-8",
    )


@pytest.fixture
def stale(tmp_path):
    """A transcript of which one line is not true any more."""
    text = (FOLDER / "take-one.txt").read_text("utf-8")
    file = tmp_path / "stale.txt"
    file.write_text(text.replace("Anna takes the 7 of coppe", "Anna takes the 7 of spade"), "utf-8")
    return file


def test_check_shows_a_difference_and_changes_nothing(stale):
    before = stale.read_bytes()
    done = run_check(stale)
    assert done.returncode == 1
    assert "-Anna takes the 7 of spade with the 7 of denari." in done.stdout
    assert "+Anna takes the 7 of coppe with the 7 of denari." in done.stdout
    assert stale.read_bytes() == before


def test_accepting_twice_changes_nothing_more(stale):
    done = run_check("--accept", stale)
    assert done.returncode == 0
    assert "+Anna takes the 7 of coppe" in done.stdout, "it shows what it changes"
    assert stale.read_bytes() == (FOLDER / "take-one.txt").read_bytes()
    modified = stale.stat().st_mtime_ns
    assert run_check("--accept", stale).returncode == 0
    assert stale.stat().st_mtime_ns == modified
    assert sorted(path.name for path in stale.parent.iterdir()) == ["stale.txt"]


def test_accepting_is_refused_where_ci_is_set(stale):
    before = stale.read_bytes()
    assert run_check("--accept", stale, CI="true").returncode == 2
    assert stale.read_bytes() == before


def test_check_of_what_cannot_be_read_is_status_4(tmp_path):
    (tmp_path / "odd.txt").write_bytes(b"\xff\xfe")
    done = run_check(tmp_path / "odd.txt")
    assert done.returncode == 4
    assert done.stderr.count("\n") == 1
    assert run_check(tmp_path / "missing.txt").returncode == 4


# files named in transcripts


def in_transcript(folder: Path, *command: str, allow_programs: bool = False) -> Transcript:
    recorded = Transcript("", (*command, "--lang", "en"), (), 0)
    return run_again(recorded, folder, cli.invoke, allow_programs=allow_programs)


@pytest.mark.parametrize("command", ["check", "replay", "verify", "review", "resume"])
@pytest.mark.parametrize("name", ["..", "sub/../../x", "/dev/zero", "/dev/stdin", "link"])
def test_a_transcript_reads_nothing_outside_of_its_folder(command, name, tmp_path):
    folder = tmp_path / "folder"
    folder.mkdir()
    (folder / "link").symlink_to(tmp_path)
    (tmp_path / "x").write_text("secret", "utf-8")
    assert in_transcript(folder, command, name)[2:] == ((f"{name} cannot be read: Permission denied.",), 4)


def test_a_folder_in_a_transcript_is_beside_it(tmp_path):
    (tmp_path / "take-one.txt").write_bytes((FOLDER / "take-one.txt").read_bytes())
    assert in_transcript(tmp_path, "check", ".")[2:] == (("1 transcript is as recorded.",), 0)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="there are no named pipes")
def test_a_pipe_beside_a_transcript_is_not_waited_for(tmp_path):
    os.mkfifo(tmp_path / "pipe.txt")
    for command in ("check", "replay"):
        now = in_transcript(tmp_path, command, "pipe.txt")
        assert now[2:] == (("pipe.txt cannot be read: it is not an ordinary file.",), 4)
    done = run_check(tmp_path, "--lang", "en")
    assert done.returncode == 4
    assert done.stderr.endswith("pipe.txt cannot be read: it is not an ordinary file.\n")


def test_a_study_in_a_transcript_reaches_no_cluster_and_starts_no_processes(tmp_path, monkeypatch):
    words = ("simulate", "--seat", "easy", "--seat", "easy", "--deals", "2")
    now = in_transcript(tmp_path, *words, "--scheduler", "nowhere:1")
    assert now[2:] == (("Programs are started only with --allow-programs.",), 2)
    asked = []
    monkeypatch.setattr(simulating, "workers", lambda jobs, scheduler: asked.append(jobs) or nullcontext())
    assert in_transcript(tmp_path, *words, "--jobs", "2").status == 0
    assert asked == [1]


@pytest.mark.skipif(not os.path.exists("/dev/zero"), reason="there is no such device")
def test_what_has_no_end_is_not_read(monkeypatch, tmp_path):
    replay = [sys.executable, "-m", "rubamazzo_cli", "replay", "--lang", "en"]
    done = subprocess.run([*replay, "/dev/zero"], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (4, "/dev/zero cannot be read: it is not an ordinary file.\n")
    monkeypatch.setattr(files, "MOST", 10)
    (tmp_path / "long").write_text("[Rubamazzo]", "utf-8")
    assert in_transcript(tmp_path, "replay", "long")[2:] == (("long cannot be read: File too large.",), 4)


@pytest.mark.skipif(not os.path.exists("/dev/stdin"), reason="there is no such name")
def test_a_record_may_come_through_a_pipe():
    record = next(Path(__file__).parent.glob("cases/**/*.rbm")).read_bytes()
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "replay", "/dev/stdin"], input=record, capture_output=True
    )
    assert b"ordinary" not in done.stderr
    assert done.returncode in (0, 1)


def test_a_folder_without_transcripts_is_status_4(tmp_path):
    done = run_check(tmp_path, "--lang", "en")
    assert (done.returncode, done.stderr) == (4, f"There is no transcript in {tmp_path}.\n")


def test_a_folder_that_cannot_be_read_is_status_4(tmp_path, monkeypatch, capsys):
    def refuse(path):
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(os, "scandir", refuse)
    status = check_transcripts(Console({}), [tmp_path], cli.invoke, accept=False, allow_programs=False)
    assert (status, capsys.readouterr().err) == (4, f"{tmp_path} cannot be read: Permission denied.\n")
