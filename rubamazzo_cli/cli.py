"""The command line: every command and option, and what each sets in motion (formats 1)."""

from __future__ import annotations

import os
import signal
import sys
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__
from .cli_records import replay, review, stats, verify
from .cli_rules import config, rules, variants
from .console import Console, Signalled, run_process
from .errors import BadPreference, CannotWrite
from .options import (
    asked_language,
    cards_option,
    checked_level,
    engine_options,
    force_option,
    keep_going_option,
    manner_options,
    read_count,
    read_seed,
    refuse,
    rules_of,
    rules_options,
    seat_options,
    seats_given,
    seats_of,
    session_options,
    spoken_option,
    terse_option,
)
from .preferences import defaults_for, preferences_in
from .starting import begin, resolved, salts
from .usage import Command, Group, wrong_usage

if TYPE_CHECKING:
    from .saving import SavedGame

# Modules of the game are imported where they are used, so that `--version` and `--help` need not wait.

COMPLETES = "_RUBAMAZZO_COMPLETE"
"""The variable in which a shell asks what it may complete a word to."""


def run() -> NoReturn:
    """Run the program on this process (the entry point `rubamazzo`)."""
    run_process(lambda console: invoke(console, sys.argv[1:]))


def invoke(console: Console, words: list[str]) -> int:
    """Run one command at a console and return its exit status; wrong usage is a sentence and status 2."""
    streams = sys.stdout, sys.stderr
    try:
        console.lang = asked_language(words) or console.lang
        status = main.main(
            words,
            prog_name="rubamazzo",
            standalone_mode=False,
            obj=console,
            terminal_width=max(console.width - 2, 20),
            default_map=follow_preferences(console, words),
        )
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        named = next((word for word in words if word in main.commands), "play")
        path = context.command_path if context else f"rubamazzo {named}"
        console.complain(f"{path}: {wrong_usage(error, console.language)}")
        if error.exit_code == 2:
            _ = console.language.gettext
            console.complain(_("{command} --help shows what can be asked.").format(command=path))
        return error.exit_code
    except click.exceptions.Exit as end:
        return end.exit_code
    except (BadPreference, CannotWrite) as error:
        from .explain import explain

        console.complain(explain(error, console.language))
        is_usage = isinstance(error, BadPreference) and error.reason != "cannot-read"
        return 2 if is_usage else 4
    except (KeyboardInterrupt, click.Abort):
        raise Signalled(signal.SIGINT) from None
    except SystemExit:
        if sys.stdout is streams[0]:
            raise
        # Click answers a reader who has closed the pipe with streams that hide it, and with a status of its own.
        sys.stdout, sys.stderr = streams
        raise BrokenPipeError from None


def follow_preferences(console: Console, words: list[str]) -> dict[str, dict[str, Any]]:
    """Have the console follow the user's preferences, and return those that are options, for each command.

    What these words say goes over them. Raises BadPreference.
    """
    if COMPLETES in console.environment:
        from .completing import prepare

        prepare(main)
        return {}
    console.preferences = wanted = preferences_in(console.environment)
    if "lang" in wanted and asked_language(words) is None:
        console.lang = wanted["lang"].value
    if "color" in wanted:
        console.colour = wanted["color"].value
    if "ascii" in wanted:
        console.ascii = wanted["ascii"].value
    return dict.fromkeys(main.commands, defaults_for(wanted, words))


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__, "-V", "--version", message="rubamazzo %(version)s", help="Show the version and leave."
)
@manner_options
def main() -> None:
    """Rubamazzo: steal the pile, a card game for the shell.

    Without a command it plays: rubamazzo is rubamazzo play.
    """


