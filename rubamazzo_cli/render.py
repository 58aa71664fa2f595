"""What a player is shown: lines about the view of a seat and about what happened."""

from __future__ import annotations

from collections.abc import Sequence

from .cards import RANKS, Card
from .drawing import PLAIN, Cards, Told
from .game import Event, round_sizes
from .i18n import N_, NN_, Language
from .lines import NO_BREAK, Line, capitalised
from .moves import Move
from .names import LEVEL_NAMES
from .record import Seat
from .results import Announcer
from .rules import Rules
from .sheet import title
from .view import View


class Narrator(Announcer):
    """Tells a game in one language to the people at one screen; `style` is how cards are drawn."""

    def __init__(self, language: Language, rules: Rules, seats: Sequence[Seat], style: str = PLAIN) -> None:
        super().__init__(language, rules, seats)
        self.style = style

    def title(self, variant: str) -> Line:
        """What is played (rules 7)."""
        return title(variant, self.rules, self.language)

    def how_to_get_help(self) -> list[Line]:
        """What to type when one does not know."""
        return [Line(self.language.gettext("Type ? for help."), "help")]

    def what_would_do(self, view: View) -> str:
        """What to type at the move prompt."""
        return self.language.ngettext(
            "Type 1 to play your last card, or its code, or ? for help.",
            "Type the number of a card, from 1 to {n}, or its code, or ? for help.",
            len(view.hand),
        ).format(n=len(view.hand))

    def players(self, seats: Sequence[Seat]) -> list[Line]:
        """Who plays, in order, and at what level where the name does not say it."""
        _ = self.language.gettext
        told = [
            f"{name} ({_(LEVEL_NAMES[seat.kind])})" if seat.name and seat.kind in LEVEL_NAMES else name
            for name, seat in zip(self.names, seats, strict=True)
        ]
        return [Line(_("In order of play: {players}.").format(players=", ".join(told)))]

    def cut(self, seat: int, largest: int) -> Line:
        """Ask a player to cut the deck (rules 2.6)."""
        _ = self.language.gettext
        if seat == self.you:
            return Line(_("Cut the deck: type a number from 1 to {n}.").format(n=largest), "help")
        sentence = _("{player}, cut the deck: type a number from 1 to {n}.")
        return Line(sentence.format(player=self.names[seat], n=largest), "help")

    # the state of the deal

    def state(self, view: View, open_hands: Sequence[Sequence[Card]] | None = None) -> list[Told]:
        """Everything a player needs before choosing: table, piles, stock and hand (formats 2)."""
        lines: list[Told] = [*self.gap, self.table(view), *self.piles(view), *self.stock(view)]
        if open_hands is not None:
            lines += self.open_hands(view, open_hands)
        lines += self.hand(view)
        return lines

    def table(self, view: View) -> Told:
        """The cards on the table."""
        _ = self.language.gettext
        if not view.table:
            return Line(_("The table is empty."), "state")
        return self._shown(_("Table: {cards}"), view.table, "state")

    def _shown(
        self, template: str, cards: Sequence[Card], role: str, below: Sequence[str] = (), player: str = ""
    ) -> Told:
        """Cards after what they are: in words, or drawn beneath it with something below each."""
        if self.style == PLAIN:
            return Line(template.format(cards=self.words.cards(cards), player=player), role)
        label = template.format(cards="", player=player).rstrip()
        return Cards(label, role, self.style, tuple(cards), tuple(below))

    def piles(self, view: View) -> list[Told]:
        """Each seat's pile and the number of cards in its hand, rivals first; then the tops drawn."""
        _ = self.language.gettext
        lines: list[Told] = []
        for seat in (*view.rivals, view.seat):
            top = view.tops[seat]
            size, held = len(view.piles[seat]), view.hand_sizes[seat]
            if top is None:
                template = _("{player}: no pile; {held} in hand.")
            else:
                template = _("{player}: pile of {cards}, {top} on top; {held} in hand.")
            lines.append(
                Line(
                    template.format(
                        player=self.names[seat],
                        cards=self.words.count(size),
                        top=self.words.card(top) if top else "",
                        held=self.words.count(held),
                    ),
                    "state",
                )
            )
        return [*lines, *self.drawn_tops(view)]

    def drawn_tops(self, view: View) -> list[Told]:
        """The tops of the piles with whose they are, where cards are drawn and there are piles."""
        tops = [(top, self.names[seat]) for seat in (*view.rivals, view.seat) if (top := view.tops[seat])]
        if not tops or self.style == PLAIN:
            return []
        cards, names = zip(*tops, strict=True)
        return [Cards("", "state", self.style, cards, names)]

    def stock(self, view: View) -> list[Line]:
        """The number of cards nobody has been dealt."""
        _ = self.language.gettext
        template = _("Stock: {cards}. This is the last round.") if view.is_last_round else _("Stock: {cards}.")
        return [Line(template.format(cards=self.words.count(view.stock)), "state")]

    def hand(self, view: View) -> list[Told]:
        """The player's own cards, numbered."""
        _ = self.language.gettext
        template = _("{player}'s hand: {cards}") if self.you is None else _("Your hand: {cards}")
        return [self._numbered_hand(template, view)]

    def _numbered_hand(self, template: str, view: View) -> Told:
        player = self.names[view.seat]
        numbers = range(1, len(view.hand) + 1)
        if self.style != PLAIN and view.hand:
            return self._shown(template, view.hand, "hand", [str(number) for number in numbers], player)
        cards = (" " if self.terse else ", ").join(
            self._numbered(number, self.words.card(card))
            for number, card in zip(numbers, view.hand, strict=True)
        )
        return Line(template.format(cards=cards, player=player), "hand")

    def _numbered(self, number: int, text: str) -> str:
        return f"[{number}]{NO_BREAK}{text}"

    def open_hands(self, view: View, hands: Sequence[Sequence[Card]]) -> list[Told]:
        """The other hands, in a game played with open cards."""
        return [self._open_hand(seat, hands[seat]) for seat in view.rivals if hands[seat]]

    def every_hand(self, view: View, hands: Sequence[Sequence[Card]]) -> list[Told]:
        """All hands in the order of play, from that of the view's seat on."""
        return [self._open_hand(seat, hands[seat]) for seat in (view.seat, *view.rivals)]

    def _open_hand(self, seat: int, hand: Sequence[Card]) -> Told:
        _ = self.language.gettext
        return self._shown(_("{player}'s hand: {cards}"), hand, "state", player=self.names[seat])

    def count(self, view: View, open_hands: Sequence[Sequence[Card]] | None = None) -> list[Line]:
        """How many cards of each rank the player has not seen, and where they may be (rules 9.1)."""
        _ = self.language.gettext
        ngettext = self.language.ngettext
        shown = {card for hand in open_hands or () for card in hand}
        unseen = [card.rank for card in view.unseen if card not in shown]
        if not unseen:
            return [Line(_("You have seen every card."), "state")]
        if len(unseen) == view.stock:
            template = ngettext(
                "{n} card is still unseen: it is in the stock.",
                "{n} cards are still unseen: they are in the stock.",
                len(unseen),
            )
        elif view.stock:
            template = ngettext(
                "{n} card is still unseen: it is in another hand or in the stock.",
                "{n} cards are still unseen: they are in other hands or in the stock.",
                len(unseen),
            )
        else:
            template = ngettext(
                "{n} card is still unseen: it is in another hand.",
                "{n} cards are still unseen: they are in other hands.",
                len(unseen),
            )
        lines = [Line(template.format(n=len(unseen)), "state")]
        for number, sentence in _UNSEEN.items():
            ranks = [
                self.words.rank(self.rules.deck, rank)
                for rank in range(1, len(RANKS[self.rules.deck]) + 1)
                if unseen.count(rank) == number
            ]
            if ranks:
                lines.append(Line(_(sentence).format(ranks=", ".join(ranks)), "state"))
        return lines

    # choosing

    def menu(self, view: View, moves: Sequence[Move]) -> list[Line]:
        """What one card can do, numbered, and how to choose."""
        _ = self.language.gettext
        lines = [
            Line(_("What will {the_card} do?").format(the_card=self.words.the_card(moves[0].card)), "menu")
        ]
        lines += [
            Line(self._numbered(number, self.outcome(view, move)), "menu")
            for number, move in enumerate(moves, start=1)
        ]
        return lines

    def outcome(self, view: View, move: Move, *, card: bool = False) -> str:
        """What a move would do; with `card`, beginning with the card that does it."""
        _ = self.language.gettext
        words = {
            "the_card": self.words.the_card(move.card),
            "cards": self.words.the_cards(move.takes),
            "player": "" if move.rob is None else self.names[move.rob],
        }
        size = 0 if move.rob is None else len(view.piles[move.rob])
        ngettext = self.language.ngettext
        if move.rob is not None and move.takes:
            bare = ngettext(
                "steal {player}'s {n} card and take {cards}",
                "steal {player}'s {n} cards and take {cards}",
                size,
            )
            full = ngettext(
                "{the_card} can steal {player}'s {n} card and take {cards}.",
                "{the_card} can steal {player}'s {n} cards and take {cards}.",
                size,
            )
        elif move.rob is not None:
            bare = ngettext("steal {player}'s {n} card", "steal {player}'s {n} cards", size)
            full = ngettext(
                "{the_card} can steal {player}'s {n} card.", "{the_card} can steal {player}'s {n} cards.", size
            )
        elif move.takes:
            bare, full = _("take {cards}"), _("{the_card} can take {cards}.")
        else:
            only = sum(other.card is move.card for other in view.legal) == 1
            bare = _("lay it on the table")
            full = _("{the_card} can only be laid.") if only else _("{the_card} can be laid.")
        sentence = (full if card else bare).format(n=size, **words)
        return capitalised(sentence) if card else sentence

    # what happened

    def event(self, event: Event) -> list[Line]:
        """What happened at the table, in lines that stand alone; how a deal ended is for `ended`."""
        match event:
            case ("played", seat, move, stolen):
                return [self.played(seat, move, stolen)]
            case ("dealt", round, each):
                return [self.dealt(round, each)]
            case ("leftover", heir, cards):
                return [self.leftover(heir, len(cards))]
        return []

    def played(self, seat: int, move: Move, stolen: int) -> Line:
        """What a seat played (rules 3)."""
        gettext, ngettext = self.language.gettext, self.language.ngettext
        who = "you" if seat == self.you else "they"
        words = {
            "player": self.names[seat],
            "victim": "" if move.rob is None else self.names[move.rob],
            "the_card": self.words.the_card(move.card),
            "cards": self.words.the_cards(move.takes),
            "n": stolen,
        }
        if move.rob is None:
            template = gettext(_PLAYED[who, "takes" if move.takes else "lays"])
        else:
            whose = "yours" if move.rob == self.you else "theirs"
            template = ngettext(*_STOLEN[who, whose, "and takes" if move.takes else "steals"], stolen)
        return Line(template.format(**words), "play")

    def meaning(self, seat: int, move: Move, piles: Sequence[Sequence[Card]]) -> list[Line]:
        """What a play means for what comes next, where more is explained."""
        return []

    def dealt(self, round: int, each: int) -> Line:
        """A round was dealt (rules 2.3)."""
        _ = self.language.gettext
        return Line(
            _("Round {round} of {rounds}: {cards} each.").format(
                round=round, rounds=self.rounds, cards=self.words.count(each)
            ),
            "title",
        )

    @property
    def rounds(self) -> int:
        """How many rounds a deal has."""
        return len(round_sizes(self.rules))

    def first_player(self, seat: int) -> Line:
        """Who plays first (rules 2.1)."""
        _ = self.language.gettext
        if seat == self.you:
            return Line(_("You play first."))
        return Line(_("{player} plays first.").format(player=self.names[seat]))

    def leftover(self, heir: int | None, number: int) -> Line:
        """Where the last cards on the table went (rules 4.1)."""
        ngettext = self.language.ngettext
        if heir is None:
            template = ngettext(
                "The last card on the table belongs to nobody.",
                "The last {n} cards on the table belong to nobody.",
                number,
            )
            return Line(template.format(n=number), "play")
        if heir == self.you:
            template = ngettext(
                "You captured last, so the last card on the table is yours.",
                "You captured last, so the last {n} cards on the table are yours.",
                number,
            )
        else:
            template = ngettext(
                "{player} captured last and gets the last card on the table.",
                "{player} captured last and gets the last {n} cards on the table.",
                number,
            )
        return Line(template.format(n=number, player=self.names[heir]), "play")


