"""The program in a single file runs wherever Python is, with nothing around it."""

from __future__ import annotations

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from rubamazzo_cli.i18n import LANGUAGES, language
from rubamazzo_cli.names import Names

ROOT = Path(__file__).parent.parent

pytestmark = pytest.mark.xdist_group("pyz")


@pytest.fixture(scope="module")
def pyz(tmp_path_factory):
    """The single file, made by the one command."""
    file = tmp_path_factory.mktemp("pyz") / "rubamazzo.pyz"
    subprocess.run([sys.executable, "-m", "rubamazzo_cli.packing", str(file)], check=True)
    return file


def run(
    pyz: Path, *words: str, typed: str = "", python: tuple[str, ...] = ("-I", "-S")
) -> tuple[int, str, str]:
    """Run it with no library but Python's own, nothing in the environment, on a screen of 40 columns."""
    done = subprocess.run(
        [sys.executable, *python, str(pyz), *words],
        input=typed.encode(),
        capture_output=True,
        env={"TERM": "dumb", "COLUMNS": "40"},
        cwd=pyz.parent,
    )
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def test_it_plays_a_deal(pyz):
    status, shown, said = run(pyz, "--seed", "7", "--keep-going", typed="1\n" * 60)
    assert (status, said) == (0, "")
    assert max(map(len, shown.splitlines())) <= 40
    assert "seed 7" in " ".join(shown.split()).casefold()


def test_it_checks_itself(pyz):
    status, shown, said = run(pyz, "check")
    transcripts = len(list((ROOT / "transcripts").glob("**/*.txt")))
    assert (status, shown, said) == (0, f"{transcripts} transcripts are as recorded.\n", "")


@pytest.mark.parametrize("code", LANGUAGES)
def test_it_speaks_every_language(pyz, code):
    status, shown, said = run(pyz, "--seed", "7", "--lang", code, typed="q\n")
    assert (status, said) == (0, "")
    assert Names(language(code)).count(30).replace("\xa0", " ") in " ".join(shown.split())


def test_it_has_puzzles_and_its_programs_play(pyz):
    assert run(pyz, "puzzle", "--seed", "3", typed="hint\nq\n")[0] == 0
    seat = f'cmd:"{sys.executable}" -I -S {pyz.name} engine --level easy'
    assert run(pyz, "play", "--seat", seat, "--seat", "easy", "--seed", "1")[::2] == (0, "")
    assert run(pyz, "simulate", "--deals", "4", "--seat", "easy", "--seat", "random", "--jobs", "2")[::2] == (
        0,
        "",
    )


def test_what_it_holds_cannot_be_rewritten(pyz):
    status, shown, said = run(pyz, "check", "--accept")
    assert (status, shown) == (2, "")
    assert "--accept needs a PATH" in said


def test_it_holds_everything_and_the_licences_of_what_it_brings(pyz):
    names = zipfile.ZipFile(pyz).namelist()
    for path in (ROOT / "rubamazzo_cli").rglob("*"):
        if path.suffix in (".py", ".po", ".rbm"):
            assert path.relative_to(ROOT).as_posix() in names
    for library in ("click", "colorama"):
        assert f"{library}/__init__.py" in names
        assert any(name.startswith(f"{library}-") and "LICENSE" in name for name in names)


def test_packed_again_it_is_the_same_and_starts_by_itself(pyz, tmp_path):
    again = tmp_path / "again.pyz"
    subprocess.run([sys.executable, "-m", "rubamazzo_cli.packing", str(again)], check=True)
    assert again.read_bytes() == pyz.read_bytes()
    assert pyz.read_bytes().startswith(b"#!/usr/bin/env python3\n")
    assert os.name == "nt" or os.access(pyz, os.X_OK)


def test_a_python_of_another_version_reads_the_sources(pyz, tmp_path):
    other = tmp_path / "other.pyz"
    with zipfile.ZipFile(pyz) as old, zipfile.ZipFile(other, "w") as new:
        for name in old.namelist():
            data = old.read(name)
            new.writestr(name, b"\x00\x00\r\n" + data[4:] if name.endswith(".pyc") else data)
    assert run(other, "--version") == run(pyz, "--version")
