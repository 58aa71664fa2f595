"""The command line: every command and option, and what each sets in motion (formats 1)."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__
from .console import Console, run_process
from .i18n import LANGUAGES

if TYPE_CHECKING:
    from .playing import Witness
    from .record import Record, Seat
    from .rules import Rules

# Modules of the game are imported where they are used, so that `--version` and `--help` need not wait.


def run() -> NoReturn:
    """Run the program on this process (the entry point `rubamazzo`)."""
    run_process(lambda console: invoke(console, sys.argv[1:]))


def invoke(console: Console, words: list[str]) -> int:
    """Run one command at a console and return its exit status; wrong usage is a sentence and status 2."""
    try:
        status = main.main(words, prog_name="rubamazzo", standalone_mode=False, obj=console)
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        path = context.command_path if context else "rubamazzo"
        console.complain(f"{path}: {error.format_message()}")
        if error.exit_code == 2:
            _ = console.language.gettext
            console.complain(_("{command} --help shows what can be asked.").format(command=path))
        return error.exit_code
    except click.exceptions.Exit as end:
        return end.exit_code


def _refuse(error: Exception, status: int = 2) -> NoReturn:
    """End the command with the sentence for this error."""
    from .errors import RubamazzoError
    from .explain import explain

    context = click.get_current_context()
    console: Console = context.obj
    sentence = explain(error, console.language) if isinstance(error, RubamazzoError) else str(error)
    if status == 2:
        raise click.UsageError(sentence, context)
    console.complain(sentence)
    raise click.exceptions.Exit(status)


# options that mean the same wherever they occur


def _together(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def _speak(context: click.Context, _option: click.Parameter, code: str | None) -> None:
    if code is None:
        return
    if code not in LANGUAGES:
        raise click.UsageError(f"--lang {code}: the languages are {', '.join(LANGUAGES)}.", context)
    context.obj.lang = code


def _colour(context: click.Context, _option: click.Parameter, when: str | None) -> None:
    if when is not None:
        context.obj.colour = when


manner_options = _together(
    click.option(
        "--lang",
        metavar="CODE",
        expose_value=False,
        callback=_speak,
        help="The language: en, it, pt, ro, id, fr, da.",
    ),
    click.option(
        "--color",
        type=click.Choice(["auto", "always", "never"]),
        expose_value=False,
        callback=_colour,
        help="Whether to colour lines; auto does at a terminal.",
    ),
)
rules_options = _together(
    click.option(
        "--variant",
        "variant_name",
        metavar="NAME",
        default="rubamazzo",
        help="Which way to play; rubamazzo variants lists them.",
    ),
    click.option(
        "--set",
        "settings",
        metavar="SWITCH=VALUE",
        multiple=True,
        help="A house rule on top of the variant; may be given several times.",
    ),
    click.option("--players", metavar="N", help="How many play: 2, 3 or 4."),
)
seat_options = _together(
    click.option(
        "--seat",
        "seats",
        metavar="KIND[:NAME]",
        multiple=True,
        help="Who sits at the next seat: you, easy, normal, hard, random, each with a name if you like.",
    ),
    click.option(
        "--level",
        metavar="LEVEL",
        default="normal",
        help="The level of the seats not given: easy, normal, hard.",
    ),
)


def rules_of(variant_name: str, settings: tuple[str, ...], players: str | None, seats: int = 0) -> Rules:
    """The rules these options ask for; more seats than two ask for that many players (formats 1)."""
    from .errors import RubamazzoError
    from .rules import variant, with_switches

    switches = list(settings)
    if players is not None:
        switches.append(f"players={players}")
    if seats > 2 and not any(switch.startswith("players=") for switch in switches):
        switches.append(f"players={seats}")
    try:
        return with_switches(variant(variant_name), switches)
    except RubamazzoError as error:
        _refuse(error)


def seats_of(given: tuple[str, ...], level: str, players: int) -> tuple[Seat, ...]:
    """Who sits where: the seats given, then computers of this level; you at the first if none is given."""
    from .players import LEVELS
    from .record import Seat

    if len(given) > players:
        raise click.UsageError(f"{len(given)} seats are given, but {players} play.")
    if level not in LEVELS:
        raise click.UsageError(f"--level {level}: the levels are {', '.join(LEVELS)}.")
    seats = []
    for text in given or ("you",):
        kind, _, name = text.partition(":")
        if kind not in ("you", *LEVELS):
            raise click.UsageError(f"--seat {text}: a seat is one of you, {', '.join(LEVELS)}.")
        seats.append(Seat(kind, name))
    return (*seats, *[Seat(level)] * (players - len(seats)))


class _PlayUnlessTold(click.Group):
    """Commands by name; options alone are those of `play`."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        own = [name for option in self.get_params(ctx) for name in option.opts]
        if not args or (args[0].startswith("-") and args[0] not in own):
            args = ["play", *args]
        return super().parse_args(ctx, args)


