"""Playing by single keys: what each key means, and the terminal left as it was found (formats 1, `--keys`)."""

from __future__ import annotations

import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from surroundings import plain

from rubamazzo_cli.keys import AFTER, BEFORE, Typing
from rubamazzo_cli.record import Seat
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.session import Ask, Manner, Session, Setup

ROOT = Path(__file__).parent.parent
UP, LEFT = BEFORE[:2]
DOWN, RIGHT = AFTER[:2]
ESCAPE, ENTER = "\x1b", "\r"


def typing(kind: str, largest: int = 0, lang: str = "en") -> Typing:
    setup = Setup("rubamazzo", VARIANTS["rubamazzo"], (Seat("you"), Seat("easy")), 1)
    return Typing(Ask(kind, largest), Session(setup, Manner(lang)))


def pressed(line: Typing, *keys: str) -> str | None:
    """The line these keys make, which only the last may complete."""
    *first, last = keys
    for key in first:
        assert line.press(key) is None, key
    return line.press(last)


@pytest.mark.parametrize(
    ("kind", "largest", "keys", "expected"),
    [
        ("move", 3, "2", "2"),
        ("move", 3, "9", "9"),  # the session says what is wrong with it
        ("move", 3, "0", None),
        ("move", 3, "n", "n"),
        ("move", 3, "N", "n"),
        ("move", 3, "l", "l"),
        ("move", 3, "d", "d"),
        ("move", 3, "?", "?"),
        ("move", 3, "q", "q"),
        ("move", 3, "z", None),
        ("move", 3, "x", None),
        ("move", 3, [ENTER], None),
        ("move", 3, [ESCAPE], None),
        ("move", 3, [RIGHT, ENTER], "1"),
        ("move", 3, [DOWN, RIGHT, ENTER], "2"),
        ("move", 3, [LEFT, ENTER], "3"),
        ("move", 3, [UP, UP, ENTER], "2"),
        ("move", 3, [RIGHT, RIGHT, RIGHT, RIGHT, ENTER], "1"),
        ("move", 3, [RIGHT, ESCAPE, ENTER], None),
        ("move", 3, [RIGHT, "3"], "3"),
        ("move", 10, [LEFT, ENTER], "10"),
        ("move", 10, [*[RIGHT] * 10, ENTER], "10"),
        ("choice", 2, "1", "1"),
        ("choice", 2, "x", "x"),
        ("choice", 2, [ESCAPE], "x"),
        ("choice", 2, [DOWN, ESCAPE, ESCAPE], "x"),
        ("choice", 2, [DOWN, DOWN, ENTER], "2"),
        ("choice", 2, [ENTER], None),
        ("cut", 39, ["1", "7", ENTER], "17"),
        ("cut", 39, ["4", "0", ENTER], "4"),
        ("cut", 39, ["0", "5", "\x7f", "3", ENTER], "3"),
        ("cut", 39, [UP, ENTER], "39"),
        ("cut", 39, "?", "?"),
        ("yes or no", 0, "y", "y"),
        ("yes or no", 0, "n", "n"),
        ("yes or no", 0, "q", None),
        ("yes or no", 0, [ESCAPE], "no"),
        ("yes or no", 0, [RIGHT], None),
        ("after", 0, "n", "n"),
        ("after", 0, "q", "q"),
        ("after", 0, [ENTER], ""),
        ("after", 0, [ESCAPE], None),
        ("after", 0, "1", None),
    ],
)
def test_what_keys_mean(kind: str, largest: int, keys: str | list[str], expected: str | None) -> None:
    assert pressed(typing(kind, largest), *keys) == expected


@pytest.mark.parametrize("key", [*BEFORE, *AFTER])
def test_all_arrows_choose(key: str) -> None:
    line = typing("move", 3)
    assert line.press(key) is None
    assert line.text == ("3" if key in BEFORE else "1")


@pytest.mark.parametrize("key", ["\x1b[5~", "\x1bOP", "\x00", "\t", "é", "\x01", "\x1b[1;5C"])
def test_other_keys_do_nothing(key: str) -> None:
    for kind in ("move", "choice", "cut", "yes or no", "after"):
        line = typing(kind, 3)
        assert line.press(key) is None
        assert line.text == ""


def test_one_letter_commands_are_all_keys() -> None:
    line = typing("move", 3)
    for word, command in line.session.words.items():
        if len(word) == 1:
            assert line.press(word) == word, command


# at a real terminal

posix = pytest.mark.skipif(os.name == "nt", reason="there are no pseudo-terminals")


class Terminal:
    """The program at a terminal of its own; `shown` is all it has printed."""

    def __init__(self, *words: str) -> None:
        import pty

        self.master, self.slave = pty.openpty()
        self.before = self.state()
        self.shown = ""
        self.process = subprocess.Popen(
            [sys.executable, "-m", "rubamazzo_cli", "play", *words],
            stdin=self.slave,
            stdout=self.slave,
            stderr=self.slave,
            cwd=ROOT,
            env=plain(PYTHONIOENCODING="utf-8", NO_COLOR="1", LC_ALL="C"),
            start_new_session=True,
        )

    def state(self) -> list[object]:
        import termios

        return list(termios.tcgetattr(self.slave))

    def _read(self) -> None:
        if select.select([self.master], [], [], 0.02)[0]:
            self.shown += os.read(self.master, 65536).decode("utf-8", "replace")

    def _read_all(self) -> None:
        """What was printed before now, so that anything new answers a key."""
        while select.select([self.master], [], [], 0)[0]:
            self._read()

    def wait_for_keys(self) -> None:
        """Until the program waits for a key: then the terminal gives it every key at once."""
        import termios

        while termios.tcgetattr(self.slave)[3] & termios.ICANON:
            assert self.process.poll() is None, self.shown
            self._read()
        self._read_all()

    def press(self, *keys: str) -> None:
        """Press keys one by one, each when it is waited for."""
        for key in keys:
            self.wait_for_keys()
            done = self.shown
            os.write(self.master, key.encode())
            while self.shown == done and self.process.poll() is None:
                self._read()

    def end(self) -> int:
        """What the program ended with, all it printed having been read."""
        while self.process.poll() is None:
            self._read()
        self._read_all()
        return self.process.returncode

    def close(self) -> None:
        self.process.kill()
        self.process.wait()
        os.close(self.master)
        os.close(self.slave)


