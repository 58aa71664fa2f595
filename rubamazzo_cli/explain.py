"""The sentence for everything that can go wrong: what is wrong, and what would do."""

from __future__ import annotations

from .errors import (
    BadCard,
    BadDeck,
    BadMove,
    BadPreference,
    BadSwitch,
    BadSwitchValue,
    BadVariant,
    CannotWrite,
    DealOver,
    DealUnfinished,
    EngineFailed,
    LedgerFailed,
    MoveRefused,
    RecordError,
    RubamazzoError,
    SwitchClash,
    TranscriptError,
)
from .i18n import N_, Language
from .lines import capitalised, printable, shown
from .names import Names
from .rules import SWITCHES, VARIANTS

_MOVES = {
    "not-held": N_("You do not hold {the_card}."),
    "not-on-table": N_("Not all of these cards lie on the table."),
    "no-pile": N_("That player has no pile to steal."),
    "cannot-steal": N_("{the_card} cannot steal that pile."),
    "cannot-take": N_("{the_card} cannot take that."),
    "steal-first": N_("{the_card} can steal a pile, and in this game stealing comes first."),
    "take-first": N_("{the_card} can take from the table, and in this game that comes before stealing."),
    "both-at-once": N_("{the_card} steals and takes at once in this game."),
    "must-take": N_("{the_card} can take or steal, so it may not be laid."),
    "must-take-hand": N_(
        "{the_card} takes nothing, and it may not be laid while another card of your hand can take or steal."
    ),
}

_CLASHES = {
    "scopa-52": N_("{a} and {b} cannot go together: Scopa scoring needs the Italian deck of 40 cards."),
    "points-cards": N_("{a} and {b} cannot go together: a match for points needs scoring=scopa."),
    "handicap-scopa": N_(
        "{a} and {b} cannot go together: a head start in cards counts only with scoring=cards."
    ),
    "handicap-seats": N_("{a} and {b} cannot go together: the head start needs one number for each seat."),
    "pile-in-sums-capture": N_(
        "{a} and {b} cannot go together: piles can be part of sums only with capture=sum."
    ),
    "pile-in-sums-off": N_("{a} and {b} cannot go together: without stealing no pile can be part of a sum."),
    "rob-off": N_("{a} and {b} cannot go together: an ace that robs needs a game with stealing."),
    "too-few-cards": N_("{a}, {b} and {c} ask for more cards than {d} has."),
}

_RECORDS = {
    "not-a-record": N_('This is not a record: a record begins with [Rubamazzo "1"].'),
    "version": N_("This record is of version {text}; this program reads version 1."),
    "unreadable": N_("This cannot be read: {text}"),
    "missing-tag": N_("The tag {text} is missing."),
    "tag-twice": N_("The tag {text} stands here twice."),
    "bad-value": N_("The tag {text} has an impossible value."),
    "wrong-seats": N_("The tag Seats must name {text} seats."),
    "misplaced": N_("{text} does not belong here."),
    "match-over": N_("The match is over, but another deal follows."),
    "deal-unfinished": N_("Another deal begins before this one is finished."),
    "wrong-number": N_("This should be deal {text}."),
    "wrong-first": N_("In this deal seat {text} plays first."),
    "wrong-round": N_("{text} is not the number of the round that begins here."),
    "result-early": N_("A result stands here, but the deal is not over."),
    "wrong-result": N_("The result does not add up: the moves give {text}."),
    "winner-early": N_("A winner stands here, but the match is not over."),
    "wrong-winner": N_("The deals give another winner: {text}."),
    "because": N_("{because}"),
}

_TRANSCRIPTS = {
    "not-a-transcript": N_("This is not a transcript: a transcript begins with # rubamazzo transcript 1."),
    "version": N_("This transcript is of version {text}; this program reads version 1."),
    "unknown-header": N_("This line is no part of a transcript: {text}"),
    "checks-itself": N_("This transcript checks itself."),
    "checked-too-deep": N_("A transcript that another one checks cannot check further ones."),
    "no-command": N_("A line that begins with # command: rubamazzo is missing here."),
}

_ENGINES = {
    "cannot-start": N_("{name} cannot be started."),
    "died": N_("{name} ended while it was needed."),
    "closed": N_("{name} says nothing any more."),
    "silent": N_("{name} did not answer {asked} in time."),
    "too-long": N_("{name} answered {asked} with a line that has no end."),
    "unreadable": N_("{name} answered {asked} with a line that is not text in UTF-8."),
    "extra": N_("{name} said a line nobody asked for: {line}"),
    "nonsense": N_("{name} answered {asked} with something that makes no sense: {line}"),
    "refused-rules": N_("{name} does not play these rules: {line}"),
    "refused": N_("{name} refused {asked}: {line}"),
    "illegal": N_("{name} made a move that the rules do not allow: {line}"),
}