@click.group(cls=_PlayUnlessTold, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "-V", "--version", message="rubamazzo %(version)s")
def main() -> None:
    """Rubamazzo: steal the pile, a card game for the shell.

    Without a command it plays: rubamazzo is rubamazzo play.
    """


@main.command()
@rules_options
@seat_options
@click.option(
    "--first", metavar="N", default="1", help="The seat that plays first, or random for a draw by lot."
)
@click.option("--cut", is_flag=True, help="Let a player cut the deck before each deal.")
@click.option(
    "--seed", type=click.IntRange(0, 2**32 - 1), metavar="N", help="The same number deals the same cards again."
)
@click.option(
    "--deck", "deck_text", metavar='"CARDS"', help="The whole deck of the first deal, first dealt first."
)
@click.option("--open", "open_hands", is_flag=True, help="Show all hands.")
@click.option("--spoken", is_flag=True, help="Say everything in words, for the ear.")
@click.option("--verbose", is_flag=True, help="Explain more, for beginners.")
@click.option("--terse", is_flag=True, help="Say it briefly, for old hands.")
@manner_options
@click.option(
    "--record", "record_name", metavar="FILE", help="Write the game into a file; - prints it at the end."
)
@click.option(
    "--transcript", "transcript_name", metavar="FILE", help="Write down the session, to check it again."
)
@click.option("--keep-going", is_flag=True, help="Ask again after a refused line of piped input.")
@click.option("--force", is_flag=True, help="Overwrite files that exist.")
@click.pass_obj
def play(
    console: Console,
    variant_name: str,
    settings: tuple[str, ...],
    players: str | None,
    seats: tuple[str, ...],
    level: str,
    first: str,
    cut: bool,
    seed: int | None,
    deck_text: str | None,
    open_hands: bool,
    spoken: bool,
    verbose: bool,
    terse: bool,
    record_name: str | None,
    transcript_name: str | None,
    keep_going: bool,
    force: bool,
) -> int:
    """Play a game at the keyboard, or from piped lines."""
    from .cards import read_deck
    from .chance import fresh_seed
    from .errors import RubamazzoError
    from .playing import RecordAfterwards, RecordFile, TranscriptFile, run
    from .session import Manner, Session, Setup

    rules = rules_of(variant_name, settings, players, len(seats))
    if first != "random" and first not in [str(seat + 1) for seat in range(rules.players)]:
        raise click.UsageError(f"--first {first}: it is a seat from 1 to {rules.players}, or random.")
    try:
        deck = None if deck_text is None else read_deck(deck_text, rules.deck)
    except RubamazzoError as error:
        _refuse(error)
    setup = Setup(
        variant_name,
        rules,
        seats_of(seats, level, rules.players),
        fresh_seed() if seed is None else seed,
        None if first == "random" else int(first) - 1,
        deck,
        cut,
        open_hands,
    )
    manner = Manner(console.lang, spoken, terse, verbose)
    witnesses: list[Witness] = []
    try:
        if transcript_name is not None:
            command = resolved(setup, manner, keep_going=keep_going or console.is_terminal)
            witnesses.append(TranscriptFile(console.file_to_write(transcript_name), command, force=force))
        if record_name == "-":
            witnesses.append(RecordAfterwards(console))
        elif record_name is not None:
            witnesses.append(RecordFile(console.file_to_write(record_name), force=force))
    except FileExistsError as error:
        _refuse(click.FileError(str(error.filename), "it exists already; --force overwrites it"), 4)
    except OSError as error:
        _refuse(click.FileError(str(error.filename), error.strerror), 4)
    return run(Session(setup, manner), console, witnesses, keep_going=keep_going)


