"""Records: written in one form, read strictly, and never read as another game (formats 3)."""

from __future__ import annotations

import base64
import re
import sys
from itertools import combinations

import pytest
from conftest import CASES
from hypothesis import given
from hypothesis import strategies as st
from playing import played, random_rules
from spoiling import line_doubled, line_lost, lines_swapped, put

from rubamazzo_cli.cards import DECKS, codes
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.errors import BadMove, BadVariant, MoveRefused, RecordError
from rubamazzo_cli.game import Deal
from rubamazzo_cli.match import Match, shuffled_deck
from rubamazzo_cli.record import Record, Seat, humans_in, move_line, read_records, write_record
from rubamazzo_cli.rules import VARIANTS, Rules, with_switches

EXAMPLE = (CASES / "records" / "classico-3p-1.rbm").read_text()
MATCH = (CASES / "records" / "match-3.rbm").read_text()


def state(record: Record):
    """All that makes two games the same."""
    return (
        record.variant,
        record.rules,
        record.seats,
        record.seats_of,
        record.seed,
        record.assisted,
        record.other_tags,
        {number: tags for number, tags in record.deal_tags.items() if tags},
        record.match.first,
        record.match.score,
        [(deal.deck, deal.first, deal.moves, deal.result, deal.hands) for deal in record.match.deals],
    )


def only(text: str) -> Record:
    (record,) = read_records(text)
    return record


def refused(text: str) -> RecordError:
    """The error this text is refused with, which names a line of it."""
    with pytest.raises(RecordError) as error:
        read_records(text)
    assert 1 <= error.value.line <= text.count("\n") + text.count("\r") + 1
    return error.value


def accepted(text: str) -> list[Record] | None:
    """What is read, which is written and read again alike; or None where it is refused as it should."""
    try:
        records = read_records(text)
    except RecordError:
        refused(text)
        return None
    written = "".join(map(write_record, records))
    again = read_records(written)
    assert list(map(state, again)) == list(map(state, records))
    assert "".join(map(write_record, again)) == written
    return records


names = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\r\n"), max_size=8)


@st.composite
def any_record(draw):
    stream = Stream("record", draw(st.integers(0, 10**9)))
    rules = random_rules(stream)
    record = played(rules, stream, draw(st.integers(0, 200)), draw(st.sampled_from(list(VARIANTS))))
    kinds = st.builds(Seat, st.sampled_from(["you", "easy", "normal", "hard", "random", "cmd"]), names)
    seats = st.tuples(*[kinds] * rules.players)
    if draw(st.booleans()):
        record.seats = draw(seats)
    if draw(st.booleans()):
        record.seed = None
    record.assisted = draw(st.frozensets(st.sampled_from(["hint", "undo"])))
    record.other_tags = draw(st.dictionaries(st.sampled_from(["Event", "Luogo", "X1"]), st.just(r"a \" b")))
    salt = draw(st.sampled_from(["0123456789abcdef" * 2, "azAZ09"]))
    for number in range(1, len(record.match.deals) + 1):
        if draw(st.booleans()):
            record.deal_tags[number] = {"Seal": "ab" * 32, "Salt": salt}
        if draw(st.booleans()):
            record.seats_of[number] = draw(seats)
    return record


@given(any_record())
def test_a_record_is_read_as_written(record):
    text = write_record(record)
    again = only(text)
    assert state(again) == state(record)
    assert write_record(again) == text
    assert text.endswith("\n")
    assert "\r" not in text


@given(any_record())
def test_cards_to_come_are_masked(record):
    text = write_record(record)
    for number, deal in enumerate(record.match.deals, start=1):
        assert (codes(deal.deck) in text) == deal.is_over
        salt = record.deal_tags.get(number, {}).get("Salt")
        if salt:
            shown = re.findall(r'\[Salt "(.*)"\]', text)
            assert salt in shown or not deal.is_over
            assert all(value == salt or value.startswith("~") for value in shown)
    if record.seed is not None:
        assert (f'[Seed "{record.seed}"]' in text) == record.match.is_over
    assert ("[Winner " in text) == record.match.is_over


