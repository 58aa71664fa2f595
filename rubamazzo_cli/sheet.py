"""The rule sheet: the rules of a game in the words of the player's language, from its switches."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from .facts import (
    Section,
    ace_is_special,
    ace_robs,
    adds_up,
    always,
    dealt,
    nobody_steals,
    only_equals_count,
    safe,
    safe_alike,
    sections_told,
    steals,
    where,
)
from .game import round_sizes
from .i18n import N_, NN_, Language
from .lines import Line
from .rules import Rules, variant

VARIANT_LINES = {
    "rubamazzo": N_("one card takes one card, and you choose between stealing and taking."),
    "classico": N_("take all equal cards at once, steal first; best of five deals."),
    "rubamazzetto": N_(
        "for the youngest, without stealing; best of five deals. "
        "In many families this is simply another name of the game itself."
    ),
    "scopa": N_("classico with the points of Scopa, to 11."),
    "bundles": N_("Stealing Bundles, which is classico with 52 French cards, played clockwise."),
    "quindici": N_("Rubamazzo del 15, where you take cards that make 15 with yours."),
    "tradizionale": N_("one card takes one card, and the last capture gets the table."),
    "nord": N_("the way of the North, where a card takes a sum if no equal card lies there."),
    "sud": N_("the way of the South, where a sum may include the top of a pile, and then the pile is yours."),
    "asso": N_("asso piglia tutto, where an ace takes the whole table, or the next player's pile."),
    "enciclopedia": N_("the table first, so a card steals only when it takes nothing."),
    "casita": N_("casita robada, where you need not take, even if you can."),
}
"""What each variant is, in one line (rules 7)."""


def title(name: str, rules: Rules, language: Language, *, briefly: bool = False) -> Line:
    """What is played: the variant, or the house rules, under which the line about it may not be true."""
    _ = language.gettext
    house_rules = rules.text(replace(variant(name), players=rules.players))
    if house_rules:
        told = _("Rubamazzo, variant {variant}, with house rules: {switches}.")
    elif briefly:
        told = _("Rubamazzo, variant {variant}.")
    else:
        told = _("Rubamazzo, variant {variant}: {line}")
    return Line(told.format(variant=name, switches=house_rules, line=_(VARIANT_LINES[name])), "title")


def rule_sheet(name: str, rules: Rules, language: Language) -> Iterator[Line]:
    """The rules of a game as its switches say: how it is dealt, played and won."""
    yield title(name, rules, language)
    yield Line("")
    yield from sections_told(SHEET, rules, language)


SUMS = (
    where(
        lambda rules: rules.capture == "sum",
        N_("If no equal card lies on the table, your card takes cards that add up to its value."),
        N_("A 7 takes a 3 and a 4, for example."),
    ),
    where(
        lambda rules: rules.capture == "fifteen",
        N_("Your card takes cards from the table that make 15 together with it."),
        N_("A 7 takes a 5 and a 3, for example."),
        N_("An equal card is not taken just because it is equal."),
    ),
    where(adds_up, N_("If there are several ways to do it, you choose one.")),
    where(
        lambda rules: adds_up(rules) and rules.deck == 40,
        N_(
            "When you add up, an asso is worth 1, a fante 8, a cavallo 9 and a re 10. "
            "The other cards are worth their number."
        ),
    ),
    where(
        lambda rules: adds_up(rules) and rules.deck == 52,
        N_(
            "When you add up, an ace is worth 1, a jack 11, a queen 12 and a king 13. "
            "The other cards are worth their number."
        ),
    ),
)
"""How cards are taken by adding up (rules 3.3)."""

WHAT_A_CARD_CAN_DO = (
    always(N_("When it is your turn, you play one card. Then the next player plays.")),
    where(
        lambda rules: rules.capture in ("one", "sum"),
        N_("Your card takes one equal card from the table: a 7 takes a 7."),
    ),
    where(
        lambda rules: rules.capture in ("one", "sum") and not rules.suits_matter,
        N_("If more equal cards lie there, it still takes only one."),
    ),
    where(
        lambda rules: rules.capture in ("one", "sum") and rules.suits_matter,
        N_("If more equal cards lie there, it still takes only one, and you choose which."),
    ),
    where(
        lambda rules: rules.capture == "all",
        N_("Your card takes all equal cards from the table at once: a 7 takes every 7."),
    ),
    *SUMS,
    where(
        steals,
        N_("Your card steals the whole pile of another player if the top card of that pile is equal to it."),
        N_("A 7 steals a pile with a 7 on top, for example."),
    ),
    where(
        lambda rules: rules.pile_in_sums,
        N_("Your card also steals a pile if its top card and cards from the table add up to your card."),
        N_("A 7 steals a pile with a 4 on top and takes a 3 from the table, for example."),
    ),
    where(
        lambda rules: rules.pile_in_sums and rules.steal != "last",
        N_("It may do so even if an equal card lies on the table."),
    ),
    where(
        lambda rules: steals(rules) and rules.players > 2 and not only_equals_count(rules),
        N_("It never steals more than one pile. If it could steal several, you choose one."),
    ),
    where(nobody_steals, N_("Nobody can steal a pile: what you have is yours.")),
    always(N_("A card that gets nothing is laid on the table, face up, and stays there.")),
)

SCOPA_POINTS = where(
    lambda rules: rules.scoring == "scopa",
    N_("There are four points to win in a deal."),
    N_("One point is for the most cards."),
    N_("One point is for the most cards of denari."),
    N_("One point is for the settebello, the 7 of denari."),
    N_("One point is for the best primiera: your best card of each suit, added up."),
    N_(
        "For the primiera a 7 counts 21, a 6 18, an asso 16, a 5 15, a 4 14, a 3 13, a 2 12, "
        "and a fante, a cavallo or a re 10."
    ),
    N_("If you lack a suit, you have no primiera."),
    N_("If nobody is better than all the others at one of these, nobody gets that point."),
    N_("You get no point for emptying the table."),
)

GOAL = (
    where(
        lambda rules: rules.scoring == "cards",
        N_("Whoever has the most cards in the pile at the end wins the deal."),
    ),
    where(lambda rules: rules.scoring == "scopa", N_("Whoever has the most points at the end wins the deal.")),
)

WHO_WINS_THE_DEAL = (
    *GOAL,
    where(
        lambda rules: any(rules.handicap),
        N_(
            "There is a head start. Here is how many cards are added for each player, in the order of play: {head_starts}."
        ),
    ),
    SCOPA_POINTS,
    always(N_("If nobody has more than all the others, the deal is a draw.")),
)

SHEET = (
    Section(
        N_("The cards"),
        (
            where(
                lambda rules: rules.deck == 40,
                N_("There are 40 cards."),
                N_("The four suits are coppe (cups), denari (coins), bastoni (clubs) and spade (swords)."),
                N_(
                    "Each suit has an asso (ace), the numbers from 2 to 7, "
                    "a fante (jack), a cavallo (knight) and a re (king)."
                ),
            ),
            where(
                lambda rules: rules.deck == 52,
                N_("There are 52 cards."),
                N_("The four suits are hearts, diamonds, clubs and spades."),
                N_("Each suit has an ace, the numbers from 2 to 10, a jack, a queen and a king."),
            ),
            always(
                N_("Two cards are equal if they have the same number or the same picture, whatever the suit.")
            ),
        ),
    ),
    Section(
        N_("The players"),
        (
            always(N_("There are {players} players, and each plays alone.")),
            where(lambda rules: rules.players == 2, N_("You sit opposite each other and play in turn.")),
            where(
                lambda rules: rules.players > 2 and rules.direction == "counterclockwise",
                N_("You play counterclockwise: after you comes the player to your right."),
            ),
            where(
                lambda rules: rules.players > 2 and rules.direction == "clockwise",
                N_("You play clockwise: after you comes the player to your left."),
            ),
            where(lambda rules: rules.players == 4, N_("Then comes the player opposite you.")),
            where(
                lambda rules: rules.players > 2 and rules.direction == "counterclockwise",
                N_("The last is the player to your left, and then it is your turn again."),
            ),
            where(
                lambda rules: rules.players > 2 and rules.direction == "clockwise",
                N_("The last is the player to your right, and then it is your turn again."),
            ),
            always(
                N_("In the first deal player 1 plays first, unless you ask for another player or draw lots."),
                N_("In the next deal the next player plays first."),
            ),
        ),
    ),
    Section(
        N_("How the cards are dealt"),
        (
            always(
                N_(
                    "If you like, a player cuts the deck and says a number: "
                    "so many cards go from the top to the bottom."
                ),
            ),
            always(
                NN_("Each player gets {hand} card.", "Each player gets {hand} cards, one at a time."),
                number="hand",
            ),
            where(
                lambda rules: rules.table > 0,
                NN_(
                    "Then {table} card is dealt to the table, face up.",
                    "Then {table} cards are dealt to the table, face up.",
                ),
                number="table",
            ),
            where(lambda rules: rules.table == 0, N_("The table is empty at the beginning.")),
            where(
                lambda rules: rules.players * rules.hand + rules.table < rules.deck,
                N_("The other cards are the stock. They lie face down, and nobody may look at them."),
            ),
            where(
                lambda rules: len(round_sizes(rules)) > 1,
                N_("When all hands are empty, each player gets new cards from the stock. The table gets none."),
                N_("From one handing out to the next is a round."),
            ),
            always(
                NN_("A deal has only {rounds} round.", "A deal has {rounds} rounds."),
                number="rounds",
            ),
            where(
                lambda rules: round_sizes(rules)[-1] < rules.hand,
                NN_(
                    "In the last round each player gets only {last} card.",
                    "In the last round each player gets only {last} cards.",
                ),
                number="last",
            ),
            where(
                lambda rules: dealt(rules) < rules.deck,
                NN_(
                    "{undealt} card of the stock is never dealt. It belongs to nobody.",
                    "{undealt} cards of the stock are never dealt. They belong to nobody.",
                ),
                number="undealt",
            ),
        ),
    ),
    Section(N_("What a card can do"), WHAT_A_CARD_CAN_DO),
    Section(
        N_("What a card must do"),
        (
            where(
                lambda rules: rules.steal == "choice",
                N_("If your card can steal a pile or take from the table, you choose which."),
            ),
            where(
                lambda rules: rules.steal == "first",
                N_("Stealing comes first: a card that can steal a pile may not take from the table instead."),
            ),
            where(
                lambda rules: rules.steal == "last",
                N_("Taking comes first: a card that can take from the table may not steal a pile instead."),
            ),
            where(
                lambda rules: rules.steal == "both",
                N_("A card that is equal to the top of a pile and can also take does both at once."),
            ),
            where(
                lambda rules: rules.steal == "both" and rules.pile_in_sums,
                N_("If it can steal a pile by adding up, you choose between that and what else it can do."),
            ),
            where(
                lambda rules: rules.must_take == "card" and steals(rules),
                N_("You may play any card you like. But if that card can take or steal, it must."),
            ),
            where(
                lambda rules: rules.must_take == "card" and nobody_steals(rules),
                N_("You may play any card you like. But if that card can take, it must."),
            ),
            where(
                lambda rules: rules.must_take == "hand" and steals(rules),
                N_("If any card in your hand can take or steal, you must play a card that does."),
            ),
            where(
                lambda rules: rules.must_take == "hand" and nobody_steals(rules),
                N_("If any card in your hand can take, you must play a card that does."),
            ),
            where(
                lambda rules: rules.must_take == "no",
                N_("You may always lay a card on the table, even if it could do something else."),
            ),
        ),
    ),
    Section(
        N_("What an ace can do"),
        (
            where(ace_is_special, N_("An ace is stronger than other cards: it takes every card on the table.")),
            where(
                ace_robs,
                N_("Or it steals the pile of the next player, whatever lies on top. You choose."),
            ),
            where(ace_is_special, N_("While it can do that, it gets nothing in any other way.")),
            where(
                lambda rules: ace_is_special(rules) and not ace_robs(rules),
                N_("If the table is empty, an ace is a card like any other."),
            ),
            where(
                ace_robs,
                N_("If the table is empty and the next player has no pile, an ace is a card like any other."),
            ),
            where(
                lambda rules: rules.ace != "plain" and not rules.ace_in_last_round,
                N_("In the last round an ace is a card like any other."),
            ),
            where(
                lambda rules: rules.ace != "plain" and rules.ace_in_last_round,
                N_("In the last round an ace is just as strong."),
            ),
        ),
    ),
    Section(
        N_("What goes where"),
        (
            always(N_("The cards you get go on your pile. The card you played goes on top, face up.")),
            where(
                steals,
                N_("So the top of a pile is the card its owner last took or stole with. Everybody can see it."),
            ),
            where(
                lambda rules: rules.leftover == "nobody",
                N_("At the end of the deal, the cards left on the table belong to nobody."),
            ),
            where(
                lambda rules: rules.leftover == "last-capture" and steals(rules),
                N_(
                    "At the end of the deal, whoever was the last to take or steal gets the cards left on the table."
                ),
            ),
            where(
                lambda rules: rules.leftover == "last-capture" and nobody_steals(rules),
                N_("At the end of the deal, whoever was the last to take gets the cards left on the table."),
            ),
        ),
    ),
    Section(
        N_("Who wins the deal"),
        (
            *WHO_WINS_THE_DEAL,
            where(
                safe_alike,
                NN_(
                    "{safe} card is more than half of the {dealt} that are dealt.",
                    "{safe} cards are more than half of the {dealt} that are dealt.",
                ),
                number="safe",
            ),
            where(
                lambda rules: bool(safe(rules)) and not safe_alike(rules),
                N_(
                    "Here is how many cards each player needs to be sure of the deal, in the order of play: {safe_each}."
                ),
            ),
            where(
                lambda rules: bool(safe(rules)) and steals(rules),
                N_("With that number of cards at the end you have won."),
            ),
            where(
                lambda rules: bool(safe(rules)) and nobody_steals(rules),
                N_(
                    "As soon as you have that number of cards, you have won, because nobody can take them from you."
                ),
            ),
        ),
    ),
    Section(
        N_("Who wins the match"),
        (
            where(lambda rules: rules.match == "deal", N_("One deal is the whole game.")),
            where(
                lambda rules: rules.match.startswith("best-of"),
                NN_(
                    "Whoever is the first to win {wins} deal wins the match.",
                    "Whoever is the first to win {wins} deals wins the match.",
                ),
                N_("A deal that ends in a draw counts for nobody."),
                number="wins",
            ),
            where(
                lambda rules: rules.match.startswith("points"),
                N_("The points of all deals are added up."),
                NN_(
                    "Whoever has {points} point or more after a deal wins the match.",
                    "Whoever has {points} points or more after a deal wins the match.",
                ),
                N_("If several have so many, the one with the most wins. If nobody has the most, you play on."),
                number="points",
            ),
        ),
    ),
)
"""The rule sheet, heading by heading."""
