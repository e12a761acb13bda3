"""Everybody a message names: a row for each, with name and address."""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtWidgets import QHBoxLayout, QPushButton, QWidget

from desktop_app.model.address import Address
from desktop_app.model.message import Message
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.thread.person_button import PersonButton
from desktop_app.ui.widgets.parts import STRETCH, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import set_role

PORTION = 40
"""Rows that are made at once; the next ones when asked for."""


class RecipientRows(QWidget):
    """Rows of sender, recipients and copies."""

    def __init__(self, bench: Workbench, message: Message) -> None:
        super().__init__()
        self._bench, self._account = bench, message.account_id
        self.setAccessibleName("Sender and recipients")
        self._left = list(_named(message))
        px = bench.theme.px
        self._rows = column(owner=self, gap=px(4))
        self._more = QPushButton()
        set_role(self._more, "link")
        self._more.clicked.connect(self._add_portion)
        self._rows.addWidget(self._more)
        self._add_portion()

    def _add_portion(self) -> None:
        portion, self._left = self._left[:PORTION], self._left[PORTION:]
        for kind, person in portion:
            self._rows.insertLayout(self._rows.count() - 1, self._row(kind, person))
        self._more.setText(f"Show {len(self._left)} more")
        self._more.setVisible(bool(self._left))

    def _row(self, kind: str, person: Address) -> QHBoxLayout:
        label = plain(kind, "caption")
        label.setFixedWidth(self._bench.theme.px(56))
        button = PersonButton(self._bench, person, self._account)
        address = plain(clean(person.email) if person.name else "", "second", select=True)
        return row(label, button, address, STRETCH, gap=self._bench.theme.px(8))


def _named(message: Message) -> Iterator[tuple[str, Address]]:
    """Each with what it is, said once for those that follow one another."""
    kinds = (
        ("From", message.from_),
        ("Reply to", message.reply_to),
        ("To", message.to),
        ("Cc", message.cc),
        ("Bcc", message.bcc),
    )
    for kind, people in kinds:
        for number, person in enumerate(people):
            yield "" if number else kind, person
