"""The rule sheet and the topics say what holds under the switches in force, and nothing else (rules 2 to 8)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playing import VALUES, positions, random_rules

from rubamazzo_cli.cards import Card
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.commands import COMMANDS
from rubamazzo_cli.errors import SwitchClash
from rubamazzo_cli.facts import Facts, Section
from rubamazzo_cli.game import Deal
from rubamazzo_cli.i18n import language
from rubamazzo_cli.lines import Line, laid_out
from rubamazzo_cli.match import shuffled_deck
from rubamazzo_cli.moves import Move
from rubamazzo_cli.rules import SWITCHES, VARIANTS, Rules, with_switches
from rubamazzo_cli.scoring import counted
from rubamazzo_cli.sheet import SHEET, VARIANT_LINES, rule_sheet
from rubamazzo_cli.topics import (
    FAQ,
    GLOSSARY,
    HISTORY,
    LEVELS,
    STRATEGY,
    TOPIC_WORDS,
    TOPICS,
    TYPING,
    help_lines,
    topic_named,
)

ENGLISH = language("en")

CHUNKS = range(4)


def every_value() -> Iterator[Rules]:
    """Each variant with each value of each switch that it can have."""
    for base in VARIANTS.values():
        for name in SWITCHES:
            for value in VALUES[name]:
                try:
                    yield with_switches(base, [f"{name}={value}"])
                except SwitchClash:
                    continue


def house_rules(label: str, count: int) -> Iterator[Rules]:
    stream = Stream("sheet", label)
    for _ in range(count):
        yield random_rules(stream)


MANY_RULES = list(dict.fromkeys([*every_value(), *house_rules("many", 600)]))


def sheet(rules: Rules) -> str:
    """The whole sheet but its title, which tells the switches themselves."""
    return "\n".join(line.text for line in list(rule_sheet("rubamazzo", rules, ENGLISH))[1:])


def topic(name: str, rules: Rules) -> str:
    return "\n".join(line.text for line in TOPICS[name](rules, ENGLISH))


def everything(rules: Rules) -> dict[str, list[Line]]:
    pages = {name: list(tell(rules, ENGLISH)) for name, tell in TOPICS.items()}
    pages["sheet"] = list(rule_sheet("rubamazzo", rules, ENGLISH))
    pages["help"] = list(help_lines(rules, ENGLISH))
    return pages


# what the sheet must say where, told a second time and by the switches alone

CLAIMS = {
    "There are 40 cards.": lambda r: r.deck == 40,
    "There are 52 cards.": lambda r: r.deck == 52,
    "sit opposite each other": lambda r: r.players == 2,
    "counterclockwise": lambda r: r.players > 2 and r.direction == "counterclockwise",
    "play clockwise": lambda r: r.players > 2 and r.direction == "clockwise",
    "player opposite you": lambda r: r.players == 4,
    "The table is empty at the beginning": lambda r: r.table == 0,
    "are the stock": lambda r: r.players * r.hand + r.table < r.deck,
    "takes one equal card": lambda r: r.capture in ("one", "sum"),
    "you choose which.": lambda r: (
        r.steal == "choice" or (r.capture in ("one", "sum") and r.scoring == "scopa")
    ),
    "takes all equal cards": lambda r: r.capture == "all",
    "cards that add up to its value": lambda r: r.capture == "sum",
    "make 15 together": lambda r: r.capture == "fifteen",
    "is not taken just because it is equal": lambda r: r.capture == "fifteen",
    "an asso is worth 1": lambda r: r.capture in ("sum", "fifteen") and r.deck == 40,
    "a king 13": lambda r: r.capture in ("sum", "fifteen") and r.deck == 52,
    "steals the whole pile": lambda r: r.steal != "off",
    "also steals a pile": lambda r: r.pile_in_sums,
    "even if an equal card lies on the table": lambda r: r.pile_in_sums and r.steal != "last",
    "Nobody can steal": lambda r: r.steal == "off",
    "steal a pile or take from the table, you choose": lambda r: r.steal == "choice",
    "Stealing comes first": lambda r: r.steal == "first",
    "Taking comes first": lambda r: r.steal == "last",
    "both at once": lambda r: r.steal == "both",
    "steal a pile by adding up, you choose": lambda r: r.steal == "both" and r.pile_in_sums,
    "take or steal, it must": lambda r: r.must_take == "card" and r.steal != "off",
    "can take, it must": lambda r: r.must_take == "card" and r.steal == "off",
    "any card in your hand can take or steal": lambda r: r.must_take == "hand" and r.steal != "off",
    "any card in your hand can take, you": lambda r: r.must_take == "hand" and r.steal == "off",
    "may always lay a card": lambda r: r.must_take == "no",
    "What an ace can do": lambda r: r.ace != "plain",
    "In the last round an ace is a card like any other": lambda r: r.ace != "plain" and not r.ace_in_last_round,
    "just as strong": lambda r: r.ace != "plain" and r.ace_in_last_round,
    "belong to nobody.\n\nWho wins": lambda r: r.leftover == "nobody",
    "the last to take or steal gets": lambda r: r.leftover == "last-capture" and r.steal != "off",
    "the last to take gets": lambda r: r.leftover == "last-capture" and r.steal == "off",
    "most cards in the pile": lambda r: r.scoring == "cards",
    "head start": lambda r: any(r.handicap),
    "the 7 of denari": lambda r: r.scoring == "scopa",
    "a 7 counts 21, a 6 18, an asso 16, a 5 15, a 4 14, a 3 13, a 2 12": lambda r: r.scoring == "scopa",
    "One deal is the whole game": lambda r: r.match == "deal",
    "ends in a draw counts for nobody": lambda r: r.match.startswith("best-of"),
    "points of all deals are added up": lambda r: r.match.startswith("points"),
    "hearts, diamonds, clubs and spades": lambda r: r.deck == 52,
    "more than half": lambda r: r.players == 2 and r.scoring == "cards" and len(set(r.handicap)) < 2,
}
"""Words of the sheet, and the switches under which they stand there; under no others."""


@pytest.mark.parametrize("words", CLAIMS)
def test_sheet_says_it_where_it_holds_and_nowhere_else(words):
    holds = CLAIMS[words]
    for rules in MANY_RULES:
        assert (words in sheet(rules)) == holds(rules), rules.text(Rules())


def test_no_word_of_the_other_deck():
    for rules in MANY_RULES:
        said = set(re.findall(r"\w+", sheet(rules) + topic("strategy", rules) + topic("faq", rules)))
        if rules.deck == 52:
            assert not said & {"coppe", "denari", "bastoni", "spade", "asso", "fante", "cavallo", "re"}
        else:
            assert not said & {"hearts", "diamonds", "spades", "queen"}


ON_NO_STEALING = (
    "Nobody can steal a pile: what you have is yours.",
    "No. In this game nobody steals.",
    "Can I steal only the top card of a pile?",
    "Here the variant rubamazzetto is the one for the youngest: in it nobody steals.",
    "The name is Italian and says what you do: rubamazzo means steal the pile.",
    "Other countries play it too: in Spanish it is casita robada, in English Stealing Bundles.",
)


def test_where_nobody_steals_nothing_speaks_of_stealing():
    for rules in MANY_RULES:
        if rules.steal == "off":
            for name, lines in everything(rules).items():
                for line in lines[name == "sheet" :]:
                    assert line.text in ON_NO_STEALING or not re.search("(?i)st[eo]al|stole", line.text), line


def test_where_somebody_steals_nothing_denies_it():
    for rules in MANY_RULES:
        if rules.steal != "off":
            text = "\n".join(line.text for lines in everything(rules).values() for line in lines)
            for sentence in ON_NO_STEALING[:2]:
                assert sentence not in text


# what the sheet says against what the deal does


def numbers(pattern: str, text: str) -> list[int]:
    found = re.search(pattern, text)
    return [int(number) for number in found.groups()] if found else []


def test_the_dealing_is_as_the_sheet_tells_it():
    for rules in MANY_RULES:
        text = sheet(rules)
        deal = Deal(rules, shuffled_deck(rules, 1, 1))
        assert numbers(r"There are (\d) players", text) == [len(deal.hands)]
        assert numbers(r"Each player gets (\d+) card", text) == [len(deal.hands[0])]
        assert numbers(r"Then (\d+) cards? (?:is|are) dealt", text) == [len(deal.table)] * bool(deal.table)
        rounds = 1
        sizes = [len(deal.hands[0])]
        while not deal.is_over:
            deal.play(deal.legal_moves()[0])
            if deal.round > rounds:
                rounds = deal.round
                sizes.append(len(deal.hands[0]))
        assert numbers(r"A deal has (?:only )?(\d+) round", text) == [rounds]
        assert ("new cards from the stock" in text) == (rounds > 1)
        shorter = [sizes[-1]] if sizes[-1] < sizes[0] else []
        assert numbers(r"In the last round each player gets only (\d+) card", text) == shorter
        left = len(deal.stock)
        assert numbers(r"(\d+) cards? of the stock (?:is|are) never dealt", text) == [left] * bool(left)


@pytest.mark.parametrize("chunk", CHUNKS)
def test_a_card_may_do_what_the_sheet_says(chunk):
    for rules in house_rules(f"moves {chunk}", 60):
        text = sheet(rules)
        for deal in positions(rules, Stream("sheet", chunk)):
            captures = any(move.captures for move in deal.legal_moves())
            for card in deal.hands[deal.turn]:
                moves = [move for move in deal.legal_moves() if move.card is card]
                last_round = deal.is_last_round and "In the last round an ace is a card like any" in text
                if "An ace is stronger" in text and card.rank == 1 and not last_round:
                    check_ace(text, deal, moves)
                else:
                    check_card(text, deal, card, moves)
                lays = any(not move.captures for move in moves)
                if "it must." in text:
                    assert not lays or not any(move.captures for move in moves)
                if "any card in your hand can" in text:
                    assert not lays or not captures
                if "may always lay" in text:
                    assert lays


@pytest.mark.parametrize("name", ["rubamazzo", "classico", "nord"])
def test_a_card_that_can_do_both_at_once_does_it_as_the_sheet_says(name):
    rules = replace(VARIANTS[name], steal="both")
    text, found = sheet(rules), 0
    for seed in range(30):
        for deal in positions(rules, Stream("both", seed)):
            for card in deal.hands[deal.turn]:
                moves = [move for move in deal.legal_moves() if move.card is card]
                check_card(text, deal, card, moves)
                found += any(move.takes and move.rob is not None for move in moves)
    assert found > 5


def check_ace(text: str, deal: Deal, moves: list[Move]) -> None:
    table = tuple(deal.table)
    after, top = deal.rival_tops(deal.turn)[0]
    robs = "Or it steals the pile of the next player" in text and top is not None
    if table or robs:
        expected = [Move(moves[0].card, after)] if robs else []
        expected += [Move(moves[0].card, None, table)] if table else []
        assert [move for move in moves if move.captures] == expected


def check_card(text: str, deal: Deal, card: Card, moves: list[Move]) -> None:
    equal = [other for other in deal.table if other.rank == card.rank]
    tops = {seat: top.rank for seat, top in deal.rival_tops(deal.turn) if top}
    equal_tops = [seat for seat, rank in tops.items() if rank == card.rank]
    for move in moves:
        pips = sum(other.rank for other in move.takes)
        if move.rob is not None and move.rob not in equal_tops:
            assert "also steals a pile if its top card and cards from the table add up" in text
            assert tops[move.rob] + pips == card.rank
            assert not equal or "even if an equal card lies" in text
        elif "make 15 together" in text:
            assert not move.takes or pips + card.rank == 15
        elif "takes one equal card" in text and equal:
            assert not move.takes or (len(move.takes) == 1 and move.takes[0] in equal)
        elif "takes all equal cards" in text:
            assert not move.takes or list(move.takes) == equal
        elif move.takes:
            assert "add up to its value" in text
            assert pips == card.rank
    takes = any(move.takes and move.rob is None for move in moves)
    steals = any(move.rob is not None for move in moves)
    assert not steals or "steals the whole pile" in text
    if "Nobody can steal" not in text and "Taking comes first" not in text:
        assert {move.rob for move in moves} >= set(equal_tops)
    if "Stealing comes first" in text or ("both at once" in text and equal_tops):
        assert not (steals and takes)
    if "both at once" in text and equal and equal_tops and "make 15" not in text:
        assert all(move.takes for move in moves if move.rob in equal_tops)
    if "Taking comes first" in text:
        assert not (steals and takes)
    if "you choose which." in text and equal and equal_tops and "make 15" not in text:
        assert "steal a pile or take from the table, you choose which" not in text or (steals and takes)
    if "It never steals more than one pile" not in text:
        assert len({move.rob for move in moves if move.rob is not None}) <= 1


@pytest.mark.parametrize("chunk", CHUNKS)
def test_the_strategy_is_true(chunk):
    for rules in house_rules(f"strategy {chunk}", 60):
        text = topic("strategy", rules)
        equals_steal = "If you have seen all four" in text
        both_known = "If your card can both steal and take" in text
        fourth = "nobody can take the fourth" in text
        for deal in positions(rules, Stream("strategy", chunk)):
            seen = [card.rank for pile in deal.piles for card in pile]
            seen += [card.rank for card in deal.table]
            for move in deal.legal_moves():
                top = None if move.rob is None else deal.piles[move.rob][-1].rank
                if equals_steal and move.rob is not None:
                    assert move.card.rank == top
                    assert seen.count(top) < 4
                if both_known and move.captures:
                    rank, rivals = move.card.rank, deal.rival_tops(deal.turn)
                    if any(other.rank == rank for other in deal.table) and any(
                        other and other.rank == rank for _, other in rivals
                    ):
                        assert seen.count(rank) == 3
                if fourth:
                    gone = [card.rank for pile in deal.piles for card in pile]
                    assert not any(gone.count(taken.rank) == 3 for taken in move.takes)


def test_the_advice_on_four_of_a_rank_needs_equals_only():
    for rules in MANY_RULES:
        text = topic("strategy", rules)
        one_or_all = rules.capture in ("one", "all") and rules.ace == "plain"
        if one_or_all and rules.steal != "off":
            assert "If your card can both steal and take" in text
        if rules.pile_in_sums:
            assert "If you have seen all four" not in text
            assert "a high top is safer" in text
        if rules.capture in ("sum", "fifteen"):
            assert "If your card can both steal and take" not in text
            assert "nobody can take the fourth" not in text
        assert ("gets the whole table" in text) == (rules.leftover == "last-capture")


def winner(rules: Rules, sizes: tuple[int, int]) -> int | None:
    deck = shuffled_deck(rules, 1, 1)
    return counted(rules, (deck[: sizes[0]], deck[sizes[0] : sum(sizes)])).winner


def test_a_deal_is_safe_from_the_number_the_sheet_gives():
    found = {"alike": 0, "each": 0}
    for rules in MANY_RULES:
        text = sheet(rules)
        alike = numbers(r"(\d+) cards? (?:is|are) more than half of the (\d+)", text)
        each = numbers(r"to be sure of the deal, in the order of play: (\d+), (\d+)\.", text)
        if alike:
            needed, dealt = (alike[0], alike[0]), alike[1]
        elif each:
            needed, dealt = (each[0], each[1]), rules.deck - (rules.deck - rules.table) % 2
        else:
            continue
        found["alike" if alike else "each"] += 1
        for seat, cards in enumerate(needed):
            for pile in range(dealt + 1):
                sizes = (pile, dealt - pile) if seat == 0 else (dealt - pile, pile)
                assert (winner(rules, sizes) == seat) == (pile >= cards), (rules.text(), sizes)
    assert min(found.values()) > 20


@pytest.mark.parametrize(
    ("switches", "said"),
    [
        ("", "21 cards are more than half of the 40"),
        ("deck=52", "27 cards are more than half of the 52"),
        ("table=3", "20 cards are more than half of the 39"),
        ("handicap=0,5", "in the order of play: 23, 18."),
        ("handicap=4,4", "21 cards are more than half of the 40"),
        ("steal=off", "nobody can take them from you"),
        ("hand=1 table=1", "1 card of the stock is never dealt"),
        ("deck=52 players=3", "In the last round each player gets only 1 card."),
        ("hand=1", "Each player gets 1 card."),
        ("players=4 hand=9", "A deal has only 1 round."),
        ("scoring=scopa match=points-1", "has 1 point or more"),
        ("match=best-of-7", "first to win 4 deals"),
    ],
)
def test_numbers_of_the_sheet(switches, said):
    assert said in sheet(with_switches(Rules(), switches.split()))


@pytest.mark.parametrize("switches", ["players=3", "scoring=scopa", "handicap=99,0", "handicap=0,0 players=2"])
def test_no_safe_number_where_there_is_none(switches):
    rules = with_switches(Rules(), switches.split())
    assert ("you have won" in sheet(rules)) == (switches == "handicap=0,0 players=2")


def test_an_ace_in_the_only_round_sweeps_nothing():
    rules = with_switches(VARIANTS["asso"], ["players=4", "hand=9"])
    assert "An ace is stronger" not in sheet(rules)
    assert "In the last round an ace is a card like any other." in sheet(rules)
    assert "An ace is stronger" in sheet(replace(rules, ace_in_last_round=True))


# every sentence


def facts_of(sections: tuple[Section, ...]) -> list[Facts]:
    return [facts for section in sections for facts in section.facts]


ALL_FACTS = [
    *facts_of((*SHEET, *LEVELS, *STRATEGY, *HISTORY, *FAQ, *GLOSSARY)),
    *TYPING,
]


@pytest.mark.parametrize("facts", ALL_FACTS, ids=lambda facts: str(facts.sentences[0])[:40])
def test_every_fact_is_told_under_some_rules(facts):
    assert any(facts.when(rules) for rules in MANY_RULES)


def test_every_section_has_something_to_say():
    for rules in MANY_RULES:
        for name, lines in everything(rules).items():
            roles = [line.role for line in lines]
            assert roles[-1] != "title", name
            assert roles.count("title") >= 1
            assert all(not line.text or line.text[-1] in ".:?!" or line.role != "text" for line in lines), name


def test_every_sentence_is_whole():
    for rules in MANY_RULES:
        for lines in everything(rules).values():
            for line in lines:
                assert not re.search(r"[{}]|\b1 cards|\b1 rounds|  | ,|\.\.", line.text), line


@pytest.mark.parametrize("width", [40, 80])
def test_everything_fits_the_screen(width):
    for rules in VARIANTS.values():
        for lines in everything(rules).values():
            for line in lines:
                assert all(len(row) <= width for row in laid_out(line, width)), line


def test_house_rules_take_the_place_of_the_line_about_the_variant():
    rules = with_switches(VARIANTS["rubamazzetto"], ["steal=choice", "players=3"])
    title = next(rule_sheet("rubamazzetto", rules, ENGLISH)).text
    assert title == "Rubamazzo, variant rubamazzetto, with house rules: steal=choice."
    three = replace(VARIANTS["rubamazzetto"], players=3)
    assert VARIANT_LINES["rubamazzetto"] in next(rule_sheet("rubamazzetto", three, ENGLISH)).text


def test_every_variant_has_a_line():
    assert list(VARIANT_LINES) == list(VARIANTS)


def test_every_topic_has_a_word():
    assert list(TOPIC_WORDS) == list(TOPICS)
    assert [topic_named(name, ENGLISH) for name in TOPICS] == list(TOPICS)
    assert topic_named("cheating", ENGLISH) is None


def test_every_command_is_listed():
    text = topic("commands", Rules())
    for command in COMMANDS:
        assert command.word in text
        assert command.does in text
