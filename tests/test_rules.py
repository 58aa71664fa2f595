"""Switches, their text, and which sets of them are impossible (rules 6 and 7)."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playing import VALUES, random_rules

from rubamazzo_cli.chance import Stream
from rubamazzo_cli.errors import BadSwitch, BadSwitchValue, BadVariant, RubamazzoError, SwitchClash
from rubamazzo_cli.rules import SWITCHES, VARIANTS, Rules, checked, variant, with_switches

# The table of rules 6 once more, each switch with its default first.
ORDER = ["deck", "players", "hand", "table", "capture", "steal", "pile-in-sums", "must-take", "ace"]
ORDER += ["ace-in-last-round", "leftover", "scoring", "handicap", "match", "direction"]
DEFAULTS = (
    "deck=40 players=2 hand=3 table=4 capture=one steal=choice pile-in-sums=no must-take=card ace=plain "
    "ace-in-last-round=no leftover=nobody scoring=cards handicap=0 match=deal direction=counterclockwise"
)

any_rules = st.integers(0, 10**9).map(lambda seed: random_rules(Stream("rules", seed)))


def test_the_switches_their_order_and_their_defaults():
    assert list(SWITCHES) == ORDER
    assert Rules().text() == DEFAULTS
    assert {switch.field for switch in SWITCHES.values()} == set(Rules.__slots__)


def test_what_a_switch_takes_is_said():
    for name in ORDER:
        if name not in ("handicap", "match"):
            values = VALUES[name]
            assert SWITCHES[name].allowed in (", ".join(values), f"{values[0]} … {values[-1]}")


# The table of rules 7 once more.
@pytest.mark.parametrize(
    ("name", "switches"),
    [
        ("rubamazzo", ""),
        ("classico", "capture=all steal=first leftover=last-capture match=best-of-5"),
        ("rubamazzetto", "capture=all steal=off leftover=last-capture match=best-of-5"),
        ("scopa", "capture=all steal=first leftover=last-capture scoring=scopa match=points-11"),
        (
            "bundles",
            "deck=52 capture=all steal=first leftover=last-capture match=best-of-5 direction=clockwise",
        ),
        ("quindici", "capture=fifteen steal=first leftover=last-capture match=best-of-5"),
        ("tradizionale", "leftover=last-capture"),
        ("nord", "capture=sum leftover=last-capture"),
        ("sud", "capture=sum pile-in-sums=yes leftover=last-capture"),
        ("asso", "ace=sweep-or-rob leftover=last-capture"),
        ("enciclopedia", "steal=last"),
        ("casita", "must-take=no leftover=last-capture"),
    ],
)
def test_a_variant_is_a_set_of_switches(name, switches):
    assert variant(name).text(Rules()) == switches
    assert variant(name) is VARIANTS[name]


def test_the_first_variant_is_the_default():
    assert len(VARIANTS) == 12
    assert next(iter(VARIANTS.values())) == Rules()


@pytest.mark.parametrize("name", ["", "Rubamazzo", "rubamazzo ", "scopone", "rubamazzo\0"])
def test_no_other_variant(name):
    with pytest.raises(BadVariant) as refused:
        variant(name)
    assert refused.value.name == name


@given(any_rules, any_rules)
def test_switches_are_read_as_written(rules, base):
    assert with_switches(Rules(), rules.text().split()) == rules
    assert with_switches(Rules(), rules.text(Rules()).split()) == rules
    try:
        changed = with_switches(base, rules.text(base).split())
    except SwitchClash:
        raise AssertionError("the whole set is possible") from None
    assert changed == rules
    assert rules.text(rules) == ""
    assert [setting.partition("=")[0] for setting in rules.text().split()] == ORDER


@pytest.mark.parametrize(("name", "value"), [(name, value) for name in VALUES for value in VALUES[name]])
def test_every_value_is_taken(name, value):
    helpers = {
        "pile-in-sums=yes": ["capture=sum"],
        "handicap=1,0,2": ["players=3"],
        "handicap=0,9,0": ["players=3"],
        "handicap=0,0,0,4": ["players=4"],
        "match=points-1": ["scoring=scopa"],
        "match=points-21": ["scoring=scopa"],
        "scoring=scopa": [],
    }
    rules = with_switches(Rules(), [*helpers.get(f"{name}={value}", []), f"{name}={value}"])
    assert SWITCHES[name].setting(rules) == f"{name}={value}"


@pytest.mark.parametrize(
    ("name", "values"),
    [
        ("deck", "36 41 32 54"),
        ("players", "0 1 5 6 two"),
        ("hand", "0 11 3=3 03 +3 3.0 ３ ² 1_0 99999999999999999999"),
        ("table", "11 04 -1 four"),
        ("capture", "two ONE One sums 15"),
        ("steal", "yes no always"),
        ("pile-in-sums", "true 1 YES y"),
        ("must-take", "yes none cards"),
        ("ace", "rob Sweep sweep-and-rob"),
        ("ace-in-last-round", "maybe"),
        ("leftover", "last first-capture"),
        ("scoring", "points Scopa"),
        ("handicap", "5 0,5,  ,5 0;5 0,100 -1,2 1,2,3,4,5 00,5 0,５"),
        (
            "match",
            "best-of-2 best-of-4 best-of-1 best-of-101 best-of-05 best-of-５ best-of- best-of-5-5 "
            "points-0 points-100 points-011 points 11 points--1 deal-1",
        ),
        ("direction", "left anticlockwise"),
    ],
)
def test_no_other_value_is_taken(name, values):
    for value in ["", *values.split(" ")]:
        with pytest.raises(BadSwitchValue) as refused:
            with_switches(Rules(), [f"{name}={value}"])
        assert (refused.value.switch, refused.value.value) == (name, value)
        assert refused.value.allowed == SWITCHES[name].allowed


@pytest.mark.parametrize("text", ["", "deck", "=40", "Deck=40", "deck 40", "stealing=off", "pile_in_sums=yes"])
def test_no_other_switch(text):
    with pytest.raises(BadSwitch) as refused:
        with_switches(Rules(), [text])
    assert refused.value.text == text


@given(
    st.sampled_from(ORDER),
    st.text(max_size=8) | st.sampled_from([value for values in VALUES.values() for value in values]),
)
def test_any_value_is_taken_as_written_or_refused(name, value):
    try:
        rules = with_switches(Rules(), [f"{name}={value}"])
    except RubamazzoError:
        return
    assert SWITCHES[name].setting(rules) == f"{name}={value}"


def test_of_a_switch_named_twice_the_last_holds():
    assert with_switches(Rules(), ["hand=5", "hand=4"]).hand == 4
    assert with_switches(Rules(), ["deck=52", "scoring=scopa", "deck=40"]).suits_matter


# One line for each sentence of rules 6 about impossible sets.
CLASHES = [
    ("scopa-52", "scoring=scopa deck=52", "scoring=scopa deck=52"),
    ("points-cards", "match=points-11", "match=points-11 scoring=cards"),
    ("handicap-scopa", "scoring=scopa handicap=0,5", "handicap=0,5 scoring=scopa"),
    ("handicap-seats", "handicap=0,5 players=3", "handicap=0,5 players=3"),
    ("handicap-seats", "handicap=0,5,1", "handicap=0,5,1 players=2"),
    ("pile-in-sums-capture", "pile-in-sums=yes", "pile-in-sums=yes capture=one"),
    ("pile-in-sums-capture", "pile-in-sums=yes capture=fifteen", "pile-in-sums=yes capture=fifteen"),
    ("pile-in-sums-off", "pile-in-sums=yes capture=sum steal=off", "pile-in-sums=yes steal=off"),
    ("rob-off", "ace=sweep-or-rob steal=off", "ace=sweep-or-rob steal=off"),
    ("too-few-cards", "players=4 hand=10 table=1", "players=4 hand=10 table=1 deck=40"),
    ("too-few-cards", "players=4 hand=10 table=10", "players=4 hand=10 table=10 deck=40"),
]


@pytest.mark.parametrize(("kind", "settings", "named"), CLASHES)
def test_impossible_sets_are_refused_by_the_names_of_what_clashes(kind, settings, named):
    with pytest.raises(SwitchClash) as refused:
        with_switches(Rules(), settings.split())
    assert refused.value.kind == kind
    assert " ".join(refused.value.switches) == named


def test_sets_that_just_fit():
    for settings in (
        "players=4 hand=10 table=0",
        "deck=52 players=4 hand=10 table=10",
        "players=3 hand=10 table=10",
        "ace=sweep steal=off",
        "capture=sum pile-in-sums=yes steal=last",
        "match=best-of-99 scoring=scopa",
        "match=points-99 scoring=scopa",
        "deck=52 ace=sweep-or-rob capture=fifteen",
        "scoring=scopa handicap=0",
        "handicap=99,0",
    ):
        rules = with_switches(Rules(), settings.split())
        assert checked(rules) is rules


def test_how_a_match_is_won():
    for match, wins, points in [
        ("deal", 1, None),
        ("best-of-3", 2, None),
        ("best-of-5", 3, None),
        ("best-of-99", 50, None),
        ("points-11", None, 11),
        ("points-1", None, 1),
    ]:
        rules = Rules(match=match, scoring="scopa")
        assert (rules.wins_needed, rules.points_needed) == (wins, points)
