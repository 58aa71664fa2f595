"""A level of the program itself as an engine: `level.py hard`."""

import sys

from rubamazzo_cli.engine import Engine

engine = Engine(sys.argv[1])
for line in sys.stdin:
    print(engine.answer(line), flush=True)
    if engine.is_done:
        break
