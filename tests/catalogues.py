"""The sentences of the program and its catalogues: `python tests/catalogues.py` brings the files up to date.

Every catalogue keeps the translations it has, gets an empty entry for each new sentence, and loses
those that the program no longer says. With codes of languages, only theirs.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

PACKAGE = Path(__file__).parent.parent / "rubamazzo_cli"
LOCALE = PACKAGE / "locale"


class Sentence(NamedTuple):
    """What a catalogue is asked for: a sentence, its plural if it has one, the context of a word."""

    text: str
    plural: str | None = None
    context: str | None = None


def sentences() -> dict[Sentence, str]:
    """Every sentence of the program, with the module that says it, in the order of the sources."""
    found: dict[Sentence, str] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        for sentence in said_in(path.read_text("utf-8")):
            found.setdefault(sentence, path.relative_to(PACKAGE).as_posix())
    from rubamazzo_cli import cli, commands, usage

    for command in commands.COMMANDS:
        found.setdefault(Sentence(command.word, context="command"), "commands.py")
    for answer in commands.ANSWERS:
        found.setdefault(Sentence(answer, context="answer"), "commands.py")
    for text in usage.sentences(cli.main):
        found.setdefault(Sentence(text), "cli.py")
    return found


def said_in(source: str) -> Iterator[Sentence]:
    """The sentences marked in a source. Raises ValueError for one that is not written out there."""
    marks = {"_": 1, "N_": 1, "gettext": 1, "NN_": 2, "ngettext": 2}
    for node in ast.walk(ast.parse(source)):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")
        match node.args:
            case [ast.Constant(str(context)), ast.Constant(str(word))] if name == "pgettext":
                yield Sentence(word, context=context)
        if name not in marks:
            continue
        arguments = node.args[: marks[name]]
        texts = [arg.value for arg in arguments if isinstance(arg, ast.Constant) and isinstance(arg.value, str)]
        if len(texts) == marks[name]:
            yield Sentence(*texts)
        elif any(isinstance(arg, ast.JoinedStr | ast.BinOp) for arg in arguments):
            raise ValueError(f"line {node.lineno}: a sentence must be written out, not put together")


def translations(code: str) -> dict[Sentence, list[str]]:
    """What the catalogue of a language says for each sentence: one text, or one for each plural form."""
    from rubamazzo_cli.i18n import entries

    path = LOCALE / f"{code}.po"
    found: dict[Sentence, list[str]] = {}
    for entry in entries(path.read_text("utf-8")) if path.exists() else ():
        sentence = Sentence(entry["msgid"], entry.get("msgid_plural"), entry.get("msgctxt"))
        found[sentence] = [text for name, text in entry.items() if name.startswith("msgstr")]
    return found


def plural_forms(header: str) -> int:
    """How many forms of a plural the header of a catalogue speaks of."""
    found = re.search(r"nplurals=(\d+)", header)
    return int(found[1]) if found else 0


def catalogue(code: str) -> str:
    """The catalogue of a language, with an entry for every sentence and for no other."""
    known = translations(code)
    header = known[Sentence("")][0]
    lines = ['msgid ""', 'msgstr ""', *(f"{_quoted(line)}" for line in header.splitlines(keepends=True)), ""]
    module = ""
    for sentence, said_by in sorted(sentences().items(), key=lambda item: item[1]):
        if said_by != module:
            module = said_by
            lines += [f"# {module}", ""]
        if sentence.context is not None:
            lines.append(f"msgctxt {_quoted(sentence.context)}")
        lines.append(f"msgid {_quoted(sentence.text)}")
        if sentence.plural is None:
            lines.append(f"msgstr {_quoted(known.get(sentence, [''])[0])}")
        else:
            lines.append(f"msgid_plural {_quoted(sentence.plural)}")
            forms = plural_forms(header)
            texts = known.get(sentence, [])
            texts = texts if len(texts) == forms else [""] * forms
            lines += [f"msgstr[{number}] {_quoted(text)}" for number, text in enumerate(texts)]
        lines.append("")
    return "\n".join(lines)


def _quoted(text: str) -> str:
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n").replace("\t", "\\t")
    return f'"{escaped}"'


if __name__ == "__main__":
    sys.path.insert(0, str(PACKAGE.parent))
    for path in sorted(LOCALE.glob("*.po")):
        if sys.argv[1:] and path.stem not in sys.argv[1:]:
            continue
        path.write_text(catalogue(path.stem), "utf-8", newline="\n")
        missing = sum(not all(texts) for texts in translations(path.stem).values())
        print(f"{path.name}: {len(sentences())} sentences, {missing} to translate")
