"""First steps: five prepared positions, each played by the learner, with a sentence before and after."""

from __future__ import annotations

from typing import NamedTuple

from .cards import DECKS, Card, read_card
from .i18n import N_
from .lines import Line, capitalised
from .match import Match
from .moves import Move, named, read_move
from .record import Record, Seat
from .rules import Rules
from .session import Manner, Session, Setup, Story


class Lesson(NamedTuple):
    """A position and what is learnt from it.

    `cards` are the first of the deck in the order dealt, `first` is who played first, `played` the
    moves so far; then it is the learner's turn, at seat 0. `right` is the move to find, and `tries`
    holds what is said of every other one. `reply` is the rival's answer, where one is told.
    Sentences may name `{the_card}` played, `{the_top}` of the learner's pile and the `{player}`
    across the table.
    """

    name: str
    before: str
    cards: str
    first: int
    played: str
    right: str
    tries: dict[str, str]
    after: str
    reply: str = ""


_NOT_EQUAL = N_("No card on the table is equal to {the_card}. Look for one that has its equal there.")
_NOT_THE_TOP = N_("{the_card} is not equal to the top of {player}'s pile. Look at that top again.")
_ONLY_LAID = N_("{the_card} can only be laid on the table. Another card of yours can do two things.")
_MUST_TAKE = N_("{the_card} has its equal on the table, so it must take it. Look for the card that has none.")

LESSONS = (
    Lesson(
        name=N_("Taking"),
        before=N_(
            "A card takes an equal card from the table, one of the same number or picture: "
            "which of yours can do that?"
        ),
        cards="3c Ac 7d Fd 2s Cb 5b 4s 7c 6d",
        first=0,
        played="",
        right="7dx7c",
        tries={"3c": _NOT_EQUAL, "2s": _NOT_EQUAL},
        after=N_("Both cards are on your pile now, with the card you played on top."),
    ),
    Lesson(
        name=N_("Stealing"),
        before=N_(
            "{player} has a pile too, and a card of yours that is equal to its top card steals the whole pile."
        ),
        cards="7c 2d 5c 3d 4c Ad 7s 5s 4s Fb Rc 6b 6c 7d Cd 4d",
        first=1,
        played="7cx7s 2d 5cx5s 3d 4cx4s Ad Rc",
        right="4d*2",
        tries={"6b": _NOT_THE_TOP, "7d": _NOT_THE_TOP},
        after=N_("{player}'s whole pile is yours now, and that is why the game is called steal the pile."),
    ),
    Lesson(
        name=N_("Choosing"),
        before=N_("One of your cards can do two things now: play it, and choose what brings you more."),
        cards="7c 2d Ac 3d 5c 6d 7s As 5s 5b Rc 4b Fc 5d Cd 7d",
        first=1,
        played="7cx7s 2d AcxAs 3d 5cx5s 6d Rc",
        right="5d*2",
        tries={
            "5dx5b": N_("That would bring you two cards, and {player}'s pile would bring you seven."),
            "4b": _ONLY_LAID,
            "7d": _ONLY_LAID,
        },
        after=N_("Seven cards at one stroke: a card does only one thing, so look twice."),
    ),
    Lesson(
        name=N_("What a card must do"),
        before=N_(
            "A card that can take or steal must do so, and a card that cannot is laid on the table: "
            "find the one that can only be laid."
        ),
        cards="6d Ac 2s Fd 3b Cb 6c 4s 3d 5b",
        first=0,
        played="",
        right="2s",
        tries={"6dx6c": _MUST_TAKE, "3bx3d": _MUST_TAKE},
        after=N_("It lies on the table now, and whoever plays an equal card can take it."),
    ),
    Lesson(
        name=N_("The danger of a top"),
        before=N_(
            "{player} can steal your pile too, with a card equal to its top; each number is there four times, "
            "so play the card whose other three you can see."
        ),
        cards="7d 5c 5d 3c As 2b 6c 6b 6s 7c 3d 3b 4s 5b 6d Fd",
        first=0,
        played="7dx7c 5c 5dx5c 3c As 2b",
        right="6dx6c",
        tries={
            "3dx3c": N_(
                "Then {the_card} would be the top of your pile, and two cards equal to it are hidden: "
                "{player} may hold one."
            ),
            "4s": N_(
                "Then {the_top} would stay the top of your pile, and two cards equal to it are hidden: "
                "{player} may hold one."
            ),
        },
        reply="3bx3c",
        after=N_(
            "If an equal card had been the top of your pile, {player} would have stolen it all: "
            "look at your own top before every play."
        ),
    ),
)
"""The lessons in their order. To add one, add it here; tests hold every sentence against its position."""

