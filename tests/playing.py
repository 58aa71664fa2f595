"""Random ways of playing, and deals played at random under the eyes of a referee."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from naive import NaiveDeal

from rubamazzo_cli.cards import DECKS, Card
from rubamazzo_cli.chance import SEEDS, Stream
from rubamazzo_cli.errors import SwitchClash
from rubamazzo_cli.game import Deal, round_sizes
from rubamazzo_cli.match import Match, shuffled_deck
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import ending
from rubamazzo_cli.record import Record
from rubamazzo_cli.rules import SWITCHES, VARIANTS, Rules, with_switches

VALUES = {
    "deck": ["40", "52"],
    "players": ["2", "3", "4"],
    "hand": [str(number) for number in range(1, 11)],
    "table": [str(number) for number in range(11)],
    "capture": ["one", "all", "sum", "fifteen"],
    "steal": ["choice", "first", "last", "both", "off"],
    "pile-in-sums": ["no", "yes"],
    "must-take": ["card", "hand", "no"],
    "ace": ["plain", "sweep", "sweep-or-rob"],
    "ace-in-last-round": ["no", "yes"],
    "leftover": ["nobody", "last-capture"],
    "scoring": ["cards", "scopa"],
    "handicap": ["0", "0,5", "3,0", "1,0,2", "0,9,0", "0,0,0,4"],
    "match": ["deal", "best-of-3", "best-of-99", "points-1", "points-21"],
    "direction": ["counterclockwise", "clockwise"],
}
"""Values of each switch to try."""


def random_rules(stream: Stream) -> Rules:
    """A variant for any number of seats, with none, few or all of its switches changed."""
    while True:
        base = replace(stream.pick(list(VARIANTS.values())), players=2 + stream.below(3))
        names = list(SWITCHES)
        stream.shuffle(names)
        changed = names[: stream.pick([0, 0, 1, 2, 3, len(names)])]
        try:
            return with_switches(base, [f"{name}={stream.pick(VALUES[name])}" for name in changed])
        except SwitchClash:
            continue


def random_deal(rules: Rules, stream: Stream) -> Deal:
    deck = list(DECKS[rules.deck])
    stream.shuffle(deck)
    return Deal(rules, tuple(deck), stream.below(rules.players))


def plays(deal: Deal, stream: Stream) -> Iterator[Move]:
    """Each move before it is played, until the deal is over."""
    while legal := deal.legal_moves():
        move = stream.pick(legal)
        yield move
        deal.play(move)


def positions(rules: Rules, stream: Stream) -> Iterator[Deal]:
    """One random deal at its beginning, after each play and at its end."""
    deal = random_deal(rules, stream)
    for _ in plays(deal, stream):
        yield deal
    yield deal


def younger(move: Move, deal: Deal, stream: Stream) -> Move:
    """The same move or one alike, its table cards exchanged for others of their ranks (rules 3.8)."""
    table = list(deal.table)
    stream.shuffle(table)
    takes = []
    for card in move.takes:
        other = next(other for other in table if other.rank == card.rank)
        table.remove(other)
        takes.append(other)
    return move._replace(takes=tuple(takes))


def played(rules: Rules, stream: Stream, plays: int, variant: str = "rubamazzo") -> Record:
    """A record of a match at random, so many plays long or until it is over."""
    seed = stream.below(SEEDS)
    match = Match(rules, stream.below(rules.players))
    record = Record(variant, rules, match, seed=seed)
    deal = match.start_deal(shuffled_deck(rules, seed, 1))
    for _ in range(plays):
        if deal.is_over:
            if match.is_over:
                break
            deal = match.start_deal(shuffled_deck(rules, seed, len(match.deals) + 1))
        move = stream.pick(deal.legal_moves())
        if stream.below(3) == 0 and not rules.suits_matter:
            move = younger(move, deal, stream)
        deal.play(move)
    return record


def in_table_order(move: Move, deal: Deal) -> Move:
    return move._replace(takes=tuple(card for card in deal.table if card in move.takes))


def wrong_with(deal: Deal) -> Iterator[str]:
    """What does not add up in a deal, as words; nothing when all is well."""
    rules = deal.rules
    held: list[Card] = [*deal.table, *deal.stock]
    for cards in (*deal.hands, *deal.piles):
        held += cards
    if sorted(held, key=str) != sorted(DECKS[rules.deck], key=str):
        yield "the cards are not the deck, each once"

    sizes = round_sizes(rules)
    per_round = [each * rules.players for each in sizes]
    if len(deal.moves) > sum(per_round) or deal.is_over != (len(deal.moves) == sum(per_round)):
        yield "the number of plays is not the number of cards dealt to hands"
    if deal.turn != (deal.first + len(deal.moves)) % rules.players:
        yield "the turn does not go round"
    if deal.dealt != rules.table + sum(per_round[: deal.round]):
        yield "the stock is not what the rounds leave"
    if not deal.is_over:
        played = len(deal.moves) - sum(per_round[: deal.round - 1])
        for step in range(rules.players):
            plays_made = (played + rules.players - 1 - step) // rules.players
            hand = deal.hands[(deal.first + step) % rules.players]
            if len(hand) != sizes[deal.round - 1] - plays_made:
                yield "a hand is too large or too small"
        if deal.is_last_round != (deal.round == len(sizes)):
            yield "the last round is not the last"
        if not deal.legal_moves():
            yield "nothing can be played though the deal goes on"
    elif any(deal.hands) or deal.legal_moves():
        yield "something can be played though the deal is over"


def differs_from(naive: NaiveDeal, deal: Deal) -> Iterator[str]:
    """Where the two engines do not agree, as words."""
    pairs: dict[str, tuple[object, object]] = {
        "legal moves": ([str(move) for move in deal.legal_moves()], naive.legal()),
        "hands": ([list(map(str, hand)) for hand in deal.hands], naive.hands),
        "table": (list(map(str, deal.table)), naive.table),
        "piles": ([list(map(str, pile)) for pile in deal.piles], naive.piles),
        "stock": (list(map(str, deal.stock)), naive.stock),
        "turn": (deal.turn, naive.turn),
        "round": (deal.round, naive.round),
        "last capture": (deal.last_capture, naive.last_capture),
        "over": (deal.is_over, naive.over),
    }
    if deal.result is not None and naive.over:
        points = naive.points()
        pairs["sizes"] = (list(deal.result.sizes), naive.sizes())
        pairs["points"] = (deal.result.points, None if points is None else tuple(points))
        pairs["leaders"] = (list(deal.result.leaders), naive.leaders())
    for name, (ours, other) in pairs.items():
        if ours != other:
            yield f"{name}: {ours} but {other}"


def refereed(seed: int, compared: bool) -> tuple[int, list[str], list[str]]:
    """Play random deal number `seed`, checked after every play and, if asked, compared with the naive engine.

    Returns the number of plays, what did not add up, and where the engines differed. Now and then a
    younger card is named where menus name the oldest.
    """
    stream = Stream("refereed", seed)
    rules = random_rules(stream)
    deal = random_deal(rules, stream)
    naive = NaiveDeal(rules.text(), [card.code for card in deal.deck], deal.first) if compared else None
    wrong: list[str] = []
    differences: list[str] = []

    def look() -> None:
        wrong.extend(wrong_with(deal))
        if naive is not None:
            differences.extend(differs_from(naive, deal))

    look()
    while (legal := deal.legal_moves()) and not wrong and not differences:
        move = stream.pick(legal)
        if not rules.suits_matter and stream.below(4) == 0:
            move = younger(move, deal, stream)
        played = str(in_table_order(move, deal))
        deal.play(move)
        if str(deal.moves[-1]) != played:
            wrong.append(f"{deal.moves[-1]} was played instead of {played}")
        if naive is not None:
            naive.play(played)
        look()

    where = f"deal {seed} ({rules.text(Rules())}): "
    return len(deal.moves), [where + text for text in wrong], [where + text for text in differences]


def rearranged(
    deal: Deal,
    *,
    hands: Iterable[Iterable[Card]] | None = None,
    table: Iterable[Card] | None = None,
    stock: Sequence[Card] | None = None,
    turn: int | None = None,
) -> Deal:
    """A copy of a deal, with these cards in the hands, on the table and in the stock where they are given."""
    return Deal.arranged(
        deal.rules,
        hands=deal.hands if hands is None else hands,
        table=deal.table if table is None else table,
        piles=deal.piles,
        stock=deal.stock if stock is None else stock,
        first=deal.first,
        turn=deal.turn if turn is None else turn,
        round=deal.round,
        last_capture=deal.last_capture,
    )


def brute_force(deal: Deal, seat: int) -> int:
    """What one of two seats gets when both play their best, by trying every play."""
    if deal.is_over:
        return ending.lead(deal, seat)
    values = []
    for move in deal.legal_moves():
        later = rearranged(deal)
        later.play(move)
        values.append(brute_force(later, seat))
    return max(values) if deal.turn == seat else min(values)
