"""Cards of the programs that use the bridge: accounts, tools, and adding another program."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from urllib.parse import urlsplit

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QCheckBox,
    QLineEdit,
    QPushButton,
    QWidget,
)

from desktop_app.model.account import Account
from desktop_app.model.bridge import LOCAL_PROGRAM, NAME_FAMILIES, BridgeClient
from desktop_app.model.errors import KnownError
from desktop_app.tools.calls.base import Group
from desktop_app.tools.person import bridge
from desktop_app.tools.person.bridge import NewBridgeClient
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.settings.grant_dialog import ask_for_grant, words
from desktop_app.ui.widgets.controls import Choice
from desktop_app.ui.widgets.dates import long_date
from desktop_app.ui.widgets.dialogs import confirm
from desktop_app.ui.widgets.focus import hand_on, holds, press
from desktop_app.ui.widgets.parts import clear, column, flow, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.undo_line import UndoLine

GROUPS = (Group.READING, Group.DRAFTS, Group.ORGANISING, Group.DRIVE, Group.CALENDAR)
SHORTEST = 20
"""Characters of a family's names that are seen however narrow the window is."""

NAMES = (
    "Names of its tools: for a program that was made for another mail tool, those it knows. What "
    "it may do stays the same."
)

Say = Callable[[str, Callable[[], object]], object]
"""Says what a press has changed, and takes what undoes it."""