RIVAL = "Nina"
"""Who sits across the table."""

AND_NOW = "rubamazzo --level easy --verbose"
"""What a learner types next."""


class Lessons(Session):
    """All lessons, one after the other: a session whose every deal is one play of the learner's."""

    offered = ("help", "rules", "table", "hand", "piles", "cards", "quit")

    def __init__(self, manner: Manner | None = None) -> None:
        seats = (Seat("you"), Seat("easy", RIVAL))
        super().__init__(Setup("rubamazzo", Rules(), seats, seed=0), manner)
        self.learnt = 0

    @property
    def is_over(self) -> bool:
        """Whether the last lesson has been learnt."""
        return self.learnt == len(LESSONS)

    def _games(self) -> Story:
        """What is played and how to answer, the lessons, and how to go on."""
        _ = self.language.gettext
        yield Line(_("First steps in Rubamazzo, the game of stealing the pile."), "title")
        sentence = _("You play with {player}: the cards you get go on your pile, and the bigger pile wins.")
        yield Line(sentence.format(player=RIVAL))
        yield Line(_("Each card has a number or a picture, and a suit, which does not matter here."))
        yield Line(_("To play a card type the number before it, 1, 2 or 3, and press Enter."), "help")
        yield from self.narrator.how_to_get_help()
        for number, lesson in enumerate(LESSONS, start=1):
            yield from self.narrator.gap
            title = _("Lesson {n} of {total}: {name}.")
            yield Line(title.format(n=number, total=len(LESSONS), name=_(lesson.name)), "title")
            yield from self._lesson(lesson)
            self.learnt = number
        yield from self.narrator.gap
        yield Line(_("Now you know the game."), "title")
        command = f"{AND_NOW} --spoken" if self.manner.spoken else AND_NOW
        yield Line(_("To play it with an easy rival, type: {command}").format(command=command), "help")

    def _lesson(self, lesson: Lesson) -> Story:
        """One lesson: asked until the move is found, with a gentle sentence for any other."""
        _ = self.language.gettext
        rules = self.setup.rules
        match = Match(rules, lesson.first)
        self.record = Record(self.setup.variant, rules, match, self.seats)
        deal = match.start_deal(_deck(lesson.cards))
        for token in lesson.played.split():
            deal.play(read_move(token, rules.deck))
        yield self._said(lesson.before)
        yield from self._state(deal.turn)
        while True:
            move = yield from self._asked_move(deal.turn)
            other = next((text for token, text in lesson.tries.items() if self._is_alike(move, token)), None)
            if other is None:
                break
            yield self._said(other, move, "help")
        for played in (move, *[read_move(token, rules.deck) for token in lesson.reply.split()]):
            for event in deal.play(played):
                yield from self.narrator.event(event)
        yield self._said(lesson.after)

    def _is_alike(self, move: Move, token: str) -> bool:
        """Whether the token names this move or one alike (rules 3.8)."""
        deal = self.deal
        return named(deal.rules, move, (read_move(token, deal.rules.deck),), deal.table) is not None

    def _said(self, sentence: str, move: Move | None = None, role: str = "text") -> Line:
        """A sentence of the lesson about the position as it is."""
        pile = self.deal.piles[self.viewer]
        the_card = self.narrator.words.the_card
        text = self.language.gettext(sentence).format(
            player=RIVAL,
            the_card=the_card(move.card) if move else "",
            the_top=the_card(pile[-1]) if pile else "",
        )
        return Line(capitalised(text), role)

    def _state(self, seat: int) -> Story:
        """The position, without what a lesson does not need: the stock, and piles while there are none."""
        view = self.view(seat)
        yield self.narrator.table(view)
        if any(view.piles):
            yield from self.narrator.piles(view)
        yield from self.narrator.hand(view)


def _deck(codes: str) -> tuple[Card, ...]:
    """A deck that begins with these cards; the others follow in any order."""
    first = [read_card(code, 40) for code in codes.split()]
    return (*first, *[card for card in DECKS[40] if card not in first])
