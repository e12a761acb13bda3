"""Tab order of a pane: that of its layout, also for what was added later.

Qt puts a new widget at the end of the window's chain; this puts the chain in layout order again.
"""

from __future__ import annotations

from collections.abc import Iterator

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget


def follow_layout(root: QWidget) -> None:
    """Order everything inside `root` that takes Tab as its layouts lay it out.

    The place of `root` in the window's own order stays.
    """
    before = root
    for widget in takers(root):
        if widget.window() is root.window():
            QWidget.setTabOrder(before, widget)
            before = widget


def takers(root: QWidget) -> list[QWidget]:
    """The widgets inside `root` that Tab stops at, in layout order, hidden ones included."""
    return [widget for widget in _inside(root) if _stops(widget)]


def _stops(widget: QWidget) -> bool:
    takes = widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    return bool(takes) and widget.focusProxy() is None


def _inside(widget: QWidget) -> Iterator[QWidget]:
    if isinstance(widget, QScrollArea):
        page = widget.widget()
        if page is not None:
            yield page
            yield from _inside(page)
        return
    layout = widget.layout()
    if layout is not None:
        yield from _laid_out(layout)


def _laid_out(layout: QLayout) -> Iterator[QWidget]:
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is None:
            continue
        widget, inner = item.widget(), item.layout()
        if widget is not None:
            yield widget
            yield from _inside(widget)
        elif inner is not None:
            yield from _laid_out(inner)
