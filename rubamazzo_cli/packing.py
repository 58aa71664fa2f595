"""The program in a single file: `python -m rubamazzo_cli.packing` writes `rubamazzo.pyz` from what is installed.

The file holds click and colorama, too, and runs wherever Python is, with nothing to install.
"""

from __future__ import annotations

import importlib.util
import io
import marshal
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path

from .places import shipped_transcripts

LIBRARIES = ("click", "colorama")

MAIN = b"""\
import sys

if sys.version_info < (3, 11):
    sys.exit("rubamazzo needs Python 3.11 or newer; this is Python " + sys.version.split()[0] + ".")

from rubamazzo_cli.__main__ import main

if __name__ == "__main__":
    main()
"""


def packed() -> bytes:
    """The single file; packed twice from the same files by the same Python, it is the same bytes.

    Modules lie in it compiled as well, so that a Python of the version that packed it need not.
    """
    packed = io.BytesIO(b"#!/usr/bin/env python3\n")
    packed.seek(0, io.SEEK_END)
    with zipfile.ZipFile(packed, "a", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, data in sorted({"__main__.py": MAIN, **dict(_program()), **dict(_libraries())}.items()):
            _put(archive, name, data)
            if name.endswith(".py") and name != "__main__.py":
                _put(archive, f"{name}c", _compiled(name, data))
    return packed.getvalue()


def _put(archive: zipfile.ZipFile, name: str, data: bytes) -> None:
    entry = zipfile.ZipInfo(name)  # of 1980: the day of packing is no part of the program
    entry.external_attr = 0o644 << 16
    entry.compress_type = zipfile.ZIP_DEFLATED
    archive.writestr(entry, data)


def _compiled(name: str, source: bytes) -> bytes:
    """A module as Python keeps it compiled, never to be compared with its source (PEP 552)."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=0)
    unchecked = (1).to_bytes(4, "little")
    return importlib.util.MAGIC_NUMBER + unchecked + importlib.util.source_hash(source) + marshal.dumps(code)


def _program() -> Iterator[tuple[str, bytes]]:
    package = Path(__file__).parent
    for path in package.rglob("*"):
        if path.suffix in (".py", ".po", ".rbm", ".typed") and "transcripts" not in path.parts:
            yield f"rubamazzo_cli/{path.relative_to(package).as_posix()}", path.read_bytes()
    with shipped_transcripts() as folder:
        for path in folder.iterdir():
            yield f"rubamazzo_cli/transcripts/{path.name}", path.read_bytes()


def _libraries() -> Iterator[tuple[str, bytes]]:
    """The modules of the libraries, and their licences as these demand."""
    for library in LIBRARIES:
        for file in distribution(library).files or ():
            parts = file.parts
            is_module = parts[0] == library and file.suffix == ".py" and "tests" not in parts
            if is_module or "LICENSE" in file.name:
                yield file.as_posix(), Path(str(file.locate())).read_bytes()


def main() -> None:
    """Write the single file under the name given, else as rubamazzo.pyz."""
    name = sys.argv[1] if sys.argv[1:] else "rubamazzo.pyz"
    Path(name).write_bytes(packed())
    Path(name).chmod(0o755)
    print(name)  # noqa: T201 (a tool for a shell: what it wrote)


if __name__ == "__main__":
    main()
