"""Records and transcripts spoiled in every way that files are, and the check of what is read of them.

Spoiled input number N is the same wherever and whenever it is made. A record is compared with what
the naive reader makes of it: the same game, or both refuse it. A transcript is as recorded, which
is then built again letter by letter, or differs, or is one error with its line.
"""

from __future__ import annotations

import base64
import re
import shlex
from collections.abc import Callable, Sequence
from functools import cache
from pathlib import Path
from typing import AnyStr, NamedTuple

from inside import invoked
from naive_records import Refused, ToldDeal, ToldRecord, told_in
from playing import played, random_rules

from rubamazzo_cli.cards import DECKS, codes
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.errors import RecordError
from rubamazzo_cli.explain import explain
from rubamazzo_cli.i18n import language
from rubamazzo_cli.record import Record, read_records, write_record
from rubamazzo_cli.rules import SWITCHES, VARIANTS

TESTS = Path(__file__).parent
SHIPPED = TESTS.parent / "transcripts"
TRANSCRIPT_EVERY = 10
"""Every so many inputs one is a transcript, which is played again and not only read."""
REPLAYED_EVERY = 50
"""Every so many inputs one is a record that is replayed by the command, and not only read."""
SLOW = ("hint", "review", "hard", "classico", "daily", "-help")
"""What marks a transcript as one that is long in thinking."""


# ways of spoiling; those with a place in their name are for whole texts of either kind


def line_doubled(text: AnyStr, at: int) -> AnyStr:
    lines = text.splitlines(keepends=True)
    return text[:0].join([*lines[: at + 1], *lines[at:]])


def line_lost(text: AnyStr, at: int) -> AnyStr:
    lines = text.splitlines(keepends=True)
    return text[:0].join([*lines[:at], *lines[at + 1 :]])


def lines_swapped(text: AnyStr, one: int, other: int) -> AnyStr:
    lines = text.splitlines(keepends=True)
    lines[one], lines[other] = lines[other], lines[one]
    return text[:0].join(lines)


def put(text: AnyStr, at: int, piece: AnyStr, over: int = 1) -> AnyStr:
    """The text with this piece instead of so many of its letters or bytes."""
    return text[:at] + piece + text[at + over :]


def _cut_off(data: bytes, stream: Stream) -> bytes:
    return data[: stream.below(len(data) + 1)]


def _byte_changed(data: bytes, stream: Stream) -> bytes:
    return put(data, stream.below(len(data)), bytes([stream.below(256)]))


def _letter_changed(data: bytes, stream: Stream) -> bytes:
    return put(data, stream.below(len(data)), stream.pick(_LETTERS))


_LETTERS = [letter.encode() for letter in '5dcsbAFCRT123490x*+=.~;:|[]"\\ \n\r\t\0\ufeff\u2028é漢']


def _bytes_lost(data: bytes, stream: Stream) -> bytes:
    return put(data, stream.below(len(data)), b"", stream.pick([1, 1, 1, 2, 3, 10, 100]))


def _letter_added(data: bytes, stream: Stream) -> bytes:
    return put(data, stream.below(len(data) + 1), stream.pick(_LETTERS), 0)


def _piece_doubled(data: bytes, stream: Stream) -> bytes:
    at, long = stream.below(len(data)), stream.pick([1, 2, 3, 10, 100])
    return put(data, at, data[at : at + long] * stream.pick([1, 1, 1, 2, 50]), 0)


def _line_doubled(data: bytes, stream: Stream) -> bytes:
    return line_doubled(data, stream.below(_lines(data)))


def _line_lost(data: bytes, stream: Stream) -> bytes:
    return line_lost(data, stream.below(_lines(data)))


def _lines_swapped(data: bytes, stream: Stream) -> bytes:
    return lines_swapped(data, stream.below(_lines(data)), stream.below(_lines(data)))


def _lines(data: bytes) -> int:
    return len(data.splitlines())


def _other_end(data: bytes, stream: Stream, others: Sequence[bytes]) -> bytes:
    """The beginning of one file and the end of another."""
    other = stream.pick(others)
    return data[: stream.below(len(data) + 1)] + other[stream.below(len(other) + 1) :]


def _line_of_another(data: bytes, stream: Stream, others: Sequence[bytes]) -> bytes:
    lines = data.splitlines(keepends=True)
    lines[stream.below(len(lines))] = stream.pick(stream.pick(others).splitlines(keepends=True) or [b"\n"])
    return b"".join(lines)


