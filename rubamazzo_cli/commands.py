"""The words a player can type besides cards and numbers (formats 2)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from .i18n import N_, Language
from .lines import Line


class Command(NamedTuple):
    """A command: its English word, its letter if it has one, and what it does.

    `needs_cards` says that it tells of cards that must have been dealt, `takes` that a word may
    follow.
    """

    word: str
    letter: str
    does: str
    needs_cards: bool = False
    takes: bool = False


COMMANDS = (
    Command("help", "?", N_("how to play, and this list")),
    Command("rules", "", N_("the rules of this game")),
    Command("table", "", N_("the cards on the table"), needs_cards=True),
    Command("hand", "", N_("your cards"), needs_cards=True),
    Command("piles", "", N_("every pile, its top card and the cards in hand"), needs_cards=True),
    Command("last", "", N_("what was played since your last turn"), needs_cards=True),
    Command("score", "", N_("the piles and the match"), needs_cards=True),
    Command("log", "", N_("every play of this deal"), needs_cards=True),
    Command("count", "c", N_("how many cards of each rank you have not seen yet"), needs_cards=True),
    Command("undo", "u", N_("take back your last play, against the computer"), needs_cards=True),
    Command("level", "l", N_("change how strong the computer plays, as in: level easy"), takes=True),
    Command("new", "n", N_("begin another game")),
    Command("quit", "q", N_("leave")),
)
"""Every command in the order help lists them."""

ANSWERS = {"yes": ("yes", "y"), "no": ("no", "n")}
"""What may be answered to a question, in English; languages add their own words."""


def command_words(language: Language) -> dict[str, Command]:
    """Every word that is a command: the English ones, the letters, and this language's own.

    A catalogue may give several words for one, with blanks between them.
    """
    words = {word: command for command in COMMANDS for word in (command.word, command.letter) if word}
    for command in COMMANDS:
        for word in language.pgettext("command", command.word).split():
            words.setdefault(word, command)
    return words


def help_lines(language: Language, commands: Sequence[Command] = COMMANDS) -> Iterator[Line]:
    """How to play and the commands there are, with the words this language has for them."""
    _ = language.gettext
    yield Line(_("Steal the pile: who has most cards in the end has won."), "title")
    yield Line(
        _("Your card takes an equal card from the table, or steals a whole pile whose top card is equal to it.")
    )
    yield Line(
        _(
            "Type the number of one of your cards, or its code: the 7 of denari is 7d. "
            "The suits are c, d, b and s: coppe (cups), denari (coins), bastoni (clubs), spade (swords)."
        )
    )
    yield Line(
        _(
            "If your card can do several things, you are asked which. Or type the whole move: "
            "7dx7c takes the 7 of coppe, 7d*2 steals the pile of seat 2."
        )
    )
    yield Line(_("These words do something too:"))
    for command in commands:
        own = language.pgettext("command", command.word).split()
        words = dict.fromkeys([*own, command.word, command.letter])
        yield Line(f"{', '.join(word for word in words if word)}: {_(command.does)}", "help")


def answer(language: Language, text: str) -> str:
    """`yes` or `no` if the text says so in English or this language, else nothing."""
    for meaning, words in ANSWERS.items():
        if text in words or text in language.pgettext("answer", meaning).split():
            return meaning
    return ""