@given(any_record(), any_record())
def test_records_may_follow_one_another(one, other):
    text = write_record(one) + write_record(other)
    assert list(map(state, read_records(text))) == [state(one), state(other)]


@pytest.mark.parametrize("seed", range(25))
def test_the_file_of_an_unfinished_deal_grows_line_by_line(seed):
    stream = Stream("grows", seed)
    record = played(random_rules(stream), stream, stream.below(60))
    match = record.match
    deal = match.deals[-1]
    if deal.is_over:
        if match.is_over:
            match = record.match = Match(record.rules)
        deal = match.start_deal(shuffled_deck(record.rules, 1, 99))
    text = write_record(record)
    while True:
        deal.play(stream.pick(deal.legal_moves()))
        if deal.is_over:
            break
        text += move_line(deal, len(deal.moves) - 1) + "\n"
        assert write_record(record) == text
        assert state(only(text)) == state(record)
    whole = write_record(record)
    assert only(whole).match.deals[-1].result == deal.result
    line_by_line = text[text.rindex("]\n") + 2 :].split()
    _, _, in_rounds = whole.partition(codes(deal.deck) + '"]\n')
    assert [*line_by_line, str(deal.moves[-1])] == in_rounds.partition("= ")[0].split()


@pytest.mark.parametrize("seed", range(10))
def test_a_growing_file_cut_off_anywhere_is_a_valid_beginning(seed):
    """Lines are appended one at a time, so whatever is lost is lost at the end."""
    stream = Stream("cut off", seed)
    record = played(random_rules(stream), stream, 10)
    text = write_record(record)
    header = text.index("1. ") if "1. " in text else len(text)
    for at in range(header, len(text)):
        beginning = only(text[:at])
        complete = text[:at].count("\n") - text[:header].count("\n")
        assert beginning.match.deals[-1].moves == record.match.deals[-1].moves[:complete]


def test_the_form_of_a_record():
    rules = with_switches(VARIANTS["classico"], ["match=deal"])
    record = Record("classico", rules, Match(rules, 1), (Seat("you", "Anna"), Seat("easy")), 7)
    record.assisted = frozenset({"undo", "hint"})
    record.other_tags = {"Event": "Natale"}
    record.deal_tags[1] = {"Salt": "00ff", "Seal": "ab", "Note": "x"}
    record.seats_of[1] = (Seat("you", "Bruno"), Seat("hard"))
    deal = record.match.start_deal(DECKS[40])
    deck = codes(deal.deck)

    def mask(text: str) -> str:
        return "~" + base64.b64encode(text.encode()).decode()

    def block(show, *lines: str) -> str:
        return "\n".join(
            [
                '[Rubamazzo "1"]',
                '[Variant "classico"]',
                '[Switches "match=deal"]',
                '[Seats "you:Anna|easy"]',
                f'[Seed "{show("7")}"]',
                '[Assisted "hint undo"]',
                '[Event "Natale"]',
                '[Deal "1"]',
                '[First "2"]',
                '[Seal "ab"]',
                f'[Salt "{show("00ff")}"]',
                f'[Deck "{show(deck)}"]',
                '[Seats "you:Bruno|hard"]',
                '[Note "x"]',
                *lines,
                "",
            ]
        )

    for _ in range(7):
        deal.play(deal.legal_moves()[0])
    assert write_record(record) == block(mask, "1. Ac", "2c", "3c", "4c", "5c", "6c", "2. AdxAc")
    while not deal.is_over:
        deal.play(deal.legal_moves()[0])
    text = write_record(record)
    assert text.startswith(block(str, "1. Ac 2c 3c 4c 5c 6c")[:-1] + "\n2. AdxAc ")
    assert text.splitlines()[-2:] == ["= 20 20", '[Winner "draw"]'] or text.splitlines()[-1][1:7] == "Winner"
    assert len(text.splitlines()) == 14 + 6 + 2


