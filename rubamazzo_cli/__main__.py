"""`python -m rubamazzo_cli` is the program `rubamazzo`."""

from __future__ import annotations


def main() -> None:
    """Run the program."""
    from .cli import run

    run()


if __name__ == "__main__":
    main()
