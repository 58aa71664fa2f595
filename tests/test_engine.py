"""The engine as a pure machine: what it answers, and that what it sees is what its seat would see."""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from rubamazzo_cli.cards import DECKS
from rubamazzo_cli.chance import Stream, choice_stream, engine_seed
from rubamazzo_cli.engine import Engine
from rubamazzo_cli.game import Deal
from rubamazzo_cli.match import Match, shuffled_deck
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import LEVELS, Player
from rubamazzo_cli.players.program import told_of
from rubamazzo_cli.record import write_result
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches
from rubamazzo_cli.scoring import Result
from rubamazzo_cli.view import View, look

DIALOGUE = Path(__file__).parent / "engine_dialogue.txt"

UNUSUAL = (
    "hand=10 table=0",
    "deck=52 players=3",
    "deck=52 players=4 hand=7 table=10 capture=sum pile-in-sums=yes",
    "players=3 hand=1 table=0 steal=both capture=all",
    "hand=9 table=4",
    "handicap=0,5 match=best-of-3",
    "scoring=scopa must-take=hand capture=fifteen match=points-5 players=3",
)
EVERY_GAME = [
    *(with_switches(rules, [f"players={seats}"]) for rules in VARIANTS.values() for seats in (2, 3, 4)),
    *(with_switches(Rules(), text.split()) for text in UNUSUAL),
]


class Spy(Player):
    """Plays at random and keeps what it was shown."""

    def __init__(self) -> None:
        self.view: View | None = None
        self.results: list[tuple[View, Result]] = []
        self.winners: list[int | None] = []
        self.closed = 0

    def choose(self, view: View, stream: Stream) -> Move:
        self.view = view
        return stream.pick(view.legal)

    def deal_over(self, view: View, result: Result) -> None:
        self.results.append((view, result))

    def match_over(self, winner: int | None) -> None:
        self.winners.append(winner)

    def close(self) -> None:
        self.closed += 1


class Host:
    """Tells an engine the lines that are new to it, and holds that it agrees to each."""

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self.told = ["protocol 1"]
        assert engine.answer("protocol 1") == f"= {engine.name}"

    def tell(self, lines: list[str]) -> None:
        for line in lines:
            if line not in self.told:
                assert self.engine.answer(line) == "=", line
                self.told.append(line)

    def move(self, view: View, seed: int) -> str:
        self.tell(told_of(view, seed))
        return self.engine.answer("move")


def fresh_deal(rules: Rules, seed: int = 1, first: int = 0) -> Deal:
    return Deal(rules, shuffled_deck(rules, seed, 1), first)


@pytest.mark.parametrize("rules", EVERY_GAME, ids=lambda rules: rules.text(Rules()) or "default")
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_an_engine_sees_exactly_what_its_seat_sees_at_the_table(rules: Rules, seed: int) -> None:
    spies = [Spy() for _ in range(rules.players)]
    hosts = [Host(Engine(spy, "spy")) for spy in spies]
    match = Match(rules, first=seed % rules.players)
    while not match.is_over and len(match.deals) < 4:
        number = len(match.deals) + 1
        score = match.score
        deal = match.start_deal(shuffled_deck(rules, seed, number))
        for host in hosts:  # the same hand may come again in another deal
            host.told = host.told[:3]
        while not deal.is_over:
            seat = deal.turn
            view = look(deal, seat, number, score)
            answer = hosts[seat].move(view, seed)
            assert spies[seat].view == view
            stream = choice_stream(engine_seed(seed, number, seat), number, seat, len(deal.moves))
            move = stream.pick(view.legal)
            assert answer == f"= {move}"
            deal.play(move)
        assert deal.result is not None
        for seat, host in enumerate(hosts):
            view = look(deal, seat, number, match.score)
            host.tell([*told_of(view, seed), f"result {write_result(deal.result)}"])
            assert spies[seat].results[-1] == (view, deal.result)


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("name", VARIANTS)
def test_a_level_plays_the_same_through_the_protocol_as_at_the_table(level: str, name: str) -> None:
    rules = VARIANTS[name]
    deal = fresh_deal(rules, seed=5)
    hosts = [Host(Engine(level)) for _ in range(2)]
    player = LEVELS[level]()
    while not deal.is_over:
        view = look(deal, deal.turn)
        stream = choice_stream(engine_seed(5, 1, deal.turn), 1, deal.turn, len(deal.moves))
        move = player.choose(view, stream)
        assert hosts[deal.turn].move(view, 5) == f"= {move}"
        deal.play(move)


