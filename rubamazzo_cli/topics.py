"""More to read than the rules: how to play well, what the computer does, and other topics.

What is said follows the rules in force, as the rule sheet does.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial

from .commands import COMMANDS, Command, own_word
from .facts import (
    Section,
    ace_is_special,
    ace_robs,
    adds_up,
    always,
    dealt,
    facts_told,
    nobody_steals,
    only_equals_count,
    only_equals_steal,
    sections_told,
    steals,
    where,
)
from .i18n import N_, Language, folded
from .lines import Line, shown
from .rules import Rules
from .sheet import GOAL, SUMS, WHAT_A_CARD_CAN_DO, WHO_WINS_THE_DEAL

LEVELS = (
    Section(
        N_("Easy"),
        (
            always(
                N_("Easy is for the first games, and for small children."),
                N_("Two times in three it plays any card, as it comes."),
                N_("The other times it plays the card that gets it the most cards."),
                N_("It remembers nothing."),
            ),
        ),
    ),
    Section(
        N_("Normal"),
        (
            always(N_("Normal thinks before it plays.")),
            where(
                steals, N_("It compares what a card gets with what the others could steal from it afterwards.")
            ),
            where(
                nobody_steals,
                N_("It compares what a card gets with what the others could take afterwards."),
            ),
            always(
                N_(
                    "It sees only what lies open: its own cards, the table, and the piles with their top cards."
                ),
                N_("It does not remember cards that have been covered."),
            ),
        ),
    ),
    Section(
        N_("Hard"),
        (
            always(
                N_("Hard remembers every card that has been played."),
                N_("It imagines, again and again, where the cards it has not seen may be."),
            ),
            where(
                lambda rules: rules.scoring == "cards",
                N_("Then it plays the card with the best chance to win the deal."),
            ),
            where(
                lambda rules: rules.scoring == "scopa",
                N_("Then it plays the card that promises the most points."),
            ),
            where(
                lambda rules: rules.players == 2 and dealt(rules) == rules.deck,
                N_("At the end it knows which cards you must hold, and plays the last ones without a mistake."),
            ),
        ),
    ),
    Section(
        N_("What the computer does not know"),
        (
            always(
                N_("No level ever sees your cards or the stock."),
                N_("Each knows only what you could know in its place."),
                N_("The computer gets its cards by chance, just like you."),
            ),
        ),
    ),
)
"""What each level does, remembers and does not know."""

STRATEGY = (
    Section(
        N_("Before you play"),
        (
            where(steals, N_("Look at the top of every other pile: that is where you can steal.")),
            where(steals, N_("Look at your own top too: who could have a card equal to it?")),
            where(
                nobody_steals, N_("Look at the table: what can your cards take, and which card gets the most?")
            ),
            always(N_("Mind what you leave on the table: the next player may take it.")),
            where(
                ace_is_special,
                N_("Count the aces. While one is still to come, do not leave many cards on the table."),
            ),
            where(
                lambda rules: rules.must_take == "no",
                N_("You need not take at once: sometimes it is better to keep a card for later."),
            ),
        ),
    ),
    Section(
        N_("Count the cards"),
        (
            always(N_("There are four cards of each number and of each picture.")),
            where(
                only_equals_steal,
                N_("If you have seen all four, your top among them, nobody can steal your pile."),
                N_("Your own hand counts too: a card you hold steals nothing from you."),
            ),
            where(
                lambda rules: steals(rules) and only_equals_count(rules),
                N_(
                    "If your card can both steal and take, all four are known: with it on top your pile is safe."
                ),
            ),
            where(
                lambda rules: nobody_steals(rules) and only_equals_count(rules),
                N_("If three of them lie in piles, nobody can take the fourth from the table."),
            ),
            where(
                lambda rules: rules.pile_in_sums,
                N_("Only a higher card can steal your pile by adding up, so a high top is safer."),
            ),
            where(
                ace_robs,
                N_("The player before you can steal your pile with an ace, and no top is safe from that."),
            ),
        ),
    ),
    Section(
        N_("Look after your pile"),
        (
            where(
                steals,
                N_("If your top is in danger, get something small with another card: then you have a new top."),
            ),
            where(
                only_equals_steal,
                N_("After a big steal, cover your top soon with a card whose equals are nearly all gone."),
            ),
            where(steals, N_("Even the biggest pile can be stolen until the end.")),
        ),
    ),
    Section(
        N_("Towards the end"),
        (
            where(
                lambda rules: rules.leftover == "last-capture",
                N_("Keep a card that can still take something: the last one to do so gets the whole table."),
            ),
            where(
                lambda rules: rules.leftover == "nobody",
                N_("What stays on the table is nobody's, so take while you can."),
            ),
            where(
                lambda rules: rules.scoring == "scopa",
                N_("Cards of denari and the sevens are worth more than others: they bring points."),
            ),
        ),
    ),
)
"""How to play well."""

HISTORY = (
    Section(
        N_("Where the game comes from"),
        (
            always(
                N_("Many Italians learned cards with this game when they were children."),
                N_("Often it was a grandmother or a grandfather who taught them."),
                N_("The name is Italian and says what you do: rubamazzo means steal the pile."),
                N_("It is also called rubamazzetto and rubamonte."),
                N_("Other countries play it too: in Spanish it is casita robada, in English Stealing Bundles."),
                N_("Every family plays it in its own way, and none of them is wrong."),
                N_("When you want more, learn Scopa: there too you take cards from the table with equal ones."),
            ),
        ),
    ),
)
"""Where the game comes from."""

FAQ = (
    Section(
        N_("Is it free?"),
        (always(N_("Yes. It costs nothing, it shows no advertising, and it works without the internet.")),),
    ),
    Section(
        N_("Is rubamazzetto the same game?"),
        (
            always(
                N_("In many families it is another name of the same game."),
                N_("Here the variant rubamazzetto is the one for the youngest: in it nobody steals."),
            ),
        ),
    ),
    Section(
        N_("Can I play against the computer?"),
        (
            always(
                N_("Yes, against one, two or three computer players: easy, normal or hard."),
                N_("Several people can play at one screen too."),
            ),
        ),
    ),
    Section(
        N_("Can I take cards by adding them up?"),
        (
            where(
                lambda rules: not adds_up(rules),
                N_("No, not in this game. In the variants nord, sud and quindici you can."),
            ),
            where(adds_up, N_("Yes, in this game you can.")),
            *SUMS,
        ),
    ),
    Section(
        N_("Can I steal only the top card of a pile?"),
        (
            where(steals, N_("No. Whoever steals gets the whole pile.")),
            where(nobody_steals, N_("No. In this game nobody steals.")),
        ),
    ),
    Section(N_("Who wins?"), WHO_WINS_THE_DEAL),
    Section(
        N_("How long is an evening?"),
        (
            always(N_("Three to five deals make a nice evening.")),
            where(
                lambda rules: rules.match == "deal",
                N_("In this game every deal stands alone, so you can stop after any of them."),
            ),
            where(
                lambda rules: rules.match == "best-of-5",
                N_("In this game the match goes on until somebody has won three deals."),
            ),
        ),
    ),
    Section(
        N_("Is it for children?"),
        (
            always(N_("Yes. Whoever can see that two cards are equal can play.")),
            where(adds_up, N_("In this game it helps if you can add up small numbers.")),
            always(N_("For the youngest there are the variant rubamazzetto and the level easy.")),
        ),
    ),
    Section(
        N_("Does it work on a small screen?"),
        (always(N_("Yes. The lines are made to fit, and 40 columns are enough.")),),
    ),
)
"""Questions people ask."""

GLOSSARY = (
    Section(
        N_("Words of the game"),
        (
            always(
                N_("Deck: all the cards together. In Italian it is called mazzo."),
                N_("Pile: the cards a player has got in this deal. In Italian it is called mazzo too."),
                N_("Top: the card that lies uppermost on a pile."),
            ),
            where(steals, N_("A card equal to the top can steal the pile.")),
            always(
                N_("Table: the cards that lie face up in the middle."),
                N_("Stock: the cards that nobody has been dealt yet."),
                N_("Round: from one handing out of cards to the next."),
                N_("Deal: from the first handing out until all cards are played and the piles are counted."),
                N_("Match: the whole game, one deal or several."),
            ),
            where(steals, N_("Last capture: the last time in a deal that somebody takes or steals.")),
            where(nobody_steals, N_("Last capture: the last time in a deal that somebody takes.")),
            where(
                lambda rules: rules.leftover == "last-capture",
                N_("The last capture also gets the cards left on the table."),
            ),
            always(
                N_("Settebello: the 7 of denari, the beautiful seven. In Scopa it is worth a point."),
                N_("Primiera: the best card of each suit, added up. In Scopa the best one is worth a point."),
                N_("Asso: the Italian ace. Its letter is A."),
                N_("Fante: the foot soldier, like a jack. Its letter is F."),
                N_("Cavallo: the rider on a horse, a knight. Its letter is C."),
                N_("Re: the king. Its letter is R."),
                N_(
                    "Coppe, denari, bastoni, spade: the Italian suits, which are cups, coins, clubs and swords."
                ),
                N_("Hearts, diamonds, clubs, spades: the French suits."),
            ),
        ),
    ),
)
"""What the words of the game mean."""

TYPING = (
    always(N_("Type the number of one of your cards, or its code.")),
    where(
        lambda rules: rules.deck == 40,
        N_(
            "The code of the 7 of denari is 7d. The suits are c, d, b and s: coppe (cups), denari (coins), "
            "bastoni (clubs), spade (swords)."
        ),
        N_("Asso, fante, cavallo and re are A, F, C and R."),
    ),
    where(
        lambda rules: rules.deck == 52,
        N_(
            "The code of the 7 of diamonds is 7d. The suits are h, d, c and s: hearts, diamonds, clubs, spades."
        ),
        N_("Ace, 10, jack, queen and king are A, T, J, Q and K."),
    ),
    always(N_("If your card can do several things, you are asked which. Or type the whole move:")),
    where(lambda rules: rules.capture != "fifteen", N_("7dx7c: the 7d takes the 7c.")),
    where(lambda rules: rules.capture == "all", N_("7dx7c+7s: the 7d takes the 7c and the 7s.")),
    where(
        lambda rules: rules.capture == "sum",
        N_("7dx3c+4s: the 7d takes the 3c and the 4s."),
    ),
    where(lambda rules: rules.capture == "fifteen", N_("7dx5c+3s: the 7d takes the 5c and the 3s.")),
    where(steals, N_("7d*2: the 7d steals the pile of player 2.")),
)
"""How to say what you play (formats 2)."""


def help_lines(
    rules: Rules, language: Language, commands: Sequence[Command] = COMMANDS, *, spoken: bool = False
) -> Iterator[Line]:
    """What the game is about, how to play by typing, and the commands there are; for the ear without codes."""
    yield from sections_told([Section(N_("How to play"), (*GOAL, *WHAT_A_CARD_CAN_DO))], rules, language)
    yield Line("")
    yield from (spoken_command_lines if spoken else command_lines)(rules, language, commands)


def spoken_command_lines(
    _rules: Rules, language: Language, commands: Sequence[Command] = COMMANDS
) -> Iterator[Line]:
    """How to play by typing, and the commands that are of use to the ear."""
    _ = language.gettext
    yield Line(_("What you can type"), "title")
    yield Line(_("Type the number of one of your cards to play it."))
    yield Line(_("If your card can do several things, you are asked which."))
    yield Line(_("These words do something too:"))
    for command in commands:
        if command.word != "cards":
            told = _("{name}: {line}").format(name=own_word(language, command.word), line=_(command.does))
            yield Line(f"{told}.", "help")


def command_lines(rules: Rules, language: Language, commands: Sequence[Command] = COMMANDS) -> Iterator[Line]:
    """How to play by typing, and the commands with the words this language has for them."""
    _ = language.gettext
    yield Line(_("What you can type"), "title")
    yield from facts_told(TYPING, rules, language)
    yield Line(_("These words do something too:"))
    for command in commands:
        own = language.pgettext("command", command.word).split()
        words = dict.fromkeys([*own, command.word, command.letter])
        told = ", ".join(word for word in words if word)
        yield Line(_("{name}: {line}").format(name=told, line=_(command.does)), "help")


TOPICS: dict[str, Callable[[Rules, Language], Iterator[Line]]] = {
    "levels": partial(sections_told, LEVELS),
    "strategy": partial(sections_told, STRATEGY),
    "commands": command_lines,
    "history": partial(sections_told, HISTORY),
    "faq": partial(sections_told, FAQ),
    "glossary": partial(sections_told, GLOSSARY),
}
"""What there is to read besides the rules, by the word it is asked for with. To add a topic, add a line."""

TOPIC_WORDS = {
    "levels": N_("levels"),
    "strategy": N_("strategy"),
    "commands": N_("commands"),
    "history": N_("history"),
    "faq": N_("faq"),
    "glossary": N_("glossary"),
}
"""The word for each topic, which languages have their own for; the English one works in all of them."""


def topic_named(text: str, language: Language) -> str | None:
    """The topic that this word asks for, in English or this language."""
    wanted = folded(text)
    return next(
        (name for name, word in TOPIC_WORDS.items() if wanted in (name, folded(language.gettext(word)))), None
    )


def topic_words(language: Language) -> str:
    """The words for all topics in this language."""
    return ", ".join(language.gettext(word) for word in TOPIC_WORDS.values())


def no_topic(text: str, language: Language) -> str:
    """The sentence for a word that is no topic."""
    _ = language.gettext
    sentence = _("{text} is not a topic. The topics are: {topics}.")
    return sentence.format(text=shown(text), topics=topic_words(language))
