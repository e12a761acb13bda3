"""What was read for a draft: every mail and file, each of which opens."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from desktop_app.model.draft import Source
from desktop_app.ui.lists.conversation_rows import clean
from desktop_app.ui.opening import can_open
from desktop_app.ui.theme import Theme, set_role

MOST = 100


class SourcesTab(QWidget):
    """`opened(Source)`."""

    opened = Signal(object)

    def __init__(self, theme: Theme, data_sent: str) -> None:
        super().__init__()
        self._theme, self._data_sent = theme, data_sent
        self._sources: tuple[Source, ...] | None = None
        self._rows = QVBoxLayout()
        self._rows.setSpacing(theme.px(4))
        self._note = QLabel()
        self._note.setWordWrap(True)
        set_role(self._note, "caption")
        layout = QVBoxLayout(self)
        layout.setContentsMargins(0, theme.px(8), 0, 0)
        layout.addLayout(self._rows)
        layout.addWidget(self._note)
        layout.addStretch(1)

    def show_sources(self, sources: tuple[Source, ...], *, proposed: bool) -> None:
        if sources != self._sources:
            self._sources = sources
            while item := self._rows.takeAt(0):
                if widget := item.widget():
                    widget.hide()
                    widget.deleteLater()
            for source in sources[:MOST]:
                row = self._row(source)
                self._rows.addWidget(row)
                row.show()
        self._note.setText(self._words(sources, proposed=proposed))

    def _words(self, sources: tuple[Source, ...], *, proposed: bool) -> str:
        if not proposed:
            return "You wrote this draft yourself. Nothing was read for it."
        more = f" {len(sources) - MOST} more were read." if len(sources) > MOST else ""
        if not sources:
            return f"No mail was read for this draft. {self._data_sent}"
        return f"This is all that was read for this draft.{more} {self._data_sent}"

    def _row(self, source: Source) -> QWidget:
        title = clean(source.title) or f"a {source.kind.value}"
        row = QWidget()
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        kind = QLabel(source.kind.value.capitalize())
        set_role(kind, "chip")
        name = QLabel(title)
        name.setToolTip(title.replace("<", "&lt;"))
        name.setMinimumWidth(self._theme.px(80))
        layout.addWidget(kind)
        layout.addWidget(name, 1)
        if can_open(source):
            button = QPushButton("Open")
            set_role(button, "link")
            button.setAccessibleName(f"Open {title}")
            button.clicked.connect(lambda: self.opened.emit(source))
            layout.addWidget(button)
        return row
