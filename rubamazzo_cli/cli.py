"""The command line: every command and option, and what each sets in motion (formats 1)."""

from __future__ import annotations

import re
import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn

import click

from . import __version__
from .console import Console, run_process
from .i18n import LANGUAGES, Language
from .usage import Group, speech, wrong_usage

if TYPE_CHECKING:
    from .errors import RubamazzoError
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
        console.lang = asked_language(words) or console.lang
        status = main.main(
            words, prog_name="rubamazzo", standalone_mode=False, obj=console, max_content_width=console.width
        )
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        context = error.ctx if isinstance(error, click.UsageError) else None
        path = context.command_path if context else "rubamazzo"
        console.complain(f"{path}: {wrong_usage(error, console.language)}")
        if error.exit_code == 2:
            _ = console.language.gettext
            console.complain(_("{command} --help shows what can be asked.").format(command=path))
        return error.exit_code
    except click.exceptions.Exit as end:
        return end.exit_code


def _refuse(error: RubamazzoError) -> NoReturn:
    """Call the usage wrong with the sentence for this error."""
    from .explain import explain

    raise click.UsageError(explain(error, _language()), click.get_current_context())


def _end(sentence: str, status: int) -> NoReturn:
    """End the command with this sentence on standard error and this status."""
    click.get_current_context().obj.complain(sentence)
    raise click.exceptions.Exit(status)


def _cannot_write(error: OSError) -> NoReturn:
    """End the command because a file cannot be written."""
    _ = _language().gettext
    if isinstance(error, FileExistsError):
        sentence = _("{file} exists already; --force overwrites it.")
    else:
        sentence = _("{file} cannot be written: {reason}.")
    _end(sentence.format(file=error.filename, reason=error.strerror), 4)


# options that mean the same wherever they occur


def _together(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def asked_language(words: list[str]) -> str | None:
    """The language the words of a command ask for, known before the rest is read: even errors speak it."""
    for word, following in zip(words, [*words[1:], ""], strict=True):
        name, _, value = word.partition("=")
        code = value if name == "--lang" and value else following if word == "--lang" else None
        if code in LANGUAGES:
            return code
    return None


def _speak(context: click.Context, _option: click.Parameter, code: str | None) -> None:
    if code is not None and code not in LANGUAGES:
        _ = context.obj.language.gettext
        sentence = _("There is no language {word}. The languages are: {languages}.")
        raise click.UsageError(sentence.format(word=code, languages=", ".join(LANGUAGES)), context)


def _seed(_context: click.Context, _option: click.Parameter, text: str | None) -> int | None:
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) >= 2**32:
        raise click.UsageError(_language().gettext("--seed is a number from 0 to 4294967295."))
    return int(text)


def _seconds(_context: click.Context, _option: click.Parameter, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        raise click.UsageError(_language().gettext("--engine-timeout is a number of seconds, more than 0."))
    return float(text)


def _language() -> Language:
    """The language of the command that is running."""
    return speech(click.get_current_context())


def _colour(context: click.Context, _option: click.Parameter, when: str | None) -> None:
    if when is None:
        return
    if when not in ("auto", "always", "never"):
        _ = context.obj.language.gettext
        raise click.UsageError(_("--color is auto, always or never."), context)
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
        metavar="WHEN",
        expose_value=False,
        callback=_colour,
        help="Whether to colour lines: auto (at a terminal), always, never.",
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
        help="Who sits at the next seat: you, easy, normal, hard, random, each with a name if you like, or cmd:PROGRAM.",
    ),
    click.option(
        "--level",
        metavar="LEVEL",
        default="normal",
        help="The level of the seats not given: easy, normal, hard.",
    ),
)

