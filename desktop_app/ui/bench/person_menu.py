"""Menu of a person, wherever one is shown: write, search their mail, show what is noted, copy
the address."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QMenu, QWidget

from desktop_app.mail.drafts.given import as_typed
from desktop_app.model.address import Address
from desktop_app.ui.bench.navigation import Prefill
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.safe_text import clean


def menu_of_person(bench: Workbench, person: Address, account: str, owner: QWidget) -> QMenu:
    """Menu that deletes itself when it closes. `account` is the id of the account to write from."""
    name = clean(person.first_name).replace("&", "&&")

    written = as_typed(Address(clean(person.name), person.email))

    def write() -> None:
        bench.navigation.compose(Prefill(to=(written,), account=account))

    def copy() -> None:
        QGuiApplication.clipboard().setText(person.email)
        bench.navigation.toast(f"Copied {clean(person.email)}.")

    menu = QMenu(owner)
    menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    menu.addAction(f"Write to {name}…", write)
    menu.addAction(
        f"Search mail from {name}", lambda: bench.navigation.show_search(f"from:{person.key}")
    )
    menu.addAction("Show in People", lambda: bench.navigation.show_person(person.key))
    menu.addAction("Copy address", copy)
    return menu
