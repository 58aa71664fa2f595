"""Rubamazzo, the children's card game "steal the pile", played by typing in a shell."""

__version__ = "0.1.0"