_PREFERENCES = {
    "unknown": N_("There is no preference {text}. The preferences are: {allowed}."),
    "value": N_("{name} cannot be {text}. It can be: {allowed}."),
    "together": N_("verbose and terse cannot go together."),
    "twice": N_("This is said a second time here: {text}"),
    "not-toml": N_('This line cannot be read: {text} (A line sets one thing, as here: level = "hard")'),
    "not-utf8": N_("This line is not text in UTF-8."),
    "switch": N_("set: {because}"),
}


def explain(error: RubamazzoError, language: Language, names: Names | None = None) -> str:
    """What went wrong, in a sentence of this language, cards called as these names say."""
    _ = language.gettext
    match error:
        case BadCard(text=text, deck=40):
            return _(
                "{text} is not a card of this deck: a card is "
                "A, 2 to 7, F, C or R and then c, d, b or s, as in 7d."
            ).format(text=shown(text))
        case BadCard(text=text):
            return _(
                "{text} is not a card of this deck: a card is "
                "A, 2 to 9, T, J, Q or K and then h, d, c or s, as in 7d."
            ).format(text=shown(text))
        case BadMove(text=text):
            return _(
                "{text} is not a move: "
                "a move is a card, then * and the seat it robs, or x and what it takes, as in 7dx7c."
            ).format(text=shown(text))
        case MoveRefused(reason=reason, move=move):
            the_card = (names or Names(language)).the_card(move.card)
            sentence = _(_MOVES[reason]).format(the_card=the_card)
            return capitalised(sentence)
        case DealOver():
            return _("The deal is over; nothing more can be played in it.")
        case DealUnfinished():
            return _("Only a finished deal can be reviewed: play this one to its end first.")
        case BadVariant(name=name):
            return _("There is no variant {name}. The variants are: {variants}.").format(
                name=shown(name), variants=", ".join(VARIANTS)
            )
        case BadSwitch(text=text):
            return _("{text} sets no switch. Write SWITCH=VALUE; the switches are: {switches}.").format(
                text=shown(text), switches=", ".join(SWITCHES)
            )
        case BadSwitchValue(switch=switch, value=value, allowed=allowed):
            return _("{switch} cannot be {value}. It can be: {allowed}.").format(
                switch=switch, value=shown(value), allowed=allowed
            )
        case SwitchClash(kind=kind, switches=switches):
            return _(_CLASHES[kind]).format(**dict(zip("abcd", switches, strict=False)))
        case BadDeck(kind="twice", text=text):
            return _("The card {text} stands in the deck twice.").format(text=text)
        case BadDeck(text=text):
            return _("These cards are missing from the deck: {text}.").format(text=text)
        case RecordError(line=line, reason=reason, cause=cause, data=data):
            words = {name: shown(str(value)) for name, value in data.items()}
            because = explain(cause, language) if cause else ""
            return _("line {line}: {reason}").format(
                line=line, reason=_(_RECORDS[reason]).format(because=because, **words)
            )
        case TranscriptError(line=line, reason=reason, text=text):
            sentence = _(_TRANSCRIPTS[reason]).format(text=shown(text))
            return _("line {line}: {reason}").format(line=line, reason=sentence)
        case CannotWrite(name=name, exists=True):
            return _("{file} exists already; --force overwrites it.").format(file=printable(name))
        case CannotWrite(name=name, reason=reason):
            return _("{file} cannot be written: {reason}.").format(file=printable(name), reason=_(reason))
        case EngineFailed(name=name, kind=kind, asked=asked, line=line, errors=errors, cause=cause):
            first = asked.partition(" ")[0]
            sentence = _(_ENGINES[kind]).format(name=shown(name), asked=first, line=shown(line))
            last = getattr(cause, "strerror", None) or errors
            return f"{sentence} ({shown(last)})" if last else sentence
        case BadPreference(place=place, reason="cannot-read", data=data):
            return _("{file} cannot be read: {reason}.").format(file=printable(place), reason=data["text"])
        case BadPreference(place=place, reason=reason, line=line, cause=cause, data=data):
            sentence = _(_PREFERENCES[reason]).format(
                because=explain(cause, language) if cause else "",
                name=data.get("name"),
                text=shown(data.get("text", "")),
                allowed=", ".join(data.get("allowed", ())),
            )
            if line:
                sentence = _("line {line}: {reason}").format(line=line, reason=sentence)
                return f"{printable(place)}, {sentence}"
            return f"{printable(place)}: {sentence}"
        case LedgerFailed(name=name, is_newer=True):
            return _("The statistics in {file} were written by a newer version of this program.").format(
                file=printable(name)
            )
        case LedgerFailed(name=name, reason=reason, is_damaged=True):
            return _(
                "The statistics in {file} are damaged: {reason}. rubamazzo stats --forget begins them anew."
            ).format(file=printable(name), reason=reason)
        case LedgerFailed(name=name, reason=reason):
            return _("The statistics in {file} cannot be used: {reason}.").format(
                file=printable(name), reason=reason
            )
    return str(error)
