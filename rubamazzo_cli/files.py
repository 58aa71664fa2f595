"""Files: read without waiting for ever, and never seen half written (formats 3)."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from collections.abc import Iterator
from pathlib import Path

from .errors import CannotWrite
from .i18n import N_

# The ways in which a text reaches the disk; tests let each of them fail.
_open = os.open
_write = os.write
_fsync = os.fsync
_rename = os.replace

_BINARY = getattr(os, "O_BINARY", 0)

_NOT_ORDINARY = N_("it is not an ordinary file")

MOST = 64 << 20
"""How many bytes of a file are read; nothing sensible is longer."""


def bytes_in(path: Path, *, pipes: bool = False) -> bytes:
    """What stands in a file, or comes through a pipe where those are welcome; a device may have no end.

    Raises OSError, also for what is longer than MOST bytes.
    """
    mode = path.stat().st_mode
    if not (stat.S_ISREG(mode) or stat.S_ISDIR(mode) or (pipes and stat.S_ISFIFO(mode))):
        raise OSError(_NOT_ORDINARY)
    with path.open("rb") as file:
        data = file.read(MOST + 1)
    if len(data) > MOST:
        raise OSError(errno.EFBIG, os.strerror(errno.EFBIG))
    return data


def text_in(path: Path, *, pipes: bool = False) -> str:
    """The text of a file or a pipe. Raises OSError as above, and UnicodeDecodeError."""
    return bytes_in(path, pipes=pipes).decode("utf-8")


class GrowingFile:
    """A file that grows by whole pieces of text, each handed to the system before `append` returns.

    Errors speak of it by its `name`. With `private` nobody else may read it; with `safe` each piece
    is on the disk, too, so that not even a power cut loses it. A file that is there already is refused
    unless `force` says to overwrite it; `append` then empties it, while `replace` leaves the old
    text until the new one is complete. A device or a pipe, of which nothing that was written can be
    replaced, is refused where the file has to be `ordinary`. Everything raises CannotWrite.
    """

    def __init__(
        self,
        path: Path,
        name: str = "",
        *,
        force: bool = False,
        ordinary: bool = False,
        private: bool = False,
        safe: bool = False,
    ) -> None:
        self.name = name or str(path)
        self.safe = safe
        self._file: int | None = None
        self._mode = 0o600 if private else 0o666
        self._is_new = True
        self._is_made = False
        self._holds_text = False
        with blamed_on(self.name):
            self.path = followed(path)
            flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | _BINARY
            try:
                file = _open(self.path, flags | os.O_EXCL, self._mode)
                self._is_made = True
            except FileExistsError:
                there = self.path.stat().st_mode
                if (stat.S_ISREG(there) or stat.S_ISBLK(there)) and not force:
                    raise
                if ordinary and not (stat.S_ISREG(there) or stat.S_ISDIR(there)):
                    raise OSError(_NOT_ORDINARY) from None
                file = _open(self.path, flags, self._mode)
            self.is_regular = stat.S_ISREG(os.fstat(file).st_mode)
            self._file = file

    @property
    def is_there(self) -> bool:
        """Whether nobody has taken it away meanwhile."""
        return os.path.exists(self.path)

    def append(self, text: str) -> None:
        """Add text to the end of the file."""
        with blamed_on(self.name):
            if self._file is None:
                self._file = _open(self.path, os.O_WRONLY | _BINARY | os.O_APPEND)
            if self._is_new and self.is_regular:
                os.ftruncate(self._file, 0)
            self._is_new = False
            _put(self._file, text)
            self._holds_text = True
            if self.safe:
                _fsync(self._file)

    def replace(self, text: str) -> None:
        """Put this text in place of all there was, at one stroke."""
        self._let_go()
        replace_file(self.path, text, self.name, self._mode)
        self._is_new = False
        self._holds_text = True

    def close(self) -> None:
        """Let go of the file; one that was made here and in which nothing was written is taken away."""
        self._let_go()
        if self._is_made and not self._holds_text:
            with contextlib.suppress(OSError):
                if not self.path.stat().st_size:
                    self.path.unlink()

    def discard(self) -> None:
        """Take the file away."""
        self._let_go()
        with blamed_on(self.name):
            self.path.unlink(missing_ok=True)

    def _let_go(self) -> None:
        if self._file is not None:
            file, self._file = self._file, None
            with blamed_on(self.name):
                os.close(file)


def replace_file(path: Path, text: str, name: str = "", mode: int = 0o666) -> None:
    """Put this text in place of a file's at one stroke, so that a reader sees the old one or the new.

    What is a link stays one, and who may read the file stays the same; `mode` is for one that is new.
    Raises CannotWrite, which speaks of `name` where it is given; the old text is then as it was.
    """
    with blamed_on(name or str(path)):
        path = followed(path)
        beside = path.with_name(f"{beside_prefix(path)}{os.getpid()}~")
        beside.unlink(missing_ok=True)
        before = stat.S_IMODE(path.stat().st_mode) if path.exists() else None
        try:
            file = _open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
            try:
                if before is not None:
                    beside.chmod(before)
                _put(file, text)
                _fsync(file)
            finally:
                os.close(file)
            _rename(beside, path)
            _sync_folder(path.parent)
        except BaseException:
            with contextlib.suppress(OSError):
                beside.unlink(missing_ok=True)
            raise


def followed(path: Path) -> Path:
    """Where a link leads, so that it stays one; what is open as a pipe or a device is not found by its name."""
    if os.path.exists(path) and not os.path.isfile(path):
        return path
    return Path(os.path.realpath(path))


def beside_prefix(path: Path) -> str:
    """How the names of the files begin that a new text is prepared in, beside the file it is for."""
    return f".{path.name[:40]}."


def _sync_folder(folder: Path) -> None:
    """Have the folder know its files by their new names even after a power cut, where systems offer that."""
    if hasattr(os, "O_DIRECTORY"):
        with contextlib.suppress(OSError):
            file = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
            try:
                os.fsync(file)
            finally:
                os.close(file)


def _put(file: int, text: str) -> None:
    """Write all of the text; a character no encoding has becomes a question mark."""
    left = memoryview(text.encode("utf-8", "replace"))
    while left:
        left = left[_write(file, left) :]


@contextlib.contextmanager
def blamed_on(name: str) -> Iterator[None]:
    """Turn what the system refuses in here into an error that names the file as its owner does."""
    try:
        yield
    except OSError as error:
        raise CannotWrite(name, error) from error
    except ValueError as error:  # a name with a NUL in it is none
        raise CannotWrite(name, OSError(str(error))) from error
