"""The commands about rules: the variants there are, their rule sheets, and the house rules in force."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from .options import manner_options, players_option, rules_of
from .preferences import DEFAULTS
from .usage import Command

if TYPE_CHECKING:
    from .console import Console

# Modules of the game are imported where they are used: see `cli`.


@click.command(cls=Command)
@manner_options
@click.pass_obj
def variants(console: Console) -> int:
    """List the variants, one line each."""
    from .lines import Line
    from .sheet import VARIANT_LINES

    _ = console.language.gettext
    for name, line in VARIANT_LINES.items():
        console.show(Line(_("{name}: {line}").format(name=name, line=_(line))))
    return 0


@click.command(cls=Command)
@click.argument("variant_name", metavar="[VARIANT]", default=DEFAULTS["variant"])
@click.option(
    "--set", "settings", metavar="SWITCH=VALUE", multiple=True, help="A house rule on top of the variant."
)
@players_option
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


@click.command(cls=Command)
@manner_options
@click.pass_obj
def config(console: Console) -> int:
    """Show what is set for every game: the file of your preferences, what is in force, and why.

    A preference is a line of the file, or a variable: RUBAMAZZO_ and its name in capitals, several
    values separated by semicolons. Options go over variables, and those over the file.
    """
    from .preferences import file_of, told

    wanted = console.preferences
    name = wanted["variant"].value if "variant" in wanted else str(DEFAULTS["variant"])
    rules_of(name, wanted["set"].value if "set" in wanted else (), None)
    now = {"lang": console.lang, "color": console.colour, "ascii": console.ascii}
    for line in told(wanted, file_of(console.environment), now, console.language):
        console.show(line)
    return 0
