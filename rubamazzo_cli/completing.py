"""What a shell offers to complete a word of a command with: commands, options and their values."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import click
from click.shell_completion import CompletionItem
from click.types import StringParamType

from .i18n import LANGUAGES, Language
from .preferences import WHEN
from .usage import speech

Values = Iterable[str | tuple[str, str]]
"""Words that can stand somewhere, some with an explanation."""


def _variants(language: Language) -> Values:
    from .sheet import VARIANT_LINES

    return [(name, language.gettext(line)) for name, line in VARIANT_LINES.items()]


def _switches(_language: Language) -> Values:
    from .rules import SWITCHES

    for switch in SWITCHES.values():
        for value in switch.allowed.split(", "):
            yield f"{switch.name}={value}" if value.replace("-", "").isalnum() else f"{switch.name}="


def _levels(_language: Language) -> Values:
    from .players import LEVELS

    return LEVELS


def _seats(_language: Language) -> Values:
    from .players import LEVELS

    return ("you", *LEVELS, "cmd:")


def _styles(_language: Language) -> Values:
    from .drawing import STYLE_NAMES

    return STYLE_NAMES


def _topics(_language: Language) -> Values:
    from .topics import TOPIC_WORDS

    return TOPIC_WORDS


VALUES: dict[str, Callable[[Language], Values]] = {
    "CODE": lambda _language: list(LANGUAGES.items()),
    "KIND": _seats,
    "KIND[:NAME]": _seats,
    "LEVEL": _levels,
    "NAME": _variants,
    "STYLE": _styles,
    "SWITCH=VALUE": _switches,
    "TOPIC": _topics,
    "WHEN": lambda _language: WHEN,
    "[VARIANT]": _variants,
}
"""What can stand where help says so."""

FILES = {"FILE", "RECORD", "[RECORD]", "[RECORD ...]", "[PATH ...]"}
"""Where help says that a file is named."""


class Completed(StringParamType):
    """Text of which a shell can be told what it may be."""

    def shell_complete(
        self, ctx: click.Context, param: click.Parameter, incomplete: str
    ) -> list[CompletionItem]:
        """What can stand here and begins with what was typed so far."""
        if param.metavar in FILES:
            return [CompletionItem(incomplete, type="file")]
        values = VALUES[param.metavar](speech(ctx)) if param.metavar in VALUES else ()
        items = [_item(*([value] if isinstance(value, str) else value)) for value in values]
        return [item for item in items if item.value.startswith(incomplete)]


def _item(word: str, explanation: str = "") -> CompletionItem:
    return CompletionItem(word, help=" ".join(explanation.split()) or None)


def prepare(program: click.Group) -> None:
    """Have every option and argument know what it may be; only a shell that asks needs that."""
    for command in (program, *program.commands.values()):
        for parameter in command.params:
            if parameter.metavar in VALUES or parameter.metavar in FILES:
                parameter.type = Completed()
