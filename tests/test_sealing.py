"""Sealed decks: what is shown when, and what verify makes of what was changed (formats 1 and 3)."""

from __future__ import annotations

import contextlib
import hashlib
import io
import re

import pytest
from conftest import CASES

from rubamazzo_cli import cli
from rubamazzo_cli.cards import codes
from rubamazzo_cli.chance import fresh_salt
from rubamazzo_cli.console import ScriptedConsole
from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.record import read_records, write_record
from rubamazzo_cli.rules import variant
from rubamazzo_cli.sealing import is_salt

SALT = "0123456789abcdef0123456789abcdef"
GAME = [
    "play",
    "--variant",
    "classico",
    "--set",
    "match=best-of-3",
    "--seat",
    "you",
    "--seat",
    "easy",
    "--seed",
    "3",
]


def session(folder, command, lines=()) -> tuple[int, str]:
    output = io.StringIO()
    console = ScriptedConsole(iter(lines), folder, folder)
    with contextlib.redirect_stdout(output), contextlib.redirect_stderr(output):
        status = cli.invoke(console, command)
    return status, output.getvalue()


@pytest.fixture
def sealed(tmp_path):
    """A match of sealed deals, played to its end, and what was shown."""
    lines = (line for _ in range(9) for line in ["17", *["1"] * 18])
    command = [*GAME, "--sealed", "--salt", SALT, "--keep-going", "--record", "x.rbm"]
    status, shown = session(tmp_path, command, lines)
    assert status == 0
    return tmp_path / "x.rbm", shown


def test_the_seal_is_shown_before_the_cut_and_before_the_first_card(sealed):
    file, shown = sealed
    [record] = read_records(file.read_text())
    assert len(record.match.deals) >= 2
    seals = []
    salts = [record.deal_tags[number]["Salt"] for number in record.deal_tags]
    assert salts[0] == SALT
    assert len({*salts}) == len(record.match.deals) > 1, "the salt of a deal must not tell that of the next"
    for number, salt in enumerate(salts, start=1):
        deck = codes(shuffled_deck(variant("classico"), 3, number))
        seals.append(hashlib.sha256(f"{salt} {deck}".encode("ascii")).hexdigest())
        assert record.deal_tags[number] == {"Seal": seals[-1], "Salt": salt, "Cut": "17"}
    assert re.findall("^Seal: (.*)$", shown, re.MULTILINE) == seals
    for seal, salt, part in zip(seals, salts, shown.split("Seal: ")[1:], strict=True):
        first_lines = part.split("\n")
        assert first_lines[0] == seal
        assert first_lines[1].startswith("Cut the deck")
        assert part.index("The deal is over.") < part.index(f"Salt: {salt}.")


def test_verify_says_what_is_proved_and_what_is_not(sealed):
    status, said = session(sealed[0].parent, ["verify", "x.rbm"])
    said = " ".join(said.split())
    assert status == 0
    assert "Deal 1: the seal fits the cards and the salt." in said
    assert "no card was changed or moved while you played" in said
    assert "It does not prove that the deck was well shuffled" in said
    assert "Your cut moved the deck" in said


@pytest.mark.parametrize(
    ("what", "by"),
    [
        (SALT, SALT.replace("0", "1", 1)),
        (SALT, SALT.upper()),
        (f'[Salt "{SALT}"]\n', ""),
        ('[Cut "17"]', '[Cut "16"]'),
        ('[Cut "17"]\n', ""),
    ],
)
def test_a_record_that_was_changed_does_not_fit_its_seal(sealed, what, by):
    file, _shown = sealed
    text = file.read_text()
    assert what in text
    file.write_text(text.replace(what, by, 1))
    status, said = session(file.parent, ["verify", "x.rbm"])
    assert status == 1
    assert "Deal 1: the seal does not fit the cards and the salt." in said
    assert "Deal 2: the seal fits the cards and the salt." in said
    assert "no card was changed" not in said


@pytest.mark.parametrize(
    ("what", "by"),
    [
        *[('[Cut "17"]', f'[Cut "{cut}"]') for cut in ("0", "40", "-23", "１７", "")],
        ('[Cut "17"]', '[Cut "17"]\n[Cut "17"]'),
        ('[Seal "', '[Seal "x'),
        (f'"{SALT}"', f'"{SALT}!"'),
    ],
)
def test_what_cannot_belong_to_a_seal_is_an_error_of_its_line(sealed, what, by):
    file, _shown = sealed
    text = file.read_text()
    assert what in text
    file.write_text(text.replace(what, by, 1))
    status, said = session(file.parent, ["verify", "x.rbm"])
    assert (status, said.count("\n")) == (4, 1)
    assert said.startswith("x.rbm, line ")