def test_names_may_be_of_any_characters():
    for name in ('"', "|", ":", "\\", '\\"|:', "a:b|c", " x ", "é漢\0\x1b[31m", "you", "# x", "; x", "[x]"):
        record = played(Rules(), Stream(name), 3)
        record.seats = (Seat("you", name), Seat("cmd", f"./bot {name}"))
        assert only(write_record(record)).seats == record.seats
    record.seats = (Seat("you", "two\nlines\r"), Seat("easy"))
    assert only(write_record(record)).seats == (Seat("you", "two lines "), Seat("easy"))


def test_seats_that_changed():
    record = played(Rules(match="best-of-99"), Stream("seats"), 100)
    record.seats = (Seat("you"), Seat("easy"))
    record.seats_of = {2: (Seat("you"), Seat("hard"))}
    again = only(write_record(record))
    assert [again.seats_in(number)[1].kind for number in (1, 2, 3)] == ["easy", "hard", "hard"]


def test_a_seat_in_words():
    assert str(Seat("cmd", "./x y")) == "cmd:./x y"
    assert str(Seat("easy")) == "easy"
    assert humans_in([Seat("you"), Seat("hard", "you"), Seat("you", "Anna")]) == (0, 2)


@pytest.mark.parametrize("name", ["younger", "capture=sum"])
def test_a_younger_card_is_taken_at_its_word_and_written_as_named(name):
    rules = with_switches(Rules(), ["capture=sum"] if name == "capture=sum" else ["must-take=no"])
    off_menu = 0
    for seed in range(60):
        record = played(rules, Stream(name, seed), 200)
        text = write_record(record)
        assert state(only(text)) == state(record)
        for deal in record.match.deals:
            again = Deal(rules, deal.deck, deal.first)
            for move in deal.moves:
                off_menu += move not in again.legal_moves()
                again.play(move)
    assert off_menu


# reading, lax about spacing and case


@pytest.mark.parametrize(
    "change",
    [
        lambda text: "\ufeff" + text,
        lambda text: text.replace("\n", "\r\n"),
        lambda text: text.replace("\n", "\r"),
        lambda text: text.replace("\n", "\n\n"),
        lambda text: text.replace("\n", ' ; a comment [Deal "9"] 7d = 1 2\n'),
        lambda text: "; first\n" + text,
        lambda text: text[:-1],
        lambda text: text + "\n\n  \n",
        lambda text: text.replace(" ", "  ").replace("[", " [ "),
        lambda text: text.replace("[", "[\t").replace('"]', '"  ]'),
        lambda text: re.sub(r"\[(\w+)", lambda tag: "[" + tag[1].upper(), text),
        lambda text: re.sub(r"\[(\w+)", lambda tag: "[" + tag[1].lower(), text),
        lambda text: re.sub(r"(?m)^(\d+\. .*)$", lambda line: line[1].replace(" ", "\n"), text),
        lambda text: re.sub(r"(?m)^(\d+\. .*)$", lambda line: line[1].lower(), text),
        lambda text: re.sub(r"(?m)^\d+\. ", "", text),
        lambda text: re.sub(r'\[Deck "(.*)"\]', masked_again, text),
        lambda text: text.replace('"]\n[', '"]['),
        lambda text: text.replace("\n[", " ["),
    ],
)
def test_reading_is_lax_about_form(change):
    for text in (EXAMPLE, MATCH):
        assert write_record(only(change(text))) == text


def masked_again(tag: re.Match[str]) -> str:
    return f'[Deck "~{base64.b64encode(tag[1].encode()).decode()}"]'


def test_unknown_tags_are_kept_as_they_are():
    text = EXAMPLE.replace("[Deal ", '[myTag "x \\" y"]\n[Deal ').replace("[Deck ", "[Deck ", 1)
    text = re.sub(r"(\[Deck .*\n)", r'\1[Über "größer"]\n', text)
    assert only(text).other_tags == {"myTag": 'x \\" y'}
    assert write_record(only(text)) == text


