"""Spoken, terse and verbose: whole games, choices, refusals and results in each manner (formats 2)."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from sessions import texts

from rubamazzo_cli.cards import read_card
from rubamazzo_cli.drawing import Cards
from rubamazzo_cli.i18n import language
from rubamazzo_cli.lines import Line, for_the_ear
from rubamazzo_cli.manners import narrator
from rubamazzo_cli.moves import Move
from rubamazzo_cli.record import Seat
from rubamazzo_cli.rules import VARIANTS, variant, with_switches
from rubamazzo_cli.session import Manner, Pause, Session, Setup

QUESTIONS = [
    "hand",
    "table",
    "piles",
    "last",
    "score",
    "log",
    "help",
    "0",
    "7x",
    "7d",
    "zebra",
    "level",
    "7dx7c",
]
"""What may be typed at any move: each must be answered well in each manner."""


def whole_game(
    name: str, manner: Manner, *, switches: tuple[str, ...] = (), humans: int = 1, seed: int = 1
) -> Iterator[Line]:
    """Every line of a game in which each question is asked once and every choice is met with nonsense first."""
    rules = with_switches(variant(name), list(switches))
    seats = [Seat("you", f"Anna {n}" if humans > 1 else "") for n in range(humans)]
    seats += [Seat("random")] * (rules.players - humans)
    game = Session(Setup(name, rules, tuple(seats), seed), manner)
    questions = iter(QUESTIONS)
    outputs = list(game.start())
    asked_choice = False
    while True:
        for output in outputs:
            assert not isinstance(output, Cards)
            if isinstance(output, Pause):
                yield from (line for line in output.lines if isinstance(line, Line))
            else:
                yield output
        if game.asking is None:
            return
        match game.asking.kind:
            case "move":
                view = game.view(game.deal.turn)
                move = view.legal[0 if seed % 2 else -1]
                line = next(questions, str(view.hand.index(move.card) + 1))
            case "choice":
                line = "1" if asked_choice else "nonsense"
                asked_choice = not asked_choice
            case _:
                line = "q"
        outputs = list(game.feed(line))


GAMES = [(name, (), 1) for name in VARIANTS] + [
    ("scopa", ("players=3",), 1),
    ("sud", ("players=4", "match=best-of-3"), 2),
    ("asso", ("hand=10", "players=3"), 2),
    ("rubamazzo", ("handicap=0,5", "must-take=hand"), 1),
    ("rubamazzo", ("deck=52", "players=3", "steal=both"), 1),
    ("enciclopedia", ("deck=52",), 2),
]
MANNERS = {
    "plain": Manner(),
    "spoken": Manner(spoken=True),
    "terse": Manner(terse=True),
    "verbose": Manner(verbose=True),
    "spoken verbose": Manner(spoken=True, verbose=True),
    "spoken terse": Manner(spoken=True, terse=True),
}


@pytest.mark.parametrize(("name", "switches", "humans"), GAMES)
@pytest.mark.parametrize("manner", ["spoken", "spoken verbose", "spoken terse"])
@pytest.mark.parametrize("seed", [1, 2])
def test_what_is_spoken_is_one_sentence_a_line_in_words(
    name: str, switches: tuple[str, ...], humans: int, manner: str, seed: int
) -> None:
    typed = {"7x", "7d", "7dx7c", "0"}
    for line in whole_game(name, MANNERS[manner], switches=switches, humans=humans, seed=seed):
        text = line.text
        assert text[:1].isalnum(), text
        assert text[-1] in ".!?:", text
        assert for_the_ear(text) == [text]
        assert not re.search(r"[][(){}<>*=/_|]|[.,;:!?]{2}|[.,;:!?] [.,;:!?]", text), text
        if not typed & set(text.rstrip(".").split()):
            assert not re.search(r"\b[A2-9TJQKFCR][cdbsh]\b", text), text


@pytest.mark.parametrize(("name", "switches", "humans"), GAMES)
def test_what_is_terse_is_short(name: str, switches: tuple[str, ...], humans: int) -> None:
    told = whole_game(name, MANNERS["terse"], switches=switches, humans=humans)
    lines = [line for line in told if line.role in ("state", "hand", "menu", "play", "refused")]
    assert lines
    for line in lines:
        assert line.text
        assert not re.search(r"\bof\b.(coppe|denari|bastoni|spade|hearts|diamonds|clubs|spades)", line.text)
        if line.role in ("play", "state", "menu"):
            assert len(line.text) <= 72 or line.text.startswith("Table:"), line.text


@pytest.mark.parametrize(("name", "switches", "humans"), GAMES)
def test_what_is_verbose_says_all_that_is_said_plainly_and_more(
    name: str, switches: tuple[str, ...], humans: int
) -> None:
    plain = [line.text for line in whole_game(name, Manner(), switches=switches, humans=humans)]
    verbose = [line.text for line in whole_game(name, MANNERS["verbose"], switches=switches, humans=humans)]
    left = iter(verbose)
    assert all(text in left for text in plain)
    assert len(verbose) > len(plain)


@pytest.mark.parametrize("manner", MANNERS)
def test_the_game_is_the_same_in_every_manner(manner: str) -> None:
    seeds = [
        line.text for line in whole_game("scopa", MANNERS[manner]) if "seed" in line.text or "win" in line.text
    ]
    assert seeds
    setup = Setup("scopa", VARIANTS["scopa"], (Seat("you"), Seat("hard")), 4)
    games = [Session(setup, Manner()), Session(setup, MANNERS[manner])]
    for game in games:
        list(game.start())
        while game.asking and game.asking.kind in ("move", "choice"):
            list(game.feed("1"))
    assert [deal.moves for deal in games[0].match.deals] == [deal.moves for deal in games[1].match.deals]


def started(manner: str, *lines: str, deck: str = "rubamazzo") -> list[str]:
    game = Session(Setup(deck, VARIANTS[deck], (Seat("you"), Seat("normal")), 3), MANNERS[manner])
    outputs = list(game.start())
    for line in lines:
        outputs = list(game.feed(line))
    return texts(outputs)


@pytest.mark.parametrize(
    ("manner", "command", "told"),
    [
        (
            "spoken",
            "table",
            [
                "On the table you see the four of coppe, the cavallo of coppe, the three of coppe and the re of bastoni."
            ],
        ),
        ("terse", "table", ["Table: 4c Cc 3c Rb"]),
        (
            "spoken",
            "hand",
            [
                "These are your cards.",
                "Card 1: two of denari.",
                "Card 2: five of denari.",
                "Card 3: four of bastoni.",
            ],
        ),
        ("terse", "hand", ["Hand: [1]\xa02d [2]\xa05d [3]\xa04b"]),
        (
            "spoken",
            "piles",
            [
                "Normal holds 3\xa0cards and has no pile.",
                "You hold 3\xa0cards and have no pile.",
                "The stock has 30 cards.",
            ],
        ),
        ("terse", "piles", ["Normal: no pile, hand 3", "You: no pile, hand 3", "Stock: 30"]),
        ("spoken", "9", ["You have no card number 9.", "Type the number of a card, from 1 to 3, or help."]),
        ("terse", "9", ["You have no card number 9."]),
        ("spoken", "d", ["Cards are told in words here, and never drawn."]),
    ],
)
def test_each_question_has_its_answer_in_each_manner(manner: str, command: str, told: list[str]) -> None:
    answers = [text.replace("\xa0", " ") for text in started(manner, command)]
    assert answers == [text.replace("\xa0", " ") for text in told]


@pytest.mark.parametrize("manner", MANNERS)
@pytest.mark.parametrize("command", ["table", "hand", "piles", "last", "score", "log"])
def test_every_question_is_answered_in_every_manner(manner: str, command: str) -> None:
    before = started(manner, command)
    after = started(manner, "3", command)
    assert before
    assert after
    assert before != after


def test_beginners_are_told_what_a_play_means() -> None:
    rules = VARIANTS["rubamazzo"]
    telling = narrator(language("en"), rules, (Seat("you"), Seat("easy")), verbose=True)
    seven_d, seven_c, seven_b, seven_s = (read_card(code, 40) for code in ("7d", "7c", "7b", "7s"))
    taken = telling.meaning(0, Move(seven_d, None, (seven_c,)), [[seven_c, seven_d], []])
    assert [line.text.replace("\xa0", " ") for line in taken] == [
        "Your pile now shows the 7 of denari: a rival with an equal card can steal it."
    ]
    stolen = telling.meaning(1, Move(seven_b, 0), [[], [seven_c, seven_d, seven_b]])
    assert [line.text.replace("\xa0", " ") for line in stolen] == [
        "Your pile is gone; your next capture begins a new one.",
        "Easy's pile now shows the 7 of bastoni: an equal card can steal it.",
    ]
    safe = telling.meaning(0, Move(seven_s, 1), [[seven_c, seven_d, seven_b, seven_s], []])
    assert safe[-1].text.endswith("all equal cards are captured, so no equal card can steal it.")
    laid = telling.meaning(0, Move(seven_d), [[], []])
    assert [line.text.replace("\xa0", " ") for line in laid] == [
        "From now on the 7 of denari lies there for anybody to take."
    ]


def test_beginners_hear_nothing_of_stealing_where_nobody_steals() -> None:
    lines = [line.text for line in whole_game("rubamazzetto", MANNERS["verbose"])]
    assert not [text for text in lines if "can steal it" in text]


def test_beginners_are_told_why_a_card_may_not_be_played() -> None:
    lines = [
        line.text for line in whole_game("rubamazzo", MANNERS["verbose"], switches=("must-take=hand",), seed=3)
    ]
    assert [text for text in lines if "may not be laid: another of your cards can take or steal" in text]


def test_menus_are_numbered_in_the_manner() -> None:
    game_lines = {
        manner: [line.text for line in whole_game("sud", MANNERS[manner]) if line.role == "menu"]
        for manner in ("plain", "spoken", "terse")
    }
    first = {manner: lines[:3] for manner, lines in game_lines.items()}
    assert first["plain"][1].startswith("[1]")
    assert first["spoken"][1].startswith("Choice 1: ")
    assert re.match(r"\w\w: \[1\]\s\S+.*\[2\]", first["terse"][0])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One.", ["One."]),
        ("One. Two! Three?", ["One.", "Two!", "Three?"]),
        ("7 of denari. and more", ["7 of denari. and more."]),
        ("", [""]),
        ("A heading", ["A heading."]),
        ("Coppe (cups) and spade (swords).", ["Coppe, cups, and spade, swords."]),
        ("Coppe (cups), spade (swords)", ["Coppe, cups, spade, swords."]),
    ],
)
def test_what_is_for_the_ear_is_taken_apart(text: str, parts: list[str]) -> None:
    assert for_the_ear(text) == parts
