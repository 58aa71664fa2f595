"""Who sits at the table, what they play, and what the screen sees: all that a session remembers."""

from __future__ import annotations

from collections.abc import Callable, Generator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from .cards import Card
from .chance import Stream
from .chances import Judgement, judged, judging_stream
from .commands import COMMANDS, command_words
from .drawing import PLAIN, Told, style_for
from .game import Deal
from .i18n import language
from .lines import Line
from .manners import narrator
from .match import Match
from .players import LEVELS, Player
from .record import Record, Seat, humans_in
from .review import Heard, not_heard
from .rules import Rules
from .view import View, look


class Ask(NamedTuple):
    """The session waits for a line: for a `move`, a `choice`, a `cut`, `yes or no`, or what comes `after`.

    Of a move, a choice and a cut, a number from 1 to `largest` may be the answer.
    """

    kind: str
    largest: int = 0


class Pause(NamedTuple):
    """Another person is to play: the screen should be handed over and cleared, then these lines shown."""

    seat: int
    lines: Sequence[Told]


Output = Told | Pause
Story = Generator[Output | Ask, str, None]


@dataclass(frozen=True)
class Setup:
    """What is to be played: variant and rules, who sits where, the seed, who begins (None: by lot).

    `deck` is for the first deal of the first game; `cut` has a player cut before each deal; `open`
    shows all hands; `salt` gives the salt for the seal of each deck, and without it none is sealed.
    """

    variant: str
    rules: Rules
    seats: tuple[Seat, ...]
    seed: int
    first: int | None = 0
    deck: tuple[Card, ...] | None = None
    cut: bool = False
    open: bool = False
    salt: Callable[[], str] | None = None


@dataclass(frozen=True)
class Manner:
    """How the session speaks: its language, in words for the ear, briefly, or explaining more.

    `cards` is the style they are drawn in to begin with; nothing is drawn for the ear.
    """

    lang: str = "en"
    spoken: bool = False
    terse: bool = False
    verbose: bool = False
    cards: str = PLAIN


def level_player(seat: Seat) -> Player:
    """The level that plays a seat."""
    return LEVELS[seat.kind]()


class Sitting:
    """People and players at a table, the game they play, and a narrator who tells it at one screen.

    `record` is the game as played so far, at every moment; an unfinished one goes on where it
    stopped, with the seats of the setup from the next deal on. `seats` is who sits where, `humans`
    are the seats of people, and `last_human` is who was asked last. `words` are the command words.
    `keep` is asked to write a text into a file the player names; it raises CannotWrite. `heard`
    hears how far a review is.
    """

    offered: Sequence[str] = tuple(command.word for command in COMMANDS)
    """The commands that mean something here."""

    def __init__(
        self,
        setup: Setup,
        manner: Manner | None = None,
        player: Callable[[Seat], Player] = level_player,
        record: Record | None = None,
        keep: Callable[[str, str], None] | None = None,
    ) -> None:
        self.setup = setup
        self.manner = manner or Manner()
        self.language = language(self.manner.lang)
        self.words = {
            word: command
            for word, command in command_words(self.language).items()
            if command.word in self.offered
        }
        self.player = player
        self.keep = keep
        self.players: dict[int, Player] = {}
        self.style = style_for(self.manner.cards, setup.rules.deck)
        self._sitters: dict[int, Seat] = {}
        self.heard: Heard = not_heard
        self.last_human: int | None = None
        if record is None:
            first = setup.first
            if first is None:
                first = Stream(setup.seed, "first").below(setup.rules.players)
            record = Record(setup.variant, setup.rules, Match(setup.rules, first), setup.seats, setup.seed)
        self.record = record
        self.seats = record.seats_in(len(record.match.deals))
        self.seed = setup.seed if record.seed is None else record.seed
        self.games = 1
        self._sit_down()
        if record.match.deals:
            self.seats = setup.seats
            self.last_human = self._played_last()

    @property
    def match(self) -> Match:
        """The match being played."""
        return self.record.match

    @property
    def deal(self) -> Deal:
        """The deal being played, or the last one played."""
        return self.match.deals[-1]

    @property
    def is_over(self) -> bool:
        """Whether the game has been played to its end."""
        return self.match.is_over

    # who sits there

    def _take_seats(self, number: int) -> None:
        """Let everybody take the seat they have in deal `number`, and note who they are."""
        if number <= 1:
            self.record.seats = self.seats
        elif self.seats != self.record.seats_in(number - 1):
            self.record.seats_of[number] = self.seats
        self._sit_down()

    def _sit_down(self) -> None:
        """Call the players to their seats, and have a narrator who knows their names."""
        for seat, sitter in enumerate(self.seats):
            if sitter.kind != "you" and self._sitters.get(seat) != sitter:
                self.players[seat] = self.player(sitter)
                self._sitters[seat] = sitter
        self.humans = humans_in(self.seats)
        self.narrator = narrator(
            self.language,
            self.record.rules,
            self.seats,
            spoken=self.manner.spoken,
            terse=self.manner.terse,
            verbose=self.manner.verbose,
            style=self.style,
        )

    def _played_last(self) -> int | None:
        """The human who played last in the deal under way; None if none has."""
        first, seats = self.deal.first, self.match.rules.players
        played = [(first + at) % seats for at in range(len(self.deal.moves))]
        return next((seat for seat in reversed(played) if seat in self.humans), None)

    # what is seen

    @property
    def viewer(self) -> int:
        """The seat whose eyes the screen sees with: who is asked, or was asked last."""
        return self.last_human if self.last_human is not None else self.humans[0]

    def view(self, seat: int) -> View:
        """What a seat may know now (rules 9)."""
        return look(self.deal, seat, len(self.match.deals), self.match.score)

    @property
    def open_hands(self) -> Sequence[Sequence[Card]] | None:
        """All hands, in a game played with open cards."""
        return self.deal.hands if self.setup.open else None

    def _state(self, seat: int) -> Story:
        """Everything a player needs before choosing."""
        yield from self.narrator.state(self.view(seat), self.open_hands)

    def _plays(self) -> list[Line]:
        """Every play of this deal in words."""
        again = Deal(self.deal.rules, self.deal.deck, self.deal.first)
        events = [again.play(move)[0] for move in self.deal.moves]
        return [line for event in events for line in self.narrator.event(event)]

    def _since_last_turn(self, seat: int) -> list[Line]:
        """What has been played since this seat played, its own play included."""
        own = self._plays_of(seat)
        return self._plays()[own[-1] if own else 0 :]

    def _plays_of(self, seat: int) -> range:
        """Which plays of this deal, counted from 0, were those of a seat."""
        seats = self.match.rules.players
        return range((seat - self.deal.first) % seats, len(self.deal.moves), seats)

    def _judged(self) -> Judgement:
        """How good everything is that the player who is asked may do."""
        seat, play = self.deal.turn, len(self.deal.moves)
        return judged(self.view(seat), judging_stream(self.seed, len(self.match.deals), seat, play))

    def _refused(self, sentence: str, view: View | None = None) -> Line:
        """Say that a line was refused and, with the view of who typed it, what would do."""
        if view is not None:
            sentence = f"{sentence} {self.narrator.what_would_do(view)}".rstrip()
        return Line(sentence, "refused")
