"""What one seat may know of a deal, and worlds it cannot tell from the real one (rules 9)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from .cards import DECKS, Card
from .chance import Stream
from .game import ORDER, Deal
from .moves import Move
from .rules import Rules


@dataclass(frozen=True, slots=True)
class View:
    """Everything a seat may know, and nothing else (rules 9.1); all a player is shown comes from here.

    Seats count from 0. `hand` is the seat's own; `table` is in table order; `piles` are all piles,
    top last, because every card went there in the open; `hand_sizes` and `stock` are numbers of
    cards; `moves` are all plays of the deal so far; `first_table` and `received` (its own cards,
    round by round) are what it saw dealt, empty where that is not known; `legal` is what it may do,
    empty when it is not its turn.
    `number` is the deal's in the match (from 1), `score` the match's (rules 5.1).
    """

    rules: Rules
    seat: int
    number: int
    score: tuple[int, ...]
    first: int
    turn: int
    round: int
    is_last_round: bool
    hand: tuple[Card, ...]
    table: tuple[Card, ...]
    piles: tuple[tuple[Card, ...], ...]
    hand_sizes: tuple[int, ...]
    stock: int
    last_capture: int | None
    moves: tuple[Move, ...]
    first_table: tuple[Card, ...]
    received: tuple[tuple[Card, ...], ...]
    legal: tuple[Move, ...]

    @property
    def sizes(self) -> tuple[int, ...]:
        """The number of cards in each pile."""
        return tuple(len(pile) for pile in self.piles)

    @property
    def tops(self) -> tuple[Card | None, ...]:
        """The top card of each pile, None where there is no pile (rules 3.2)."""
        return tuple(pile[-1] if pile else None for pile in self.piles)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The other seats, in order of play after this one."""
        return ORDER[self.rules.players][self.seat]

    @property
    def unseen(self) -> list[Card]:
        """The cards this seat has not seen: in the other hands, in the stock, or never dealt."""
        seen = {*self.hand, *self.table}.union(*self.piles)
        return [card for card in DECKS[self.rules.deck] if card not in seen]

    def imagined(self, stream: Stream) -> tuple[list[list[Card]], list[Card]]:
        """Hands for every seat and a stock as they may lie, each way as likely as any other.

        The seat's own hand is as it is; the unseen cards are shuffled with the stream.
        """
        unseen = self.unseen
        stream.shuffle(unseen)
        hands: list[list[Card]] = []
        at = 0
        for seat, size in enumerate(self.hand_sizes):
            if seat == self.seat:
                hands.append(list(self.hand))
            else:
                hands.append(unseen[at : at + size])
                at += size
        return hands, unseen[at:]

    def world(self, stream: Stream) -> Deal:
        """A whole deal to think ahead in, which this seat cannot tell from the real one."""
        return self.supposing(*self.imagined(stream))

    def supposing(
        self, hands: Iterable[Iterable[Card]], stock: Sequence[Card], table: Iterable[Card] | None = None
    ) -> Deal:
        """The deal as it would be with these cards in the hands and the stock, and on the table if they are given."""
        return Deal.arranged(
            self.rules,
            hands=hands,
            table=self.table if table is None else table,
            piles=self.piles,
            stock=stock,
            first=self.first,
            turn=self.turn,
            round=self.round,
            last_capture=self.last_capture,
        )


def look(deal: Deal, seat: int, number: int = 1, score: tuple[int, ...] = ()) -> View:
    """The view of a deal from a seat: the one door through which what is public leaves (rules 9)."""
    rules = deal.rules
    first_table, received = _dealt_to(deal, seat)
    return View(
        rules=rules,
        seat=seat,
        number=number,
        score=score or (0,) * rules.players,
        first=deal.first,
        turn=deal.turn,
        round=deal.round,
        is_last_round=deal.is_last_round,
        hand=tuple(deal.hands[seat]),
        table=tuple(deal.table),
        piles=tuple(map(tuple, deal.piles)),
        hand_sizes=tuple(map(len, deal.hands)),
        stock=len(deal.deck) - deal.dealt,
        last_capture=deal.last_capture,
        moves=tuple(deal.moves),
        first_table=first_table,
        received=received,
        legal=deal.legal_moves() if deal.turn == seat else (),
    )


def _dealt_to(deal: Deal, seat: int) -> tuple[tuple[Card, ...], tuple[tuple[Card, ...], ...]]:
    """The first table, and the cards this seat received round by round (rules 2.2, 2.3).

    Nothing of either in an arranged deal: all its deck is stock, and what was dealt before is not known.
    """
    deck, step = deal.deck, deal.rules.players
    if len(deck) < deal.rules.deck:
        return (), ()
    place = (seat - deal.first) % step
    full = deal.rules.hand * step
    rest = full + deal.rules.table
    rounds = [tuple(deck[place:full:step])]
    for at in range(rest, deal.dealt, full):
        rounds.append(tuple(deck[at + place : min(at + full, deal.dealt) : step]))
    return tuple(deck[full:rest]), tuple(rounds)
