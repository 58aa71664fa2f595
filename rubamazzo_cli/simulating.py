"""The rim of a study: its progress, its records, and its figures, even when it is interrupted (formats 6)."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

from .console import Console, Signalled
from .errors import EngineFailed
from .explain import explain
from .figures import study_lines
from .files import GrowingFile
from .players import LEVELS
from .reading import end
from .record import Seat
from .rules import Rules
from .simulate import Entrant, Study, Task, workers


def simulated(
    console: Console, variant: str, rules: Rules, seats: tuple[Seat, ...], options: dict[str, Any]
) -> int:
    """Play the study at a console and print its figures, as far as it came; its exit status."""
    entrants = tuple(_entrant(seat, options["engine_timeout"]) for seat in seats)
    task = Task(variant, rules, entrants, options["seed"], records=options["records_name"] is not None)
    study = Study(task, options["deals"])
    failure: BaseException | None = None
    with contextlib.ExitStack() as stack:
        records = _records(console, options, stack)
        try:
            executor = stack.enter_context(workers(options["jobs"], options["scheduler"]))
        except (ImportError, OSError) as error:
            _ = console.language.gettext
            sentence = _("The cluster at {address} cannot be had: {reason}.")
            end(console, sentence.format(address=options["scheduler"], reason=error), 4)
        try:
            running = stack.enter_context(contextlib.closing(study.run(executor, options["jobs"])))
            for texts in _watched(study, running, console):
                if records is not None:
                    records.append("".join(texts))
        except (KeyboardInterrupt, Signalled, EngineFailed) as stopped:
            failure = stopped
    if study.played:
        if options["as_json"]:
            console.write(json.dumps(study.figures().as_json()) + "\n")
        else:
            for line in study_lines(study, console.language, console.width, margins=options["margins"]):
                console.show(line)
    if isinstance(failure, EngineFailed):
        console.complain(explain(failure, console.language))
        return 5
    if failure is not None:
        console.flush()
        raise failure
    return 0


def _entrant(seat: Seat, timeout: float) -> Entrant:
    if seat.kind == "cmd":
        from .players.program import Program

        return Entrant("cmd", partial(Program, seat.name, timeout=timeout))
    return Entrant(seat.kind, LEVELS[seat.kind])


def _records(console: Console, options: dict[str, Any], stack: contextlib.ExitStack) -> GrowingFile | None:
    name = options["records_name"]
    if name is None:
        return None
    file = GrowingFile(console.file_to_write(name), name, force=options["force"])
    stack.callback(file.close)
    return file


def _watched(study: Study, running: Iterator[list[str]], console: Console) -> Iterator[list[str]]:
    """The study as it runs, with a bar on standard error where somebody watches."""
    if not console.is_watched:
        yield from running
        return
    import click

    _ = console.language.gettext
    with click.progressbar(length=study.decks, label=_("Decks"), file=sys.stderr) as bar:
        for texts in running:
            bar.update(len(study.played) - bar.pos)
            yield texts
