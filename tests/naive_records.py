"""A second reader of records, written from the formats alone: letter by letter, with no regular expression.

It shares no line with the reader it is compared with; `naive.py` plays what it reads. Nothing is
explained here: a text is records, or it is refused.
"""

from __future__ import annotations

import base64
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache

from naive import NaiveDeal

from rubamazzo_cli.rules import SWITCHES, VARIANTS

HEADER = ("variant", "switches", "seats", "seed", "assisted")
DEAL = ("first", "seal", "salt", "cut", "deck", "seats")
KNOWN = {"rubamazzo", "deal", "winner", *HEADER, *DEAL}


class Refused(Exception):
    """This is no record, or it does not add up."""


def demand(condition: object) -> None:
    if not condition:
        raise Refused


@dataclass
class ToldDeal:
    """A deal as its text tells it: moves with their table cards in order of code."""

    switches: str
    first: int
    deck: list[str]
    tags: dict[str, str]
    seats: list[tuple[str, str]] | None
    moves: list[str] = field(default_factory=list)

    def begins(self, other: ToldDeal) -> bool:
        """Whether the other deal begins as this one was played, or is the same."""
        alike = (self.switches, self.first, self.deck) == (other.switches, other.first, other.deck)
        return alike and other.moves[: len(self.moves)] == self.moves


@dataclass
class ToldRecord:
    variant: str
    switches: str
    seats: list[tuple[str, str]]
    seed: int | None
    assisted: set[str]
    tags: dict[str, str]
    deals: list[ToldDeal] = field(default_factory=list)

    def is_beginning_of(self, other: ToldRecord) -> bool:
        """Whether the other record goes on where this one ends, or tells the same game."""
        pairs = list(zip(self.deals, other.deals, strict=False))
        return (
            (self.variant, self.switches) == (other.variant, other.switches)
            and len(self.deals) <= len(other.deals)
            and all(mine.begins(theirs) for mine, theirs in pairs)
            and all(mine.moves == theirs.moves for mine, theirs in pairs[:-1])
        )


# pieces: ("tag", name, value), ("number", text), ("word", text), ("cut", text); the number of the line comes last


def pieces(text: str) -> Iterator[tuple[str, ...]]:
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines):
        for piece in pieces_of(line, is_last=number == len(lines) - 1):
            yield (*piece, str(number))


@lru_cache(4096)
def pieces_of(line: str, is_last: bool) -> list[tuple[str, ...]]:
    found: list[tuple[str, ...]] = []
    at = 0
    while at < len(line):
        letter = line[at]
        if letter == ";":
            break
        if letter.isspace():
            at += 1
        elif letter == "[":
            at, name, value = tag(line, at + 1)
            found.append(("tag", name.lower() if name.lower() in KNOWN else name, value))
        elif letter in ']"':
            raise Refused
        else:
            end = at
            while end < len(line) and line[end] in "0123456789":
                end += 1
            if end > at and line[end : end + 1] == ".":
                found.append(("number", line[at:end]))
                at = end + 1
                continue
            while end < len(line) and not line[end].isspace() and line[end] not in ';[]"':
                end += 1
            found.append(("cut" if end == len(line) and is_last else "word", line[at:end]))
            at = end
    return found


def tag(line: str, at: int) -> tuple[int, str, str]:
    """The end, the name and the value of the tag whose inside begins here."""

    def blanks(at: int) -> int:
        while at < len(line) and line[at].isspace():
            at += 1
        return at

    at = start = blanks(at)
    while at < len(line) and (line[at].isalnum() or line[at] == "_"):
        at += 1
    name = line[start:at]
    at = blanks(at)
    demand(name and line[at : at + 1] == '"')
    at = start = at + 1
    while line[at : at + 1] != '"':
        at += 2 if line[at : at + 1] == "\\" else 1
        demand(at < len(line))
    value = line[start:at]
    at = blanks(at + 1)
    demand(line[at : at + 1] == "]")
    return at + 1, name, value


