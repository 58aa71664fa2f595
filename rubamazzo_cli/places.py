"""Where things are on this computer: what the program remembers for its user, and what it brings along."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

STATE = "RUBAMAZZO_STATE"
"""The variable that names the state directory; where it is set, scripts are remembered, too."""


def state_directory(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """The user's state directory of this program; None where no home is known."""
    if environment.get(STATE):
        return Path(environment[STATE])
    home = environment.get("HOME", "")
    if platform == "win32":
        base = environment.get("LOCALAPPDATA", "")
    elif platform == "darwin":
        base = home and f"{home}/Library/Application Support"
    else:
        base = environment.get("XDG_STATE_HOME", "")
        if not os.path.isabs(base):
            base = home and f"{home}/.local/state"
    return Path(base, "rubamazzo") if os.path.isabs(base) else None


@contextmanager
def shipped_transcripts() -> Iterator[Path]:
    """The folder of the transcripts that come with the program; where it runs from a single file, copies."""
    import tempfile
    from importlib.resources import files

    inside = files(__package__) / "transcripts"
    if isinstance(inside, Path):
        yield inside if inside.is_dir() else inside.parent.parent / "transcripts"
        return
    with tempfile.TemporaryDirectory() as folder:
        for entry in inside.iterdir():
            Path(folder, entry.name).write_bytes(entry.read_bytes())
        yield Path(folder)


def is_single_file() -> bool:
    """Whether the program runs from a single file, in which nothing can be changed."""
    from importlib.resources import files

    return not isinstance(files(__package__), Path)