_UNSEEN = {
    4: N_("Ranks with four unseen: {ranks}."),
    3: N_("Ranks with three unseen: {ranks}."),
    2: N_("Ranks with two unseen: {ranks}."),
    1: N_("Ranks with one unseen: {ranks}."),
    0: N_("Ranks with none unseen: {ranks}."),
}
"""What is said of the ranks of which so many of the four cards are unseen."""

_PLAYED = {
    ("you", "lays"): N_("You lay {the_card} on the table."),
    ("they", "lays"): N_("{player} lays {the_card} on the table."),
    ("you", "takes"): N_("You take {cards} with {the_card}."),
    ("they", "takes"): N_("{player} takes {cards} with {the_card}."),
}

_STOLEN = {
    ("you", "theirs", "steals"): NN_(
        "You steal {victim}'s {n} card with {the_card}.",
        "You steal {victim}'s {n} cards with {the_card}.",
    ),
    ("they", "yours", "steals"): NN_(
        "{player} steals your {n} card with {the_card}.",
        "{player} steals your {n} cards with {the_card}.",
    ),
    ("they", "theirs", "steals"): NN_(
        "{player} steals {victim}'s {n} card with {the_card}.",
        "{player} steals {victim}'s {n} cards with {the_card}.",
    ),
    ("you", "theirs", "and takes"): NN_(
        "You steal {victim}'s {n} card and take {cards} with {the_card}.",
        "You steal {victim}'s {n} cards and take {cards} with {the_card}.",
    ),
    ("they", "yours", "and takes"): NN_(
        "{player} steals your {n} card and takes {cards} with {the_card}.",
        "{player} steals your {n} cards and takes {cards} with {the_card}.",
    ),
    ("they", "theirs", "and takes"): NN_(
        "{player} steals {victim}'s {n} card and takes {cards} with {the_card}.",
        "{player} steals {victim}'s {n} cards and takes {cards} with {the_card}.",
    ),
}
"""What is said of a steal: who steals, from whom, and whether table cards come along; one card, several."""
