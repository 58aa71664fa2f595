"""The cases that came with the rules: records and counts (`tests/cases`)."""

from __future__ import annotations

import pytest
from conftest import CASES
from naive import NaiveDeal

from rubamazzo_cli.cards import read_deck
from rubamazzo_cli.game import Deal
from rubamazzo_cli.moves import Move
from rubamazzo_cli.record import read_records, write_record
from rubamazzo_cli.rules import Rules, variant, with_switches

RECORDS = sorted(CASES.glob("records/*.rbm"))
PERFT = [line.split("\t") for line in (CASES / "perft.tsv").read_text().splitlines()[1:]]


def test_all_cases_are_here():
    assert len(RECORDS) == 103
    assert len(PERFT) == 57


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_replays_and_is_written_back_byte_for_byte(path):
    text = path.read_bytes().decode()
    (record,) = read_records(text)
    assert record.match.is_over
    assert write_record(record) == text


@pytest.mark.parametrize("path", RECORDS, ids=lambda path: path.stem)
def test_record_is_what_the_naive_engine_plays(path):
    (record,) = read_records(path.read_text())
    for deal in record.match.deals:
        naive = NaiveDeal(record.rules.text(), [card.code for card in deal.deck], deal.first)
        for move in deal.moves:
            assert str(move) in naive.legal()
            naive.play(str(move))
        assert naive.over
        assert tuple(naive.sizes()) == deal.result.sizes


@pytest.mark.parametrize(
    ("name", "switches", "deck", "depth", "sequences", "sizes"),
    PERFT,
    ids=[f"{name} {switches}".removesuffix(" -") for name, switches, *_ in PERFT],
)
def test_perft(name, switches, deck, depth, sequences, sizes):
    rules = with_switches(variant(name), [] if switches == "-" else switches.split())
    found = list(ends(rules, deck, int(depth), []))
    assert len(found) == int(sequences)
    assert " ".join(str(sum(column)) for column in zip(*found, strict=True)) == sizes


def ends(rules: Rules, deck: str, depth: int, path: list[Move]):
    """The piles' sizes at the end of each sequence of moves from a fresh deal, each played from its start."""
    deal = Deal(rules, read_deck(deck, rules.deck))
    for move in path:
        deal.play(move)
    legal = deal.legal_moves()
    if len(path) == depth or not legal:
        yield tuple(map(len, deal.piles))
        return
    for move in legal:
        yield from ends(rules, deck, depth, [*path, move])
