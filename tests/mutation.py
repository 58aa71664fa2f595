"""A plugin for mutation testing: what was made before a mutant was switched on is made once more.

`mutmut` switches a mutant on in a copy of a process that has imported the game and passed its tests.
Tables built on import, and answers remembered, would hide it.
"""

from __future__ import annotations

from importlib.util import find_spec, module_from_spec

from hypothesis import Phase, settings

from rubamazzo_cli import game, moves, rules

SPEC = find_spec(rules.__name__)
CODE = SPEC.loader.get_code(SPEC.name)

settings.register_profile(
    "mutation",
    deadline=None,
    derandomize=True,
    max_examples=25,
    phases=[Phase.explicit, Phase.generate],
    print_blob=False,
)


def pytest_sessionstart():
    game._memo.cache_clear()
    moves._rank_sets.cache_clear()


def pytest_runtest_setup(item):
    if item.path.name == "test_rules.py":
        again = module_from_spec(SPEC)
        exec(CODE, vars(again))
        rules.SWITCHES.update(again.SWITCHES)