def resolved(setup: Any, manner: Any, *, keep_going: bool) -> list[str]:
    """The words of a command that plays exactly this again, whatever the environment (formats 4)."""
    from .cards import codes
    from .rules import variant

    words = ["play", "--variant", setup.variant]
    for switch in setup.rules.text(variant(setup.variant)).split():
        words += ["--set", switch]
    for seat in setup.seats:
        words += ["--seat", str(seat)]
    words += ["--seed", str(setup.seed)]
    if setup.first != 0:
        words += ["--first", "random" if setup.first is None else str(setup.first + 1)]
    if setup.deck is not None:
        words += ["--deck", codes(setup.deck)]
    words += ["--lang", manner.lang]
    flags = {
        "--cut": setup.cut,
        "--open": setup.open,
        "--spoken": manner.spoken,
        "--verbose": manner.verbose,
        "--terse": manner.terse,
        "--keep-going": keep_going,
    }
    return words + [flag for flag, given in flags.items() if given]


@main.command()
@click.option("--spoken", is_flag=True, help="Say everything in words, for the ear.")
@click.option("--keep-going", is_flag=True, help="Ask again after a refused line of piped input.")
@manner_options
@click.pass_obj
def learn(console: Console, spoken: bool, keep_going: bool) -> int:
    """Learn the game in five small steps."""
    from .lessons import Lessons
    from .playing import run
    from .session import Manner

    return run(Lessons(Manner(console.lang, spoken)), console, [], keep_going=keep_going)


@main.command()
@click.argument("paths", nargs=-1, metavar="[PATH ...]")
@click.option("--accept", is_flag=True, help="Rewrite the transcripts that differ.")
@click.option("--allow-programs", is_flag=True, help="Let transcripts start programs as players.")
@manner_options
@click.pass_obj
def check(console: Console, paths: tuple[str, ...], accept: bool, allow_programs: bool) -> int:
    """Run transcripts again and compare; without paths, those that come with the program."""
    from .checking import check_transcripts

    files = [console.file_to_read(path) for path in paths] or [shipped_transcripts()]
    return check_transcripts(console, files, invoke, accept=accept, allow_programs=allow_programs)


@main.command()
@click.argument("record", metavar="RECORD")
@click.option("--show", is_flag=True, help="Tell the games as sessions.")
@click.option("--spoken", is_flag=True, help="Say everything in words, for the ear.")
@click.option("--terse", is_flag=True, help="Say it briefly, for old hands.")
@manner_options
@click.pass_obj
def replay(console: Console, record: str, show: bool, spoken: bool, terse: bool) -> int:
    """Verify every move and result of a record."""
    from .replaying import told

    for number, game in enumerate(records_in(console, record), start=1):
        for line in told(game, number, console.language, show=show, spoken=spoken, terse=terse):
            console.show(line)
    return 0


def records_in(console: Console, name: str) -> list[Record]:
    """The records of a file; one that cannot be read or does not add up ends the command (formats 1)."""
    from .errors import RecordError
    from .explain import explain
    from .record import read_records

    _ = console.language.gettext
    try:
        text = console.file_to_read(name).read_bytes().decode("utf-8")
    except OSError as error:
        _refuse(click.FileError(name, error.strerror), 4)
    except UnicodeDecodeError:
        _refuse(click.FileError(name, _("it is not text in UTF-8")), 4)
    try:
        return read_records(text)
    except RecordError as error:
        sentence = explain(error, console.language)
        console.complain(f"{name}, {sentence}")
        raise click.exceptions.Exit(1 if error.is_difference else 4) from error


@main.command()
@manner_options
@click.pass_obj
def variants(console: Console) -> int:
    """List the variants, one line each."""
    from .lines import Line
    from .sheet import VARIANT_LINES

    _ = console.language.gettext
    for name, line in VARIANT_LINES.items():
        console.show(Line(f"{name}: {_(line)}"))
    return 0


@main.command()
@click.argument("variant_name", metavar="[VARIANT]", default="rubamazzo")
@click.option(
    "--set", "settings", metavar="SWITCH=VALUE", multiple=True, help="A house rule on top of the variant."
)
@click.option("--players", metavar="N", help="How many play: 2, 3 or 4.")
@manner_options
@click.pass_obj
def rules(console: Console, variant_name: str, settings: tuple[str, ...], players: str | None) -> int:
    """Print the rule sheet of a variant and house rules."""
    from .sheet import rule_sheet

    for line in rule_sheet(variant_name, rules_of(variant_name, settings, players), console.language):
        console.show(line)
    return 0


def shipped_transcripts() -> Path:
    """The folder of the transcripts that come with the program."""
    package = Path(__file__).parent
    inside = package / "transcripts"
    return inside if inside.is_dir() else package.parent / "transcripts"