def test_what_an_engine_is_told_does_not_hold_the_seed_of_the_deck() -> None:
    """The deck is shuffled with it; an engine that had it would know every card to come."""
    lines = told_of(look(fresh_deal(Rules(), seed=987654), 0), 987654)
    assert f"seed {engine_seed(987654, 1, 0)}" in lines
    assert not any("987654" in line for line in lines)
    assert len({engine_seed(seed, deal, seat) for seed in range(9) for deal in (1, 2) for seat in (0, 1)}) == 36


def test_what_an_engine_is_told_does_not_depend_on_hidden_cards() -> None:
    rules = Rules()
    deck = shuffled_deck(rules, 3, 1)
    mixed = list(deck)
    hidden = [1, 3, 5, *range(10, 40)]  # the rival's hand and the stock
    Stream("mixed").shuffle(hidden)
    for at, other in zip(sorted(hidden), hidden, strict=True):
        mixed[at] = deck[other]
    assert mixed != list(deck)
    assert told_of(look(Deal(rules, deck), 0), 3) == told_of(look(Deal(rules, mixed), 0), 3)


# the order of things

RULES = f"rules {Rules().text()}"
BEGUN = ["protocol 1", RULES, "seat 1", "seed 9", "deal 1 first 1 table 7d 3c Rb 5s", "hand 5c Fd 2s"]


def engine_told(lines: list[str]) -> tuple[Engine, Spy]:
    spy = Spy()
    engine = Engine(spy)
    for line in lines:
        assert engine.answer(line).startswith("="), line
    return engine, spy


def whole_dialogue() -> list[str]:
    """All an engine at seat 1 is told in a whole deal, `move` left out."""
    deal = fresh_deal(Rules(), seed=4, first=1)
    while not deal.is_over:
        deal.play(Stream("any", len(deal.moves)).pick(deal.legal_moves()))
    assert deal.result is not None
    return [
        "protocol 1",
        *told_of(look(deal, 0), 4),
        f"result {write_result(deal.result)}",
        "over 1",
        RULES,
        "seat 2",
        "deal 1 first 2 table Ac 2c 3c 4c",
        "hand Ad 2d 3d",
        "play 2 AdxAc",
    ]


PLAYED_OUT, RESULT = whole_dialogue()[:-7], whole_dialogue()[-7]