@pytest.mark.parametrize("tag", ['Cut "1"', 'Cut "39"', 'Note "~MQ=="'])
def test_tags_of_a_deal_are_kept(tag):
    text = re.sub(r"(\[Deck .*\n)", rf"\1[{tag}]\n", EXAMPLE)
    name, value = tag.rstrip('"').split(' "')
    assert only(text).deal_tags == {1: {name: value}}
    assert write_record(only(text)) == text


LETTER_WRONG = [
    *("Xwitches", "swixches", "Switchex"),
    *("witches", "Swithes", "Switche"),
    *("XSwitches", "SwiXtches", "SwitchesX"),
    *("wSitches", "Swicthes", "Switchse", "Saets", "Sed", "Sead"),
]
OTHER_TAGS = [
    *(
        "Event",
        "Site",
        "Date",
        "Round",
        "Result",
        "Player",
        "Title",
        "Rules",
        "Set",
        "Count",
        "Court",
        "Sealed",
    ),
    *("Switch", "itches", "SwitchesXX", "XXSwitches", "Xwitchex", "Swihces", "Switxhxs"),
]


@pytest.mark.parametrize("tag", LETTER_WRONG + OTHER_TAGS)
def test_a_tag_with_a_letter_wrong_is_refused_and_any_other_is_kept(tag):
    text = changed("[Variant", f'[{tag} "hand=3"]\n[Variant', MATCH)
    if tag in OTHER_TAGS:
        assert only(text).other_tags == {tag: "hand=3"}
    else:
        error = refused(text)
        assert (error.reason, error.line, error.data) == ("misplaced", 2, {"text": tag})


def test_a_tag_like_one_that_is_there_is_only_unknown():
    text = changed("[Deal", '[Switch "x"]\n[Deal', changed("[Deal", '[Swatches "y"]\n[Deal'))
    assert only(text).other_tags == {"Swatches": "y", "Switch": "x"}


def test_cards_named_in_any_order():
    records = [path.read_text() for path in sorted(CASES.glob("records/nord-*.rbm"))]
    for text in records:
        turned = re.sub(r"x([\w+]+)", lambda takes: "x" + "+".join(takes[1].split("+")[::-1]), text)
        assert turned != text
        assert write_record(only(turned)) == text


# reading, strict about meaning


def changed(old: str, new: str, text: str = EXAMPLE) -> str:
    assert old in text
    return text.replace(old, new, 1)


HEAD = '[Rubamazzo "1"]\n[Variant "rubamazzo"]\n'
BEGUN = EXAMPLE[: EXAMPLE.index("1. ")]

