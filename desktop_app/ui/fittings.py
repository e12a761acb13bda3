"""What the window gets once its first list is painted: acting on mail, importing, reading panes.

All of it together would double the time to the first picture. Its modules are loaded by a job,
so that the window answers meanwhile.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import QObject

from desktop_app.ui.account_keys import AccountKeys
from desktop_app.ui.ask_watch import AskWatch
from desktop_app.ui.bridge_watch import BridgeWatch
from desktop_app.ui.frame import Frame
from desktop_app.ui.importing import Importing
from desktop_app.ui.label_picker import offer_labels
from desktop_app.ui.onboarding.front_door import FrontDoor
from desktop_app.ui.organise import Organiser
from desktop_app.ui.panes import PANES, Place
from desktop_app.ui.status_bar import StatusBar
from desktop_app.ui.sync_watch import SyncWatch
from desktop_app.ui.toasts import Floor
from desktop_app.ui.warming import Warming
from desktop_app.ui.workbench import Workbench
from desktop_app.ui.writing import Writer


class Fittings(QObject):
    """Made once, in the GUI thread; then `making` makes the panes, part by part."""

    def __init__(
        self, bench: Workbench, frame: Frame, floor: Floor, status: StatusBar, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.organiser = Organiser(bench, self)
        self.writer = Writer(bench, self)
        self.importing = Importing(bench, status.work, self)
        self.front_door = FrontDoor(bench, self)
        offer_labels(bench, self.organiser)
        self._bench, self._frame, self._floor, self._status = bench, frame, floor, status
        self.complete = False

    def making(self) -> Iterator[None]:
        """Yields between the parts; when it ends the fittings are `complete`."""
        bench, frame, status = self._bench, self._frame, self._status
        while frame.prepare("thread"):
            yield
        if not frame.asked(Place.MAIN):  # else somebody was quicker than this
            frame.show("thread", (0, 0))
        for row in PANES.values():
            if row.place is Place.FLOAT:
                yield
                self._floor.float_widget(frame.pane(row.name))
        yield
        bench.actions.settle()
        yield
        self.account_keys = AccountKeys(bench, self)
        yield
        SyncWatch(bench, status, self)
        yield
        BridgeWatch(bench, status, self)
        AskWatch(bench, bench.actions.window)
        self.complete = True
        Warming(frame, bench.calls.jobs)
