"""A module imports only from those above it, and the world outside is touched by the rim alone (DESIGN 2)."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent / "rubamazzo_cli"

GAME = [
    "errors",
    "chance",
    "cards",
    "rules",
    "moves",
    "scoring",
    "game",
    "match",
    "view",
    "record",
    "tally",
    "sealing",
    "players",
    "engine",
    "simulate",
    "chances",
    "reasons",
    "review",
]
WORDS = [
    "i18n",
    "lines",
    "names",
    "explain",
    "drawing",
    "commands",
    "facts",
    "sheet",
    "results",
    "render",
    "manners",
    "coaching",
    "verdicts",
    "topics",
    "sitting",
    "doing",
    "session",
    "lessons",
    "exercises",
    "puzzles",
    "stats",
    "replaying",
    "figures",
    "verifying",
    "transcript",
]
RIM = [
    "places",
    "files",
    "preferences",
    "console",
    "usage",
    "options",
    "keys",
    "playing",
    "ledger",
    "saving",
    "reading",
    "reviewing",
    "resuming",
    "checking",
    "simulating",
    "starting",
    "cli_records",
    "cli_rules",
    "completing",
    "cli",
    "manual",
    "packing",
    "__main__",
]
ORDER = ["__init__", *GAME, *WORDS, *RIM]
"""Every module and package, each importing only from those before it. A new one gets its place here."""

MODULES = {
    ".".join(path.relative_to(PACKAGE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(PACKAGE.rglob("*.py"))
}


def top(module: str) -> str:
    """The module or package of ORDER that a module belongs to."""
    return module.partition(".")[0]


def is_rim(module: str) -> bool:
    return top(module) in RIM


def imports(module: str, source: str) -> Iterator[str]:
    """What a module imports, wherever in it: our own modules as `.name`, others by their full name."""
    is_package = MODULES.get(module, Path()).name == "__init__.py" and module != "__init__"
    here = [] if module == "__init__" else module.split(".")
    package = here if is_package else here[:-1]
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level:
            base = package[: len(package) + 1 - node.level]
            base += node.module.split(".") if node.module else []
            names = ["rubamazzo_cli." + ".".join([*base, *tail]) for tail in tails(node, base)]
        elif isinstance(node, ast.ImportFrom):
            names = [node.module or ""]
        else:
            continue
        for name in names:
            yield name.removeprefix("rubamazzo_cli") if name.startswith("rubamazzo_cli") else name


def tails(node: ast.ImportFrom, base: list[str]) -> list[list[str]]:
    """`from .players import hard` imports the module players.hard, `from .cards import Card` just cards."""
    found = []
    for alias in node.names:
        whole = ".".join([*base, alias.name])
        found.append([alias.name] if whole in MODULES else [])
    return found


def own_imports(module: str) -> set[str]:
    found = {name for name in imports(module, MODULES[module].read_text("utf-8")) if name.startswith(".")}
    return {name[1:] or "__init__" for name in found}


def touches(source: str) -> Iterator[str]:
    """The ways in which a module reaches outside the program by itself."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
            name = f"{node.value.id}.{node.attr}"
            if name in ("sys.stdin", "sys.stdout", "sys.stderr", "sys.argv", "os.environ", "os.getenv"):
                yield name
        if isinstance(node, ast.ImportFrom) and node.module in ("sys", "os"):
            yield f"from {node.module} import"
        if isinstance(node, ast.Call):
            match node.func:
                case ast.Name("open" | "print" | "input" as name):
                    yield f"{name}()"
                case ast.Attribute(_, "open" | "write_text" | "write_bytes" as name):
                    yield f".{name}()"


@pytest.mark.parametrize("module", MODULES)
def test_module_has_a_place(module):
    assert top(module) in ORDER, (
        f"rubamazzo_cli/{module} has no place among the layers: add it to GAME, WORDS or RIM in "
        f"{Path(__file__).name}, after the modules it imports and before those that import it"
    )


@pytest.mark.parametrize("module", MODULES)
def test_module_imports_only_from_those_above_it(module):
    for other in own_imports(module):
        if top(other) == top(module):
            continue  # within a package: see the test of circles
        assert ORDER.index(top(other)) < ORDER.index(top(module)), f"{module} imports {other}"


def test_no_circles():
    done: set[str] = set()

    def visit(module: str, path: tuple[str, ...]) -> None:
        assert module not in path, " -> ".join((*path, module))
        if module not in done:
            for other in own_imports(module) & set(MODULES):
                visit(other, (*path, module))
            done.add(module)

    for module in MODULES:
        visit(module, ())
    assert done == set(MODULES)


@pytest.mark.parametrize("module", MODULES)
def test_only_chance_imports_random(module):
    found = set(imports(module, MODULES[module].read_text("utf-8")))
    assert not found & {"secrets", "uuid", "numpy"}
    assert ("random" in found) == (module == "chance")


@pytest.mark.parametrize("module", [module for module in MODULES if not is_rim(module)])
def test_only_the_rim_touches_the_world(module):
    source = MODULES[module].read_text("utf-8")
    assert list(touches(source)) == []
    outside = {name.partition(".")[0] for name in imports(module, source)}
    assert not outside & {"click", "colorama", "pathlib", "getpass", "locale"}


@pytest.mark.parametrize("module", [module for module in MODULES if top(module) in GAME])
def test_the_game_knows_no_sentences(module):
    outside = {name.partition(".")[0] for name in imports(module, MODULES[module].read_text("utf-8"))}
    assert "gettext" not in outside


def test_what_is_looked_for_is_found():
    source = """
import random, click, sys
from os import environ
from .cards import Card
from .players import hard, Player
def late():
    from ..cards import codes
    print(sys.stdout, open("x"), path.write_text(""))
"""
    assert set(imports("game", source)) >= {
        "random",
        "click",
        "sys",
        "os",
        ".cards",
        ".players.hard",
        ".players",
    }
    assert set(imports("players.easy", "from .base import Player")) == {".players.base"}
    assert set(imports("players.easy", "from ..view import View")) == {".view"}
    assert set(imports("players", "from .base import Player")) == {".players.base"}
    assert set(imports("players", "from ..view import View")) == {".view"}
    assert set(imports("cli", "from . import __version__")) == {"."}
    assert sorted(touches(source)) == [
        ".write_text()",
        "from os import",
        "open()",
        "print()",
        "sys.stdout",
    ]
