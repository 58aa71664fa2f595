"""The words a player can type besides cards and numbers (formats 2)."""

from __future__ import annotations

from typing import NamedTuple

from .i18n import N_, Language, folded


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
    Command(
        "rules", "", N_("the rules of this game; more to read with a topic, as in: rules strategy"), takes=True
    ),
    Command("table", "", N_("the cards on the table"), needs_cards=True),
    Command("hand", "", N_("your cards"), needs_cards=True),
    Command("piles", "", N_("every pile, its top card and the cards in hand"), needs_cards=True),
    Command("last", "", N_("what was played since your last turn"), needs_cards=True),
    Command("score", "", N_("the piles and the match"), needs_cards=True),
    Command("log", "", N_("every play of this deal"), needs_cards=True),
    Command("count", "c", N_("how many cards of each rank you have not seen yet"), needs_cards=True),
    Command("hint", "h", N_("what to play now, and why"), needs_cards=True),
    Command("undo", "u", N_("take back your last play, against the computer"), needs_cards=True),
    Command("review", "", N_("how you played, when a deal is over"), needs_cards=True),
    Command("cards", "d", N_("draw the cards in another style, as in: cards napoletane"), takes=True),
    Command("level", "l", N_("change how strong the computer plays, as in: level easy"), takes=True),
    Command("save", "", N_("write this game into a file, as in: save game.rbm"), needs_cards=True, takes=True),
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
            words.setdefault(folded(word), command)
    return words


def own_word(language: Language, word: str) -> str:
    """The word a language has for a command."""
    return (language.pgettext("command", word).split() or [word])[0]


def answer(language: Language, text: str) -> str:
    """`yes` or `no` if the text says so in English or this language, else nothing."""
    for meaning, words in ANSWERS.items():
        if folded(text) in {folded(word) for word in (*words, *language.pgettext("answer", meaning).split())}:
            return meaning
    return ""
