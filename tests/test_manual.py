"""The manual page is what `--help` says, and all of it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from surroundings import plain

from rubamazzo_cli import cli
from rubamazzo_cli.preferences import DEFAULTS
from rubamazzo_cli.usage import help_parts

PAGE = Path(__file__).parent.parent / "rubamazzo_cli" / "rubamazzo.1"
TEXT = PAGE.read_text("utf-8")
SAID = re.sub(r"\\f[BIR]", "", TEXT.replace("\\-", "-").replace("\\e", "\\"))


def test_the_page_is_as_it_would_be_made_now():
    """`python -m rubamazzo_cli.manual > rubamazzo_cli/rubamazzo.1` mends it."""
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli.manual"], capture_output=True, encoding="utf-8", check=True
    )
    assert done.stdout == TEXT


def section(name: str) -> str:
    found = re.search(rf'^\.SS "rubamazzo {name} .*\n((?:(?!\.S[SH]).*\n)+)', SAID, re.MULTILINE)
    assert found, f"{name} has a section"
    return found[1]


@pytest.mark.parametrize("name", cli.main.commands)
def test_every_command_and_option_is_there_and_explained(name):
    command = cli.main.commands[name]
    said = section(name)
    for part in help_parts(command):
        assert part in said
    for parameter in command.params:
        if parameter.param_type_name == "option":
            (line,) = re.findall(
                rf"^\.TP\n{re.escape(', '.join(parameter.opts))}\b.*\n(.+)$", said, re.MULTILINE
            )
            assert line == parameter.help
    assert "\n-h, --help\n" in said


def test_nothing_else_is_there():
    assert re.findall(r'^\.SS "rubamazzo (\w+)', SAID, re.MULTILINE) == list(cli.main.commands)
    options = {name for command in cli.main.commands.values() for item in command.params for name in item.opts}
    options |= {name for item in cli.main.params for name in item.opts} | {"--help"}
    assert set(re.findall(r"(?<![\w-])--\w[\w-]*", SAID)) <= options


def test_every_preference_is_there():
    assert set(re.findall(r"RUBAMAZZO_([A-Z]+)", SAID)) == {name.upper() for name in DEFAULTS} | {"STATE"}


def test_man_reads_it():
    if shutil.which("man") is None:
        pytest.skip("man is not installed")
    done = subprocess.run(
        ["man", "--warnings=w", "-E", "ascii", "-l", str(PAGE)],
        env=plain(),
        capture_output=True,
        encoding="utf-8",
    )
    assert done.stderr == ""
    assert "EXIT STATUS" in done.stdout