REFUSED = [
    ([], RULES, "protocol comes first"),
    ([], "move", "protocol comes first"),
    ([], "protocol 2", "it speaks protocol 1"),
    ([], "protocol", "protocol comes first"),
    (BEGUN[:1], "", "not a line of protocol 1"),
    (BEGUN[:1], "bye", "not a line of protocol 1"),
    (BEGUN[:1], "seat 1", "rules comes before"),
    (BEGUN[:1], "rules", "rules names every switch once"),
    (BEGUN[:1], "rules deck=40", "rules names every switch once"),
    (BEGUN[:1], f"{RULES} deck=40", "rules names every switch once"),
    (BEGUN[:1], RULES.replace("deck=40", "deck=41"), "bad switch value: deck=41"),
    (BEGUN[:1], RULES.replace("ace=plain", "ace=sweep-or-rob").replace("choice", "off"), "switch clash"),
    (BEGUN[:2], "seat 0", "not a number from 1 to 2: 0"),
    (BEGUN[:2], "seat 3", "not a number from 1 to 2: 3"),
    (BEGUN[:2], "seat ²", "not a number from 1 to 2: ²"),
    (BEGUN[:2], BEGUN[4], "seat comes before"),
    (BEGUN[:3], "seed 4294967296", "not a number from 0 to 4294967295"),
    (BEGUN[:3], "seed -1", "not a number from 0 to 4294967295"),
    (BEGUN[:3], "hand 5c Fd 2s", "no hand is due"),
    (BEGUN[:4], "play 1 5c", "deal comes before"),
    (BEGUN[:4], "move", "deal comes before"),
    (BEGUN[:4], "result 20 20", "deal comes before"),
    (BEGUN[:4], "deal 1 first 3 table 7d 3c Rb 5s", "not a number from 1 to 2: 3"),
    (BEGUN[:4], "deal 0 first 1 table 7d 3c Rb 5s", "not a number from 1"),
    (BEGUN[:4], "deal 1 first 1 table 7d 3c Rb", "the table has 4 cards"),
    (BEGUN[:4], "deal 1 first 1 table 7d 3c Rb 7d", "bad deck: twice: 7d"),
    (BEGUN[:4], "deal 1 first 1 table 7d 3c Rb Qh", "bad card: Qh"),
    (BEGUN[:4], "deal 1 first 1", "not a line of protocol 1"),
    (BEGUN[:5], "move", "hand comes before"),
    (BEGUN[:5], "play 1 5c", "hand comes before"),
    (BEGUN[:5], "hand 5c Fd", "the hand has 3 cards"),
    (BEGUN[:5], "hand 5c Fd 7d", "bad deck: twice: 7d"),
    (BEGUN[:5], "hand 5c Fd 5c", "bad deck: twice: 5c"),
    (BEGUN, "hand Ac 2c 4c", "no hand is due"),
    (BEGUN, "play 2 5c", "it is the turn of seat 1"),
    (BEGUN, "play 1 4c", "move refused: 4c: not-held"),
    (BEGUN, "play 1 5c", "move refused: 5c: must-take"),
    (BEGUN, "play 1 5cx7d", "move refused: 5cx7d: cannot-take"),
    (BEGUN, "play 1 5c*9", "move refused: 5c*9: no-pile"),
    (BEGUN, "play 1 5c*1", "move refused: 5c*1: no-pile"),
    (BEGUN, "play 1 ciao", "bad move: ciao"),
    (BEGUN, "result 20 20", "no result is due"),
    (BEGUN, "over 3", "not a number from 1 to 2: 3"),
    (BEGUN, "move now", "not a line of protocol 1"),
    ([*BEGUN, "play 1 5cx5s"], "move", "it is not its turn"),
    ([*BEGUN, "play 1 5cx5s"], "play 2 Fd", "bad deck: twice: Fd"),
    ([*BEGUN, "play 1 5cx5s"], "play 2 5s", "bad deck: twice: 5s"),
    ([*BEGUN, "play 1 5cx5s"], "play 2 5d", "move refused: 5d: must-take"),
    (PLAYED_OUT, "result 1 2", "the result is "),
    (PLAYED_OUT, "move", "it is not its turn"),
    (PLAYED_OUT, "play 1 5c", "deal over"),
    (PLAYED_OUT, "hand 5c 5d 5s", "no hand is due"),
    ([*PLAYED_OUT, RESULT], RESULT, "no result is due"),
    ([*PLAYED_OUT, RESULT, "over 1"], "move", "deal comes before"),
    ([*BEGUN, "quit"], "move", "it has quit"),
]


@pytest.mark.parametrize(("before", "line", "reason"), REFUSED)
def test_a_line_that_cannot_be_obeyed_is_refused_and_changes_nothing(
    before: list[str], line: str, reason: str
) -> None:
    engine, _ = engine_told(before)
    state = copy.copy(vars(engine))
    assert engine.answer(line).startswith(f"? {reason}")
    assert vars(engine) == state


def test_a_reason_is_one_line_that_is_safe_to_print() -> None:
    engine, _ = engine_told(BEGUN)
    answer = engine.answer("play 1 \x1b[31m\udcff" + "x" * 100_000)
    assert answer.startswith("? bad move: ?[31m?xxx")
    assert answer.isprintable()
    assert len(answer) < 300


def test_quit_is_answered_and_ends_it() -> None:
    engine, spy = engine_told(BEGUN)
    assert not engine.is_done
    assert engine.answer("quit") == "="
    assert engine.is_done
    assert spy.closed == 1


