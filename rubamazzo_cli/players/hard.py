"""The hard level: it remembers everything."""

from __future__ import annotations

from .normal import Normal


class Hard(Normal):
    """Remembers every card and imagines where the others may be."""
