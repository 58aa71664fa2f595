"""What somebody wants in every game: variables, and a file of the family's house rules (formats 1).

The command line goes over the variables, `RUBAMAZZO_` and a name in capitals, and those over the file.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import sys
from collections.abc import Collection, Iterator, Mapping
from typing import Any, NamedTuple

from .errors import BadPreference, BadSwitch, BadSwitchValue, SwitchClash
from .i18n import LANGUAGES, Language
from .lines import Line, printable
from .places import user_folder

# Read before everything else, so what only a mistake or a value needs is imported where it is used.

PREFIX = "RUBAMAZZO_"
OTHERS = ("RUBAMAZZO_STATE", "RUBAMAZZO_TEST_")
"""How the variables begin that mean something else."""

DEFAULTS: dict[str, str | bool | tuple[str, ...]] = {
    "variant": "rubamazzo",
    "set": (),
    "level": "normal",
    "lang": "en",
    "cards": "plain",
    "color": "auto",
    "ascii": False,
    "spoken": False,
    "keys": False,
    "verbose": False,
    "terse": False,
}
"""Every preference, named as its option is, and what holds where nothing is said."""

WHEN = ("auto", "always", "never")
"""What `color` can be."""

OPPOSITES = {"verbose": "terse", "terse": "verbose"}
"""Preferences that cannot go together: the one said last, or nearer to the command, holds."""

YES_OR_NO = {
    "1": True,
    "yes": True,
    "true": True,
    "on": True,
    "0": False,
    "no": False,
    "false": False,
    "off": False,
}

PARAMETERS = {
    "variant": "variant_name",
    "set": "settings",
    "level": "level",
    "cards": "style",
    "spoken": "spoken",
    "keys": "keys",
    "verbose": "verbose",
    "terse": "terse",
}
"""What commands call the preferences that are theirs; the others are the console's."""


class Preference(NamedTuple):
    """What somebody wants, and where it is said: in a variable, or in a file of this text."""

    value: Any
    place: str
    text: str | None = None


Preferences = dict[str, Preference]
"""What is wanted, by the names of the preferences."""


def preferences_in(environment: Mapping[str, str]) -> Preferences:
    """What the user of this environment wants, the variables over the file. Raises BadPreference."""
    from_file, from_variables = _from_file(file_of(environment)), _from_variables(environment)
    for found in (from_file, from_variables):
        if all(name in found and found[name].value for name in OPPOSITES):
            place, text = found["terse"][1:]
            raise BadPreference(place, "together", line=line_of("terse", text))
    for name, other in OPPOSITES.items():
        if name in from_variables and from_variables[name].value:
            from_file.pop(other, None)
    return from_file | from_variables


def defaults_for(preferences: Preferences, words: list[str]) -> dict[str, Any]:
    """What the parameters of commands are where these words of a command do not set them."""
    return {
        PARAMETERS[name]: preference.value
        for name, preference in preferences.items()
        if name in PARAMETERS and not (name in OPPOSITES and f"--{OPPOSITES[name]}" in words)
    }


def file_of(environment: Mapping[str, str], platform: str = sys.platform) -> str | None:
    """Where this user's file is, whether there is one or not; None where no home is known."""
    folder = user_folder(environment, platform, windows="APPDATA", xdg="XDG_CONFIG_HOME", home=".config")
    return None if folder is None else os.path.join(folder, "config.toml")


def _from_variables(environment: Mapping[str, str]) -> Preferences:
    found = {}
    for variable in sorted(environment):
        if not variable.startswith(PREFIX) or variable.startswith(OTHERS):
            continue
        name, text = variable.removeprefix(PREFIX).lower(), environment[variable].strip()
        if name not in DEFAULTS or variable != PREFIX + name.upper():
            raise BadPreference(variable, "unknown", text=variable.removeprefix(PREFIX), allowed=DEFAULTS)
        value: object = text
        if name == "set":
            value = [setting.strip() for setting in text.split(";") if setting.strip()]
        elif not text:
            continue
        elif isinstance(DEFAULTS[name], bool):
            value = YES_OR_NO.get(text.lower(), text)
            if value == text:
                raise BadPreference(variable, "value", name=name, text=text, allowed=("yes", "no"))
        found[name] = Preference(_checked(name, value, variable), variable)
    return found


def _from_file(path: str | None) -> Preferences:
    if path is None:
        return {}
    from pathlib import Path

    from .files import bytes_in

    try:
        data = bytes_in(Path(path))
    except (FileNotFoundError, NotADirectoryError):
        return {}
    except OSError as error:
        if error.errno == errno.ENAMETOOLONG:  # there can be no such file
            return {}
        raise BadPreference(path, "cannot-read", text=error.strerror or str(error)) from error
    try:
        text = data.decode("utf-8-sig").replace("\r\n", "\n")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BadPreference(path, "not-utf8", line=line) from error
    table = _table(text, path)
    for name in table:
        if name not in DEFAULTS:
            raise BadPreference(path, "unknown", line=line_of(name, text), text=name, allowed=DEFAULTS)
    return {name: Preference(_checked(name, table[name], path, text), path, text) for name in table}


