"""Form of an account's servers, user name and password; all of it can be changed."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QCheckBox, QFormLayout, QLineEdit, QPushButton, QWidget

from desktop_app.model.mail_provider import FoundServers
from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from desktop_app.tools.person.mailbox_sign_in import AddMailbox
from desktop_app.ui.accounts.sign_in_request import PERIODS
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.controls import Choice, Number
from desktop_app.ui.widgets.dialogs import choose_files
from desktop_app.ui.widgets.parts import column, plain, row
from desktop_app.ui.widgets.tab_order import follow_layout

_SECURITY = (
    (Security.TLS, "TLS"),
    (Security.STARTTLS, "STARTTLS"),
    (Security.NONE, "None (this computer)"),
)
_IMAP_PORTS = {Security.TLS: 993, Security.STARTTLS: 143, Security.NONE: 143}
_SMTP_PORTS = {Security.TLS: 465, Security.STARTTLS: 587, Security.NONE: 25}
"""Source: RFC 8314 section 7, RFC 6409 section 3.1, RFC 5321."""


class ServerRow(QWidget):
    """Host, port and protection of one server. The port follows the protection while it is a
    usual one."""

    changed = Signal()

    def __init__(self, bench: Workbench, name: str, ports: dict[Security, int]) -> None:
        super().__init__()
        self._ports = ports
        self.host = QLineEdit()
        self.host.setAccessibleName(f"{name} server")
        self.port = Number()
        self.port.setRange(1, 65_535)
        self.port.setAccessibleName(f"{name} port")
        self.security = Choice()
        self.security.setAccessibleName(f"{name} encryption")
        for value, words in _SECURITY:
            self.security.addItem(words, str(value))
        self.port.setValue(ports[Security.TLS])
        self.host.textChanged.connect(lambda _: self.changed.emit())
        self.security.currentIndexChanged.connect(lambda _: self._on_security())
        row(self.host, self.port, self.security, owner=self, gap=bench.theme.px(8), fill=self.host)

    def show_server(self, at: ServerAddress) -> None:
        self.security.setCurrentIndex(self.security.findData(str(at.security)))
        self.host.setText(at.host)
        self.port.setValue(at.port)

    @property
    def chosen(self) -> Security:
        return Security(self.security.currentData())

    def _on_security(self) -> None:
        if self.port.value() in self._ports.values():
            self.port.setValue(self._ports[self.chosen])


class ServersForm(QWidget):
    """`changed` tells of every change. The address is not part of the form: `email` is set."""

    changed = Signal()

    def __init__(self, bench: Workbench, *, new: bool) -> None:
        super().__init__()
        self._bench, self.email, self._ca_file = bench, "", ""
        self.password_label = plain("Password")
        self.password = _entry("Password", self.changed.emit)
        self.password.setEchoMode(QLineEdit.EchoMode.Password)
        self.shown = QCheckBox("Show")
        self.shown.setAccessibleName("Show the password")
        self.shown.toggled.connect(self._show_password)
        self.user = _entry("User name", self.changed.emit)
        self.imap = ServerRow(bench, "IMAP", _IMAP_PORTS)
        self.smtp = ServerRow(bench, "SMTP", _SMTP_PORTS)
        self.sends = QCheckBox("This account can send")
        self.sends.setChecked(True)
        self.sends.toggled.connect(self._on_sends)
        self.period = Choice()
        self.period.setAccessibleName("How much mail to download")
        for days, words in PERIODS:
            self.period.addItem(words, days)
        self.period.setCurrentIndex(self.period.findData(365))
        for server in (self.imap, self.smtp):
            server.changed.connect(self.changed)
        gap = bench.theme.px(8)
        form = QFormLayout()
        form.setVerticalSpacing(gap)
        form.addRow(self.password_label, row(self.password, self.shown, gap=gap))
        form.addRow("User name", self.user)
        form.addRow("IMAP server", self.imap)
        form.addRow("", self.sends)
        form.addRow("SMTP server", self.smtp)
        if new:
            form.addRow("Download", self.period)
        form.addRow("", self._authority())
        column(form, owner=self)
        self.password_label.setBuddy(self.password)
        follow_layout(self)

    def show_found(self, found: FoundServers | None, email: str) -> None:
        """Fill in what was found for an address; nothing that was typed stays."""
        self.email = email
        self.user.setText(found.user if found is not None else email)
        wants = found is not None and found.app_password
        self.password_label.setText("App password" if wants else "Password")
        none = ServerAddress("", _IMAP_PORTS[Security.TLS])
        self.imap.show_server((found.incoming if found is not None else None) or none)
        outgoing = found.outgoing if found is not None else None
        self.sends.setChecked(found is None or outgoing is not None)
        self.smtp.show_server(outgoing or ServerAddress("", _SMTP_PORTS[Security.TLS]))

    def show_servers(self, servers: MailServers, email: str) -> None:
        """Fill in the servers of an account; its password is not shown."""
        self.show_found(None, email)
        self.user.setText(servers.user)
        self.imap.show_server(servers.incoming)
        self.sends.setChecked(servers.outgoing is not None)
        if servers.outgoing is not None:
            self.smtp.show_server(servers.outgoing)
        self._take_authority(servers.ca_file)

    @property
    def complete(self) -> bool:
        """Whether there is enough to try."""
        hosts = [self.imap.host, *([self.smtp.host] if self.sends.isChecked() else [])]
        return bool(self.password.text()) and all(h.text().strip() for h in hosts)

    def entered(self, *, name: str = "", account: str = "") -> AddMailbox:
        """What the form says. `name` is the person's own."""
        sends = self.sends.isChecked()
        return AddMailbox(
            email=self.email,
            password=self.password.text(),
            imap_host=self.imap.host.text().strip(),
            imap_port=self.imap.port.value(),
            imap_security=self.imap.chosen,
            smtp_host=self.smtp.host.text().strip() if sends else "",
            smtp_port=self.smtp.port.value(),
            smtp_security=self.smtp.chosen,
            user=self.user.text().strip(),
            name=name,
            ca_file=self._ca_file,
            account=account,
            days=int(self.period.currentData()),
        )

    def _authority(self) -> QWidget:
        holder = QWidget()
        self.authority = QPushButton("Own certificate authority…")
        self.authority.setAutoDefault(False)
        self.authority.setToolTip("A PEM file, for a server whose certificate you issued yourself")
        self.authority.clicked.connect(
            lambda: choose_files(
                self,
                "Choose a certificate authority",
                "Certificates (*.pem *.crt);;All files (*)",
                lambda paths: self._take_authority(str(paths[0])),
            )
        )
        self.authority_file = plain(role="caption")
        row(
            self.authority,
            self.authority_file,
            owner=holder,
            gap=self._bench.theme.px(8),
            fill=self.authority_file,
        )
        return holder

    def _take_authority(self, path: str) -> None:
        self._ca_file = path
        self.authority_file.setText(path.replace("\\", "/").rpartition("/")[2])
        self.changed.emit()

    def _show_password(self, shown: bool) -> None:
        mode = QLineEdit.EchoMode.Normal if shown else QLineEdit.EchoMode.Password
        self.password.setEchoMode(mode)

    def _on_sends(self, sends: bool) -> None:
        self.smtp.setEnabled(sends)
        self.changed.emit()


def _entry(name: str, changed: Callable[[], object]) -> QLineEdit:
    entry = QLineEdit()
    entry.setAccessibleName(name)
    entry.textChanged.connect(lambda _: changed())
    return entry
