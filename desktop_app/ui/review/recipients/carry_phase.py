"""A recipient who is dragged from one field to another, and how far that is."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import QWidget

from desktop_app.model.address import Address


class Phase(StrEnum):
    BEGUN = "begun"
    MOVED = "moved"
    DROPPED = "dropped"
    DROPPED_NOWHERE = "dropped nowhere"
    """The drag was given up, or who was dragged is not there any more."""


@dataclass(frozen=True, eq=False)
class Carried:
    """Who is dragged, out of which widget, and what is seen of them meanwhile."""

    address: Address
    widget: QWidget
    picture: Callable[[], QPixmap]
