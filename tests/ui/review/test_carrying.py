"""Recipients moved between To, Cc and Bcc: by the mouse and by the menu, nobody lost or doubled."""

from __future__ import annotations

import random
from collections import Counter
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QMenu, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.model.address import Address
from desktop_app.ui.review.recipients.carrying import Carrying
from desktop_app.ui.review.recipients.recipient_field import RecipientField
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.theme import Theme
from tests.depths import one_in
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, own_mail

PEOPLE = tuple(Address("", f"{c}@x.example") for c in "abcdefg")
LEFT = Qt.MouseButton.LeftButton


class Sheet:
    """Three fields in a window."""

    def __init__(self, qtbot: QtBot, theme: Theme) -> None:
        self.window = QWidget()
        qtbot.addWidget(self.window)
        names = ("to", "cc", "bcc")
        self.fields = {n: RecipientField(theme, n.title(), lambda *_: None) for n in names}
        self.shown: list[bool] = []
        self.hides = False
        self.rows = []
        for field in self.fields.values():
            row = QWidget()
            column(field, owner=row)
            self.rows.append(row)
        column(*self.rows, owner=self.window, gap=8)
        self.carrying = Carrying(self.fields, self.show_all, self.window)
        self.window.resize(500, 240)
        self.window.show()

    def show_all(self, shown: bool) -> None:
        """As the envelope does: a field that nobody is in is hidden but during a drag."""
        self.shown.append(shown)
        if self.hides:
            for row, field in zip(self.rows, self.fields.values(), strict=True):
                row.setVisible(shown or bool(field.addresses()))

    def show(self, **people: tuple[Address, ...]) -> None:
        for name, field in self.fields.items():
            field.show_addresses(people.get(name, ()), {})

    def who(self) -> dict[str, list[str]]:
        return {n: [a.email[0] for a in f.addresses()] for n, f in self.fields.items()}


@pytest.fixture
def sheet(qtbot: QtBot, theme: Theme) -> Sheet:
    return Sheet(qtbot, theme)


def drag(qtbot: QtBot, chip: QWidget, to: QWidget, at: QPoint, *, drop: bool = True) -> None:
    qtbot.mousePress(chip, LEFT, pos=QPoint(10, 10))
    for place in (QPoint(14, 12), chip.mapFromGlobal(to.mapToGlobal(at))):
        move(chip, place)
    if drop:
        qtbot.mouseRelease(chip, LEFT, pos=chip.mapFromGlobal(to.mapToGlobal(at)))


def move(chip: QWidget, place: QPoint) -> None:
    """A move with the button down, which the test library's has not."""
    from PySide6.QtCore import QEvent, QPointF
    from PySide6.QtGui import QMouseEvent
    from PySide6.QtWidgets import QApplication

    where, there = QPointF(place), QPointF(chip.mapToGlobal(place))
    none = Qt.KeyboardModifier.NoModifier
    kind = QEvent.Type.MouseMove
    QApplication.sendEvent(chip, QMouseEvent(kind, where, there, LEFT, LEFT, none))


def test_a_chip_is_dragged_to_another_field(qtbot: QtBot, sheet: Sheet) -> None:
    a, b, c = PEOPLE[:3]
    sheet.show(to=(a, b), cc=(c,))
    qtbot.waitUntil(lambda: sheet.fields["to"].whole)
    chip = sheet.fields["to"].chips.made[0]
    drag(qtbot, chip, sheet.fields["bcc"], QPoint(30, 8))
    assert sheet.who() == {"to": ["b"], "cc": ["c"], "bcc": ["a"]}
    assert sheet.fields["bcc"].whole  # they were seen where they stood
    assert sheet.shown[:2] == [True, False]


def test_a_chip_is_dropped_into_a_field_that_comes_into_sight_for_it(
    qtbot: QtBot, sheet: Sheet
) -> None:
    sheet.hides = True
    sheet.show(to=PEOPLE[:2])
    sheet.show_all(False)
    assert not sheet.rows[2].isVisible()
    chip = sheet.fields["to"].chips.made[0]
    qtbot.mousePress(chip, LEFT, pos=QPoint(10, 10))
    move(chip, QPoint(30, 12))
    qtbot.waitUntil(lambda: sheet.rows[2].isVisible() and sheet.rows[2].y() > sheet.rows[1].y())
    over = chip.mapFromGlobal(sheet.rows[2].mapToGlobal(QPoint(30, 8)))
    move(chip, over)
    qtbot.mouseRelease(chip, LEFT, pos=over)
    assert sheet.who() == {"to": ["b"], "cc": [], "bcc": ["a"]}
    assert sheet.rows[2].isVisible()
    assert not sheet.rows[1].isVisible()


def test_a_chip_is_dropped_before_the_one_it_is_dropped_on(qtbot: QtBot, sheet: Sheet) -> None:
    a, b, c, d = PEOPLE[:4]
    sheet.show(to=(a, b), cc=(c, d))
    last = sheet.fields["cc"].chips.made[1]
    drag(qtbot, sheet.fields["to"].chips.made[0], last, QPoint(4, 8))
    assert sheet.who() == {"to": ["b"], "cc": ["c", "a", "d"], "bcc": []}
    first = sheet.fields["cc"].chips.made[0]
    drag(qtbot, sheet.fields["cc"].chips.made[2], first, QPoint(4, 8))
    assert sheet.who()["cc"] == ["d", "c", "a"]