def _somewhere(data: bytes, stream: Stream, pattern: bytes, change: Callable[[bytes], bytes]) -> bytes:
    """The data with one of the places where this stands changed."""
    found = list(re.finditer(pattern, data))
    if not found:
        return data
    place = stream.pick(found)
    return data[: place.start()] + change(place[0]) + data[place.end() :]


def _number_changed(data: bytes, stream: Stream) -> bytes:
    def change(number: bytes) -> bytes:
        other = stream.pick(
            ["0", "1", "2", "3", "-1", "+1", "01", "٣", "²", "1.5", "4294967296", "{}0", "0{}", "~{}", ""]
        )
        return other.format(number.decode()).encode()

    return _somewhere(data, stream, rb"[0-9]+", change)


def _number_huge(data: bytes, stream: Stream) -> bytes:
    return _somewhere(data, stream, rb"[0-9]+", lambda number: number * stream.pick([20, 1000, 5000]))


def _number_by_one(data: bytes, stream: Stream) -> bytes:
    return _somewhere(data, stream, rb"[0-9]+", lambda number: b"%d" % (int(number[:9]) + stream.pick([-1, 1])))


def _version_changed(data: bytes, stream: Stream) -> bytes:
    version = stream.pick([b"0", b"2", b"1.0", b"99999999999999999999", b"one", b""])
    pattern = rb'(?<=\[Rubamazzo ")[^"]*|(?<=# rubamazzo transcript )\S*'
    return _somewhere(data, stream, pattern, lambda _: version)


def _line_ends_changed(data: bytes, stream: Stream) -> bytes:
    return data.replace(b"\n", stream.pick([b"\r\n", b"\r", b"\n\n", b" \n", b"\n ", b"\n; ", b"\t"]))


def _mark_added(data: bytes, stream: Stream) -> bytes:
    return b"\xef\xbb\xbf" + data


def _end_lost(data: bytes, stream: Stream) -> bytes:
    return data[:-1]


def _followed_by_itself(data: bytes, stream: Stream) -> bytes:
    return data * stream.pick([2, 2, 3, 20])


# for records


def _cards_exchanged(data: bytes, stream: Stream) -> bytes:
    """Two cards of a deck in each other's place, or one twice, lost, or of the other deck."""

    def change(deck: bytes) -> bytes:
        cards = deck.split() or [b""]
        one, other = stream.below(len(cards)), stream.below(len(cards))
        way = stream.below(5)
        if way < 2:
            cards[one], cards[other] = cards[other], cards[one]
        elif way == 2:
            cards[one] = cards[other]
        elif way == 3:
            del cards[one]
        else:
            cards[one] = stream.pick([b"8d", b"Ah", b"10d", b"Xx", b"", b"7D"])
        return b" ".join(cards)

    return _somewhere(data, stream, rb'(?<=Deck ")[^"~]+', change)


def _deck_masked(data: bytes, stream: Stream) -> bytes:
    return _somewhere(data, stream, rb'(?<=Deck ")[^"~]+', lambda deck: b"~" + base64.b64encode(deck))


def _deck_new(data: bytes, stream: Stream) -> bytes:
    def change(_: bytes) -> bytes:
        cards = list(DECKS[stream.pick([40, 52])])
        stream.shuffle(cards)
        return codes(cards).encode()

    return _somewhere(data, stream, rb'(?<=Deck ")[^"]+', change)


_TOKEN = rb"(?m)(?<=[ \n])[A-Z0-9][a-z][a-zA-Z0-9*+]*(?=[ \n]|$)(?![^\[]*\"\])"


def _move_changed(data: bytes, stream: Stream) -> bytes:
    cards = stream.pick(list(DECKS.values()))

    def change(move: bytes) -> bytes:
        form = stream.pick(["{a}", "{a}x{b}", "{a}*1", "{a}*2", "{a}x{b}+{c}", "{m}x{b}", "{m}*1", "{c}{m}"])
        a, b, c = (stream.pick(cards).code for _ in range(3))
        return form.format(a=a, b=b, c=c, m=move.decode()).encode()

    return _somewhere(data, stream, _TOKEN, change)


def _move_of_the_game(data: bytes, stream: Stream) -> bytes:
    """A move where another of the same record stands."""
    moves = re.findall(_TOKEN, data)
    return _somewhere(data, stream, _TOKEN, lambda _: stream.pick(moves))