def told_in(text: str, known: list[ToldDeal]) -> list[ToldRecord]:
    """The records of a text, every move and result checked; those of `known` deals need not be again. Or Refused."""
    rest = [*pieces(text), ("end", "", "")][::-1]
    records = [record(rest, known)]
    while rest[-1][0] != "end":
        records.append(record(rest, known))
    return records


def tags_here(rest: list[tuple[str, ...]]) -> dict[str, str]:
    tags: dict[str, str] = {}
    while rest[-1][0] == "tag" and (not tags or rest[-1][1] not in ("deal", "winner", "rubamazzo")):
        _, name, value, _ = rest.pop()
        demand(name not in tags)
        tags[name] = value
    return tags


def nothing_lost(tags: dict[str, str], optional: tuple[str, ...]) -> None:
    """Tags that mean something stand in their place, and none that could is a slip away from its name."""
    for name in tags:
        demand(name in optional or name not in KNOWN)
        for missing in optional:
            demand(missing in tags or not one_slip_away(name.lower(), missing))


def one_slip_away(name: str, other: str) -> bool:
    places = range(len(name) + 1)
    return (
        any(name[:at] + name[at + 1 :] == other for at in places)
        or any(name == other[:at] + other[at + 1 :] for at in range(len(other)))
        or (len(name) == len(other) and sum(a != b for a, b in zip(name, other, strict=True)) == 1)
        or any(name == other[:at] + other[at + 1] + other[at] + other[at + 2 :] for at in range(len(other) - 1))
    )


def record(rest: list[tuple[str, ...]], known: list[ToldDeal]) -> ToldRecord:
    tags = tags_here(rest)
    demand(next(iter(tags), None) == "rubamazzo" and tags.pop("rubamazzo").strip() == "1")
    name = tags.get("variant", "")
    demand(name in VARIANTS)
    switches = dict(setting.split("=") for setting in VARIANTS[name].text().split())
    said: set[str] = set()
    for setting in tags.get("switches", "").split():
        switch, equals, value = setting.partition("=")
        demand(switch not in said)
        said.add(switch)
        demand(equals and switch in SWITCHES and is_allowed(switch, value))
        switches[switch] = value
    demand(go_together(switches))
    text = " ".join(f"{switch}={value}" for switch, value in switches.items())
    nothing_lost(tags, HEADER)
    players = int(switches["players"])
    told = ToldRecord(
        name,
        text,
        seats(tags["seats"], players) if "seats" in tags else [],
        number(unmasked(tags["seed"]), 0, 2**32 - 1) if "seed" in tags else None,
        set(tags.get("assisted", "").split()),
        {name: value for name, value in tags.items() if name not in HEADER},
    )
    demand(told.assisted <= {"hint", "undo"})
    score = [0] * players
    winner: str | None = None
    finished = True
    while rest[-1][:2] == ("tag", "deal"):
        demand(finished and winner is None)
        naive = deal(rest, told, known)
        finished = naive.over
        if finished:
            winner = won(switches, naive, score)
    demand(told.deals)
    if rest[-1][:2] == ("tag", "winner"):
        demand(rest.pop()[2] == winner)
    demand(rest[-1][0] == "end" or rest[-1][:2] == ("tag", "rubamazzo"))
    return told


