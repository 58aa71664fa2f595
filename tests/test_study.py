"""The commands `simulate` and `engine` as processes see them (formats 5 and 6)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path
from types import SimpleNamespace

import pytest
from engines import is_alive
from inside import invoked
from surroundings import plain

from rubamazzo_cli.console import ScriptedConsole
from rubamazzo_cli.record import read_records
from rubamazzo_cli.simulate import _Work

PROGRAM = [sys.executable, "-m", "rubamazzo_cli"]
MYBOT = f"cmd:{sys.executable} {Path(__file__).parent / 'bots' / 'mybot'}"
TIMES = ("seconds", "ms_per_move_median", "ms_per_move_max")


def run(*words: str, typed: str | None = None) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*PROGRAM, *words], input=typed, capture_output=True, encoding="utf-8", env=plain())


def figures(*words: str) -> dict:
    done = run("simulate", "--json", *words)
    assert (done.returncode, done.stderr) == (0, "")
    study = json.loads(done.stdout)
    for part in (study, *study["seats"]):
        for name in TIMES:
            part.pop(name, None)
    return study


def test_figures_are_the_same_for_any_number_of_jobs():
    words = ("--seat", "normal", "--seat", "easy", "--seat", "random", "--deals", "31", "--seed", "5")
    alone = figures(*words)
    assert figures(*words, "--jobs", "3") == alone
    assert (alone["deals"], alone["decks"]) == (33, 11), "rounded up to whole decks"
    assert [seat["kind"] for seat in alone["seats"]] == ["normal", "easy", "random"]
    assert sum(seat["score"] for seat in alone["seats"]) == pytest.approx(1)


def test_the_object_has_the_names_of_formats_6_in_their_order():
    done = run("simulate", "--json", "--seat", "easy", "--seat", "random", "--deals", "4", "--variant", "scopa")
    study = json.loads(done.stdout)
    assert list(study) == ["variant", "switches", "deals", "decks", "seed", "seats", "seconds"]
    assert list(study["seats"][0]) == [
        "kind",
        "score",
        "ci95",
        "wins",
        "draws",
        "mean_cards",
        "ms_per_move_median",
        "ms_per_move_max",
    ]


def test_records_of_every_deal_read_back(tmp_path):
    file = tmp_path / "deals.rbm"
    words = ("simulate", "--seat", "easy", "--seat", "random", "--deals", "20", "--records", str(file))
    assert run(*words).returncode == 0
    assert len(read_records(file.read_text("utf-8"))) == 20
    again = run(*words)
    assert again.returncode == 4, "it is not overwritten"
    assert run(*words, "--force", "--jobs", "2").returncode == 0
    assert run("replay", str(file)).returncode == 0


def test_for_people_there_is_a_table_a_verdict_and_on_request_the_margins():
    done = run(
        "simulate", "--seat", "normal", "--seat", "random", "--deals", "200", "--margins", "--lang", "en"
    )
    assert "normal is stronger than random: 0." in done.stdout
    assert "######" in done.stdout
    assert all(len(line) <= 80 for line in done.stdout.splitlines())


def test_programs_play_too_and_one_that_fails_is_status_5():
    assert figures("--seat", MYBOT, "--seat", "random", "--deals", "10")["seats"][0]["kind"] == "cmd"
    done = run("simulate", "--seat", "easy", "--seat", "cmd:false", "--deals", "10", "--lang", "en")
    assert done.returncode == 5
    assert done.stderr.startswith("false ended while it was needed.\n")


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_a_failure_of_an_engine_shows_the_position_as_a_record(jobs):
    words = ("--seat", "easy", "--seat", "cmd:false", "--deals", "10", "--jobs", jobs, "--lang", "en")
    _sentence, text = run("simulate", *words).stderr.split("\n", 1)
    (record,) = read_records(text)
    assert len(record.match.deals[0].moves) == 1, "it had to answer the first move"


def test_the_dialogue_with_programs_is_written_down(tmp_path):
    file = tmp_path / "said.log"
    words = ("simulate", "--seat", MYBOT, "--seat", "easy", "--deals", "2", "--engine-log", str(file))
    assert run(*words).returncode == 0
    assert file.read_text("utf-8").startswith("> protocol 1\n< = ")
    assert run(*words).returncode == 4, "it is not overwritten"
    done = run(*words, "--force", "--jobs", "2")
    assert done.returncode == 2
    assert "--engine-log" in done.stderr


def test_a_records_file_that_cannot_be_written_is_named(tmp_path):
    file = tmp_path / "nowhere" / "deals.rbm"
    done = run("simulate", "--seat", "easy", "--seat", "easy", "--deals", "2", "--records", str(file))
    assert done.returncode == 4
    assert str(file) in done.stderr


@pytest.mark.parametrize(("deals", "words"), [("2", ": 1 deck, played"), ("4", ": 2 decks, each played")])
def test_one_deck_is_told_in_the_singular(deals, words):
    done = run("simulate", "--seat", "easy", "--seat", "easy", "--deals", deals, "--lang", "en")
    assert words in done.stdout


def test_an_engine_that_fails_in_a_worker_is_status_5_with_the_same_sentence():
    words = ("simulate", "--seat", "cmd:/nonexistent", "--seat", "easy", "--deals", "4", "--lang", "en")
    alone, shared = run(*words), run(*words, "--jobs", "2")
    assert (alone.returncode, shared.returncode) == (5, 5)
    assert shared.stderr == alone.stderr
    assert shared.stderr.startswith("/nonexistent cannot be started.")


def children(process: int) -> list[int]:
    """The processes it has started and that are there."""
    done = subprocess.run(["ps", "-o", "pid=", "--ppid", str(process)], capture_output=True, text=True)
    return list(map(int, done.stdout.split()))


ENDLESS = [
    "simulate",
    "--seat",
    "hard",
    "--seat",
    "hard",
    "--deals",
    "100000000",
    "--jobs",
    "2",
    "--lang",
    "en",
]


def working() -> tuple[subprocess.Popen[str], list[int]]:
    """A long study by two processes, and these."""
    process = subprocess.Popen([*PROGRAM, *ENDLESS], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    while process.poll() is None and len(children(process.pid)) < 2:
        pass
    return process, children(process.pid)


needs_ps = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="ps lists children so on Linux")


@needs_ps
def test_a_worker_that_is_killed_is_a_sentence_and_status_5():
    process, workers = working()
    os.kill(workers[0], signal.SIGKILL)
    assert process.communicate()[1] == "rubamazzo --jobs 2 ended while it was needed.\n"
    assert process.returncode == 5


@needs_ps
@pytest.mark.parametrize("numbers", [[signal.SIGKILL], [signal.SIGINT, signal.SIGINT], [signal.SIGTERM]])
def test_no_worker_is_left_when_the_parent_is_gone(numbers):
    process, workers = working()
    for number in numbers:
        process.send_signal(number)
    process.communicate()
    assert process.returncode == -numbers[0]
    while any(map(is_alive, workers)):
        pass


@pytest.mark.skipif(os.name != "posix", reason="signals are those of POSIX")
@pytest.mark.parametrize("jobs", ["1", "2"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_interrupted_it_prints_the_figures_so_far(jobs, number, tmp_path):
    """The signal comes as soon as the first records are written; the process ends by it."""
    file = tmp_path / "deals.rbm"
    words = ["simulate", "--seat", "easy", "--seat", "random", "--deals", "100000000", "--jobs", jobs, "--json"]
    with subprocess.Popen(
        [*PROGRAM, *words, "--records", str(file)], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    ) as process:
        while process.poll() is None and not (file.exists() and file.stat().st_size):
            pass
        process.send_signal(number)
        printed, errors = process.communicate()
    assert process.returncode == -number
    assert json.loads(printed)["deals"] > 0
    assert errors == ""


@pytest.mark.parametrize(
    "words",
    [
        ["--deals", "0"],
        ["--deals", "many"],
        ["--jobs", "0"],
        ["--seat", "you", "--seat", "easy"],
        ["--seed", "-1"],
        ["--scheduler", "nowhere:1", "extra"],
    ],
    ids=" ".join,
)
def test_wrong_usage(words):
    done = run("simulate", *words)
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


def test_an_engine_answers_line_by_line_until_it_is_told_to_quit():
    done = run("engine", "--level", "easy", typed="protocol 1\nwhat\nquit\nprotocol 1\n")
    assert done.stdout == "= rubamazzo easy\n? not a line of protocol 1\n=\n"
    assert (done.returncode, done.stderr) == (0, "")
    assert run("engine", typed="protocol 1").stdout == "= rubamazzo hard\n", "the end of input is like quit"


def test_house_rules_and_a_narrow_screen():
    words = ("simulate", "--seat", "easy", "--seat", "easy", "--deals", "2", "--set", "table=3", "--lang", "en")
    done = subprocess.run(
        [*PROGRAM, *words], capture_output=True, encoding="utf-8", env=plain(COLUMNS="30"), check=True
    )
    assert "House rules: table=3." in done.stdout
    assert "\n1 easy: score 0." in done.stdout
    assert all(len(line) <= 30 for line in done.stdout.splitlines())


class Cluster:
    """What `distributed` offers, on this machine."""

    def __init__(self, address: str) -> None:
        if address != "here":
            raise OSError("nobody answers")

    def __enter__(self) -> Cluster:
        return self

    def __exit__(self, *_error: object) -> None:
        pass

    def get_executor(self) -> Executor:
        return ThreadPoolExecutor(1)


def test_a_cluster_does_the_same_work(tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Cluster))
    words = ("simulate", "--seat", "easy", "--seat", "random", "--deals", "4", "--records")
    assert invoked(tmp_path, *words, "alone.rbm", programs=True)[0] == 0
    assert invoked(tmp_path, *words, "shared.rbm", "--scheduler", "here", programs=True)[0] == 0
    assert (tmp_path / "shared.rbm").read_text() == (tmp_path / "alone.rbm").read_text()


@pytest.mark.parametrize("is_installed", [False, True])
def test_a_cluster_that_cannot_be_used_is_a_sentence(is_installed, tmp_path, monkeypatch):
    monkeypatch.setitem(sys.modules, "distributed", SimpleNamespace(Client=Cluster) if is_installed else None)
    words = ("simulate", "--scheduler", "elsewhere", "--lang", "en")
    status, said = invoked(tmp_path, *words, programs=True)
    assert status == 4
    begin = (
        "The cluster at elsewhere cannot be used: "
        if is_installed
        else "--scheduler needs the package distributed;"
    )
    assert said.startswith(begin)
    assert invoked(tmp_path, *words) == (2, "Programs are started only with --allow-programs.\n")


def test_who_watches_sees_how_far_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(ScriptedConsole, "is_watched", True)
    status, said = invoked(
        tmp_path, "simulate", "--seat", "easy", "--seat", "random", "--deals", "4", "--lang", "en"
    )
    assert status == 0
    assert "Decks" in said
    assert "4 deals of rubamazzo: 2 decks" in said


def test_a_worker_asked_twice_to_end_is_not_disturbed_in_ending(monkeypatch):
    monkeypatch.setattr(_Work, "is_under_way", True)
    monkeypatch.setattr(_Work, "is_over", False)
    with pytest.raises(SystemExit):
        _Work._end(signal.SIGTERM, None)
    assert _Work.is_over
    _Work._end(signal.SIGTERM, None)