def test_after_an_undo_the_deal_begins_again() -> None:
    engine, spy = engine_told([*BEGUN, "play 1 5cx5s", "play 2 Ad", *BEGUN[3:]])
    assert engine.answer("move").startswith("= ")
    assert spy.view is not None
    assert spy.view.moves == ()


def test_an_undo_into_the_deal_before_takes_its_result_from_the_score() -> None:
    rules = with_switches(Rules(), ["match=best-of-3"])
    deal = fresh_deal(rules)
    while not deal.is_over:
        deal.play(Stream("any", len(deal.moves)).pick(deal.legal_moves()))
    assert deal.result is not None
    assert deal.result.winner is not None
    lines = told_of(look(deal, 0), 1)
    result = f"result {write_result(deal.result)}"
    next_deal = ["deal 2 first 2 table Ac 2c 3c 4c", "hand 5c 6c 7c", "play 2 Fd"]
    engine, spy = engine_told(["protocol 1", *lines, result, *next_deal])
    engine.answer("move")
    assert spy.view is not None
    assert sum(spy.view.score) == 1
    assert spy.view.number == 2
    for line in [*lines, result, *next_deal, *lines[3:5]]:
        assert engine.answer(line) == "="
    engine.answer("move")
    assert spy.view.score == (0, 0)
    assert spy.view.number == 1


def test_the_end_of_a_match_is_told_and_another_may_follow() -> None:
    engine, spy = engine_told(whole_dialogue())
    assert spy.winners == [0]
    assert engine.answer("over draw") == "="
    assert spy.winners == [0, None]
    assert engine.answer("deal 1 first 2 table 7d 3c Rb 5s") == "="
    assert engine.answer("hand 5c Fd 2s") == "="
    assert engine.answer("move").startswith("= ")


def test_codes_may_be_written_as_people_write_them() -> None:
    engine, _ = engine_told([*BEGUN[:4], "deal 1 first 1 table 7D 3C rB 5S", "hand 5C fD 2S", "play 1 5CX5S"])
    assert engine.answer("play 2 4c") == "="


def test_asking_twice_for_a_move_gets_the_same_move() -> None:
    engine = Engine("random")
    for line in BEGUN:
        engine.answer(line)
    assert len({engine.answer("move") for _ in range(9)}) == 1


def test_another_seed_is_another_chance() -> None:
    moves = set()
    for seed in range(30):
        engine, _ = engine_told([*BEGUN[:3], f"seed {seed}", *BEGUN[4:]])
        moves.add(engine.answer("move"))
    assert moves == {"= 5cx5s", "= Fd", "= 2s"}


WORDS = st.sampled_from(
    [word for line in whole_dialogue() for word in line.split()]
    + ["move", "result", "over", "draw", "quit", "protocol", "²", "10d", "", "\x00", "=", "5c*2x5b"]
)
LINES = st.one_of(
    st.sampled_from([*whole_dialogue(), *BEGUN, "move"]),
    st.lists(WORDS, max_size=7).map(" ".join),
    st.text(max_size=30),
    st.tuples(st.sampled_from(["hand", "play 1", "play 2", "deal 1 first 1 table"]), WORDS, WORDS).map(
        " ".join
    ),
)


@settings(max_examples=300, deadline=None)
@given(begun=st.integers(0, 200), lines=st.lists(LINES, max_size=30))
def test_whatever_it_is_told_it_answers_one_line_and_refuses_without_a_trace(
    begun: int, lines: list[str]
) -> None:
    engine, _ = engine_told(whole_dialogue()[:begun])
    for line in lines:
        state = copy.copy(vars(engine))
        answer = engine.answer(line)
        assert answer == "=" or answer.startswith(("= ", "? "))
        assert answer.isprintable()
        if answer.startswith("?"):
            assert vars(engine) == state


def test_the_dialogue_of_the_readme_is_one_that_an_engine_agrees_to() -> None:
    engine = Engine("random")
    cards = set()
    for line in DIALOGUE.read_text(encoding="utf-8").splitlines():
        direction, text = line.split(maxsplit=1)
        if direction == ">":
            assert engine.answer(text).startswith("="), line
            if text.startswith(("hand", "play", "deal")):
                cards |= {card for card in DECKS[40] if card.code in text}
    assert engine.is_done
    assert len(cards) == 40