def deal(rest: list[tuple[str, ...]], told: ToldRecord, known: list[ToldDeal]) -> NaiveDeal:
    tags = tags_here(rest)
    players = int(dict(setting.split("=") for setting in told.switches.split())["players"])
    demand(number(tags.pop("deal"), 1, 9999) == len(told.deals) + 1)
    demand("first" in tags and "deck" in tags)
    nothing_lost(tags, DEAL)
    first = number(tags["first"], 1, players) - 1
    demand(not told.deals or first == (told.deals[0].first + len(told.deals)) % players)
    fifty_two = "deck=52" in told.switches
    deck = [card(code, fifty_two) for code in unmasked(tags["deck"]).split()]
    demand(len(deck) == len(set(deck)) == (52 if fifty_two else 40))
    told_deal = ToldDeal(
        told.switches,
        first,
        deck,
        {name: value for name, value in tags.items() if name not in ("first", "deck", "seats")},
        seats(tags["seats"], players) if "seats" in tags else None,
    )
    if "salt" in tags:
        salt = told_deal.tags["salt"] = unmasked(tags["salt"])
        demand(salt and salt.isascii() and salt.isalnum() and len(salt) <= 64)
    if "seal" in tags:
        demand(len(tags["seal"]) == 64 and all(letter in "0123456789abcdef" for letter in tags["seal"].lower()))
        demand(tags["seal"].isascii())
    if "cut" in tags:
        told_deal.tags["cut"] = str(number(tags["cut"], 1, len(deck) - 1))
    told.deals.append(told_deal)
    naive = NaiveDeal(told.switches, deck, first)
    as_known = [other for other in known if told_deal.begins(other)]
    begun = set()
    while rest[-1][0] in ("word", "number", "cut") and rest[-1][1] != "=":
        kind, text, *_ = rest.pop()
        if kind == "number":
            demand(text == str(naive.round) and naive.round not in begun and not naive.over)
            begun.add(naive.round)
        elif kind == "word":
            demand(not naive.over)
            begun.add(naive.round)
            move = in_order(text, fifty_two)
            told_deal.moves.append(move)
            as_known = [other for other in as_known if told_deal.begins(other)]
            demand(as_known or is_legal(move, naive))
            naive.play(move)
    if rest[-1][:2] in (("word", "="), ("cut", "=")):
        line = rest.pop()[2]
        said = []
        while rest[-1][0] in ("word", "number", "cut") and rest[-1][2] == line:
            kind, text, *_ = rest.pop()
            said.append(text + "." if kind == "number" else text)
        demand(naive.over and said == result(naive).split())
    return naive


def result(naive: NaiveDeal) -> str:
    points = naive.points()
    return " ".join(map(str, naive.sizes())) + ("" if points is None else " / " + " ".join(map(str, points)))


def won(switches: dict[str, str], naive: NaiveDeal, score: list[int]) -> str | None:
    """Count a deal that is over; the winner as a record writes it, or None while the match goes on."""
    leaders = naive.leaders()
    way, _, most = switches["match"].rpartition("-")
    if way == "points":
        score[:] = [mine + more for mine, more in zip(score, naive.points() or [], strict=True)]
        needed = int(most)
        over = max(score) >= needed and score.count(max(score)) == 1
        return str(score.index(max(score)) + 1) if over else None
    if len(leaders) == 1:
        score[leaders[0]] += 1
    if switches["match"] == "deal":
        return str(leaders[0] + 1) if len(leaders) == 1 else "draw"
    return str(score.index(max(score)) + 1) if max(score) > int(most) // 2 else None


def is_legal(move: str, naive: NaiveDeal) -> bool:
    """Whether this move is in the list, or one that is alike (rules 3.8)."""
    played, _, taken = move.partition("x")
    takes = taken.split("+") if taken else []
    if len(takes) != len(set(takes)) or any(card not in naive.table for card in takes):
        return False
    for legal in naive.legal():
        other_played, _, other_taken = legal.partition("x")
        others = other_taken.split("+") if other_taken else []
        same = set(takes) == set(others)
        alike = naive.switches["scoring"] != "scopa" and naive.ranks(takes) == naive.ranks(others)
        if played == other_played and (same or alike):
            return True
    return False


# values


def number(text: str, lowest: int, highest: int) -> int:
    demand(text and all(letter in "0123456789" for letter in text) and len(text) <= 10)
    demand(lowest <= int(text) <= highest)
    return int(text)