def _suit_changed(data: bytes, stream: Stream) -> bytes:
    return _somewhere(
        data, stream, rb"(?<=[A-Z0-9])[cdbsh](?![a-z])", lambda _: stream.pick([b"c", b"d", b"b", b"s"])
    )


def _result_changed(data: bytes, stream: Stream) -> bytes:
    def change(line: bytes) -> bytes:
        parts = line.split(b" ")
        stream.shuffle(parts)
        return stream.pick(
            [b" ".join(parts), line + b" 0", line.replace(b" / ", b" "), b"", line + b"\n= " + line]
        )

    return _somewhere(data, stream, rb"(?m)(?<=^= ).*", change)


def _winner_changed(data: bytes, stream: Stream) -> bytes:
    winner = stream.pick([b"1", b"2", b"3", b"draw", b"nobody", b""])
    return _somewhere(data, stream, rb'(?<=Winner ")[^"]*', lambda _: winner)


def _tag_renamed(data: bytes, stream: Stream) -> bytes:
    names = "Rubamazzo Variant Switches Seats Seed Assisted Deal First Seal Salt Deck Winner Event deal SEATS Seat x"
    name = stream.pick(names.split()).encode()
    return _somewhere(data, stream, rb"(?<=\[)\w+", lambda _: name)


def _tag_added(data: bytes, stream: Stream) -> bytes:
    name = stream.pick(
        [
            "Switches",
            "Seats",
            "Seed",
            "Assisted",
            "First",
            "Seal",
            "Salt",
            "Cut",
            "Event",
            "Winner",
            "Deal",
            "Seats2",
        ]
    )
    value = stream.pick(
        [
            "1",
            "7",
            "you|easy",
            "you:Anna|easy:a\\|b",
            "hint",
            "hint undo",
            "match=deal",
            "00ff",
            "~Nw==",
            "x y",
            "",
        ]
    )
    return _somewhere(data, stream, rb"(?m)^(?=\[)", lambda _: f'[{name} "{value}"]\n'.encode())


def _switches_changed(data: bytes, stream: Stream) -> bytes:
    rules = random_rules(stream)
    setting = stream.pick(list(SWITCHES.values())).setting(rules).encode()
    if b"[Switches" not in data:
        return data.replace(b'"]\n[', b'"]\n[Switches "' + setting + b'"]\n[', 2 - stream.below(2))
    way = stream.pick([lambda old: setting, lambda old: old + b" " + setting, lambda old: setting + b" " + old])
    return _somewhere(data, stream, rb'(?<=Switches ")[^"]*', way)


def _variant_changed(data: bytes, stream: Stream) -> bytes:
    name = stream.pick(list(VARIANTS)).encode()
    return _somewhere(data, stream, rb'(?<=Variant ")[^"]*', lambda _: name)


def _comment_added(data: bytes, stream: Stream) -> bytes:
    return _somewhere(data, stream, rb"(?=[ \n])", lambda _: b' ; a comment [Deal "9"] 7d = 1')


# for transcripts


def _typed_changed(data: bytes, stream: Stream) -> bytes:
    typed = stream.pick(
        ["1", "2", "3", "99", "7d", "q", "n", "undo", "?", "table", "log", "x", "01", "é", "save x", "cards"]
    )
    return _somewhere(data, stream, rb"(?m)(?<=^> ).*", lambda _: typed.encode())


def _typed_added(data: bytes, stream: Stream) -> bytes:
    return _somewhere(
        data, stream, rb"(?m)^(?=> )", lambda _: stream.pick([b"> 1\n", b"> q\n", b"> ?\n", b"> \n"])
    )


def _option_changed(data: bytes, stream: Stream) -> bytes:
    options = "--terse --spoken --open --ascii --verbose --keep-going --lang=it --seed=7 --seat=easy --force --cut x --help"
    words = [b"", *options.encode().split(), b"'"]
    return _somewhere(data, stream, rb"(?m)(?<=rubamazzo )\S+|(?<= )--\S+|$", lambda _: stream.pick(words))


def _exit_changed(data: bytes, stream: Stream) -> bytes:
    status = stream.pick([b"0", b"1", b"2", b"3", b"4", b"5", b"-2", b"00", b"1000", b"", b"x"])
    return _somewhere(data, stream, rb"(?<=# exit: )\S+", lambda _: status)


Way = Callable[[bytes, Stream], bytes] | Callable[[bytes, Stream, Sequence[bytes]], bytes]

