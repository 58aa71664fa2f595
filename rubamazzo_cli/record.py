"""Records: a match as plain text, to keep, to read and to play again (formats 3)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from .cards import codes, read_deck
from .chance import SEEDS
from .errors import RecordError, RubamazzoError
from .game import Deal, Match, Result, round_sizes
from .moves import read_move
from .rules import Rules, variant, with_switches

FORMAT = "1"
"""The version of the record format."""


class Seat(NamedTuple):
    """Who sits at a seat: a kind (`you`, a level, `cmd`) and the name given, or the program of `cmd`."""

    kind: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


@dataclass(eq=False)
class Record:
    """A match and what is told of it: how it is played, who sits where, and where the cards came from.

    `deal_tags` holds for each deal the tags beyond its number, first player and deck; `seats_of`
    the seats from a deal (by number) on which they changed. `other_tags` are tags of other programs.
    """

    variant: str
    rules: Rules
    match: Match
    seats: tuple[Seat, ...] = ()
    seed: int | None = None
    assisted: frozenset[str] = frozenset()
    other_tags: dict[str, str] = field(default_factory=dict)
    deal_tags: dict[int, dict[str, str]] = field(default_factory=dict)
    seats_of: dict[int, tuple[Seat, ...]] = field(default_factory=dict)

    def seats_in(self, number: int) -> tuple[Seat, ...]:
        """Who plays deal `number` (from 1)."""
        changed = [at for at in self.seats_of if at <= number]
        return self.seats_of[max(changed)] if changed else self.seats


# writing


def write_record(record: Record) -> str:
    """The record in its one form; of an unfinished game with the cards to come masked (formats 3)."""
    match = record.match
    lines = [_tag("Rubamazzo", FORMAT), _tag("Variant", record.variant)]
    if switches := record.rules.text(variant(record.variant)):
        lines.append(_tag("Switches", switches))
    if record.seats:
        lines.append(_tag("Seats", _write_seats(record.seats)))
    if record.seed is not None:
        seed = str(record.seed)
        lines.append(_tag("Seed", seed if match.is_over else _mask(seed)))
    if record.assisted:
        lines.append(_tag("Assisted", " ".join(sorted(record.assisted))))
    lines += [_tag(name, value) for name, value in record.other_tags.items()]
    for number, deal in enumerate(match.deals, start=1):
        lines += _deal_lines(record, number, deal)
    if match.is_over:
        lines.append(_tag("Winner", "draw" if match.winner is None else str(match.winner + 1)))
    return "\n".join(lines) + "\n"


def _deal_lines(record: Record, number: int, deal: Deal) -> Iterator[str]:
    hide = str if deal.is_over else _mask
    yield _tag("Deal", str(number))
    yield _tag("First", str(deal.first + 1))
    tags = record.deal_tags.get(number, {})
    for name in ("Seal", "Salt"):
        if name in tags:
            yield _tag(name, hide(tags[name]) if name == "Salt" else tags[name])
    yield _tag("Deck", hide(codes(deal.deck)))
    if number in record.seats_of:
        yield _tag("Seats", _write_seats(record.seats_of[number]))
    for name, value in tags.items():
        if name not in ("Seal", "Salt"):
            yield _tag(name, value)
    if deal.result is None:
        for at in range(len(deal.moves)):
            yield move_line(deal, at)
        return
    at = 0
    for round, each in enumerate(round_sizes(deal.rules), start=1):
        moves = deal.moves[at : at + each * deal.rules.players]
        yield f"{round}. " + " ".join(map(str, moves))
        at += len(moves)
    yield f"= {write_result(deal.result)}"


def move_line(deal: Deal, at: int) -> str:
    """The line of move number `at` (from 0) in a deal that is still growing (formats 3)."""
    starts = 0
    for round, each in enumerate(round_sizes(deal.rules), start=1):
        if at == starts:
            return f"{round}. {deal.moves[at]}"
        starts += each * deal.rules.players
    return str(deal.moves[at])


def write_result(result: Result) -> str:
    """The piles' sizes seat by seat and, under Scopa scoring, the points after ` / ` (formats 3)."""
    sizes = " ".join(map(str, result.sizes))
    return sizes if result.points is None else f"{sizes} / " + " ".join(map(str, result.points))


