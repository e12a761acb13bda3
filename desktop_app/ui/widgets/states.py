"""States of a list or pane instead of content: loading, empty, failed.

Never modal. Nothing is shown for the first 300 ms of loading, then a skeleton; after ten seconds
what is being read, how much of it is known, and Cancel.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import QRect, Qt, QTimer
from PySide6.QtGui import QGuiApplication, QPainter, QPaintEvent
from PySide6.QtWidgets import (
    QPushButton,
    QSizePolicy,
    QStackedWidget,
    QWidget,
)

from desktop_app.model.errors import KnownError
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import first_stop, holds, press
from desktop_app.ui.widgets.parts import STYLE, Button, clear, column, plain, row
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size

QUIET_MS = 300
PATIENCE_MS = 10_000


@dataclass(frozen=True, slots=True)
class PendingRead:
    """A read that is under way. `what` completes a sentence: `your drafts`. `stop` ends its job,
    `again` starts it anew, `counts` gives what is known of its size as a sentence, or nothing."""

    what: str
    stop: Callable[[], object]
    again: Callable[[], object]
    counts: Callable[[], str] = str


WORKS = "Everything else in Draftdesk still works."


class Skeleton(QWidget):
    """Grey bars in place of rows that are being read."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self.setAccessibleName("Loading")

    def paintEvent(self, event: QPaintEvent) -> None:
        del event
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(self._theme.colour("hover"))
        px, step = self._theme.px, self._theme.px(Size.ROW)
        for top in range(0, self.height(), step):
            for line, share in ((12, 0.35), (30, 0.7), (48, 0.85)):
                box = QRect(px(28), top + px(line), int(self.width() * share) - px(28), px(8))
                painter.drawRoundedRect(box, px(4), px(4))


class StateMessage(QWidget):
    """Message in the middle, with at most two buttons; it scrolls where there is no room."""

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        page = QWidget()
        set_role(page, "region")
        self.icon = plain()
        self.title, self.text = plain(role="strong", wrap=True), plain(role="second", wrap=True)
        labels = (self.icon, self.title, self.text)
        for label in labels:
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._buttons = row(gap=STYLE)
        layout = column(*labels, self._buttons, owner=page, gap=theme.px(12), margins=theme.px(16))
        layout.insertStretch(0, 2)
        layout.addStretch(3)
        scroll = ScrollColumn()
        scroll.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        scroll.setWidget(page)
        column(scroll, owner=self)
        theme.changed.connect(self._tint)
        self._tint()

    def show_message(
        self, title: str, text: str, buttons: tuple[Button, ...], *, failed: bool = False
    ) -> None:
        """`failed` marks it as something that went wrong, not by colour alone."""
        self.icon.setVisible(failed)
        self.title.setText(title)
        self.title.setVisible(bool(title))
        self.text.setText(text)
        self.text.setVisible(bool(text))
        self.setAccessibleName(title or text)
        clear(self._buttons)
        self._buttons.addStretch(1)
        for label, work in buttons:
            button = QPushButton(label)
            button.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
            button.clicked.connect(lambda _=False, work=work: work())
            self._buttons.addWidget(button)
        self._buttons.addStretch(1)

    def _tint(self) -> None:
        side = self._theme.px(24)
        self.icon.setPixmap(self._theme.icon("danger", "danger").pixmap(side, side))


class States(QStackedWidget):
    """Stack of `content` and what is shown instead. Call `loading`, `ready`, `empty`, `instead` or
    `failed`. `works` tells what still does when this can't be read.

    A content of many widgets is better made as a child of this and given to `hold`: moving it
    from one parent to another means styling each of them anew.

    What is in front is its focus proxy: a pane whose proxy is the content would be given the focus
    by Tab while the content is hidden.
    """

    def __init__(self, theme: Theme, content: QWidget | None = None, *, works: str = WORKS) -> None:
        super().__init__()
        self._works = works
        self._content = content or QWidget(self)
        self._message = StateMessage(theme)
        self._skeleton = Skeleton(theme)
        for widget in (self._content, self._message, self._skeleton):
            self.addWidget(widget)
        self.setFocusProxy(self._content)
        for stand_in in (self._message, self._skeleton):
            stand_in.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._quiet = QTimer(self, singleShot=True, interval=QUIET_MS)
        self._quiet.timeout.connect(lambda: self._show(self._skeleton))
        self._patience = QTimer(self, singleShot=True, interval=PATIENCE_MS)
        self._patience.timeout.connect(self._tell_slow)
        self._reading: PendingRead | None = None
        self._told_slow = False

    def hold(self, content: QWidget) -> None:
        """The content that was still to be made."""
        self.removeWidget(self._content)
        self._content.deleteLater()
        self._content = content
        self.insertWidget(0, content)
        self.setCurrentIndex(0)
        self.setFocusProxy(content)

    def loading(self, reading: PendingRead) -> None:
        """Something is being read; what is shown stays for a moment. Say it again for each job:
        the ten seconds are those of the newest."""
        self._reading = reading
        self._patience.start()
        if self._told_slow:
            self._show(self._skeleton)
        elif not self._quiet.isActive() and self.currentWidget() is not self._skeleton:
            self._quiet.start()

    def ready(self) -> None:
        self._end()
        self._show(self._content)

    def empty(self, title: str, text: str, *buttons: Button) -> None:
        """Nothing is there: say so in specific words, with one button."""
        self._end()
        self._message.show_message(title, text, buttons)
        self._show(self._message)

    def instead(self, page: QWidget) -> None:
        """Nothing is there: show a page of the caller's meanwhile."""
        self._end()
        if self.indexOf(page) < 0:
            self.addWidget(page)
        self._show(page)

    def failed(self, error: KnownError, retry: Callable[[], object]) -> None:
        """What happened, what can be done and what still works. The details hold no secrets."""
        self._end()
        details = "\n".join([error.sentence, *(f"{k}: {v}" for k, v in error.details.items())])
        self._message.show_message(
            error.sentence,
            f"{error.next_step}\n\n{self._works}".strip(),
            (
                ("Try again", retry),
                ("Copy details", lambda: QGuiApplication.clipboard().setText(details)),
            ),
            failed=True,
        )
        self._show(self._message)
        announce(self, f"{error.sentence} {error.next_step}".strip())

    def _end(self) -> None:
        """Nothing is being read any more."""
        self._patience.stop()
        self._reading = None

    def _tell_slow(self) -> None:
        """It takes long: say what, how much where that is known, and offer the way out."""
        reading = self._reading
        if reading is None:
            return
        title = f"Still reading {reading.what}."
        text = reading.counts() or "This takes longer than usual."
        self._message.show_message(title, text, (("Cancel", self._cancel),))
        self._show(self._message)
        self._told_slow = True
        announce(self, f"{title} {text}")

    def _cancel(self) -> None:
        reading = self._reading
        if reading is None:
            return
        self._end()
        reading.stop()
        title = f"Stopped reading {reading.what}."
        again: Button = ("Try again", reading.again)
        self._message.show_message(title, "Nothing was changed.", (again,))
        self._show(self._message)
        announce(self, title)

    def _show(self, widget: QWidget) -> None:
        self._quiet.stop()
        self._told_slow = False
        inside = holds(self)
        self.setCurrentWidget(widget)
        self.setFocusProxy(widget)
        if inside:
            press(first_stop(widget))
