"""The computer players: one file a level, each given a View and a stream of chance and nothing else."""

from __future__ import annotations

from .base import Player
from .easy import Easy
from .hard import Hard
from .normal import Normal
from .random import Random

LEVELS: dict[str, type[Player]] = {"easy": Easy, "normal": Normal, "hard": Hard, "random": Random}
"""Every level by the name it is chosen by. To add a level, write its file and add it here."""

STRENGTHS = ("easy", "normal", "hard")
"""The levels people choose from, weakest first."""

__all__ = ["LEVELS", "STRENGTHS", "Player"]