REFUSED = [
    ("not-a-record", 1, ""),
    ("not-a-record", 2, "\n"),
    ("not-a-record", 1, "hello"),
    ("not-a-record", 1, "Rubamazzo 1"),
    ("not-a-record", 1, '[Variant "rubamazzo"]'),
    ("version", 1, changed('[Rubamazzo "1"]', '[Rubamazzo "2"]')),
    ("version", 1, changed('[Rubamazzo "1"]', '[Rubamazzo ""]')),
    ("version", 1, changed('[Rubamazzo "1"]', f'[Rubamazzo "{"9" * 5000}"]')),
    ("unreadable", 2, changed('[Variant "classico"]', '[Variant "classico]')),
    ("unreadable", 2, changed('[Variant "classico"]', "[Variant classico]")),
    ("unreadable", 2, changed('[Variant "classico"]', '[Variant "classico\\"]')),
    ("missing-tag", 1, changed('[Variant "classico"]\n', "")),
    ("missing-tag", 4, changed("[First ", "[Fist ")),
    ("missing-tag", 4, changed("[Deck ", "[Desk ")),
    ("missing-tag", 3, HEAD + '[Winner "1"]\n'),
    ("missing-tag", 3, HEAD + HEAD),
    ("tag-twice", 3, changed("[Variant", '[Variant "asso"]\n[Variant')),
    ("tag-twice", 6, changed("[Deck", '[First "1"]\n[Deck')),
    ("misplaced", 4, "".join(EXAMPLE.splitlines(True)[at] for at in (0, 1, 3, 2, 4, 5))),  # switches in a deal
    ("misplaced", 3, changed("[Deal", '[First "1"]\n[Deal', MATCH)),
    ("misplaced", 3, changed("[Deal", '[Deck "7d"]\n[Deal', MATCH)),
    ("misplaced", 4, changed("[First", '[Assisted "hint"]\n[First', MATCH)),
    ("misplaced", 3, changed("[Switches", "[Swatches")),
    ("misplaced", 3, changed("[Deal", '[SEET "you|easy"]\n[Deal', MATCH)),
    ("misplaced", 4, changed("[First", '[Salu "00"]\n[First', MATCH)),
    ("wrong-number", 4, changed('[Deal "1"]', '[Deal "2"]')),
    ("bad-value", 4, changed('[Deal "1"]', '[Deal "one"]')),
    ("bad-value", 4, changed('[Deal "1"]', f'[Deal "{"1" * 5000}"]')),
    ("bad-value", 5, re.sub(r'First "."', 'First "4"', EXAMPLE)),
    ("bad-value", 5, re.sub(r'First "."', 'First "0"', EXAMPLE)),
    ("bad-value", 5, re.sub(r'First "."', 'First "١"', EXAMPLE)),
    ("bad-value", 3, changed("[Deal", '[Seed "4294967296"]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seed "-1"]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seed "~MQ"]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seed "~/w=="]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seed "~N!w=="]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Assisted "oracle"]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seats "easy||hard"]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seats "easy|"]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seats ""]\n[Deal', MATCH)),
    ("bad-value", 3, changed("[Deal", '[Seats "you:\\n|easy"]\n[Deal', MATCH)),
    ("bad-value", 3, re.sub(r'(Switches ".*)"\]', r'\1 players=3"]', EXAMPLE)),
    ("bad-value", 4, changed("[First", '[Salt "~Ig=="]\n[First', MATCH)),
    ("bad-value", 4, changed("[First", f'[Salt "{"0" * 65}"]\n[First', MATCH)),
    ("bad-value", 4, changed("[First", f'[Seal "{"0" * 63}"]\n[First', MATCH)),
    ("bad-value", 4, changed("[First", '[Cut "40"]\n[First', MATCH)),
    ("bad-value", 4, changed("[First", '[Cut "0"]\n[First', MATCH)),
    ("bad-value", 4, changed("[First", '[Salt "a b"]\n[First', MATCH)),
    ("wrong-seats", 3, changed("[Deal", '[Seats "easy"]\n[Deal', MATCH)),
    ("wrong-seats", 3, changed("[Deal", '[Seats "easy|you|you"]\n[Deal', MATCH)),
    ("wrong-first", 14, changed('"2"]\n[First "1"]', '"2"]\n[First "2"]', MATCH)),
    ("deal-unfinished", 11, re.sub(r"\n6\. [^=]*= 10 30 / 0 4\n", "\n", MATCH)),
    ("deal-unfinished", 7, BEGUN + '[Deal "2"]\n'),
    ("wrong-round", 6, changed("1. ", "2. ", MATCH)),
    ("wrong-round", 7, changed("2. ", "1. ", MATCH)),
    ("wrong-round", 6, changed("1. ", "1" * 5000 + ". ", MATCH)),
    ("wrong-round", 6, changed("1. 7s ", "7s 1. ", MATCH)),
    ("wrong-round", 6, changed("1. 7s ", "1. 1. 7s ", MATCH)),
    ("wrong-round", 6, changed("1. 7s ", "1. 7s 1. ", MATCH)),
    ("wrong-round", 12, changed("= 10", "7. \n= 10", MATCH)),
    ("result-early", 7, changed("2. ", "= 10 30 / 0 4\n2. ", MATCH)),
    ("wrong-result", 12, changed("= 10 30", "= 11 29", MATCH)),
    ("wrong-result", 12, changed("= 10 30", "= 010 30", MATCH)),
    ("wrong-result", 12, changed("= 10 30 / 0 4", "= 10 30", MATCH)),
    ("wrong-result", 12, changed("= 10 30 / 0 4", "= 10 30 / 0 4 1", MATCH)),
    ("wrong-result", 12, changed("= 10 30 / 0 4", "=", MATCH)),
    ("wrong-result", 12, changed("= 10 30 / 0 4", "= 10 30 0 4", MATCH)),
    ("winner-early", 13, changed('[Deal "2"]', '[Winner "2"]\n[Deal "2"]', MATCH)),
    ("winner-early", 7, BEGUN + '[Winner "1"]\n'),
    ("wrong-winner", MATCH.count("\n"), changed('[Winner "2"]', '[Winner "1"]', MATCH)),
    ("wrong-winner", MATCH.count("\n"), changed('[Winner "2"]', '[Winner "draw"]', MATCH)),
    ("wrong-winner", MATCH.count("\n"), changed('[Winner "2"]', '[Winner ""]', MATCH)),
    ("misplaced", MATCH.count("\n") + 1, MATCH + "7d\n"),
    ("misplaced", MATCH.count("\n") + 1, MATCH + '[Seed "7"]\n'),
    ("misplaced", MATCH.count("\n") + 1, MATCH + MATCH[MATCH.index("[Deal") :]),
    ("match-over", MATCH.count("\n"), changed("[Winner", '[Deal "7"]\n[Winner', MATCH)),
    ("because", 2, changed("classico", "Classico")),
    ("because", 3, re.sub(r'(Switches ".*)"\]', r'\1 hand=77"]', EXAMPLE)),
    ("because", 3, re.sub(r'(Switches ".*)"\]', r'\1 scoring=scopa deck=52"]', EXAMPLE)),
    ("because", 6, re.sub(r'Deck "\w\w ', 'Deck "', EXAMPLE)),
    ("because", 6, re.sub(r'Deck "\w\w ', 'Deck "8d ', EXAMPLE)),
    ("because", 6, re.sub(r'Deck "(\w\w) \w\w', r'Deck "\1 \1', EXAMPLE)),
    ("because", 7, changed("1. ", "1. ??? ")),
    ("because", 7, changed("1. ", "1. 8d ")),
    ("because", 7, re.sub(r"1\. (\w\w)", r"1. \1 \1", EXAMPLE)),
    ("because", EXAMPLE.count("\n") - 2, changed("\n=", " Rs\n=")),
]


