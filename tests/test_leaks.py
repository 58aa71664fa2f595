"""Every text a player can get is the same, byte for byte, when the cards nobody may know are permuted (rules 9)."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence

import pytest

from rubamazzo_cli.cards import DECKS, Card, codes
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.commands import COMMANDS
from rubamazzo_cli.errors import MoveRefused
from rubamazzo_cli.game import Deal, round_sizes
from rubamazzo_cli.i18n import language
from rubamazzo_cli.lines import Line
from rubamazzo_cli.match import Match
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import LEVELS, Player
from rubamazzo_cli.record import Record, Seat, read_records, write_record
from rubamazzo_cli.replaying import told
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches
from rubamazzo_cli.sealing import seal
from rubamazzo_cli.session import Manner, Pause, Session, Setup
from rubamazzo_cli.topics import TOPICS
from rubamazzo_cli.view import look

MANNERS = [
    Manner(),
    Manner(verbose=True),
    Manner(spoken=True),
    Manner(terse=True),
    Manner(spoken=True, verbose=True),
]
pytestmark = pytest.mark.usefixtures("few_worlds")

LEAVES = ("quit", "new", "save")
SALT = "0" * 32


class Rehearsed(Player):
    """Plays what was played before, whatever it holds now."""

    def __init__(self, moves: Sequence[Move]) -> None:
        self.moves = moves

    def choose(self, view, stream):
        return self.moves[len(view.moves)]


def positions(name: str, players: int, seed: int, count: int) -> Iterator[tuple[Deal, int]]:
    """Deals played by chance up to some turn of some seat."""
    chance = random.Random(f"{name} {players} {seed}")
    rules = with_switches(VARIANTS[name], [f"players={players}"])
    for _ in range(count):
        deck = list(DECKS[rules.deck])
        chance.shuffle(deck)
        deal = Deal(rules, tuple(deck))
        for _ in range(chance.randrange(plays_in(rules))):
            deal.play(chance.choice(deal.legal_moves()))
        yield deal, deal.turn


def plays_in(rules: Rules) -> int:
    return rules.players * sum(round_sizes(rules))


def permuted(deal: Deal, seat: int, chance: random.Random) -> tuple[Card, ...]:
    """Another deck with which the same would have been seen from this seat so far."""
    view = look(deal, seat)
    hidden = set(view.unseen)
    places = [at for at, card in enumerate(deal.deck) if card in hidden]
    cards = [deal.deck[at] for at in places]
    chance.shuffle(cards)
    deck = list(deal.deck)
    for at, card in zip(places, cards, strict=True):
        deck[at] = card
    return tuple(deck)


def refusals(deal: Deal, seat: int) -> list[str]:
    """Lines that name each card of the deck in every way, none of which is a move now."""
    hand = deal.hands[seat]
    lines = []
    for card in DECKS[deal.rules.deck]:
        if card not in hand:
            lines += [card.code, f"{card}x{card}", f"{card}*1"]
        for own in hand:
            move = Move(own, None, (card,))
            with contextlib.suppress(MoveRefused):
                deal.recognised(move)
                continue
            lines.append(str(move))
    return [*lines, "0", "9", "99", "hello", "level none", "rules none"]


def everything_told(
    name: str, deal: Deal, seat: int, deck: Sequence[Card], manner: Manner, *, hint: bool
) -> list[str]:
    """All that a person at this seat is told from the first card to here, and then in answer to anything."""
    rules = deal.rules
    seats = tuple(Seat("you") if at == seat else Seat("easy") for at in range(rules.players))
    setup = Setup(name, rules, seats, 1, deck=tuple(deck))
    game = Session(setup, manner, player=lambda _seat: Rehearsed(deal.moves))
    outputs = list(game.start())
    while game.asking is not None and len(game.deal.moves) < len(deal.moves):
        move = deal.moves[len(game.deal.moves)]
        outputs += game.feed(str(move))
        if game.asking is not None and game.asking.kind == "choice":  # a bare card that can do more
            outputs += game.feed(str(move))
    assert game.deal.moves == deal.moves
    words = [command.word for command in COMMANDS if command.word not in (*LEAVES, "undo", "hint")]
    words += ["hint"] * hint
    for line in [*words, *(f"rules {topic}" for topic in TOPICS), *refusals(deal, seat)]:
        outputs.append(Line(f"> {line}"))
        outputs += game.feed(line)
        if game.asking is not None and game.asking.kind != "move":
            outputs += game.feed("x")
        assert game.deal.moves == deal.moves, line
    outputs += game.feed("undo")
    assert not any(isinstance(output, Pause) for output in outputs)
    return [f"{output.role}: {output.text}" for output in outputs]


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("name", VARIANTS)
def test_what_is_told_does_not_depend_on_hidden_cards(name, players):
    chance = random.Random(1)
    manners = chance.sample(MANNERS, len(MANNERS))
    for number, (deal, seat) in enumerate(positions(name, players, 1, 4)):
        manner = manners[number % len(manners)]
        hint = number == 0 and players == 2 + list(VARIANTS).index(name) % 3  # which takes time to think about
        told_really = everything_told(name, deal, seat, deal.deck, manner, hint=hint)
        other = permuted(deal, seat, chance)
        assert everything_told(name, deal, seat, other, manner, hint=hint) == told_really


def test_a_permutation_is_another_deal():
    """Else the tests here would compare a game with itself."""
    chance = random.Random(2)
    for deal, seat in positions("rubamazzo", 2, 1, 10):
        if len(look(deal, seat).unseen) > 3:
            assert permuted(deal, seat, chance) != deal.deck


@pytest.mark.parametrize("level", LEVELS)
def test_levels_choose_alike(level):
    chance = random.Random(3)
    for deal, seat in positions("classico", 2, 2, 6):
        choices = []
        for deck in (deal.deck, permuted(deal, seat, chance)):
            again = Deal(deal.rules, deck)
            for move in deal.moves:
                again.play(move)
            choices.append(LEVELS[level]().choose(look(again, seat), Stream("test")))
        assert choices[0] is choices[1] or choices[0] == choices[1]


def record_of(deal: Deal, deck: Sequence[Card], tags: dict[str, str]) -> Record:
    match = Match(deal.rules)
    again = match.start_deal(tuple(deck))
    for move in deal.moves:
        again.play(move)
    name = "rubamazzo"
    return Record(name, deal.rules, match, (Seat("you"), Seat("easy")), 7, deal_tags={1: tags})


@pytest.mark.parametrize("show", [False, True])
def test_an_unfinished_record_is_told_without_what_is_to_come(show):
    chance = random.Random(4)
    for deal, seat in positions("rubamazzo", 2, 3, 10):
        told_of = []
        for deck, salt in ((deal.deck, SALT), (permuted(deal, seat, chance), "1" * 32)):
            record = record_of(deal, deck, {"Seal": "f" * 64, "Salt": salt})
            [again] = read_records(write_record(record))
            told_of.append(list(told(again, 1, language("en"), show=show, spoken=False, terse=False)))
        assert told_of[0] == told_of[1]


def test_an_unfinished_record_holds_no_card_to_come_in_plain_text():
    for deal, _seat in positions("rubamazzo", 2, 5, 10):
        text = write_record(record_of(deal, deal.deck, {"Seal": seal(SALT, deal.deck), "Salt": SALT}))
        assert codes(deal.deck) not in text
        assert SALT not in text
        assert '[Seed "7"]' not in text
        played = {str(card) for move in deal.moves for card in (move.card, *move.takes)}
        for card in (*deal.stock, *(card for hand in deal.hands for card in hand)):
            assert (
                card.code not in text.replace("~", " ").split('[Deck "')[1].split("]", 1)[1]
                or card.code in played
            )


def test_while_a_game_goes_on_its_seed_is_not_told():
    seats = (Seat("you"), Seat("easy"))
    game = Session(Setup("classico", VARIANTS["classico"], seats, 424242, cut=True, salt=lambda: SALT))
    outputs = list(game.start()) + list(game.feed("5"))
    for command in COMMANDS:
        if command.word not in LEAVES:
            outputs += game.feed(command.word)
    text = " ".join(output.text for output in outputs if isinstance(output, Line))
    assert "Seal: " in text
    assert "424242" not in text
    assert SALT not in text
