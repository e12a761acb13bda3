"""Column of the mails that are read through: one under the other, with what of them was seen."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QWidget

from desktop_app.ui.review.read_through.mail_sheet import MailSheet
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import hand_on, holds, press
from desktop_app.ui.widgets.parts import STRETCH, column
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import Theme, set_role

SETTLE_MS = 30
"""Time from a move to a layout that is finished."""

KEY_MS = 200
"""Time after a key: a held one comes again sooner, and nobody reads meanwhile."""
_PAGES = frozenset({Qt.Key.Key_PageDown, Qt.Key.Key_PageUp})


class SheetList(ScrollColumn):
    """List with the signal `read`, when another mail was seen whole."""

    read = Signal()

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self.setAccessibleName("Mails to read")
        self.sheets: list[MailSheet] = []
        self.current: MailSheet | None = None
        page = QWidget(self)
        set_role(page, "region")
        self._column = column(gap=theme.px(12))
        side = theme.px(16)
        column(self._column, STRETCH, owner=page, margins=(side, side, side, side))
        self.setWidget(page)
        self._settle = QTimer(self, singleShot=True)
        self._settle.timeout.connect(self.look)
        bar = self.verticalScrollBar()
        bar.valueChanged.connect(lambda _: self.look_in(SETTLE_MS))
        bar.rangeChanged.connect(lambda *_: self.look_in(SETTLE_MS))
        page.installEventFilter(self)

    @property
    def settled(self) -> bool:
        """Whether what is in view now has been looked at."""
        return not self._settle.isActive()

    def sheet(self, draft_id: str) -> MailSheet | None:
        """The sheet of a draft; None where it has none."""
        return next((s for s in self.sheets if s.mail.draft_id == draft_id), None)

    def put(self, sheet: MailSheet, place: int) -> None:
        """Show a mail at a place of the list; what is read meanwhile stays where it is."""
        with_focus = self.current if self.current is not None and holds(self.current) else None
        at = self._line_up()
        self.sheets.insert(place, sheet)
        self._column.insertWidget(place, sheet)
        sheet.show()
        sheet.came.connect(lambda: self._be_current(sheet))
        if self.current is None:
            self._be_current(sheet)
        self._put_back(at)
        if with_focus is not None:
            hand_on(self, with_focus)

    def replace(self, old: MailSheet, new: MailSheet) -> None:
        """Another state of a mail in the place of the one that was shown."""
        place, held, current = self.sheets.index(old), holds(old), old is self.current
        at = self._line_up()
        self.put(new, place)
        if current:
            self._be_current(new)
        if held:
            hand_on(old, new)
        self._drop(old)
        self._put_back((new, at[1]) if at is not None and at[0] is old else at)

    def take(self, sheet: MailSheet) -> None:
        """A mail is not here any more; the next one is current, if it was."""
        if sheet not in self.sheets:
            return
        at, place, held = self._line_up(), self.sheets.index(sheet), holds(sheet)
        rest = [each for each in self.sheets if each is not sheet]
        following = rest[min(place, len(rest) - 1)] if rest else None
        if sheet is self.current:
            self.current = None
            if following is not None:
                self._be_current(following)
        if held:
            hand_on(sheet, following if following is not None else self)
        self._drop(sheet)
        gone = at is not None and at[0] is sheet
        self._put_back((following, at[1]) if gone and following and at else at)

    def go(self, by: int) -> None:
        """Go to the next mail, or the one before; at the end nothing moves."""
        if not self.sheets:
            return
        here = self.sheets.index(self.current) if self.current in self.sheets else 0
        place = min(max(here + by, 0), len(self.sheets) - 1)
        self.show_sheet(self.sheets[place])

    def show_sheet(self, sheet: MailSheet) -> None:
        """The person goes to a mail: its beginning is in view."""
        self._be_current(sheet)
        press(sheet)
        self.look_in(KEY_MS)
        self.verticalScrollBar().setValue(self._top(sheet) - self._theme.px(8))

    def page_on(self) -> None:
        """The next screenful of the mail, else the next mail."""
        sheet, bar, line = self.current, self.verticalScrollBar(), self._line
        if sheet is None:
            return
        foot = self._top(sheet) + sheet.height()
        if foot > bar.value() + self.viewport().height():
            self.look_in(KEY_MS)
            step = max(line, self.viewport().height() - 2 * line)
            bar.setValue(min(bar.value() + step, foot - self.viewport().height() + line))
        elif sheet is not self.sheets[-1]:
            self.go(1)
        else:
            announce(self, "That was the last mail.")

    def page_back(self) -> None:
        """The screenful before, else the mail before."""
        sheet, bar = self.current, self.verticalScrollBar()
        if sheet is None:
            return
        if self._top(sheet) < bar.value():
            self.look_in(KEY_MS)
            step = max(self._line, self.viewport().height() - 2 * self._line)
            bar.setValue(max(bar.value() - step, self._top(sheet) - self._theme.px(8)))
        else:
            self.go(-1)

    def look_in(self, milliseconds: int) -> None:
        """Look then, or later if that was said before."""
        if self._settle.remainingTime() < milliseconds:
            self._settle.start(milliseconds)

    def look(self) -> None:
        """Look what of each mail is in view."""
        room = self.viewport().width()
        news = False
        for sheet in self.sheets:
            wide = sheet.minimumSizeHint().width() > room
            if wide != sheet.wide:
                sheet.wide = wide
                sheet.refresh()
            seen = sheet.visibleRegion().boundingRect()
            if sheet.seen.whole or seen.isEmpty() or wide or seen.width() < sheet.width():
                continue
            size = (sheet.width(), sheet.height())
            if sheet.seen.see(size, seen.top(), seen.bottom() + 1, self._line):
                sheet.refresh()
                news = True
        if news:
            self.read.emit()

    def eventFilter(self, watched: QWidget, event: QEvent) -> bool:  # type: ignore[override]
        del watched
        if event.type() in {QEvent.Type.LayoutRequest, QEvent.Type.Resize, QEvent.Type.Show}:
            self.look_in(SETTLE_MS)
        return False

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Pages are turned by whoever knows of mails; arrows scroll."""
        if event.key() in _PAGES:
            event.ignore()
            return
        self.look_in(KEY_MS)
        super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.look_in(SETTLE_MS)

    @property
    def _line(self) -> int:
        return self.fontMetrics().lineSpacing()

    def _top(self, sheet: MailSheet) -> int:
        return sheet.y()

    def _be_current(self, sheet: MailSheet) -> None:
        if self.current is sheet:
            return
        before, self.current = self.current, sheet
        if before is not None:
            before.be_current(False)
        sheet.be_current(True)

    def _drop(self, sheet: MailSheet) -> None:
        self.sheets.remove(sheet)
        self._column.removeWidget(sheet)
        sheet.hide()
        sheet.deleteLater()

    def _line_up(self) -> tuple[MailSheet, int] | None:
        """The current mail, and how far its top is from that of the screen, in pixels."""
        if self.current is None:
            return None
        return self.current, self._top(self.current) - self.verticalScrollBar().value()

    def _put_back(self, at: tuple[MailSheet, int] | None) -> None:
        """What is above has another height now: the mail that is read does not move."""
        page = self.widget()
        if at is None or page is None or at[0] not in self.sheets:
            return
        layout = page.layout()
        if layout is not None:
            layout.activate()
        page.resize(page.width(), max(page.sizeHint().height(), self.viewport().height()))
        if layout is not None:
            layout.activate()
        self.verticalScrollBar().setValue(self._top(at[0]) - at[1])
