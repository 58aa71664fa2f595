"""What somebody wants in every game: the command line over variables over a file, and no mistake unsaid (formats 1)."""

from __future__ import annotations

import subprocess
import sys

import pytest
from surroundings import plain

from rubamazzo_cli.errors import BadPreference
from rubamazzo_cli.i18n import language
from rubamazzo_cli.preferences import DEFAULTS, Preference, defaults_for, file_of, preferences_in, told


@pytest.fixture
def home(tmp_path):
    """A home, a way to put a file of preferences there, and one to run the program in it."""

    class Home:
        folder = tmp_path
        file = tmp_path / ".config" / "rubamazzo" / "config.toml"

        def says(self, text: str | bytes) -> None:
            self.file.parent.mkdir(parents=True, exist_ok=True)
            self.file.write_bytes(text.encode() if isinstance(text, str) else text)

        def run(self, *words: str, typed: str = "q\n", **variables: str) -> subprocess.CompletedProcess[str]:
            return subprocess.run(
                [sys.executable, "-m", "rubamazzo_cli", *words],
                input=typed,
                capture_output=True,
                encoding="utf-8",
                env=plain(HOME=str(tmp_path), **variables),
            )

        def wants(self, **variables: str) -> dict[str, object]:
            found = preferences_in({"HOME": str(tmp_path)} | variables)
            return {name: preference.value for name, preference in found.items()}

    return Home()


EVERYTHING = """\ufeff# at home
variant = "classico"\r
set = [
  "hand=5",
  "players=3",
]
level = "hard"
lang = "it"
cards = "napoletane"
color = "never"
ascii = true
spoken = false
keys = true
verbose = true
terse = false
"""


def test_everything_can_be_said_in_the_file(home):
    home.says(EVERYTHING)
    wanted = home.wants()
    assert list(wanted) == list(DEFAULTS)
    assert wanted["set"] == ("hand=5", "players=3")
    assert (wanted["ascii"], wanted["spoken"]) == (True, False)


def test_everything_can_be_said_in_variables_which_go_over_the_file(home):
    home.says(EVERYTHING)
    values = ["nord", " hand=4 ;; table=2", "easy", "fr", "french", "auto", "no", "YES", "0", "off", "1"]
    names = [f"RUBAMAZZO_{name.upper()}" for name in DEFAULTS]
    wanted = home.wants(**dict(zip(names, values, strict=True)))
    assert [wanted[name] for name in DEFAULTS] == [
        *["nord", ("hand=4", "table=2"), "easy", "fr", "french", "auto"],
        *[False, True, False, False, True],
    ]


def test_an_empty_variable_says_nothing_but_that_there_are_no_house_rules(home):
    home.says(EVERYTHING)
    wanted = home.wants(RUBAMAZZO_LEVEL="", RUBAMAZZO_ASCII=" ", RUBAMAZZO_SET="")
    assert (wanted["level"], wanted["ascii"], wanted["set"]) == ("hard", True, ())


def test_the_command_line_goes_over_all(home):
    home.says('variant = "nord"\nlang = "da"\nlevel = "hard"\nset = ["hand=5"]\n')
    plain = ["--variant", "rubamazzo", "--lang", "it", "--level", "easy", "--set", "hand=3", "--seed", "1"]
    ours = home.run(*plain, RUBAMAZZO_LANG="fr", RUBAMAZZO_LEVEL="normal")
    home.file.unlink()
    assert ours.stdout == home.run(*plain).stdout
    assert ours.returncode == 0


def test_a_game_is_as_preferred(home):
    asked = home.run("--variant", "nord", "--set", "hand=5", "--level", "hard", "--lang", "it", "--seed", "1")
    home.says('variant = "nord"\nset = ["hand=5"]\nlang = "it"\n')
    preferred = home.run("--seed", "1", RUBAMAZZO_LEVEL="hard")
    assert preferred.stdout == asked.stdout


