"""The window of a profile is given spelling, which is made when it is first asked."""

from __future__ import annotations

from pathlib import Path

from desktop_app.app import build, services
from desktop_app.spelling.passages import Passage
from tests.sure import there


def test_the_window_has_spelling_in_the_systems_language_or_english(tmp_path: Path) -> None:
    house = build(tmp_path)
    try:
        spelling = there(services(house).spelling)
        assert spelling.languages() != (), "the library brings English"
        [judged] = spelling.check([Passage("please read the lettr of the person")])
        assert [mark.word for mark in judged.marks] == ["lettr"]
        spelling.add("lettr")
        assert (tmp_path / "words.txt").read_text("utf-8") == "lettr\n"
    finally:
        house.shutdown()
