"""Other manners of telling a game: for the ear, in few words, and to beginners."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import Card
from .commands import own_word
from .drawing import PLAIN, Told
from .game import Event
from .i18n import N_, Language
from .lines import NO_BREAK, Line, capitalised
from .match import Match
from .moves import Move
from .names import LEVEL_NAMES
from .record import Seat
from .render import Narrator
from .rules import Rules
from .scoring import Result, scopa_count, with_handicap
from .sheet import title
from .view import View


def narrator(
    language: Language,
    rules: Rules,
    seats: Sequence[Seat],
    *,
    spoken: bool = False,
    terse: bool = False,
    verbose: bool = False,
    style: str = PLAIN,
) -> Narrator:
    """Somebody who tells the game in the manner asked for; what is spoken is neither drawn nor terse."""
    if spoken:
        return (SpokenVerbose if verbose else Spoken)(language, rules, seats)
    return (Terse if terse else Verbose if verbose else Narrator)(language, rules, seats, style)


class Spoken(Narrator):
    """Tells a game for the ear: whole sentences, cards in words, nothing in brackets or codes."""

    spoken = True
    gap = ()

    def __init__(self, language: Language, rules: Rules, seats: Sequence[Seat]) -> None:
        super().__init__(language, rules, seats)
        # No sentence ends within a name, whatever marks it has.
        self.names = tuple(name.replace(" ", NO_BREAK) for name in self.names)

    def title(self, variant: str) -> Line:
        """What is played (rules 7)."""
        line = super().title(variant)
        return line._replace(text=line.text.replace("=", " "))

    def how_to_get_help(self) -> list[Line]:
        """What to type when one does not know."""
        _ = self.language.gettext
        told = _("Type {word} to hear what you can do.").format(word=own_word(self.language, "help"))
        return [Line(told, "help")]

    def what_would_do(self, view: View) -> str:
        """What to type at the move prompt."""
        _ = self.language.gettext
        return _("Type the number of a card, from 1 to {n}, or {word}.").format(
            n=len(view.hand), word=own_word(self.language, "help")
        )

    def players(self, seats: Sequence[Seat]) -> list[Line]:
        """Who plays, in order, and at what level where the name does not say it."""
        _ = self.language.gettext
        told = [
            _("{player} at level {level}").format(player=name, level=_(LEVEL_NAMES[seat.kind]).lower())
            if seat.name and seat.kind in LEVEL_NAMES
            else name
            for name, seat in zip(self.names, seats, strict=True)
        ]
        return [Line(_("In order of play: {players}.").format(players=self.words.listed(told)))]

    def table(self, view: View) -> Told:
        """The cards on the table."""
        _ = self.language.gettext
        if not view.table:
            return super().table(view)
        return Line(_("On the table you see {cards}.").format(cards=self.words.the_cards(view.table)), "state")

    def piles(self, view: View) -> list[Told]:
        """Each seat's pile and the number of cards in its hand, rivals first."""
        _ = self.language.gettext
        lines: list[Told] = []
        for seat in (*view.rivals, view.seat):
            top = view.tops[seat]
            if seat == self.you and top is None:
                template = _("You hold {held} and have no pile.")
            elif seat == self.you:
                template = _("You hold {held} and have a pile of {cards}, with {the_card} on top.")
            elif top is None:
                template = _("{player} holds {held} and has no pile.")
            else:
                template = _("{player} holds {held} and has a pile of {cards}, with {the_card} on top.")
            sentence = template.format(
                player=self.names[seat],
                cards=self.words.count(len(view.piles[seat])),
                the_card=self.words.the_card(top) if top else "",
                held=self.words.count(view.hand_sizes[seat]),
            )
            lines.append(Line(sentence, "state"))
        return lines

    def stock(self, view: View) -> list[Line]:
        """The number of cards nobody has been dealt."""
        _, ngettext = self.language.gettext, self.language.ngettext
        if not view.stock:
            return [Line(_("The stock is empty, so this is the last round."), "state")]
        sentence = ngettext("The stock has {n} card.", "The stock has {n} cards.", view.stock)
        lines = [Line(sentence.format(n=view.stock), "state")]
        if view.is_last_round:
            lines.append(Line(_("This is the last round."), "state"))
        return lines

    def hand(self, view: View) -> list[Told]:
        """The player's own cards, each with the number to type for it."""
        _ = self.language.gettext
        if view.seat == self.you:
            sentence = _("These are your cards.") if view.hand else _("You hold no cards.")
        else:
            sentence = _("These are {player}'s cards.") if view.hand else _("{player} holds no cards.")
        lines: list[Told] = [Line(sentence.format(player=self.names[view.seat]), "hand")]
        for number, card in enumerate(view.hand, start=1):
            lines.append(Line(_("Card {n}: {card}.").format(n=number, card=self.words.card(card)), "hand"))
        return lines

    def _open_hand(self, seat: int, hand: Sequence[Card]) -> Told:
        _ = self.language.gettext
        told = _("{player} holds {cards}.").format(player=self.names[seat], cards=self.words.the_cards(hand))
        return Line(told, "state")

    def menu(self, view: View, moves: Sequence[Move]) -> list[Line]:
        """What one card can do, each with the number to type for it."""
        _ = self.language.gettext
        question = _("What will {the_card} do?").format(the_card=self.words.the_card(moves[0].card))
        return [Line(question, "menu")] + [
            Line(_("Choice {n}: {what}.").format(n=number, what=self.outcome(view, move)), "menu")
            for number, move in enumerate(moves, start=1)
        ]

    def _total(self, seat: int, size: int) -> Line:
        _ = self.language.gettext
        extra = self.rules.handicap[seat] if self.rules.handicap else 0
        if seat == self.you:
            template = _("You have {cards}, and a head start of {extra}: {total} in all.")
            template = template if extra else _("You have {cards}.")
        else:
            template = _("{player} has {cards}, and a head start of {extra}: {total} in all.")
            template = template if extra else _("{player} has {cards}.")
        told = template.format(
            player=self.names[seat], cards=self.words.count(size), extra=extra, total=size + extra
        )
        return Line(told, "result")

    def _each(self, numbers: Sequence[int]) -> str:
        template = self.language.gettext("{number} for {player}")
        return self.words.listed(
            [
                template.format(number=number, player=name)
                for name, number in zip(self.names, numbers, strict=True)
            ]
        )

    def match_state(self, match: Match) -> list[Line]:
        """The state of the match after a deal, or who has won it (rules 5); nothing for a single deal."""
        _ = self.language.gettext
        if self.rules.match == "deal":
            return []
        score = self._each(match.score)
        if self.rules.points_needed is not None:
            so_far = _("Points so far: {score}.").format(score=score)
            goal = _("The match is won with {n} points.").format(n=self.rules.points_needed)
        else:
            so_far = _("Deals won so far: {score}.").format(score=score)
            goal = _("The match is won with {n} deals.").format(n=self.rules.wins_needed)
        then = Line(goal, "result") if match.winner is None else self._match_won(match.winner)
        return [Line(so_far, "result"), then]