ANY = [
    *(_cut_off, _byte_changed, _letter_changed, _bytes_lost, _letter_added, _piece_doubled),
    *(_line_doubled, _line_lost, _lines_swapped, _other_end, _line_of_another),
    *(_number_changed, _number_huge, _number_by_one, _version_changed),
    *(_line_ends_changed, _mark_added, _end_lost, _followed_by_itself),
]
OF_RECORDS = [
    *(_cards_exchanged, _deck_masked, _deck_new, _move_changed, _move_of_the_game, _suit_changed),
    *(_result_changed, _winner_changed, _tag_renamed, _tag_added, _switches_changed, _variant_changed),
    _comment_added,
]
OF_TRANSCRIPTS = [_typed_changed, _typed_added, _option_changed, _exit_changed]


# inputs


class Spoiled(NamedTuple):
    """An input: the text it was, what has become of it, and how."""

    number: int
    is_transcript: bool
    name: str
    original: bytes
    data: bytes
    ways: tuple[str, ...]


@cache
def records() -> dict[str, bytes]:
    """Records of every kind: the shared cases, those that ship, and some played at random, most of them unfinished."""
    found = {path.name: path.read_bytes() for path in sorted(TESTS.glob("cases/records/*.rbm"))}
    found |= {
        path.name: path.read_bytes()
        for path in sorted(SHIPPED.glob("*.rbm"))
        if path.name not in ("not-a-record.rbm", "illegal-move.rbm", "wrong-result.rbm")
    }
    for number in range(60):
        stream = Stream("spoiled", number)
        variant = stream.pick(list(VARIANTS))
        rules = VARIANTS[variant] if number % 2 else random_rules(stream)
        found[f"random {number}"] = write_record(played(rules, stream, stream.below(60), variant)).encode()
    return found


@cache
def transcripts() -> dict[str, bytes]:
    """Transcripts that are short in thinking."""
    files = {path.name: path.read_bytes() for path in sorted(SHIPPED.glob("*.txt"))}
    return {
        name: data
        for name, data in files.items()
        if len(data) < 4000 and not any(word in f"{name} {data.decode()}" for word in SLOW)
    }


def spoiled(number: int) -> Spoiled:
    """Input `number`, the same always and everywhere."""
    stream = Stream("spoiled input", number)
    is_transcript = number % TRANSCRIPT_EVERY == 0
    files = transcripts() if is_transcript else records()
    name = stream.pick(list(files))
    original = data = files[name]
    ways = []
    for _ in range(stream.pick([1, 1, 1, 1, 2, 3])):
        special = OF_TRANSCRIPTS if is_transcript else OF_RECORDS
        way: Way = stream.pick(ANY if stream.below(2) else special)
        ways.append(way.__name__.strip("_").replace("_", " "))
        if way in (_other_end, _line_of_another):
            data = way(data, stream, list(files.values()))
        else:
            data = way(data, stream)
        if not data:
            break
    return Spoiled(number, is_transcript, name, original, data, tuple(ways))


# what may come of it

BEGINNINGS = {"cut off", "end lost"}
"""Ways after which nothing but the game or its beginning can be read."""


