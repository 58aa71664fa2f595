"""The options that mean the same wherever they occur, and what they stand for (formats 1)."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NoReturn

import click

from .i18n import LANGUAGES, Language
from .lines import printable, shown
from .preferences import DEFAULTS, WHEN, line_of
from .usage import speech

if TYPE_CHECKING:
    from .errors import RubamazzoError
    from .record import Seat
    from .rules import Rules


def spoken_language() -> Language:
    """The language of the command that is running."""
    return speech(click.get_current_context())


def refuse(error: RubamazzoError, settings: tuple[str, ...] = ()) -> NoReturn:
    """Call the usage wrong with the sentence for this error, or the preference that these settings are."""
    from .errors import BadPreference
    from .explain import explain

    wanted = click.get_current_context().obj.preferences.get("set")
    if settings and wanted and wanted.value == settings:
        raise BadPreference(wanted.place, "switch", line=line_of("set", wanted.text), cause=error)
    raise click.UsageError(explain(error, spoken_language()))


def together(*options: Callable[[Any], Any]) -> Callable[[Any], Any]:
    """Several options as one decorator, in the order help shows them."""

    def decorate(command: Any) -> Any:
        for option in reversed(options):
            command = option(command)
        return command

    return decorate


def asked_language(words: list[str]) -> str | None:
    """The language the words of a command ask for, known before the rest is read: even errors speak it."""
    asked = re.findall(r"(?:^|\n)--lang[=\n](\w+)", "\n".join(words))
    return next((code for code in reversed(asked) if code in LANGUAGES), None)


def _speak(context: click.Context, _option: click.Parameter, code: str | None) -> None:
    if code is not None and code not in LANGUAGES:
        _ = speech(context).gettext
        sentence = _("There is no language {word}. The languages are: {languages}.")
        raise click.UsageError(sentence.format(word=shown(code), languages=", ".join(LANGUAGES)))


def read_seed(context: click.Context, _option: click.Parameter, text: str | None) -> int | None:
    """A seed as it is given (formats 1)."""
    if text is None:
        return None
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) >= 2**32:
        raise click.UsageError(speech(context).gettext("--seed is a number from 0 to 4294967295."))
    return int(text)


def read_count(context: click.Context, option: click.Parameter, text: str) -> int:
    """A number of things, of which there is at least one."""
    if not re.fullmatch("[1-9][0-9]{0,8}", text):
        sentence = speech(context).gettext("{option} is a number from 1 up.")
        raise click.UsageError(sentence.format(option=option.opts[0]))
    return int(text)


def _seconds(context: click.Context, _option: click.Parameter, text: str) -> float:
    if not re.fullmatch(r"[0-9]{1,6}(\.[0-9]{1,6})?", text) or not float(text):
        sentence = speech(context).gettext("--engine-timeout is a number of seconds, more than 0.")
        raise click.UsageError(sentence)
    return float(text)


def _colour(context: click.Context, _option: click.Parameter, when: str | None) -> None:
    if when is None:
        return
    if when not in WHEN:
        _ = speech(context).gettext
        raise click.UsageError(_("--color is auto, always or never."))
    context.obj.colour = when


def _cards(context: click.Context, _option: click.Parameter, style: str) -> str:
    from .drawing import STYLE_NAMES

    if style not in STYLE_NAMES:
        _ = speech(context).gettext
        sentence = _("{text} is not a style of cards. The styles are: {styles}.")
        raise click.UsageError(sentence.format(text=shown(style), styles=", ".join(STYLE_NAMES)))
    return style


def _ascii(context: click.Context, _option: click.Parameter, given: bool) -> None:
    if given:
        context.obj.ascii = True


manner_options = together(
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
    click.option(
        "--ascii",
        is_flag=True,
        expose_value=False,
        callback=_ascii,
        help="Use no other characters than those of ASCII.",
    ),
)
spoken_option = click.option("--spoken", is_flag=True, help="Say everything in words, for the ear.")
terse_option = click.option("--terse", is_flag=True, help="Say it briefly, for old hands.")
keep_going_option = click.option(
    "--keep-going", is_flag=True, help="Ask again after a refused line of piped input."
)
force_option = click.option("--force", is_flag=True, help="Overwrite files that exist.")
players_option = click.option("--players", metavar="N", help="How many play: 2, 3 or 4.")
rules_options = together(
    click.option(
        "--variant",
        "variant_name",
        metavar="NAME",
        default=DEFAULTS["variant"],
        help="Which way to play; rubamazzo variants lists them.",
    ),
    click.option(
        "--set",
        "settings",
        metavar="SWITCH=VALUE",
        multiple=True,
        help="A house rule on top of the variant; may be given several times.",
    ),
    players_option,
)
cards_option = click.option(
    "--cards",
    "style",
    metavar="STYLE",
    callback=_cards,
    default=DEFAULTS["cards"],
    help="How cards are shown: plain, which is in words, or drawn: napoletane, piacentine, french.",
)
seat_options = together(
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
        default=DEFAULTS["level"],
        help="The level of the seats not given: easy, normal, hard, random.",
    ),
)

engine_options = together(
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


session_options = together(
    click.option("--cut", is_flag=True, help="Let a player cut the deck before each deal."),
    click.option(
        "--sealed",
        is_flag=True,
        help="Show a seal of each deck before its first card, for rubamazzo verify; a player cuts.",
    ),
    click.option("--salt", metavar="DIGITS", help="The salt of the seals, for tests."),
    click.option("--open", "open_hands", is_flag=True, help="Show all hands."),
    cards_option,
    spoken_option,
    click.option("--verbose", is_flag=True, help="Explain more, for beginners."),
    terse_option,
    click.option("--keys", is_flag=True, help="At a terminal, play with single keys, without Enter."),
    manner_options,
    click.option(
        "--record", "record_name", metavar="FILE", help="Write the game into a file; - prints it at the end."
    ),
    click.option(
        "--transcript", "transcript_name", metavar="FILE", help="Write down the session, to check it again."
    ),
    keep_going_option,
    force_option,
    engine_options,
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
        refuse(error, settings)


def checked_level(level: str) -> str:
    """The level of this name, or wrong usage."""
    from .players import LEVELS

    if level not in LEVELS:
        sentence = spoken_language().gettext("{text} is not a level. The levels are: {levels}.")
        raise click.UsageError(sentence.format(text=shown(level), levels=", ".join(LEVELS)))
    return level


def seats_of(given: tuple[str, ...], level: str, players: int) -> tuple[Seat, ...]:
    """Who sits where: the seats given, then computers of this level; you at the first if none is given."""
    from .record import Seat

    level = checked_level(level)
    seats = seats_given(given or ("you",), players)
    return (*seats, *[Seat(level)] * (players - len(seats)))


def seats_given(given: tuple[str, ...], players: int) -> list[Seat]:
    """The seats as given; of their names what can be printed."""
    from .players import LEVELS
    from .record import Seat

    _ = spoken_language().gettext
    if len(given) > players:
        raise click.UsageError(
            _("Too many seats: {n} are given, but only {players} play.").format(n=len(given), players=players)
        )
    seats = []
    for text in given:
        kind, _colon, name = text.partition(":")
        if kind not in ("you", *LEVELS, "cmd") or (kind == "cmd" and not name.strip()):
            sentence = _("Nobody called {text} can sit here. A seat is one of: {kinds}.")
            raise click.UsageError(
                sentence.format(text=shown(text), kinds=", ".join(("you", *LEVELS, "cmd:PROGRAM")))
            )
        seats.append(Seat(kind, name if kind == "cmd" else printable(name)))
    return seats