@pytest.mark.parametrize(("reason", "line", "text"), REFUSED)
def test_what_is_wrong_is_refused_with_its_line(reason, line, text):
    for line_end in ("\r\n", "\r", "\n"):
        error = refused(text.replace("\n", line_end))
        assert (error.reason, error.line) == (reason, line)
    assert (error.cause is not None) == (reason == "because")
    if reason in ("bad-value", "tag-twice"):
        assert text.splitlines()[line - 1].startswith(f"[{error.data['text']} ")


TOLD = [
    ("version", changed('[Rubamazzo "1"]', '[Rubamazzo "2"]'), "2"),
    ("unreadable", changed('[Variant "classico"]', f"[Variant {'x' * 50}]"), f"[Variant {'x' * 31}"),
    ("missing-tag", changed("[Variant ", "[Variante "), "Variant"),
    ("missing-tag", changed("[First ", "[Fist "), "First"),
    ("missing-tag", changed("[Deck ", "[Desk "), "Deck"),
    ("missing-tag", HEAD, "Deal"),
    ("wrong-number", changed('[Deal "1"]', '[Deal "2"]'), "1"),
    ("wrong-number", changed('[Deal "2"]', '[Deal "3"]', MATCH), "2"),
    ("wrong-seats", changed("[Deal", '[Seats "easy"]\n[Deal', MATCH), "2"),
    ("wrong-first", changed('"2"]\n[First "1"]', '"2"]\n[First "2"]', MATCH), "1"),
    ("wrong-round", changed("2. ", "1. ", MATCH), "1."),
    ("wrong-result", changed("= 10 30", "= 11 29", MATCH), "10 30 / 0 4"),
    ("wrong-winner", changed('[Winner "2"]', '[Winner "draw"]', MATCH), "2"),
    ("misplaced", MATCH + "7d\n", "7d"),
    ("misplaced", MATCH + '[Seed "7"]\n', "Seed"),
]


