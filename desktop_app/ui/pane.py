"""What the window expects of a pane, and how it makes one from its row."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar, cast

import shiboken6
from PySide6.QtWidgets import QWidget

from desktop_app.ui.workbench import Workbench

POLISHED_AT_ONCE = 16


class Place(StrEnum):
    LIST = "list"
    MAIN = "main"
    DOCK = "dock"
    FLOAT = "float"
    DIALOG = "dialog"


@dataclass(frozen=True, slots=True)
class PaneRow:
    """`source` is `module:Class` below desktop_app.ui.panes; `title` names it for people."""

    name: str
    place: Place
    source: str
    title: str = ""

    @property
    def module(self) -> str:
        return f"desktop_app.ui.panes.{self.source.partition(':')[0]}"


class Pane(QWidget):
    """The base of every pane. It is made from the workbench alone, as a child of `home`, where it
    will stand: moving a finished pane there would style each of its widgets anew. There it stays
    hidden until it is put in its place, whatever is shown or hidden around it meanwhile."""

    home: ClassVar[QWidget | None] = None

    def __init__(self, bench: Workbench) -> None:
        super().__init__(Pane.home)
        self.bench = bench
        if Pane.home is not None:
            self.hide()

    def making(self) -> Iterator[None]:
        """Make what is on the pane. One with much on it yields between parts, so that the window
        can answer meanwhile; all of it has run before anything else is asked of the pane."""
        yield from ()

    def open(self, wanted: object) -> None:
        """Show what is `wanted` (ui/panes/__init__.py says what that is for each pane)."""

    def before_close(self, go_on: Callable[[], object]) -> bool:
        """Whether the window must not close yet. Then the pane asks the person, and calls
        `go_on` when it may."""
        del go_on
        return False

    def closing(self) -> None:
        """The window closes: save what was typed."""


class Making:
    """A pane of a row of PANES on its way, as a child of `home`."""

    def __init__(self, row: PaneRow, bench: Workbench, home: QWidget | None = None) -> None:
        module = importlib.import_module(row.module)
        Pane.home = home
        try:
            self.pane = cast("Pane", getattr(module, row.source.partition(":")[2])(bench))
        finally:
            Pane.home = None
        self._parts = self._all_parts()

    def _all_parts(self) -> Iterator[None]:
        """The pane's own, then the style of what is on it: Qt would work all of that out at once
        when the pane is first shown."""
        yield from self.pane.making()
        for number, widget in enumerate(self.pane.findChildren(QWidget)):
            if number % POLISHED_AT_ONCE == 0:
                yield
            if shiboken6.isValid(widget):  # a stand-in goes when what it stood for is there
                widget.ensurePolished()

    def step(self) -> bool:
        """Make one part; whether there are more."""
        return next(self._parts, self) is not self

    def finish(self) -> Pane:
        """Make all that is left."""
        while self.step():
            pass
        return self.pane
