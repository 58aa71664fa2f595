"""The examples in docstrings are true."""

from __future__ import annotations

import doctest
import importlib
import pkgutil

import pytest

import rubamazzo_cli

NAMES = [
    module.name
    for module in pkgutil.walk_packages(rubamazzo_cli.__path__, "rubamazzo_cli.")
    if not module.name.endswith("__main__")
]


@pytest.mark.parametrize("name", NAMES)
def test_examples_in_docstrings(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_there_are_examples():
    finder = doctest.DocTestFinder(exclude_empty=True)
    modules = [importlib.import_module(name) for name in NAMES]
    assert sum(len(test.examples) for module in modules for test in finder.find(module))
