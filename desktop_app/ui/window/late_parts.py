"""The parts the window gets once its first list is painted: organising, writing, importing.

All of it together would double the time to the first picture.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.ui.accounts.front_door import FrontDoor
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.label_picker import offer_labels
from desktop_app.ui.mailbox.organiser import Organiser
from desktop_app.ui.window.account_keys import AccountKeys
from desktop_app.ui.window.ask_watch import AskWatch
from desktop_app.ui.window.bridge_watch import BridgeWatch
from desktop_app.ui.window.importing import Importing
from desktop_app.ui.window.status_bar import StatusBar
from desktop_app.ui.window.sync_watch import SyncWatch
from desktop_app.ui.window.writing import Writer


class LateParts(QObject):
    """Made once, in the window's thread."""

    def __init__(self, bench: Workbench, status: StatusBar, parent: QObject) -> None:
        super().__init__(parent)
        self.organiser = Organiser(bench, self)
        self.writer = Writer(bench, self)
        self.importing = Importing(bench, status.work, self)
        self.front_door = FrontDoor(bench, self)
        self.account_keys = AccountKeys(bench, self)
        offer_labels(bench, self.organiser)
        SyncWatch(bench, status, self)
        BridgeWatch(bench, status, self)
        AskWatch(bench, bench.actions.window)
