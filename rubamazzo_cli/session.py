"""A session: games told and asked for line by line, without terminal, file or clock (formats 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import NamedTuple

from .cards import Card
from .chance import SEEDS, Stream, choice_stream
from .chances import Judgement, judged, judging_stream
from .coaching import Coach
from .commands import answer, command_words
from .drawing import PLAIN, PLAINLY, STYLE_NAMES, STYLES, Told, style_for, styles_for
from .errors import BadCard, BadMove, CannotWrite, DealUnfinished, EngineFailed, MoveRefused
from .explain import explain
from .game import Deal
from .i18n import folded, language
from .lines import Line, for_the_ear, printable, shown
from .manners import narrator
from .match import Match, cut, replayed, shuffled_deck
from .moves import Move, read_move
from .names import LEVEL_NAMES
from .players import LEVELS, STRENGTHS, Player
from .record import Record, Seat, write_record
from .review import Heard, not_heard, reviewed
from .rules import Rules
from .scoring import Result
from .sealing import seal as seal_of
from .sheet import rule_sheet
from .topics import TOPICS, help_lines, no_topic, spoken_command_lines, topic_named, topic_words
from .verdicts import Critic
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


class _Leave(Exception):
    """The player has had enough."""


class _TakeBack(Exception):
    """The player wants to choose again."""


class _Another(Exception):
    """The player wants another game."""


def level_player(seat: Seat) -> Player:
    """The level that plays a seat."""
    return LEVELS[seat.kind]()


class Session:
    """Games at one screen: `start` it, `feed` it lines while it is `asking`, and show what it tells.

    `record` is the game as played so far, at every moment. When `asking` is None, it is over, and
    `failure` tells if that is because an engine failed. An unfinished `record` goes on where it
    stopped, with the seats of the setup from the next deal on. `keep` is asked to write a text into
    a file the player names; it raises CannotWrite. `heard` hears how far a review is.
    """

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
        self.words = command_words(self.language)
        self.player = player
        self.keep = keep
        self.players: dict[int, Player] = {}
        self.style = style_for(self.manner.cards, setup.rules.deck)
        self._sitters: dict[int, Seat] = {}
        self.failure: EngineFailed | None = None
        self.heard: Heard = not_heard
        self.asking: Ask | None = None
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
        self._story = self._tell()

    # from outside

    def start(self) -> Iterator[Output]:
        """Begin, and tell everything up to the first question."""
        return self._until_asked(lambda: next(self._story))

    def feed(self, line: str) -> Iterator[Output]:
        """Take a line of input, and tell everything up to the next question.

        A line with the role `refused` says that this one changed nothing.
        """
        return self._until_asked(lambda: self._story.send(line))

    def _until_asked(self, go: Callable[[], Output | Ask]) -> Iterator[Output]:
        self.asking = None
        try:
            told = go()
            while not isinstance(told, Ask):
                yield from self._one_sentence_a_line(told)
                told = next(self._story)
            self.asking = told
        except StopIteration:
            return

    def _one_sentence_a_line(self, told: Output) -> Iterator[Output]:
        """What is told, taken apart into its sentences where it is for the ear."""
        if self.manner.spoken and isinstance(told, Line):
            for sentence in for_the_ear(told.text):
                yield told._replace(text=sentence)
        else:
            yield told

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

    # the story

    def _tell(self) -> Story:
        """The whole session, until it ends or the player leaves."""
        try:
            yield from self._games()
        except _Leave:
            yield Line(self.language.gettext("Thanks for playing. See you!"))
        except EngineFailed as failure:
            yield from self._failed(failure)
        finally:
            self.close()

    def _games(self) -> Story:
        """Game after game."""
        while True:
            try:
                yield from self._opening()
                self._greet()
                while not self.match.is_over:
                    yield from self._play_deal()
                yield from self._after()
                return
            except _Another:
                self._next_game()

    def _seat_for(self, number: int) -> None:
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
        self.humans = [seat for seat, sitter in enumerate(self.seats) if sitter.kind == "you"]
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

    def _greet(self) -> None:
        """Tell everybody that a game begins."""
        for seat, player in self.players.items():
            with _blamed_on(seat):
                player.sit_down(self.record.rules, seat, self.seed)

    def _failed(self, failure: EngineFailed) -> Story:
        """An engine did not keep to the protocol: its only rival wins, or the match is void (formats 5)."""
        _ = self.language.gettext
        if self.match.deals:
            failure.record = write_record(self.record)
        self.failure = failure
        yield Line(explain(failure, self.language), "result")
        if failure.seat is None or len(self.seats) > 2:
            yield Line(_("So the match is void."), "result")
        elif self.narrator.you is not None:
            yield Line(_("So you win the match."), "result")
        else:
            winner = self.narrator.names[1 - failure.seat]
            yield Line(_("So {player} wins the match.").format(player=winner), "result")

    def close(self) -> None:
        """Send the players home."""
        for player in self.players.values():
            player.close()

    def _opening(self) -> Story:
        """The first screen: what is played, by whom, and how to get help."""
        yield self.narrator.title(self.record.variant)
        yield from self.narrator.players(self.seats)
        if self.humans:
            yield from self.narrator.how_to_get_help()
        if self.match.deals:
            yield from self._going_on()

    def _going_on(self) -> Story:
        """Where an unfinished game stands that goes on."""
        _ = self.language.gettext
        yield Line(_("This game goes on where it stopped."), "title")
        yield from self.narrator.match_state(self.match)
        number = len(self.match.deals)
        if self.deal.is_over:
            return
        if self.match.rules.match != "deal":
            yield Line(_("Deal {n}.").format(n=number), "title")
        if seal := self.record.deal_tags.get(number, {}).get("Seal"):
            yield self._sealed(seal)
        if len(self.humans) == 1:
            yield from self._since_last_turn(self.humans[0])

    def _play_deal(self) -> Story:
        """One deal from the shuffling to the counting, or the rest of it when it has begun."""
        if not self.match.deals or self.deal.is_over:
            yield from self._start_deal()
        while not self.deal.is_over:
            seat = self.deal.turn
            if seat in self.players:
                choosing = choice_stream(self.seed, len(self.match.deals), seat, len(self.deal.moves))
                with _blamed_on(seat):
                    move = self.players[seat].choose(self.view(seat), choosing)
            else:
                try:
                    move = yield from self._human_move(seat)
                except _TakeBack:
                    yield from self._take_back(seat)
                    continue
            for event in self.deal.play(move):
                yield from self.narrator.event(event)
                if event[0] == "played":
                    yield from self.narrator.meaning(seat, move, self.deal.piles)
                if event[0] == "ended":
                    yield from self._deal_over(event[1])

    def _deal_over(self, result: Result) -> Story:
        """Tell everybody how the deal and the match stand."""
        for seat, player in self.players.items():
            with _blamed_on(seat):
                player.deal_over(self.view(seat), result)
        yield from self.narrator.ended(result, self.deal.piles)
        if salt := self.record.deal_tags.get(len(self.match.deals), {}).get("Salt"):
            sentence = self.language.gettext("Salt: {salt}. With the record, rubamazzo verify checks the seal.")
            yield Line(sentence.format(salt=printable(salt)), "state")
        yield from self.narrator.match_state(self.match)

    def _start_deal(self) -> Story:
        """Shuffle, let somebody cut, and hand out (rules 2)."""
        _ = self.language.gettext
        match, number = self.match, len(self.match.deals) + 1
        self._seat_for(number)
        deck: Sequence[Card] = shuffled_deck(match.rules, self.seed, number)
        if self.setup.deck is not None and self.games == number == 1:
            deck = self.setup.deck
        if match.rules.match != "deal":
            yield Line(_("Deal {n}.").format(n=number), "title")
        tags: dict[str, str] = {}
        if self.setup.salt is not None:
            salt = self.setup.salt()
            tags = {"Seal": seal_of(salt, deck), "Salt": salt}
            yield self._sealed(tags["Seal"])
        if self.setup.cut and self.humans:
            at = yield from self._cut(len(deck) - 1)
            tags["Cut"] = str(at)
            deck = cut(deck, at)
        if tags:
            self.record.deal_tags[number] = tags
        deal = match.start_deal(deck)
        yield self.narrator.dealt(1, len(deal.hands[deal.first]))
        yield self.narrator.first_player(deal.first)

    def _sealed(self, seal: str) -> Line:
        return Line(self.language.gettext("Seal: {seal}").format(seal=printable(seal)), "state")

    def _cut(self, largest: int) -> Generator[Output | Ask, str, int]:
        """The human who plays last says where to cut the deck (rules 2.6)."""
        first, seats = self.match.next_first, self.match.rules.players
        cutter = max(self.humans, key=lambda seat: (seat - first) % seats)
        yield self.narrator.cut(cutter, largest)
        while True:
            text = (yield Ask("cut", largest)).strip()
            if at := number_up_to(largest, text):
                return at
            if not (yield from self._command(text)):
                sentence = self.language.gettext("{text} is not a number from 1 to {n}.")
                yield self._refused(sentence.format(text=shown(text), n=largest))

    # a turn of a human

    def _human_move(self, seat: int) -> Generator[Output | Ask, str, Move]:
        """Show a player the deal and ask until there is a move."""
        if self.last_human not in (None, seat) and not self.setup.open:
            yield Pause(seat, self._since_last_turn(seat))
        self.last_human = seat
        yield from self._state(seat)
        return (yield from self._asked_move(seat))

    def _asked_move(self, seat: int) -> Generator[Output | Ask, str, Move]:
        """Ask a player until there is a move."""
        while True:
            text = (yield Ask("move", len(self.deal.hands[seat]))).strip()
            if not text:
                continue
            moves = yield from self._understood(text)
            if len(moves) == 1:
                return moves[0]
            if moves:
                move = yield from self._choice(moves)
                if move is not None:
                    return move

    def _state(self, seat: int) -> Story:
        hands = self.deal.hands if self.setup.open else None
        yield from self.narrator.state(self.view(seat), hands)

    def _understood(self, text: str) -> Generator[Output | Ask, str, Sequence[Move]]:
        """The moves a line at the move prompt can mean; none where it was a command or was refused."""
        _ = self.language.gettext
        view = self.view(self.deal.turn)
        if text.isdecimal():
            number = number_up_to(len(view.hand), text)
            if not number:
                yield self._refused(_("You have no card number {text}.").format(text=shown(text)), view)
                return ()
            card = view.hand[number - 1]
        elif (yield from self._command(text)):
            return ()
        else:
            try:
                move = read_move(text, view.rules.deck)
                if move.captures:
                    return (self.deal.recognised(move),)
                card = move.card
            except BadMove:
                yield self._refused(_('I do not understand "{text}".').format(text=shown(text)), view)
                return ()
            except MoveRefused as error:
                yield self._refused(explain(error, self.language, self.narrator.words), view)
                return ()
            except BadCard as error:
                if self.narrator.spoken or self.narrator.terse:
                    yield self._refused(_('I do not understand "{text}".').format(text=shown(text)), view)
                else:
                    yield self._refused(explain(error, self.language))
                return ()
        moves = [move for move in view.legal if move.card is card]
        if not moves:
            try:
                self.deal.recognised(Move(card))
            except MoveRefused as error:
                yield self._refused(explain(error, self.language, self.narrator.words), view)
        return moves

    def _choice(self, moves: Sequence[Move]) -> Generator[Output | Ask, str, Move | None]:
        """Ask what a card that can do several things will do; None when the player thinks again."""
        _ = self.language.gettext
        view = self.view(self.deal.turn)
        yield from self.narrator.menu(view, moves)
        how = ""
        if not self.narrator.terse:
            how = _("Type a number from 1 to {n}, or x to choose another card.").format(n=len(moves))
            yield Line(how, "help")
        by_token = {str(move).casefold(): move for move in moves}
        while True:
            text = (yield Ask("choice", len(moves))).strip()
            if text.casefold() in ("", "x", "esc"):
                yield from self.narrator.hand(view)
                return None
            if number := number_up_to(len(moves), text):
                return moves[number - 1]
            if move := by_token.get(text.casefold()):
                return move
            if not (yield from self._command(text)):
                refused = _("{text} is none of the choices.").format(text=shown(text))
                yield Line(f"{refused} {how}".rstrip(), "refused")

    def _refused(self, sentence: str, view: View | None = None) -> Line:
        """Say that a line was refused and, with the view of who typed it, what would do."""
        if view is not None:
            sentence = f"{sentence} {self.narrator.what_would_do(view)}".rstrip()
        return Line(sentence, "refused")

    # commands

    def _command(self, text: str) -> Generator[Output | Ask, str, bool]:
        """Do what a command word asks; False where the text is none."""
        word, _, argument = text.partition(" ")
        command = self.words.get(folded(word))
        if command is None or (argument and not command.takes):
            return False
        if command.needs_cards and not self.match.deals:
            yield Line(self.language.gettext("No cards have been dealt yet."), "help")
            return True
        yield from getattr(self, f"_do_{command.word}")(argument.strip())
        return True

    @property
    def viewer(self) -> int:
        """The seat whose eyes the screen sees with: who is asked, or was asked last."""
        return self.last_human if self.last_human is not None else self.humans[0]

    def view(self, seat: int) -> View:
        """What a seat may know now (rules 9)."""
        return look(self.deal, seat, len(self.match.deals), self.match.score)

    def _do_help(self, _argument: str) -> Story:
        yield from self._to_read(help_lines(self.record.rules, self.language, spoken=self.manner.spoken))

    def _do_rules(self, argument: str) -> Story:
        """The rule sheet, or a topic there is more to read about."""
        _ = self.language.gettext
        rules = self.record.rules
        if not argument:
            sheet = rule_sheet(self.record.variant, rules, self.language)
            more = _("There is more to read: type rules and one of these words: {topics}.")
            more = more.format(topics=topic_words(self.language))
            yield from self._to_read((*sheet, Line(""), Line(more, "help")))
        elif topic := topic_named(argument, self.language):
            spoken_commands = self.manner.spoken and topic == "commands"
            told = spoken_command_lines if spoken_commands else TOPICS[topic]
            yield from self._to_read(told(rules, self.language))
        else:
            yield self._refused(no_topic(argument, self.language))

    def _to_read(self, lines: Iterable[Line]) -> Story:
        """Pages of text, without the empty lines where they are spoken."""
        yield from (line for line in lines if line.text or not self.manner.spoken)

    def _do_table(self, _argument: str) -> Story:
        yield self.narrator.table(self.view(self.viewer))

    def _do_hand(self, _argument: str) -> Story:
        yield from self.narrator.hand(self.view(self.viewer))

    def _do_piles(self, _argument: str) -> Story:
        view = self.view(self.viewer)
        yield from self.narrator.piles(view)
        yield from self.narrator.stock(view)

    def _do_last(self, _argument: str) -> Story:
        yield from self._since_last_turn(self.viewer) or [self._nothing_yet()]

    def _do_score(self, _argument: str) -> Story:
        yield from self.narrator.piles(self.view(self.viewer))
        yield from self.narrator.match_state(self.match)

    def _do_log(self, _argument: str) -> Story:
        yield from self._plays() or [self._nothing_yet()]

    def _do_count(self, _argument: str) -> Story:
        """Tell the unseen cards; all of it could be remembered, so the game is not assisted by it."""
        yield from self.narrator.count(self.view(self.viewer), self.deal.hands if self.setup.open else None)

    def _nothing_yet(self) -> Line:
        return Line(self.language.gettext("Nothing has been played yet."), "help")

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

    def _do_undo(self, _argument: str) -> Story:
        """Let the player choose again, where only computers wait for it (formats 2)."""
        _ = self.language.gettext
        yield from ()
        if self.deal.is_over:
            sentence = _("The deal is over, so no play can be taken back.")
            yield Line(sentence, "help" if self.is_over else "refused")
        elif len(self.humans) > 1:
            yield self._refused(_("Several people play here, so no play can be taken back."))
        elif not self._plays_of(self.viewer):
            yield self._refused(_("You have not played in this deal yet, so there is nothing to take back."))
        else:
            raise _TakeBack

    def _take_back(self, seat: int) -> Story:
        """Go back to this seat's last choice: the same deal with the plays before it, and no others.

        Chance is drawn anew for each play, so the same plays are answered in the same way.
        """
        _ = self.language.gettext
        played = self.deal.moves
        at = self._plays_of(seat)[-1]
        *_rest, self.match.deals[-1] = replayed(self.deal, played[:at])
        self.record.assisted |= {"undo"}
        the_card = self.narrator.words.the_card(played[at].card)
        yield Line(_("You take back {the_card}.").format(the_card=the_card), "play")

    def _do_hint(self, _argument: str) -> Story:
        """What to play now and why; the record says that the player was helped (formats 3)."""
        seat = self.viewer
        if self.deal.turn != seat or self.deal.is_over:
            yield Line(self.language.gettext("There is nothing to choose now."), "help")
            return
        self.record.assisted |= {"hint"}
        yield from Coach(self.narrator, seat).hint(self._judged())

    def _judged(self) -> Judgement:
        """How good everything is that the player who is asked may do."""
        seat, play = self.deal.turn, len(self.deal.moves)
        return judged(self.view(seat), judging_stream(self.seed, len(self.match.deals), seat, play))

    def _do_review(self, _argument: str) -> Story:
        """How the people here played the deals that are over."""
        if not any(deal.is_over for deal in self.match.deals):
            yield Line(explain(DealUnfinished(), self.language), "help")
            return
        for seat in self.humans:
            reviews = reviewed(self.record, seat, self.seed, self.heard)
            yield from Critic(self.narrator, seat).reviews(reviews)

    def _do_cards(self, argument: str) -> Story:
        """Show cards in another style: the one named, or the next (formats 2)."""
        _ = self.language.gettext
        if self.manner.spoken:
            yield Line(_("Cards are told in words here, and never drawn."), "help")
            return
        styles = styles_for(self.record.rules.deck)
        if argument and argument not in STYLE_NAMES:
            sentence = _("{text} is not a style of cards. The styles are: {styles}.")
            yield self._refused(sentence.format(text=shown(argument), styles=", ".join(styles)))
            return
        following = styles[(styles.index(self.style) + 1) % len(styles)]
        self.style = style_for(argument or following, self.record.rules.deck)
        self.narrator.style = self.style
        yield Line(_(PLAINLY if self.style == PLAIN else STYLES[self.style].chosen), "help")
        if self.match.deals and not self.deal.is_over:
            yield from self._state(self.viewer)

    def _do_level(self, argument: str) -> Story:
        """Change the level of all computer seats (formats 2)."""
        _ = self.language.gettext
        names = {level: _(LEVEL_NAMES[level]) for level in STRENGTHS}
        argument = folded(argument)
        now = next((seat.kind for seat in self.seats if seat.kind in STRENGTHS), None)
        wanted = next((level for level in STRENGTHS if argument in (level, folded(names[level]))), None)
        if now is None:
            yield Line(_("Nobody at this table plays by a level."), "help")
            return
        if argument and wanted is None:
            sentence = _("{text} is not a level. The levels are: {levels}.")
            yield self._refused(sentence.format(text=shown(argument), levels=", ".join(names.values()).lower()))
            return
        level = wanted or STRENGTHS[(STRENGTHS.index(now) + 1) % len(STRENGTHS)]
        self.seats = tuple(seat._replace(kind=level) if seat.kind in LEVELS else seat for seat in self.seats)
        if self.match.deals and not self.deal.moves:
            self._seat_for(len(self.match.deals))
            sentence = _("The computer plays at level {level} from now on.")
        else:
            sentence = _("The computer plays at level {level} from the next deal on.")
        yield Line(sentence.format(level=names[level].lower()), "help")

    def _do_save(self, name: str) -> Story:
        """Write the record of the game into a file; the cards to come are masked in it (formats 3)."""
        _ = self.language.gettext
        file = printable(name)
        if not name or self.keep is None:
            yield self._refused(_("Type the name of a file after it, as in: save game.rbm"))
            return
        try:
            self.keep(name, write_record(self.record))
        except CannotWrite as error:
            sentence = explain(error, self.language)
            if error.exists:
                sentence = _("{file} exists already. Choose another name.").format(file=file)
            yield self._refused(sentence)
            return
        saved = _("The game is saved in {file}.")
        if not self.is_over:
            saved = _("The game is saved in {file}; rubamazzo resume {file} goes on with it.")
        yield Line(saved.format(file=file), "help")

    def _do_new(self, _argument: str) -> Story:
        """Another game, after asking when this one is not finished."""
        _ = self.language.gettext
        if not self.is_over:
            question = _("Give this game up and begin another? Type yes or no.")
            yield Line(question, "help")
            while not (said := answer(self.language, text := (yield Ask("yes or no")).strip())):
                if text in self.words and self.words[text].word == "quit":
                    raise _Leave
                yield self._refused(question)
            if said == "no":
                yield Line(_("Then this game goes on."), "help")
                return
        raise _Another

    def _do_quit(self, _argument: str) -> Story:
        yield from ()
        raise _Leave

    # from game to game

    def _after(self) -> Story:
        """When a game is over: what the cards came from, and what to type now (formats 2)."""
        _ = self.language.gettext
        for seat, player in self.players.items():
            with _blamed_on(seat):
                player.match_over(self.match.winner)
        if self.record.seed is not None:
            yield Line(_("These cards were those of seed {seed}.").format(seed=self.seed))
        if not self.humans:
            return
        yield Line(_("Type n for another game, or q to leave."), "help")
        while (text := (yield Ask("after")).strip()) and (yield from self._command(text)):
            pass
        raise _Leave

    def _next_game(self) -> None:
        """Set up another game with the next seed, the first player passed on."""
        self.games += 1
        rules = self.record.rules
        match = Match(rules, self.match.next_first)
        self.seed = (self.setup.seed + self.games - 1) % SEEDS
        self.record = Record(self.record.variant, rules, match, self.seats, self.seed)
        self.last_human = None


@contextmanager
def _blamed_on(seat: int) -> Iterator[None]:
    """Note whose engine failed in here."""
    try:
        yield
    except EngineFailed as failure:
        failure.seat = seat
        raise


def number_up_to(largest: int, text: str) -> int:
    """The number from 1 to `largest` that the text is, in plain digits; 0 if it is none."""
    if not re.fullmatch("[1-9][0-9]{0,3}", text) or int(text) > largest:
        return 0
    return int(text)
