"""Where things are on this computer: what the program remembers for its user, and what it brings along."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

STATE = "RUBAMAZZO_STATE"
"""The variable that names the state directory; where it is set, scripts are remembered, too."""


def user_folder(
    environment: Mapping[str, str], platform: str, *, windows: str, xdg: str, home: str
) -> str | None:
    """The folder of this program among a user's: by a variable, or under the home; None where none is known.

    On Windows the variable `windows` tells where, elsewhere `xdg`, without which it is `home` under the home.
    """
    own = environment.get("HOME", "")
    if platform == "win32":
        base = environment.get(windows, "")
    elif platform == "darwin":
        base = own and f"{own}/Library/Application Support"
    else:
        base = environment.get(xdg, "")
        if not os.path.isabs(base):
            base = own and f"{own}/{home}"
    return os.path.join(base, "rubamazzo") if os.path.isabs(base) else None


def state_directory(environment: Mapping[str, str], platform: str = sys.platform) -> Path | None:
    """The user's state directory of this program; None where no home is known."""
    from pathlib import Path

    folder = environment.get(STATE) or user_folder(
        environment, platform, windows="LOCALAPPDATA", xdg="XDG_STATE_HOME", home=".local/state"
    )
    return None if folder is None else Path(folder)


@contextmanager
def shipped_transcripts() -> Iterator[Path]:
    """The folder of the transcripts that come with the program; where it runs from a single file, copies."""
    import tempfile
    from importlib.resources import files
    from pathlib import Path

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
    from pathlib import Path

    return not isinstance(files(__package__), Path)