class ClientCards(QWidget):
    """Cards of the programs, and an entry for the name of another one."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench
        self._shown: tuple[tuple[BridgeClient, ...], tuple[Account, ...]] | None = None
        self._made: list[ClientCard] = []
        px = bench.theme.px
        self._cards = column(gap=px(12))
        self.line = UndoLine(bench.theme)
        self.name = QLineEdit()
        self.name.setAccessibleName("Name of a program to connect")
        self.name.setPlaceholderText("Another program: its name")
        self.add = QPushButton("Make a token")
        self.add.clicked.connect(self._add)
        self.name.returnPressed.connect(self._add)
        self.token = QLineEdit(readOnly=True)
        self.token.setAccessibleName("Token, shown once")
        self.copy = QPushButton("Copy the token")
        self.copy.clicked.connect(lambda: QGuiApplication.clipboard().setText(self.token.text()))
        self.note = plain(role="caption", wrap=True)
        for widget in (self.token, self.copy, self.note):
            widget.hide()
        naming = row(self.name, self.add, gap=px(8), fill=self.name)
        made = row(self.token, self.copy, gap=px(8), fill=self.token)
        column(self._cards, self.line, naming, made, self.note, owner=self, gap=px(8))

    def show_clients(
        self, clients: tuple[BridgeClient, ...], accounts: tuple[Account, ...]
    ) -> None:
        """Cards are made anew only when something else than the last call has changed."""
        permissions = tuple(replace(client, last_call=0.0) for client in clients)
        if (permissions, accounts) == self._shown:
            for card, client in zip(self._made, clients, strict=True):
                card.show_client(client)
            return
        self._shown = (permissions, accounts)
        self._made = []
        focused = self.focusWidget() if holds(self) else None
        held = focused.accessibleName() if focused is not None else ""
        clear(self._cards)
        for client in clients:
            card = ClientCard(self._bench, client, accounts, self.line.say)
            self._cards.addWidget(card)
            self._made.append(card)
            card.show()
            card.take_focus(held)

    def _add(self) -> None:
        self._bench.calls.ask(
            bridge.ADD_BRIDGE_CLIENT,
            bridge.AddBridgeClient(name=self.name.text()),
            done=self._added,
            failed=self._not_added,
            owner=self,
        )

    def _added(self, made: NewBridgeClient) -> None:
        self.name.clear()
        self.token.setText(made.token)
        self.note.setText(
            f"This token is for {clean(made.client.name)} and is shown this once. Give it to the "
            "program as a bearer token, with the address above; then choose its accounts."
        )
        for widget in (self.token, self.copy, self.note):
            widget.show()
        hand_on(self, self.token)
        self.token.selectAll()

    def _not_added(self, error: KnownError) -> None:
        self.note.setText(error.sentence)
        self.note.show()


class ClientCard(QWidget):
    """Card of a program: name, last call, accounts, tools, and *Disconnect*."""

    def __init__(
        self, bench: Workbench, client: BridgeClient, accounts: tuple[Account, ...], say: Say
    ) -> None:
        super().__init__()
        self._bench, self._client, self._say = bench, client, say
        px = bench.theme.px
        self.called = plain(role="caption", wrap=True)
        self.show_client(client)
        layout = column(plain(clean(client.name)), self.called, owner=self, gap=px(4))
        self.accounts = {
            account.id: self._box(account.name, account.id in client.accounts)
            for account in accounts
        }
        self.groups = {
            group.value: self._box(group.value.capitalize(), group.value not in client.groups_off)
            for group in GROUPS
        }
        for title, boxes in (
            ("Accounts it may read and write drafts for:", self.accounts),
            ("Tools it has:", self.groups),
        ):
            layout.addWidget(plain(title, "caption", wrap=True))
            layout.addWidget(flow(*boxes.values(), gap=px(12)))
        names = [account.name for account in accounts if account.id in client.accounts]
        self.granted = plain(words(client.grant, names, bench), wrap=True, select=True)
        self.granted.setAccessibleName(f"{clean(client.name)}: {self.granted.text()}")
        self.change = QPushButton("Change…")
        self.change.setAccessibleName(f"{clean(client.name)}: change what it may see and propose")
        self.change.clicked.connect(lambda: ask_for_grant(bench, self, client, accounts, say))
        layout.addWidget(plain("What it may see and propose:", "caption", wrap=True))
        layout.addWidget(self.granted)
        layout.addWidget(flow(self.change, gap=px(12)))
        self.family = Choice()
        self.family.setSizeAdjustPolicy(
            Choice.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        )
        self.family.setMinimumContentsLength(SHORTEST)
        self.family.setAccessibleName(f"{clean(client.name)}: names of the tools")
        self.family.addItem("Draftdesk's own", "")
        for family in NAME_FAMILIES:
            self.family.addItem(f"{family.title}: {family.names}", family.id)
        self.family.setCurrentIndex(max(0, self.family.findData(client.family)))
        self.family.activated.connect(self._on_family)
        layout.addWidget(plain(NAMES, "caption", wrap=True))
        layout.addWidget(self.family)
        if client.id != LOCAL_PROGRAM:
            self.disconnect_button = QPushButton("Disconnect")
            self.disconnect_button.setAccessibleName(f"Disconnect {clean(client.name)}")
            self.disconnect_button.clicked.connect(self._ask_to_revoke)
            layout.addWidget(flow(self.disconnect_button, gap=px(12)))

    def take_focus(self, name: str) -> None:
        """The focus back to the box it was on, after the cards were made anew."""
        for box in (*self.accounts.values(), *self.groups.values(), self.change, self.family):
            if name and box.accessibleName() == name:
                press(box)

    def show_client(self, client: BridgeClient) -> None:
        """When it called last."""
        called, now = client.last_call, self._bench.services.clock()
        said = f"Called last {long_date(called, now)}." if called else "Has not called yet."
        self.called.setText(f"{said} {came_in(client)}".strip())

    def _box(self, title: str, on: bool) -> QCheckBox:
        box = QCheckBox(clean(title))
        box.setAccessibleName(f"{clean(self._client.name)}: {clean(title)}")
        box.setChecked(on)
        box.toggled.connect(partial(self._on_toggled, box))
        return box

    def _on_toggled(self, box: QCheckBox, on: bool) -> None:
        """Undo stands for this box alone, also when the card has been made anew meanwhile."""
        before = self._permissions(flipped=box)
        self._change(self._permissions())
        allowed = "is allowed now" if on else "is not allowed any more"
        self._say(f"{box.accessibleName()} {allowed}.", lambda: self._change(before))

    def _on_family(self) -> None:
        """Undo lists the names from before."""
        before = self._permissions(family=self._client.family)
        if before.family == self.family.currentData():
            return
        self._change(self._permissions())
        self._say(
            f"{clean(self._client.name)} has these names now: {self.family.currentText()}.",
            lambda: self._change(before),
        )

    def _permissions(
        self, flipped: QCheckBox | None = None, family: str | None = None
    ) -> bridge.ChangeBridgeClient:
        """What the boxes say, one of them the other way round, with the names chosen."""
        accounts, groups = (
            tuple(name for name, box in boxes.items() if box.isChecked() is (box is not flipped))
            for boxes in (self.accounts, self.groups)
        )
        off = tuple(group for group in self.groups if group not in groups)
        return bridge.ChangeBridgeClient(
            client_id=self._client.id,
            accounts=accounts,
            groups_off=off,
            family=self.family.currentData() if family is None else family,
        )

    def _change(self, permissions: bridge.ChangeBridgeClient) -> None:
        self._bench.calls.ask(bridge.CHANGE_BRIDGE_CLIENT, permissions, lasting=True)

    def _ask_to_revoke(self) -> None:
        confirm(
            self,
            f"Disconnect {clean(self._client.name)}?",
            "It gets in no more at once. It can ask again."
            if self._client.origin
            else "Its token stops working at once. To connect it again you make a new one.",
            "Disconnect",
            self._revoke,
            danger=True,
        )

    def _revoke(self) -> None:
        self._bench.calls.ask(
            bridge.REVOKE_BRIDGE_CLIENT,
            bridge.RevokeBridgeClient(client_id=self._client.id),
            lasting=True,
        )


def came_in(client: BridgeClient) -> str:
    """How a program came in that asked over HTTP; empty for any other."""
    if not client.origin:
        return ""
    host = urlsplit(client.origin).hostname
    return (
        f"It asked over HTTP; its name is said at {clean(host)}." if host else "It asked over HTTP."
    )
