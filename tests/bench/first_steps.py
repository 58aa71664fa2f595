"""How long the program takes to be there, and how little memory it runs in, next to Python itself.

`python tests/bench/first_steps.py [RUNS]` prints medians of so many interleaved runs (15), as ratios,
and the least memory (`ulimit -v`) in which each command ends well. It needs Linux.
"""

from __future__ import annotations

import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
DEAL = ["play", "--seat", "you", "--seat", "hard", "--seed", "7", "--keep-going"]
LIBRARIES = ["-c", "import click, colorama"]
PROGRAM = ["-m", "rubamazzo_cli"]
ENVIRONMENT = {"PYTHONPATH": str(ROOT), "PATH": os.environ["PATH"]}


def whole(*words: str) -> float:
    """Seconds until a command has ended, a whole deal typed to it."""
    begin = time.perf_counter()
    subprocess.run(
        [sys.executable, *words], input=b"1\n" * 60, stdout=subprocess.DEVNULL, env=ENVIRONMENT, check=True
    )
    return time.perf_counter() - begin


def first_table(*words: str) -> float:
    """Seconds until the first prompt is on the screen."""
    begin = time.perf_counter()
    pipe = subprocess.PIPE
    with subprocess.Popen([sys.executable, *words], stdin=pipe, stdout=pipe, env=ENVIRONMENT) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        shown = b""
        while not shown.endswith(b"> "):
            more = os.read(process.stdout.fileno(), 1 << 16)
            assert more, shown
            shown += more
        end = time.perf_counter()
        process.communicate(b"q\n")
    return end - begin


def least_memory(*words: str) -> int:
    """The least megabytes of address space in which a command, a whole deal typed to it, ends well."""

    def runs_in(megabytes: int) -> bool:
        def limited() -> None:
            resource.setrlimit(resource.RLIMIT_AS, (megabytes << 20, megabytes << 20))
            # Where it cannot even start, an interpreter may turn in circles for ever.
            resource.setrlimit(resource.RLIMIT_CPU, (5, 5))

        command = [sys.executable, *words]
        deal = b"1\n" * 60
        done = subprocess.run(command, input=deal, capture_output=True, env=ENVIRONMENT, preexec_fn=limited)
        return done.returncode == 0

    too_little, enough = 1, 256
    while enough - too_little > 1:
        middle = (too_little + enough) // 2
        if runs_in(middle):
            enough = middle
        else:
            too_little = middle
    return enough


REPORT = """\
import atexit, re, sys
atexit.register(lambda: sys.stderr.write(re.search(r"VmHWM:\\s+(\\d+)", open("/proc/self/status").read())[1]))
"""
"""Has every Python that finds it among its modules end with the most kilobytes it had in memory."""


def peak(folder: str, *words: str) -> float:
    """The megabytes a command, a whole deal typed to it, has in memory at most."""
    Path(folder, "sitecustomize.py").write_text(REPORT, "utf-8")
    environment = {**ENVIRONMENT, "PYTHONPATH": os.pathsep.join([folder, str(ROOT)])}
    done = subprocess.run([sys.executable, *words], input=b"1\n" * 60, capture_output=True, env=environment)
    return int(done.stderr) / 1024


def main() -> None:
    runs = int(sys.argv[1]) if sys.argv[1:] else 15
    with tempfile.TemporaryDirectory() as folder:
        pyz = str(Path(folder, "rubamazzo.pyz"))
        packing = [sys.executable, "-m", "rubamazzo_cli.packing", pyz]
        subprocess.run(packing, stdout=subprocess.DEVNULL, env=ENVIRONMENT, check=True)
        timed = {
            "import click, colorama": lambda: whole(*LIBRARIES),
            "--version": lambda: whole(*PROGRAM, "--version"),
            "first table": lambda: first_table(*PROGRAM, *DEAL),
            "a deal against hard": lambda: whole(*PROGRAM, *DEAL),
            "pyz --version": lambda: whole(pyz, "--version"),
            "pyz first table": lambda: first_table(pyz, *DEAL),
        }
        seconds: dict[str, list[float]] = {name: [] for name in timed}
        for _ in range(runs):
            for name, measure in timed.items():
                seconds[name].append(measure())
        median = {name: statistics.median(values) for name, values in seconds.items()}
        print(f"medians of {runs} interleaved runs, Python {sys.version.split()[0]}")
        for name, value in median.items():
            ratio = value / median["import click, colorama"]
            print(f"{name:24} {1000 * value:6.0f} ms  {ratio:5.2f} x the libraries alone")
        print(f"a deal against hard is {median['a deal against hard'] / median['--version']:.2f} x --version")
        print()
        print(f"{'':24} least (ulimit -v)  peak in memory")
        for name, words in {
            "python -c pass": ["-c", "pass"],
            "import click, colorama": LIBRARIES,
            "a deal against hard": [*PROGRAM, *DEAL],
            "pyz, the same deal": [pyz, *DEAL],
        }.items():
            print(f"{name:24} {least_memory(*words):14} MB  {peak(folder, *words):11.1f} MB")


if __name__ == "__main__":
    main()
