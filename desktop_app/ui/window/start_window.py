"""Small windows of the start: why the mail can't be opened, or what is being waited for.

They come before the window, and need neither a store nor readable settings.
"""

from __future__ import annotations

from pathlib import Path

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QDialog, QProgressBar, QPushButton

from desktop_app.model.errors import KnownError
from desktop_app.settings import Settings
from desktop_app.ui.background.jobs import run_until
from desktop_app.ui.widgets.announcement import announce
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, Button, column, plain, row
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.theme import Theme, set_role
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.single_window import SingleWindow

LOOK_MS, PATIENCE_MS = 500, 60_000
_NO_PROFILE = Path()
NOT_CLOSED = (
    "It has not closed in a minute. Save what is open in it and end it, or restart the computer. "
    "What is written down is kept."
)


class StartWindow(QDialog):
    """Window with a title, a text, and buttons; the first button is the default. `busy`: something
    is being waited for."""

    def __init__(
        self,
        theme: Theme,
        title: str,
        text: str,
        buttons: tuple[Button, ...],
        *,
        busy: bool = False,
    ) -> None:
        super().__init__()
        self.setWindowTitle("Draftdesk")
        px = theme.px
        self.setMinimumWidth(px(Size.DIALOG))
        self.title = plain(title, role="strong", wrap=True)
        self.text = plain(text, role="second", wrap=True, select=True)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.bar = QProgressBar()
        self.bar.setRange(0, 0)
        self.bar.setTextVisible(False)
        self.bar.setAccessibleName("Waiting")
        self.bar.setVisible(busy)
        self.text.setVisible(bool(text))
        self.buttons: dict[str, QPushButton] = {}
        for name, work in buttons:
            button = QPushButton(name)
            button.clicked.connect(lambda _=False, work=work: work())
            self.buttons[name] = button
        first = next(iter(self.buttons.values()))
        first.setDefault(True)
        set_role(first, "primary")
        icon, side = plain(), px(Size.ICON)
        name, ink = ("info", "accent") if busy else ("danger", "danger")
        icon.setPixmap(theme.icon(name, ink).pixmap(side, side))
        icon.setAlignment(Qt.AlignmentFlag.AlignTop)
        words = column(self.title, self.text, self.bar, STRETCH, gap=px(8))
        line = row(STRETCH, *reversed(self.buttons.values()), gap=px(8))
        above = row(icon, words, gap=px(12), fill=words)
        self._lines = column(above, line, owner=self, gap=px(16), margins=px(16))
        self._fit()
        press(first)

    def say(self, text: str) -> None:
        """Another text, told to a screen reader too."""
        self.text.setText(text)
        self.setAccessibleDescription(text)
        announce(self, text)
        self._fit()

    def _fit(self) -> None:
        """As high as its words are at its width."""
        width = self.minimumWidth()
        self.setFixedSize(width, self._lines.totalHeightForWidth(width))


def show_failure(app: QApplication, error: KnownError, profile: Path | None = None) -> int:
    """The profile can't be opened: say so, with the next step and the folder, until the person
    closes the window. Returns 1."""
    window = failure_window(_theme(app, profile), error)
    window.show()
    run_until(app, lambda: not window.isVisible())
    return 1


def failure_window(theme: Theme, error: KnownError) -> StartWindow:
    """Window of `show_failure`."""
    folder = error.details.get("profile", "")
    lines = [error.next_step, f"Folder: {clean(folder)}" if folder else ""]
    details = "\n".join([error.sentence, *(f"{k}: {v}" for k, v in error.details.items())])
    text = "\n".join(line for line in lines if line)

    def copy() -> None:
        QGuiApplication.clipboard().setText(clean(details))

    def close() -> None:
        window.close()

    buttons: tuple[Button, ...] = (("Close", close), ("Copy details", copy))
    window = StartWindow(theme, error.sentence, text, buttons)
    return window


def wait_for_profile(
    app: QApplication, guard: SingleWindow, profile: Path, *, patience_ms: int = PATIENCE_MS
) -> bool:
    """Whether this process has the profile in the end. Another one has it and does not answer: it
    is waited for in a small window, which the person may close."""

    def close() -> None:
        window.close()

    window = StartWindow(
        _theme(app, profile),
        "Draftdesk is still starting or closing.",
        "This window opens your mail as soon as the other one has closed.",
        (("Don’t wait", close),),
        busy=True,
    )
    look = QTimer(window, interval=LOOK_MS)
    look.timeout.connect(guard.try_again)
    look.start()
    late = QTimer(window, singleShot=True, interval=patience_ms)
    late.timeout.connect(lambda: window.say(NOT_CLOSED))
    late.start()
    window.show()
    run_until(app, lambda: guard.first or guard.shown or not window.isVisible())
    look.stop()
    late.stop()
    window.hide()
    window.deleteLater()
    return guard.first


def _theme(app: QApplication, profile: Path | None) -> Theme:
    """The person's look where it can be read, else the default one."""
    try:
        settings = Settings(profile or _NO_PROFILE, read=profile is not None)
    except KnownError:
        settings = Settings(_NO_PROFILE, {}, read=False)
    return Theme(app, settings, app)
