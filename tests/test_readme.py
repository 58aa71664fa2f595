"""What the README says is so: its examples run, and its tables are those of the program."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest
from test_layers import MODULES, ORDER, own_imports, top

from rubamazzo_cli.rules import SWITCHES, VARIANTS, Rules

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text("utf-8")


def blocks(kind: str) -> list[str]:
    fenced = re.findall(r"^```(\w*)\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)
    return [block for language, block in fenced if language == kind]


EXAMPLES = [
    line.split("  #")[0].strip()
    for block in blocks("sh")
    for line in block.splitlines()
    if re.match(r"(printf .*\| )?rubamazzo", line)
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where the examples run, one after another, with a program called rubamazzo on the path."""
    here = tmp_path_factory.mktemp("readme")
    program = here / "bin" / "rubamazzo"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rubamazzo_cli "$@"\n', "utf-8")
    program.chmod(0o755)
    return here


def test_the_examples_run_one_after_another(folder):
    environment = {"PATH": f"{folder / 'bin'}:/usr/bin:/bin", "PYTHONPATH": str(ROOT), "HOME": str(folder)}
    for example in EXAMPLES:
        done = subprocess.run(
            ["/bin/sh", "-c", example],
            cwd=folder,
            env=environment,
            capture_output=True,
            text=True,
            input="quit\n",
        )
        assert (done.returncode, done.stderr) == (0, ""), example
        assert done.stdout, example


def test_there_are_examples():
    assert len(EXAMPLES) > 10


def table(first_heading: str) -> list[list[str]]:
    """The rows of the table whose first column has this heading."""
    found = re.search(rf"^\| {first_heading} \|.*\n\|[-|]+\n((?:\|.*\n)+)", README, re.MULTILINE)
    assert found is not None
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in found[1].splitlines()]


def test_the_variants_are_those_of_the_program():
    assert [name.strip("`") for name, _ in table("variant")] == list(VARIANTS)


def test_the_switches_and_their_defaults_are_those_of_the_program():
    rows = table("switch")
    assert [name.strip("`") for name, _, _ in rows] == list(SWITCHES)
    for name, values, _ in rows:
        switch = SWITCHES[name.strip("`")]
        default = switch.setting(Rules()).partition("=")[2]
        assert re.split("[ ,]", values)[0] == default


def test_the_bot_is_the_one_that_is_tested():
    (bot,) = blocks("python")
    source = (ROOT / "tests" / "bots" / "mybot").read_text("utf-8")
    assert source.endswith(bot)


def test_the_dialogue_is_the_beginning_of_a_recorded_one():
    (shown,) = (block for block in blocks("") if block.startswith("> protocol"))
    recorded = (ROOT / "tests" / "engine_dialogue.txt").read_text("utf-8").splitlines()
    for line, real in zip(shown.splitlines(), recorded, strict=False):
        assert line == real or (line.endswith("…") and real.startswith(line.rstrip("…")))


def test_every_module_is_in_the_map():
    modules = {path.name for path in (ROOT / "rubamazzo_cli").glob("*.py")} - {"__init__.py", "__main__.py"}
    assert set(re.findall(r"`(\w+\.py)`", README)) >= modules


def test_the_map_names_each_module_after_those_it_imports():
    table = README.split("## The map of the code")[1].split("\n## ")[0]
    order = [
        name.rstrip("/").removesuffix(".py") for name in re.findall(r"`(\w+(?:\.py|/))`(?=[^|\n]*\|)", table)
    ]
    order = [name for at, name in enumerate(order) if name in ORDER and name not in order[:at]]
    for module in MODULES:
        if top(module) in order:
            before = order[: order.index(top(module)) + 1]
            assert {top(name) for name in own_imports(module)} & set(ORDER) - {"__init__"} <= set(before), (
                module
            )
