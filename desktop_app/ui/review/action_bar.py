"""Action bar of the review: Send and the other buttons in one line, and a note about Send."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import QRect, Qt, Signal
from PySide6.QtGui import QAction, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from desktop_app.assistant.transcript import Refinement
from desktop_app.model.address import people, unique
from desktop_app.ui.review.draft.sentences import READ_FIRST
from desktop_app.ui.review.readiness import BarState, Facts, judge
from desktop_app.ui.review.refine_bar import RefineBar
from desktop_app.ui.widgets.elision import shortened_middle
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import Button, column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

LONGEST, LONGEST_SHORT = 48, 24
LEAST_NOTE = 120
REMINDERS = ((1, "After a day"), (3, "After 3 days"), (7, "After a week"), (14, "After 2 weeks"))
UNBOUNDED = (1 << 24) - 1
"""The height that Qt takes for none in particular."""
_ASIDE = {True: ("Ignore", "hidden"), False: ("Delete draft", "trash")}
"""Words and icon of the button that puts a draft aside, by whether it is a proposal."""


class ActionBar(QFrame):
    """`send(then_archive)`, `later_wanted` to choose a time for it, `put_aside` (ignore or delete),
    `page_wanted` to see more of the words, `reminder_wanted(days)` (0 for none).
    `entries` are those of its menu, `openers` lays out what opens the panel, `adding` are the
    buttons that attach. `refine_bar` opens above the line."""

    send = Signal(bool)
    later_wanted = Signal()
    reminder_wanted = Signal(int)
    put_aside = Signal()
    page_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        entries: tuple[Button, ...],
        refinements: tuple[Refinement, ...],
        openers: FlowLayout,
        adding: tuple[QToolButton, ...],
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self.state = BarState(judge(Facts()))
        self._short = False
        self._side = 24
        set_role(self, "sheet")
        self.refine_bar = RefineBar(theme, refinements)
        self.refine_bar.hide()
        self.note = plain(role="caption", wrap=True)
        self.send_button = QPushButton("Send")
        set_role(self.send_button, "primary")
        theme.put_icon(self.send_button, "send", "on_accent")
        self.send_button.clicked.connect(lambda: self.send.emit(False))
        self.more_send = self._button("More ways to send", "next", "on_accent")
        set_role(self.more_send, "primary-narrow")
        menu = QMenu(self.more_send)
        menu.addAction("Send later…", self.later_wanted.emit)
        remind = menu.addMenu("Remind me if nobody answers")
        for days, words in REMINDERS:
            remind.addAction(words, partial(self.reminder_wanted.emit, days))
        self._archiving = menu.addAction(
            "Send and archive the conversation", lambda: self.send.emit(True)
        )
        self.more_send.setMenu(menu)
        self.next_page = QPushButton()
        self.next_page.setAccessibleName("Next page")
        self.next_page.setToolTip("Next page")
        self.next_page.setAccessibleDescription(READ_FIRST)
        self.next_page.clicked.connect(self.page_wanted)
        self.next_page.hide()
        self.tell = self._button("Tell the assistant…", "assistant", "made")
        self.tell.setPopupMode(QToolButton.ToolButtonPopupMode.DelayedPopup)
        self.tell.setCheckable(True)
        self.tell.toggled.connect(self._on_tell)
        self.aside = QPushButton("Ignore")
        self.aside.clicked.connect(self.put_aside)
        self.about = self._button("About this draft", "info", "second")
        self.about.setMenu(QMenu(self.about))
        self.about.menu().aboutToShow.connect(self._list_openers)
        self.more = self._button("More", "more", "second")
        self.more.setMenu(self._menu(entries))
        self._lay_out(openers, adding)
        self.set_short(False)

    def _lay_out(self, openers: FlowLayout, adding: tuple[QToolButton, ...]) -> None:
        px = self._theme.px
        together, buttons, about = QWidget(), QWidget(), QWidget()
        row(self.send_button, self.more_send, owner=together, gap=px(2))
        self._buttons = buttons
        self._flow = flow = FlowLayout(buttons, px(4))
        every = (together, self.next_page, *adding, self.tell, self.about, self.aside, self.more)
        for widget in every:
            flow.addWidget(widget)
        self._openers = openers
        self._opening = row(openers.place, self.note, owner=about, gap=px(12), fill=self.note)
        self._line = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._line.addWidget(about)
        self._line.addWidget(buttons)
        self._beside = about
        # Send stands at the bottom: what comes and goes above it does not move it.
        self._rows = column(self.refine_bar, self._line, owner=self)

    def set_short(self, short: bool) -> None:
        """Do with less height: all of it is one line where there is room."""
        px = self._theme.px
        self._short = short
        self._rows.setSpacing(px(4 if short else 8))
        for button in (self.next_page, self.aside):
            set_role(button, "narrow" if short else "")
        self.next_page.setText("" if short else "Next page")
        if short:
            self._theme.put_icon(self.next_page, "page_down")
        else:
            self._theme.drop_icon(self.next_page)
        self.refine_bar.set_short(short)
        self.show_state(self.state)

    def set_tight(self, tight: bool) -> None:
        """Let the line be as wide as there is room."""
        self._side = 12 if tight else 24
        self.arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.arrange()

    def arrange(self) -> None:
        """One line or two, by the width that is left beside the buttons. The right edge is that
        of the page."""
        px, short = self._theme.px, self._short
        side = px(self._side)
        right = max(side, self.width() - side - px(Size.TEXT_WIDTH))
        self._rows.setContentsMargins(side, px(2 if short else 8), right, px(2 if short else 12))
        inner = self.width() - side - right
        there = self._anything_to_open()
        alone, gap = self._width_of_buttons(), px(12)
        menu = self.about.sizeHint().width() + px(4) if there else 0
        openers = self._openers.one_line() if there else 0
        inline = short and self._note_fits(inner - alone - openers - 2 * gap)
        beside = inline or (short and self._note_fits(inner - alone - menu - gap))
        width = alone if inline else alone + menu
        self.about.setVisible(there and short and not inline)
        self._openers.place.setVisible(there and (inline or not short))
        self._place_about(inner, openers, beside=beside)
        self._buttons.setMinimumWidth(width if beside else 0)
        self._buttons.setMinimumHeight(0 if beside else self._flow.heightForWidth(inner))

    def _note_fits(self, width: int) -> bool:
        """Whether the note can be read whole in `width` pixels beside the buttons, and the one that
        asks to read first, too."""
        if width < self._theme.px(LEAST_NOTE):
            return False
        wrapped, box = Qt.TextFlag.TextWordWrap, QRect(0, 0, width, UNBOUNDED)
        measure = self.note.fontMetrics()
        highest = max(
            measure.boundingRect(box, wrapped, text).height()
            for text in (READ_FIRST, self.note.text())
        )
        return highest <= self._height_beside()

    def _height_beside(self) -> int:
        """That of a button, or of two lines of the note where they are higher."""
        return max(self.more.sizeHint().height(), 2 * self.note.fontMetrics().lineSpacing())

    def _width_of_buttons(self) -> int:
        """In one line, without `about`. The coming and going of Next page moves no button."""
        px, width = self._theme.px, self._flow.one_line()
        if self.next_page.isHidden():
            width += self.next_page.sizeHint().width() + px(4)
        if not self.about.isHidden():
            width -= self.about.sizeHint().width() + px(4)
        return width

    def _place_about(self, inner: int, openers: int, *, beside: bool) -> None:
        """What opens the panel, and the note: behind the buttons, or above them."""
        px, way = self._theme.px, QBoxLayout.Direction
        over = not beside and inner - openers < px(LEAST_NOTE)
        opening = self._openers.place
        opening.setMinimumWidth(0 if over else openers)
        opening.setMinimumHeight(self._openers.heightForWidth(inner) if over else 0)
        self._opening.setSpacing(px(0 if over else 12))
        self._opening.setDirection(way.TopToBottom if over else way.LeftToRight)
        at = 1 if beside else 0
        if self._line.indexOf(self._beside) != at:
            self._line.removeWidget(self._beside)
            self._line.insertWidget(at, self._beside, at)
        self._line.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._line.setSpacing(px(12 if beside else 4 if self._short else 8))
        high = self._height_beside()
        self._beside.setMinimumHeight(high if beside else 0)
        self._beside.setMaximumHeight(high if beside else UNBOUNDED)

    def _anything_to_open(self) -> bool:
        return any(not button.isHidden() for button in self._panel_buttons())

    def _panel_buttons(self) -> list[QToolButton]:
        return self._openers.place.findChildren(QToolButton)

    def _list_openers(self) -> None:
        """What opens the panel, as a menu."""
        menu = self.about.menu()
        menu.clear()
        for button in self._panel_buttons():
            if not button.isHidden():
                entry: QAction = menu.addAction(button.text())
                entry.setCheckable(True)
                entry.setChecked(button.isChecked())
                entry.triggered.connect(button.toggle)

    def show_state(self, state: BarState) -> None:
        """All that depends on the draft."""
        self.state, ready = state, state.ready
        for button in (self.send_button, self.aside):
            button.setVisible(state.editable)
        self.more_send.setVisible(state.editable)
        self._archiving.setVisible(state.can_archive)
        self.next_page.setVisible(ready.unread)
        self.tell.setVisible(state.refinable)
        self._show_refine_bar()
        self.send_button.setEnabled(ready.allowed)
        self._archiving.setEnabled(ready.allowed)
        self.aside.setEnabled(ready.aside)
        self._show_note()
        self._name()

    def _name(self) -> None:
        """The words of Send, which say whom the mail reaches, and of the button that puts aside;
        icons where there is no room."""
        state = self.state
        seen = self._send_words(LONGEST_SHORT if self._short else LONGEST)
        self.send_button.setText(seen.replace("&", "&&"))
        self.send_button.setAccessibleName(self._send_words(LONGEST))
        lines = [READ_FIRST] if state.ready.unread else []
        lines.append(", ".join(clean(str(each)) for each in state.recipients))
        self.send_button.setToolTip(as_tooltip("\n".join(filter(None, lines)), wrap=True))
        words, icon = _ASIDE[state.proposed]
        self.aside.setText("" if self._short else words)
        self.aside.setAccessibleName(words)
        self.aside.setToolTip(as_tooltip(words))
        self._theme.put_icon(self.aside, icon, "second")
        self.arrange()

    def _send_words(self, longest: int) -> str:
        """How many get it is never cut, nor the end of an address, which says whose it is."""
        recipients = self.state.recipients
        when = f" {self.state.when}" if self.state.when else ""
        if when and self._short:
            when = " later"
        if not (who := clean(people(recipients[:1], named=self.state.named))):
            return f"Send{when}"
        others = len(unique(recipients)) - 1
        more = f" + {others}{when}" if others > 0 else when
        room = max(LONGEST_SHORT // 2, longest - len(more))
        return f"Send to {shortened_middle(who, room, end=room * 2 // 3)}{more}"

    def _show_note(self) -> None:
        """Why Send does not work, and what it does where people expect something else. On a low
        window the first alone where there is one; a screen reader is told both."""
        reason, delivery = self.state.ready.reason, self.state.delivery
        text = f"{reason} {delivery}".strip()
        self.note.setText((reason or delivery) if self._short else text)
        self.note.setToolTip(as_tooltip(text, wrap=True))
        self.note.setVisible(bool(text))
        self.send_button.setAccessibleDescription(text)

    def show_refining(self, busy: bool) -> None:
        """The assistant is working on it, or has answered."""
        self.refine_bar.show_refining(busy)
        self._show_refine_bar()

    def _on_tell(self, opened: bool) -> None:
        self._show_refine_bar()
        if opened:
            press(self.refine_bar.entry)

    def _show_refine_bar(self) -> None:
        """It stays while the assistant works: there is Stop."""
        opened = self.tell.isChecked() or self.refine_bar.busy
        self.refine_bar.setVisible(opened and self.state.refinable)

    def _button(self, name: str, icon: str, ink: str) -> QToolButton:
        button = QToolButton()
        set_role(button, "narrow")
        self._theme.put_icon(button, icon, ink)
        button.setAccessibleName(name)
        button.setToolTip(as_tooltip(name))
        button.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Preferred)
        return button

    def _menu(self, entries: tuple[Button, ...]) -> QMenu:
        menu = QMenu(self)
        for text, work in entries:
            menu.addAction(text, work)
        return menu
