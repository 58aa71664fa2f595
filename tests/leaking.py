"""Positions, the same positions with other hidden cards, and all that somebody is told there."""

from __future__ import annotations

import contextlib
import random
from collections.abc import Iterator, Sequence

from rubamazzo_cli.cards import DECKS, Card
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.commands import COMMANDS
from rubamazzo_cli.errors import MoveRefused
from rubamazzo_cli.game import Deal, round_sizes
from rubamazzo_cli.lines import Line
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import LEVELS, Player
from rubamazzo_cli.record import Seat
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches
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
LEAVES = ("quit", "new", "save")


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


def everything_to_type(deal: Deal, seat: int) -> list[str]:
    """All that can be typed without a play of it: every word but for a hint, every topic, every refusal."""
    words = [command.word for command in COMMANDS if command.word not in (*LEAVES, "undo", "hint")]
    return [*words, *(f"rules {topic}" for topic in TOPICS), *refusals(deal, seat)]


def everything_told(
    name: str, deal: Deal, seat: int, deck: Sequence[Card], manner: Manner, lines: Sequence[str]
) -> list[str]:
    """All that a person at this seat is told from the first card to here, and then in answer to the lines."""
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
    for line in lines:
        outputs.append(Line(f"> {line}"))
        outputs += game.feed(line)
        if game.asking is not None and game.asking.kind != "move":
            outputs += game.feed("x")
        assert game.deal.moves == deal.moves, line
    outputs += game.feed("undo")
    assert not any(isinstance(output, Pause) for output in outputs)
    return [f"{output.role}: {output.text}" for output in outputs]


def choice_of(level: str, deal: Deal, seat: int, deck: Sequence[Card]) -> Move:
    """What a level plays here if these are the cards, always with the same chance."""
    again = Deal(deal.rules, tuple(deck))
    for move in deal.moves:
        again.play(move)
    return LEVELS[level]().choose(look(again, seat), Stream("test"))