def test_every_command_has_them(home):
    home.says('lang = "it"\nvariant = "asso"\nascii = true\n')
    assert home.run("rules").stdout == home.run("rules", "asso", "--lang", "it", "--ascii").stdout
    assert home.run("rules").stdout != home.run("rules", "nord").stdout
    assert "Uso:" in home.run("--help").stdout
    assert "Uso:" in home.run("rules", "--help").stdout
    assert home.run("--color", "never", "variants", RUBAMAZZO_COLOR="always").stdout.count("\x1b") == 0


def test_of_verbose_and_terse_the_nearer_holds(home):
    home.says("verbose = true\n")
    assert home.wants(RUBAMAZZO_TERSE="1") == {"terse": True}
    wanted = preferences_in({"HOME": str(home.folder)})
    assert defaults_for(wanted, ["play"]) == {"verbose": True}
    assert defaults_for(wanted, ["play", "--terse"]) == {}
    terse = home.run("--terse", "--seed", "1")
    assert terse.returncode == 0
    home.file.unlink()
    assert terse.stdout == home.run("--terse", "--seed", "1").stdout


MISTAKES = {
    'level = "god"\n': (1, "level"),
    '\n# x\nlang = "latin"\n': (3, "lang"),
    'cards = "tarot"\n': (1, "cards"),
    'color = "red"\n': (1, "color"),
    'variant = "briscola"\n': (1, "variant"),
    'ascii = "yes"\n': (1, "ascii"),
    "level = 3\n": (1, "level"),
    'set = "hand=5"\n': (1, "set"),
    'set = ["hund=5"]\n': (1, "hund"),
    'lang = "it"\nset = [\n  "hand=3",\n  "hand=50",\n]\n': (2, "hand"),
    "set = [5]\n": (1, "set"),
    "seed = 7\n": (1, "seed"),
    'Lang = "it"\n': (1, "Lang"),
    'lang = "it"\n\n[players]\nanna = 1\n': (3, "players"),
    'lang.code = "it"\n': (1, "lang"),
    'lang = "it"\nlevel = hard\n': (2, "level"),
    'lang = "it"\nlevel\n': (2, "level"),
    'level = "hard\n': (1, "level"),
    'lang = "it"\n\nlang = "fr"\n': (3, "lang"),
    "terse = true\nverbose = true\n": (1, "terse"),
}


@pytest.mark.parametrize("text", MISTAKES)
def test_a_mistake_in_the_file_is_told_with_file_line_and_key(home, text):
    line, key = MISTAKES[text]
    home.says(text)
    done = home.run("variants")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{home.file}, line {line}: ")
    assert key in done.stderr
    assert done.stderr.count("\n") == 1


def test_what_is_not_text_or_cannot_be_read_is_told(home):
    home.says(b'lang = "it"\nlevel = "\xff"\n')
    done = home.run("variants")
    assert (done.returncode, done.stderr) == (2, f"{home.file}, line 2: This line is not text in UTF-8.\n")
    home.file.unlink()
    home.file.mkdir()
    assert home.run("variants").returncode == 4


@pytest.mark.parametrize(
    ("variable", "value"),
    [
        *[("RUBAMAZZO_LEVEL", "god"), ("RUBAMAZZO_LANG", "latin"), ("RUBAMAZZO_SET", "hand=5;hund=3")],
        *[("RUBAMAZZO_KEYS", "perhaps"), ("RUBAMAZZO_SEED", "7"), ("RUBAMAZZO_SEAT", "you")],
        *[("RUBAMAZZO_VARAINT", "nord"), ("RUBAMAZZO_", "x"), ("RUBAMAZZO_lang", "it")],
    ],
)
def test_a_mistake_in_a_variable_is_told_with_its_name(home, variable, value):
    done = home.run("variants", **{variable: value})
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith(f"{variable}: ")


def test_variables_that_mean_something_else_are_left_alone(home):
    done = home.run("variants", RUBAMAZZO_STATE=str(home.folder), RUBAMAZZO_TEST_POSITIONS="3")
    assert (done.returncode, done.stderr) == (0, "")


