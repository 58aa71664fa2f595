"""Running transcripts again and comparing them with what they say (formats 4)."""

from __future__ import annotations

import contextlib
import io
import os
import tempfile
from collections.abc import Callable
from pathlib import Path

from .console import Console, ScriptedConsole
from .errors import TranscriptError
from .files import replace_file
from .lines import Line, printable
from .reading import text_in, why_unreadable
from .transcript import Transcript, difference, read_transcript, write_transcript

Program = Callable[[Console, list[str]], int]
"""Runs one command of ours at a console and returns its exit status."""


def check_transcripts(
    console: Console, paths: list[Path], program: Program, *, accept: bool, allow_programs: bool
) -> int:
    """Check files and folders of transcripts; the worst that was found is the status (formats 1)."""
    _ = console.language.gettext
    if accept and console.environment.get("CI"):
        console.complain(_("Transcripts are not accepted where the variable CI is set."))
        return 2
    same = different = unreadable = 0
    files: list[Path] = []
    for path in paths:
        found, errors = _files_in(path)
        files += found
        name = path.name if console.checks else str(path)
        for error in errors:
            console.complain(why_unreadable(error, name, console))
        if not found and not errors:
            console.complain(_("There is no transcript in {folder}.").format(folder=printable(name)))
        unreadable += not found or bool(errors)
    for file in files:
        try:
            recorded = read_transcript(text_in(file))
            if file.resolve() in console.checks:
                raise TranscriptError(1, "checks-itself")
        except (OSError, UnicodeDecodeError, TranscriptError) as error:
            name = file.name if console.checks else str(file)  # no transcript holds the paths of a machine
            console.complain(why_unreadable(error, name, console))
            unreadable += 1
            continue
        programs = allow_programs and console.starts_programs
        checks = (*console.checks, file.resolve())
        now = run_again(recorded, file.parent, program, allow_programs=programs, checks=checks)
        diff = list(difference(file.name, recorded, now))
        if not diff:
            same += 1
            continue
        different += 1
        for line in diff:
            console.write(f"{line}\n")
        if accept:
            target = console.file_to_write(file.name) if console.checks else file
            replace_file(target, write_transcript(now))
    ngettext = console.language.ngettext
    console.show(
        Line(
            ngettext("{n} transcript is as recorded.", "{n} transcripts are as recorded.", same).format(n=same),
            "result",
        )
    )
    if different:
        sentence = (
            ngettext(
                "{n} transcript differed and was rewritten.",
                "{n} transcripts differed and were rewritten.",
                different,
            )
            if accept
            else ngettext("{n} transcript differs.", "{n} transcripts differ.", different)
        )
        console.show(Line(sentence.format(n=different), "refused"))
    return 4 if unreadable else 1 if different and not accept else 0


def _files_in(path: Path) -> tuple[list[Path], list[OSError]]:
    """The transcripts of a folder and of those in it, and why it or one of those cannot be read; or this file."""
    if not path.is_dir():
        return [path], []
    errors: list[OSError] = []
    names = [
        Path(folder, name)
        for folder, _folders, files in os.walk(path, onerror=errors.append)
        for name in files
        if name.endswith(".txt")
    ]
    return sorted(names), errors


def run_again(
    recorded: Transcript,
    beside: Path,
    program: Program,
    *,
    allow_programs: bool,
    checks: tuple[Path, ...] = (),
) -> Transcript:
    """The session of a transcript as it runs now, in this process and far from its surroundings.

    `checks` are the transcripts it is run for, one because of another.
    """
    output = io.StringIO()
    with tempfile.TemporaryDirectory() as scratch:
        console = ScriptedConsole(iter(recorded.typed), beside, Path(scratch), starts_programs=allow_programs)
        console.checks = checks
        with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
            status = program(console, list(recorded.command))
    text = output.getvalue()
    lines = text.removesuffix("\n").split("\n") if text else []
    return recorded._replace(lines=tuple(lines), status=status)
