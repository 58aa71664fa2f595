"""Every reason a player is given is true: each is held against brute force, under every variant and house rule."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace

import pytest
from playing import brute_force, random_deal, random_rules, rearranged

from rubamazzo_cli import chances
from rubamazzo_cli.cards import Card
from rubamazzo_cli.chance import Stream
from rubamazzo_cli.chances import Judged, Judgement, judged
from rubamazzo_cli.coaching import _REASONS
from rubamazzo_cli.game import Deal
from rubamazzo_cli.moves import Move
from rubamazzo_cli.players import ending
from rubamazzo_cli.reasons import Reason, reason
from rubamazzo_cli.rules import VARIANTS, Rules
from rubamazzo_cli.view import View, look


@pytest.fixture(autouse=True)
def few_worlds(monkeypatch: pytest.MonkeyPatch) -> None:
    """What is judged does not matter here, only what is said of it."""
    monkeypatch.setattr(chances, "BY_RANK", 3)
    monkeypatch.setattr(chances, "BY_ENGINE", 2)


def imagined_after(view: View, move: Move, stream: Stream) -> Deal:
    """A world in which the move has just been played."""
    deal = view.world(stream)
    deal.play(move)
    return deal


def thieves_now(view: View, deal: Deal, seat: int, table=None) -> set[Card]:
    """The unseen cards with which some rival, were it its turn, could steal this seat's pile."""
    found: set[Card] = set()
    if deal.is_over:  # the top may then be a card that was left over
        return found
    for rival in view.rivals:
        for card in view.unseen:
            hands: list[list[Card]] = [[] for _ in deal.hands]
            hands[rival] = [card]
            rest = [other for other in view.unseen if other is not card][: len(deal.stock)]
            then = rearranged(deal, hands=hands, stock=rest, table=table, turn=rival)
            if any(legal.rob == seat for legal in then.legal_moves()):
                found.add(card)
    return found


def until_next_turn(deal: Deal, seat: int, stream: Stream) -> Iterator[tuple[int, Move]]:
    """What the rivals play at random until the seat is to play again, or the deal ends."""
    while not deal.is_over and deal.turn != seat:
        rival, move = deal.turn, stream.pick(deal.legal_moves())
        yield rival, move
        deal.play(move)


def takers(view: View, move: Move, stream: Stream) -> set[Card]:
    """The cards with which rivals take a laid card in some random worlds, before the seat plays again."""
    found = set()
    for _ in range(6):
        deal = imagined_after(view, move, stream)
        for _rival, reply in until_next_turn(deal, view.seat, stream):
            if move.card in reply.takes:
                found.add(reply.card)
    return found


def stealers(view: View, move: Move, stream: Stream) -> set[Card]:
    """The cards with which rivals steal the pile in some random worlds, at any time while it has this top."""
    found = set()
    for _ in range(6):
        deal = imagined_after(view, move, stream)
        while not deal.is_over and deal.piles[view.seat] and deal.piles[view.seat][-1] is move.card:
            reply = stream.pick(deal.legal_moves())
            if reply.rob == view.seat:
                found.add(reply.card)
            deal.play(reply)
    return found


def gain(view: View, move: Move) -> int:
    before = view.sizes[view.seat]
    return 0 if not move.captures else len(imagined_pile(view, move)) - before


def imagined_pile(view: View, move: Move) -> list[Card]:
    pile = list(view.piles[view.seat])
    if move.rob is not None:
        pile += view.piles[move.rob]
    return [*pile, *move.takes, move.card]


def check(view: View, judgement: Judgement, about: Judged, told: Reason, stream: Stream) -> None:
    """Hold what a reason says against what can happen."""
    move, kind, n = about.move, told.kind, told.number
    others = [each.move for each in judgement.moves if each is not about]
    unseen = Counter(card.rank for card in view.unseen)
    if told.seat is not None and kind != "bait":
        assert told.seat == move.rob
    if kind in ("wins-only", "wins", "draws-only", "draws", "loses") or kind.startswith("points-"):
        check_exact(view, judgement, about, told)
        return
    if kind in ("steal-safe", "guard-safe", "take-safe"):
        assert not thieves_now(view, imagined_after(view, move, stream), view.seat)
        assert not stealers(view, move, stream)
        assert told.cards == len(imagined_pile(view, move))
    if kind == "steal-safe":
        assert n == view.sizes[move.rob]
    if kind in ("steal-risk", "guard", "take-most-risk", "take-risk"):
        after = imagined_after(view, move, stream)
        for table in (after.table, ()):
            assert len(thieves_now(view, after, view.seat, table)) <= n
        assert len(stealers(view, move, stream)) <= n
    if kind == "steal-risk":
        assert told.cards == view.sizes[move.rob]
    if kind == "steal":
        assert n == view.sizes[move.rob]
    if kind in ("guard", "guard-safe"):
        danger = thieves_now(view, view.world(stream), view.seat)
        assert len(danger) == (n if kind == "guard-safe" else told.cards)
        assert len(danger) > len(thieves_now(view, imagined_after(view, move, stream), view.seat))
    if kind in ("take-most-risk", "take-risk"):
        assert told.cards == gain(view, move)
    if kind in ("take-most", "take"):
        assert n == gain(view, move)
    if kind.startswith("take-most"):
        assert all(gain(view, other) < gain(view, move) for other in others)
    if kind in ("lay-own", "lay-safe"):
        assert not takers(view, move, stream)
    if kind == "lay-safe":
        assert all(card is move.card or card.rank != move.card.rank for card in view.hand)
    if kind == "bait":
        check_bait(view, move, told, stream)
    if kind == "lay-rather":
        captures = [other for other in others if other.captures]
        assert captures
        for other in captures:
            assert len(thieves_now(view, imagined_after(view, other, stream), view.seat)) >= n
    if kind == "lay-fewest":
        assert n == unseen[move.card.rank]
        laid = [other for other in others if not other.captures]
        assert laid
        assert all(unseen[other.card.rank] > n for other in laid)
    if kind == "imagined":
        assert n == judgement.worlds > 0