def test_tags_of_a_seal_in_any_case(sealed):
    file, _shown = sealed
    text = file.read_text()
    file.write_text(text.replace("[Cut", "[cut").replace("[Seal", "[SEAL").replace('"17"', '"017"'))
    assert session(file.parent, ["verify", "x.rbm"])[0] == 0
    assert write_record(read_records(file.read_text())[0]) == text


def test_an_unsealed_game_beside_a_sealed_one_is_no_difference(sealed):
    file, _shown = sealed
    other = (CASES / "records" / "classico-3p-1.rbm").read_text()
    file.write_text(other + file.read_text())
    assert session(file.parent, ["verify", "x.rbm"])[0] == 0


def test_cards_that_were_swapped_do_not_fit_the_seal(tmp_path):
    """Two cards of the stock that were dealt to the same hand: every move is still legal."""
    command = ["play", "--seat", "you", "--seat", "easy", "--set", "hand=10", "--seed", "3", "--sealed"]
    session(tmp_path, [*command, "--keep-going", "--record", "x.rbm"], ["20", *["1"] * 18])
    file = tmp_path / "x.rbm"
    text = file.read_text()
    deck = re.search(r'\[Deck "(.*)"\]', text)[1]
    cards = deck.split()
    cards[0], cards[2] = cards[2], cards[0]
    file.write_text(text.replace(deck, " ".join(cards)))
    assert session(tmp_path, ["replay", "x.rbm"])[0] == 0
    assert session(tmp_path, ["verify", "x.rbm"])[0] == 1


def test_a_seal_that_is_missing_in_one_deal_is_a_difference(sealed):
    file, _shown = sealed
    file.write_text(re.sub(r'\[Seal ".*"\]\n', "", file.read_text(), count=1))
    status, said = session(file.parent, ["verify", "x.rbm"])
    assert status == 1
    assert "Deal 1 has no seal: " in said


def test_an_unfinished_deal_proves_nothing_yet(tmp_path):
    session(tmp_path, [*GAME, "--sealed", "--record", "x.rbm"], ["5", "1"])
    text = (tmp_path / "x.rbm").read_text()
    assert '[Salt "~' in text
    status, said = session(tmp_path, ["verify", "x.rbm"])
    assert status == 4
    assert "Deal 1: the seal can be checked when the deal is over." in said
    assert "x.rbm holds no seal that can be checked." in said


def test_resumed_a_sealed_game_stays_sealed(tmp_path):
    session(tmp_path, [*GAME, "--sealed", "--record", "x.rbm"], ["5", "1"])
    [before] = read_records((tmp_path / "x.rbm").read_text())
    lines = [*["1"] * 17, "7", "1"]
    _status, shown = session(tmp_path, ["resume", "x.rbm", "--keep-going", "--record", "y.rbm"], lines)
    [record] = read_records((tmp_path / "y.rbm").read_text())
    assert record.deal_tags[1] == before.deal_tags[1]
    assert f"Seal: {before.deal_tags[1]['Seal']}" in shown
    assert record.deal_tags[2]["Cut"] == "7"
    assert is_salt(record.deal_tags[2]["Salt"])
    assert record.deal_tags[2]["Salt"] != record.deal_tags[1]["Salt"]
    assert session(tmp_path, ["verify", "y.rbm"])[0] == 0


def test_a_game_between_computers_is_sealed_without_a_cut(tmp_path):
    command = ["play", "--seat", "easy", "--seat", "easy", "--sealed", "--record", "x.rbm"]
    assert session(tmp_path, command)[0] == 0
    assert '[Cut "' not in (tmp_path / "x.rbm").read_text()
    status, said = session(tmp_path, ["verify", "x.rbm"])
    assert status == 0
    assert "Your cut" not in said


def test_a_cut_is_written_down_without_a_seal_too(tmp_path):
    session(tmp_path, [*GAME, "--cut", "--record", "x.rbm"], ["12", "1"])
    assert '[Cut "12"]\n' in (tmp_path / "x.rbm").read_text()


@pytest.mark.parametrize("salt", ["", "0" * 31, "0" * 33, "g" * 32, "A" * 32, "٣" * 32, "0" * 31 + "\n"])
def test_a_salt_is_32_hex_digits(tmp_path, salt):
    assert session(tmp_path, [*GAME, "--sealed", "--salt", salt])[0] == 2


def test_a_salt_needs_a_seal(tmp_path):
    assert session(tmp_path, [*GAME, "--salt", SALT])[0] == 2


def test_salts_are_fresh():
    salts = {fresh_salt() for _ in range(100)}
    assert len(salts) == 100
    assert all(map(is_salt, salts))


def test_a_recorded_sealed_session_can_be_run_again(tmp_path):
    session(tmp_path, [*GAME, "--sealed", "--transcript", "x.txt"], ["5", "1", "1"])
    assert session(tmp_path, ["check", "x.txt"])[0] == 0
