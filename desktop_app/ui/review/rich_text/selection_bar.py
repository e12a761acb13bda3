"""Small bar of what one does to selected words, beside them. It never takes the focus, and is one
way more: the row under the text and the keys do the same."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, QSignalBlocker, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QTextCursor
from PySide6.QtWidgets import QFrame, QToolButton, QWidget

from desktop_app.ui.review.rich_text.format_bar import Way, ways
from desktop_app.ui.review.rich_text.qt_formats import HELD_SIGN
from desktop_app.ui.review.rich_text.rich_editor import RichEditor
from desktop_app.ui.widgets.parts import row
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.theme import Theme, set_role

QUIET_MS = 250
"""Time in which a selection by keys has to stay as it is."""

_WAYS = ways("Bold", "Italic", "Bulleted list", "Quote", "Remove formatting")
_LINK, _LINK_KEY = "Link", "Ctrl+Shift+K"
_DOWN = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)
_MOVED = (QEvent.Type.Resize, QEvent.Type.Move, QEvent.Type.Wheel)
_LEFT = (QEvent.Type.FocusOut, QEvent.Type.Hide)


class SelectionBar(QObject):
    """Signal `link_wanted`. `wanted` says whether the person wants it at all. Its `frame` is made
    when it is first shown."""

    link_wanted = Signal()

    def __init__(self, theme: Theme, editor: RichEditor, wanted: Callable[[], bool]) -> None:
        super().__init__(editor)
        self._theme, self._editor, self._wanted = theme, editor, wanted
        self.frame: QFrame | None = None
        self.buttons: dict[str, QToolButton] = {}
        self._down = False
        """Whether a selection is being drawn with the mouse."""
        self._soon = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._soon.timeout.connect(self._look)
        self._moved = QTimer(self, singleShot=True, interval=0)
        self._moved.timeout.connect(self._follow)
        editor.selectionChanged.connect(self._on_selection)
        editor.look_changed.connect(self._show_look)
        editor.verticalScrollBar().valueChanged.connect(lambda _: self._moved.start())
        editor.installEventFilter(self)
        self._port = editor.viewport()
        self._port.installEventFilter(self)

    @property
    def visible(self) -> bool:
        return self.frame is not None and self.frame.isVisible()

    def hide(self) -> None:
        """Until something else is selected."""
        self._soon.stop()
        if self.frame is not None:
            self.frame.hide()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        kind = event.type()
        if watched is self._port and kind in _DOWN:
            self._down = True
        elif watched is self._port and kind == QEvent.Type.MouseButtonRelease:
            self._down = False
            self._soon.start(0)
        elif kind in _LEFT and watched is self._editor:
            self._down = False
            self.hide()
        elif kind in _MOVED and self.visible:
            self._moved.start()
        elif isinstance(event, QKeyEvent) and self.visible:
            return self._key(event)
        return super().eventFilter(watched, event)

    def _key(self, event: QKeyEvent) -> bool:
        """Escape puts the bar away and nothing else; what is typed does too, and is typed."""
        if event.key() == Qt.Key.Key_Escape and not event.modifiers():
            if event.type() == QEvent.Type.KeyPress:
                self.hide()
            event.accept()
            return True
        if event.type() == QEvent.Type.KeyPress and event.text().isprintable() and event.text():
            self.hide()
        return False

    def _on_selection(self) -> None:
        if self._selected():
            self._soon.start(QUIET_MS)
        else:
            self.hide()

    def _selected(self) -> bool:
        """Whether words are: of a picture nothing here can be changed."""
        return bool(self._editor.textCursor().selectedText().replace(HELD_SIGN, "").strip())

    def _look(self) -> None:
        """Show it where words are selected and the person has the keyboard there."""
        editor = self._editor
        there = self._selected() and editor.hasFocus() and not editor.isReadOnly()
        if not there or self._down or not self._wanted():
            if not there:
                self.hide()
            return
        if self.frame is None:
            self.frame = self._make()
        self._follow()
        self._show_look()

    def _follow(self) -> None:
        """Over the first selected line, else under the last one, over the text alone: no check and
        no button is covered. Away while neither line is in sight."""
        frame, editor = self.frame, self._editor
        if frame is None:
            return
        window, port = editor.window(), editor.viewport()
        first, last = self._line(last=False), self._line(last=True)
        seen = port.visibleRegion().boundingRect()
        if not self._selected() or not (seen.intersects(first) or seen.intersects(last)):
            frame.hide()
            return
        frame.setParent(window)
        frame.adjustSize()
        size, gap = frame.size(), self._theme.px(4)
        shown = first if seen.intersects(first) else last
        top = shown.top() - gap - size.height()
        if top < seen.top():
            under = last.bottom() + gap if seen.intersects(last) else seen.bottom()
            top = min(under, seen.bottom() - size.height())
        place = port.mapTo(window, QPoint(shown.left(), top))
        left = max(0, min(place.x(), window.width() - size.width()))
        frame.move(QPoint(left, max(0, min(place.y(), window.height() - size.height()))))
        frame.show()
        frame.raise_()

    def _line(self, *, last: bool) -> QRect:
        """Place of the first or last selected character in the viewport."""
        cursor = self._editor.textCursor()
        at = QTextCursor(cursor)
        at.setPosition(cursor.selectionEnd() if last else cursor.selectionStart())
        return self._editor.cursorRect(at)

    def _make(self) -> QFrame:
        frame = QFrame(self._editor)
        set_role(frame, "popup")
        frame.setAccessibleName("Formatting of the selected words")
        frame.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        layout = row(owner=frame, gap=self._theme.px(2), margins=self._theme.px(4))
        for way in _WAYS:
            button = self._button(frame, way.name, way.icon, way.keys[0])
            button.setCheckable(way.is_so is not None)
            button.clicked.connect(partial(self._press, way))
            layout.addWidget(button)
        link = self._button(frame, _LINK, "link", _LINK_KEY)
        link.clicked.connect(lambda *_: self._ask_for_link())
        layout.insertWidget(2, link)
        return frame

    def _button(self, frame: QWidget, name: str, icon: str, key: str) -> QToolButton:
        button = QToolButton(frame)
        set_role(button, "flat-narrow")
        button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._theme.put_icon(button, icon, "second")
        button.setAccessibleName(f"{name}: the selected words")
        shown = QKeySequence(key).toString(QKeySequence.SequenceFormat.NativeText)
        button.setToolTip(as_tooltip(f"{name} ({shown})"))
        self.buttons[name] = button
        return button

    def _press(self, way: Way, *_: bool) -> None:
        if not self._editor.isReadOnly():
            way.work(self._editor)
        self._show_look()
        self._follow()

    def _ask_for_link(self) -> None:
        self.hide()
        self.link_wanted.emit()

    def _show_look(self) -> None:
        """The buttons say what the selected words are."""
        if not self.visible:
            return
        look = self._editor.look()
        for way in _WAYS:
            if way.is_so is not None:
                button = self.buttons[way.name]
                with QSignalBlocker(button):
                    button.setChecked(way.is_so(look))
