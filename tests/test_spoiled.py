"""Some hundreds of spoiled records and transcripts; `long_inputs.py` reads as many as there is time for."""

from __future__ import annotations

from collections import Counter

import pytest
from spoiling import ANY, OF_RECORDS, OF_TRANSCRIPTS, Checker, Wrong, records, spoiled, transcripts

INPUTS = 1000
CHUNK = 100


@pytest.mark.parametrize("start", range(0, INPUTS, CHUNK))
def test_spoiled_inputs_are_the_game_told_or_one_error(start, tmp_path):
    checker = Checker(tmp_path)
    outcomes = Counter(checker.outcome(spoiled(number)) for number in range(start, start + CHUNK))
    assert outcomes.keys() >= {"the same game", "refused: one error with its line", "a difference"}


def test_inputs_are_spoiled_in_every_way():
    inputs = [spoiled(number) for number in range(INPUTS)]
    ways = {way for one in inputs for way in one.ways}
    assert len(ways) == len({*ANY, *OF_RECORDS, *OF_TRANSCRIPTS})
    assert sum(one.data != one.original for one in inputs) > 0.8 * INPUTS
    assert len({one.name for one in inputs}) > 0.8 * len({**records(), **transcripts()})
    assert spoiled(7) == spoiled(7)


def test_what_is_not_spoiled_is_the_same(tmp_path):
    checker = Checker(tmp_path)
    for number in range(100):
        one = spoiled(number)
        same = checker.outcome(one._replace(data=one.original, ways=()))
        assert same == ("the same session" if one.is_transcript else "the same game")


def test_another_game_would_be_noticed(tmp_path, monkeypatch):
    """The check is no formality: a reader that lets a move slip is caught."""
    import spoiling

    one = next(one for one in map(spoiled, range(1, 1000)) if one.name == "scopa-2p-1.rbm")
    other = records()["scopa-2p-2.rbm"].decode()
    read = spoiling.read_records
    monkeypatch.setattr(spoiling, "read_records", lambda _: read(other))
    with pytest.raises(Wrong, match="another game than the text tells"):
        Checker(tmp_path).outcome(one._replace(data=one.original, ways=()))
