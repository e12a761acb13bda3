"""Settings → This computer: closing the window, start at login, the person's mail program.

What the system decides is shown as the system has it, and read again after each change.
"""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QCheckBox, QPushButton, QVBoxLayout, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.settings_table import SETTINGS
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import this_computer
from desktop_app.tools.person.this_computer import BecameMailProgram, ThisComputer
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.rows import OnChange, add_heading, add_row
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.parts import STRETCH, column, plain
from desktop_app.ui.widgets.parts import row as side_by_side
from desktop_app.ui.widgets.safe_text import clean

PAGE = "This computer"
AT_LOGIN = "Start Draftdesk when you log in"
AT_LOGIN_TOLD = "Without a window, in the background. It is written into {place}."
MAIL_PROGRAM = "Your mail program"
MAKE = "Make Draftdesk your mail program"
MOVE = "Move in from another program…"
MOVED = "Mail, people and signatures that another mail program has on this computer."
IS_OURS = "Links to mail addresses are opened with Draftdesk."
IS_ANOTHERS = "Links to mail addresses are opened with {name}."
IS_UNKNOWN = "The system does not say what opens links to mail addresses."


class ComputerPage(QWidget):
    """`change(key, value)` keeps the rows of the table."""

    def __init__(self, bench: Workbench, change: OnChange) -> None:
        super().__init__()
        self._bench = bench
        px, settings = bench.theme.px, bench.services.settings
        layout = column(owner=self, gap=px(4))
        group = ""
        for row in SETTINGS:
            if row.page != PAGE:
                continue
            if row.group != group:
                group = row.group
                add_heading(layout, group, bench.theme)
            add_row(layout, row, settings, bench.theme, change)
        self.at_login = QCheckBox(AT_LOGIN)
        self.at_login.setEnabled(False)
        self.at_login.toggled.connect(self._start_at_login)
        self.place = plain("", "caption", wrap=True)
        layout.addWidget(self.at_login)
        layout.addWidget(self.place)
        self._add_mail_program(layout)
        self.moving = QPushButton(MOVE)
        self.moving.setAutoDefault(False)
        self.moving.clicked.connect(lambda *_: bench.actions.trigger("move_in"))
        layout.addLayout(side_by_side(self.moving, STRETCH))
        layout.addWidget(plain(MOVED, "caption", wrap=True))

    def _add_mail_program(self, layout: QVBoxLayout) -> None:
        add_heading(layout, MAIL_PROGRAM, self._bench.theme)
        self.program = plain("", wrap=True)
        self.make = QPushButton(MAKE)
        self.make.setAutoDefault(False)
        self.make.setEnabled(False)
        self.make.clicked.connect(lambda *_: self._become())
        self.outcome = plain("", "caption", wrap=True)
        layout.addWidget(self.program)
        layout.addLayout(side_by_side(self.make, STRETCH))
        layout.addWidget(self.outcome)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._read()

    def _read(self) -> None:
        self._bench.calls.ask(
            this_computer.READ_THIS_COMPUTER,
            NoParams(),
            done=self._show,
            failed=self._say,
            key="this computer",
            owner=self,
        )

    def _show(self, found: ThisComputer) -> None:
        with QSignalBlocker(self.at_login):
            self.at_login.setChecked(found.starts_at_login)
        self.at_login.setEnabled(bool(found.place))
        self.place.setText(AT_LOGIN_TOLD.format(place=clean(found.place)) if found.place else "")
        if found.how:
            self.program.setText(found.how)
        elif found.is_mail_program:
            self.program.setText(IS_OURS)
        elif found.mail_program:
            self.program.setText(IS_ANOTHERS.format(name=_name(found.mail_program)))
        else:
            self.program.setText(IS_UNKNOWN)
        self.make.setVisible(not found.how)
        self.make.setEnabled(not found.is_mail_program)

    def _start_at_login(self, wanted: bool) -> None:
        self._bench.calls.ask(
            this_computer.START_AT_LOGIN,
            this_computer.StartAtLogin(wanted=wanted),
            done=self._show,
            failed=self._on_failed,
            owner=self,
            lasting=True,
        )

    def _become(self) -> None:
        self.make.setEnabled(False)
        self._bench.calls.ask(
            this_computer.BECOME_MAIL_PROGRAM,
            NoParams(),
            done=self._on_became,
            failed=self._on_failed,
            owner=self,
        )

    def _on_became(self, outcome: BecameMailProgram) -> None:
        """Each kind of thing, with what opened it and what opens it now."""
        lines = (
            f"{one.kind[:1].upper()}{one.kind[1:]}: {_name(one.now)}, before {_name(one.before)}."
            for one in outcome.opened
        )
        self._tell("\n".join(lines))
        self._read()

    def _on_failed(self, error: KnownError) -> None:
        self._say(error)
        self._read()

    def _say(self, error: KnownError) -> None:
        self._tell(f"{error.sentence} {error.next_step}".strip())

    def _tell(self, words: str) -> None:
        self.outcome.setText(words)
        announce(self.outcome, words)


def _name(entry: str) -> str:
    """A desktop entry as one may know it: `thunderbird`."""
    return clean(entry.removesuffix(".desktop").rpartition(".")[2]) or "nothing that is known"
