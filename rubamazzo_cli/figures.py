"""The figures of a study in words: a table, a verdict, and how the margins fell (formats 6)."""

from __future__ import annotations

from collections.abc import Iterator

from .i18n import Language, decimal
from .lines import NO_BREAK, Line
from .rules import Rules
from .simulate import Figures, Study

BAR = 40
"""The longest bar of the histogram, in characters."""


def study_lines(study: Study, language: Language, width: int, *, margins: bool) -> Iterator[Line]:
    """What a study found, for people with a screen of this width."""
    _ = language.gettext
    figures = study.figures()
    told = language.ngettext(
        "{deals} deals of {variant}: {decks} deck, played from every first seat, seed {seed}.",
        "{deals} deals of {variant}: {decks} decks, each played from every first seat, seed {seed}.",
        figures.decks,
    )
    yield Line(
        told.format(deals=figures.deals, variant=figures.variant, decks=figures.decks, seed=figures.seed),
        "title",
    )
    if figures.switches:
        yield Line(_("House rules: {switches}.").format(switches=figures.switches))
    yield from table(figures, language, width)
    yield verdict(study, figures, language)
    if margins:
        yield from histogram(figures, study.task.rules, language)


def table(figures: Figures, language: Language, width: int) -> Iterator[Line]:
    """A line for each seat: score and interval, deals won and shared, cards and steals a deal, time a move."""
    _ = language.gettext

    def number(value: float, digits: int) -> str:
        return decimal(f"{value:.{digits}f}", language)

    heads = [_("seat"), _("score"), _("won"), _("drawn"), _("cards"), _("steals"), _("ms a move"), _("slowest")]
    rows = [heads]
    for at, seat in enumerate(figures.seats, start=1):
        rows.append(
            [
                f"{at} {seat.kind}",
                number(seat.score, 3) + ("" if seat.ci95 is None else f" ± {number(seat.ci95, 3)}"),
                str(seat.wins),
                str(seat.draws),
                number(seat.mean_cards, 1),
                number(seat.mean_steals, 2),
                number(seat.ms_per_move_median, 2),
                number(seat.ms_per_move_max, 1),
            ]
        )
    widths = [max(len(row[at]) for row in rows) for at in range(len(heads))]
    if sum(widths) + 2 * len(widths) > width:
        for row in rows[1:]:
            told = ", ".join(f"{head} {cell}" for head, cell in zip(heads[1:], row[1:], strict=True))
            yield Line(f"{row[0]}: {told}", "state")
        return
    for row in rows:
        cells = [row[0].ljust(widths[0])] + [
            cell.rjust(column) for cell, column in zip(row[1:], widths[1:], strict=True)
        ]
        yield Line("  ".join(cells).replace(" ", NO_BREAK), "state")


def verdict(study: Study, figures: Figures, language: Language) -> Line:
    """Who is stronger, as far as the interval lets one say."""
    _ = language.gettext
    leads = [study.lead(seat) for seat in range(len(figures.seats))]
    best = max(range(len(leads)), key=lambda seat: leads[seat][0])
    lead, half = leads[best]
    kinds = [seat.kind for seat in figures.seats]
    others = ", ".join(dict.fromkeys(kind for seat, kind in enumerate(kinds) if seat != best))
    if half is None or lead <= half:
        return Line(_("These deals do not show that one is stronger than the other."), "result")
    seat = figures.seats[best]
    told = _("{kind} is stronger than {others}: {score} ± {half}.")
    return Line(
        told.format(
            kind=seat.kind,
            others=others,
            score=decimal(f"{seat.score:.3f}", language),
            half=decimal(f"{seat.ci95 or half:.3f}", language),
        ),
        "result",
    )


def histogram(figures: Figures, rules: Rules, language: Language) -> Iterator[Line]:
    """How often the first seat was ahead or behind by how much."""
    _ = language.gettext
    step = 1 if rules.scoring == "scopa" else 5
    bins: dict[int, int] = {}
    for margin, deals in figures.margins.items():
        bins[margin // step * step] = bins.get(margin // step * step, 0) + deals
    yield Line(_("How far seat 1 was ahead of the best other, and in how many deals:"), "title")
    most = max(bins.values())
    for low in range(min(bins), max(bins) + 1, step):
        deals = bins.get(low, 0)
        span = f"{low:+d}" if step == 1 else f"{low:+d} … {low + step - 1:+d}"
        bar = "#" * -(-deals * BAR // most)
        yield Line(f"{span:>12} {deals:>6} {bar}".replace(" ", NO_BREAK), "state")
