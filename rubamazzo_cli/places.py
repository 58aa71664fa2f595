"""Where on this computer the program keeps what it remembers for its user."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping
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
