"""The command line as processes see it (formats 1)."""

from __future__ import annotations

import subprocess
import sys

import click
import pytest
from inside import invoked
from processes import Terminal
from surroundings import plain

from rubamazzo_cli import cli


def run(*words: str, typed: str = "", **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", *words],
        input=typed,
        capture_output=True,
        encoding="utf-8",
        env=plain(**environment),
    )


def test_alone_it_plays():
    alone, play = run(typed="quit\n"), run("play", typed="quit\n")
    assert alone.returncode == play.returncode == 0
    assert alone.stdout.splitlines()[:3] == play.stdout.splitlines()[:3]


def test_options_alone_are_those_of_play():
    assert run("--seed", "7", typed="1\nq\n").stdout == run("play", "--seed", "7", typed="1\nq\n").stdout


def test_the_language_may_stand_before_the_command_or_after_it():
    before, after = run("--lang", "it", "variants"), run("variants", "--lang=it")
    assert before.stdout == after.stdout != run("variants").stdout
    assert run("--lang", "it", "--help").stdout == run("--help", "--lang=it").stdout != run("--help").stdout
    assert (
        run("--lang", "it", "--seed", "1", typed="q\n").stdout
        == run("play", "--lang", "it", "--seed", "1", typed="q\n").stdout
    )


def test_of_an_option_given_twice_the_last_holds():
    assert run("variants", "--lang", "it", "--lang", "fr").stdout == run("variants", "--lang", "fr").stdout


def test_an_option_without_its_value_is_blamed_on_the_command_it_belongs_to():
    assert run("play", "--set").stderr.startswith("rubamazzo play: ")
    assert run("replay", "--lang").stderr.startswith("rubamazzo replay: ")


@pytest.mark.parametrize("words", [[], *([name] for name in cli.main.commands)], ids=" ".join)
def test_help_is_short_and_says_everything(words):
    long, short = run(*words, "--help"), run(*words, "-h")
    assert long.stdout == short.stdout
    assert (long.returncode, long.stderr) == (0, "")
    command = cli.main.commands[words[0]] if words else cli.main
    for option in command.params:
        if option.param_type_name == "option":
            assert option.opts[-1] in long.stdout
            assert getattr(option, "help", None), f"{option.name} is explained"


@pytest.mark.parametrize(
    "words",
    [
        ["play", "--sed", "1"],
        ["play", "--seed"],
        ["play", "--seed", "x"],
        ["play", "--seed", "-1"],
        ["play", "--seed", "4294967296"],
        ["play", "--seed", "1" * 5000],
        ["play", "--first", "3"],
        ["play", "--first", "0"],
        ["play", "--players", "5"],
        ["play", "--players", "two"],
        ["play", "--seat", "you:", "--seat", "cat"],
        ["play", "--seat", "cmd:"],
        ["play", "--seat", "cmd"],
        ["play", "--level", "god"],
        ["play", "--variant", "Classico"],
        ["play", "--set", "capture"],
        ["play", "--set", "=one"],
        ["play", "--set", ""],
        ["play", "--deck", "7d 3c"],
        ["play", "--deck", ""],
        ["play", "--lang", "latin"],
        ["play", "--color", "red"],
        ["play", "--engine-timeout", "0"],
        ["play", "extra"],
        ["replay"],
        ["replay", "a", "b"],
        ["rules", "briscola"],
        ["rules", "--topic", "love"],
        ["fly"],
        ["--fly"],
    ],
    ids=" ".join,
)
def test_wrong_usage_is_a_sentence_and_status_2(words):
    done = run(*words)
    assert done.returncode == 2
    assert done.stdout == ""
    assert done.stderr.startswith("rubamazzo")
    assert done.stderr.count("\n") == 2
    assert len(done.stderr) < 600
    assert "Traceback" not in done.stderr


