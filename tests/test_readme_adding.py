"""What the README says about adding to the program works: each example is carried out in a copy of it."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SECTION = (ROOT / "README.md").read_text("utf-8").split("\n## Adding to it\n")[1].split("\n## ")[0]
EXAMPLES = {
    found[1]: (found[2], found[3])
    for found in re.finditer(
        r"^\*\*(.+?)\*\*.*?^```diff\n(.*?)^```\n+^```console\n(.*?)^```$", SECTION, re.DOTALL | re.MULTILINE
    )
}


def carry_out(diff: str, copy: Path) -> None:
    """Write new files, and change the places a file has once, as the lines with `+` and `-` say."""
    for mark, name, lines in re.findall(
        r"^(\+\+\+|---) (.*)\n((?:[ +-](?!\+\+|--).*\n|[+-]\n)*)", diff, re.MULTILINE
    ):
        path = copy / name
        new = "".join(line[1:] for line in lines.splitlines(keepends=True) if line[0] != "-")
        if mark == "+++":
            assert not path.exists()
            path.write_text(new, "utf-8")
            continue
        old = "".join(line[1:] for line in lines.splitlines(keepends=True) if line[0] != "+")
        text = path.read_text("utf-8")
        assert text.count(old) == 1, old
        path.write_text(text.replace(old, new), "utf-8")


def test_there_is_an_example_of_each_kind():
    assert list(EXAMPLES) == ["A way of playing", "A level", "A language", "A style of cards"]


@pytest.mark.parametrize("kind", EXAMPLES)
def test_an_example_does_what_it_says(kind, tmp_path):
    diff, console = EXAMPLES[kind]
    shutil.copytree(ROOT / "rubamazzo_cli", tmp_path / "rubamazzo_cli")
    (tmp_path / "tests").mkdir()
    shutil.copy(ROOT / "tests" / "catalogues.py", tmp_path / "tests")
    carry_out(diff, tmp_path)
    programs = tmp_path / "bin"
    programs.mkdir()
    for name, words in {"python": "", "rubamazzo": "-m rubamazzo_cli"}.items():
        (programs / name).write_text(f'#!/bin/sh\nexec "{sys.executable}" {words} "$@"\n', "utf-8")
        (programs / name).chmod(0o755)
    environment = {"PATH": f"{programs}:/usr/bin:/bin", "PYTHONPATH": str(tmp_path), "HOME": str(tmp_path)}
    for command, answer in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", console, re.MULTILINE):
        done = subprocess.run(
            ["/bin/sh", "-c", command],
            cwd=tmp_path,
            env=environment,
            capture_output=True,
            text=True,
            input="q\n",
        )
        expected = re.escape(answer).replace("…", ".+")
        assert re.fullmatch(expected, done.stdout), (command, done.stdout)
        assert done.stderr == "", command