@pytest.mark.parametrize(("reason", "text", "told"), TOLD)
def test_what_is_wrong_is_told(reason, text, told):
    error = refused(text)
    assert (error.reason, error.data) == (reason, {"text": told})


def test_the_cause_of_an_error_is_told():
    assert isinstance(refused(changed("classico", "Classico")).cause, BadVariant)
    assert isinstance(refused(changed("1. ", "1. ??? ")).cause, BadMove)
    cause = refused(changed("5dx5c 7d ", "5dx5c 7d 7d ")).cause
    assert isinstance(cause, MoveRefused)
    assert cause.reason == "not-held"


def test_what_is_wrong_with_a_masked_deck_tells_nothing_of_it():
    for broken in ("7d 7d 2c", codes(DECKS[40][1:]), codes(DECKS[40]).replace("Ac", "Xx")):
        mask = base64.b64encode(broken.encode()).decode()
        error = refused(re.sub(r'Deck ".*"', f'Deck "~{mask}"', EXAMPLE))
        assert (error.reason, error.data) == ("bad-value", {"text": "Deck"})
        assert error.cause is None
        assert error.__cause__ is None


def test_a_word_is_not_a_tag():
    """A word spelled as a tag was once taken for one."""
    for name in ("Deal", "Winner", "Rubamazzo", "First"):
        for place in ("[Deal", "1. ", "= ", "[Winner"):
            refused(changed(place, f"{name} {place}"))


# damaged files

DAMAGED = [
    (CASES / "records" / f"{name}.rbm").read_text()
    for name in ("match-1", "scopa-2p-1", "nord-2p-1", "asso-4p-1", "switches-05")
]
UNFINISHED = [write_record(played(VARIANTS[name], Stream(name), 20, name)) for name in ("sud", "classico")]


@pytest.mark.parametrize("text", DAMAGED + UNFINISHED, ids=range(len(DAMAGED + UNFINISHED)))
def test_cut_off_at_any_byte(text):
    whole = only(text)
    for at in range(min(len(text), 2500)):
        records = accepted(text[:at])
        for record in records or []:
            assert record.rules == whole.rules
            assert len(record.match.deals) <= len(whole.match.deals)
            for deal, of_whole in zip(record.match.deals, whole.match.deals, strict=False):
                assert (deal.deck, deal.first) == (of_whole.deck, of_whole.first)
                assert deal.moves == of_whole.moves[: len(deal.moves)]
            for deal in record.match.deals[:-1]:
                assert deal.is_over


@pytest.mark.parametrize("text", DAMAGED + UNFINISHED, ids=range(len(DAMAGED + UNFINISHED)))
def test_any_byte_changed(text):
    stream = Stream("changed", text)
    whole = only(text)
    for at in range(min(len(text), 2500)):
        character = stream.pick('5dcx*+2 \n\t\r\0";[]\\=.~|:éA')
        if character == text[at]:
            continue
        records = accepted(put(text, at, character))
        if records and text in DAMAGED:
            (record,) = records
            assert [deal.moves for deal in record.match.deals] == [deal.moves for deal in whole.match.deals]


@pytest.mark.parametrize("text", DAMAGED + UNFINISHED, ids=range(len(DAMAGED + UNFINISHED)))
def test_any_line_doubled_or_lost(text):
    whole = only(text)
    for at in range(min(text.count("\n"), 40)):
        for spoiled in (line_doubled(text, at), line_lost(text, at)):
            for record in accepted(spoiled) or []:
                for deal, of_whole in zip(record.match.deals, whole.match.deals, strict=False):
                    assert deal.deck == of_whole.deck


