"""Cut, copy and paste of the menu: they act on the text that has the focus."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from types import MappingProxyType

from PySide6.QtWidgets import QApplication, QLineEdit, QPlainTextEdit, QTextEdit, QWidget

CHANGING = frozenset({"cut", "paste"})
Text = QLineEdit | QPlainTextEdit | QTextEdit


def edit(verb: str) -> None:
    """Cut, copy or paste in the focused text; without one nothing happens."""
    text = focused_text(QApplication.focusWidget())
    if text is None or (verb in CHANGING and text.isReadOnly()):
        return
    getattr(text, verb)()


def focused_text(widget: QWidget | None) -> Text | None:
    """The text that is edited or read where the focus is."""
    if isinstance(widget, QLineEdit | QPlainTextEdit | QTextEdit):
        return widget
    proxy = widget.focusProxy() if widget is not None else None
    return focused_text(proxy) if proxy is not None else None


WORKS: Mapping[str, Callable[[], None]] = MappingProxyType(
    {verb: partial(edit, verb) for verb in ("cut", "copy", "paste")}
)
"""Works of the actions, by their ids."""