def test_house_rules_that_cannot_go_with_a_variant_are_told_with_where_they_are(home):
    home.says('\nset = ["scoring=scopa"]\n')
    assert home.run("--seed", "1").returncode == 0
    for words in (["--variant", "bundles"], ["rules", "bundles"]):
        done = home.run(*words)
        assert done.returncode == 2
        assert done.stderr.startswith(f"{home.file}, line 2: set: scoring=scopa and deck=52 ")
    assert home.run("config", RUBAMAZZO_VARIANT="bundles").returncode == 2


def test_config_tells_what_is_in_force_and_who_says_so(home):
    home.says('level = "hard"\n\nset = ["hand=5"]\nlang = "fr"\n')
    lines = home.run("config", "--lang", "en", "--color", "never", RUBAMAZZO_SPOKEN="yes", COLUMNS="200").stdout
    assert str(home.file) in lines.splitlines()[0]
    assert lines.splitlines()[2:] == [
        'variant = "rubamazzo" (as nothing else is said)',
        'set = ["hand=5"] (the file, line 3)',
        'level = "hard" (the file, line 1)',
        'lang = "en" (this command)',
        'cards = "plain" (as nothing else is said)',
        'color = "never" (this command)',
        "ascii = false (as nothing else is said)",
        "spoken = true (the variable RUBAMAZZO_SPOKEN)",
        "keys = false (as nothing else is said)",
        "verbose = false (as nothing else is said)",
        "terse = false (as nothing else is said)",
    ]


def test_what_config_prints_can_be_put_into_the_file(home):
    home.says(EVERYTHING)
    settings = [line.partition(" (")[0] for line in home.run("config").stdout.splitlines() if " = " in line]
    before = home.wants()
    home.says("\n".join(settings))
    assert home.wants() == before


def test_config_says_where_the_file_would_be(home):
    assert str(home.file) in home.run("config", COLUMNS="300").stdout
    lines = [line.text for line in told({}, None, {}, language("en"))]
    assert lines[0] == "No home directory is known here, so there is no file of your preferences."


@pytest.mark.parametrize(
    ("platform", "environment", "path"),
    [
        ("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "/c"}, "/c/rubamazzo/config.toml"),
        ("linux", {"HOME": "/h", "XDG_CONFIG_HOME": "c"}, "/h/.config/rubamazzo/config.toml"),
        ("linux", {"HOME": "/h"}, "/h/.config/rubamazzo/config.toml"),
        ("darwin", {"HOME": "/h"}, "/h/Library/Application Support/rubamazzo/config.toml"),
        ("win32", {"APPDATA": "/a"}, "/a/rubamazzo/config.toml"),
        ("win32", {"HOME": "/h"}, None),
        ("linux", {}, None),
    ],
)
def test_where_the_file_is(platform, environment, path):
    assert file_of(environment, platform) == path


def test_transcripts_are_checked_whatever_is_preferred(home):
    home.says(EVERYTHING.replace('lang = "it"\n', "").replace("ascii = true\n", ""))
    done = home.run("check", "transcripts/rules.txt", "transcripts/take-one.txt", RUBAMAZZO_SPOKEN="1")
    assert (done.returncode, done.stdout) == (0, "2 transcripts are as recorded.\n")


@pytest.mark.usefixtures("unmeasured")
def test_without_preferences_no_file_is_parsed():
    code = "import sys; from rubamazzo_cli.preferences import preferences_in; preferences_in({}); print('tomllib' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.stdout == "False\n"


def test_errors_carry_the_place():
    with pytest.raises(BadPreference) as error:
        preferences_in({"RUBAMAZZO_LEVEL": "god"})
    assert (error.value.place, error.value.line, error.value.reason) == ("RUBAMAZZO_LEVEL", 0, "value")
    assert Preference("easy", "RUBAMAZZO_LEVEL").text is None
