"""Which dictionaries are found and chosen, and what is said of those that can't be used."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Callable
from pathlib import Path

import pytest

from desktop_app.spelling.dictionaries import chosen, find, places, told
from desktop_app.spelling.speller import (
    MOST_BYTES,
    DictionaryError,
    HunspellSpeller,
    look_through,
)
from tests.spelling.here import write

WORDS = ("house", "table", "letter")


def codes(*folders: Path) -> list[str]:
    return [one.code for one in find(folders)]


def test_a_dictionary_is_two_files_with_the_name_of_a_language(tmp_path: Path) -> None:
    write(tmp_path, "en_US", WORDS)
    write(tmp_path, "sr_Latn_RS", WORDS)
    write(tmp_path, "hyphenation of something", WORDS)
    (tmp_path / "de_DE.dic").write_text("1\nHaus\n")
    assert codes(tmp_path, tmp_path / "not there") == ["en_US", "sr_Latn_RS"]


def test_several_names_of_one_file_are_one_dictionary(tmp_path: Path) -> None:
    write(tmp_path, "fr", WORDS)
    for name in ("fr_BE", "fr_CA"):
        for kind in ("aff", "dic"):
            (tmp_path / f"{name}.{kind}").symlink_to(f"fr.{kind}")
    [one] = find((tmp_path,))
    assert (one.code, one.others) == ("fr", ("fr_BE", "fr_CA"))
    assert one.is_for("fr_CA")
    assert one.is_for("fr-CA")
    assert not one.is_for("fr_FR")


def test_the_first_place_counts_and_the_profiles_own_is_the_first(tmp_path: Path) -> None:
    own, system = tmp_path / "own", tmp_path / "system"
    write(own, "en_US", WORDS)
    write(system, "en_US", WORDS)
    assert find((own, system))[0].dic == own / "en_US.dic"
    assert places(tmp_path, {})[0] == tmp_path / "dictionaries"
    given = places(tmp_path, {"DICPATH": f"/a{os.pathsep}/b"})
    assert [Path("/a"), Path("/b")] == [p for p in given if str(p) in {"/a", "/b"}]


@pytest.mark.parametrize(
    ("wanted", "system", "picked"),
    [
        ((), "de_AT", ["de_DE", "en_GB"]),
        ((), "C", ["en_GB"]),
        ((), "en_GB", ["en_GB"]),
        ((), "xx_YY", ["en_GB"]),
        (("fr",), "de_AT", ["fr"]),
        (("fr", "de_DE", "xx"), "de_AT", ["fr", "de_DE"]),
        (("none",), "de_AT", []),
    ],
)
def test_the_systems_language_and_english_are_chosen_unless_one_says_otherwise(
    tmp_path: Path, wanted: tuple[str, ...], system: str, picked: list[str]
) -> None:
    for code in ("de_DE", "en_GB", "fr"):
        write(tmp_path, code, WORDS)
    assert [one.code for one in chosen(find((tmp_path,)), wanted, system)] == picked


def test_the_country_is_told_where_a_language_has_several(tmp_path: Path) -> None:
    for code in ("de_AT", "de_DE", "fr", "qq"):
        write(tmp_path, code, WORDS)
    known = find((tmp_path,))
    names = ["German (Austria)", "German (Germany)", "French", "qq"]
    assert [told(one, known) for one in known] == names


def test_a_dictionary_in_another_character_set_is_read_as_that(tmp_path: Path) -> None:
    (tmp_path / "de_DE.aff").write_bytes(b"SET ISO8859-1\n")
    (tmp_path / "de_DE.dic").write_bytes("2\nGrüße\nHäuser\n".encode("latin-1"))
    speller = HunspellSpeller(tmp_path / "de_DE.aff", tmp_path / "de_DE.dic")
    assert speller.right("Grüße")
    assert not speller.right("Grüsse")
    assert not speller.right("слово"), "it has no such letters"
    assert speller.suggest("слово") == ()


def huge(path: Path) -> None:
    with path.open("wb") as file:
        file.truncate(MOST_BYTES + 1)


BROKEN: dict[str, tuple[bytes, bytes | Callable[[Path], None]]] = {
    "is damaged: its words are not UTF-8 text": (b"SET UTF-8\n", b"2\nGr\xfc\xdfe\nHaus\n"),
    "is damaged: it does not begin with the number of its words": (b"SET UTF-8\n", b"Haus\nHof\n"),
    "is cut short: words at its end are missing": (b"SET UTF-8\n", b"300\nHaus\n"),
    "is written in a character set that nobody knows": (b"SET NOTHING-8\n", b"1\nHaus\n"),
    "is damaged: it is no list of words": (b"SET ISO8859-1\n", b"1\nHa\0us\n"),
    "is larger than 40 MB": (b"SET UTF-8\n", huge),
    "can't be read: de_DE.dic is no file": (b"SET UTF-8\n", Path.mkdir),
}


@pytest.mark.parametrize("said", BROKEN)
def test_what_is_wrong_with_a_dictionary_is_said(tmp_path: Path, said: str) -> None:
    rules, words = BROKEN[said]
    (tmp_path / "de_DE.aff").write_bytes(rules)
    dic = tmp_path / "de_DE.dic"
    if callable(words):
        words(dic)
    else:
        dic.write_bytes(words)
    with pytest.raises(DictionaryError, match=said.replace("(", r"\(")):
        look_through(tmp_path / "de_DE.aff", dic)


@pytest.mark.parametrize("start", range(0, 240, 24))
def test_bytes_of_any_kind_are_a_dictionary_or_said_to_be_none(tmp_path: Path, start: int) -> None:
    noise = bytes((start * 7 + n * n) % 256 for n in range(4_000))
    for rules, words in ((noise, b"1\nHaus\n"), (b"SET UTF-8\n", noise), (noise, noise)):
        (tmp_path / "de_DE.aff").write_bytes(rules)
        (tmp_path / "de_DE.dic").write_bytes(words)
        with contextlib.suppress(DictionaryError):
            look_through(tmp_path / "de_DE.aff", tmp_path / "de_DE.dic")