class Terse(Narrator):
    """Tells a game in few words, cards by their codes and plays as records write them (formats 3)."""

    terse = True
    gap = ()

    def title(self, variant: str) -> Line:
        """What is played (rules 7)."""
        return title(variant, self.rules, self.language, briefly=True)

    def what_would_do(self, view: View) -> str:
        """Nothing: old hands know what to type."""
        return ""

    def piles(self, view: View) -> list[Told]:
        """Each seat's pile and the number of cards in its hand, rivals first."""
        _ = self.language.gettext
        lines: list[Told] = []
        for seat in (*view.rivals, view.seat):
            top = view.tops[seat]
            if top is None:
                template = _("{player}: no pile, hand {held}")
            else:
                template = _("{player}: pile {n}, top {card}, hand {held}")
            told = template.format(
                player=self.names[seat], n=len(view.piles[seat]), card=top, held=view.hand_sizes[seat]
            )
            lines.append(Line(told, "state"))
        return [*lines, *self.drawn_tops(view)]

    def stock(self, view: View) -> list[Line]:
        """The number of cards nobody has been dealt."""
        _ = self.language.gettext
        template = _("Stock: {n}, last round") if view.is_last_round else _("Stock: {n}")
        return [Line(template.format(n=view.stock), "state")]

    def hand(self, view: View) -> list[Told]:
        """The player's own cards, numbered."""
        _ = self.language.gettext
        template = _("{player}'s hand: {cards}") if self.you is None else _("Hand: {cards}")
        return [self._numbered_hand(template, view)]

    def menu(self, view: View, moves: Sequence[Move]) -> list[Line]:
        """What one card can do, numbered, in one line."""
        choices = " ".join(
            self._numbered(number, self.outcome(view, move)) for number, move in enumerate(moves, start=1)
        )
        return [Line(f"{moves[0].card}: {choices}", "menu")]

    def outcome(self, view: View, move: Move, *, card: bool = False) -> str:
        """What a move would do: the move, and how many cards it steals."""
        return f"{move}{NO_BREAK}({len(view.piles[move.rob])})" if move.rob is not None else str(move)

    def played(self, seat: int, move: Move, stolen: int) -> Line:
        """What a seat played (rules 3)."""
        stolen_cards = f" ({stolen})" if move.rob is not None else ""
        return Line(f"{self.names[seat]}: {move}{stolen_cards}", "play")

    def dealt(self, round: int, each: int) -> Line:
        """A round was dealt (rules 2.3)."""
        _ = self.language.gettext
        told = _("Round {round}/{rounds}: {each} each").format(round=round, rounds=self.rounds, each=each)
        return Line(told, "title")

    def leftover(self, heir: int | None, number: int) -> Line:
        """Where the last cards on the table went (rules 4.1)."""
        _ = self.language.gettext
        template = _("Left over: {n}, for nobody") if heir is None else _("Left over: {n}, for {player}")
        return Line(template.format(n=number, player="" if heir is None else self.names[heir]), "play")

    def _scopa_points(self, piles: Sequence[Sequence[Card]]) -> Iterable[Line]:
        _ = self.language.gettext
        count = scopa_count(piles)
        templates = (
            _("Cards: {counts}"),
            _("Denari: {counts}"),
            _("Settebello: {counts}"),
            _("Primiera: {counts}"),
        )
        for template, counts in zip(templates, count, strict=True):
            yield Line(template.format(counts=self._each(counts)), "result")
        yield Line(_("Points: {counts}").format(counts=self._each(count.points)), "result")

    def ended(self, result: Result, piles: Sequence[Sequence[Card]]) -> list[Line]:
        """How a deal ended: cards of each seat, points where there are, and who won (rules 4)."""
        sizes = Line(self._each(with_handicap(self.rules, result.sizes)), "result")
        if result.points is None:
            return [sizes, self._deal_winner(result)]
        return [*self._scopa_points(piles), self._deal_winner(result)]

    def match_state(self, match: Match) -> list[Line]:
        """The state of the match after a deal, or who has won it (rules 5); nothing for a single deal."""
        _ = self.language.gettext
        lines = super().match_state(match)
        if lines:
            needed = self.rules.points_needed or self.rules.wins_needed
            score = _("Match: {score}, to {n}").format(score=self._each(match.score), n=needed)
            lines[0] = Line(score, "result")
        return lines


