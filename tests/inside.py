"""The program run in this process, far from its surroundings, as transcripts are."""

from __future__ import annotations

import contextlib
import io
from collections.abc import Sequence
from pathlib import Path

from rubamazzo_cli import cli
from rubamazzo_cli.console import ScriptedConsole


def invoked(
    folder: Path, *words: str, typed: Sequence[str] = (), scratch: Path | None = None, programs: bool = False
) -> tuple[int, str]:
    """The status of a command and all that it says, in English unless another language is asked for."""
    output = io.StringIO()
    console = ScriptedConsole(iter(typed), folder, scratch or folder, starts_programs=programs)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = cli.invoke(console, list(words))
    return status, output.getvalue()
