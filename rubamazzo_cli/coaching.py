"""Advice in words: what to play, what it is worth and why, and how a deal was played."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from copy import copy

from .chances import Judged, Judgement, whole
from .commands import own_word
from .i18n import N_, NN_, Language
from .lines import NO_BREAK, Line
from .moves import Move
from .names import Names
from .reasons import Reason, reason
from .record import Record, Seat
from .render import Narrator
from .review import MARKS, Choice, DealReview, error_rate, rate_name
from .view import View

_REASONS: dict[str, str | tuple[str, str]] = {
    "wins-only": NN_(
        "All cards are known now: this wins by at least {n} card whatever comes, and no other play wins.",
        "All cards are known now: this wins by at least {n} cards whatever comes, and no other play wins.",
    ),
    "wins": NN_(
        "All cards are known now: this wins by at least {n} card whatever comes.",
        "All cards are known now: this wins by at least {n} cards whatever comes.",
    ),
    "draws-only": N_("All cards are known now: this makes sure of a draw, and no other play does."),
    "draws": N_("All cards are known now: this makes sure of a draw, and more is not to be had."),
    "loses": NN_(
        "All cards are known now, and against the best answers the deal is lost; with this by no more than {n} card.",
        "All cards are known now, and against the best answers the deal is lost; "
        "with this by no more than {n} cards.",
    ),
    "points-ahead": NN_(
        "All cards are known now: this ends at least {n} point ahead whatever comes.",
        "All cards are known now: this ends at least {n} points ahead whatever comes.",
    ),
    "points-level": N_("All cards are known now: this ends with equal points at the least."),
    "points-behind": NN_(
        "All cards are known now: this ends no more than {n} point behind.",
        "All cards are known now: this ends no more than {n} points behind.",
    ),
    "steal-safe": NN_(
        "It steals {n} card from {player}, and nobody can steal your pile of {cards} then, "
        "for all four cards of that rank have been seen.",
        "It steals {n} cards from {player}, and nobody can steal your pile of {cards} then, "
        "for all four cards of that rank have been seen.",
    ),
    "steal-risk": NN_(
        "It steals {cards} from {player}; no more than {n} card can steal them back.",
        "It steals {cards} from {player}; no more than {n} cards can steal them back.",
    ),
    "steal": NN_("It steals {n} card from {player}.", "It steals {n} cards from {player}."),
    "guard-safe": NN_(
        "It covers a top that {n} unseen card could steal, and nobody can steal the new one: "
        "your pile of {cards} is safe for now.",
        "It covers a top that {n} unseen cards could steal, and nobody can steal the new one: "
        "your pile of {cards} is safe for now.",
    ),
    "take-safe": N_(
        "All four cards of that rank have been seen, so nobody can steal your pile of {cards} "
        "while this card is its top."
    ),
    "guard": NN_(
        "It covers a top that more cards could steal: the new one can be stolen by {n} card at the most.",
        "It covers a top that more cards could steal: the new one can be stolen by {n} cards at the most.",
    ),
    "take-most-risk": NN_(
        "It brings you {cards}, more than any other play; no more than {n} card can steal the new top.",
        "It brings you {cards}, more than any other play; no more than {n} cards can steal the new top.",
    ),
    "take-most": NN_(
        "It brings you {n} card, more than any other play.",
        "It brings you {n} cards, more than any other play.",
    ),
    "take-risk": NN_(
        "It brings you {cards}; no more than {n} card can steal the new top.",
        "It brings you {cards}; no more than {n} cards can steal the new top.",
    ),
    "take": NN_("It brings you {n} card.", "It brings you {n} cards."),
    "lay-own": N_("Nobody else can take it: the others of its rank have been seen, or are in your hand."),
    "lay-safe": N_("Nobody can take it any more: the other three of its rank have been seen."),
    "bait": N_("If {player} takes it, you can steal the whole pile with your other card of that rank."),
    "lay-rather": NN_(
        "Any capture would put a card on your pile now that {n} unseen card or more could steal.",
        "Any capture would put a card on your pile now that {n} unseen cards or more could steal.",
    ),
    "lay-fewest": NN_(
        "Only {n} unseen card is equal to it, fewer than to any other card you could lay.",
        "Only {n} unseen cards are equal to it, fewer than to any other card you could lay.",
    ),
    "imagined": N_("In {n} deals as they may be, imagined from what you have seen, no other play did better."),
}
"""What is said of each kind of reason (`reasons`): true under any rules under which the reason is found."""

_MARKS = {
    "blunder": N_("a blunder"),
    "mistake": N_("a mistake"),
    "inaccuracy": N_("an inaccuracy"),
}

_COMPARED = {
    ("chance", "about", "better"): N_(
        "Chance to win: about {best}; with the next best about {second}: {advice}"
    ),
    ("chance", "about", "alike"): N_("Chance to win: about {best}. Hardly better than: {advice}"),
    ("chance", "exact", "better"): N_("Chance to win: {best}; with the next best {second}: {advice}"),
    ("chance", "exact", "alike"): N_("Chance to win: {best}. With the same result: {advice}"),
    ("points", "about", "better"): N_(
        "Points ahead of the others: about {best}; with the next best about {second}: {advice}"
    ),
    ("points", "about", "alike"): N_("Points ahead of the others: about {best}. Hardly better than: {advice}"),
    ("points", "exact", "better"): N_("Points ahead: {best}; with the next best {second}: {advice}"),
    ("points", "exact", "alike"): N_("Points ahead: {best}. With the same result: {advice}"),
}
"""What is said of the best move and the next best: what is compared, how surely, and whether they differ."""

_LET_GO = {
    (1.0, 0.5): N_("Play {n}: {played} A won game was let go: all cards were known, and then it was a draw."),
    (1.0, 0.0): N_("Play {n}: {played} A won game was let go: all cards were known, and then it was lost."),
    (0.5, 0.0): N_("Play {n}: {played} A draw was let go: all cards were known, and then the game was lost."),
}
"""What is said of a choice that cost something although nothing was hidden: the best result and the one left."""

_RATES = {
    "masterly": N_("masterly play"),
    "strong": N_("strong play"),
    "good": N_("good play"),
    "fair": N_("fair play, with slips"),
    "wild": N_("wild play"),
}

BLOCKS = "▁▂▃▄▅▆▇█"
"""The chance to win in eighths, for a strip of text."""


class Coach:
    """Speaks of moves and deals to the player at one seat, in the words of a narrator."""

    def __init__(self, narrator: Narrator, seat: int) -> None:
        self.narrator = copy(narrator)
        self.narrator.you = seat
        self.language = narrator.language
        self.words = narrator.words

    # numbers

    def decimal(self, number: float, digits: int = 1, *, signed: bool = False) -> str:
        """The number with so many digits after the point, or whatever stands there in this language."""
        text = f"{number:+.{digits}f}" if signed else f"{number:.{digits}f}"
        if float(text) == 0:
            text = text.lstrip("+-")
        return text.replace(".", self.language.pgettext("decimal", "."))

    def chance(self, value: float, *, exact: bool = False) -> str:
        """A chance in whole percents; what is not certain is never called 0 or 100."""
        _ = self.language.gettext
        percent = round(100 * value)
        if not exact and percent < 1:
            text = _("less than 1 percent") if self.narrator.spoken else _("less than 1 %")
        elif not exact and percent > 99:
            text = _("more than 99 percent") if self.narrator.spoken else _("more than 99 %")
        else:
            text = (_("{n} percent") if self.narrator.spoken else _("{n} %")).format(n=percent)
        return text.replace(" ", NO_BREAK)

    def about(self, value: float) -> str:
        """A chance that was estimated."""
        told = self.chance(value)
        if not 0.005 <= value <= 0.995:
            return told
        return self.language.gettext("about {chance}").replace(" ", NO_BREAK).format(chance=told)

    # moves

    def advice(self, view: View, move: Move) -> str:
        """The move as something to do."""
        gettext, ngettext = self.language.gettext, self.language.ngettext
        size = 0 if move.rob is None else view.sizes[move.rob]
        if move.rob is not None and move.takes:
            template = ngettext(
                "Steal {player}'s {n} card and take {cards} with {the_card}.",
                "Steal {player}'s {n} cards and take {cards} with {the_card}.",
                size,
            )
        elif move.rob is not None:
            template = ngettext(
                "Steal {player}'s {n} card with {the_card}.",
                "Steal {player}'s {n} cards with {the_card}.",
                size,
            )
        elif move.takes:
            template = gettext("Take {cards} with {the_card}.")
        else:
            template = gettext("Lay {the_card} on the table.")
        return template.format(
            player="" if move.rob is None else self.narrator.names[move.rob],
            cards=self.words.the_cards(move.takes),
            the_card=self.words.the_card(move.card),
            n=size,
        )

    def why(self, judgement: Judgement, judged: Judged) -> str:
        """The most telling reason for a move, in a sentence."""
        return self.said(reason(judgement, judged))

    def said(self, told: Reason) -> str:
        """A reason in a sentence."""
        sentence = _REASONS[told.kind]
        if isinstance(sentence, str):
            template = self.language.gettext(sentence)
        else:
            template = self.language.ngettext(*sentence, told.number)
        return template.format(
            n=told.number,
            cards=self.words.count(told.cards),
            player="" if told.seat is None else self.narrator.names[told.seat],
        )

    def hint(self, judgement: Judgement) -> Iterator[Line]:
        """What to play now, why, and what it is worth beside the next best."""
        _ = self.language.gettext
        view, best = judgement.view, judgement.best
        if judgement.is_forced:
            sentence = _("There is only one thing to do. {advice}")
            yield Line(sentence.format(advice=self.advice(view, best.move)), "help")
            return
        yield Line(f"{self.advice(view, best.move)} {self.why(judgement, best)}", "help")
        yield Line(self.compared(judgement), "help")

    def compared(self, judgement: Judgement) -> str:
        """What the best move is worth beside the next best."""
        _ = self.language.gettext
        best, second = judgement.moves[:2]
        exact = judgement.is_exact
        if whole(judgement.view.rules) > 1:
            kind = "points"
            told = [self.decimal(each.value, 0 if exact else 1, signed=True) for each in (best, second)]
        else:
            kind = "chance"
            told = [
                self.chance(each.value, exact=True) if exact else self.about(each.value)
                for each in (best, second)
            ]
        alike = best.value == second.value if exact else best.value - second.value <= 2 * second.error
        template = _(_COMPARED[kind, "exact" if exact else "about", "alike" if alike else "better"])
        advice = self.advice(judgement.view, second.move)
        return template.format(best=told[0], second=told[1], advice=advice)

    def praise(self, judgement: Judgement, tried: Judged) -> Line:
        """What is said of a good move."""
        _ = self.language.gettext
        if tried is judgement.best:
            return Line(_("Right, that is the best move."), "result")
        if judgement.is_exact:
            return Line(_("Right, that leads to the same result as the best move."), "result")
        advice = self.advice(judgement.view, judgement.best.move)
        return Line(_("Good, as good as the best, which is: {advice}").format(advice=advice), "result")

    def no_praise(self, judgement: Judgement, tried: Judged) -> Line:
        """What is said of a move that costs something: how much, but not what is better."""
        _ = self.language.gettext
        best = judgement.best
        exact = judgement.is_exact
        if whole(judgement.view.rules) > 1:
            template = _(
                "With that you end about {left} points ahead; a move brings {best}. Try again, or type {word} for the answer."
            )
            if exact:
                template = _(
                    "With that you end {left} points ahead; a move brings {best}. Try again, or type {word} for the answer."
                )
            told = [self.decimal(each.value, 0 if exact else 1, signed=True) for each in (tried, best)]
        else:
            template = _(
                "With that your chance to win is {left}; there is a move with {best}. "
                "Try again, or type {word} for the answer."
            )
            told = [
                self.chance(each.value, exact=True) if exact else self.about(each.value)
                for each in (tried, best)
            ]
        left, right = told
        word = own_word(self.language, "hint") if self.narrator.spoken else "h"
        return Line(template.format(left=left, best=right, word=word), "help")

    # a deal judged

    def review(self, review: DealReview) -> Iterator[Line]:
        """The whole review of a deal: how it was judged, the costly choices, the luck, what it comes to."""
        _ = self.language.gettext
        if self.narrator.names[review.seat] == _("You"):
            title = _("Deal {n}: how you played it.")
        else:
            title = _("Deal {n}: how {player} played it. You are {player} here.")
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
        if whole(review.deal.rules) > 1:
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
        if whole(view.rules) > 1:
            template = _("Play {n}: {played} That was {mark} of {cost} points.")
        elif judgement.is_exact:
            template = _(_LET_GO[best.value, played.value])
        else:
            template = _("Play {n}: {played} That was {mark}: the chance to win fell from {best} to {left}.")
        stolen = 0 if choice.move.rob is None else view.sizes[choice.move.rob]
        return template.format(
            n=choice.play + 1,
            played=self.narrator.played(view.seat, choice.move, stolen).text,
            mark=_(_MARKS[choice.mark]) if choice.mark else "",
            cost=self.decimal(choice.cost),
            best=self.chance(best.value),
            left=self.chance(played.value),
        )

    def better(self, choice: Choice) -> str:
        """What would have been better, and why."""
        _ = self.language.gettext
        judgement = choice.judgement
        advice = self.advice(judgement.view, judgement.best.move)
        return f"{_('Better: {advice}').format(advice=advice)} {self.why(judgement, judgement.best)}"

    def course(self, review: DealReview) -> Line:
        """How the deal stood from its start to its end, as a strip or in words."""
        _ = self.language.gettext
        points = whole(review.deal.rules) > 1
        if self.narrator.spoken:
            values = (review.start, *[each.after for each in review.rounds], review.end)
            if points:
                template = _("Points ahead at the start, after each round was dealt, and at the end: {values}.")
                told = [self.decimal(value, signed=True) for value in values]
            else:
                template = _(
                    "Chance to win in percent at the start, after each round was dealt, and at the end: {values}."
                )
                told = [str(round(100 * value)) for value in values]
            return Line(template.format(values=", ".join(told)))
        if points:
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
        points = whole(review.deal.rules) > 1
        scale = 10 if points else 100
        rounds = [round(scale * each.luck) for each in review.rounds]
        start, end, cost = (round(scale * value) for value in (review.start, review.end, review.cost))
        luck = sum(rounds)
        others = end - start - luck + cost

        def signed(number: int) -> str:
            return self.decimal(number / 10, signed=True) if points else f"{number:+d}" if number else "0"

        def plain(number: int) -> str:
            return self.decimal(number / 10) if points else str(number)

        told = ", ".join(map(signed, rounds))
        if points:
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
        template = _("A choice cost {rate} points of winning chance on average: {name}.")
        shown = self.decimal(100 * rate)
        if whole(reviews[0].deal.rules) > 1:
            template = _("A choice cost {rate} points on average: {name}.")
            shown = self.decimal(rate * whole(reviews[0].deal.rules), 2)
        yield Line(template.format(rate=shown, name=_(_RATES[rate_name(rate)])), "result")


def seen_from(record: Record, seat: int, language: Language) -> tuple[Seat, ...]:
    """The seats of a game looked at from one of them: that one is you, the others have their names."""
    _ = language.gettext
    if not record.seats:
        names = tuple(_("Seat {n}").format(n=at) for at in range(1, record.rules.players + 1))
    else:
        names = Names(language).seats(record.seats)
    return tuple(
        Seat("other", name) if at != seat else Seat("you", "" if name == _("You") else name)
        for at, name in enumerate(names)
    )


def block(share: float) -> str:
    """The block that stands for a share from 0 to 1."""
    return BLOCKS[min(max(int(share * len(BLOCKS)), 0), len(BLOCKS) - 1)]
