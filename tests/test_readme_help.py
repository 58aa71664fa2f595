"""Every command and option of `--help` is in the README, and the README speaks of no other."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from rubamazzo_cli import cli
from rubamazzo_cli.preferences import DEFAULTS

README = (Path(__file__).parent.parent / "README.md").read_text("utf-8")

CODE = "\n".join(
    line
    for line in [
        *re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", README, flags=re.DOTALL | re.MULTILINE)),
        *"".join(re.findall(r"^```sh\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)).splitlines(),
    ]
    if not re.search(r"\b(pip|pipx|pytest|ruff|mypy|python3? -m|python tests)\b", line)
)
"""What stands in code and examples about the program itself."""

OPTIONS = {
    name
    for command in (cli.main, *cli.main.commands.values())
    for parameter in command.params
    for name in parameter.opts
    if name.startswith("-")
} | {"-h", "--help"}


@pytest.mark.parametrize("option", sorted(OPTIONS))
def test_every_option_is_in_the_readme(option):
    assert re.search(rf"(?<![\w-]){option}(?![\w-])", CODE)


@pytest.mark.parametrize("command", cli.main.commands)
def test_every_command_is_in_the_readme(command):
    assert re.search(rf"(rubamazzo |^){command}\b", CODE, re.MULTILINE)


@pytest.mark.parametrize("name", DEFAULTS)
def test_every_preference_is_in_the_readme(name):
    assert re.search(rf"\b{name}\b", CODE)


def test_the_readme_speaks_of_no_other_option_or_command():
    assert set(re.findall(r"(?<![\w-])--[a-z][\w-]*", CODE)) <= OPTIONS
    named = re.findall(r"(?<![\w./-])rubamazzo ([a-z]+)\b(?![.:=])", CODE)
    assert set(named) <= set(cli.main.commands)


def test_the_variables_the_readme_speaks_of_are_those_there_are():
    variables = set(re.findall(r"RUBAMAZZO_[A-Z_]+[A-Z]", CODE))
    known = {f"RUBAMAZZO_{name.upper()}" for name in DEFAULTS} | {"RUBAMAZZO_STATE"}
    assert {
        name for name in variables if not name.startswith(("RUBAMAZZO_TEST_", "RUBAMAZZO_COMPLETE"))
    } <= known
