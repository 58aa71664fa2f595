"""A session: games told and asked for line by line, without terminal, file or clock (formats 2)."""

from __future__ import annotations

import re
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import contextmanager

from .cards import Card
from .chance import SEEDS, choice_stream
from .commands import own_word
from .doing import Another, Doing, Leave, TakeBack
from .errors import BadCard, BadMove, EngineFailed, MoveRefused
from .explain import explain
from .lines import Line, for_the_ear, printable, shown
from .match import Match, cut, shuffled_deck
from .moves import Move, read_move
from .record import Record, write_record
from .scoring import Result
from .sealing import seal as seal_of
from .sitting import Ask, Manner, Output, Pause, Setup, Story, level_player

__all__ = ["Ask", "Manner", "Output", "Pause", "Session", "Setup", "Story", "level_player", "number_up_to"]


class Session(Doing):
    """Games at one screen: `start` it, `feed` it lines while it is `asking`, and show what it tells.

    When `asking` is None, it is over, and `failure` tells if that is because an engine failed.
    """

    asking: Ask | None = None
    failure: EngineFailed | None = None
    _story: Story

    # from outside

    def start(self) -> Iterator[Output]:
        """Begin, and tell everything up to the first question."""
        self._story = self._tell()
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

    # the story

    def _tell(self) -> Story:
        """The whole session, until it ends or the player leaves."""
        try:
            yield from self._games()
        except Leave:
            yield Line(self.language.gettext("Thanks for playing. See you!"))
        except EngineFailed as failure:
            yield from self._failed(failure)
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
            except Another:
                self._next_game()

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

    def close(self, *, in_haste: bool = False) -> None:
        """Send the players home."""
        for player in self.players.values():
            player.close(in_haste=in_haste)

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
                except TakeBack:
                    yield from self._take_back(seat)
                    continue
            for event in self.deal.play(move):
                yield from self.narrator.event(event)
                if event[0] == "dealt":
                    yield from self._open_round()
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
        self._take_seats(number)
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
        self._take_seats(number)  # once more, for another level may have been asked for at the cut
        deal = match.start_deal(deck)
        yield self.narrator.dealt(1, len(deal.hands[deal.first]))
        yield self.narrator.first_player(deal.first)
        if self.setup.open and not self.humans:
            yield self.narrator.table(self.view(deal.first))
        yield from self._open_round()

    def _open_round(self) -> Story:
        """The hands just dealt, where all lie open and nobody is asked, who would be shown them then."""
        if self.setup.open and not self.humans:
            deal = self.deal
            yield from self.narrator.every_hand(self.view(deal.first), deal.hands)

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

    # from game to game

    def _after(self) -> Story:
        """When a game is over: what the cards came from, and what to type now (formats 2)."""
        _ = self.language.gettext
        for seat, player in self.players.items():
            with _blamed_on(seat):
                player.match_over(self.match.winner)
        if self.record.seed is not None:
            again = _("To play with these cards again, use --seed {seed}.")
            if not all(
                deal.deck == shuffled_deck(self.record.rules, self.seed, number)
                for number, deal in enumerate(self.match.deals, start=1)
            ):
                again = _(
                    "It was --seed {seed}, but the deck was cut or chosen: "
                    "that number alone does not bring these cards back."
                )
            yield Line(again.format(seed=self.seed))
        if not self.humans:
            return
        sentence = _("Type n for another game, {review} to see how you played, or q to leave.")
        yield Line(sentence.format(review=own_word(self.language, "review")), "help")
        while (text := (yield Ask("after")).strip()) and (yield from self._command(text)):
            pass
        raise Leave

    def _next_game(self) -> None:
        """Set up another game with the next seed, the first player passed on."""
        self.games += 1
        rules = self.record.rules
        match = Match(rules, self.match.next_first)
        self.seed = (self.setup.seed + self.games - 1) % SEEDS
        self.record = Record(self.record.variant, rules, match, self.seats, self.seed)


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
