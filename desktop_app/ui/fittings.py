"""What the window gets once its first list is painted: acting on mail, importing, reading panes.

All of it together would double the time to the first picture. Its modules are loaded by a job,
so that the window answers meanwhile.
"""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.ui.account_keys import AccountKeys
from desktop_app.ui.frame import Frame
from desktop_app.ui.importing import Importing
from desktop_app.ui.label_picker import offer_labels
from desktop_app.ui.onboarding.front_door import FrontDoor
from desktop_app.ui.organise import Organiser
from desktop_app.ui.panes import PANES, Place
from desktop_app.ui.status_bar import WorkStatus
from desktop_app.ui.toasts import Floor
from desktop_app.ui.workbench import Workbench
from desktop_app.ui.writing import Writer


class Fittings(QObject):
    """Made once, in the GUI thread."""

    def __init__(
        self, bench: Workbench, frame: Frame, floor: Floor, work: WorkStatus, parent: QObject
    ) -> None:
        super().__init__(parent)
        self.organiser = Organiser(bench, self)
        self.writer = Writer(bench, self)
        self.importing = Importing(bench, work, self)
        self.front_door = FrontDoor(bench, self)
        offer_labels(bench, self.organiser)
        if not frame.asked(Place.MAIN):  # else somebody was quicker than this
            frame.show("thread", (0, 0))
        for row in PANES.values():
            if row.place is Place.FLOAT:
                floor.float_widget(frame.pane(row.name))
        bench.actions.settle()
        self.account_keys = AccountKeys(bench, self)