class Verbose(Narrator):
    """Tells a game to beginners: what each card can do, and what each play means."""

    def how_to_get_help(self) -> list[Line]:
        """What to type when one does not know, also about the rules."""
        told = self.language.gettext("Type {word} to learn the rules.").format(
            word=own_word(self.language, "rules")
        )
        return [*super().how_to_get_help(), Line(told, "help")]

    def state(self, view: View, open_hands: Sequence[Sequence[Card]] | None = None) -> list[Told]:
        """Everything a player needs before choosing, and what each card can do."""
        return [*super().state(view, open_hands), *self.what_cards_do(view)]

    def what_cards_do(self, view: View) -> list[Line]:
        """What each card of the hand can do now, for beginners."""
        _ = self.language.gettext
        lines = []
        for card in view.hand:
            moves = [move for move in view.legal if move.card is card]
            lines += [Line(self.outcome(view, move, card=True), "menu") for move in moves]
            if view.legal and not moves:
                sentence = _(
                    "{the_card} takes nothing and may not be laid: another of your cards can take or steal."
                )
                lines.append(Line(capitalised(sentence.format(the_card=self.words.the_card(card))), "menu"))
        return lines

    def event(self, event: Event) -> list[Line]:
        """What happened at the table, and why there are new cards."""
        lines = super().event(event)
        if event[0] == "dealt":
            _ = self.language.gettext
            told = _("All hands are empty, so everybody gets new cards. The table stays as it is.")
            return [Line(told, "help"), *lines]
        return lines

    def meaning(self, seat: int, move: Move, piles: Sequence[Sequence[Card]]) -> list[Line]:
        """What a play means for what comes next, from what lies in the open."""
        _ = self.language.gettext
        words = {
            "player": self.names[seat],
            "victim": "" if move.rob is None else self.names[move.rob],
            "the_card": self.words.the_card(move.card),
        }
        told = []
        if move.rob is not None:
            told.append(
                _("Your pile is gone; your next capture begins a new one.")
                if move.rob == self.you
                else _("{victim} has no pile now; the next capture begins a new one.")
            )
        if not move.captures:
            told.append(_("From now on {the_card} lies there for anybody to take."))
        elif self.rules.steal != "off":
            captured = sum(card.rank == move.card.rank for pile in piles for card in pile)
            whose = "you" if seat == self.you else "they"
            told.append(_(_ON_TOP[whose, "safe" if captured == 4 else "open"]))
        return [Line(capitalised(sentence.format(**words)), "help") for sentence in told]


class SpokenVerbose(Verbose, Spoken):
    """Tells a game to beginners for the ear."""


_ON_TOP = {
    ("you", "open"): N_("Your pile now shows {the_card}: a rival with an equal card can steal it."),
    ("they", "open"): N_("{player}'s pile now shows {the_card}: an equal card can steal it."),
    ("you", "safe"): N_(
        "Your pile now shows {the_card}: all equal cards are captured, so no equal card can steal it."
    ),
    ("they", "safe"): N_(
        "{player}'s pile now shows {the_card}: all equal cards are captured, so no equal card can steal it."
    ),
}
"""What a capture means for the pile it went to: whether an equal card is still to come."""
