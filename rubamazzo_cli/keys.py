"""The rim of a keyboard: single keys that play, without Enter (formats 1, `--keys`)."""

from __future__ import annotations

import os
import re
import signal

import click

from .commands import answer
from .console import Console, Signalled, as_understood
from .i18n import N_
from .lines import PROMPT, Line
from .session import Ask, Session

ENTER = ("\r", "\n")
ESCAPE = "\x1b"
BACKSPACE = ("\x7f", "\b")
STOP = "\x1a"
BEFORE = ("\x1b[A", "\x1b[D", "\x1bOA", "\x1bOD", "\xe0H", "\xe0K", "\x00H", "\x00K")
AFTER = ("\x1b[B", "\x1b[C", "\x1bOB", "\x1bOC", "\xe0P", "\xe0M", "\x00P", "\x00M")
"""What terminals send for the arrows up and left, and for those down and right; the last four on Windows."""

WORD = ":"
"""The key after which a whole word is typed, as without keys."""

HOW_TO = N_(
    "The keys 1 to 9 play a card. The arrows choose, Enter confirms, Esc cancels. After a colon, type a word."
)

_KEY = re.compile("\x1b(?:\\[[0-9;]*[A-Za-z~]|O[A-Z])|[\x00\xe0][HKMP]|.", re.DOTALL)


class Typing:
    """A line of input as it is made of keys: `text` is what stands after the prompt so far."""

    def __init__(self, asking: Ask, session: Session) -> None:
        self.asking = asking
        self.session = session
        self.text = ""

    def press(self, key: str) -> str | None:
        """The line, where this key completes it; a key that means nothing here does nothing."""
        kind, largest = self.asking
        letter = key.casefold()
        if key in ENTER and (self.text or kind == "after"):
            return self.text
        if key == ESCAPE:
            return self._escape()
        if key in BEFORE or key in AFTER:
            self._choose(-1 if key in BEFORE else 1)
        elif key in BACKSPACE:
            self.text = self.text[:-1]
        elif key in "123456789" and kind in ("move", "choice"):
            return key
        elif key in "0123456789" and kind == "cut":
            if 1 <= int(self.text + key) <= largest:
                self.text += key
        elif kind == "yes or no":
            return letter if answer(self.session.language, letter) else None
        elif letter in self.session.words or (letter == "x" and kind == "choice"):
            return letter
        return None

    def _escape(self) -> str | None:
        """Take back what was chosen so far, or else cancel what was asked."""
        cancel = {"choice": "x", "yes or no": "no"}.get(self.asking.kind)
        if self.text:
            self.text = ""
            return None
        return cancel

    def _choose(self, step: int) -> None:
        """Go on to the next number, or back to the one before, round the list."""
        largest = self.asking.largest
        if largest:
            now = int(self.text or (0 if step > 0 else 1))
            self.text = str((now - 1 + step) % largest + 1)


class Keyboard:
    """Takes lines for a session from single keys; the terminal is in its own state between them."""

    def __init__(self, console: Console) -> None:
        self.console = console
        self.pressed: list[str] = []
        self.explains = True

    def ask(self, session: Session) -> str | None:
        """Show the prompt and take a line by keys, shown as if typed; None at the end of the input."""
        assert session.asking is not None
        console = self.console
        if self.explains:
            console.show(Line(console.language.gettext(HOW_TO), "help"))
            self.explains = False
        typing = Typing(session.asking, session)
        console.write(PROMPT)
        line = None
        while line is None:
            console.flush()
            key = self._key()
            if key is None:
                console.write("\n")
                return None
            shown = typing.text
            if key == WORD:
                self._replace(shown, "")
                return self._word()
            line = typing.press(key)
            self._replace(shown, typing.text if line is None else line)
        console.write("\n")
        self.explains = line == "?"
        return line

    def _word(self) -> str | None:
        """A line typed as without keys, begun with what was pressed at one stroke with the colon."""
        word = ""
        while self.pressed:
            key = self.pressed.pop(0)
            if key in ENTER:
                self.console.write("\n")
                return as_understood(word)
            typed = word[:-1] if key in BACKSPACE else word + key if key.isprintable() else word
            if typed != word:
                self.console.write(key if len(typed) > len(word) else "\b \b")
            word = typed
        self.console.flush()
        rest = self.console.read_line()
        return None if rest is None else as_understood(word + rest)

    def _key(self) -> str | None:
        """The next key, or None where there are no more."""
        if not self.pressed:
            try:
                self.pressed = _KEY.findall(click.getchar())
            except (EOFError, OSError):
                return None
            except KeyboardInterrupt:
                raise Signalled(signal.SIGINT) from None
        key = self.pressed.pop(0) if self.pressed else None
        if key == STOP and hasattr(signal, "SIGTSTP"):
            os.kill(os.getpid(), signal.SIGTSTP)
        return key

    def _replace(self, shown: str, text: str) -> None:
        """Let this text stand after the prompt in place of what is shown there."""
        if shown != text:
            self.console.write("\b \b" * len(shown) + text)
