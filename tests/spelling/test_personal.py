"""The person's own words are a text file, one word a line, which nothing but a press changes."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.model.errors import BadInput, StorageError
from desktop_app.spelling.known import is_known, known_in
from desktop_app.spelling.personal import PersonalWords


def test_a_word_is_added_and_removed_in_a_readable_file(tmp_path: Path) -> None:
    words = PersonalWords(tmp_path)
    assert words.words == ()
    for word in ("Quxley", "größtmöglichst", "Quxley"):
        words.add(word)
    assert (tmp_path / "words.txt").read_text("utf-8") == "Quxley\ngrößtmöglichst\n"
    assert PersonalWords(tmp_path).words == ("Quxley", "größtmöglichst")
    words.remove("Quxley")
    assert words.words == PersonalWords(tmp_path).words == ("größtmöglichst",)


def test_what_is_written_into_the_file_meanwhile_stays(tmp_path: Path) -> None:
    words = PersonalWords(tmp_path)
    words.add("one")
    (tmp_path / "words.txt").write_text("\ufeffone\r\n\r\n  two \nthree words here\n", "utf-8")
    assert PersonalWords(tmp_path).words == ("one", "two"), "the next start sees it"
    words.add("four")
    assert PersonalWords(tmp_path).words == ("one", "two", "four")


@pytest.mark.parametrize("word", ["", "  ", "two words", "a\nb", "a\0b", "q" * 61, "\u202eword"])
def test_what_is_no_word_is_refused(tmp_path: Path, word: str) -> None:
    with pytest.raises(BadInput):
        PersonalWords(tmp_path).add(word)
    assert not (tmp_path / "words.txt").exists()


@pytest.mark.parametrize("content", [b"\xff\xfe\0w", b"x" * 2_000_001])
def test_a_file_that_cant_be_read_is_said_and_left_as_it_is(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "words.txt"
    path.write_bytes(content)
    words = PersonalWords(tmp_path)
    with pytest.raises(StorageError, match="can't be read"):
        _ = words.words
    with pytest.raises(StorageError):
        words.add("word")
    assert path.read_bytes() == content


def test_a_folder_in_its_place_is_said(tmp_path: Path) -> None:
    (tmp_path / "words.txt").mkdir()
    with pytest.raises(StorageError, match="it is no file"):
        PersonalWords(tmp_path).add("word")


@given(st.lists(st.text(st.characters(categories=["L", "Mn"]), min_size=1, max_size=12)))
def test_every_word_of_a_text_is_known(parts: list[str]) -> None:
    known = known_in((" ".join(parts),))
    for part in parts:
        if part[0].isalpha():
            assert is_known(part, known)


def test_names_are_known_in_capitals_as_parts_and_in_the_genitive() -> None:
    known = known_in(("Anna-Lena O’Quxley", "müller"))
    for word in ("anna", "Lena", "Anna-Lena", "O'Quxley", "Müller", "Müllers", "ANNA", "Anna’s"):
        assert is_known(word, known), word
    for word in ("Ann", "Quxleyy", "s"):
        assert not is_known(word, known), word
