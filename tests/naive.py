"""A second engine, written from the rules alone: strings and lists, no memory, no cleverness.

It shares no line with the engine it is compared with. Cards are codes, moves the tokens of
records, piles and table lists. Switches come as their text (`deck=40 players=2 …`).
"""

from __future__ import annotations


class NaiveDeal:
    def __init__(self, switches: str, deck: list[str], first: int) -> None:
        self.switches = dict(setting.split("=") for setting in switches.split())
        self.seats = int(self.switches["players"])
        self.first = first
        self.turn = first
        self.stock = list(deck)
        self.hands: list[list[str]] = [[] for _ in range(self.seats)]
        self.piles: list[list[str]] = [[] for _ in range(self.seats)]
        self.table: list[str] = []
        self.round = 0
        self.last_capture: int | None = None
        self.over = False
        self.deal_round(int(self.switches["hand"]))
        for _ in range(int(self.switches["table"])):
            self.table.append(self.stock.pop(0))

    # rules 2

    def deal_round(self, each: int) -> None:
        for _ in range(each):
            for step in range(self.seats):
                self.hands[(self.first + step) % self.seats].append(self.stock.pop(0))
        self.round += 1

    def last_round(self) -> bool:
        return len(self.stock) < self.seats

    # rules 1.5

    def value(self, card: str) -> int:
        ranks = "A234567FCR" if self.switches["deck"] == "40" else "A23456789TJQK"
        return ranks.index(card[0]) + 1

    # rules 3

    def legal(self) -> list[str]:
        if self.over:
            return []
        hand = self.hands[self.turn]
        captures = {card: self.captures(card) for card in hand}
        must_take = self.switches["must-take"]
        moves = []
        for card in hand:
            moves += captures[card]
            may_lay = {
                "no": True,
                "card": captures[card] == [],
                "hand": all(captures[other] == [] for other in hand),
            }[must_take]
            if may_lay:
                moves.append(card)
        return moves

    def captures(self, card: str) -> list[str]:
        if card[0] == "A" and self.switches["ace"] != "plain":
            in_force = not self.last_round() or self.switches["ace-in-last-round"] == "yes"
            moves = self.ace_moves(card) if in_force else []
            if moves:
                return moves
        steals = self.steals(card)
        takes = [self.token(card, None, cards) for cards in self.takes(card)]
        if not steals or not takes:
            return steals + takes
        way = self.switches["steal"]
        if way == "first":
            return steals
        if way == "last":
            return takes
        if way == "both" and self.equal_tops(card):
            return steals  # each of the equal rank is joined with a take already
        return steals + takes

    def ace_moves(self, card: str) -> list[str]:
        moves = []
        after = (self.turn + 1) % self.seats
        if self.switches["ace"] == "sweep-or-rob" and self.piles[after]:
            moves.append(self.token(card, after, []))
        if self.table:
            moves.append(self.token(card, None, self.table))
        return moves

    def takes(self, card: str) -> list[list[str]]:
        way = self.switches["capture"]
        value = self.value(card)
        equal = [other for other in self.table if other[0] == card[0]]
        if way == "fifteen":
            return self.sets_making(15 - value)
        if way == "sum" and not equal:
            return self.sets_making(value)
        if way == "all":
            return [equal] if equal else []
        return self.without_alike([[other] for other in equal])

    def equal_tops(self, card: str) -> list[int]:
        if self.switches["steal"] == "off":
            return []
        return [seat for seat in self.rivals() if self.piles[seat] and self.piles[seat][-1][0] == card[0]]

    def steals(self, card: str) -> list[str]:
        moves = []
        for seat in self.rivals():
            if seat in self.equal_tops(card):
                takes = self.takes(card) if self.switches["steal"] == "both" else []
                for cards in takes or [[]]:
                    moves.append(self.token(card, seat, cards))
            elif self.switches["pile-in-sums"] == "yes" and self.piles[seat]:
                missing = self.value(card) - self.value(self.piles[seat][-1])
                for cards in self.sets_making(missing):
                    moves.append(self.token(card, seat, cards))
        return moves

    def rivals(self) -> list[int]:
        return [(self.turn + step) % self.seats for step in range(1, self.seats)]

    def sets_making(self, total: int) -> list[list[str]]:
        """Every set of table cards of this total, fewest cards first, then by table order."""
        if total < 1:
            return []
        found = self.subsets(self.table, total)
        found.sort(key=len)
        return self.without_alike(found)

    def subsets(self, cards: list[str], total: int) -> list[list[str]]:
        if total == 0:
            return [[]]
        found = []
        for at, card in enumerate(cards):
            if self.value(card) <= total:
                for rest in self.subsets(cards[at + 1 :], total - self.value(card)):
                    found.append([card, *rest])
        return found

    def without_alike(self, sets: list[list[str]]) -> list[list[str]]:
        """The first of those that take the same ranks (rules 3.8)."""
        if self.switches["scoring"] == "scopa":
            return sets
        kept: list[list[str]] = []
        for cards in sets:
            if not any(self.ranks(cards) == self.ranks(other) for other in kept):
                kept.append(cards)
        return kept

    def ranks(self, cards: list[str]) -> list[int]:
        return sorted(self.value(card) for card in cards)

    def token(self, card: str, seat: int | None, cards: list[str]) -> str:
        text = card
        if seat is not None:
            text += "*" + str(seat + 1)
        if cards:
            text += "x" + "+".join(cards)
        return text

    def play(self, token: str) -> None:
        before, _, after = token.partition("x")
        card, _, robbed = before.partition("*")
        cards = after.split("+") if after else []
        self.hands[self.turn].remove(card)
        if robbed or cards:
            pile = self.piles[self.turn]
            if robbed:
                pile += self.piles[int(robbed) - 1]
                self.piles[int(robbed) - 1] = []
            for taken in cards:
                self.table.remove(taken)
                pile.append(taken)
            pile.append(card)
            self.last_capture = self.turn
        else:
            self.table.append(card)
        self.turn = (self.turn + 1) % self.seats
        if all(hand == [] for hand in self.hands):
            self.next_round()

    def next_round(self) -> None:
        each = int(self.switches["hand"])
        while each * self.seats > len(self.stock):
            each -= 1
        if each > 0:
            self.deal_round(each)
            return
        self.over = True
        if self.switches["leftover"] == "last-capture" and self.last_capture is not None:
            self.piles[self.last_capture] += self.table
            self.table = []

    # rules 4

    def sizes(self) -> list[int]:
        return [len(pile) for pile in self.piles]

    def points(self) -> list[int] | None:
        if self.switches["scoring"] != "scopa":
            return None
        contests = [
            self.sizes(),
            [len([card for card in pile if card[1] == "d"]) for pile in self.piles],
            [len([card for card in pile if card == "7d"]) for pile in self.piles],
            [self.primiera(pile) for pile in self.piles],
        ]
        points = [0] * self.seats
        for contest in contests:
            for seat, mine in enumerate(contest):
                if all(mine > other for rival, other in enumerate(contest) if rival != seat):
                    points[seat] += 1
        return points

    def primiera(self, pile: list[str]) -> int:
        worth = {"7": 21, "6": 18, "A": 16, "5": 15, "4": 14, "3": 13, "2": 12, "F": 10, "C": 10, "R": 10}
        total = 0
        for suit in "cdbs":
            of_suit = [worth[card[0]] for card in pile if card[1] == suit]
            if not of_suit:
                return 0
            total += max(of_suit)
        return total

    def leaders(self) -> list[int]:
        totals = self.points()
        if totals is None:
            totals = self.sizes()
            if self.switches["handicap"] != "0":
                head_starts = [int(cards) for cards in self.switches["handicap"].split(",")]
                totals = [size + more for size, more in zip(totals, head_starts, strict=True)]
        return [seat for seat in range(self.seats) if totals[seat] == max(totals)]