def _table(text: str, path: str) -> dict[str, Any]:
    """What a file says, each value under its key."""
    import tomllib

    try:
        return tomllib.loads(text)
    except (ValueError, RecursionError) as error:
        found = re.search(r"\(at line (\d+),", str(error))
        lines = text.rstrip("\n").split("\n")
        line = min(int(found[1]) if found else len(lines), len(lines))
        reason = "twice" if str(error).startswith("Cannot overwrite a value") else "not-toml"
        raise BadPreference(path, reason, line=line, text=lines[line - 1]) from error


def line_of(key: str, text: str | None) -> int:
    r"""The line of a file on which a key stands, 0 where there is no file.

    >>> line_of("set", 'lang = "it"\n\n# as at home\nset = [\n  "hand=5",\n]\n')
    4
    """
    if text is None:
        return 0
    import tomllib

    lines = text.split("\n")
    before = 0  # so many lines are whole, and the key is not in them
    for count in range(1, len(lines) + 1):
        with contextlib.suppress(ValueError):
            if key in tomllib.loads("\n".join(lines[:count])):
                break
            before = count
    return before + 1


def _checked(name: str, value: Any, place: str, text: str | None = None) -> Any:
    """A value as it is used, if it is one that this preference can have."""
    default = DEFAULTS[name]
    if isinstance(default, bool):
        allowed: Collection[str] = ("true", "false")
        is_right = isinstance(value, bool)
    elif isinstance(default, tuple):
        allowed = ('["SWITCH=VALUE"]',)
        is_right = isinstance(value, list) and all(isinstance(setting, str) for setting in value)
    else:
        allowed = allowed_values(name)
        is_right = isinstance(value, str) and value in allowed
    if not is_right:
        said = value if isinstance(value, str) else written(value)
        raise BadPreference(place, "value", line=line_of(name, text), name=name, text=said, allowed=allowed)
    if not isinstance(value, list):
        return value
    from .rules import Rules, with_switches

    for setting in value:
        try:
            with contextlib.suppress(SwitchClash):  # with what it goes together the variant will tell
                with_switches(Rules(), [setting])
        except (BadSwitch, BadSwitchValue) as error:
            raise BadPreference(place, "switch", line=line_of(name, text), cause=error) from error
    return tuple(value)


def allowed_values(name: str) -> Collection[str]:
    """What a preference can be that is one word of several."""
    match name:
        case "variant":
            from .rules import VARIANTS

            return VARIANTS
        case "level":
            from .players import LEVELS

            return LEVELS
        case "lang":
            return LANGUAGES
        case "cards":
            from .drawing import STYLE_NAMES

            return STYLE_NAMES
    return WHEN


def written(value: object) -> str:
    """A value as it is written in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(written, value))}]"
    return f'"{value}"' if isinstance(value, str) else str(value)


def told(
    preferences: Preferences, path: str | None, now: Mapping[str, Any], language: Language
) -> Iterator[Line]:
    """Where the file is, what is in force, and who says so.

    `now` is what holds now whatever the preferences are: the language and colour of this very command.
    """
    _ = language.gettext
    if path is None:
        yield Line(_("No home directory is known here, so there is no file of your preferences."))
    elif os.path.exists(path):
        yield Line(_("Your preferences are in the file {file}").format(file=printable(path)))
    else:
        sentence = _("Your preferences would be in the file {file}, which does not exist yet.")
        yield Line(sentence.format(file=printable(path)))
        yield Line(
            _("A line of it sets one thing, as here: {example}").format(example='level = "hard"'), "help"
        )
    yield Line(_("In force now:"), "title")
    for name, default in DEFAULTS.items():
        wanted = preferences.get(name, Preference(default, ""))
        value = now.get(name, wanted.value)
        setting = f"{name} = {written(value)}"
        if value == wanted.value and wanted.text is not None:
            line = line_of(name, wanted.text)
            yield Line(_("{setting} (the file, line {n})").format(setting=setting, n=line))
        elif value == wanted.value and wanted.place:
            yield Line(_("{setting} (the variable {variable})").format(setting=setting, variable=wanted.place))
        elif value == default and not wanted.place:
            yield Line(_("{setting} (as nothing else is said)").format(setting=setting))
        elif name == "lang" and not wanted.place:
            yield Line(_("{setting} (your locale, or this command)").format(setting=setting))
        else:
            yield Line(_("{setting} (this command)").format(setting=setting))
