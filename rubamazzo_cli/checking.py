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
from .files import replace_file, text_in
from .lines import Line, printable
from .reading import why_unreadable
from .transcript import Transcript, difference, read_transcript, write_transcript

Program = Callable[[Console, list[str]], int]
"""Runs one command of ours at a console and returns its exit status."""


def check_transcripts(
    console: Console, paths: list[Path], program: Program, *, accept: bool, allow_programs: bool
) -> int:
    """Check files and folders of transcripts; the worst that was found is the status (formats 1)."""
    if accept and console.environment.get("CI"):
        console.complain(console.language.gettext("Transcripts are not accepted where the variable CI is set."))
        return 2
    files, unreadable = _found(console, paths)
    same = different = 0
    for file in files:
        try:
            recorded = read_transcript(text_in(file))
            if file.resolve() in console.checks:
                raise TranscriptError(1, "checks-itself")
            if len(console.checks) > 1:
                raise TranscriptError(1, "checked-too-deep")
        except (OSError, UnicodeDecodeError, TranscriptError) as error:
            console.complain(why_unreadable(error, _called(console, file), console))
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
    _sum_up(console, same, different, accept=accept)
    return 4 if unreadable else 1 if different and not accept else 0


def _called(console: Console, path: Path) -> str:
    """What a file or folder is called; in a transcript that is run again without its place, for none holds one."""
    return path.name if console.checks else str(path)


def _found(console: Console, paths: list[Path]) -> tuple[list[Path], int]:
    """All transcripts in these files and folders, and how many of those cannot be read or hold none, as is told."""
    _ = console.language.gettext
    files: list[Path] = []
    unreadable = 0
    for path in paths:
        found, errors = _files_in(path)
        files += found
        for error in errors:
            console.complain(why_unreadable(error, _called(console, path), console))
        if not found and not errors:
            sentence = _("There is no transcript in {folder}.")
            console.complain(sentence.format(folder=printable(_called(console, path))))
        unreadable += not found or bool(errors)
    return files, unreadable


def _sum_up(console: Console, same: int, different: int, *, accept: bool) -> None:
    """Say how many transcripts are as recorded, and how many are not."""
    ngettext = console.language.ngettext
    sentence = ngettext("{n} transcript is as recorded.", "{n} transcripts are as recorded.", same)
    console.show(Line(sentence.format(n=same), "result"))
    if not different:
        return
    if accept:
        sentence = ngettext(
            "{n} transcript differed and was rewritten.",
            "{n} transcripts differed and were rewritten.",
            different,
        )
    else:
        sentence = ngettext("{n} transcript differs.", "{n} transcripts differ.", different)
    console.show(Line(sentence.format(n=different), "refused"))


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
