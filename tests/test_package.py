"""What is installed is the whole program, and it checks itself wherever it is."""

from __future__ import annotations

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent


def run(*words: object, cwd: Path) -> str:
    done = subprocess.run(list(map(str, words)), cwd=cwd, capture_output=True, encoding="utf-8")
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    """The wheel built from the files here."""
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", folder, ROOT, cwd=folder)
    (built,) = folder.glob("*.whl")
    return built


@pytest.mark.xdist_group("package")
def test_the_wheel_holds_everything_and_is_small(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "rubamazzo_cli").rglob("*"):
        if path.suffix in (".py", ".po", ".typed"):
            assert path.relative_to(ROOT).as_posix() in names
    for path in (ROOT / "transcripts").iterdir():
        assert f"rubamazzo_cli/transcripts/{path.name}" in names
    assert wheel.stat().st_size < 1_000_000


@pytest.mark.xdist_group("package")
def test_installed_in_an_empty_environment_it_plays_and_checks_itself(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert "transcripts are as recorded" in run(scripts / "rubamazzo", "check", "--lang", "en", cwd=tmp_path)
    version = run(scripts / "rubamazzo", "--version", cwd=tmp_path)
    assert run(scripts / "python", "-m", "rubamazzo_cli", "--version", cwd=tmp_path) == version
    requirements = run(scripts / "python", "-m", "pip", "list", "--format", "freeze", cwd=tmp_path)
    extra = {line.partition("==")[0] for line in requirements.split()} - {"pip", "setuptools", "wheel"}
    assert extra == {"click", "colorama", "rubamazzo-cli"}