def check_exact(view: View, judgement: Judgement, about: Judged, told: Reason) -> None:
    worth = []
    for each in (about, *[each for each in judgement.moves if each is not about]):
        hands = [list(view.hand) if seat == view.seat else view.unseen for seat in range(2)]
        deal = rearranged(view.world(Stream(1)), hands=hands, stock=())
        deal.play(each.move)
        worth.append(brute_force(deal, view.seat))
    result = round(worth[0] / ending.MARGIN)
    cards = worth[0] - ending.MARGIN * result
    if told.kind.startswith("points-"):
        assert (
            told.kind
            == {1: "points-ahead", 0: "points-level", -1: "points-behind"}[(result > 0) - (result < 0)]
        )
        assert told.number == abs(result)
        return
    name = {1: "wins", 0: "draws", -1: "loses"}[result]
    assert told.kind.removesuffix("-only") == name
    if name != "draws":
        assert told.number == cards * result
    if told.kind.endswith("-only"):
        assert len(worth) > 1
        assert all(round(other / ending.MARGIN) < result for other in worth[1:])
    elif result == 0:
        assert all(round(other / ending.MARGIN) <= 0 for other in worth[1:]) or about is not judgement.best


def check_bait(view: View, move: Move, told: Reason, stream: Stream) -> None:
    """Whatever equal card the rival takes it with, the pile can be stolen with another of the hand."""
    rival = view.rivals[0]
    assert told.seat == rival
    tried = 0
    for card in view.unseen:
        deal = imagined_after(view, move, stream)
        if card.rank != move.card.rank or not deal.hands[rival]:
            continue
        rest = [other for other in view.unseen if other is not card]
        hands = [list(hand) for hand in deal.hands]
        hands[rival] = [card, *rest[: len(hands[rival]) - 1]]
        deal = rearranged(deal, hands=hands, stock=rest[len(hands[rival]) - 1 :])
        for reply in deal.legal_moves():
            if reply.card is card and any(taken.rank == card.rank for taken in reply.takes):
                then = rearranged(deal)
                then.play(reply)
                assert any(answer.rob == rival for answer in then.legal_moves())
                tried += 1
    assert tried or not view.hand_sizes[rival] or view.rules.steal == "first"


def positions(rules: Rules, stream: Stream, chance: float) -> Iterator[View]:
    """Some positions of a random deal in which there is something to choose."""
    deal = random_deal(rules, stream)
    while not deal.is_over:
        if len(deal.legal_moves()) > 1 and stream.random() < chance:
            yield look(deal, deal.turn)
        # captures rather than not, so that there are piles to speak of
        captures = [move for move in deal.legal_moves() if move.captures]
        deal.play(stream.pick(captures or deal.legal_moves()))


def checked_in(rules: Rules, stream: Stream, chance: float) -> Counter[str]:
    kinds: Counter[str] = Counter()
    for view in positions(rules, stream, chance):
        judgement = judged(view, stream)
        for each in judgement.moves:
            told = reason(judgement, each)
            kinds[told.kind] += 1
            check(view, judgement, each, told, stream)
    return kinds


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("name", VARIANTS)
def test_reasons_are_true_in_every_variant(name, seats):
    rules = replace(VARIANTS[name], players=seats)
    stream = Stream("reasons", name, seats)
    assert sum((checked_in(rules, stream, 0.3) for _ in range(4)), Counter())


@pytest.mark.parametrize("part", range(4))
def test_reasons_are_true_under_any_house_rules(part):
    stream = Stream("reasons", part)
    for _ in range(60):
        checked_in(random_rules(stream), stream, 0.08)


def test_every_kind_of_reason_occurs_and_has_words():
    stream = Stream("kinds")
    kinds: Counter[str] = Counter()
    for at in range(600):
        name = (
            ("rubamazzo", "casita", "sud", "asso", "scopa")[at % 5]
            if at < 50
            else ("tradizionale", "scopa")[at % 2]
        )
        for view in positions(replace(VARIANTS[name], players=2), stream, 0.3):
            if at < 50 or ending.is_open(view):
                judgement = judged(view, stream)
                kinds.update(reason(judgement, each).kind for each in judgement.moves)
        if set(kinds) == set(_REASONS):
            break
    assert set(kinds) == set(_REASONS)
