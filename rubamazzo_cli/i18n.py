"""The seven languages: which one to speak, and its sentences (formats 1, `--lang`)."""

from __future__ import annotations

import gettext
import re
import unicodedata
from collections.abc import Iterator, Mapping
from functools import lru_cache

LANGUAGES = {
    "en": "English",
    "it": "italiano",
    "pt": "português",
    "ro": "română",
    "id": "bahasa Indonesia",
    "fr": "français",
    "da": "dansk",
}
"""Every language by its code, with its own name. To add one, add it here and write its catalogue."""

Language = gettext.NullTranslations
"""What sentences are asked of: `gettext`, `ngettext` for plurals, `pgettext` for a word in a context."""


def N_(message: str) -> str:  # noqa: N802 (the name every gettext tool knows)
    """Mark a sentence kept in a table, so that catalogues have it; it is translated where it is used."""
    return message


def NN_(one: str, several: str) -> tuple[str, str]:  # noqa: N802
    """Mark a sentence and its plural kept in a table."""
    return one, several


def folded(word: str) -> str:
    """A word as it is compared with what somebody typed: in small letters, without accents."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(part for part in parts if not unicodedata.combining(part))


def decimal(number: str, language: Language) -> str:
    """A number written with a point, as it is written in this language."""
    return number.replace(".", language.pgettext("decimal", "."))


@lru_cache(maxsize=len(LANGUAGES))
def language(code: str) -> Language:
    """The sentences of a language; English is what the code itself says."""
    if code == "en":
        return gettext.NullTranslations()
    from importlib.resources import files

    text = (files(__package__) / "locale" / f"{code}.po").read_text("utf-8")
    return Catalogue(text)


def preferred(environment: Mapping[str, str]) -> str:
    """The language the user's locale asks for; English where it says nothing we speak (formats 1).

    `LANGUAGE` may list several, best first, but counts only where the locale is not `C`.
    """
    locale = next(
        (environment[name] for name in ("LC_ALL", "LC_MESSAGES", "LANG") if environment.get(name)), ""
    )
    wishes = [locale]
    if _code(locale) not in ("c", "posix"):
        wishes = [*environment.get("LANGUAGE", "").split(":"), locale]
    return next((code for wish in wishes if (code := _code(wish)) in LANGUAGES), "en")


def _code(locale: str) -> str:
    code = re.split(r"[_.@-]", locale)[0].lower()
    return "id" if code == "in" else code


class Catalogue(gettext.NullTranslations):
    """A language read from the text of its catalogue, so that nothing has to be compiled.

    It understands the part of the PO format our catalogues use: `msgctxt`, `msgid`,
    `msgid_plural`, `msgstr`, quoted lines and comments.
    """

    def __init__(self, text: str) -> None:
        super().__init__()
        self._forms = gettext.c2py("n != 1")
        self._sentences: dict[str | tuple[str, int], str] = {}
        for entry in entries(text):
            key = entry.get("msgctxt", "") + "\x04" + entry["msgid"] if "msgctxt" in entry else entry["msgid"]
            if not key:
                self._read_header(entry["msgstr"])
            elif "msgid_plural" in entry:
                for name, value in entry.items():
                    if name.startswith("msgstr[") and value:
                        self._sentences[key, int(name[7:-1])] = value
            elif entry["msgstr"]:
                self._sentences[key] = entry["msgstr"]

    def _read_header(self, header: str) -> None:
        found = re.search(r"plural=([^;\n]+)", header)
        if found:
            self._forms = gettext.c2py(found[1])

    def gettext(self, message: str) -> str:
        """The sentence in this language, or as it is where the catalogue lacks it."""
        return self._sentences.get(message, message)

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        """The sentence in the plural form for `n`."""
        return self._sentences.get((msgid1, self._forms(n))) or super().ngettext(msgid1, msgid2, n)

    def pgettext(self, context: str, message: str) -> str:
        """The word in this language where it stands in this context."""
        return self._sentences.get(f"{context}\x04{message}", message)


_PO_LINE = re.compile(r'(?:(msg\w+(?:\[\d\])?)\s+)?"((?:[^"\\]|\\.)*)"\s*$')
_PO_ESCAPES = {"n": "\n", "t": "\t", '"': '"', "\\": "\\"}


def entries(text: str) -> Iterator[dict[str, str]]:
    """The entries of a catalogue, each a mapping from `msgid`, `msgstr`, `msgstr[0]` … to its text.

    Raises ValueError with the number of a line that is not understood.
    """
    entry: dict[str, str] = {}
    name = ""
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip() or line.startswith("#"):
            continue
        found = _PO_LINE.match(line)
        if not found:
            raise ValueError(f"line {number} of the catalogue: {line}")
        keyword, quoted = found.groups()
        if keyword in ("msgctxt", "msgid") and "msgid" in entry:
            yield entry
            entry = {}
        name = keyword or name
        entry[name] = entry.get(name, "") + re.sub(r"\\(.)", lambda m: _PO_ESCAPES[m[1]], quoted)
    if entry:
        yield entry