@click.command(cls=Command)
@rules_options
@seat_options
@click.option(
    "--first", metavar="N", default="1", help="The seat that plays first, or random for a draw by lot."
)
@click.option(
    "--seed",
    metavar="N",
    callback=read_seed,
    help="The same number, from 0 to 4294967295, deals the same cards again.",
)
@click.option(
    "--deck", "deck_text", metavar='"CARDS"', help="The whole deck of the first deal, first dealt first."
)
@session_options
@click.pass_obj
def play(
    console: Console,
    /,
    variant_name: str,
    settings: tuple[str, ...],
    players: str | None,
    seats: tuple[str, ...],
    level: str,
    first: str,
    seed: int | None,
    deck_text: str | None,
    **asked: Any,
) -> int:
    """Play a game at the keyboard, or from piped lines."""
    from .cards import read_deck
    from .chance import fresh_seed
    from .errors import RubamazzoError
    from .saving import SavedGames, state_folder
    from .session import Setup

    rules = rules_of(variant_name, settings, players, len(seats))
    if first != "random" and first not in [str(seat + 1) for seat in range(rules.players)]:
        sentence = console.language.gettext("--first is a seat from 1 to {n}, or random.")
        raise click.UsageError(sentence.format(n=rules.players))
    try:
        deck = None if deck_text is None else read_deck(deck_text, rules.deck)
    except RubamazzoError as error:
        refuse(error)
    seed = fresh_seed() if seed is None else seed
    setup = Setup(
        variant_name,
        rules,
        seats_of(seats, level, rules.players),
        seed,
        None if first == "random" else int(first) - 1,
        deck,
        cut=asked["cut"] or asked["sealed"],
        open=asked["open_hands"],
        salt=salts(asked, seed),
    )
    games = SavedGames(state_folder(console.environment))
    if console.is_terminal and games.has_free:
        _ = console.language.gettext
        console.complain(_("There is an unfinished game: rubamazzo resume goes on with it."))
    return begin(console, setup, asked, resolved(setup))


@click.command(cls=Command)
@cards_option
@spoken_option
@keep_going_option
@manner_options
@click.pass_obj
def learn(console: Console, style: str, spoken: bool, keep_going: bool) -> int:
    """Learn the game in five small steps."""
    from .lessons import Lessons
    from .playing import run
    from .session import Manner

    return run(Lessons(Manner(console.lang, spoken, cards=style)), console, [], keep_going=keep_going)


@click.command(cls=Command)
@click.argument("name", required=False, metavar="[RECORD]")
@click.option("--list", "only_list", is_flag=True, help="List the unfinished games instead.")
@click.option(
    "--seat",
    "seats",
    metavar="KIND[:NAME]",
    multiple=True,
    help="Who sits at the next seat from now on; a program must be given again.",
)
@session_options
@click.pass_obj
def resume(console: Console, /, name: str | None, only_list: bool, seats: tuple[str, ...], **asked: Any) -> int:
    """Go on with an unfinished game: the one played last, or that of a record."""
    from . import resuming
    from .saving import SavedGames, state_folder
    from .session import Setup

    games = SavedGames(state_folder(console.environment))
    if only_list:
        for line in resuming.listed(console, games):
            console.show(line)
        return 0
    if name is None and asked["transcript_name"] is not None:
        raise click.UsageError(console.language.gettext("--transcript needs the name of a RECORD to resume."))
    saved: SavedGame | None
    if name is None:
        saved = resuming.newest(console, games)
        record = saved.record
    else:
        record, saved = resuming.named(console, name, games)
    resuming.sit_down(console, record, tuple(seats_given(seats, record.rules.players)))
    tags = record.deal_tags.get(len(record.match.deals), {})
    asked["sealed"] = asked["sealed"] or "Seal" in tags
    seed = resuming.seed_of(record)
    setup = Setup(
        record.variant,
        record.rules,
        resuming.from_next_deal(record, saved.level if saved else ""),
        seed,
        cut=asked["cut"] or asked["sealed"] or "Cut" in tags,
        open=asked["open_hands"] or (saved is not None and saved.is_open),
        salt=salts(asked, seed),
    )
    command = ["resume", os.path.basename(name or "")]
    for seat in seats:
        command += ["--seat", seat]
    return begin(console, setup, asked, command, record, saved)


@click.command(cls=Command)
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option("--accept", is_flag=True, help="Rewrite the transcripts that differ.")
@click.option("--allow-programs", is_flag=True, help="Let transcripts start programs as players.")
@manner_options
@click.pass_obj
def check(console: Console, paths: tuple[str, ...], accept: bool, allow_programs: bool) -> int:
    """Run transcripts again and compare; without paths, those that come with the program."""
    from .checking import check_transcripts
    from .places import is_single_file, shipped_transcripts

    if accept and not paths and is_single_file():
        sentence = console.language.gettext(
            "--accept needs a PATH: what this single file holds cannot be changed."
        )
        raise click.UsageError(sentence)
    if paths:
        files = [console.file_to_read(path) for path in paths]
        return check_transcripts(console, files, invoke, accept=accept, allow_programs=allow_programs)
    with shipped_transcripts() as folder:
        return check_transcripts(console, [folder], invoke, accept=accept, allow_programs=allow_programs)


