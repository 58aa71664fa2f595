"""The rim of a study: its progress, its records, and its figures, even when it is interrupted (formats 6)."""

from __future__ import annotations

import contextlib
import json
import sys
from collections.abc import Iterator
from functools import partial
from typing import Any

import click

from .console import Console, ScriptedConsole, Signalled
from .errors import EngineFailed
from .explain import explain
from .figures import study_lines
from .playing import Players, opened
from .reading import end
from .record import Seat
from .rules import Rules
from .simulate import Entrant, Study, Task, workers


def simulated(
    console: Console, variant: str, rules: Rules, seats: tuple[Seat, ...], options: dict[str, Any]
) -> int:
    """Play the study at a console and print its figures, as far as it came; its exit status."""
    _ = console.language.gettext
    jobs = 1 if isinstance(console, ScriptedConsole) else options["jobs"]
    if options["engine_log"] is not None and (jobs > 1 or options["scheduler"] is not None):
        raise click.UsageError(_("--engine-log goes neither with --jobs nor with --scheduler."))
    if options["scheduler"] is not None and not console.starts_programs:
        end(console, _("Programs are started only with --allow-programs."), 2)
    failure: BaseException | None = None
    with contextlib.ExitStack() as stack:
        names = {name: options[name] for name in ("records_name", "engine_log") if options[name] is not None}
        files = opened(console, names, stack, force=options["force"])
        records = files.get("records_name")
        players = Players(options["engine_timeout"], files.get("engine_log"))
        entrants = tuple(Entrant(seat.kind, partial(players, seat)) for seat in seats)
        task = Task(variant, rules, entrants, options["seed"], records=records is not None)
        study = Study(task, options["deals"])
        try:
            executor = stack.enter_context(workers(jobs, options["scheduler"]))
        except ImportError:
            sentence = _("--scheduler needs the package distributed; type: {command}")
            end(console, sentence.format(command="pip install 'rubamazzo-cli[dask]'"), 4)
        except OSError as error:
            sentence = _("The cluster at {address} cannot be used: {reason}.")
            end(console, sentence.format(address=options["scheduler"], reason=error), 4)
        try:
            running = stack.enter_context(contextlib.closing(study.run(executor, jobs)))
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
        console.complain(f"{explain(failure, console.language)}\n{failure.record}".rstrip())
        return 5
    if failure is not None:
        console.flush()
        raise failure
    return 0


def _watched(study: Study, running: Iterator[list[str]], console: Console) -> Iterator[list[str]]:
    """The study as it runs, with a bar on standard error where somebody watches."""
    if not console.is_watched:
        yield from running
        return
    _ = console.language.gettext
    with click.progressbar(length=study.decks, label=_("Decks"), file=sys.stderr) as bar:
        for texts in running:
            bar.update(len(study.played) - bar.pos)
            yield texts
