"""Every language on every kind of terminal: whatever its characters, the program speaks without failing."""

from __future__ import annotations

import subprocess
import sys

import pytest
from surroundings import plain

from rubamazzo_cli.i18n import LANGUAGES

TYPED = "".join(f"{line}\n" for line in ("help", "rules", "what", "1", "cards napoletane", "log", "1", "q"))


@pytest.mark.parametrize("encoding", ["ascii", "latin1", "cp1252", "cp437", "cp850", "utf-8"])
@pytest.mark.parametrize("code", LANGUAGES)
def test_a_session_in_every_language_and_encoding(code, encoding):
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "play", "--seed", "3", "--lang", code, "--keep-going"],
        env=plain(PYTHONIOENCODING=encoding, COLUMNS="40"),
        input=TYPED.encode(),
        capture_output=True,
    )
    assert (done.returncode, done.stderr) == (0, b"")
    text = done.stdout.decode(encoding)
    assert all(len(line) <= 40 for line in text.splitlines())
    if encoding == "ascii":
        assert done.stdout.isascii()


@pytest.mark.parametrize(
    "words", [["--help"], ["play", "--help"], ["variants"], ["rules", "--topic", "faq"]], ids=" ".join
)
@pytest.mark.parametrize("code", [code for code in LANGUAGES if code != "en"])
def test_help_and_rules_lose_accents_and_nothing_else_where_there_are_none(code, words):
    printed = {}
    for encoding in ("ascii", "utf-8"):
        done = subprocess.run(
            [sys.executable, "-m", "rubamazzo_cli", *words, "--lang", code],
            env=plain(PYTHONIOENCODING=encoding),
            capture_output=True,
        )
        assert (done.returncode, done.stderr) == (0, b"")
        printed[encoding] = done.stdout.decode(encoding)
    assert printed["ascii"].count("?") == printed["utf-8"].count("?"), (
        "no character is lost for want of another"
    )
