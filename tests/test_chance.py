"""Named streams: the same for ever, fair, and independent of each other (formats 1)."""

from __future__ import annotations

from collections import Counter

import pytest

from rubamazzo_cli.cards import codes
from rubamazzo_cli.chance import SEEDS, Stream, fresh_seed
from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.rules import VARIANTS, Rules


@pytest.mark.parametrize(
    ("name", "numbers", "below_a_thousand"),
    [
        (
            (7, "deal", 1),
            [0.8490370156922686, 0.8683382917947343, 0.4242470355021025],
            [45, 139, 43, 610, 454],
        ),
        (
            (7, "deal", 2),
            [0.9341561819459842, 0.368045246937459, 0.2827455677435752],
            [141, 903, 663, 905, 244],
        ),
        ((0,), [0.5481578284163297, 0.13189146337587565, 0.7115468422680244], [302, 938, 192, 761, 165]),
        (
            (SEEDS - 1, "choice", 3, 1, 40),
            [0.09223708561816368, 0.5575823916835423, 0.7319317014774843],
            [211, 993, 58, 5, 767],
        ),
        (("lot", 7), [0.8472326748167522, 0.17817881543195635, 0.1767075654193495], [346, 19, 735, 640, 68]),
    ],
)
def test_a_stream_is_the_same_for_ever(name, numbers, below_a_thousand):
    stream = Stream(*name)
    assert [stream.random() for _ in numbers] == numbers
    assert [stream.below(1000) for _ in below_a_thousand] == below_a_thousand


def test_the_deck_of_a_seed_is_the_same_for_ever():
    assert codes(shuffled_deck(Rules(), 7, 1)) == (
        "3c Rb Ad 5b Ac 6d Rc Fs Rd Cc Cs Cb 4d 3b Fb 3d 4c 6b 4b Cd "
        "2b 5s 2d 7c 5c 7b Fd As 3s 2s 6s Fc 5d Ab 7s 6c 2c 7d Rs 4s"
    )
    assert codes(shuffled_deck(VARIANTS["bundles"], 7, 1)) == (
        "7s 6h As 5h Ah Jd 7c 2s Jc Kh Ad Qc 3d 5d Qd Td 8c 4d 9c Tc 2d 7d 8s Qh Kc 2c "
        "5c Js 9s 6c 3s 4c 4h 2h 6d Th 4s Ac Kd 9h Qs 5s 8h Jh 8d 3c Ts 7h 3h 9d Ks 6s"
    )


def test_the_deck_does_not_depend_on_anything_but_deck_seed_and_number():
    for name, rules in VARIANTS.items():
        if rules.deck == 40:
            assert shuffled_deck(rules, 7, 1) == shuffled_deck(Rules(), 7, 1), name


def test_streams_of_other_names_are_others():
    names = [(seed, use, number) for seed in range(20) for use in ("deal", "choice") for number in range(20)]
    assert len({Stream(*name).random() for name in names}) == len(names)


def test_every_shuffle_is_as_likely_as_the_others():
    stream = Stream("shuffles")
    seen = Counter()
    for _ in range(24_000):
        things = list("abcd")
        stream.shuffle(things)
        seen["".join(things)] += 1
    assert len(seen) == 24
    assert sum((count - 1000) ** 2 / 1000 for count in seen.values()) < 49.7  # chi square, 23 free, 0.1 %


def test_every_pick_is_as_likely_as_the_others():
    stream = Stream("picks")
    picked = Counter(stream.pick("abc") for _ in range(30_000))
    drawn = Counter(stream.below(3) for _ in range(30_000))
    for counts in (picked, drawn):
        assert len(counts) == 3
        assert sum((count - 10_000) ** 2 / 10_000 for count in counts.values()) < 13.8  # 2 free, 0.1 %


def test_a_shuffle_of_little_is_no_trouble():
    for things in ([], ["a"]):
        Stream("little").shuffle(things)
        assert len(things) <= 1


def test_fresh_seeds_can_be_read_aloud():
    seeds = {fresh_seed() for _ in range(200)}
    assert len(seeds) > 150
    assert all(0 <= seed < 1_000_000 for seed in seeds)