class Checker:
    """Reads spoiled inputs and says what came of each; Wrong is raised for what must not."""

    def __init__(self, folder: Path) -> None:
        """`folder` is a place for files, which the records that transcripts speak of are copied to."""
        self.folder = folder
        self.english = language("en")
        self.known: dict[str, list[ToldRecord]] = {}
        for path in SHIPPED.glob("*"):
            if path.suffix == ".rbm" or path.name in transcripts():
                (folder / path.name).write_bytes(path.read_bytes())

    def outcome(self, one: Spoiled) -> str:
        return self.transcript(one) if one.is_transcript else self.record(one)

    # records

    def record(self, one: Spoiled) -> str:
        if one.number % REPLAYED_EVERY == 1:
            self.replay(one)
        try:
            text = one.data.decode()
        except UnicodeDecodeError:
            return "refused: not text"
        if one.name not in self.known:
            self.known[one.name] = told_in(one.original.decode(), [])
        before = self.known[one.name]
        try:
            told = told_in(text, [deal for record in before for deal in record.deals])
        except Refused:
            told = None
        try:
            read = read_records(text)
        except RecordError as error:
            must(told is None, "the naive reader reads it", error)
            lines = text.replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1
            must(1 <= error.line <= lines, "the line is not one of the text", error)
            sentence = explain(error, self.english)
            must(
                sentence.startswith(f"line {error.line}: ") and "\n" not in sentence, "not a sentence", sentence
            )
            return "refused: one error with its line"
        must(told is not None, "the naive reader refuses it")
        must([told_by(record) for record in read] == told, "another game than the text tells")
        written = "".join(map(write_record, read))
        must(
            "".join(map(write_record, read_records(written))) == written, "written, it is read as another game"
        )
        if told == before:
            return "the same game"
        last = len(told) - 1
        if told[:-1] == before[:last] and last < len(before) and told[-1].is_beginning_of(before[last]):
            return "a beginning of it, or the game but for names and tags"
        must(not set(one.ways) <= BEGINNINGS, "another game")
        return "another record, right as it stands"

    def replay(self, one: Spoiled) -> None:
        """See to it that the command says of this file what it is, in one sentence where it is wrong."""
        (self.folder / "x.rbm").write_bytes(one.data)
        status, said = self.run(["replay", "x.rbm", "--lang", "en"], [])
        if status:
            is_error = re.fullmatch(r"x\.rbm(, line [0-9]+: | cannot be read: )[^\n]+\n", said)
            must(status in (1, 4) and is_error, "not one error", said)
        else:
            must(said.startswith("Game 1: "), "not replayed", said)

    # transcripts

    def transcript(self, one: Spoiled) -> str:
        (self.folder / "x.txt").write_bytes(one.data)
        status, said = self.run(["check", "x.txt", "--lang", "en"], [])
        must("Traceback" not in said, "a traceback", said)
        if status == 4:
            must(
                re.match(r"\S*x\.txt, line [0-9]+: [^\n]+\n[^\n]+\n$", said),
                "not one error",
                said,
            )
            return "refused: one error with its line"
        normal = one.data.decode().removeprefix("\ufeff").replace("\r\n", "\n")
        if status == 0:
            must(normal.removesuffix("\n") == self.built_again(normal).removesuffix("\n"), "not as recorded")
            return (
                "the same session" if normal == one.original.decode() else "another session, right as it stands"
            )
        must(status == 1, "a strange status", status)
        must("\n1 transcript differs.\n" in said, "no difference is shown", said)
        must(normal != one.original.decode(), "the same session differs")
        return "a difference"

    def built_again(self, text: str) -> str:
        """The transcript that its command and its typed lines make."""
        lines = text.split("\n")
        header = lines[: next(at for at, line in enumerate(lines, 1) if line.startswith("# command: "))]
        words = shlex.split(header[-1].removeprefix("# command: "))[1:]
        typed = [line[2:] for line in lines if line.startswith("> ") and line != "> "]
        status, printed = self.run(words, typed)
        body = [*header, printed.removesuffix("\n")] if printed else header
        return "\n".join(body) + f"\n# exit: {status}\n"

    def run(self, words: list[str], typed: list[str]) -> tuple[int, str]:
        scratch = self.folder / "scratch"
        scratch.mkdir(exist_ok=True)
        done = invoked(self.folder, *words, typed=typed, scratch=scratch)
        for file in scratch.iterdir():
            file.unlink()
        return done


class Wrong(AssertionError):
    """What must not come of reading a file."""


def must(condition: object, what: str, *more: object) -> None:
    if not condition:
        raise Wrong(": ".join(map(str, [what, *more]))[:500])


def told_by(record: Record) -> ToldRecord:
    """What was read, in the words of the naive reader."""

    def seats(given: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
        return [(kind, name) for kind, name in given]

    def tags(given: dict[str, str]) -> dict[str, str]:
        return {
            name.lower() if name in ("Seal", "Salt", "Cut") else name: value for name, value in given.items()
        }

    switches = record.rules.text()
    deals = []
    for number, deal in enumerate(record.match.deals, start=1):
        changed = record.seats_of.get(number)
        deals.append(
            ToldDeal(
                switches,
                deal.first,
                [card.code for card in deal.deck],
                tags(record.deal_tags.get(number, {})),
                None if changed is None else seats(changed),
                [
                    str(move._replace(takes=tuple(sorted(move.takes, key=lambda card: card.code))))
                    for move in deal.moves
                ],
            )
        )
    return ToldRecord(
        record.variant,
        switches,
        seats(record.seats),
        record.seed,
        set(record.assisted),
        record.other_tags,
        deals,
    )