def _tag(name: str, value: str) -> str:
    return f'[{name} "{value}"]'


def _mask(text: str) -> str:
    return "~" + base64.b64encode(text.encode()).decode()


_NEEDS_BACKSLASH = re.compile(r'([\\"|:])')


def _write_seats(seats: tuple[Seat, ...]) -> str:
    return "|".join(
        seat.kind + (":" + _NEEDS_BACKSLASH.sub(r"\\\1", seat.name) if seat.name else "") for seat in seats
    )


# reading


class _Item(NamedTuple):
    """A piece of a record: a tag and its value as written, or a word (no value), `whole` unless cut off."""

    line: int
    name: str
    value: str | None = None
    whole: bool = True


_TAG = re.compile(r'\[\s*(\w+)\s*"((?:[^"\\]|\\.)*)"\s*\]')
_WORD = re.compile(r"\d+\.|[^\s;\[\]\"]+")


def _items(text: str) -> Iterator[_Item]:
    """The pieces of a record, comments and blanks dropped."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        at = 0
        while at < len(line) and line[at] != ";":
            if line[at].isspace():
                at += 1
            elif found := _TAG.match(line, at):
                yield _Item(number, found[1].capitalize(), found[2])
                at = found.end()
            elif found := _WORD.match(line, at):
                at = found.end()
                yield _Item(number, found[0], whole=number < len(lines) or at < len(line))
            else:
                raise RecordError(number, "unreadable", text=line[at:])


class _Reader:
    """Reads one record after another from the pieces of a file."""

    def __init__(self, text: str) -> None:
        self.items = list(_items(text))
        self.at = 0
        self.last_line = text.count("\n") + 1

    @property
    def next(self) -> _Item:
        """The piece that comes next; after the last one, a piece without a name."""
        return self.items[self.at] if self.at < len(self.items) else _Item(self.last_line, "")

    def tags(self, *ends: str) -> dict[str, _Item]:
        """The tags from here to a word, the end or one of the names in `ends`, by name."""
        tags: dict[str, _Item] = {}
        while self.next.value is not None and (not tags or self.next.name not in ends):
            if self.next.name in tags:
                raise RecordError(self.next.line, "tag-twice", text=self.next.name)
            tags[self.next.name] = self.next
            self.at += 1
        return tags

    def record(self) -> Record:
        """The record that begins here, played through."""
        start = self.next
        tags = self.tags("Deal", "Winner", "Rubamazzo")
        if start.name != "Rubamazzo" or start.value is None:
            raise RecordError(start.line, "not-a-record")
        if start.value != FORMAT:
            raise RecordError(start.line, "version", text=start.value)
        del tags["Rubamazzo"]
        name = _required(tags, "Variant", start)
        with _blamed_on(name):
            rules = variant(str(name.value))
        if switches := tags.pop("Switches", None):
            with _blamed_on(switches):
                rules = with_switches(rules, str(switches.value).split())
        record = Record(str(name.value), rules, Match(rules))
        if seats := tags.pop("Seats", None):
            record.seats = _read_seats(seats, rules)
        if seed := tags.pop("Seed", None):
            record.seed = _number(seed, _unmasked(seed), range(SEEDS))
        if assisted := tags.pop("Assisted", None):
            record.assisted = frozenset(str(assisted.value).split())
            if not record.assisted <= {"hint", "undo"}:
                raise RecordError(assisted.line, "bad-value", text="Assisted")
        record.other_tags = {tag.name: str(tag.value) for tag in tags.values()}
        while self.next.name == "Deal":
            self.deal(record)
        if not record.match.deals:
            raise RecordError(self.next.line, "missing-tag", text="Deal")
        if self.next.name == "Winner":
            self.winner(record.match)
        if self.next.name not in ("Rubamazzo", ""):
            raise RecordError(self.next.line, "misplaced", text=self.next.name)
        return record

    def deal(self, record: Record) -> None:
        """The block of one deal: its tags, its moves and, if it was played out, its result."""
        match = record.match
        start = self.next
        if match.is_over:
            raise RecordError(start.line, "match-over")
        if match.deals and not match.deals[-1].is_over:
            raise RecordError(start.line, "deal-unfinished")
        tags = self.tags("Deal", "Winner", "Rubamazzo")
        number = len(match.deals) + 1
        if _number(start, str(tags.pop("Deal").value)) != number:
            raise RecordError(start.line, "wrong-number", text=str(number))
        first = _required(tags, "First", start)
        seat = _number(first, str(first.value), range(1, record.rules.players + 1)) - 1
        if not match.deals:
            match.first = seat
        elif seat != match.next_first:
            raise RecordError(first.line, "wrong-first", text=str(match.next_first + 1))
        deck = _required(tags, "Deck", start)
        with _blamed_on(deck):
            deal = match.start_deal(read_deck(_unmasked(deck), record.rules.deck))
        if seats := tags.pop("Seats", None):
            record.seats_of[number] = _read_seats(seats, record.rules)
        record.deal_tags[number] = {
            tag.name: _unmasked(tag) if tag.name == "Salt" else str(tag.value) for tag in tags.values()
        }
        self.moves(deal)
        if self.next.name == "=":
            self.result(deal)

    def moves(self, deal: Deal) -> None:
        """Play the moves that stand here, and check the numbers of their rounds."""
        while self.next.value is None and self.next.name not in ("", "="):
            item = self.next
            self.at += 1
            if item.name.endswith("."):
                if item.name != f"{deal.round}." or deal.is_over:
                    raise RecordError(item.line, "wrong-round", text=item.name)
            elif item.whole:
                with _blamed_on(item):
                    deal.play(read_move(item.name, deal.rules.deck))

    def result(self, deal: Deal) -> None:
        """Compare the result that stands here with that of the moves."""
        line = self.next.line
        said = []
        self.at += 1
        while self.next.value is None and self.next.line == line:
            said.append(self.next.name)
            self.at += 1
        if deal.result is None:
            raise RecordError(line, "result-early")
        if " ".join(said) != write_result(deal.result):
            raise RecordError(line, "wrong-result", text=write_result(deal.result))

    def winner(self, match: Match) -> None:
        """Compare the winner that stands here with that of the deals."""
        item = self.next
        self.at += 1
        if not match.is_over:
            raise RecordError(item.line, "winner-early")
        winner = "draw" if match.winner is None else str(match.winner + 1)
        if item.value != winner:
            raise RecordError(item.line, "wrong-winner", text=winner)


@contextmanager
def _blamed_on(item: _Item) -> Iterator[None]:
    """Turn what goes wrong in here into an error of the line this piece stands on."""
    try:
        yield
    except RubamazzoError as error:
        raise RecordError(item.line, "because", error) from error


def _required(tags: dict[str, _Item], name: str, start: _Item) -> _Item:
    if name not in tags:
        raise RecordError(start.line, "missing-tag", text=name)
    return tags.pop(name)


def _number(item: _Item, text: str, allowed: range = range(1, 10_000)) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) not in allowed:
        raise RecordError(item.line, "bad-value", text=item.name)
    return int(text)


def _unmasked(item: _Item) -> str:
    text = str(item.value)
    if not text.startswith("~"):
        return text
    try:
        return base64.b64decode(text[1:], validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        raise RecordError(item.line, "bad-value", text=item.name) from None


def _read_seats(item: _Item, rules: Rules) -> tuple[Seat, ...]:
    seats = []
    for text in re.findall(r"(?:[^\\|]|\\.)+", str(item.value)):
        kind, _, name = text.partition(":")
        seats.append(Seat(kind, re.sub(r"\\(.)", r"\1", name)))
    if len(seats) != rules.players:
        raise RecordError(item.line, "wrong-seats", text=str(rules.players))
    return tuple(seats)


def read_records(text: str) -> list[Record]:
    """All records of a file, every move and result checked (formats 3).

    Raises RecordError with the line and the reason; nothing is guessed or repaired.
    """
    reader = _Reader(text)
    records = [reader.record()]
    while reader.next.name:
        records.append(reader.record())
    return records
