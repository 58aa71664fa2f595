"""A review in words: the costly choices of a deal, the luck of its cards, and what it comes to."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from .chances import whole
from .coaching import Coach
from .i18n import N_
from .lines import Line, continued
from .render import Narrator
from .review import MARKS, Choice, DealReview, error_rate, rate_name

_LET_GO = {
    (1.0, 0.5): N_("Play {n}: {played} A won game was let go: all cards were known, and then it was a draw."),
    (1.0, 0.0): N_("Play {n}: {played} A won game was let go: all cards were known, and then it was lost."),
    (0.5, 0.0): N_("Play {n}: {played} A draw was let go: all cards were known, and then the game was lost."),
}
"""What is said of a choice that cost something although nothing was hidden: the best result and the one left."""

_COSTLY = {
    ("chance", "blunder"): N_(
        "Play {n}: {played} That was a blunder: the chance to win fell from {best} to {left}."
    ),
    ("chance", "mistake"): N_(
        "Play {n}: {played} That was a mistake: the chance to win fell from {best} to {left}."
    ),
    ("chance", "inaccuracy"): N_(
        "Play {n}: {played} That was an inaccuracy: the chance to win fell from {best} to {left}."
    ),
    ("points", "blunder"): N_("Play {n}: {played} That was a blunder of {cost} points."),
    ("points", "mistake"): N_("Play {n}: {played} That was a mistake of {cost} points."),
    ("points", "inaccuracy"): N_("Play {n}: {played} That was an inaccuracy of {cost} points."),
}
"""What is said of a costly choice."""

_RATES = {
    "masterly": N_("That is masterly play."),
    "strong": N_("That is strong play."),
    "good": N_("That is good play."),
    "fair": N_("That is decent play, with some slips."),
    "wild": N_("That is wild play."),
}
"""What is said of the cost of a choice on average (`review.RATES`)."""

BLOCKS = "▁▂▃▄▅▆▇█"
"""The chance to win in eighths, for a strip of text."""


class Critic(Coach):
    """Tells the player at one seat how a deal was played.

    `is_stranger` tells that somebody else reads what is said to that player.
    """

    def __init__(self, narrator: Narrator, seat: int, *, is_stranger: bool = False) -> None:
        super().__init__(narrator, seat)
        self.is_stranger = is_stranger

    def review(self, review: DealReview) -> Iterator[Line]:
        """The whole review of a deal: how it was judged, the costly choices, the luck, what it comes to."""
        _ = self.language.gettext
        title = _("Deal {n}: how {player} played it.")
        if self.narrator.names[review.seat] == _("You"):
            title = _("Deal {n}: how you played it.")
        elif self.is_stranger:
            title = _("Deal {n}: how {player} played it. In what follows you are {player}.")
        yield Line(title.format(n=review.number, player=self.narrator.names[review.seat]), "title")
        yield from self.method(review)
        costly = [choice for choice in review.choices if choice.mark]
        for choice in costly:
            yield Line(f"{self.verdict(choice)} {self.better(choice)}", "play")
        if review.choices and not costly:
            yield Line(_("No choice cost anything worth mentioning."))
        yield self.course(review)
        yield from self.balance(review)

    def reviews(self, reviews: Iterable[DealReview]) -> Iterator[Line]:
        """The reviews of one deal after another, and what they come to together."""
        told: list[DealReview] = []
        for review in reviews:
            told.append(review)
            yield from self.review(review)
            yield from self.rate([review])
        if len(told) > 1:
            yield Line(self.language.gettext("All deals together."), "title")
            yield from self.rate(told)

    def method(self, review: DealReview) -> Iterator[Line]:
        """How the choices were judged, and how far the figures can be trusted."""
        _ = self.language.gettext
        imagined = [choice for choice in review.choices if not choice.judgement.is_exact]
        if not imagined:
            return
        error = 2 * max(choice.judgement.of(choice.move).error for choice in imagined)
        template = _(
            "Every play was tried in {n} deals imagined from what could be known then; "
            "a cost is right to about {error} points of winning chance or better. A draw counts half."
        )
        shown = self.decimal(max(100 * error, 0.1))
        if self.in_points:
            template = _(
                "Every play was tried in {n} deals imagined from what could be known then; "
                "a cost is right to about {error} points or better."
            )
            shown = self.decimal(max(error, 0.01), 2)
        yield Line(template.format(n=imagined[0].judgement.worlds, error=shown))

    def verdict(self, choice: Choice) -> str:
        """What was played, and what it cost."""
        _ = self.language.gettext
        judgement = choice.judgement
        view, best, played = judgement.view, judgement.best, judgement.of(choice.move)
        if judgement.is_exact and not self.in_points:
            template = _(_LET_GO[best.value, played.value])
        else:
            template = _(_COSTLY["points" if self.in_points else "chance", choice.mark])
        stolen = 0 if choice.move.rob is None else view.sizes[choice.move.rob]
        return template.format(
            n=choice.play + 1,
            played=self.narrator.played(view.seat, choice.move, stolen).text,
            cost=self.decimal(choice.cost),
            best=self.chance(best.value),
            left=self.chance(played.value),
        )

    def better(self, choice: Choice) -> str:
        """What would have been better, and why."""
        _ = self.language.gettext
        judgement = choice.judgement
        advice = continued(self.advice(judgement.view, judgement.best.move))
        return f"{_('Better: {advice}').format(advice=advice)} {self.why(judgement, judgement.best)}"

    def course(self, review: DealReview) -> Line:
        """How the deal stood from its start to its end, as a strip or in words."""
        _ = self.language.gettext
        if self.narrator.spoken:
            values = (review.start, *[each.after for each in review.rounds], review.end)
            if self.in_points:
                template = _("Points ahead at the start, after each round was dealt, and at the end: {values}.")
                told = [self.decimal(value, signed=True) for value in values]
            else:
                template = _(
                    "Chance to win in percent at the start, after each round was dealt, and at the end: {values}."
                )
                told = [str(round(100 * value)) for value in values]
            return Line(template.format(values=", ".join(told)))
        if self.in_points:
            template = _("Points ahead: {strip} ({lowest} is 4 behind, {highest} is 4 ahead)")
            strip = "".join(block((value + 4) / 8) for value in review.course)
        else:
            template = _("Chance to win: {strip} ({lowest} is lost, {highest} is won)")
            strip = "".join(map(block, review.course))
        return Line(template.format(strip=strip, lowest=BLOCKS[0], highest=BLOCKS[-1]))

    def balance(self, review: DealReview) -> Iterator[Line]:
        """The luck of each round, and what play, cards and the others made of the deal.

        The figures shown add up: what is lost by rounding is counted with the others.
        """
        _ = self.language.gettext
        scale = 10 if self.in_points else 100
        rounds = [round(scale * each.luck) for each in review.rounds]
        start, end, cost = (round(scale * value) for value in (review.start, review.end, review.cost))
        luck = sum(rounds)
        others = end - start - luck + cost

        def signed(number: int) -> str:
            return (
                self.decimal(number / 10, signed=True) if self.in_points else f"{number:+d}" if number else "0"
            )

        def plain(number: int) -> str:
            return self.decimal(number / 10) if self.in_points else str(number)

        told = ", ".join(map(signed, rounds))
        if self.in_points:
            yield Line(_("What the cards of each round brought, in points: {rounds}.").format(rounds=told))
            template = _(
                "Points ahead: {start} at the start, {cost} by your own play, {luck} by the cards dealt to you, "
                "{others} by what the others held and played, so {end} at the end."
            )
            start_told, end_told = signed(start), signed(end)
        else:
            template = _("What the cards of each round brought, in points of winning chance: {rounds}.")
            yield Line(template.format(rounds=told))
            template = _(
                "Chance to win: {start} at the start, {cost} by your own play, {luck} by the cards dealt to you, "
                "{others} by what the others held and played, so {end} at the end."
            )
            start_told, end_told = plain(start), plain(end)
        yield Line(
            template.format(
                start=start_told, cost=signed(-cost), luck=signed(luck), others=signed(others), end=end_told
            ),
            "result",
        )

    def rate(self, reviews: Sequence[DealReview]) -> Iterator[Line]:
        """How many choices there were, what one cost on average, and what such play is called."""
        _, ngettext = self.language.gettext, self.language.ngettext
        rate = error_rate(reviews)
        if rate is None:
            yield Line(_("There was nothing to choose."), "result")
            return
        choices = [choice for review in reviews for choice in review.choices]
        counts = {name: sum(choice.mark == name for choice in choices) for name in MARKS}
        template = ngettext(
            "{n} choice; inaccuracies: {inaccuracy}, mistakes: {mistake}, blunders: {blunder}.",
            "{n} choices; inaccuracies: {inaccuracy}, mistakes: {mistake}, blunders: {blunder}.",
            len(choices),
        )
        yield Line(template.format(n=len(choices), **counts), "result")
        template = _("A choice cost {rate} points of winning chance on average.")
        shown = self.decimal(100 * rate)
        if self.in_points:
            template = _("A choice cost {rate} points on average.")
            shown = self.decimal(rate * whole(self.narrator.rules), 2)
        yield Line(f"{template.format(rate=shown)} {_(_RATES[rate_name(rate)])}", "result")


def block(share: float) -> str:
    """The block that stands for a share from 0 to 1."""
    return BLOCKS[min(max(int(share * len(BLOCKS)), 0), len(BLOCKS) - 1)]
