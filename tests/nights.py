"""What the commands for a long night have in common: numbered pieces of work, done by several processes."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

Done = TypeVar("Done")


def parser(doc: str, pieces: str, usual: int) -> argparse.ArgumentParser:
    """The options of such a command: how many pieces, the number of the first, and how many processes."""
    options = argparse.ArgumentParser(description=doc.splitlines()[0])
    options.add_argument(f"--{pieces}", dest="count", metavar="N", type=int, default=usual, help="how many")
    options.add_argument("--first", metavar="N", type=int, default=0, help="the number of the first")
    options.add_argument("--jobs", metavar="N", type=int, default=1, help="how many processes")
    return options


def shared_out(work: Callable[[int, int], Done], asked: argparse.Namespace, at_a_time: int) -> Iterator[Done]:
    """What comes of all the pieces asked for, so many at a time and in order, whatever the number of processes."""
    end = asked.first + asked.count
    starts = range(asked.first, end, at_a_time)
    with ProcessPoolExecutor(asked.jobs) as pool:
        yield from pool.map(work, starts, [min(start + at_a_time, end) for start in starts])


def reported(*wrong: list[str]) -> int:
    """Print the first ten of each that went wrong; the status of the command."""
    for texts in wrong:
        print(*texts[:10], sep="\n", end="\n" * bool(texts))
    return 1 if any(wrong) else 0
