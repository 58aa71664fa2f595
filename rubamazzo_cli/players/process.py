"""A program that runs beside this one and answers a line with a line (formats 5).

What is waited for is waited for in threads, so that it works alike on every system, and the program
is started in one as well: an interrupt reaches the main thread only and finds it started or not.
"""

from __future__ import annotations

import os
import shlex
import signal
import subprocess
import sys
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from queue import Empty, SimpleQueue
from typing import IO, NamedTuple

from ..errors import EngineFailed

FAILURES = (
    "cannot-start",
    "died",
    "closed",
    "silent",
    "too-long",
    "unreadable",
    "extra",
    "nonsense",
    "refused-rules",
    "refused",
    "illegal",
)
"""How an engine can fail, as EngineFailed names it: it could not be started; it ended; it lives but
has closed its output; it was silent too long; its line has no end, or is no UTF-8; it said more than
one line, or one nobody asked for; something that is no answer or no move; `?` to the rules, or to
something else; or the move is against the rules."""

GRACE = 1.0
"""Seconds an engine has for each step of leaving: after `quit`, and after it is told to terminate."""

HASTE = 0.1
"""Seconds it has where somebody asked this program to end, which should not take long."""

LINE = 2**16
"""The bytes after which a line without an end has failed."""

Log = Callable[[str, str], None]
"""Told every line: `>` and what the engine is told, `<` its answers, `!` its standard error."""


class _Said(NamedTuple):
    """What came from the program at once: whole lines, or that no more will come (`kind` says why)."""

    kind: str
    lines: list[bytes]


class Process:
    """The running program: asked line by line, and ended with everything it has started.

    `name` and `told` are for whoever speaks with it to remember what it is called and was told.
    """

    def __init__(self, command: str, log: Log) -> None:
        self.name = command
        self.told: list[str] = []
        self.has_started = False
        self.has_ended = False
        self._command = command
        self._log = log
        self._said: SimpleQueue[_Said] = SimpleQueue()
        self._half = b""
        self._errors: deque[str] = deque(maxlen=100)
        self._last_error = ""
        self._starting = threading.RLock()
        self._owner = os.getpid()
        self._process: subprocess.Popen[bytes] | None = None
        self._guard: subprocess.Popen[bytes] | None = None
        self._threads = [threading.Thread(target=self._run, name=command, daemon=True)]

    # speaking with it

    def start(self) -> None:
        """Start it. Raises EngineFailed."""
        self.has_started = True
        self._threads[0].start()
        said = self._said.get()
        if said.kind == "cannot-start":
            raise EngineFailed(self.name, said.kind, errors=shown(said.lines[0]))

    def ask(self, line: str, timeout: float) -> str:
        """Its answer to the line, without `=`. Raises EngineFailed, and then it has been ended."""
        self._log(">", line)
        if not self._said.empty():
            raise self._failure(self._said.get(), line)
        self._write(line)
        try:
            said = self._said.get(timeout=timeout)
        except Empty:
            raise self._failure(_Said("silent", [self._half]), line) from None
        if said.kind != "lines" or len(said.lines) > 1:
            raise self._failure(said, line)
        self._log("<", shown(said.lines[0]))
        self._log_errors()
        try:
            text = said.lines[0].decode().strip("\ufeff \t\r")
        except UnicodeDecodeError as error:
            raise self.failed("unreadable", line, shown(said.lines[0]), error) from error
        if text.startswith("?"):
            raise self.failed("refused-rules" if line.startswith("rules ") else "refused", line, text)
        if not text.startswith("="):
            raise self.failed("nonsense", line, text)
        return text[1:].strip()

    def _write(self, line: str) -> None:
        process = self._process
        assert process is not None
        assert process.stdin is not None
        # That nobody reads it any more is learnt from the answers.
        with suppress(OSError, ValueError):
            process.stdin.write(f"{line}\n".encode())

    def _failure(self, said: _Said, asked: str) -> EngineFailed:
        """The failure there is in having said so much, or in saying no more."""
        lines = [shown(line) for line in said.lines[:2] if line]
        for line in lines:
            self._log("<", line)
        return self.failed("extra" if said.kind == "lines" else said.kind, asked, " ".join(lines))

    def failed(self, kind: str, asked: str, line: str, cause: Exception | None = None) -> EngineFailed:
        """It has failed so: end it, and tell what is known."""
        status = None
        if kind == "closed" and self._process is not None:
            with suppress(subprocess.TimeoutExpired):
                status = self._process.wait(GRACE)
                kind = "died"
        self.kill()
        self._log_errors()
        return EngineFailed(
            self.name, kind, asked=asked, line=shown(line), status=status, errors=self._last_error, cause=cause
        )

    def _log_errors(self) -> None:
        while self._errors:
            self._last_error = self._errors.popleft()
            self._log("!", self._last_error)

    # its life, in a thread

    def _run(self) -> None:
        """Start it, unless it is not wanted any more, and listen to it until it says no more."""
        with self._starting:
            if self.has_ended:
                return
            try:
                self._process = process = _started(self._command)
            except (OSError, ValueError) as error:
                self.has_ended = True
                self._said.put(
                    _Said("cannot-start", [(getattr(error, "strerror", None) or str(error)).encode()])
                )
                return
            with suppress(OSError):
                self._guard = _guard(process)
            assert process.stdout is not None
            assert process.stderr is not None
            errors = threading.Thread(
                target=self._hear_errors, args=(process.stderr,), name=self._command, daemon=True
            )
            self._threads.append(errors)
            errors.start()
        self._said.put(_Said("started", []))
        self._hear(process.stdout)

    def _hear(self, pipe: IO[bytes]) -> None:
        """Pass on whole lines, those that came at once together; stop where it has failed anyway."""
        while chunk := pipe.read(LINE):
            *lines, self._half = (self._half + chunk).split(b"\n")
            if lines:
                self._said.put(_Said("lines", lines))
                if self._said.qsize() > 1:
                    return
            if max(map(len, [*lines, self._half])) > LINE:
                self._said.put(_Said("too-long", [self._half]))
                return
        self._said.put(_Said("closed", [self._half]))

    def _hear_errors(self, pipe: IO[bytes]) -> None:
        """Read all it says to standard error, so that it can go on, and keep the last of it."""
        half = b""
        while chunk := pipe.read(LINE):
            *lines, half = (half + chunk).split(b"\n")
            self._errors += map(shown, lines)
            half = half[:LINE]
        if half:
            self._errors.append(shown(half))

    # its end

    def quit(self) -> None:
        """Tell it to quit and let it leave by itself, for a moment; then see that it is gone."""
        try:
            if self._process is not None and not self.has_ended:
                self.ask("quit", GRACE)
                assert self._process.stdin is not None
                self._process.stdin.close()
                self._process.wait(GRACE)
        except (EngineFailed, OSError, subprocess.TimeoutExpired):
            pass
        finally:
            self.kill()

    def kill(self, grace: float = GRACE) -> None:
        """End it and all it has started: first they are told to, then they are not asked.

        Doing it twice does no harm; a forked copy of this process leaves it alone.
        """
        if os.getpid() != self._owner:
            return
        with self._starting:
            self.has_ended = True
        process = self._process
        if process is None:
            return
        try:
            _terminate(process)
            with suppress(subprocess.TimeoutExpired):
                process.wait(grace)
        finally:
            _kill(process)
        with suppress(subprocess.TimeoutExpired):
            process.wait(GRACE)
        for thread in self._threads:
            if thread is not threading.current_thread():
                thread.join(grace)
        if not any(thread.is_alive() for thread in self._threads):
            for pipe in (process.stdin, process.stdout, process.stderr):
                assert pipe is not None
                pipe.close()
        if self._guard is not None:
            assert self._guard.stdin is not None
            with suppress(OSError, ValueError), self._guard.stdin as pipe:
                pipe.write(b"\n")
            self._guard.wait()
        self._process = None


