"""Cards to look at: every style in both sets of characters, at every width, and by command (formats 1 and 2)."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import click
import pytest
from sessions import session
from surroundings import plain

from rubamazzo_cli.cards import DECKS, SUITS, Card, codes, read_card
from rubamazzo_cli.drawing import (
    PICTURE,
    PLAIN,
    STYLE_NAMES,
    STYLES,
    Cards,
    Told,
    rows_of,
    style_for,
    styles_for,
    text_of,
)
from rubamazzo_cli.lines import Line, laid_out
from rubamazzo_cli.session import Manner, Session

ROOT = Path(__file__).parent.parent
ENCODINGS = ["utf-8", "ascii"]
STYLES_OF_DECKS = [(style, deck) for deck in DECKS for style in styles_for(deck) if style != PLAIN]


def drawn(
    style: str, cards: tuple[Card, ...], width: int = 80, encoding: str = "utf-8", below: tuple[str, ...] = ()
) -> list[str]:
    return [text_of(row) for row in rows_of(Cards("", "state", style, cards, below), width, encoding)]


def picture(style: str, card: Card, encoding: str) -> tuple[str, ...]:
    """What is inside the frame, where the code is not."""
    return tuple(row[1:-1] for row in drawn(style, (card,), encoding=encoding)[1:3])


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("style", "deck"), STYLES_OF_DECKS)
def test_every_card_has_four_rows_of_seven_columns_and_its_code(style: str, deck: int, encoding: str) -> None:
    for card in DECKS[deck]:
        rows = drawn(style, (card,), encoding=encoding)
        assert [len(row) for row in rows] == [PICTURE + 2] * 4, card
        assert rows[0][1:3] == card.code
        assert all(row.encode(encoding) for row in rows)
        assert "{" not in "".join(rows)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize(("style", "deck"), STYLES_OF_DECKS)
def test_suits_are_told_apart_without_colour_and_code(style: str, deck: int, encoding: str) -> None:
    for rank in range(1, deck // 4 + 1):
        pictures = {picture(style, card, encoding) for card in DECKS[deck] if card.rank == rank}
        assert len(pictures) == len(SUITS[deck])


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_every_card_looks_different_in_every_style(encoding: str) -> None:
    for card in DECKS[40]:
        assert len({picture(style, card, encoding) for style in STYLES}) == len(STYLES), card


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_figures_are_told_apart_by_their_pictures(encoding: str) -> None:
    for style in STYLES:
        for suit in SUITS[40]:
            cards = [read_card(rank + suit, 40) for rank in "FCR"]
            assert len({picture(style, card, encoding) for card in cards}) == 3


def test_an_italian_card_drawn_french_carries_its_italian_code() -> None:
    shown = "\n".join(drawn("french", tuple(read_card(code, 40) for code in ["Fc", "Cd", "Rb", "As", "7d"])))
    for code in ["Fc", "Cd", "Rb", "As", "7d"]:
        assert code in shown
    for french in ("J ♥", "Q ♦", "K ♣", "A ♠", "7 ♦"):
        assert french in shown


def test_the_french_ten_is_a_ten() -> None:
    assert drawn("french", (read_card("Th", 52),)) == ["┌Th───┐", "│10♥  │", "│  ♥10│", "└─────┘"]


def test_french_decks_are_never_drawn_italian() -> None:
    assert styles_for(52) == (PLAIN, "french")
    assert [style_for(name, 52) for name in STYLE_NAMES] == [PLAIN, "french", "french", "french"]
    assert [style_for(name, 40) for name in STYLE_NAMES] == list(STYLE_NAMES)


@pytest.mark.parametrize(("width", "per_row"), [(80, 10), (79, 10), (78, 9), (40, 5), (20, 2), (7, 1), (1, 1)])
@pytest.mark.parametrize("encoding", ENCODINGS)
def test_as_many_cards_stand_in_a_row_as_the_screen_has_room_for(
    width: int, per_row: int, encoding: str
) -> None:
    cards = DECKS[40][:23]
    rows = drawn("piacentine", cards, width, encoding)
    assert max(map(len, rows)) <= max(width, PICTURE + 2)
    assert len(rows) == 4 * -(-len(cards) // per_row)
    upper_edges = "".join(row.replace(row[0], " ") for row in rows[::4])
    found = [word.rstrip("-─┐") for word in upper_edges.split()]
    assert " ".join(found) == codes(cards)


def test_numbers_stand_on_the_lower_edge() -> None:
    cards = DECKS[40][:10]
    last = drawn("napoletane", cards, below=tuple(map(str, range(1, 11))))[3]
    assert last.translate(dict.fromkeys(map(ord, "─└┘"), " ")).split() == [str(n) for n in range(1, 11)]


def test_long_names_stand_below_and_are_shortened() -> None:
    cards = DECKS[40][:2]
    rows = drawn("napoletane", cards, below=("You", "Bartolomea of Piacenza"))
    assert len(rows) == 5
    assert "You" in rows[4]
    assert "Bartolomea of…" in rows[4]
    assert max(map(len, drawn("napoletane", cards, 12, below=("You", "Bartolomea of Piacenza")))) <= 12


@pytest.mark.parametrize("encoding", ["ascii", "latin1", "cp1252", "cp437", "cp850", "no such encoding"])
@pytest.mark.parametrize("style", STYLES)
def test_poor_encodings_get_the_ascii_drawing(style: str, encoding: str) -> None:
    cards = DECKS[40]
    assert drawn(style, cards, encoding=encoding) == drawn(style, cards, encoding="ascii")
    assert drawn(style, cards, encoding="ascii") != drawn(style, cards, encoding="utf-8")


def test_lines_are_laid_out_as_ever() -> None:
    line = Line("word " * 30, "play")
    assert [text_of(row) for row in rows_of(line, 40)] == laid_out(line, 40)


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_complete(style: str) -> None:
    one = STYLES[style]
    assert one.chosen
    for suit in SUITS[52 if one.french else 40]:
        assert click.style("x", fg=one.colours[suit] or None)
    for drawing in (one.unicode, one.ascii):
        assert len(drawing.frame) == 6
        assert all(len(pip) == 1 for pip in drawing.pips.values())


@pytest.mark.parametrize("style", STYLES)
def test_every_style_is_shown_in_a_transcript(style: str) -> None:
    shipped = [path.read_text("utf-8") for path in (ROOT / "transcripts").glob("*.txt")]
    assert any(f"--cards {style}" in text for text in shipped)


# in a session


def drawing(style: str = PLAIN, switches: tuple[str, ...] = (), **manner: bool) -> Session:
    return session(seed=3, switches=switches, manner=Manner(cards=style, **manner))


def told(game: Session, *lines: str) -> list[Told]:
    outputs = list(game.start())
    for line in lines:
        outputs = list(game.feed(line))
    return [output for output in outputs if isinstance(output, (Line, Cards))]


def test_table_tops_and_hand_are_drawn() -> None:
    game = drawing("napoletane")
    assert [one.text for one in told(game) if isinstance(one, Cards)] == ["Table:", "Your hand:"]
    for line in ("1", "2", "3", "1", "1"):
        outputs = list(game.feed(line)) if game.asking and game.asking.kind == "move" else []
    view = game.view(0)
    tops = tuple(top for seat in (1, 0) if (top := view.tops[seat]))
    assert tops
    shown = [one for one in outputs if isinstance(one, Cards)]
    assert [one.cards for one in shown] == [view.table, tops, view.hand]
    assert shown[-1].below == tuple(str(number) for number in range(1, len(view.hand) + 1))


def test_plain_draws_nothing() -> None:
    assert not [one for one in told(drawing(), "1", "table") if isinstance(one, Cards)]


def test_d_goes_round_the_styles() -> None:
    game = drawing()
    list(game.start())
    seen = []
    for _ in STYLE_NAMES:
        list(game.feed("d"))
        seen.append(game.style)
    assert seen == [*STYLES, PLAIN]


def test_d_goes_to_french_and_back_with_the_french_deck() -> None:
    game = drawing("napoletane", ("deck=52",))
    assert {one.style for one in told(game) if isinstance(one, Cards)} == {"french"}
    list(game.feed("d"))
    assert game.style == PLAIN
    list(game.feed("d"))
    assert game.style == "french"


def test_cards_takes_the_name_of_a_style_in_any_case_and_refuses_others() -> None:
    game = drawing()
    shown = told(game, "cards piacentine")
    assert shown[0] == Line("The cards are drawn as Piacentine cards.", "help")
    assert {one.style for one in shown if isinstance(one, Cards)} == {"piacentine"}
    refused = list(game.feed("cards of mine"))
    assert [one.role for one in refused if isinstance(one, Line)] == ["refused"]
    assert game.style == "piacentine"
    assert told(drawing(), "cards FRENCH")[0] == Line("The cards are drawn as French cards.", "help")
    assert told(drawing(), "cards plain")[0] == Line("The cards are told in words.", "help")


def test_the_style_stays_from_game_to_game() -> None:
    game = drawing()
    list(game.start())
    list(game.feed("cards french"))
    list(game.feed("n"))
    shown = list(game.feed("yes"))
    assert game.games == 2
    assert {one.style for one in shown if isinstance(one, Cards)} == {"french"}


def test_nothing_is_drawn_for_the_ear() -> None:
    shown = told(drawing("napoletane", spoken=True), "d", "table")
    assert shown
    assert not [one for one in shown if isinstance(one, Cards)]


# through the program


def play(*words: str, typed: str = "1\nq\n", **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "play", "--seed", "3", *words],
        input=typed.encode(),
        capture_output=True,
        check=True,
        cwd=ROOT,
        env=plain(**{"PYTHONIOENCODING": "utf-8"} | environment),
    )
    return done.stdout.decode("utf-8")


def test_ascii_forces_ascii() -> None:
    assert not play("--cards", "napoletane").isascii()
    assert play("--cards", "napoletane", "--ascii").isascii()
    assert play("--cards", "napoletane", PYTHONIOENCODING="cp850").isascii()


@pytest.mark.parametrize("columns", ["40", "20", "5"])
def test_narrow_screens_are_fit(columns: str) -> None:
    words = play("--cards", "piacentine", "--set", "hand=10", COLUMNS=columns).splitlines()
    assert max(map(len, words)) <= max(int(columns), 8)


def test_a_transcript_is_the_same_from_a_narrow_screen(tmp_path: Path) -> None:
    texts = []
    for columns in ("40", "80"):
        file = tmp_path / f"{columns}.txt"
        play("--cards", "napoletane", "--set", "hand=10", "--transcript", str(file), COLUMNS=columns)
        texts.append(file.read_text("utf-8"))
    assert texts[0] == texts[1]
    assert "┌" in texts[0]
    assert "--cards napoletane" in texts[0]


def test_an_unknown_style_is_wrong_usage() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "rubamazzo_cli", "play", "--cards", "tarot"], capture_output=True, cwd=ROOT
    )
    assert done.returncode == 2
    assert b"plain, napoletane, piacentine, french" in done.stderr
