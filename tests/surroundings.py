"""What surrounds the processes that tests start: nothing of whoever runs the tests that would show."""

from __future__ import annotations

import os


def measured() -> dict[str, str]:
    """What tells a process that its coverage is measured, if it is."""
    return {name: value for name, value in os.environ.items() if name.startswith("COVERAGE_")}


def plain(**more: str) -> dict[str, str]:
    """Our own surroundings without a language, a width and a wish for colours, and with these."""
    shows = ("LC_", "LANG", "COLUMNS", "LINES", "RUBAMAZZO_", "XDG_")
    kept = {
        name: value for name, value in os.environ.items() if not name.startswith(shows) and "COLOR" not in name
    }
    return kept | more
