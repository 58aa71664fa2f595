"""A command for a long night: spoiled records and transcripts, each read and checked.

    python tests/long_inputs.py --inputs 1000000 --jobs 2

Prints how many came to what, the slowest of them, and the first that went wrong; the same inputs
whatever the number of jobs. One input in ten is a transcript, which is not only read but run again.
Ends with status 1 if anything went wrong: another game than the text tells, an error without its
line, a failure of the program, a program started, or more than five seconds for one input.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
import traceback
from collections import Counter
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))

import nights
from spoiling import Checker, Wrong, spoiled

CHUNK = 500
MOST = 5.0
"""Seconds of computing after which an input is taken to be too slow; none has more than some 100 KB."""


def no_programs(*_arguments: object, **_more: object) -> None:
    raise AssertionError("a program was started")


def chunk(start: int, end: int) -> tuple[Counter[str], list[str], tuple[float, int]]:
    """What came of these inputs, what went wrong, and the slowest with its seconds."""
    subprocess.Popen = no_programs  # type: ignore[assignment, misc]
    outcomes: Counter[str] = Counter()
    wrong = []
    slowest = (0.0, 0)
    with tempfile.TemporaryDirectory() as folder:
        checker = Checker(Path(folder))
        for number in range(start, end):
            one = spoiled(number)
            kind = "transcript" if one.is_transcript else "record"
            began = time.process_time()
            try:
                outcome = checker.outcome(one)
            except Exception as error:
                why = str(error) if isinstance(error, Wrong) else traceback.format_exc(limit=-3)
                wrong.append(f"input {number} ({one.name}; {', '.join(one.ways)}): {why}")
                outcome = "wrong"
            taken = time.process_time() - began
            slowest = max(slowest, (taken, number))
            if taken > MOST:
                wrong.append(f"input {number} took {taken:.1f} s")
            outcomes[f"{kind}: {outcome}"] += 1
    return outcomes, wrong, slowest


def main() -> int:
    asked = nights.parser(__doc__, "inputs", 10_000).parse_args()
    outcomes: Counter[str] = Counter()
    wrong: list[str] = []
    slowest = (0.0, 0)
    for more_outcomes, more_wrong, slow in nights.shared_out(chunk, asked, CHUNK):
        outcomes += more_outcomes
        wrong += more_wrong
        slowest = max(slowest, slow)
    print(f"{asked.count} inputs: {len(wrong)} went wrong")
    for outcome, count in sorted(outcomes.items()):
        print(f"{count:9,} {outcome}")
    print(f"the slowest took {1000 * slowest[0]:.0f} ms: input {slowest[1]}")
    return nights.reported(wrong)


if __name__ == "__main__":
    sys.exit(main())
