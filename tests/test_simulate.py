"""Studies of many deals: duplicate decks, honest figures, the same for any number of processes."""

from __future__ import annotations

import dataclasses
import json
import multiprocessing
import os
import signal
import subprocess
import sys
from concurrent.futures import Executor, ThreadPoolExecutor
from pathlib import Path

import pytest

from rubamazzo_cli import simulate
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import LEVELS, Player
from rubamazzo_cli.players.valuation import worth
from rubamazzo_cli.record import read_records
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches
from rubamazzo_cli.simulate import Entrant, Figures, Study, Task, workers
from rubamazzo_cli.view import View


class FirstMove(Player):
    """Plays the first of its moves, and counts how it is treated."""

    closed = 0

    def choose(self, view: View, stream: Stream) -> Move:
        return view.legal[0]

    def close(self, *, in_haste: bool = False) -> None:
        FirstMove.closed += 1


class Stumbles(Player):
    """Fails, as an engine may."""

    def choose(self, view: View, stream: Stream) -> Move:
        raise OSError("gone")


def task(*kinds: str, variant: str = "rubamazzo", seed: int = 1, records: bool = False) -> Task:
    rules = with_switches(VARIANTS[variant], [f"players={len(kinds)}"])
    makers = {**LEVELS, "first": FirstMove, "stumbles": Stumbles}
    return Task(variant, rules, tuple(Entrant(kind, makers[kind]) for kind in kinds), seed, records)


def studied(task: Task, deals: int, executor: Executor | None = None, jobs: int = 1) -> Figures:
    study = Study(task, deals)
    for _ in study.run(executor, jobs):
        pass
    return study.figures()


def without_times(figures: Figures) -> Figures:
    seats = [dataclasses.replace(seat, ms_per_move_median=0.0, ms_per_move_max=0.0) for seat in figures.seats]
    return dataclasses.replace(figures, seats=tuple(seats), seconds=0.0)


@pytest.mark.parametrize("kinds", [("normal", "easy"), ("normal", "easy", "easy", "random")])
@pytest.mark.parametrize("variant", ["rubamazzo", "scopa"])
def test_figures_do_not_depend_on_the_number_of_processes(variant: str, kinds: tuple[str, ...]) -> None:
    here = studied(task(*kinds, variant=variant), 100)
    with workers(2) as pool:
        assert without_times(studied(task(*kinds, variant=variant), 100, pool, 2)) == without_times(here)


def test_a_dask_cluster_gives_the_same_figures() -> None:
    distributed = pytest.importorskip("distributed")
    here = studied(task("normal", "easy"), 40)
    with (
        distributed.LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as cluster,
        workers(2, cluster.scheduler_address) as executor,
    ):
        assert without_times(studied(task("normal", "easy"), 40, executor, 2)) == without_times(here)


