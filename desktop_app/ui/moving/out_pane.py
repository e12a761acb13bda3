"""Moving out: which mail, in which form, and where to."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFormLayout,
    QLineEdit,
    QPushButton,
    QRadioButton,
    QWidget,
)

from desktop_app.model.account import Account
from desktop_app.tools.calls.results import LabelRow
from desktop_app.tools.person import mail_accounts
from desktop_app.tools.person.moving_out import Form, MoveOut
from desktop_app.tools.verbs import list_labels
from desktop_app.ui.bench.folders import BY_QUERY
from desktop_app.ui.bench.last_folder import SAVED, keep_folder, last_folder
from desktop_app.ui.bench.pane import Pane
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dialogs import choose_target
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role

WHAT = (
    "Draftdesk writes mail that is on this computer into files that other mail programs read, with"
    " its labels and with what is read and starred. Nothing is taken away here."
)
MBOX = "One file (mbox), which Thunderbird, Apple Mail and most others read"
MAILDIR = "A folder with a file for each mail (Maildir), for mail servers and Evolution"
ALL = "Everything"


class MovingOutPane(Pane):
    """Pane whose `open` reads accounts and labels."""

    def __init__(self, bench: Workbench, parent: QWidget | None = None) -> None:
        super().__init__(bench, parent)
        self.setAccessibleName("Move mail out")
        gap = bench.theme.px(8)
        self._labels: list[LabelRow] = []
        self.account, self.label = Choice(), Choice()
        self.account.setAccessibleName("Account")
        self.label.setAccessibleName("Label")
        self.query = QLineEdit()
        self.query.setAccessibleName("Search")
        self.query.setPlaceholderText("from:anna has:attachment")
        self.account.currentIndexChanged.connect(lambda _: self._show_labels())
        self.query.textChanged.connect(lambda _: self._enable())
        self.drafts = QCheckBox("With drafts that are not sent")
        self.drafts.setChecked(True)
        self.away = QCheckBox("With spam and trash")
        self.away.setChecked(True)
        form = QFormLayout()
        form.setVerticalSpacing(gap)
        form.addRow("Mail of", self.account)
        form.addRow("Label", self.label)
        form.addRow("Or what a search finds", self.query)
        self.mbox, self.maildir = QRadioButton(MBOX), QRadioButton(MAILDIR)
        self.mbox.setChecked(True)
        self._forms = QButtonGroup(self)
        for button in (self.mbox, self.maildir):
            self._forms.addButton(button)
        self.write = QPushButton("Choose where…")
        self.write.setAutoDefault(False)
        set_role(self.write, "primary")
        self.write.clicked.connect(self._choose)
        self.setFocusProxy(self.account)
        place = bench.selection.place or ""
        if place and not place.startswith("tab:") and place not in BY_QUERY:
            self.query.setText(place)  # a search is shown
        what = plain(WHAT, "second", wrap=True)
        parts = (what, form, self.drafts, self.away, self.mbox, self.maildir, STRETCH)
        column(*parts, row(STRETCH, self.write), owner=self, gap=gap)
        self._enable()

    def open(self) -> None:
        self.bench.calls.ask(
            mail_accounts.LIST_ACCOUNTS,
            mail_accounts.ListAccounts(),
            done=lambda found: self._show_accounts(found.accounts),
            owner=self,
        )
        self.bench.calls.ask(
            list_labels.TOOL,
            list_labels.ListLabels(),
            done=lambda found: self._take_labels(found.labels),
            owner=self,
        )

    @property
    def form(self) -> Form:
        return "maildir" if self.maildir.isChecked() else "mbox"

    def wanted(self, path: Path) -> MoveOut:
        """What is asked for, to be written to `path`."""
        query = self.query.text().strip()
        return MoveOut(
            path=str(path),
            form=self.form,
            account=str(self.account.currentData() or ""),
            label="" if query else str(self.label.currentData() or ""),
            query=query,
            drafts=self.drafts.isChecked(),
            spam_and_trash=self.away.isChecked(),
        )

    def _show_accounts(self, accounts: tuple[Account, ...]) -> None:
        self.account.clear()
        for account in accounts:
            self.account.addItem(clean(account.name), account.id)
        if len(accounts) > 1:
            self.account.addItem("All accounts", "")
        here = self.bench.selection.account
        place = self.account.findData(here) if here else 0
        self.account.setCurrentIndex(max(place, 0))
        self._enable()

    def _take_labels(self, labels: tuple[LabelRow, ...]) -> None:
        self._labels = list(labels)
        self._show_labels()

    def _show_labels(self) -> None:
        account = str(self.account.currentData() or "")
        self.label.clear()
        self.label.addItem(ALL, "")
        seen = set[str]()
        for label in self._labels:
            if account in {"", label.account} and label.total and label.label_id not in seen:
                seen.add(label.label_id)
                self.label.addItem(clean(label.name), label.label_id)

    def _enable(self) -> None:
        searching = bool(self.query.text().strip())
        self.label.setEnabled(not searching)
        self.drafts.setEnabled(not searching)
        self.write.setEnabled(self.account.count() > 0)

    def _choose(self) -> None:
        named = self.label.currentText() if self.label.currentData() else ""
        stem = " ".join(filter(None, (self.account.currentText(), named)))
        kept = "".join(c if c.isalnum() or c in " -_." else "_" for c in stem).strip(" .")[:80]
        name = (kept or "mail") + (".mbox" if self.form == "mbox" else "")
        filters = "Mailbox (*.mbox)" if self.form == "mbox" else "Folder (*)"
        folder = last_folder(self.bench, SAVED)
        choose_target(self, "Write mail to", name, filters, self._write, folder)

    def _write(self, path: Path) -> None:
        keep_folder(self.bench, SAVED, path.parent)
        wanted = self.wanted(path)
        self.window().close()
        self.bench.navigation.move_wanted.emit(wanted)
