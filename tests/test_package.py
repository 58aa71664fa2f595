"""What is installed is the whole program, and it checks itself wherever it is."""

from __future__ import annotations

import os
import subprocess
import sys
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent
SAFELY = {"filter": "data"} if hasattr(tarfile, "data_filter") else {}
"""How archives are unpacked; Python 3.11 learnt it in its fourth release only."""


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


@pytest.fixture(scope="module")
def sdist(tmp_path_factory):
    """The source distribution built from the files here."""
    folder = tmp_path_factory.mktemp("sdist")
    run(sys.executable, "-m", "hatchling", "build", "--target", "sdist", "--directory", folder, cwd=ROOT)
    (built,) = folder.glob("*.tar.gz")
    return built


@pytest.mark.xdist_group("package")
def test_the_sdist_holds_the_whole_project_and_builds_the_same_wheel(sdist, wheel, tmp_path):
    with tarfile.open(sdist) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
        archive.extractall(tmp_path, **SAFELY)
    for folder in ("rubamazzo_cli", "tests", "transcripts"):
        for path in (ROOT / folder).rglob("*"):
            if path.is_file() and path.suffix in (".py", ".po", ".txt", ".rbm", ".1", ".tsv"):
                assert path.relative_to(ROOT).as_posix() in names
    assert names >= {"pyproject.toml", "README.md"}
    assert not [name for name in names if "__pycache__" in name or name.endswith(".pyc")]
    (project,) = tmp_path.iterdir()
    run(sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", tmp_path, cwd=project)
    (built,) = tmp_path.glob("*.whl")
    assert contents(built) == contents(wheel)


def contents(wheel: Path) -> dict[str, bytes]:
    """What is in a wheel, but for the list of it."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist() if not name.endswith("/RECORD")}


@pytest.mark.xdist_group("package")
def test_the_wheel_holds_everything_and_is_small(wheel):
    names = set(zipfile.ZipFile(wheel).namelist())
    for path in (ROOT / "rubamazzo_cli").rglob("*"):
        if path.suffix in (".py", ".po", ".typed"):
            assert path.relative_to(ROOT).as_posix() in names
    for path in (ROOT / "transcripts").iterdir():
        assert f"rubamazzo_cli/transcripts/{path.name}" in names
    assert any(name.endswith(".data/data/share/man/man1/rubamazzo.1") for name in names)
    assert wheel.stat().st_size < 1_000_000


@pytest.mark.xdist_group("package")
def test_installed_in_an_empty_environment_it_plays_and_checks_itself(wheel, tmp_path):
    venv.create(tmp_path / "venv", with_pip=True)
    scripts = tmp_path / "venv" / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", wheel, cwd=tmp_path)
    assert "transcripts are as recorded" in run(scripts / "rubamazzo", "check", "--lang", "en", cwd=tmp_path)
    version = run(scripts / "rubamazzo", "--version", cwd=tmp_path)
    assert run(scripts / "python", "-m", "rubamazzo_cli", "--version", cwd=tmp_path) == version
    assert (tmp_path / "venv" / "share" / "man" / "man1" / "rubamazzo.1").exists()
    requirements = run(scripts / "python", "-m", "pip", "list", "--format", "freeze", cwd=tmp_path)
    extra = {line.partition("==")[0] for line in requirements.split()} - {"pip", "setuptools", "wheel"}
    assert extra == {"click", "colorama", "rubamazzo-cli"}
