"""The pictures of a draft made smaller: told before, one version, taken back, nothing by itself."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import QMimeData

from desktop_app.model.draft import Draft
from desktop_app.ui.bench.navigation import Undo
from desktop_app.ui.review import smaller_pictures
from desktop_app.ui.review.sheet.checks import CheckRow
from desktop_app.ui.review.sheet.smaller_dialog import SmallerDialog
from desktop_app.ui.widgets.dates import file_size
from tests.crafted.photographs import PLACE, photograph
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_reply, stored

LARGE = photograph(2_400, 1_600, noise=255)
SMALL = photograph(60, 40)


def with_pictures(driver: WindowDriver, *pictures: bytes) -> tuple[Draft, Any]:
    """A formatted draft with these pasted into it."""
    draft = own_reply(driver.house, "See ")
    pane = open_review(driver, draft)
    pane.page.words.format.click()

    def have(count: int) -> bool:
        return len(stored(driver, draft).content.attachments) == count

    for number, data in enumerate(pictures, start=1):
        held = QMimeData()
        held.setData("image/jpeg", data)
        pane.page.words.rich.insertFromMimeData(held)
        driver.until(partial(have, number))
    driver.until(lambda: stored(driver, draft).content.body.count("<img") == len(pictures))
    driver.until(lambda: pane.opened.saver.idle)
    return stored(driver, draft), pane


def asked(driver: WindowDriver, pane: Any) -> SmallerDialog:
    """The question, by the button of the check."""
    driver.until(lambda: bool(rows(pane)))
    rows(pane)[0].fix.click()
    driver.until(lambda: bool(pane.findChildren(SmallerDialog)))
    [dialog] = pane.findChildren(SmallerDialog)
    assert isinstance(dialog, SmallerDialog)
    return dialog


def rows(pane: Any) -> list[CheckRow]:
    checks = pane.page.checks.findChildren(CheckRow)
    return [row for row in checks if row.check.code == "large_pictures" and row.isVisible()]


def test_both_sizes_are_said_and_nothing_is_done_before_the_press(driver: WindowDriver) -> None:
    draft, pane = with_pictures(driver, LARGE, SMALL)
    dialog = asked(driver, pane)
    size = len(LARGE) + len(SMALL)
    said = [choice.text() for choice in dialog.choices]
    assert said[0].startswith(f"Small, at most 640 pixels: {file_size(size)} become ")
    assert said[1].startswith(f"Medium, at most 1280 pixels: {file_size(size)} become ")
    assert said[2] == f"As they are: {file_size(size)}"
    dialog.reject()
    assert stored(driver, draft) == draft


def test_the_pictures_become_smaller_as_a_version_that_is_taken_back(driver: WindowDriver) -> None:
    draft, pane = with_pictures(driver, LARGE, SMALL)
    toasts: list[tuple[str, Undo | None]] = []
    driver.bench.navigation.toast_wanted.connect(lambda text, undo: toasts.append((text, undo)))
    dialog = asked(driver, pane)
    dialog.choices[0].setChecked(True)
    dialog.ok.click()
    driver.until(lambda: stored(driver, draft).revision > draft.revision)
    content, before = stored(driver, draft).content, draft.content
    assert [p.cid for p in content.attachments] == [p.cid for p in before.attachments]
    assert content.attachments[0].size < before.attachments[0].size / 5
    assert content.attachments[1] == before.attachments[1], "it would spare nothing"
    data = driver.house.store.drafts.read_file(content.attachments[0].id)
    assert PLACE in LARGE
    assert PLACE not in data
    assert 'width="720"' in before.body
    assert content.body == before.body.replace('width="720"', 'width="640"')
    versions = driver.house.store.drafts.versions(draft.id)
    assert before in [version.content for version in versions]
    driver.until(lambda: pane.page.content() == content)
    driver.until(
        lambda: pane.page.words.rich.own_sizes.get(content.attachments[0].cid, (0, 0))[0] == 640
    )
    driver.until(lambda: not rows(pane))
    text, undo = toasts[-1]
    assert text.startswith(f"Pictures made smaller: {file_size(len(LARGE) + len(SMALL))} became ")
    assert undo is not None
    undo.work()
    driver.until(lambda: stored(driver, draft).content.attachments == before.attachments)
    cid = content.attachments[0].cid
    driver.until(lambda: pane.page.words.rich.own_sizes.get(cid) == (2_400, 1_600))


def test_pictures_that_cannot_become_smaller_are_told_so(driver: WindowDriver) -> None:
    _, pane = with_pictures(driver, SMALL)
    told: list[str] = []
    driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    driver.bench.actions.trigger("draft_smaller_pictures")
    driver.until(lambda: smaller_pictures.NOTHING in told)
    assert pane.findChildren(SmallerDialog) == []


def test_as_they_are_changes_nothing(driver: WindowDriver) -> None:
    draft, pane = with_pictures(driver, LARGE)
    dialog = asked(driver, pane)
    dialog.choices[-1].setChecked(True)
    assert not dialog.ok.isEnabled()
    dialog.reject()
    assert stored(driver, draft) == draft


def test_what_was_typed_meanwhile_stays(driver: WindowDriver) -> None:
    draft, pane = with_pictures(driver, LARGE)
    dialog = asked(driver, pane)
    pane.page.words.rich.moveCursor(pane.page.words.rich.textCursor().MoveOperation.Start)
    pane.page.words.rich.insertPlainText("Typed while it was asked. ")
    dialog.ok.click()
    driver.until(lambda: stored(driver, draft).content.attachments[0].size < len(LARGE) / 2)
    assert "Typed while it was asked. " in stored(driver, draft).content.body
    driver.until(lambda: pane.page.content() == stored(driver, draft).content)