@pytest.fixture
def terminals() -> Iterator[list[Terminal]]:
    opened: list[Terminal] = []
    yield opened
    for terminal in opened:
        terminal.close()


def piped(*words: str, typed: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "play", *words],
        input=typed,
        capture_output=True,
        text=True,
        encoding="utf-8",
        check=True,
        cwd=ROOT,
        env=plain(PYTHONIOENCODING="utf-8", LC_ALL="C", COLUMNS="80"),
    )
    return done.stdout


GAME = ("--seed", "3", "--level", "easy")


@posix
def test_keys_play_the_same_session_as_lines(terminals: list[Terminal], tmp_path: Path) -> None:
    keys, lines = tmp_path / "keys.txt", tmp_path / "lines.txt"
    terminal = Terminal(*GAME, "--keys", "--transcript", str(keys))
    terminals.append(terminal)
    terminal.press(RIGHT, RIGHT, ENTER, "d", "1", "l", "n", ESCAPE, "q")
    assert terminal.end() == 0
    assert terminal.state() == terminal.before
    piped(*GAME, "--keep-going", "--transcript", str(lines), typed="2\nd\n1\nl\nn\nno\nq\n")
    assert keys.read_text("utf-8") == lines.read_text("utf-8")
    assert "> 1\b \b2\r\n" in terminal.shown


@posix
def test_the_tenth_card_is_played_with_the_arrows(terminals: list[Terminal]) -> None:
    terminal = Terminal(*GAME, "--keys", "--set", "hand=10", "--set", "must-take=no", "--terse")
    terminals.append(terminal)
    terminal.press(LEFT, ENTER, "q")
    assert terminal.end() == 0
    shown = piped(*GAME, "--set", "hand=10", "--set", "must-take=no", "--terse", typed="10\nq\n")
    played = next(line for line in shown.splitlines() if line.startswith("You: ") and "hand" not in line)
    assert played in terminal.shown


@posix
def test_a_colon_lets_one_type_a_word(terminals: list[Terminal]) -> None:
    terminal = Terminal(*GAME, "--keys")
    terminals.append(terminal)
    terminal.wait_for_keys()
    os.write(terminal.master, b":")
    import termios

    while not termios.tcgetattr(terminal.slave)[3] & termios.ICANON:
        terminal._read()
    os.write(terminal.master, b"table\n")
    terminal.press("q")
    assert terminal.end() == 0
    assert terminal.shown.count("Table:") == 2


@posix
@pytest.mark.parametrize("is_whole", [False, True])
def test_a_word_pasted_with_its_colon_is_typed_not_pressed(terminals: list[Terminal], is_whole: bool) -> None:
    terminal = Terminal(*GAME, "--keys")
    terminals.append(terminal)
    terminal.wait_for_keys()
    if is_whole:
        os.write(terminal.master, b":tabs\x7fle\rq")
    else:
        import termios

        os.write(terminal.master, b":tab")
        while not termios.tcgetattr(terminal.slave)[3] & termios.ICANON:
            terminal._read()
        os.write(terminal.master, b"le\n")
        terminal.press("q")
    assert terminal.end() == 0
    assert terminal.shown.count("Table:") == 2
    assert terminal.state() == terminal.before


@posix
@pytest.mark.parametrize("how", ["q", "\x04", "\x03", "SIGTERM", "SIGINT", "SIGHUP"])
def test_the_terminal_is_left_as_it_was_found(terminals: list[Terminal], how: str) -> None:
    terminal = Terminal(*GAME, "--keys")
    terminals.append(terminal)
    terminal.wait_for_keys()
    assert terminal.state() != terminal.before
    if how.startswith("SIG"):
        expected = -getattr(signal, how)
        terminal.process.send_signal(getattr(signal, how))
    else:
        expected = -signal.SIGINT if how == "\x03" else 0
        os.write(terminal.master, how.encode())
    assert terminal.end() == expected
    assert terminal.state() == terminal.before


@posix
def test_a_terminal_that_goes_away_ends_the_game(terminals: list[Terminal]) -> None:
    terminal = Terminal(*GAME, "--keys")
    terminals.append(terminal)
    terminal.wait_for_keys()
    os.close(terminal.slave)
    os.close(terminal.master)
    terminal.process.wait()
    terminal.master, terminal.slave = os.pipe()


@pytest.mark.parametrize("words", [(), ("--cards", "french"), ("--spoken",)])
def test_keys_make_no_difference_in_a_pipe(words: tuple[str, ...]) -> None:
    typed = "1\nhand\nq\n"
    assert piped(*GAME, *words, "--keys", typed=typed) == piped(*GAME, *words, typed=typed)


@posix
def test_the_keys_are_explained_at_first_and_with_help(terminals: list[Terminal]) -> None:
    terminal = Terminal(*GAME, "--keys")
    terminals.append(terminal)
    terminal.press("?", "q")
    assert terminal.end() == 0
    assert terminal.shown.count("The keys 1 to 9 play a card.") == 2
