"""Transcripts: sessions as text, byte for byte, that the program checks itself against (formats 4)."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .errors import TranscriptError
from .lines import PROMPT, visible

FORMAT = "1"
"""The version of the transcript format."""

LONGEST_COMMAND = 100_000
"""How many characters a command can have; to take it apart takes time that grows with their square."""

CONTEXT = 3
"""How many lines are shown before and after a difference."""

MOST_COMPARED = 1_000
"""How many lines from the first difference on are compared: to compare them takes time that grows with their square."""


class Transcript(NamedTuple):
    """A recorded session: what it shows, the command's words after `rubamazzo`, its lines, its status.

    `lines` are all lines of the session, typed ones with their prompt; `status` is None where the
    recording was never finished.
    """

    about: str
    command: tuple[str, ...]
    lines: tuple[str, ...]
    status: int | None

    @property
    def typed(self) -> list[str]:
        """The lines a player typed, in order."""
        return [line.removeprefix(PROMPT) for line in self.lines if line.startswith(PROMPT) and line != PROMPT]


def read_transcript(text: str) -> Transcript:
    """The transcript this text is. Raises TranscriptError with the line and the reason."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")
    if lines[-1] == "":
        del lines[-1]
    if not lines or not (found := re.fullmatch(r"# rubamazzo transcript (\S+)", lines[0])):
        raise TranscriptError(1, "not-a-transcript")
    if found[1] != FORMAT:
        raise TranscriptError(1, "version", found[1])
    about, command, at = "", None, 1
    while at < len(lines) and lines[at].startswith("# ") and command is None:
        if lines[at].startswith("# about: "):
            about = lines[at].removeprefix("# about: ")
        elif lines[at].startswith("# command: "):
            command = _read_command(at + 1, lines[at].removeprefix("# command: "))
        else:
            raise TranscriptError(at + 1, "unknown-header", lines[at])
        at += 1
    if command is None:
        raise TranscriptError(min(at + 1, len(lines)), "no-command")
    status = None
    body = lines[at:]
    if body and (found := re.fullmatch(r"# exit: (0|-?[1-9][0-9]{0,2})", body[-1])):
        status = int(found[1])
        del body[-1]
    for number, line in enumerate(body, start=at + 1):
        if line.startswith("# "):
            raise TranscriptError(number, "unknown-header", line)
    return Transcript(about, command, tuple(body), status)


def _read_command(number: int, text: str) -> tuple[str, ...]:
    try:
        program, *words = shlex.split(text[:LONGEST_COMMAND])
    except ValueError:
        raise TranscriptError(number, "no-command") from None
    if program != "rubamazzo" or "\0" in text or len(text) > LONGEST_COMMAND:
        raise TranscriptError(number, "no-command")
    return tuple(words)


def write_transcript(transcript: Transcript) -> str:
    """The transcript in its one form."""
    lines = [header(transcript.about, transcript.command), *(f"{line}\n" for line in transcript.lines)]
    if transcript.status is not None:
        lines.append(footer(transcript.status))
    return "".join(lines)


def header(about: str, command: Sequence[str]) -> str:
    """The lines a transcript begins with."""
    told = f"# about: {about}\n" if about else ""
    return f"# rubamazzo transcript {FORMAT}\n{told}# command: {shlex.join(['rubamazzo', *command])}\n"


def footer(status: int) -> str:
    """The line a transcript ends with."""
    return f"# exit: {status}\n"


def difference(name: str, recorded: Transcript, now: Transcript) -> Iterator[str]:
    """How a session runs now against how it was recorded, as a unified diff; nothing where it is the same.

    What is far from the first difference is left out.
    """
    import difflib  # not needed to play

    before, after = (write_transcript(one).split("\n") for one in (recorded, now))
    if before == after:
        return
    start = max(0, _in_common(before, after) - CONTEXT)
    tail = max(0, _in_common(before[start:][::-1], after[start:][::-1]) - CONTEXT)
    parts = before[start : len(before) - tail], after[start : len(after) - tail]
    is_cut = max(map(len, parts)) > MOST_COMPARED
    was, is_now = (part[:MOST_COMPARED] for part in parts)
    head, to, *rows = difflib.unified_diff(
        was, is_now, f"{name} (recorded)", f"{name} (now)", n=CONTEXT, lineterm=""
    )
    places = [at for at, row in enumerate(rows) if row.startswith("@@")]
    if is_cut and len(places) > 1:  # where the parts end they differ in what was cut off
        del rows[places[-1] :]
    for row in (head, to, *rows):
        if row.startswith("@@"):
            row = re.sub("(?<=[-+])[0-9]+", lambda number: str(int(number[0]) + start), row)
        yield visible(row)
    if is_cut:
        yield "…"


def _in_common(before: Sequence[str], after: Sequence[str]) -> int:
    """How many lines are the same from the beginning on."""
    shorter = min(len(before), len(after))
    return next((at for at in range(shorter) if before[at] != after[at]), shorter)