engine_options = _together(
    click.option(
        "--engine-timeout",
        metavar="SECONDS",
        default="10",
        callback=_seconds,
        help="How long a program may take for an answer: 10 seconds unless you say otherwise.",
    ),
    click.option(
        "--engine-log", metavar="FILE", help="Write down what is said to programs and what they answer."
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


def checked_level(level: str) -> str:
    """The level of this name, or wrong usage."""
    from .explain import shown
    from .players import LEVELS

    if level not in LEVELS:
        sentence = _language().gettext("{text} is not a level. The levels are: {levels}.")
        raise click.UsageError(sentence.format(text=shown(level), levels=", ".join(LEVELS)))
    return level


def seats_of(given: tuple[str, ...], level: str, players: int) -> tuple[Seat, ...]:
    """Who sits where: the seats given, then computers of this level; you at the first if none is given."""
    from .explain import shown
    from .players import LEVELS
    from .record import Seat

    _ = _language().gettext
    if len(given) > players:
        raise click.UsageError(
            _("{n} seats are given, but only {players} play.").format(n=len(given), players=players)
        )
    level = checked_level(level)
    seats = []
    for text in given or ("you",):
        kind, _colon, name = text.partition(":")
        if kind not in ("you", *LEVELS, "cmd") or (kind == "cmd" and not name.strip()):
            sentence = _("Nobody called {text} can sit here. A seat is one of: {kinds}.")
            raise click.UsageError(
                sentence.format(text=shown(text), kinds=", ".join(("you", *LEVELS, "cmd:PROGRAM")))
            )
        seats.append(Seat(kind, name))
    return (*seats, *[Seat(level)] * (players - len(seats)))


@click.group(cls=Group, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(
    __version__, "-V", "--version", message="rubamazzo %(version)s", help="Show the version and leave."
)
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
    "--seed",
    metavar="N",
    callback=_seed,
    help="The same number, from 0 to 4294967295, deals the same cards again.",
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
@engine_options
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
    engine_timeout: float,
    engine_log: str | None,
) -> int:
    """Play a game at the keyboard, or from piped lines."""
    from .cards import read_deck
    from .chance import fresh_seed
    from .errors import RubamazzoError
    from .ledger import noting
    from .playing import Players, RecordAfterwards, RecordFile, TranscriptFile, run
    from .session import Manner, Session, Setup

    rules = rules_of(variant_name, settings, players, len(seats))
    if first != "random" and first not in [str(seat + 1) for seat in range(rules.players)]:
        sentence = _language().gettext("--first is a seat from 1 to {n}, or random.")
        raise click.UsageError(sentence.format(n=rules.players))
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
        log = None if engine_log is None else console.file_to_write(engine_log)
        sitters = Players(engine_timeout, log, force=force)
    except OSError as error:
        _cannot_write(error)
    if not console.starts_programs and any(seat.kind == "cmd" for seat in setup.seats):
        _end(_language().gettext("Programs are started only with --allow-programs."), 2)
    witnesses += noting(console)
    session = Session(setup, manner, sitters)
    session.heard = console.progress
    return run(session, console, witnesses, keep_going=keep_going)


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
        _end(_("{file} cannot be read: {reason}.").format(file=name, reason=error.strerror), 4)
    except UnicodeDecodeError:
        _end(_("{file} cannot be read: it is not text in UTF-8.").format(file=name), 4)
    try:
        return read_records(text)
    except RecordError as error:
        sentence = explain(error, console.language)
        _end(f"{name}, {sentence}", 1 if error.is_difference else 4)


@main.command()
@click.argument("record", metavar="RECORD")
@click.option("--seat", "seat_text", metavar="N", help="Whose play to judge; else that of the people.")
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
@click.option("--retry", is_flag=True, help="Make the costly choices again, one by one.")
@click.option("--spoken", is_flag=True, help="Say everything in words, for the ear.")
@click.option("--terse", is_flag=True, help="Say it briefly, for old hands.")
@click.option("--keep-going", is_flag=True, help="Ask again after a refused line of piped input.")
@manner_options
@click.pass_obj
def review(
    console: Console,
    record: str,
    seat_text: str | None,
    as_json: bool,
    retry: bool,
    spoken: bool,
    terse: bool,
    keep_going: bool,
) -> int:
    """Judge the plays of a game: what each choice cost, and what the cards were worth.

    Only deals that are over are judged.
    """
    from .reviewing import reviews_shown, reviews_text, seats_judged, try_again
    from .session import Manner

    games = records_in(console, record)
    seats = [seats_judged(game, seat_text) for game in games]
    if not all(seats):
        _ = _language().gettext
        sentence = _("--seat is a seat from 1 to {n}; without it, a person must have played.")
        raise click.UsageError(sentence.format(n=max(game.rules.players for game in games)))
    if as_json and retry:
        raise click.UsageError(_language().gettext("--json and --retry do not go together."))
    judged = list(zip(games, seats, strict=True))
    manner = Manner(console.lang, spoken, terse)
    if retry:
        return try_again(console, judged, manner, keep_going=keep_going)
    if as_json:
        console.write(reviews_text(console, judged))
        return 0
    return reviews_shown(console, judged, manner)


@main.command()
@click.option("--seed", metavar="N", callback=_seed, help="The same number gives the same puzzle again.")
@click.option("--daily", metavar="DATE", help="The puzzle of a day, as 2025-01-31; the same one everywhere.")
@click.option("--spoken", is_flag=True, help="Say everything in words, for the ear.")
@click.option("--terse", is_flag=True, help="Say it briefly, for old hands.")
@click.option("--keep-going", is_flag=True, help="Ask again after a refused line of piped input.")
@manner_options
@click.pass_obj
def puzzle(
    console: Console, seed: int | None, daily: str | None, spoken: bool, terse: bool, keep_going: bool
) -> int:
    """Find the one best move in a position."""
    from .chance import fresh_seed
    from .playing import run
    from .puzzles import Puzzling, puzzle_number, puzzle_of_day
    from .session import Manner

    _ = _language().gettext
    if daily is not None and seed is not None:
        raise click.UsageError(_("--seed and --daily do not go together."))
    try:
        number = (
            puzzle_number(fresh_seed() if seed is None else seed) if daily is None else puzzle_of_day(daily)
        )
    except ValueError:
        raise click.UsageError(_("--daily is a day, as 2025-01-31.")) from None
    return run(Puzzling(number, Manner(console.lang, spoken, terse)), console, [], keep_going=keep_going)


@main.command()
@click.option("--level", metavar="LEVEL", default="hard", help="The level that plays: easy, normal, hard.")
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
@click.option(
    "--topic",
    metavar="TOPIC",
    help="More to read, as it is in this game: levels, strategy, commands, history, faq, glossary.",
)
@manner_options
@click.pass_obj
def rules(
    console: Console, variant_name: str, settings: tuple[str, ...], players: str | None, topic: str | None
) -> int:
    """Print the rule sheet of a variant and house rules, or more to read."""
    from .sheet import rule_sheet
    from .topics import TOPICS, no_topic, topic_named

    rules = rules_of(variant_name, settings, players)
    lines = rule_sheet(variant_name, rules, console.language)
    if topic is not None:
        name = topic_named(topic, console.language)
        if name is None:
            raise click.UsageError(no_topic(topic, console.language))
        lines = TOPICS[name](rules, console.language)
    for line in lines:
        console.show(line)
    return 0


@main.command()
@click.argument("records", nargs=-1, metavar="[RECORD ...]")
@click.option("--json", "as_json", is_flag=True, help="Print it for programs.")
@click.option("--forget", is_flag=True, help="Forget all games noted so far, after asking.")
@click.option("--force", is_flag=True, help="Forget without asking.")
@manner_options
@click.pass_obj
def stats(console: Console, records: tuple[str, ...], as_json: bool, forget: bool, force: bool) -> int:
    """Show how your games went: those noted at the terminal, or those of records.

    A game finished at a terminal is noted on this computer if one person played in it. Where the
    variable RUBAMAZZO_STATE names a folder, games are noted there, those of scripts as well.
    """
    from .errors import LedgerFailed
    from .explain import explain
    from .ledger import forget_games, ledger_of
    from .stats import stats_lines, stats_text
    from .tally import finished, tallies

    if forget and (records or as_json):
        raise click.UsageError(_language().gettext("--forget goes neither with records nor with --json."))
    try:
        ledger = ledger_of(console)
        if forget:
            return forget_games(console, ledger, force=force)
        if records:
            played = [finished(record) for name in records for record in records_in(console, name)]
            games = [game for game in played if game is not None]
        else:
            games = ledger.games() if ledger else []
    except LedgerFailed as error:
        _end(explain(error, console.language), 4)
    if as_json:
        console.write(stats_text(tallies(games)))
        return 0
    for line in stats_lines(tallies(games), console.language):
        console.show(line)
    return 0


def shipped_transcripts() -> Path:
    """The folder of the transcripts that come with the program."""
    package = Path(__file__).parent
    inside = package / "transcripts"
    return inside if inside.is_dir() else package.parent / "transcripts"
