"""Activity pane: everything that was done to the mail, by whom, newest first."""

from __future__ import annotations

from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.tools.person import activity
from desktop_app.tools.person.activity import AuditPage, AuditRow
from desktop_app.ui.activity.audit_list import ORIGINS, AuditList
from desktop_app.ui.activity.record_line import RecordLine
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.states import PendingRead, States

WORKS = (
    "Your mail still works. Assistants and connected programs do nothing that can't be recorded."
)
PAGE = 200


class AuditPane(Pane):
    """Pane whose `open` reads the newest rows."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Activity record")
        self._last: AuditRow | None = None
        self.origin = Choice()
        self.origin.setAccessibleName("Done by")
        for key, title in ORIGINS.items():
            self.origin.addItem(title, key)
        self.origin.currentIndexChanged.connect(lambda _: self.open())
        label = plain("Done by")
        label.setBuddy(self.origin)
        self.list = AuditList()
        self.more = QPushButton("Show older")
        self.more.hide()
        self.more.clicked.connect(self._read_more)
        self.undo = QPushButton("Undo this")
        self.undo.setEnabled(False)
        self.undo.clicked.connect(self._undo)
        self.list.currentRowChanged.connect(lambda _: self.undo.setEnabled(bool(self.list.undo)))
        self.states = States(bench.theme, self.list, works=WORKS)
        self.setFocusProxy(self.states)
        gap = bench.theme.px(8)
        top = row(label, self.origin, STRETCH, self.undo, self.more, gap=gap)
        self.record = RecordLine(bench)
        column(top, self.states, self.record, owner=self, gap=gap, fill=self.states)

    def _undo(self) -> None:
        """Take the chosen change back, and show what is recorded now."""
        self.bench.calls.ask(
            activity.UNDO_CHANGE,
            activity.UndoChange(undo=self.list.undo),
            done=lambda _: self.open(),
            failed=lambda error: self.states.failed(error, self.open),
            owner=self,
        )

    def open(self) -> None:
        self._last = None
        self.record.open()
        jobs = self.bench.calls.jobs
        self.states.loading(
            PendingRead("the activity record", lambda: jobs.cancel("audit"), self.open)
        )
        self._read(0)

    def _read_more(self) -> None:
        if self._last is not None:
            self._read(self._last.id)

    def _read(self, before: int) -> None:
        origin = str(self.origin.currentData())
        self.bench.calls.ask(
            activity.LIST_AUDIT,
            activity.ListAudit(limit=PAGE, before=before, origin=origin),
            done=lambda page: self._show(page, first=not before),
            failed=lambda error: self.states.failed(error, lambda: self._read(before)),
            key="audit",
            owner=self,
        )

    def _show(self, page: AuditPage, *, first: bool) -> None:
        if first:
            self.list.clear()
        self.list.add_rows(page.rows, self.bench.services.clock())
        self._last = page.rows[-1] if page.rows else self._last
        self.more.setVisible(page.has_more)
        if self.list.count():
            self.states.ready()
        else:
            self.states.empty(
                "Nothing was recorded yet.",
                "What you and the assistant do to your mail appears here.",
            )
