"""Settings show the languages that are checked, what is wrong with dictionaries, and own words."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.spelling.service import Spelling
from desktop_app.ui.settings.dialog import SettingsDialog
from desktop_app.ui.settings.spelling_part import NO_DICTIONARY, SpellingPart
from tests.fakes.house import TestHouse
from tests.spelling.here import Here, small, write
from tests.ui import conftest
from tests.ui.conftest import WindowDriver


@pytest.fixture
def spelling(house: TestHouse) -> Spelling:
    return small(house.profile, house.settings)


@pytest.fixture(autouse=True)
def given(spelling: Spelling, monkeypatch: pytest.MonkeyPatch) -> None:
    made = conftest.services_of
    monkeypatch.setattr(
        conftest, "services_of", lambda *given: replace(made(*given), spelling=spelling)
    )


def part(driver: WindowDriver) -> tuple[SettingsDialog, SpellingPart]:
    dialog = SettingsDialog(driver.bench, driver.window, page="Writing")
    dialog.show()
    found = dialog.findChild(SpellingPart)
    assert isinstance(found, SpellingPart)
    driver.until(lambda: bool(found.boxes) or NO_DICTIONARY[:30] in found.note.text())
    return dialog, found


def said(shown: Any) -> str:
    return " | ".join(each.text() for each in shown.findChildren(QLabel) if each.isVisible())


def test_ticks_are_the_languages_that_are_checked(driver: WindowDriver) -> None:
    dialog, shown = part(driver)
    assert {box.text(): box.isChecked() for box in shown.boxes.values()} == {
        "English": True,
        "German": True,
    }
    settings = driver.bench.services.settings
    shown.boxes["en_US"].click()
    driver.until(lambda: settings.items("spelling.languages") == ("de_DE",))
    shown.boxes["de_DE"].click()
    driver.until(lambda: settings.items("spelling.languages") == ("none",))
    driver.until(lambda: not any(box.isChecked() for box in shown.boxes.values()))
    dialog.line.undo.click()
    driver.until(lambda: settings.items("spelling.languages") == ())
    driver.until(lambda: all(box.isChecked() for box in shown.boxes.values()))
    dialog.reject()


def test_a_broken_dictionary_is_told_of_in_a_sentence(
    driver: WindowDriver, house: TestHouse
) -> None:
    write(house.profile / "dictionaries", "it_IT", ("uno", "due"))
    (house.profile / "dictionaries" / "it_IT.dic").write_bytes(b"2\nun\xff\n")
    dialog, shown = part(driver)
    driver.until(lambda: "is damaged: its words are not UTF-8 text." in said(shown))
    assert "Italian" in {box.text() for box in shown.boxes.values()}
    dialog.reject()


def test_words_are_shown_removed_and_put_back(driver: WindowDriver, spelling: Spelling) -> None:
    for word in ("Quxley", "Zorb"):
        spelling.add(word)
    dialog, shown = part(driver)
    driver.until(lambda: shown.words.count() == 2)
    assert not shown.remove.isEnabled()
    shown.words.setCurrentRow(0)
    shown.remove.click()
    driver.until(lambda: shown.words.count() == 1)
    assert spelling.personal.words == ("Zorb",)
    assert "“Quxley” was removed." in said(shown)
    shown.line.undo.click()
    driver.until(lambda: shown.words.count() == 2)
    shown.words.setCurrentRow(1)
    shown.words.setFocus()
    driver.qtbot.keyClick(shown.words, Qt.Key.Key_Delete)
    driver.until(lambda: spelling.personal.words == ("Zorb",))
    dialog.reject()


def test_words_that_cant_be_read_are_told_of(driver: WindowDriver, house: TestHouse) -> None:
    (house.profile / "words.txt").write_bytes(b"\xff")
    dialog, shown = part(driver)
    told = "words.txt in the profile folder can't be read: it is not UTF-8 text."
    driver.until(lambda: told in said(shown))
    dialog.reject()


class TestWithoutDictionaries:
    @pytest.fixture
    def spelling(self, house: TestHouse) -> Spelling:
        settings = house.settings
        return Spelling(house.profile, settings, system=lambda: "de_DE", folders=(), process=Here())

    def test_it_is_said_here(self, driver: WindowDriver, house: TestHouse) -> None:
        dialog, shown = part(driver)
        assert "No dictionary was found" in said(shown)
        assert str(house.profile / "dictionaries") in said(shown)
        assert "dictionar" not in said(driver.window).lower().replace(said(shown).lower(), "")
        dialog.reject()
