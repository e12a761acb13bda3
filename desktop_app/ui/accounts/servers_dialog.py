"""Dialog that enters the servers and the password of an account again."""

from __future__ import annotations

from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QDialog, QPushButton, QWidget

from desktop_app.model.mailbox_check import MailboxCheck
from desktop_app.tools.person.mailbox_sign_in import KeptMailServers
from desktop_app.ui.accounts.check_panel import CheckPanel
from desktop_app.ui.accounts.servers_form import ServersForm
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size


class ServersDialog(QDialog):
    """Dialog that keeps nothing before every step of the check has worked."""

    def __init__(
        self, bench: Workbench, parent: QWidget, account: str, kept: KeptMailServers
    ) -> None:
        super().__init__(parent)
        self._bench, self._account, self._name = bench, account, kept.name
        self.setWindowTitle("Servers and password")
        px = bench.theme.px
        self.resize(px(Size.TEXT_WIDTH), px(Size.DIALOG))
        set_role(self, "region")
        self.form = ServersForm(bench, new=False)
        self.form.show_servers(kept.servers, kept.email)
        self.panel = CheckPanel(bench)
        self.panel.hide()
        self.save = QPushButton("Check and save")
        set_role(self.save, "primary")
        self.save.setDefault(True)
        self.save.clicked.connect(self._begin)
        close = QPushButton("Cancel")
        close.setAutoDefault(False)
        close.clicked.connect(self.reject)
        inside, gap = QWidget(), px(8)
        set_role(inside, "region")
        column(self.form, gap, self.panel, STRETCH, owner=inside, gap=gap)
        self._scroll = scroll = ScrollColumn()
        scroll.setWidget(inside)
        column(
            plain(kept.email, "subject"),
            scroll,
            row(STRETCH, self.save, close, gap=gap),
            owner=self,
            gap=gap,
            margins=px(16),
            fill=scroll,
        )
        self.form.changed.connect(self._allow)
        self.panel.done.connect(self._on_done)
        self.panel.changing.connect(self._change)
        self.panel.failed.connect(self._on_failed)
        self.rejected.connect(self.panel.abandon)
        self._allow()

    def _begin(self) -> None:
        self.panel.show()
        self.panel.begin(self.form.entered(name=self._name, account=self._account))
        self._allow()

    def _change(self) -> None:
        self.panel.hide()
        self._allow()
        press(self.form.password)

    def _allow(self) -> None:
        self.form.setEnabled(not self.panel.working)
        self.save.setEnabled(self.form.complete and not self.panel.working)

    def _on_failed(self) -> None:
        self._allow()
        QTimer.singleShot(0, self, self._show_problem)

    def _show_problem(self) -> None:
        """Its place is known once the panel is laid out."""
        self._scroll.verticalScrollBar().setValue(self._scroll.verticalScrollBar().maximum())

    def _on_done(self, checked: MailboxCheck) -> None:
        self.accept()
        assert checked.signed_in is not None, "told once the account is there"
        self._bench.navigation.toast(f"{checked.signed_in.email} is signed in.")
