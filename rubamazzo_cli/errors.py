"""What can go wrong, as classes that carry data; `explain` puts the words to them."""

from __future__ import annotations

from typing import Any


class RubamazzoError(Exception):
    """Something a player or a file asked for cannot be done; the game is as it was."""


class BadCard(RubamazzoError):
    """The text is not a card of the deck in play (rules 1.4)."""

    def __init__(self, text: str, deck: int) -> None:
        super().__init__(text)
        self.text = text
        self.deck = deck


class BadMove(RubamazzoError):
    """The text is not written as a move (a card, `x` and cards taken, `*` and a seat)."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class MoveRefused(RubamazzoError):
    """The rules do not allow this move now; `reason` is one of `moves.REASONS`."""

    def __init__(self, reason: str, move: Any) -> None:
        super().__init__(f"{move}: {reason}")
        self.reason = reason
        self.move = move


class DealOver(RubamazzoError):
    """The deal is over, so nothing more can be played in it (rules 2.5)."""


class BadVariant(RubamazzoError):
    """No variant has this name (rules 7)."""

    def __init__(self, name: str) -> None:
        super().__init__(name)
        self.name = name


class BadSwitch(RubamazzoError):
    """No switch has this name (rules 6), or the text is not SWITCH=VALUE."""

    def __init__(self, text: str) -> None:
        super().__init__(text)
        self.text = text


class BadSwitchValue(RubamazzoError):
    """The switch does not take this value (rules 6); `allowed` says what it takes."""

    def __init__(self, switch: str, value: str, allowed: str) -> None:
        super().__init__(f"{switch}={value}")
        self.switch = switch
        self.value = value
        self.allowed = allowed


class SwitchClash(RubamazzoError):
    """These switches, each `NAME=VALUE`, cannot go together (rules 6); `kind` says why."""

    def __init__(self, kind: str, switches: tuple[str, ...]) -> None:
        super().__init__(" ".join(switches))
        self.kind = kind
        self.switches = switches


class BadDeck(RubamazzoError):
    """A deck is not every card of the pack once; `kind` says what is wrong, `text` with which card."""

    def __init__(self, kind: str, text: str = "") -> None:
        super().__init__(f"{kind}: {text}")
        self.kind = kind
        self.text = text


class RecordError(RubamazzoError):
    """A record cannot be read or does not add up; `line` counts from 1.

    `reason` is a short name of what is wrong, `data` the words that complete it, and `cause` the
    error underneath where there is one.
    """

    def __init__(self, line: int, reason: str, cause: RubamazzoError | None = None, **data: Any) -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.cause = cause
        self.data = data

    @property
    def is_difference(self) -> bool:
        """Whether the record can be read, but holds a wrong move or result."""
        return self.reason.startswith(("wrong-", "match-", "deal-")) or isinstance(
            self.cause, MoveRefused | DealOver
        )


class TranscriptError(RubamazzoError):
    """A transcript cannot be read; `line` counts from 1, `text` is what stands there."""

    def __init__(self, line: int, reason: str, text: str = "") -> None:
        super().__init__(f"line {line}: {reason}")
        self.line = line
        self.reason = reason
        self.text = text


class CannotWrite(RubamazzoError):
    """A file could not be written; `name` is what its owner calls it, `exists` that it is there already."""

    def __init__(self, name: str, error: OSError) -> None:
        super().__init__(f"{name}: {error}")
        self.name = name
        self.reason: str = error.strerror or str(error)
        self.exists = isinstance(error, FileExistsError)


class EngineFailed(RubamazzoError):
    """An engine did not keep to the protocol (formats 5); `kind` is one of `players.process.FAILURES`.

    `asked` is the line it was to answer and `line` what it answered, as far as it came and safe to
    print; `status` is how it exited, if it did, `errors` its last line to standard error, and `cause`
    the error underneath where there is one. `seat` and the position as a `record` are added by whoever
    knows them.
    """

    def __init__(
        self,
        name: str,
        kind: str,
        *,
        asked: str = "",
        line: str = "",
        status: int | None = None,
        errors: str = "",
        cause: Exception | None = None,
    ) -> None:
        super().__init__(f"{name}: {kind}")
        self.name = name
        self.kind = kind
        self.asked = asked
        self.line = line
        self.status = status
        self.errors = errors
        self.cause = cause
        self.seat: int | None = None
        self.record = ""


class LedgerFailed(RubamazzoError):
    """The file of finished games cannot be used; `reason` is what the system says.

    `is_damaged` tells that it is no such file, or not any more, `is_newer` that a later version of
    this program wrote it.
    """

    def __init__(self, name: str, reason: str, *, is_damaged: bool = False, is_newer: bool = False) -> None:
        super().__init__(f"{name}: {reason}")
        self.name = name
        self.reason = reason
        self.is_damaged = is_damaged
        self.is_newer = is_newer


class BadPreference(RubamazzoError):
    """A preference cannot be used; `place` is the variable or the file that states it, there in `line` (from 1).

    `reason` is a short name of what is wrong, `data` the words that complete it, and `cause` the error
    underneath where there is one.
    """

    def __init__(
        self, place: str, reason: str, *, line: int = 0, cause: RubamazzoError | None = None, **data: Any
    ) -> None:
        super().__init__(f"{place}, line {line}: {reason}")
        self.place = place
        self.reason = reason
        self.line = line
        self.cause = cause
        self.data = data


class DealUnfinished(RubamazzoError):
    """A deal is not over, so what it held is nobody's to know yet (rules 9.2)."""
