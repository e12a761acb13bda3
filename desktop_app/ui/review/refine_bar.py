"""Line for the assistant: what it should change in a draft, in words or with one press."""

from __future__ import annotations

from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QLineEdit, QMenu, QPushButton, QToolButton, QWidget

from desktop_app.assistant.transcript import TRANSLATE_INTO, Refinement
from desktop_app.ui.review.translations import translation_menu
from desktop_app.ui.widgets.flow import FlowLayout
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import column, row
from desktop_app.ui.widgets.theme import Theme, set_role

TELL, WORKING = "Tell the assistant what to change…", "The assistant is working on it…"


class RefineBar(QWidget):
    """Line with the signals `refined(text)`, and `stopped` to end that. On a low window what one
    press asks for is the menu `quick`."""

    refined = Signal(str)
    stopped = Signal()

    def __init__(self, theme: Theme, refinements: tuple[Refinement, ...]) -> None:
        super().__init__()
        self._theme, px = theme, theme.px
        self._short = False
        self.refinements: list[QPushButton] = []
        self._presses = QWidget()
        self._flow = FlowLayout(self._presses, px(8))
        self.entry = QLineEdit()
        self.entry.setPlaceholderText(TELL)
        self.entry.setAccessibleName("Tell the assistant what to change")
        self.entry.returnPressed.connect(self.ask)
        self.stop = QPushButton("Stop")
        self.stop.setAccessibleName("Stop refining")
        self.stop.clicked.connect(self.stopped)
        self.stop.hide()
        self.quick = QToolButton()
        set_role(self.quick, "narrow")
        theme.put_icon(self.quick, "next", "second")
        self.quick.setAccessibleName("Quick changes")
        self.quick.setToolTip("Quick changes")
        self.quick.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        line = row(self.entry, self.stop, self.quick, gap=px(8), fill=self.entry)
        column(line, self._presses, owner=self, gap=px(8))
        self.show_refinements(refinements)

    @property
    def busy(self) -> bool:
        """Whether the assistant is working on it."""
        return self.entry.isReadOnly()

    def set_short(self, short: bool) -> None:
        """Do with less height, or take what is usual again."""
        self._short = short
        self._presses.setVisible(bool(self.refinements) and not short)
        self.quick.setVisible(bool(self.refinements) and short)

    def show_refining(self, busy: bool) -> None:
        """The assistant is working on it, or has answered."""
        self.entry.setReadOnly(busy)
        self.entry.setPlaceholderText(WORKING if busy else TELL)
        self.stop.setVisible(busy)
        for button in (*self.refinements, self.quick):
            button.setEnabled(not busy)

    def show_refinements(self, refinements: tuple[Refinement, ...]) -> None:
        """What the assistant of now can do with one press, if anything."""
        names = [each.value for each in refinements]
        for button in self.refinements:
            self._flow.removeWidget(button)
            button.hide()
            button.deleteLater()
        self.refinements = [self._refinement(name) for name in names]
        before, menu = self.quick.menu(), QMenu(self)
        for button, name in zip(self.refinements, names, strict=True):
            self._flow.addWidget(button)
            if name == Refinement.TRANSLATE:
                menu.addMenu(self._languages(name, menu))
            else:
                menu.addAction(name, partial(self.refined.emit, name))
        self.quick.setMenu(menu)
        if before is not None:
            before.deleteLater()
        self.set_short(self._short)

    def ask(self) -> None:
        """Hand the words over, if there are any and nothing is under way."""
        text = self.entry.text().strip()
        if text and not self.busy:
            self.entry.clear()
            self.refined.emit(text)

    def ask_in_focus(self) -> bool:
        """Words in the line with the focus go to the assistant; whether there were any."""
        if not (self.entry.hasFocus() and self.entry.text().strip()):
            return False
        self.ask()
        return True

    def _languages(self, name: str, owner: QWidget) -> QMenu:
        return translation_menu(owner, name, self.refined.emit, self._write_a_language)

    def _write_a_language(self) -> None:
        """Any language can be written."""
        self.entry.setText(TRANSLATE_INTO.format(language=""))
        press(self.entry)

    def _refinement(self, name: str) -> QPushButton:
        button = QPushButton(name)
        if name == Refinement.TRANSLATE:
            button.setMenu(self._languages(name, button))
            return button
        button.clicked.connect(lambda: self.refined.emit(name))
        return button
