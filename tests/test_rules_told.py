"""The rule sheet and the topics at the command line and in a game (formats 1 and 2)."""

from __future__ import annotations

from pathlib import Path

import pytest
from sessions import begun

from rubamazzo_cli import cli
from rubamazzo_cli.console import ScriptedConsole
from rubamazzo_cli.i18n import language
from rubamazzo_cli.lines import laid_out
from rubamazzo_cli.rules import VARIANTS
from rubamazzo_cli.session import Manner, Session
from rubamazzo_cli.sheet import rule_sheet
from rubamazzo_cli.topics import TOPICS

ENGLISH = language("en")


def run(capsys, *words: str) -> tuple[int, str]:
    status = cli.invoke(ScriptedConsole(iter(()), Path(), Path()), list(words))
    return status, capsys.readouterr().out


@pytest.mark.parametrize("name", VARIANTS)
def test_rules_command_prints_the_sheet_of_each_variant(name, capsys):
    status, out = run(capsys, "rules", name)
    assert status == 0
    expected = [row for line in rule_sheet(name, VARIANTS[name], ENGLISH) for row in laid_out(line, 80)]
    assert out.splitlines() == expected


@pytest.mark.parametrize("name", VARIANTS)
@pytest.mark.parametrize("about", TOPICS)
def test_rules_command_prints_each_topic_for_each_variant(name, about, capsys):
    status, out = run(capsys, "rules", name, "--topic", about)
    assert status == 0
    lines = TOPICS[about](VARIANTS[name], ENGLISH)
    assert out.splitlines() == [row for line in lines for row in laid_out(line, 80)]


def test_house_rules_reach_the_topics(capsys):
    assert "nobody steals" in run(capsys, "rules", "--set", "steal=off", "--topic", "faq")[1]
    assert "opposite you" in run(capsys, "rules", "--players", "4")[1]


def test_unknown_topic_is_wrong_usage_and_lists_the_topics(capsys):
    status, out = run(capsys, "rules", "--topic", "cheating")
    assert status == 2
    assert out.startswith(f"rubamazzo rules: cheating is not a topic. The topics are: {', '.join(TOPICS)}.")


def test_variants_command_prints_each_on_a_line(capsys):
    status, out = run(capsys, "variants")
    assert status == 0
    assert [row.split(":")[0] for row in out.splitlines() if not row.startswith(" ")] == list(VARIANTS)


def session(**manner: bool) -> Session:
    return begun("nord", manner=Manner(**manner))


def test_rules_in_a_game_are_those_of_the_game():
    game = session()
    told = list(game.feed("rules"))
    assert told[:-2] == list(rule_sheet("nord", VARIANTS["nord"], ENGLISH))
    for word in TOPICS:
        assert word in told[-1].text


@pytest.mark.parametrize("about", TOPICS)
def test_topics_in_a_game(about):
    assert list(session().feed(f"rules {about.upper()}")) == list(TOPICS[about](VARIANTS["nord"], ENGLISH))


def test_unknown_topic_in_a_game_is_refused():
    [refused] = session().feed("rules cheating")
    assert refused.role == "refused"
    assert "cheating" in refused.text
    assert all(word in refused.text for word in TOPICS)


def test_spoken_there_are_no_empty_lines():
    game = session(spoken=True)
    for words in ("rules", "help", *(f"rules {about}" for about in TOPICS)):
        assert all(line.text for line in game.feed(words))
