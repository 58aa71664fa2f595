"""What each command word does: `_do_hint` for `hint`, and so on for every word of `commands` (formats 2)."""

from __future__ import annotations

import shlex
from collections.abc import Generator, Iterable

from .coaching import Coach
from .commands import COMMANDS, answer
from .drawing import PLAIN, PLAINLY, STYLE_NAMES, STYLES, style_for, styles_for
from .errors import CannotWrite, DealUnfinished
from .explain import explain
from .i18n import folded
from .lines import Line, printable, shown
from .match import replayed
from .names import LEVEL_NAMES
from .players import LEVELS, STRENGTHS
from .record import write_record
from .review import reviewed
from .sheet import rule_sheet
from .sitting import Ask, Output, Sitting, Story
from .topics import TOPICS, help_lines, no_topic, spoken_command_lines, topic_named, topic_words
from .verdicts import Critic


class Leave(Exception):
    """The player has had enough."""


class TakeBack(Exception):
    """The player wants to choose again."""


class Another(Exception):
    """The player wants another game."""


class Doing(Sitting):
    """A sitting that does what the players ask for by command words."""

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

    def _do_help(self, _argument: str) -> Story:
        """How to play, and the commands that mean something here."""
        commands = [command for command in COMMANDS if command.word in self.offered]
        spoken = self.manner.spoken
        yield from self._to_read(help_lines(self.record.rules, self.language, commands, spoken=spoken))

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
        yield from self.narrator.count(self.view(self.viewer), self.open_hands)

    def _nothing_yet(self) -> Line:
        return Line(self.language.gettext("Nothing has been played yet."), "help")

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
            raise TakeBack

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
        wanted = folded(argument)
        if wanted and wanted not in STYLE_NAMES:
            sentence = _("{text} is not a style of cards. The styles are: {styles}.")
            yield self._refused(sentence.format(text=shown(argument), styles=", ".join(styles)))
            return
        following = styles[(styles.index(self.style) + 1) % len(styles)]
        self.style = style_for(wanted or following, self.record.rules.deck)
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
        untouched = bool(self.match.deals) and not self.deal.moves
        if untouched:
            self._take_seats(len(self.match.deals))
        about_to_begin = not self.is_over and (not self.match.deals or self.deal.is_over)
        if untouched or about_to_begin:
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
            saved = _("The game is saved in {file}; rubamazzo resume {word} goes on with it.")
        yield Line(saved.format(file=file, word=printable(_shell_word(name))), "help")

    def _do_new(self, _argument: str) -> Story:
        """Another game, after asking when this one is not finished."""
        _ = self.language.gettext
        if not self.is_over:
            question = _("Give this game up and begin another? Type yes or no.")
            yield Line(question, "help")
            while not (said := answer(self.language, text := (yield Ask("yes or no")).strip())):
                command = self.words.get(folded(text))
                if command is not None and command.word == "quit":
                    raise Leave
                yield self._refused(question)
            if said == "no":
                yield Line(_("Then this game goes on."), "help")
                return
        raise Another

    def _do_quit(self, _argument: str) -> Story:
        yield from ()
        raise Leave

    def _to_read(self, lines: Iterable[Line]) -> Story:
        """Pages of text, without the empty lines where they are spoken."""
        yield from (line for line in lines if line.text or not self.manner.spoken)


def _shell_word(name: str) -> str:
    """The name of a file as a shell takes it."""
    home, slash, rest = name.partition("/")
    if home.startswith("~") and slash:
        return f"{home}/{shlex.quote(rest)}"
    return shlex.quote(f"./{name}" if name.startswith("-") else name)
