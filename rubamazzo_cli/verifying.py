"""What the seals of a record show, in plain words."""

from __future__ import annotations

from collections.abc import Iterator

from .i18n import N_, Language
from .lines import Line, printable
from .record import Record
from .sealing import Verdict, verdicts

_VERDICTS: dict[Verdict, str] = {
    "right": N_("Deal {n}: the seal fits the cards and the salt."),
    "wrong": N_("Deal {n}: the seal does not fit the cards and the salt."),
    "unfinished": N_("Deal {n}: the seal can be checked when the deal is over."),
    "unsealed": N_("Deal {n} has no seal: it was not played with --sealed."),
}


def told(record: Record, language: Language) -> Iterator[Line]:
    """What the seal of each deal shows, what that proves, and what it does not."""
    _ = language.gettext
    shown = set()
    was_cut = False
    for number, verdict in verdicts(record):
        tags = record.deal_tags.get(number, {})
        yield Line(_(_VERDICTS[verdict]).format(n=number), "refused" if verdict == "wrong" else "result")
        if "Seal" in tags:
            yield Line(_("Seal: {seal}").format(seal=printable(tags["Seal"])))
        shown.add(verdict)
        was_cut = was_cut or "Cut" in tags
    if "wrong" in shown:
        yield Line(
            _("These are not the cards that were sealed, or the salt or the seal was changed afterwards."),
            "refused",
        )
    elif "right" in shown:
        yield Line(
            _(
                "If that is the seal you saw before the first card, "
                "then no card was changed or moved while you played."
            )
        )
        yield Line(
            _("It does not prove that the deck was well shuffled: whoever sealed it may have chosen it.")
        )
        if was_cut:
            yield Line(_("Your cut moved the deck after it was sealed, to where nobody could foresee."))


def status(records: list[Record]) -> int:
    """The exit status: 0 if every seal fits, 1 if one does not, 4 if there is none to check (formats 1)."""
    found = [{verdict for _number, verdict in verdicts(record)} for record in records]
    if any("wrong" in game or {"right", "unsealed"} <= game for game in found):
        return 1
    return 0 if any("right" in game for game in found) else 4
