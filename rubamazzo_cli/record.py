"""Records: a match as plain text, to keep, to read and to play again (formats 3)."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import NamedTuple

from .cards import Card, codes, read_deck
from .chance import SEEDS
from .errors import RecordError, RubamazzoError
from .game import Deal, round_sizes
from .match import Match
from .moves import read_move
from .rules import Rules, variant, with_switches
from .scoring import Result

FORMAT = "1"
"""The version of the record format."""


class Seat(NamedTuple):
    """Who sits at a seat: a kind (`you`, a level, `cmd`) and the name given, or the program of `cmd`."""

    kind: str
    name: str = ""

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def humans_in(seats: Iterable[Seat]) -> tuple[int, ...]:
    """The seats at which people sit."""
    return tuple(at for at, sitter in enumerate(seats) if sitter.kind == "you")


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
_LINE_END = re.compile(r"[\r\n]")


def _write_seats(seats: tuple[Seat, ...]) -> str:
    return "|".join(f"{seat.kind}:{_escaped(seat.name)}" if seat.name else seat.kind for seat in seats)


def _escaped(name: str) -> str:
    return _LINE_END.sub(" ", _NEEDS_BACKSLASH.sub(r"\\\1", name))


# reading


class _Item(NamedTuple):
    """A piece of a record: a tag and its value as written, or a word (no tag), `whole` unless cut off.

    After the last piece comes an empty word.
    """

    line: int
    text: str
    tag: str = ""
    whole: bool = True


_PIECE = re.compile(
    r"""
    ;.*                                                                       # a comment
    | \[ \s* (?P<tag>\w+) \s* "(?P<value> [^"\\]* (?:\\.[^"\\]*)* )" \s* \]
    | (?P<word> [0-9]+\. | [^\s;\[\]"]+ )
    | (?P<other> \S )
    """,
    re.VERBOSE,
)

_KNOWN_TAGS = {
    name.lower(): name
    for name in (
        *("Rubamazzo", "Variant", "Switches", "Seats", "Seed", "Assisted"),
        *("Deal", "First", "Seal", "Salt", "Cut", "Deck", "Winner"),
    )
}
"""The tags that mean something, which may be written in any case."""

_BLOCKS = ("Rubamazzo", "Deal", "Winner")
"""The tags that begin a block."""


def _items(text: str) -> Iterator[_Item]:
    """The pieces of a record one after another, comments and blanks dropped."""
    lines = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").split("\n")
    for number, line in enumerate(lines, start=1):
        for found in _PIECE.finditer(line):
            tag, value, word, other = found.groups()
            if tag:
                yield _Item(number, value, _KNOWN_TAGS.get(tag.lower(), tag))
            elif word:
                yield _Item(number, word, whole=number < len(lines) or found.end() < len(line))
            elif other:
                raise RecordError(number, "unreadable", text=line[found.start() : found.start() + 40])
    yield _Item(len(lines), "")


class _Reader:
    """Reads one record after another from the pieces of a file."""

    def __init__(self, text: str) -> None:
        self.pieces = _items(text)
        self.next = next(self.pieces)

    @property
    def at_end(self) -> bool:
        """Whether nothing comes any more."""
        return not self.next.tag and not self.next.text

    def take(self) -> _Item:
        """The piece that comes next, and on to the one after it."""
        item = self.next
        self.next = next(self.pieces)
        return item

    def tags(self) -> dict[str, _Item]:
        """The tags of the block that begins here, by name."""
        tags: dict[str, _Item] = {}
        while self.next.tag and (not tags or self.next.tag not in _BLOCKS):
            item = self.take()
            if item.tag in tags:
                raise RecordError(item.line, "tag-twice", text=item.tag)
            tags[item.tag] = item
        return tags

    def record(self) -> Record:
        """The record that begins here, played through."""
        start = self.next
        tags = self.tags()
        if start.tag != "Rubamazzo":
            raise RecordError(start.line, "not-a-record")
        if start.text.strip() != FORMAT:
            raise RecordError(start.line, "version", text=start.text)
        del tags["Rubamazzo"]
        name = _required(tags, "Variant", start)
        _nothing_lost(tags, "Switches", "Seats", "Seed", "Assisted")
        with _blamed_on(name):
            rules = variant(name.text)
        if switches := tags.pop("Switches", None):
            settings = switches.text.split()
            if len({setting.partition("=")[0] for setting in settings}) < len(settings):
                raise RecordError(switches.line, "bad-value", text="Switches")
            with _blamed_on(switches):
                rules = with_switches(rules, settings)
        record = Record(name.text, rules, Match(rules))
        if seats := tags.pop("Seats", None):
            record.seats = _read_seats(seats, rules)
        if seed := tags.pop("Seed", None):
            record.seed = _number(seed, _unmasked(seed), range(SEEDS))
        if assisted := tags.pop("Assisted", None):
            record.assisted = frozenset(assisted.text.split())
            if not record.assisted <= {"hint", "undo"}:
                raise RecordError(assisted.line, "bad-value", text="Assisted")
        record.other_tags = {tag.tag: tag.text for tag in tags.values()}
        while self.next.tag == "Deal":
            self.deal(record)
        if not record.match.deals:
            raise RecordError(self.next.line, "missing-tag", text="Deal")
        if self.next.tag == "Winner":
            self.winner(record.match)
        if self.next.tag != "Rubamazzo" and not self.at_end:
            raise RecordError(self.next.line, "misplaced", text=self.next.tag or self.next.text)
        return record

    def deal(self, record: Record) -> None:
        """The block of one deal: its tags, its moves and, if it was played out, its result."""
        match = record.match
        start = self.next
        if match.is_over:
            raise RecordError(start.line, "match-over")
        if match.deals and not match.deals[-1].is_over:
            raise RecordError(start.line, "deal-unfinished")
        tags = self.tags()
        number = len(match.deals) + 1
        if _number(start, tags.pop("Deal").text) != number:
            raise RecordError(start.line, "wrong-number", text=str(number))
        first, deck = (_required(tags, name, start) for name in ("First", "Deck"))
        _nothing_lost(tags, "Seal", "Salt", "Cut", "Seats")
        seat = _number(first, first.text, range(1, record.rules.players + 1)) - 1
        if not match.deals:
            match.first = seat
        elif seat != match.next_first:
            raise RecordError(first.line, "wrong-first", text=str(match.next_first + 1))
        deal = match.start_deal(_read_deck(deck, record.rules))
        if seats := tags.pop("Seats", None):
            record.seats_of[number] = _read_seats(seats, record.rules)
        record.deal_tags[number] = {tag.tag: _read_tag(tag, record.rules.deck) for tag in tags.values()}
        self.moves(deal)
        if not self.next.tag and self.next.text == "=":
            self.result(deal)

    def moves(self, deal: Deal) -> None:
        """Play the moves that stand here, and check the numbers of their rounds, each before its first move."""
        begun = 0
        while not self.next.tag and self.next.text not in ("", "="):
            item, round = self.take(), deal.round
            if item.text.endswith("."):
                if item.text != f"{round}." or round == begun or deal.is_over:
                    raise RecordError(item.line, "wrong-round", text=item.text)
            elif item.whole:
                with _blamed_on(item):
                    deal.play(read_move(item.text, deal.rules.deck))
            begun = round

    def result(self, deal: Deal) -> None:
        """Compare the result that stands here with that of the moves."""
        line = self.take().line
        said = []
        while not self.next.tag and self.next.text and self.next.line == line:
            said.append(self.take().text)
        if deal.result is None:
            raise RecordError(line, "result-early")
        if " ".join(said) != write_result(deal.result):
            raise RecordError(line, "wrong-result", text=write_result(deal.result))

    def winner(self, match: Match) -> None:
        """Compare the winner that stands here with that of the deals."""
        item = self.take()
        if not match.is_over:
            raise RecordError(item.line, "winner-early")
        winner = "draw" if match.winner is None else str(match.winner + 1)
        if item.text != winner:
            raise RecordError(item.line, "wrong-winner", text=winner)


@contextmanager
def _blamed_on(item: _Item) -> Iterator[None]:
    """Turn what goes wrong in here into an error of the line this piece stands on."""
    try:
        yield
    except RubamazzoError as error:
        raise RecordError(item.line, "because", error) from error


def _nothing_lost(tags: dict[str, _Item], *places: str) -> None:
    """Refuse a tag that has its place elsewhere, and one that may be a tag of this place misspelt.

    Kept as unknown ones they would take the rules or the seats of the game with them.
    """
    missing = [name.lower() for name in places if name not in tags]
    for item in tags.values():
        has_its_place_elsewhere = item.tag in _KNOWN_TAGS.values() and item.tag not in places
        if has_its_place_elsewhere or any(_is_slip(item.tag.lower(), name) for name in missing):
            raise RecordError(item.line, "misplaced", text=item.tag)


def _is_slip(name: str, known: str) -> bool:
    """Whether the name is the known one with at most a letter changed, lost or added, or two exchanged."""
    return any(
        {name, name[:at] + name[at + 1 :]}
        & {known, known[:at] + known[at + 1 :], known[:at] + known[at : at + 2][::-1] + known[at + 2 :]}
        for at in range(len(known) + 1)
    )


def _required(tags: dict[str, _Item], name: str, start: _Item) -> _Item:
    if name not in tags:
        raise RecordError(start.line, "missing-tag", text=name)
    return tags.pop(name)


def _number(item: _Item, text: str, allowed: range = range(1, 10_000)) -> int:
    if not re.fullmatch("[0-9]{1,10}", text) or int(text) not in allowed:
        raise RecordError(item.line, "bad-value", text=item.tag)
    return int(text)


def _unmasked(item: _Item) -> str:
    text = item.text
    if not text.startswith("~"):
        return text
    try:
        return base64.b64decode(text[1:], validate=True).decode("ascii")
    except (binascii.Error, ValueError):
        raise RecordError(item.line, "bad-value", text=item.tag) from None


def _read_deck(item: _Item, rules: Rules) -> tuple[Card, ...]:
    deck = _unmasked(item)
    try:
        return read_deck(deck, rules.deck)
    except RubamazzoError as error:
        if deck != item.text:  # what is wrong with a masked deck would tell of cards to come
            raise RecordError(item.line, "bad-value", text=item.tag) from None
        raise RecordError(item.line, "because", error) from error


_SEALED = {"Seal": "[0-9A-Fa-f]{64}", "Salt": "[0-9A-Za-z]{1,64}"}


def _read_tag(item: _Item, cards: int) -> str:
    """One of the further tags of a deal, those that go with a seal in their one form."""
    if item.tag == "Cut":
        return str(_number(item, item.text, range(1, cards)))
    text = _unmasked(item) if item.tag == "Salt" else item.text
    if item.tag in _SEALED and not re.fullmatch(_SEALED[item.tag], text):
        raise RecordError(item.line, "bad-value", text=item.tag)
    return text


_SEAT = re.compile(r'([\w-]+)(?::([^\\|]*(?:\\["|:\\][^\\|]*)*))?\|', re.ASCII)


def _read_seats(item: _Item, rules: Rules) -> tuple[Seat, ...]:
    text = f"{item.text}|"
    at, seats = 0, []
    while found := _SEAT.match(text, at):
        seats.append(Seat(found[1], re.sub(r"\\(.)", r"\1", found[2] or "")))
        at = found.end()
    if at < len(text):
        raise RecordError(item.line, "bad-value", text=item.tag)
    if len(seats) != rules.players:
        raise RecordError(item.line, "wrong-seats", text=str(rules.players))
    return tuple(seats)


def read_records(text: str) -> list[Record]:
    """All records of a file, every move and result checked (formats 3).

    Raises RecordError with the line and the reason; nothing is guessed or repaired.
    """
    reader = _Reader(text)
    records = [reader.record()]
    while not reader.at_end:
        records.append(reader.record())
    return records
