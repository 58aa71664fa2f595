"""A level as an engine: lines of the protocol in, one line of answer out for each (formats 5)."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import NamedTuple

from .cards import DECKS, Card, read_card
from .chance import SEEDS, choice_stream
from .errors import BadDeck, RubamazzoError
from .game import Deal, round_sizes
from .match import match_points
from .moves import Move, read_move
from .players import LEVELS, Player
from .record import write_result
from .rules import SWITCHES, Rules, with_switches
from .scoring import Result
from .view import View, look


class Engine:
    """Plays one seat by answering lines: `answer("move")` is `"= 2sx2b"`.

    It is told only what its seat may know, and it never fails: a line that is unknown, malformed or
    out of order is answered `? reason` and changes nothing. `is_done` once it was told to quit.
    """

    def __init__(self, player: Player | str, name: str = "") -> None:
        """Let this player, or the level of this name, answer."""
        if isinstance(player, str):
            name = name or f"rubamazzo {player}"
            player = LEVELS[player]()
        self.player = player
        self.name = name or type(player).__name__.lower()
        self.is_done = False
        self._greeted = False
        self._rules: Rules | None = None
        self._seat: int | None = None
        self._seed = 0
        self._seen: _Seen | None = None
        self._finished: dict[int, Result] = {}

    def answer(self, line: str) -> str:
        """The one line that answers this one: `= …`, or `? reason` and nothing has changed."""
        try:
            if self.is_done:
                raise _Refused("it has quit")
            return f"= {self._obey(line.split())}".rstrip()
        except _Refused as refused:
            reason = str(refused)
        except RubamazzoError as error:
            kind = re.sub("(?<=.)([A-Z])", r" \1", type(error).__name__).lower()
            reason = f"{kind}: {error}".removesuffix(": ")
        return "? " + "".join(letter if letter.isprintable() else "?" for letter in reason[:200])

    def _obey(self, words: list[str]) -> str:
        """Do what the line says and return the text of the answer. Everything is checked first."""
        match words:
            case ["protocol", version]:
                if version != "1":
                    raise _Refused("it speaks protocol 1")
                self._greeted = True
                return self.name
            case ["quit"]:
                self.is_done = True
                self.player.close()
                return ""
        if not self._greeted:
            raise _Refused("protocol comes first")
        match words:
            case ["rules", *settings]:
                if sorted(setting.partition("=")[0] for setting in settings) != sorted(SWITCHES):
                    raise _Refused("rules names every switch once: " + " ".join(SWITCHES))
                self._begin(with_switches(Rules(), settings), None)
            case ["seat", seat]:
                rules = self._known_rules
                self._begin(rules, _number(seat, 1, rules.players) - 1)
            case ["seed", seed]:
                self._seed = _number(seed, 0, SEEDS - 1)
            case ["deal", number, "first", first, "table", *cards]:
                self._deal(_number(number, 1, SEEDS), first, self._cards(cards))
            case ["hand", *cards]:
                self._hand(self._cards(cards))
            case ["play", seat, token]:
                self._play(seat, read_move(token, self._known_rules.deck))
            case ["move"]:
                return str(self._move())
            case ["result", *result]:
                self._result(" ".join(result))
            case ["over", winner]:
                self._over(winner)
            case _:
                raise _Refused("not a line of protocol 1")
        return ""

    # what it has been told

    @property
    def _known_rules(self) -> Rules:
        if self._rules is None:
            raise _Refused("rules comes before")
        return self._rules

    @property
    def _known_seat(self) -> int:
        if self._seat is None:
            raise _Refused("seat comes before")
        return self._seat

    def _under_way(self) -> _Seen:
        """The deal that is being played, its hand known."""
        if self._seen is None:
            raise _Refused("deal comes before")
        if self._seen.lacks_hand:
            raise _Refused("hand comes before")
        return self._seen

    def _cards(self, words: list[str]) -> tuple[Card, ...]:
        return tuple(read_card(word, self._known_rules.deck) for word in words)

    def _view(self, seen: _Seen) -> View:
        """What its seat may know now, score included as far as it has heard results."""
        brought = [match_points(seen.rules, result) for result in self._finished.values()]
        score = tuple(map(sum, zip(*brought, strict=True)))
        return look(seen.deal, seen.seat, seen.number, score)

    # what it is told

    def _begin(self, rules: Rules, seat: int | None) -> None:
        """Another match begins; whatever was on is forgotten."""
        self._rules = rules
        self._seat = seat
        self._seen = None
        self._finished = {}

    def _deal(self, number: int, first: str, table: tuple[Card, ...]) -> None:
        """A deal begins, or begins again: it and those after it have not been played."""
        rules, seat = self._known_rules, self._known_seat
        if len(table) != rules.table:
            raise _Refused(f"the table has {rules.table} cards")
        self._seen = _Seen.so_far(rules, seat, number, _number(first, 1, rules.players) - 1, table)
        self._finished = {at: told for at, told in self._finished.items() if at < number}

    def _hand(self, cards: tuple[Card, ...]) -> None:
        seen = self._seen
        if seen is None or not seen.lacks_hand:
            raise _Refused("no hand is due")
        size = round_sizes(seen.rules)[seen.deal.round - 1]
        if len(cards) != size:
            raise _Refused(f"the hand has {size} cards")
        self._seen = seen.and_received(cards)

    def _play(self, seat: str, move: Move) -> None:
        seen = self._under_way()
        if _number(seat, 1, seen.rules.players) - 1 != seen.deal.turn and not seen.deal.is_over:
            raise _Refused(f"it is the turn of seat {seen.deal.turn + 1}")
        self._seen = seen.and_played(move)

    def _move(self) -> Move:
        seen = self._under_way()
        if seen.deal.is_over or seen.deal.turn != seen.seat:
            raise _Refused("it is not its turn")
        stream = choice_stream(self._seed, seen.number, seen.seat, len(seen.deal.moves))
        return self.player.choose(self._view(seen), stream)

    def _result(self, text: str) -> None:
        seen = self._under_way()
        result = seen.deal.result
        if result is None or seen.number in self._finished:
            raise _Refused("no result is due")
        if text != write_result(result):
            raise _Refused(f"the result is {write_result(result)}")
        self._finished[seen.number] = result
        self.player.deal_over(self._view(seen), result)

    def _over(self, winner: str) -> None:
        rules, seat = self._known_rules, self._known_seat
        won = None if winner == "draw" else _number(winner, 1, rules.players) - 1
        self._begin(rules, seat)
        self.player.match_over(won)


class _Refused(Exception):
    """The line cannot be obeyed now, for the reason that is the text."""


def _number(text: str, least: int, most: int) -> int:
    if not re.fullmatch("0|[1-9][0-9]{0,9}", text) or not least <= int(text) <= most:
        raise _Refused(f"not a number from {least} to {most}: {text}")
    return int(text)


class _Seen(NamedTuple):
    """What a seat has seen of a deal, and with it a deal that looks the same to it.

    In `deal` the cards that were seen lie where they were seen and the others anywhere, so moves are
    judged, and the view is taken, by those who do it at the table. Each change is a new value, made
    only if the rules allow it.
    """

    rules: Rules
    seat: int
    number: int
    table: tuple[Card, ...]
    received: tuple[tuple[Card, ...], ...]
    deal: Deal

    @classmethod
    def so_far(
        cls,
        rules: Rules,
        seat: int,
        number: int,
        first: int,
        table: tuple[Card, ...],
        received: tuple[tuple[Card, ...], ...] = (),
        moves: Sequence[Move] = (),
    ) -> _Seen:
        """All that was seen, from the beginning. Raises BadDeck, MoveRefused or DealOver."""
        deal = Deal(rules, _deck_as_seen(rules, seat, first, table, received, moves), first)
        for move in moves:
            turn = deal.turn
            rest: list[Card] = []
            if turn != seat:
                # The other cards in its hand have a say in what a rival may do (rules 3.7), but
                # nobody has seen them: it is believed.
                rest = [card for card in deal.hands[turn] if card is not move.card]
                deal.hands[turn] = [move.card]
            deal.play(move)
            if rest:
                deal.hands[turn] = rest
        return cls(rules, seat, number, table, received, deal)

    @property
    def lacks_hand(self) -> bool:
        """Whether the cards of this round are still to be told."""
        return len(self.received) < self.deal.round

    def and_received(self, cards: tuple[Card, ...]) -> _Seen:
        """Then the seat was dealt these."""
        return self._again((*self.received, cards), self.deal.moves)

    def and_played(self, move: Move) -> _Seen:
        """Then this was played."""
        return self._again(self.received, [*self.deal.moves, move])

    def _again(self, received: tuple[tuple[Card, ...], ...], moves: Sequence[Move]) -> _Seen:
        return self.so_far(self.rules, self.seat, self.number, self.deal.first, self.table, received, moves)


def _deck_as_seen(
    rules: Rules,
    seat: int,
    first: int,
    table: tuple[Card, ...],
    received: tuple[tuple[Card, ...], ...],
    moves: Sequence[Move],
) -> tuple[Card, ...]:
    """A deck from which this seat would have seen the same (rules 2.2).

    The seat's own cards lie where it was dealt them, and a rival's as if it played them in the order
    it got them: then the card played at some place of a round lay at the same place of its cards.
    Raises BadDeck when a card was seen in two places.
    """
    seats = rules.players
    place = (seat - first) % seats
    known: dict[int, Card] = {}
    start = played = 0
    for round, each in enumerate(round_sizes(rules)):
        size = each * seats
        known |= {
            start + at: move.card
            for at, move in enumerate(moves[played : played + size])
            if at % seats != place
        }
        if round < len(received):
            known |= dict(zip(range(start + place, start + size, seats), received[round], strict=True))
        start += size
        played += size
        if round == 0:
            known |= dict(enumerate(table, start))
            start += len(table)
    seen = set(known.values())
    if len(seen) < len(known):
        cards = list(known.values())
        raise BadDeck("twice", next(card.code for card in seen if cards.count(card) > 1))
    unseen = iter([card for card in DECKS[rules.deck] if card not in seen])
    return tuple([known[at] if at in known else next(unseen) for at in range(rules.deck)])
