"""The catalogues say everything, in the right forms, and nothing else (formats 1, `--lang`)."""

from __future__ import annotations

import string

import catalogues
import pytest
from catalogues import LOCALE, Sentence

from rubamazzo_cli.cards import DECKS
from rubamazzo_cli.commands import ANSWERS, COMMANDS, answer, command_words
from rubamazzo_cli.i18n import LANGUAGES, Catalogue, entries, language, preferred
from rubamazzo_cli.names import Names

TRANSLATED = [code for code in LANGUAGES if code != "en"]
SENTENCES = catalogues.sentences()


def test_there_is_a_catalogue_for_each_language_and_no_other():
    assert sorted(path.stem for path in LOCALE.glob("*.po")) == sorted(TRANSLATED)


@pytest.mark.parametrize("code", TRANSLATED)
def test_catalogue_is_as_the_program_would_write_it(code):
    """No entry is missing, stale or out of place: `python tests/catalogues.py` mends it."""
    assert (LOCALE / f"{code}.po").read_text("utf-8") == catalogues.catalogue(code)


@pytest.mark.parametrize("code", TRANSLATED)
def test_everything_is_translated(code):
    known = catalogues.translations(code)
    assert [sentence for sentence in SENTENCES if not all(known[sentence])] == []
    assert "fuzzy" not in (LOCALE / f"{code}.po").read_text("utf-8")


@pytest.mark.parametrize("code", TRANSLATED)
def test_plurals_have_as_many_forms_as_the_language(code):
    known = catalogues.translations(code)
    forms = catalogues.plural_forms(known[Sentence("")][0])
    expected = {"ro": 3, "id": 1}.get(code, 2)
    assert forms == expected
    for sentence, texts in known.items():
        assert len(texts) == (forms if sentence.plural else 1), sentence


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}


@pytest.mark.parametrize("code", TRANSLATED)
def test_fields_are_those_of_the_sentence(code):
    for sentence, texts in catalogues.translations(code).items():
        if "{" not in sentence.text or not sentence.text:
            continue
        for at, text in enumerate(texts):
            wanted = fields(sentence.plural or sentence.text)
            one = at == 0 and len(texts) > 1
            assert fields(text) in ([wanted, wanted - {"n"}] if one else [wanted]), (sentence.text, text)


@pytest.mark.parametrize("code", TRANSLATED)
def test_sentences_end_as_sentences(code):
    for sentence, texts in catalogues.translations(code).items():
        for text in texts:
            if sentence.text and sentence.context is None and sentence.text[-1] in ".!?:":
                assert text[-1] in ".!?:", (sentence.text, text)
            assert text == text.strip() or not sentence.text
            assert "  " not in text


@pytest.mark.parametrize("code", LANGUAGES)
def test_command_words_clash_with_nothing(code):
    words = command_words(language(code))
    codes = {card.code.casefold() for deck in DECKS.values() for card in deck}
    assert not codes & set(words)
    assert not {"x", "esc"} & set(words)
    assert not any(word.isdecimal() for word in words)
    own = [
        word
        for command in COMMANDS
        for word in {*language(code).pgettext("command", command.word).split(), command.word, command.letter}
        if word
    ]
    assert len(own) == len(set(own)), "no word means two things"
    assert all(word == word.casefold() for word in words), "typed in any case, understood in small letters"


@pytest.mark.parametrize("code", LANGUAGES)
def test_english_words_and_letters_work_in_every_language(code):
    words = command_words(language(code))
    for command in COMMANDS:
        assert words[command.word] is command
        if command.letter:
            assert words[command.letter] is command


@pytest.mark.parametrize("code", LANGUAGES)
def test_yes_and_no_are_different_words(code):
    for meaning, words in ANSWERS.items():
        for word in (*words, *language(code).pgettext("answer", meaning).split()):
            assert answer(language(code), word) == meaning


@pytest.mark.parametrize(
    ("code", "counts"),
    {
        "en": {0: "0 cards", 1: "1 card", 2: "2 cards", 21: "21 cards", 101: "101 cards"},
        "it": {0: "0 carte", 1: "1 carta", 2: "2 carte", 21: "21 carte", 101: "101 carte"},
        "pt": {0: "0 cartas", 1: "1 carta", 2: "2 cartas", 21: "21 cartas", 101: "101 cartas"},
        "ro": {
            0: "0 cărți",
            1: "1 carte",
            2: "2 cărți",
            19: "19 cărți",
            20: "20 de cărți",
            21: "21 de cărți",
            100: "100 de cărți",
            101: "101 cărți",
        },
        "id": {0: "0 kartu", 1: "1 kartu", 2: "2 kartu", 101: "101 kartu"},
        "fr": {0: "0 carte", 1: "1 carte", 2: "2 cartes", 21: "21 cartes", 101: "101 cartes"},
        "da": {0: "0 kort", 1: "1 kort", 2: "2 kort", 21: "21 kort", 101: "101 kort"},
    }.items(),
)
def test_counts_of_cards(code, counts):
    names = Names(language(code))
    assert {n: names.count(n).replace("\xa0", " ") for n in counts} == counts


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "C"}, "en"),
        ({"LANG": "C.UTF-8", "LANGUAGE": "it"}, "en"),
        ({"LANG": "POSIX"}, "en"),
        ({"LANG": "it_IT.UTF-8"}, "it"),
        ({"LANG": "pt_BR.UTF-8"}, "pt"),
        ({"LANG": "pt_PT@euro"}, "pt"),
        ({"LANG": "in_ID"}, "id"),
        ({"LANG": "xx_YY.UTF-8"}, "en"),
        ({"LANG": "garbage"}, "en"),
        ({"LANG": "it_IT", "LC_MESSAGES": "da_DK"}, "da"),
        ({"LANG": "it_IT", "LC_MESSAGES": "da_DK", "LC_ALL": "fr_FR"}, "fr"),
        ({"LANG": "it_IT", "LC_ALL": ""}, "it"),
        ({"LANG": "en_US.UTF-8", "LANGUAGE": "de:ro:it"}, "ro"),
        ({"LANG": "it_IT.UTF-8", "LANGUAGE": "xx"}, "it"),
    ],
)
def test_the_locale_chooses_the_language(environment, code):
    assert preferred(environment) == code


def test_what_is_no_catalogue_is_said_with_its_line():
    with pytest.raises(ValueError, match="line 2"):
        list(entries('msgid "a"\nmsgstr b\n'))


def test_a_catalogue_reads_quoted_lines_escapes_and_contexts():
    text = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=1; plural=0;\\n"\n\nmsgctxt "c"\nmsgid "w"\nmsgstr "a "\n"\\"b\\"\\n"\n'
    catalogue = Catalogue(text)
    assert catalogue.pgettext("c", "w") == 'a "b"\n'
    assert catalogue.pgettext("d", "w") == "w"
    assert catalogue.gettext("w") == "w"
    assert catalogue.ngettext("{n} card", "{n} cards", 3) == "{n} cards"


def test_what_a_catalogue_lacks_is_said_in_english():
    catalogue = Catalogue(
        'msgid ""\nmsgstr "Language: xx"\n\nmsgid "one"\nmsgstr ""\n\nmsgid "{n} card"\nmsgid_plural "{n} cards"\nmsgstr[0] ""\n'
    )
    assert catalogue.gettext("one") == "one"
    assert [catalogue.ngettext("{n} card", "{n} cards", n) for n in (1, 2)] == ["{n} card", "{n} cards"]
    assert Catalogue("").gettext("one") == "one"