def test_a_game_is_the_same_bytes_whatever_the_hash_seed():
    typed = "1\n" * 40
    games = {
        run("play", "--seat", "you", "--seat", "hard", "--seed", "9", typed=typed, PYTHONHASHSEED=seed).stdout
        for seed in ("0", "1", "random")
    }
    assert len(games) == 1


@pytest.mark.parametrize("command", [(), *((name,) for name in cli.main.commands)])
@pytest.mark.parametrize("code", ["en", "it"])
def test_help_fits_a_narrow_screen(command, code):
    lines = run(*command, "--help", "--lang", code, COLUMNS="40").stdout.splitlines()
    assert max(map(len, lines)) <= 40


def test_a_refusal_on_a_narrow_terminal_is_broken_between_words(tmp_path):
    with Terminal(tmp_path, "play", "--set", "hand=99", columns=30) as terminal:
        terminal.ended()
        assert max(map(len, terminal.screen.splitlines())) <= 30
        words = run("play", "--set", "hand=99").stderr.split()
        assert terminal.screen.split() == words


def test_width_is_that_of_columns_where_there_is_no_terminal():
    lines = run("play", "--seed", "9", typed="q\n", COLUMNS="40").stdout.splitlines()
    assert 30 < max(map(len, lines)) <= 40
    assert (
        run("play", "--seed", "9", typed="q\n", COLUMNS="x").stdout
        == run("play", "--seed", "9", typed="q\n").stdout
    )


def test_comments_blank_lines_carriage_returns_and_a_byte_order_mark_make_no_difference():
    plain = run("play", "--seed", "9", typed="1\n1\nq\n")
    odd = run("play", "--seed", "9", typed="\ufeff1\r\n\r\n# a remark\r\n  1  \nq")
    assert odd.stdout == plain.stdout


def test_the_number_of_the_line_counts_all_lines():
    done = run("play", "--seed", "9", typed="1\n\n# a remark\nwhat\n1\n")
    assert done.returncode == 3
    assert "4" in done.stderr


@pytest.mark.parametrize(
    ("environment", "option", "coloured"),
    [
        ({}, "auto", False),
        ({}, "always", True),
        ({"NO_COLOR": "1"}, "always", True),
        ({"FORCE_COLOR": "1"}, "auto", True),
        ({"FORCE_COLOR": "1", "NO_COLOR": "1", "TERM": "dumb"}, "auto", True),
        ({"CLICOLOR_FORCE": "1"}, "auto", True),
        ({"FORCE_COLOR": "0"}, "auto", False),
        ({"FORCE_COLOR": "1"}, "never", False),
    ],
)
def test_colour_is_decided_in_the_order_formats_say(environment, option, coloured):
    done = run("play", "--seed", "9", "--color", option, typed="q\n", **environment)
    assert ("\x1b[" in done.stdout) is coloured
    prompts = [line for line in done.stdout.splitlines() if "> q" in line]
    assert prompts == ["> q"], "no colour in the prompt, ever"


def test_what_an_argument_is_called_is_in_the_language_of_the_help():
    assert "Uso: rubamazzo replay [OPZIONI] REGISTRAZIONE\n" in run("replay", "--help", "--lang", "it").stdout
    assert "[PERCORSO ...]" in run("check", "--help", "--lang", "it").stdout
    assert "Manca REGISTRAZIONE." in run("replay", "--lang", "it").stderr
    assert "RECORD is missing." in run("replay", "--lang", "en").stderr


VALUED = [
    (name, option.opts[-1])
    for name, command in cli.main.commands.items()
    for option in command.params
    if isinstance(option, click.Option)
    and not option.is_flag
    and option.opts[-1] not in ("--record", "--transcript")
]


@pytest.mark.parametrize(("command", "option"), VALUED, ids=" ".join)
def test_a_value_that_is_refused_is_repeated_briefly_and_on_one_line(tmp_path, command, option):
    status, said = invoked(tmp_path, command, option, f"1\n\x1b[31m{'x' * 5000}")
    assert "\x1b" not in said
    if status == 2:
        assert said.count("\n") <= 2
        assert len(said) < 1000
