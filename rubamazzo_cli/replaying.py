"""A record told again: verified and summed up, or shown as the session it was."""

from __future__ import annotations

from collections.abc import Iterator

from .game import Deal
from .i18n import Language
from .lines import Line
from .manners import narrator as narrator_for
from .record import Record, Seat
from .render import Narrator


def told(
    record: Record, number: int, language: Language, *, show: bool, spoken: bool, terse: bool
) -> Iterator[Line]:
    """What a record holds: how each deal ended, or with `show` every play of it.

    Of an unfinished deal only what was public is told (rules 9.2).
    """
    _ = language.gettext
    seats = record.seats or (Seat(""),) * record.rules.players
    everybody_named = tuple(
        Seat("", seat.name or _("Player {n}").format(n=at)) if seat.kind in ("", "you") else seat
        for at, seat in enumerate(seats, start=1)
    )
    narrator = narrator_for(language, record.rules, everybody_named, spoken=spoken, terse=terse)
    yield Line(_("Game {n}: {variant}.").format(n=number, variant=record.variant), "title")
    yield from narrator.players(everybody_named)
    for at, deal in enumerate(record.match.deals, start=1):
        yield Line(_("Deal {n}.").format(n=at), "title")
        if show:
            yield from _plays(deal, narrator)
        if deal.result is not None:
            yield from narrator.ended(deal.result, deal.piles)
    yield from narrator.match_state(record.match)
    moves = sum(len(deal.moves) for deal in record.match.deals)
    if record.match.is_over:
        sentence = language.ngettext(
            "All is right: {n} move and every result.", "All is right: {n} moves and every result.", moves
        )
    else:
        sentence = language.ngettext(
            "The game is unfinished; its {n} move so far is right.",
            "The game is unfinished; its {n} moves so far are right.",
            moves,
        )
    yield Line(sentence.format(n=moves), "result")


def _plays(deal: Deal, narrator: Narrator) -> Iterator[Line]:
    again = Deal(deal.rules, deal.deck, deal.first)
    yield narrator.dealt(1, len(again.hands[0]))
    for move in deal.moves:
        for event in again.play(move):
            yield from narrator.event(event)