def test_what_is_dropped_nowhere_stays_and_escape_gives_up(qtbot: QtBot, sheet: Sheet) -> None:
    a, b = PEOPLE[:2]
    sheet.show(to=(a, b))
    chip = sheet.fields["to"].chips.made[0]
    drag(qtbot, chip, sheet.window, QPoint(900, 900))
    drag(qtbot, chip, sheet.fields["cc"], QPoint(30, 8), drop=False)
    assert sheet.fields["cc"].property("role") == "receiving"
    qtbot.keyClick(chip, Qt.Key.Key_Escape)
    qtbot.mouseRelease(chip, LEFT, pos=chip.mapFromGlobal(sheet.rows[1].mapToGlobal(QPoint(9, 9))))
    assert sheet.who() == {"to": ["a", "b"], "cc": [], "bcc": []}
    assert sheet.fields["cc"].property("role") != "receiving"
    assert sheet.shown[-1] is False


@pytest.mark.parametrize("given_up", [False, True])
def test_somebody_is_dragged_out_of_the_rows_of_a_long_list(
    qtbot: QtBot, sheet: Sheet, given_up: bool
) -> None:
    crowd = tuple(Address("", f"p{n}@x.example") for n in range(12))
    sheet.show(to=crowd)
    sheet.fields["to"].unfold()
    rows = sheet.fields["to"].rows
    qtbot.waitUntil(rows.isVisible)
    view, cc = rows.viewport(), sheet.fields["cc"]
    there = rows.visualRect(rows.model().index(1, 0)).center()
    qtbot.mousePress(view, LEFT, pos=there)
    move(view, there + QPoint(20, 0))
    over = view.mapFromGlobal(cc.mapToGlobal(QPoint(30, 8)))
    move(view, over)
    if given_up:
        qtbot.keyClick(rows, Qt.Key.Key_Escape)
    qtbot.mouseRelease(view, LEFT, pos=over)
    moved = () if given_up else (crowd[1],)
    assert cc.addresses() == moved
    assert sheet.fields["to"].addresses() == tuple(a for a in crowd if a not in moved)


def test_a_mail_that_was_sent_has_nobody_to_drag(qtbot: QtBot, sheet: Sheet) -> None:
    sheet.show(to=PEOPLE[:2])
    sheet.fields["to"].set_read_only(True)
    drag(qtbot, sheet.fields["to"].chips.made[0], sheet.fields["cc"], QPoint(30, 8))
    assert sheet.who()["cc"] == []


@one_in(4)
@pytest.mark.parametrize("seed", range(20))
def test_whatever_is_moved_the_mail_goes_to_the_same_people(sheet: Sheet, seed: int) -> None:
    drawn = random.Random(seed)
    put = {n: tuple(drawn.sample(PEOPLE, drawn.randint(0, 4))) for n in sheet.fields}
    sheet.show(**put)

    def everyone() -> Counter[Address]:
        return Counter(a for f in sheet.fields.values() for a in f.addresses())

    before = everyone()
    for _ in range(15):
        name = drawn.choice(list(sheet.fields))
        place = drawn.choice((None, *range(len(sheet.fields[name].addresses()) + 1)))
        sheet.carrying.move(drawn.choice(PEOPLE), name, place)
        assert everyone() == before
        for who in sheet.who().values():
            assert len(set(who)) == len(who)


def entries_of(menus: list[QMenu]) -> dict[str, Any]:
    (menu,) = [m for m in menus if m.isVisible()]
    menu.hide()
    return {action.text(): action for action in menu.actions() if action.text()}


def test_the_menu_moves_somebody_by_keyboard(driver: WindowDriver) -> None:
    pane = open_review(driver, own_mail(driver.house, to=("dana@lee.example", "sam@reed.example")))
    envelope = pane.page.envelope
    chip = envelope.to.chips.made[0]
    chip.menu_wanted.emit(chip.address, chip.mapToGlobal(QPoint(4, 4)))
    entries = entries_of(envelope.to.findChildren(QMenu))
    assert {"Move to Cc", "Move to Bcc"} <= set(entries)
    assert "Move to To" not in entries
    entries["Move to Cc"].trigger()
    assert [a.email for a in envelope.to.addresses()] == ["sam@reed.example"]
    assert [a.email for a in envelope.fields["cc"].addresses()] == ["dana@lee.example"]
    assert envelope.fields["cc"].isVisible()


def test_escape_while_an_address_is_edited_gives_it_back_and_closes_no_draft(
    driver: WindowDriver,
) -> None:
    pane = open_review(driver, own_mail(driver.house, to=("dana@lee.example", "sam@reed.example")))
    field, draft = pane.page.envelope.to, driver.bench.selection.draft
    driver.qtbot.keyClick(field.chips.made[0], Qt.Key.Key_F2)
    driver.until(field.entry.hasFocus)
    driver.qtbot.keyClick(field.entry, Qt.Key.Key_Escape)
    assert [a.email for a in field.addresses()] == ["dana@lee.example", "sam@reed.example"]
    assert driver.bench.selection.draft == draft
    driver.qtbot.keyClick(field.chips.made[0], Qt.Key.Key_Escape)
    driver.until(lambda: driver.bench.selection.draft == "")
