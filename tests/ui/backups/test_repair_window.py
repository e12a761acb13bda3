"""The window of a profile that has to be repaired: what it says, and that one press is enough."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox, QPushButton
from pytestqt.qtbot import QtBot

from desktop_app.model.backup import Backup, BackupContents, Examination, Occasion, RestoreReport
from desktop_app.model.errors import Cancelled, DiskFull, StorageError
from desktop_app.model.progress import Progress
from desktop_app.ui.backups.repair_window import RepairWindow, RepairWork
from desktop_app.ui.widgets.theme import Theme

BACKUP = Backup(
    Path("newest"), 1_790_000_000.0, 5000, Occasion.DAILY, BackupContents(accounts=1, drafts=3)
)
DAMAGED = Examination("The mail database of this profile is damaged.", (BACKUP,))


@dataclass
class Repair:
    """What the window is given; `asked` are the backups that were to be restored."""

    found: Examination = DAMAGED
    error: StorageError | None = None
    wanted: Path | None = None
    asked: list[Path | None] = field(default_factory=list)
    held: Event = field(default_factory=Event)
    waits: bool = False
    full: bool = False

    def examine(self) -> Examination:
        return self.found

    def read(self, path: Path) -> Backup:
        raise StorageError("The backup is damaged.", next_step="Choose another backup.")

    def forecast(self, path: Path | None, cancelled: Event) -> RestoreReport:
        if self.full:
            raise DiskFull("The disk is full.", next_step="Free some space.")
        if not self.found.backups:
            return RestoreReport(None, 0, 0, 0, 0, 0, 0, None, whole=False)
        return RestoreReport(BACKUP, 3, 2, 40, 35, 5, 1, None, whole=False)

    def restore(
        self, path: Path | None, told: Callable[[Progress], None], cancelled: Event
    ) -> RestoreReport:
        self.asked.append(path)
        if self.error is not None:
            raise self.error
        told(Progress(20, 40, phase="Restoring mail"))
        if self.waits:
            assert cancelled.wait(10)
            raise Cancelled("Nothing was restored.")
        return RestoreReport(BACKUP, 3, 2, 40, 35, 5, 1, Path("aside"), whole=False)


@dataclass
class Shown:
    qtbot: QtBot
    window: RepairWindow
    ended: list[bool]

    def until_asked(self) -> None:
        self.qtbot.waitUntil(lambda: self.window.quit.isVisible() and not self.window._busy)

    @property
    def words(self) -> str:
        window = self.window
        labels = (window.title, window.words, window.backup, window.missing, window.state)
        return "\n".join(label.text() for label in labels if label.isVisible())

    @property
    def buttons(self) -> list[str]:
        return [b.text() for b in self.window.findChildren(QPushButton) if b.isVisible()]


@pytest.fixture
def show(qtbot: QtBot, theme: Theme) -> Iterator[Callable[[Repair], Shown]]:
    windows: list[RepairWindow] = []

    def make(repair: Repair) -> Shown:
        work = RepairWork(
            repair.examine, repair.read, repair.forecast, repair.restore, repair.wanted
        )
        window = RepairWindow(theme, work)
        ended: list[bool] = []
        window.ended.connect(ended.append)
        windows.append(window)
        window.begin()
        return Shown(qtbot, window, ended)

    yield make
    for window in windows:
        window.close()
        window.deleteLater()


def test_it_says_what_is_wrong_what_there_is_and_what_would_be_missing(
    show: Callable[[Repair], Shown],
) -> None:
    shown = show(Repair())
    shown.until_asked()
    assert "is damaged" in shown.words
    assert "1 account, 3 drafts" in shown.words
    assert "From the damaged file come 2 drafts and 35 mails." in shown.words
    assert "From the backup come 1 draft and 5 mails." in shown.words
    assert "5 mails are fetched or imported again." in shown.words
    assert "1 mail can't be brought back from here." in shown.words
    assert "would be missing" in shown.words
    assert shown.buttons == [
        "Restore",
        "Choose another backup…",
        "Go on without a backup…",
        "Quit",
    ]


def test_where_nothing_can_be_counted_it_says_why_and_asks_all_the_same(
    show: Callable[[Repair], Shown],
) -> None:
    shown = show(Repair(full=True))
    shown.until_asked()
    assert "The disk is full. Free some space." in shown.words
    assert "come" not in shown.window.missing.text()
    assert "Restore" in shown.buttons


def test_one_press_restores_and_the_next_opens(show: Callable[[Repair], Shown]) -> None:
    repair = Repair()
    shown = show(repair)
    shown.until_asked()
    shown.window.restore.click()
    shown.qtbot.waitUntil(lambda: shown.buttons == ["Open Draftdesk"])
    assert repair.asked == [BACKUP.path]
    assert "look in Sent before you send one" in shown.words
    assert "1 mail was in the damaged file alone" in shown.words
    shown.window.restore.click()
    assert shown.ended == [True]


def test_a_sound_profile_opens_without_a_word(show: Callable[[Repair], Shown]) -> None:
    shown = show(Repair(found=Examination("")))
    shown.qtbot.waitUntil(lambda: shown.ended == [True])
    assert not shown.window.isVisible()


def test_without_a_backup_nothing_is_promised(show: Callable[[Repair], Shown]) -> None:
    shown = show(Repair(found=Examination("The mail database of this profile is missing.")))
    shown.until_asked()
    assert "There is no backup of this profile." in shown.words
    assert "is brought back" not in shown.words
    assert "Restore" not in shown.buttons


def test_going_on_without_is_asked_first(show: Callable[[Repair], Shown]) -> None:
    repair = Repair()
    shown = show(repair)
    shown.until_asked()
    shown.window.without.click()
    (box,) = shown.window.findChildren(QMessageBox)
    assert repair.asked == []
    next(b for b in box.buttons() if b.text() == "Go on without").click()
    shown.qtbot.waitUntil(lambda: repair.asked == [None])


def test_a_restore_that_fails_says_why_and_can_be_tried_again(
    show: Callable[[Repair], Shown],
) -> None:
    repair = Repair(error=StorageError("The disk is full.", next_step="Free some space."))
    shown = show(repair)
    shown.until_asked()
    shown.window.restore.click()
    shown.qtbot.waitUntil(lambda: "The disk is full. Free some space." in shown.words)
    repair.error = None
    shown.window.restore.click()
    shown.qtbot.waitUntil(lambda: shown.buttons == ["Open Draftdesk"])


def test_it_can_be_stopped_and_then_asks_again(show: Callable[[Repair], Shown]) -> None:
    shown = show(Repair(waits=True))
    shown.until_asked()
    shown.window.restore.click()
    shown.qtbot.waitUntil(lambda: "20 of 40" in shown.words)
    shown.window.cancel.click()
    shown.until_asked()
    assert shown.ended == []


def test_what_is_left_of_the_press_neither_quits_nor_stops_the_restore(
    show: Callable[[Repair], Shown],
) -> None:
    shown = show(Repair(waits=True))
    shown.until_asked()
    for _ in range(3):
        focused = QApplication.focusWidget()
        assert focused is not None
        shown.qtbot.keyClick(focused, Qt.Key.Key_Return)
        shown.qtbot.keyClick(focused, Qt.Key.Key_Space)
    shown.qtbot.waitUntil(lambda: "20 of 40" in shown.words)
    assert shown.window.isVisible()
    assert shown.ended == []


def test_closing_gives_up_and_waits_for_what_is_under_way(show: Callable[[Repair], Shown]) -> None:
    shown = show(Repair(waits=True))
    shown.until_asked()
    shown.window.restore.click()
    shown.qtbot.waitUntil(lambda: "20 of 40" in shown.words)
    shown.window.close()
    assert shown.ended == [False]


def test_a_wish_that_is_given_up_opens_the_profile_as_it_is(
    show: Callable[[Repair], Shown],
) -> None:
    shown = show(Repair(found=Examination("", (BACKUP,)), wanted=BACKUP.path))
    shown.until_asked()
    assert "Restore a backup" in shown.words
    assert "missing" not in shown.words
    shown.window.quit.click()
    assert shown.ended == [True]


def test_a_wanted_file_that_is_damaged_is_said(show: Callable[[Repair], Shown]) -> None:
    shown = show(Repair(found=Examination(""), wanted=Path("elsewhere")))
    shown.qtbot.waitUntil(lambda: "The backup is damaged." in shown.words)
