"""Settings → Assistant → How you write: read, edited, learned anew, forgotten."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QMessageBox, QPushButton, QWidget

from desktop_app.model.writing_style import StyleKey
from desktop_app.tools.person.writing_styles import LONGEST_STYLE
from desktop_app.ui.settings.assistant_page import AssistantPage
from desktop_app.ui.settings.writing_styles import (
    FORGOTTEN,
    NOTHING,
    OFF,
    TOO_LONG,
    WritingStylesDialog,
)
from tests.fakes.house import mail
from tests.ui.conftest import WindowDriver

BODY = "Hi Dana,\n\nyes, we will have the list for you on Monday.\n\nCheers,\nAlex"
TO_DANA = StyleKey("work", "alex@fernhill.example", "dana@lee.example")
GENERAL = StyleKey("work", "alex@fernhill.example")


def wrote(driver: WindowDriver) -> None:
    for number in range(2):
        raw = mail(
            "List",
            BODY,
            from_="Alex Morgan <alex@fernhill.example>",
            to="Dana Lee <dana@lee.example>",
        )
        raw = raw.replace(b"one@lee", b"%d@own" % number)
        driver.house.add(raw, frozenset({"SENT"}))


def opened(driver: WindowDriver) -> WritingStylesDialog:
    dialog = WritingStylesDialog(driver.bench, driver.window)
    dialog.show()
    driver.until(lambda: dialog.current is not None)
    return dialog


@pytest.fixture
def dialog(driver: WindowDriver) -> Iterator[WritingStylesDialog]:
    wrote(driver)
    made = opened(driver)
    yield made
    made.close()
    made.deleteLater()


def kept(driver: WindowDriver, key: StyleKey) -> str:
    found = driver.house.store.writing_styles.get(key)
    return found.text if found is not None else ""


def test_the_page_opens_it(driver: WindowDriver) -> None:
    page = AssistantPage(driver.bench, lambda *_: None)
    page.show()
    page.style_button.click()
    driver.until(lambda: bool(page.findChildren(WritingStylesDialog)))
    [dialog] = page.findChildren(WritingStylesDialog)
    assert dialog.windowTitle() == "How you write"
    driver.until(lambda: dialog.current is not None)
    dialog.reject()
    page.deleteLater()


def test_what_is_not_known_yet_is_said(driver: WindowDriver) -> None:
    dialog = opened(driver)
    assert dialog.text.toPlainText() == ""
    assert dialog.text.placeholderText() == NOTHING
    assert dialog.text.accessibleDescription() == NOTHING
    assert not dialog.forget.isEnabled()
    dialog.reject()


def test_identities_and_people_are_listed_with_their_text(dialog: WritingStylesDialog) -> None:
    rows = [dialog.list.item(place).text() for place in range(dialog.list.count())]
    person = "alex@fernhill.example: to Dana Lee"
    assert rows == ["alex@fernhill.example: in general", person]
    assert "Hi [first name]," in dialog.text.toPlainText()
    dialog.list.setCurrentRow(1)
    assert "Hi Dana," in dialog.text.toPlainText()
    named = [w for w in dialog.findChildren(QWidget) if isinstance(w, QPushButton)]
    assert all(button.text() or button.accessibleName() for button in named)


def test_ones_own_text_is_saved_and_learning_again_takes_it_away_and_back(
    driver: WindowDriver, dialog: WritingStylesDialog
) -> None:
    dialog.list.setCurrentRow(1)
    learned = dialog.text.toPlainText()
    assert not dialog.save.isEnabled()
    dialog.text.setPlainText("Short and dry.")
    dialog.save.click()
    driver.until(lambda: kept(driver, TO_DANA) == "Short and dry.")
    driver.until(lambda: not dialog.save.isEnabled())
    dialog.again.click()
    driver.until(lambda: dialog.text.toPlainText() == learned)
    dialog.line.undo.click()
    driver.until(lambda: dialog.text.toPlainText() == "Short and dry.")
    assert kept(driver, TO_DANA) == "Short and dry."


def test_forgetting_can_be_undone(driver: WindowDriver, dialog: WritingStylesDialog) -> None:
    learned = dialog.text.toPlainText()
    dialog.forget.click()
    driver.until(lambda: dialog.text.toPlainText() == "")
    assert dialog.text.placeholderText() == FORGOTTEN
    assert kept(driver, GENERAL) == ""
    dialog.line.undo.click()
    driver.until(lambda: dialog.text.toPlainText() == learned)


def test_what_was_typed_stays_with_its_row_and_is_asked_for_at_the_end(
    driver: WindowDriver, dialog: WritingStylesDialog
) -> None:
    dialog.text.setPlainText("In general.")
    dialog.list.setCurrentRow(1)
    dialog.text.setPlainText("To Dana.")
    dialog.list.setCurrentRow(0)
    assert dialog.text.toPlainText() == "In general."
    dialog.reject()
    [box] = dialog.findChildren(QMessageBox)
    assert dialog.isVisible()
    [save] = [b for b in box.buttons() if b.text() == "Save"]
    save.click()
    driver.until(lambda: not dialog.isVisible())
    assert (kept(driver, GENERAL), kept(driver, TO_DANA)) == ("In general.", "To Dana.")


def test_a_text_that_is_too_long_stays_to_be_shortened(
    driver: WindowDriver, dialog: WritingStylesDialog
) -> None:
    dialog.text.setPlainText("a" * (LONGEST_STYLE + 1))
    dialog.save.click()
    assert dialog.problem.text() == TOO_LONG
    assert len(dialog.text.toPlainText()) > LONGEST_STYLE
    dialog.text.setPlainText("a")
    dialog.save.click()
    driver.until(lambda: kept(driver, GENERAL) == "a")


def test_it_is_said_when_nothing_is_learned(driver: WindowDriver) -> None:
    driver.house.settings.change("assistant.learn_style", False)
    wrote(driver)
    dialog = opened(driver)
    assert dialog.note.text().endswith(OFF)
    assert dialog.text.toPlainText() == ""
    dialog.reject()