def test_every_deck_is_played_from_each_first_seat() -> None:
    study = Study(task("first", "first", "first", records=True), 7)
    records = [read_records(text)[0] for texts in study.run() for text in texts]
    assert [record.match.first for record in records] == [0, 1, 2] * 3
    for at, record in enumerate(records):
        assert tuple(record.match.deals[0].deck) == shuffled_deck(Rules(), 1, at // 3 + 1)
        assert record.match.is_over


def test_players_alike_come_out_even() -> None:
    figures = studied(task("first", "first"), 40)
    assert [seat.score for seat in figures.seats] == [0.5, 0.5]
    assert [seat.ci95 for seat in figures.seats] == [0.0, 0.0]
    assert figures.seats[0].wins == figures.seats[1].wins
    assert figures.margins == {-margin: deals for margin, deals in figures.margins.items()}


@pytest.mark.parametrize("variant", VARIANTS)
def test_figures_are_those_of_the_records(variant: str) -> None:
    study = Study(task("easy", "random", variant=variant, records=True), 30)
    records = [read_records(text)[0] for texts in study.run() for text in texts]
    figures = study.figures()
    results = [record.match.deals[0].result for record in records]
    assert figures.deals == len(results) == 30
    assert sum(figures.margins.values()) == 30
    steals = sum(move.rob is not None for record in records for move in record.match.deals[0].moves)
    assert sum(seat.mean_steals for seat in figures.seats) == pytest.approx(steals / 30)
    for seat, of_seat in enumerate(figures.seats):
        assert of_seat.wins == sum(result.winner == seat for result in results)
        assert of_seat.draws == sum(result.winner is None for result in results)
        assert of_seat.mean_cards == sum(result.sizes[seat] for result in results) / 30
        if variant == "scopa":
            assert of_seat.score == pytest.approx(sum(result.points[seat] for result in results) / 30)
        else:
            assert of_seat.score == pytest.approx((of_seat.wins + of_seat.draws / 2) / 30)


def test_the_interval_is_over_decks() -> None:
    study = Study(task("easy", "random"), 20)
    for _ in study.run():
        pass
    decks = [(first.scores[0] + second.scores[0]) / 2 for first, second in study.played]
    mean = sum(decks) / 10
    error = (sum((deck - mean) ** 2 for deck in decks) / 9 / 10) ** 0.5
    assert study.figures().seats[0].ci95 == pytest.approx(1.96 * error)


def test_figures_have_the_same_last_digits_in_every_version_of_python() -> None:
    assert simulate._mean([0.1] * 10) == 0.1, "plainly added it is less"


@pytest.mark.parametrize("variant", VARIANTS)
def test_values_of_cards_are_whole_quarters_whose_sums_are_exact(variant: str) -> None:
    assert all((4 * value).is_integer() for value in worth(VARIANTS[variant]).values())


def test_a_single_deck_has_no_interval() -> None:
    assert studied(task("easy", "random"), 2).seats[0].ci95 is None


CUT_OFF = """
import os, struct, time
from multiprocessing.connection import Connection
from pathlib import Path
from rubamazzo_cli.simulate import _in_order, workers

asked, half_told = Path("asked"), Path("half told")

def wait_for(file):
    while not file.exists():
        time.sleep(0.01)

def half(connection, data):
    os.write(connection.fileno(), struct.pack("!i", len(data)) + bytes(data)[: len(data) // 2])
    half_told.touch()
    time.sleep(600)

def work(_task, chunk):
    if chunk.start == 3:
        wait_for(asked)
        Connection._send_bytes = half
    return bytes(1000)

with workers(2) as pool:
    run = _in_order(pool, 2, work, None, (range(at, at + 1) for at in range(4)))
    next(run)
    asked.touch()
    wait_for(half_told)
    run.close()
"""


@pytest.mark.skipif(os.name != "posix", reason="takes hold of pipes")
def test_a_process_that_is_ended_while_it_tells_something_is_not_waited_for(tmp_path: Path) -> None:
    environment = os.environ | {"PYTHONPATH": str(Path(__file__).parent.parent)}
    subprocess.run([sys.executable, "-c", CUT_OFF], cwd=tmp_path, env=environment, check=True, timeout=60)


def test_a_process_told_to_end_while_it_sends_its_players_home_ends(monkeypatch: pytest.MonkeyPatch) -> None:
    class Leaving(Player):
        def close(self, *, in_haste: bool = False) -> None:
            simulate._Work._end(signal.SIGTERM, None)

    ended: list[int] = []
    monkeypatch.setattr(os, "_exit", ended.append)
    monkeypatch.setattr(simulate._Work, "is_over", False)
    entrant = Entrant("leaving", Leaving)
    with pytest.raises(SystemExit):
        simulate.play_decks(Task("rubamazzo", Rules(), (entrant, entrant), 1), range(1, 2))
    assert ended == [0]


@pytest.mark.skipif(os.name != "posix", reason="ignores a signal")
def test_a_study_broken_off_leaves_no_process_where_these_ignore_being_ended() -> None:
    before = signal.signal(signal.SIGTERM, signal.SIG_IGN)
    try:
        with workers(2) as pool:
            run = Study(task("easy", "random"), 1_000_000).run(pool, 2)
            next(run)
            run.close()
    finally:
        signal.signal(signal.SIGTERM, before)
    assert multiprocessing.active_children() == []


def test_a_study_broken_off_has_figures_of_what_was_played() -> None:
    study = Study(task("easy", "random"), 400)
    run = study.run()
    for _ in range(3):
        next(run)
    run.close()
    figures = study.figures()
    assert 0 < figures.deals < 400
    assert without_times(figures) == without_times(studied(task("easy", "random"), figures.deals))


def test_another_seed_gives_other_decks() -> None:
    one, two = (studied(task("easy", "random", seed=seed), 40) for seed in (1, 2))
    assert one.margins != two.margins


def test_the_json_object_has_the_names_it_promises() -> None:
    read = json.loads(json.dumps(studied(task("easy", "random", variant="classico"), 3).as_json()))
    assert list(read) == ["variant", "switches", "deals", "decks", "seed", "seats", "seconds"]
    assert (read["deals"], read["decks"], read["switches"]) == (4, 2, "match=deal")
    assert list(read["seats"][0]) == [
        "kind",
        "score",
        "ci95",
        "wins",
        "draws",
        "mean_cards",
        "ms_per_move_median",
        "ms_per_move_max",
    ]


def test_players_are_closed_even_when_one_fails() -> None:
    FirstMove.closed = 0
    with pytest.raises(OSError, match="gone"):
        studied(task("first", "stumbles"), 2)
    assert FirstMove.closed == 1


def test_a_failure_in_a_worker_reaches_us() -> None:
    with ThreadPoolExecutor(2) as pool, pytest.raises(OSError, match="gone"):
        studied(task("stumbles", "easy"), 40, pool, 2)
