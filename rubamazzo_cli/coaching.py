"""Advice in words: what to play, what it is worth, and why."""

from __future__ import annotations

from collections.abc import Iterator
from copy import copy

from .chances import Judged, Judgement
from .commands import own_word
from .i18n import N_, NN_, Language, decimal
from .lines import NO_BREAK, Line, continued
from .moves import Move
from .names import Names
from .reasons import Reason, reason
from .record import Record, Seat
from .render import Narrator
from .view import View

_REASONS: dict[str, str | tuple[str, str]] = {
    "wins-only": NN_(
        "All cards are known now: this wins by at least {n} card whatever comes, and no other move wins.",
        "All cards are known now: this wins by at least {n} cards whatever comes, and no other move wins.",
    ),
    "wins": NN_(
        "All cards are known now: this wins by at least {n} card whatever comes.",
        "All cards are known now: this wins by at least {n} cards whatever comes.",
    ),
    "draws-only": N_("All cards are known now: this makes sure of a draw, and no other move does."),
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
        "It brings you {cards}, more than any other move; no more than {n} card can steal the new top.",
        "It brings you {cards}, more than any other move; no more than {n} cards can steal the new top.",
    ),
    "take-most": NN_(
        "It brings you {n} card, more than any other move.",
        "It brings you {n} cards, more than any other move.",
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
        "Any capture now would put a card on top of your pile that at least {n} unseen card could steal.",
        "Any capture now would put a card on top of your pile that at least {n} unseen cards could steal.",
    ),
    "lay-fewest": NN_(
        "Only {n} unseen card is equal to it, fewer than to any other card you could lay.",
        "Only {n} unseen cards are equal to it, fewer than to any other card you could lay.",
    ),
    "imagined": N_("In {n} deals as they may be, imagined from what you have seen, no other move did better."),
}
"""What is said of each kind of reason (`reasons`): true under any rules under which the reason is found."""

_COMPARED = {
    ("chance", "better"): N_("Chance to win: {best}; with the next best {second}: {advice}"),
    ("chance", "alike"): N_("Chance to win: {best}. Nearly as good: {advice}"),
    ("chance", "same"): N_("Chance to win: {best}. With the same result: {advice}"),
    ("points", "better"): N_("Points ahead of the others: {best}; with the next best {second}: {advice}"),
    ("points", "alike"): N_("Points ahead of the others: {best}. Nearly as good: {advice}"),
    ("points", "same"): N_("Points ahead of the other: {best}. With the same result: {advice}"),
}
"""What is said of the best move and the next best: what is compared, and whether they differ."""


class Coach:
    """Speaks of moves to the player at one seat, in the words of a narrator.

    `in_points` tells that moves are worth points, as under Scopa scoring, and not chances to win.
    """

    def __init__(self, narrator: Narrator, seat: int) -> None:
        self.narrator = copy(narrator)
        self.narrator.you = seat
        self.language = narrator.language
        self.words = narrator.words
        self.in_points = narrator.rules.scoring == "scopa"

    # numbers

    def decimal(self, number: float, digits: int = 1, *, signed: bool = False) -> str:
        """The number with so many digits after the point, or whatever stands there in this language."""
        text = f"{number:+.{digits}f}" if signed else f"{number:.{digits}f}"
        if float(text) == 0:
            text = text.lstrip("+-")
        return decimal(text, self.language)

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
        if judgement.is_exact:
            comparison = "same" if best.value == second.value else "better"
        else:
            comparison = "alike" if best.value - second.value <= 2 * second.error else "better"
        return _(_COMPARED["points" if self.in_points else "chance", comparison]).format(
            best=self.worth(judgement, best),
            second=self.worth(judgement, second),
            advice=continued(self.advice(judgement.view, second.move)),
        )

    def worth(self, judgement: Judgement, judged: Judged) -> str:
        """What a move is worth: a chance to win or points ahead, and whether that is an estimate."""
        _ = self.language.gettext
        exact = judgement.is_exact
        if self.in_points:
            told = self.decimal(judged.value, 0 if exact else 1, signed=True)
        else:
            told = self.chance(judged.value, exact=exact)
        if exact or (not self.in_points and not 0.005 <= judged.value <= 0.995):
            return told
        return _("about {value}").replace(" ", NO_BREAK).format(value=told)

    def praise(self, judgement: Judgement, tried: Judged) -> Line:
        """What is said of a good move."""
        _ = self.language.gettext
        if tried is judgement.best:
            return Line(_("Right, that is the best move."), "result")
        if judgement.is_exact:
            return Line(_("Right, that leads to the same result as the best move."), "result")
        advice = continued(self.advice(judgement.view, judgement.best.move))
        return Line(_("Good, as good as the best, which is: {advice}").format(advice=advice), "result")

    def no_praise(self, judgement: Judgement, tried: Judged) -> Line:
        """What is said of a move that costs something: how much, but not what is better."""
        _ = self.language.gettext
        template = _(
            "With that your chance to win is {left}; there is a move with {best}. "
            "Try again, or type {word} for the answer."
        )
        if self.in_points:
            template = _(
                "With that you end {left} points ahead of the others; there is a move with {best}. "
                "Try again, or type {word} for the answer."
            )
        text = template.format(
            left=self.worth(judgement, tried),
            best=self.worth(judgement, judgement.best),
            word=own_word(self.language, "hint") if self.narrator.spoken else "h",
        )
        return Line(text, "help")


def seen_from(record: Record, seat: int, language: Language) -> tuple[Seat, ...]:
    """The seats of a game looked at from one of them: that one is you, the others have their names."""
    _ = language.gettext
    if not record.seats:
        names = tuple(_("Player {n}").format(n=at) for at in range(1, record.rules.players + 1))
    else:
        names = Names(language).seats(record.seats)
    others = [
        _("Player {n}").format(n=at) if name == _("You") else name for at, name in enumerate(names, start=1)
    ]
    you = Seat("you", "" if names[seat] == _("You") else names[seat])
    return tuple(you if at == seat else Seat("other", name) for at, name in enumerate(others))
