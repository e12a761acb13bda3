"""Emoji by name: found by CLDR's names in four languages, each shown once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from desktop_app.mail.hidden.invisible import without_invisible
from desktop_app.ui.review.typed.emoji_names import MOST_OFFERED, offers, table


@pytest.mark.parametrize(
    ("word", "emoji"),
    [
        ("tada", "🎉"), ("party_pop", "🎉"), ("thumbsup", "👍"), ("thumbs_up", "👍"),
        ("daumen_hoch", "👍"), ("pouce", "👍"), ("pulgar", "👍"), ("red_hea", "❤️"),
        ("rotes_herz", "❤️"), ("flag_for_germany", "🇩🇪"), ("ger", "🇩🇪"), ("smile", "😄"),
    ],
)  # fmt: skip
def test_an_emoji_is_found_by_its_name(word: str, emoji: str) -> None:
    assert emoji in [each.value for each in offers(word, table())]


def test_names_that_begin_so_come_first_and_each_emoji_once() -> None:
    found = [each.value for each in offers("cat", table())]
    assert found[0] == "🐈"
    assert len(found) == len(set(found)) <= MOST_OFFERED
    assert offers("nothinglikethat", table()) == []


def test_english_names_come_first_and_the_name_that_fits_is_shown() -> None:
    shown = [each.words for each in offers("par", table())]
    assert shown[0] == "🦜 parrot"
    assert shown.index("🎉 party popper") < shown.index("☂️ paraguas")
    assert [each.words for each in offers("daumen_h", table())] == ["👍 daumen hoch"]


def test_every_emoji_goes_into_a_mail_as_it_is_seen() -> None:
    for each in table():
        assert without_invisible(each.emoji) == each.emoji
        assert each.names
    assert 1_500 < len(table()) < 3_000


def test_the_names_are_read_when_they_are_first_wanted() -> None:
    code = (
        "import sys, desktop_app.ui.review.pane;"
        "sys.exit(any(name.partition('.')[0] == 'emoji' for name in sys.modules))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False, timeout=60).returncode == 0