def shown(text: bytes | str) -> str:
    """Text of an engine made safe to print, and not too long."""
    if isinstance(text, bytes):
        text = text[:LINE].decode(errors="replace")
    return "".join(letter if letter.isprintable() else "\ufffd" for letter in text.strip()[:200])


# what each system has of its own

if sys.platform == "win32":

    def _started(command: str) -> subprocess.Popen[bytes]:
        """The program started; Windows has its own way of reading a command line."""
        return subprocess.Popen(
            command,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            creationflags=subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW,
        )

    def _guard(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes] | None:
        """Nobody: nothing here does what the guard does elsewhere."""
        return None

    def _terminate(process: subprocess.Popen[bytes]) -> None:
        """End the program with its children, who could not be found without it."""
        subprocess.run(
            ["taskkill", "/T", "/F", "/PID", str(process.pid)],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            check=False,
        )

    _kill = _terminate

else:

    def _started(command: str) -> subprocess.Popen[bytes]:
        """The program started in a session of its own, which an interrupt at the keyboard spares."""
        words = shlex.split(command)
        if not words:
            raise ValueError("no program is named")
        return subprocess.Popen(
            words,
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            start_new_session=True,
        )

    def _guard(process: subprocess.Popen[bytes]) -> subprocess.Popen[bytes]:
        """Somebody who ends the program when this one is gone, in whatever way it went.

        It waits for a line, which it gets when there is nothing left to guard. If its input ends
        without one, this process was killed.
        """
        return subprocess.Popen(
            ["/bin/sh", "-c", 'read -r done || kill -s KILL -- "-$1"', "guard", str(process.pid)],
            bufsize=0,
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )

    def _signal(process: subprocess.Popen[bytes], number: signal.Signals) -> None:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, number)

    def _terminate(process: subprocess.Popen[bytes]) -> None:
        """Tell the program and its children to end."""
        _signal(process, signal.SIGTERM)

    def _kill(process: subprocess.Popen[bytes]) -> None:
        """End them."""
        _signal(process, signal.SIGKILL)
