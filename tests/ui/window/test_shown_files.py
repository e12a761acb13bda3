"""Files that are opened to look at, in windows of their own."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QLabel
from shiboken6 import isValid

from desktop_app.model.wish import Want, Wish
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.window.carried_wishes import carry_out
from desktop_app.ui.window.shown_files import MOST_WINDOWS, OF_CALENDARS, FileWindow
from desktop_app.workers.importer import Importer
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.tools.test_shown_files import CARD, EVENT
from tests.ui.conftest import WindowDriver

BEGIN = b"From dana@lee.example Mon Mar  1 09:00:00 2027\n"


@pytest.fixture(autouse=True)
def real_importer(house: TestHouse) -> None:
    """Before the window is made, which asks it."""
    house.importer = Importer(house.store)


@pytest.fixture
def files(driver: WindowDriver, tmp_path: Path) -> Path:
    driver.until(lambda: driver.window.warm)
    words = "Write to mailto:sam@x.example or look at https://x.example/plan"
    (tmp_path / "a.eml").write_bytes(mail("Plan \u202e", words))
    mails = (BEGIN + mail(f"Subject {n}", f"Text {n}") + b"\n\n" for n in range(3))
    (tmp_path / "b.mbox").write_bytes(b"".join(mails))
    (tmp_path / "c.ics").write_text(EVENT)
    (tmp_path / "d.vcf").write_text(CARD)
    return tmp_path


def opened(driver: WindowDriver, *paths: Path) -> list[FileWindow]:
    carry_out(driver.window, Wish(Want.FILES, paths=tuple(map(str, paths))))
    found = driver.window.findChildren(FileWindow)
    driver.until(lambda: all(not isValid(w) or w.note.text() != "Opening…" for w in found))
    found = [w for w in found if isValid(w)]
    return found


def words(window: FileWindow) -> str:
    """What is seen in it; what was shown before may be deleted a turn later."""
    page = window.page
    labels = [w.text() for w in page.findChildren(QLabel) if w.isVisibleTo(page)]
    readers = [w.toPlainText() for w in page.findChildren(Reader) if w.isVisibleTo(page)]
    return "\n".join([*labels, *readers])


def test_a_mail_is_shown_with_its_head_and_a_link_in_it_begins_a_draft(
    driver: WindowDriver, files: Path
) -> None:
    [window] = opened(driver, files / "a.eml")
    driver.until(lambda: "Write to" in words(window))
    assert "From: Dana Lee <dana@lee.example>" in words(window)
    assert "\u202e" not in words(window)
    assert window.list.isHidden()
    wanted: list[Any] = []
    driver.bench.navigation.compose_wanted.connect(wanted.append)
    window.page.findChildren(Reader)[0].link.emit("mailto:sam@x.example")
    assert wanted[0].letter.link == "mailto:sam@x.example"


def test_each_mail_of_a_mailbox_is_shown_when_it_is_chosen(
    driver: WindowDriver, files: Path
) -> None:
    [window] = opened(driver, files / "b.mbox")
    driver.until(lambda: "Text 0" in words(window))
    assert window.list.count() == 3
    window.list.setCurrentRow(2)
    driver.until(lambda: "Text 2" in words(window))
    assert "Text 0" not in words(window)


def test_an_event_is_told_in_lines_and_is_not_imported(driver: WindowDriver, files: Path) -> None:
    event, people = opened(driver, files / "c.ics", files / "d.vcf")
    driver.until(lambda: "dana@lee.example" in words(people))
    assert words(event).splitlines()[0] == "Planning"
    assert OF_CALENDARS in event.note.text()
    assert event.take.isHidden()
    people.take.click()
    contacts = driver.house.store.contacts
    driver.until(lambda: "dana@lee.example" in contacts.of_keys(["dana@lee.example"]))


def test_import_takes_the_file_in_as_ever(
    driver: WindowDriver, files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[list[Path]] = []
    monkeypatch.setattr(there(driver.window.late).mail_import, "begin", taken.append)
    [window] = opened(driver, files / "a.eml")
    window.take.click()
    assert taken == [[files / "a.eml"]]


def test_what_can_not_be_shown_is_said_and_many_are_not_all_opened(
    driver: WindowDriver, files: Path
) -> None:
    [window] = opened(driver, files / "gone.eml")
    assert window.note.text() == "There is no such file or folder."
    window.close()
    told: list[str] = []
    driver.bench.navigation.toast_wanted.connect(lambda text, _: told.append(text))
    for n in range(MOST_WINDOWS + 2):
        (files / f"e{n}.ics").write_text(EVENT)
    shown = opened(driver, *(files / f"e{n}.ics" for n in range(MOST_WINDOWS + 2)))
    assert len([w for w in shown if w.isVisible()]) == MOST_WINDOWS
    assert told == [f"The first {MOST_WINDOWS} of {MOST_WINDOWS + 2} files are shown."]
