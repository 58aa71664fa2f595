"""How deals and matches end, in words (rules 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from .cards import Card, read_card
from .i18n import Language
from .lines import NO_BREAK, Line
from .match import Match
from .names import Names
from .record import Seat, humans_in
from .rules import Rules
from .scoring import Result, alone_ahead, scopa_count, with_handicap


class Announcer:
    """Announces results in one language to the people at one screen.

    `names` are what the seats are called; `you` is the seat spoken to as "you", or None where
    several people share the screen.
    """

    spoken = False
    terse = False
    gap: tuple[Line, ...] = (Line(""),)
    """What stands between what happened and what there is to see."""

    def __init__(self, language: Language, rules: Rules, seats: Sequence[Seat]) -> None:
        self.language = language
        self.rules = rules
        self.words = Names(language, spoken=self.spoken, terse=self.terse)
        self.names = self.words.seats(seats)
        humans = humans_in(seats)
        self.you = humans[0] if len(humans) == 1 else None

    def ended(self, result: Result, piles: Sequence[Sequence[Card]]) -> list[Line]:
        """How a deal ended: cards of each seat, points where there are, and who won (rules 4)."""
        _ = self.language.gettext
        lines = [*self.gap, Line(_("The deal is over."), "title")]
        lines += [self._total(seat, size) for seat, size in enumerate(result.sizes)]
        if result.points is not None:
            lines += self._scopa_points(piles)
        lines.append(self._deal_winner(result))
        return lines

    def _total(self, seat: int, size: int) -> Line:
        _ = self.language.gettext
        extra = self.rules.handicap[seat] if self.rules.handicap else 0
        template = _("{player}: {cards}.")
        if extra:
            template = _("{player}: {cards}, and a head start of {extra}: {total} in all.")
        count = self.words.count
        return Line(
            template.format(player=self.names[seat], cards=count(size), extra=extra, total=size + extra),
            "result",
        )

    def _scopa_points(self, piles: Sequence[Sequence[Card]]) -> Iterable[Line]:
        _ = self.language.gettext
        count = scopa_count(piles)
        told = (
            _("Cards: {counts}.").format(counts=self._each(count.cards)),
            _("Denari: {counts}.").format(counts=self._each(count.denari)),
            _("Settebello, {the_card}.").format(the_card=self.words.the_card(read_card("7d", 40))),
            _("Primiera: {counts}.").format(counts=self._each(count.primiera)),
        )
        for what, counts in zip(told, count, strict=True):
            best = alone_ahead(counts)
            if best is None:
                point = _("Nobody gets the point.")
            elif best == self.you:
                point = _("You get the point.")
            else:
                point = _("{player} gets the point.").format(player=self.names[best])
            yield Line(f"{what} {point}", "result")
        yield Line(_("Points of this deal: {counts}.").format(counts=self._each(count.points)), "result")

    def _each(self, numbers: Sequence[int]) -> str:
        """A number for each seat."""
        template = self.language.gettext("{player} ({number})").replace(" ", NO_BREAK)
        return ", ".join(
            template.format(player=name, number=number)
            for name, number in zip(self.names, numbers, strict=True)
        )

    def _deal_winner(self, result: Result) -> Line:
        _ = self.language.gettext
        winner, points = result.winner, result.points
        if winner is None and len(result.sizes) > 2:
            draw = (
                _("Equal piles: a draw between {players}.")
                if points is None
                else _("Equal points: a draw between {players}.")
            )
            players = self.words.listed([self.names[seat] for seat in result.leaders])
            return Line(draw.format(players=players), "result")
        if winner is None:
            return Line(
                _("Equal piles: the deal is a draw.")
                if points is None
                else _("Equal points: the deal is a draw."),
                "result",
            )
        totals = points or with_handicap(self.rules, result.sizes)
        if len(totals) == 2:
            won = (
                _("You win the deal, {a} to {b}.")
                if winner == self.you
                else _("{player} wins the deal, {a} to {b}.")
            )
        else:
            won = _("You win the deal.") if winner == self.you else _("{player} wins the deal.")
        a, b = sorted(totals, reverse=True)[:2]
        return Line(won.format(player=self.names[winner], a=a, b=b), "result")

    def match_state(self, match: Match) -> list[Line]:
        """The state of the match after a deal, or who has won it (rules 5); nothing for a single deal."""
        _ = self.language.gettext
        if self.rules.match == "deal":
            return []
        score = self._each(match.score)
        if self.rules.points_needed is not None:
            needed = self.rules.points_needed
            text = self.language.ngettext(
                "Points: {score}. Whoever has {n} point, and more than the others, wins the match.",
                "Points: {score}. Whoever has {n} points, and more than the others, wins the match.",
                needed,
            )
        else:
            needed = self.rules.wins_needed or 1
            text = self.language.ngettext(
                "Deals won: {score}. Whoever wins {n} deal first wins the match.",
                "Deals won: {score}. Whoever wins {n} deals first wins the match.",
                needed,
            )
        text = text.format(score=score, n=needed)
        lines = [Line(text, "result")]
        if match.winner is not None:
            lines.append(self._match_won(match.winner))
        return lines

    def _match_won(self, winner: int) -> Line:
        _ = self.language.gettext
        won = _("You win the match!") if winner == self.you else _("{player} wins the match!")
        return Line(won.format(player=self.names[winner]), "result")