@pytest.mark.parametrize("text", DAMAGED[1:] + UNFINISHED, ids=range(len(DAMAGED[1:] + UNFINISHED)))
def test_any_two_lines_swapped(text):
    for one, other in combinations(range(text.count("\n")), 2):
        accepted(lines_swapped(text, one, other))


@given(st.text(alphabet='[]"\\;=. \n\r\t12xdcRubamzoDelF*+~|:é\0', max_size=60))
def test_any_text_at_all(text):
    accepted(text)
    accepted('[Rubamazzo "1"]\n[Variant "rubamazzo"]\n' + text)
    accepted(EXAMPLE + text)
    accepted(changed("\n2. ", "\n" + text + "\n2. "))


def work(text: str) -> int:
    """How many lines of Python reading this text takes."""
    lines = 0

    def count(frame, event, argument):
        nonlocal lines
        lines += event == "line"
        return count

    before = sys.gettrace()
    sys.settrace(count)
    try:
        read_records(text)
    except RecordError:
        pass
    finally:
        sys.settrace(before)
    return lines


@pytest.mark.parametrize(
    "text",
    [
        lambda n: HEAD + "".join(f'[T{at:06} "x"]\n' for at in range(n)),
        lambda n: HEAD + "".join(f'[T{at:06} "x"] ' for at in range(n)),
        lambda n: HEAD + "; comment\n" * n,
        lambda n: EXAMPLE + "\n" * n,
        lambda n: EXAMPLE * (n // 100),
        lambda n: BEGUN + "1. " * n,
        lambda n: drawn_deals(n // 20),
        lambda n: changed("\n=", "\n= " + "1 " * n),
    ],
)
def test_twice_as_much_to_read_is_at_most_twice_the_work(text):
    once = work(text(2000))
    assert once > 500
    assert work(text(4000)) < 2.2 * once


def drawn_deals(number: int) -> str:
    """A match of so many deals that nobody wins."""
    rules = with_switches(Rules(), ["match=best-of-99", "steal=off", "hand=10", "table=10", "must-take=no"])
    record = Record("rubamazzo", rules, Match(rules))
    for _ in range(number):
        deal = record.match.start_deal(DECKS[40])
        while legal := deal.legal_moves():
            deal.play(next(move for move in legal if not move.captures))
    return write_record(record)


@pytest.mark.parametrize(
    "text",
    [
        "7d " * 700_000,
        "7d\n" * 700_000,
        "1" * 2_000_000,
        "1." * 1_000_000,
        " " * 2_000_000,
        "\n" * 2_000_000,
        "[" * 2_000_000,
        "[ " * 1_000_000,
        "[a" * 1_000_000,
        '["' * 1_000_000,
        '[a "' * 500_000,
        '[a "' + "\\" * 2_000_000,
        '[a "' + '\\"' * 1_000_000 + '"]',
        '[a "' + "x" * 2_000_000,
        '[a"' + "x" * 2_000_000 + '"' + " " * 2_000_000,
        "[" + "a" * 2_000_000,
        '[Seats "' + "a|" * 1_000_000 + '"]',
        '[Seats "you:' + "\\|" * 1_000_000 + '"]',
        '[Switches "' + "hand=3 " * 300_000 + '"]',
        '[Seed "' + "9" * 2_000_000 + '"]',
        '[Deal "1"][First "1"][Deck "' + "7d " * 700_000 + '"]',
        '[Deal "1"][First "1"][Deck "~' + "QUFB" * 500_000 + '"]',
        '[Deal "1"][First "1"][Deck "' + codes(DECKS[40]) + '"]\n' + "7d" * 1_000_000 + "\n",
        '[Deal "1"][First "1"][Deck "' + codes(DECKS[40]) + '"]\nAcx' + "7d+" * 700_000 + "\n",
    ],
    ids=lambda text: text[:12] + text[-4:],
)
def test_two_megabytes_of_anything(text):
    """Were any step quadratic, this would take hours."""
    refused(text)
    refused(HEAD + text)
    if text.strip():
        refused(EXAMPLE + text)
    else:
        assert write_record(only(EXAMPLE + text)) == EXAMPLE
