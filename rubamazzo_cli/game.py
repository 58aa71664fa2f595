"""A deal of cards, played move by move (rules 2 and 3)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Literal

from .cards import Card
from .errors import DealOver, MoveRefused
from .moves import Move, named, options, refusal
from .rules import Rules
from .scoring import Result, counted

Played = tuple[Literal["played"], int, Move, int]
"""A seat played a move and stole so many cards with it."""
Dealt = tuple[Literal["dealt"], int, int]
"""Round number (from 1) was dealt, so many cards to each seat (rules 2.3)."""
Leftover = tuple[Literal["leftover"], int | None, tuple[Card, ...]]
"""The last cards on the table went to this seat, or to nobody (rules 4.1)."""
Ended = tuple[Literal["ended"], Result]
"""The deal is over."""
Event = Played | Dealt | Leftover | Ended
"""What happened at the table, as everyone saw it: small tuples, because one is made for each play."""


ORDER = {
    seats: tuple(tuple((seat + step) % seats for step in range(1, seats)) for seat in range(seats))
    for seats in (2, 3, 4)
}
"""The rivals of each seat in order of play, by how many play."""

_ROUND = {seats: tuple((seat, *rivals) for seat, rivals in enumerate(order)) for seats, order in ORDER.items()}
"""The seats in the order cards are dealt to them, by how many play and who is first."""


class Deal:
    """One deal, from the handing out to the counting: ask `legal_moves`, then `play` (rules 2 to 4).

    Seats are numbered from 0 here and everywhere in the code; texts for people count from 1.
    `hands`, `table` (in table order) and `piles` (top last) hold the cards, `dealt` says how many
    of the deck have left the stock, `turn` whose turn it is, `last_capture` who took or stole last.
    """

    __slots__ = (
        "_by_rank",
        "_legal",
        "_memo",
        "_tops",
        "dealt",
        "deck",
        "first",
        "hands",
        "last_capture",
        "moves",
        "piles",
        "result",
        "round",
        "rules",
        "table",
        "turn",
    )

    def __init__(self, rules: Rules, deck: Sequence[Card], first: int = 0) -> None:
        """Hand out the first round from the top of the deck (rules 2.2)."""
        seats = rules.players
        self.rules = rules
        self.deck = deck
        self.first = self.turn = first
        self.round = 1
        self.moves: list[Move] = []
        self.piles: list[list[Card]] = [[] for _ in range(seats)]
        self.last_capture: int | None = None
        self.result: Result | None = None
        self.hands: list[list[Card]] = [[]] * seats
        self.dealt = 0
        self._hand_out(rules.hand)
        start = self.dealt
        self.dealt = end = start + rules.table
        self.table: dict[Card, None] = dict.fromkeys(deck[start:end])
        self._prepare()

    @classmethod
    def arranged(
        cls,
        rules: Rules,
        *,
        hands: Iterable[Iterable[Card]],
        table: Iterable[Card],
        piles: Iterable[Iterable[Card]],
        stock: Sequence[Card],
        first: int,
        turn: int,
        round: int,
        last_capture: int | None,
    ) -> Deal:
        """A deal already under way, put together from its parts; what was played before is not known."""
        deal = cls.__new__(cls)
        deal.rules = rules
        deal.deck = stock
        deal.dealt = 0
        deal.first = first
        deal.turn = turn
        deal.round = round
        deal.moves = []
        deal.hands = [list(hand) for hand in hands]
        deal.table = dict.fromkeys(table)
        deal.piles = [list(pile) for pile in piles]
        deal.last_capture = last_capture
        deal.result = None
        deal._prepare()
        return deal

    def _prepare(self) -> None:
        """Fill what is remembered beside the cards so that legal moves are found fast."""
        self._memo = _memo(self.rules)
        self._by_rank: list[tuple[Card, ...]] = [()] * 14
        for card in self.table:
            self._by_rank[card.rank] += (card,)
        self._tops = [pile[-1].rank if pile else 0 for pile in self.piles]
        self._legal: tuple[Move, ...] | None = None

    def _hand_out(self, each: int) -> None:
        """Give each seat so many cards, one at a time round the table (rules 2.2)."""
        deck, hands, at = self.deck, self.hands, self.dealt
        seats = len(hands)
        self.dealt = end = at + each * seats
        for seat in _ROUND[seats][self.first]:
            hands[seat] = [*deck[at:end:seats]]
            at += 1

    # what there is to see

    @property
    def stock(self) -> Sequence[Card]:
        """The cards not dealt yet, next first."""
        return self.deck[self.dealt :]

    @property
    def is_over(self) -> bool:
        """Whether all has been played and counted (rules 2.5)."""
        return self.result is not None

    @property
    def is_last_round(self) -> bool:
        """Whether the stock is too small for another round (rules 2.4)."""
        return len(self.deck) - self.dealt < self.rules.players

    def rival_tops(self, seat: int) -> list[tuple[int, Card | None]]:
        """The other seats in order of play after this one, each with the top of its pile (rules 3.2)."""
        piles = self.piles
        return [(rival, piles[rival][-1] if piles[rival] else None) for rival in ORDER[len(piles)][seat]]

    def legal_moves(self) -> tuple[Move, ...]:
        """All the seat whose turn it is may do: card by card as dealt, each in menu order (rules 3).

        Of moves that are alike only one stands here (rules 3.8). Empty when the deal is over.
        """
        legal = self._legal
        if legal is None:
            legal = ()
            memo = self._memo
            remembered = memo.moves
            further = memo.ranks_that_look_further
            by_rank = self._by_rank
            tops = self._tops
            for card in self.hands[self.turn]:
                rank = card.rank
                if further and rank in further:
                    legal += self._options_on_whole_table(card)
                    continue
                key = (card, by_rank[rank], self._robbable(rank) if rank in tops else ())
                try:
                    legal += remembered[key]
                except KeyError:
                    legal += memo.moves_by_rank(*key)
            if memo.whole_hand_decides:
                legal = tuple([move for move in legal if move.captures]) or legal
            self._legal = legal
        return legal

    def _robbable(self, rank: int) -> tuple[int, ...]:
        """The rivals with a card of this rank on top of their pile, next seat first."""
        tops = self._tops
        return tuple([seat for seat in ORDER[len(tops)][self.turn] if tops[seat] == rank])

    def _options_on_whole_table(self, card: Card) -> tuple[Move, ...]:
        """What `moves.options` says of a card that looks at more than the cards of its own rank."""
        return options(self.rules, card, tuple(self.table), self.rival_tops(self.turn), self._ace_is_special)

    @property
    def _ace_is_special(self) -> bool:
        """Whether an ace does now what it is named for and not what any card does (rules 3.6)."""
        rules = self.rules
        return rules.ace != "plain" and (rules.ace_in_last_round or not self.is_last_round)

    # what can be done

    def play(self, move: Move) -> tuple[Event, ...]:
        """Play a move for the seat whose turn it is and tell what happened (rules 3.1).

        Raises MoveRefused, or DealOver; the deal is then as it was.
        """
        if move not in (self._legal or self.legal_moves()):
            move = self.recognised(move)
        seat = self.turn
        card, rob, takes = move
        hand = self.hands[seat]
        hand.remove(card)
        stolen = 0
        if rob is not None or takes:
            pile = self.piles[seat]
            if rob is not None:
                robbed = self.piles[rob]
                stolen = len(robbed)
                pile += robbed
                self.piles[rob] = []
                self._tops[rob] = 0
            if takes:
                by_rank = self._by_rank
                for taken in takes:
                    del self.table[taken]
                    equal = by_rank[taken.rank]
                    by_rank[taken.rank] = (
                        () if len(equal) == 1 else tuple([other for other in equal if other is not taken])
                    )
                pile += takes
            pile.append(card)
            self._tops[seat] = card.rank
            self.last_capture = seat
        else:
            self.table[card] = None
            self._by_rank[card.rank] += (card,)
        self.moves.append(move)
        self._legal = None
        self.turn = turn = seat + 1 if seat + 1 < len(self.piles) else 0
        played: Played = ("played", seat, move, stolen)
        if self.hands[turn]:
            return (played,)
        return (played, *self._next_round())

    def recognised(self, move: Move) -> Move:
        """The move as the deal knows it: legal, or alike to a legal one and taken at its word (rules 3.8).

        Raises MoveRefused, or DealOver.
        """
        legal = self.legal_moves()
        if self.result is not None:
            raise DealOver
        table = tuple(self.table)
        known = named(self.rules, move, legal, table)
        if known is None:
            hand, tops = self.hands[self.turn], self.rival_tops(self.turn)
            reason = refusal(self.rules, move, hand, legal, table, tops, self._ace_is_special)
            raise MoveRefused(reason, move)
        return known

    def _next_round(self) -> tuple[Event, ...]:
        """Deal another round, or count the deal when there is none (rules 2.3 to 2.5)."""
        rules = self.rules
        each = min(rules.hand, (len(self.deck) - self.dealt) // rules.players)
        if each:
            self._hand_out(each)
            self.round += 1
            return (("dealt", self.round, each),)
        events: tuple[Event, ...] = ()
        if self.table:
            left = tuple(self.table)
            heir = self.last_capture if rules.leftover == "last-capture" else None
            if heir is not None:
                self.piles[heir] += left
                self.table.clear()
            events = (("leftover", heir, left),)
        self.result = counted(rules, self.piles)
        self._legal = ()
        return (*events, ("ended", self.result))


class _Memo:
    """The answers of `moves.options` under one set of rules, remembered because they recur.

    Only a card that looks at its own rank is remembered: it is asked about with only the cards of
    its rank in sight, so that the answer serves wherever those lie alike. Whole tables hardly recur.
    """

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.moves: dict[tuple[Card, tuple[Card, ...], tuple[int, ...]], tuple[Move, ...]] = {}
        every_rank = rules.capture in ("sum", "fifteen")
        special_ace = rules.ace != "plain"
        self.ranks_that_look_further = frozenset(range(14) if every_rank else [1] if special_ace else [])
        self.whole_hand_decides = rules.must_take == "hand"

    def moves_by_rank(self, card: Card, equal: tuple[Card, ...], robbable: tuple[int, ...]) -> tuple[Move, ...]:
        """What the card may do to these table cards of its rank and these seats' tops of its rank."""
        tops = [(seat, card) for seat in robbable]
        moves = options(self.rules, card, equal, tops, ace_is_special=False)
        return self.moves.setdefault((card, equal, robbable), moves)


@lru_cache(maxsize=64)
def _memo(rules: Rules) -> _Memo:
    return _Memo(rules)


def round_sizes(rules: Rules) -> tuple[int, ...]:
    """How many cards each seat gets in each round of a deal (rules 2.3)."""
    sizes = [rules.hand]
    stock = rules.deck - rules.players * rules.hand - rules.table
    while each := min(rules.hand, stock // rules.players):
        sizes.append(each)
        stock -= each * rules.players
    return tuple(sizes)
