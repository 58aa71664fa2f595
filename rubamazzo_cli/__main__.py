"""`python -m rubamazzo_cli` is the program `rubamazzo`."""

from __future__ import annotations

import signal


def main() -> None:
    """Run the program."""
    # Until the program listens, an interrupt ends it as it ends any other, without a traceback.
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from .cli import run

    run()


if __name__ == "__main__":
    main()
