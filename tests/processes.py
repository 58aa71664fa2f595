"""The program as a process of its own, in pipes and at terminals."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

from surroundings import measured

PROGRAM = [sys.executable, "-m", "rubamazzo_cli"]
PATIENCE = 60
"""Seconds after which a process is taken to hang; nothing here needs one, but machines can be busy."""

THINKING = """
import sys
from rubamazzo_cli.players import LEVELS, Easy
class Thinker(Easy):
    def choose(self, view, stream):
        sys.stderr.write("thinking\\n")
        sys.stderr.flush()
        while True:
            pass
LEVELS["easy"] = Thinker
from rubamazzo_cli.__main__ import main
main()
"""
"""The program with an easy level that never stops thinking."""


def environment(home: Path, **more: str) -> dict[str, str]:
    """Surroundings that say nothing, with a home of its own."""
    paths = [str(Path(__file__).parent.parent), *filter(None, [os.environ.get("PYTHONPATH")])]
    python = os.pathsep.join(paths)
    said = {"PATH": os.environ["PATH"], "HOME": str(home), "PYTHONPATH": python, "TERM": "dumb"}
    return said | measured() | more


def started(home: Path, *arguments: str, program: list[str] = PROGRAM, **streams) -> subprocess.Popen[bytes]:
    """A process of the program; streams that are not given are pipes."""
    pipes = dict.fromkeys(("stdin", "stdout", "stderr"), subprocess.PIPE) | streams
    return Started([*program, *arguments], env=environment(home), cwd=home, **pipes)


class Started(subprocess.Popen[bytes]):
    """A process of which nothing is left when a test fails."""

    def __exit__(self, kind, *error):
        if kind is not None:
            self.kill()
        super().__exit__(kind, *error)


def piped(home: Path, *arguments: str, typed: bytes = b"", **streams) -> tuple[int, str, str]:
    """Status, standard output and standard error of a piped session."""
    process = started(home, *arguments, **streams)
    out, err = process.communicate(typed if "stdin" not in streams else None, timeout=PATIENCE)
    return process.returncode, (out or b"").decode(), (err or b"").decode()


def shell(home: Path, command: str) -> tuple[int, str]:
    """Status of a line of bash in which $R is the program, and what it wrote to standard error."""
    surroundings = environment(home, R=" ".join(PROGRAM))
    done = subprocess.run(
        ["bash", "-o", "pipefail", "-c", command],
        env=surroundings,
        cwd=home,
        capture_output=True,
        timeout=PATIENCE,
    )
    return done.returncode, done.stderr.decode()


class Terminal:
    """The program at a terminal of its own; `screen` is all that it has shown."""

    def __init__(
        self, home: Path, *arguments: str, program: list[str] = PROGRAM, columns: int = 80, **more: str
    ) -> None:
        self.master, self.slave = pty.openpty()
        termios.tcsetwinsize(self.slave, (24, columns))
        self.modes = termios.tcgetattr(self.slave)
        self.screen = ""
        self.seen = 0
        self.process = subprocess.Popen(
            [*program, *arguments],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            env=environment(home, **more),
            cwd=home,
            start_new_session=True,
            preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0),
        )

    def until(self, text: str) -> str:
        """Read until this text comes; what was shown since the last time, it included."""
        end = time.monotonic() + PATIENCE
        while (found := self.screen.find(text, self.seen)) < 0:
            assert time.monotonic() < end, f"no {text!r} on the screen: {self.screen[self.seen :][-500:]}"
            self._read()
        start, self.seen = self.seen, found + len(text)
        return self.screen[start : self.seen]

    def _read(self, patience: float = 0.2) -> bool:
        if not select.select([self.master], [], [], patience)[0]:
            return False
        try:
            self.screen += os.read(self.master, 1 << 16).decode("utf-8", "replace").replace("\r\n", "\n")
        except OSError:
            return False
        return True

    def type(self, text: str) -> None:
        os.write(self.master, text.encode())

    def press(self, key: str) -> None:
        """Press a single key, once the terminal is ready for one."""
        end = time.monotonic() + PATIENCE
        while termios.tcgetattr(self.slave)[3] & termios.ICANON:
            assert time.monotonic() < end, "the program does not wait for a key"
            self._read(0.01)
        self.type(key)

    def play(self, *lines: str) -> str:
        """Type lines, each at the prompt that follows the one before; what the last one led to."""
        shown = ""
        for line in lines:
            self.type(f"{line}\n")
            shown = self.until("\n> ")
        return shown

    def drain_for(self, seconds: float) -> None:
        """Read what is shown for so long, or until the program ends."""
        end = time.monotonic() + seconds
        while time.monotonic() < end and self.process.poll() is None:
            self._read(min(0.01, max(0, end - time.monotonic())))

    def ended(self) -> int:
        """Wait for the end; the status, or minus the signal. The terminal must be as it was."""
        end = time.monotonic() + PATIENCE
        while self.process.poll() is None:
            assert time.monotonic() < end, f"the program does not end: {self.screen[-500:]}"
            self._read()
        while self._read():
            pass
        assert termios.tcgetattr(self.slave) == self.modes
        return self.process.returncode

    def close(self) -> None:
        """Close the window."""
        for file in (self.master, self.slave):
            with contextlib.suppress(OSError):
                os.close(file)
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGKILL)
        self.process.wait(PATIENCE)

    def __enter__(self) -> Terminal:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()