@click.command(cls=Command)
@rules_options
@click.option(
    "--seat",
    "seats",
    metavar="KIND",
    multiple=True,
    help="Who plays at the next seat: easy, normal, hard, random, or cmd:PROGRAM; hard and normal unless you say.",
)
@click.option(
    "--deals",
    metavar="N",
    default="1000",
    callback=read_count,
    help="How many deals; rounded up to whole decks.",
)
@click.option(
    "--seed", metavar="N", default="1", callback=read_seed, help="Which decks: the same seed, the same figures."
)
@click.option(
    "--jobs", metavar="N", default="1", callback=read_count, help="How many processes share the work."
)
@click.option(
    "--scheduler", metavar="ADDRESS", help="Share the work on a Dask cluster (needs the package distributed)."
)
@click.option("--margins", is_flag=True, help="Show how the margins fell, too.")
@click.option("--json", "as_json", is_flag=True, help="Print the figures as one JSON object.")
@click.option("--records", "records_name", metavar="FILE", help="Write the record of every deal into a file.")
@force_option
@manner_options
@engine_options
@click.pass_obj
def simulate(console: Console, /, **options: Any) -> int:
    """Play many deals between computer seats, and print the figures."""
    from .reading import end
    from .simulating import simulated

    given = options["seats"] or ("hard", "normal")
    rules = rules_of(options["variant_name"], options["settings"], options["players"], len(given))
    seats = seats_of(given, "normal", rules.players)
    if any(seat.kind == "you" for seat in seats):
        raise click.UsageError(
            console.language.gettext("Nobody at the keyboard can sit here: the deals run by themselves.")
        )
    if not console.starts_programs and any(seat.kind == "cmd" for seat in seats):
        end(console, console.language.gettext("Programs are started only with --allow-programs."), 2)
    return simulated(console, options["variant_name"], rules, seats, options)


@click.command(cls=Command)
@cards_option
@click.option("--seed", metavar="N", callback=read_seed, help="The same number gives the same puzzle again.")
@click.option("--daily", metavar="DATE", help="The puzzle of a day, as 2025-01-31; the same one everywhere.")
@spoken_option
@terse_option
@keep_going_option
@manner_options
@click.pass_obj
def puzzle(
    console: Console,
    style: str,
    seed: int | None,
    daily: str | None,
    spoken: bool,
    terse: bool,
    keep_going: bool,
) -> int:
    """Find the one best move in a position."""
    from .chance import fresh_seed
    from .playing import run
    from .puzzles import Puzzling, puzzle_number, puzzle_of_day
    from .session import Manner

    _ = console.language.gettext
    if daily is not None and seed is not None:
        raise click.UsageError(_("--seed and --daily cannot go together."))
    number = puzzle_number(fresh_seed() if seed is None else seed) if daily is None else puzzle_of_day(daily)
    if number is None:
        raise click.UsageError(_("--daily is a day, as 2025-01-31."))
    return run(
        Puzzling(number, Manner(console.lang, spoken, terse, cards=style)), console, [], keep_going=keep_going
    )


@click.command(cls=Command)
@click.option(
    "--level", metavar="LEVEL", default="hard", help="The level that plays: easy, normal, hard, random."
)
@manner_options
@click.pass_obj
def engine(console: Console, level: str) -> int:
    """Let a level play as a program that other programs talk to."""
    from .engine import Engine

    answering = Engine(checked_level(level))
    while not answering.is_done and (line := console.read_line(1 << 16)) is not None:
        console.write(answering.answer(line) + "\n")
        console.flush()
    answering.player.close()
    return 0


COMMANDS = (
    play,
    learn,
    resume,
    check,
    replay,
    verify,
    simulate,
    review,
    puzzle,
    engine,
    variants,
    rules,
    stats,
    config,
)
"""Every command in the order help lists them."""

for command in COMMANDS:
    main.add_command(command)
