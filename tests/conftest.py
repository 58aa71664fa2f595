"""What the tests share: where the files of cases are, and how much hypothesis tries."""

from __future__ import annotations

import atexit
import gc
import os
import signal
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from engines import Fifo, is_alive
from hypothesis import HealthCheck, settings

from rubamazzo_cli import chances
from rubamazzo_cli.players import process

CASES = Path(__file__).parent / "cases"

# The clock says nothing about right and wrong, and the same tests run everywhere.
settings.register_profile(
    "suite", deadline=None, derandomize=True, suppress_health_check=[HealthCheck.too_slow], print_blob=False
)
settings.register_profile("search", settings.get_profile("suite"), derandomize=False, max_examples=2000)
settings.load_profile("suite")


@pytest.fixture(scope="session")
def cases() -> Path:
    return CASES


# The house rules of whoever runs the tests are none of theirs, and their games none of anybody's.
for name in [name for name in os.environ if name.startswith("RUBAMAZZO_") and "_TEST_" not in name]:
    del os.environ[name]
os.environ["XDG_CONFIG_HOME"] = str(Path(__file__).parent / "no-preferences")
os.environ.pop("XDG_STATE_HOME", None)
HOME = tempfile.TemporaryDirectory(prefix="rubamazzo-home-")
os.environ["HOME"] = HOME.name
atexit.register(HOME.cleanup)

# A suite in the background, or under nohup, ignores signals, and so would the programs it starts and ends.
signal.signal(signal.SIGINT, signal.default_int_handler)
for ending in {"SIGTERM", "SIGHUP"} & {number.name for number in signal.Signals}:
    signal.signal(getattr(signal, ending), signal.SIG_DFL)


@pytest.fixture
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """Hints and reviews are worked out in a few imagined worlds only, where it is not their figures that matter."""
    monkeypatch.setattr(chances, "BY_RANK", 20)
    monkeypatch.setattr(chances, "BY_ENGINE", 4)


@pytest.fixture
def unmeasured(monkeypatch: pytest.MonkeyPatch) -> None:
    """Processes whose coverage is not measured: what measures it loads modules too, and takes its time."""
    monkeypatch.delenv("COVERAGE_PROCESS_CONFIG", raising=False)


@pytest.fixture
def started(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """The pids of all programs at seats, and their guards, that a test has started; none of them may be left."""
    pids: list[int] = []

    def noted(start: Any) -> Any:
        def start_and_note(what: Any) -> Any:
            running = start(what)
            pids.append(running.pid)
            return running

        return start_and_note

    monkeypatch.setattr(process, "_started", noted(process._started))
    monkeypatch.setattr(process, "_guard", noted(process._guard))
    yield pids
    gc.collect()
    assert not [pid for pid in pids if is_alive(pid)]


@pytest.fixture
def fifo(tmp_path: Path) -> Iterator[Fifo]:
    fifo = Fifo(tmp_path / "fifo")
    yield fifo
    os.close(fifo.end)
