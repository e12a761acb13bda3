"""Action bar of the review: changes to ask for, Send, and the other buttons."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtGui import QIcon, QResizeEvent
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QLineEdit,
    QMenu,
    QPushButton,
    QSizePolicy,
    QToolButton,
    QWidget,
)

from desktop_app.assistant.transcript import Refinement
from desktop_app.model.address import Address, people
from desktop_app.ui.review.sentences import READ_FIRST
from desktop_app.ui.widgets.elision import shortened
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.parts import Button, column, plain, row
from desktop_app.ui.widgets.safe_text import as_tooltip, clean
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

LONGEST = 48
LEAST_REFINE, LEAST_NOTE = 160, 120
TELL, WORKING = "Tell the assistant what to change…", "The assistant is working on it…"
TELL_SHORT = "Ask for changes…"


class ActionBar(QFrame):
    """`send(then_archive)`, `put_aside` (ignore or delete), `refined(text)`, `stopped` to end
    that, `page_wanted` to see more of the words. `entries` are those of its menu,
    `openers` lays out what opens the panel."""

    send = Signal(bool)
    put_aside = Signal()
    refined = Signal(str)
    stopped = Signal()
    page_wanted = Signal()

    def __init__(
        self,
        theme: Theme,
        entries: tuple[Button, ...],
        refinements: tuple[Refinement, ...],
        openers: FlowLayout,
        parent: QWidget,
    ) -> None:
        super().__init__(parent)
        self._theme = theme
        self._short = False
        self._unread, self._names, self._tell = False, "", TELL
        self._told = ("", "")
        px = theme.px
        self.refinements: list[QPushButton] = []
        self._presses = QWidget()
        self._flow_of_presses = FlowLayout(self._presses, px(8))
        self.refine_bar = self._refine_bar()
        self.show_refinements(refinements)
        self.note = plain(role="caption", wrap=True)
        self.send_button = QPushButton("Send")
        set_role(self.send_button, "primary")
        self.send_button.setIcon(theme.icon("send", "on_accent"))
        self.send_button.clicked.connect(lambda: self.send.emit(False))
        self.more_send = self._menu_button("More ways to send", "next", "on_accent")
        set_role(self.more_send, "primary-narrow")
        menu = QMenu(self.more_send)
        menu.addAction("Send and archive the conversation", lambda: self.send.emit(True))
        self.more_send.setMenu(menu)
        self.next_page = QPushButton()
        self.next_page.setAccessibleName("Next page")
        self.next_page.setToolTip("Next page")
        self.next_page.setAccessibleDescription(READ_FIRST)
        self.next_page.clicked.connect(self.page_wanted)
        self.next_page.hide()
        self.aside = QPushButton("Ignore")
        self.aside.clicked.connect(self.put_aside)
        self.more = self._menu_button("More", "more", "second")
        self.more.setMenu(self._menu(entries))
        self._lay_out(openers)
        self.set_short(False)
        theme.changed.connect(self._tint)

    def _lay_out(self, openers: FlowLayout) -> None:
        px = self._theme.px
        together, buttons = QWidget(), QWidget()
        row(self.send_button, self.more_send, owner=together, gap=px(2))
        self._buttons = buttons
        self._flow = flow = FlowLayout(buttons, px(8))
        for widget in (together, self.next_page, self.aside, self.more):
            flow.addWidget(widget)
        self._line = QBoxLayout(QBoxLayout.Direction.TopToBottom)
        self._line.setSpacing(px(8))
        self._line.addWidget(self.refine_bar, 1)
        self._line.addWidget(buttons)
        # Send stands at the bottom: what comes and goes above it does not move it.
        self._openers = openers
        self._about = row(openers.place, self.note, gap=px(12), fill=self.note)
        self._rows = column(self._about, self._line, owner=self)

    def set_short(self, short: bool) -> None:
        """Do with less height: what one press asks for becomes a menu, and all of it one line
        where there is room."""
        px = self._theme.px
        self._short = short
        self._rows.setSpacing(px(4 if short else 8))
        self.next_page.setText("" if short else "Next page")
        self.next_page.setIcon(self._theme.icon("page_down", "text") if short else QIcon())
        self._presses.setVisible(bool(self.refinements) and not short)
        self.quick.setVisible(bool(self.refinements) and short)
        self.show_note(*self._told)
        self._arrange()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._arrange()

    def _arrange(self) -> None:
        """One line or two, by the width that is left beside the buttons. The right edge is that
        of the page."""
        px = self._theme.px
        right = max(px(36), self.width() - px(24) - px(Size.TEXT_WIDTH))
        self._rows.setContentsMargins(px(24), px(8), right, px(8 if self._short else 12))
        margins, width = self._rows.contentsMargins(), self._flow.one_line()
        if self.next_page.isHidden():  # its coming and going moves no button
            width += self.next_page.sizeHint().width() + self._theme.px(8)
        left = self.width() - margins.left() - margins.right() - width - self._theme.px(8)
        inner, openers = self.width() - margins.left() - right, self._openers.one_line()
        over = inner - openers < px(LEAST_NOTE)
        opening = self._openers.place
        opening.setMinimumWidth(0 if over else openers)
        opening.setMinimumHeight(self._openers.heightForWidth(inner) if over else 0)
        self._about.setSpacing(px(0 if over else 12))
        self._about.setDirection(
            QBoxLayout.Direction.TopToBottom if over else QBoxLayout.Direction.LeftToRight
        )
        beside = self._short and left >= self._theme.px(LEAST_REFINE)
        way = QBoxLayout.Direction
        self._buttons.setMinimumWidth(width if beside else 0)
        self._buttons.setMinimumHeight(0 if beside else self._flow.heightForWidth(inner))
        self._line.setDirection(way.LeftToRight if beside else way.TopToBottom)
        self._tell = TELL_SHORT if beside else TELL
        if not self.refine.isReadOnly():
            self.refine.setPlaceholderText(self._tell)

    def show_recipients(self, recipients: tuple[Address, ...]) -> None:
        """The button says what it does: whom the mail reaches."""
        who = shortened(clean(people(recipients)), LONGEST)
        text = f"Send to {who}" if who else "Send"
        if self.send_button.accessibleName() != text:
            self.send_button.setText(text.replace("&", "&&"))
            self.send_button.setAccessibleName(text)
            self._arrange()
        self._names = ", ".join(clean(str(a)) for a in recipients)
        self._explain()

    def ask_to_read(self, unread: bool) -> None:
        """Whether the end of the words has still to be seen before Send works."""
        self._unread = unread
        self.next_page.setVisible(unread)
        self._explain()
        self._arrange()

    def _explain(self) -> None:
        lines = [READ_FIRST] if self._unread else []
        lines.append(self._names)
        self.send_button.setToolTip(as_tooltip("\n".join(filter(None, lines)), wrap=True))

    def show_note(self, reason: str, delivery: str = "") -> None:
        """Why Send does not work, and what it does where people expect something else. On a low
        window the first alone where there is one; a screen reader is told both."""
        self._told = (reason, delivery)
        text = f"{reason} {delivery}".strip()
        self.note.setText((reason or delivery) if self._short else text)
        self.note.setToolTip(as_tooltip(text, wrap=True))
        self.note.setVisible(bool(text))
        self.send_button.setAccessibleDescription(text)

    def show_mode(self, *, editable: bool, proposed: bool, can_archive: bool) -> None:
        for widget in (self.send_button, self.aside):
            widget.setVisible(editable)
        self.more_send.setVisible(editable and can_archive)
        self.aside.setText("Ignore" if proposed else "Delete draft")
        self._arrange()

    def allow_refining(self, allowed: bool) -> None:
        """Only plain text is refined: formatted text is made plain first."""
        self.refine_bar.setVisible(allowed)

    def show_refining(self, busy: bool) -> None:
        """The assistant is working on it, or has answered."""
        self.refine.setReadOnly(busy)
        self.refine.setPlaceholderText(WORKING if busy else self._tell)
        self.stop.setVisible(busy)
        for button in (*self.refinements, self.quick):
            button.setEnabled(not busy)

    def allow_sending(self, allowed: bool) -> None:
        self.send_button.setEnabled(allowed)
        self.more_send.setEnabled(allowed)

    def show_refinements(self, refinements: tuple[Refinement, ...]) -> None:
        """What the assistant of now can do with one press, if anything."""
        names = [each.value for each in refinements]
        for button in self.refinements:
            self._flow_of_presses.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.refinements = [self._refinement(name) for name in names]
        for button in self.refinements:
            self._flow_of_presses.addWidget(button)
        entries = tuple((name, partial(self.refined.emit, name)) for name in names)
        before = self.quick.menu()
        self.quick.setMenu(self._menu(entries))
        if before is not None:
            before.deleteLater()
        self._presses.setVisible(bool(names) and not self._short)
        self.quick.setVisible(bool(names) and self._short)

    def _refine_bar(self) -> QWidget:
        """The words for the assistant, and a place for what it can do with one press."""
        bar, px = QWidget(), self._theme.px
        self.refine = QLineEdit()
        self.refine.setPlaceholderText(TELL)
        self.refine.setAccessibleName("Tell the assistant what to change")
        self.refine.returnPressed.connect(self._on_refine)
        self.stop = QPushButton("Stop")
        self.stop.setAccessibleName("Stop refining")
        self.stop.clicked.connect(self.stopped)
        self.stop.hide()
        self.quick = self._menu_button("Quick changes", "assistant", "second")
        line = row(self.refine, self.stop, self.quick, gap=px(8), fill=self.refine)
        column(line, self._presses, owner=bar, gap=px(8))
        return bar

    def _refinement(self, name: str) -> QPushButton:
        button = QPushButton(name)
        button.clicked.connect(lambda: self.refined.emit(name))
        return button

    def _menu_button(self, name: str, icon: str, ink: str) -> QToolButton:
        button = QToolButton()
        set_role(button, "narrow")
        button.setIcon(self._theme.icon(icon, ink))
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

    def ask_in_focus(self) -> bool:
        """Words in the line with the focus go to the assistant; whether there were any."""
        if not (self.refine.hasFocus() and self.refine.text().strip()):
            return False
        self._on_refine()
        return True

    def _on_refine(self) -> None:
        text = self.refine.text().strip()
        if text and not self.refine.isReadOnly():
            self.refine.clear()
            self.refined.emit(text)

    def _tint(self) -> None:
        self.send_button.setIcon(self._theme.icon("send", "on_accent"))
        self.more_send.setIcon(self._theme.icon("next", "on_accent"))
        self.more.setIcon(self._theme.icon("more", "second"))
        if self._short:
            self.next_page.setIcon(self._theme.icon("page_down", "text"))
        self.quick.setIcon(self._theme.icon("assistant", "second"))