def unmasked(value: str) -> str:
    if not value.startswith("~"):
        return value
    try:
        return base64.b64decode(value[1:], validate=True).decode("ascii")
    except ValueError:
        raise Refused from None


def seats(value: str, players: int) -> list[tuple[str, str]]:
    found = []
    for seat in unescaped_parts(value):
        kind, _, name = seat.partition(":")
        demand(kind and kind.isascii() and all(letter.isalnum() or letter in "_-" for letter in kind))
        plain = ""
        letters = iter(name)
        for letter in letters:
            if letter == "\\":
                letter = next(letters, "")
                demand(letter and letter in '"|:\\')
            plain += letter
        found.append((kind, plain))
    demand(len(found) == players)
    return found


def unescaped_parts(value: str) -> list[str]:
    """The value split at each bar that no backslash stands before."""
    parts = [""]
    letters = iter(value)
    for letter in letters:
        if letter == "|":
            parts.append("")
        else:
            parts[-1] += letter + (next(letters, "") if letter == "\\" else "")
    return parts


def card(code: str, fifty_two: bool) -> str:
    code = code[:-1].upper() + code[-1:].lower()
    if fifty_two and code[:2] == "10":
        code = "T" + code[2:]
    ranks, suits = ("A23456789TJQK", "hdcs") if fifty_two else ("A234567FCR", "cdbs")
    demand(len(code) == 2 and code[0] in ranks and code[1] in suits)
    return code


def in_order(move: str, fifty_two: bool) -> str:
    """The move spelled one way: its cards as they are called, those taken in order of their codes."""
    played, ex, taken = move.replace("X", "x").partition("x")
    code, star, seat = played.partition("*")
    demand(not star or (len(seat) == 1 and seat in "123456789"))
    cards = sorted(card(other, fifty_two) for other in taken.split("+")) if ex else []
    return card(code, fifty_two) + star + seat + ("x" + "+".join(cards) if cards else "")


def is_allowed(switch: str, value: str) -> bool:
    def count(text: str, lowest: int, highest: int) -> bool:
        return text in map(str, range(lowest, highest + 1))

    way, _, most = value.rpartition("-")
    heads = value.split(",")
    return {
        "deck": value in ("40", "52"),
        "players": count(value, 2, 4),
        "hand": count(value, 1, 10),
        "table": count(value, 0, 10),
        "capture": value in ("one", "all", "sum", "fifteen"),
        "steal": value in ("choice", "first", "last", "both", "off"),
        "pile-in-sums": value in ("no", "yes"),
        "must-take": value in ("card", "hand", "no"),
        "ace": value in ("plain", "sweep", "sweep-or-rob"),
        "ace-in-last-round": value in ("no", "yes"),
        "leftover": value in ("nobody", "last-capture"),
        "scoring": value in ("cards", "scopa"),
        "handicap": value == "0" or (2 <= len(heads) <= 4 and all(count(cards, 0, 99) for cards in heads)),
        "match": value == "deal"
        or (way == "points" and count(most, 1, 99))
        or (way == "best-of" and count(most, 3, 99) and int(most) % 2 == 1),
        "direction": value in ("counterclockwise", "clockwise"),
    }[switch]


def go_together(switches: dict[str, str]) -> bool:
    """Whether a game can be played with these (rules 6)."""
    heads = switches["handicap"].split(",")
    scopa = switches["scoring"] == "scopa"
    no_stealing = switches["steal"] == "off"
    in_sums = switches["pile-in-sums"] == "yes"
    dealt = int(switches["players"]) * int(switches["hand"]) + int(switches["table"])
    return not (
        (scopa and switches["deck"] == "52")
        or (switches["match"].startswith("points") and not scopa)
        or (heads != ["0"] and (scopa or len(heads) != int(switches["players"])))
        or (in_sums and (switches["capture"] != "sum" or no_stealing))
        or (switches["ace"] == "sweep-or-rob" and no_stealing)
        or dealt > int(switches["deck"])
    )
