"""Icon in the tray: what waits, and the way back to the window. It sends nothing.

Qt speaks to the desktop (StatusNotifierItem over D-Bus, the notification area of Windows, the menu
bar of macOS). The counts are the sidebar's; without a window they are read here.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, time, timedelta
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QColor, QGuiApplication, QIcon, QPainter, QPixmap
from PySide6.QtWidgets import QMenu, QSystemTrayIcon

from desktop_app.model.changes import Changes
from desktop_app.model.message import SystemLabel
from desktop_app.model.wish import Letter, Want, Wish
from desktop_app.tools.calls.base import NoParams
from desktop_app.ui.background.announcements import Announcements
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.background.services import Services
from desktop_app.ui.widgets.dates import number
from desktop_app.ui.widgets.safe_text import as_tooltip
from desktop_app.ui.widgets.tokens import TRAY_MARK, TRAY_RIM

if TYPE_CHECKING:
    from desktop_app.tools.person.folders import SidebarCounts
    from desktop_app.tools.person.grants import Stopped
    from desktop_app.ui.bench.navigation import Navigation

T = TypeVar("T")
PAUSED, BADGE = "notices.paused_until", "presence.badge"
SOON_MS = 1_000
"""Changes within a second are counted once."""
HOUR = 3_600
STOP, GO_ON = "Stop all assistants and programs", "Let assistants and programs go on"
SIDES = (16, 22, 24, 32, 48, 64)


class Tray(QObject):
    """Shown at once. `ask` carries out a wish; `quit` ends the program; `scheduled` counts mail
    that leaves later, and waits for the database; `clicked` is called when a message is pressed."""

    _wanted = Signal(str, str)
    """A message that any thread wants shown."""

    def __init__(
        self,
        services: Services,
        parent: QObject,
        *,
        ask: Callable[[Wish], object],
        quit: Callable[[], object],  # noqa: A002 - the menu's word
        scheduled: Callable[[], int],
        clicked: Callable[[], object] = bool,
    ) -> None:
        super().__init__(parent)
        self._services, self._ask, self._scheduled = services, ask, scheduled
        self._jobs = Jobs(self, threads=1)
        self._calls = Calls(services.runner, self._jobs)
        self._heard = Announcements(services, self)
        self._heard.changed.connect(self._on_changed)
        self._heard.setting.connect(self._on_setting)
        self._soon = QTimer(self, singleShot=True, interval=SOON_MS)
        self._soon.timeout.connect(self._count)
        self._followed = False
        self._counted: tuple[int, int, int] | None = None
        self.menu = QMenu()
        self._make_menu(quit)
        self.icon = QSystemTrayIcon(self)
        self.icon.setContextMenu(self.menu)
        self.icon.activated.connect(self._on_activated)
        self.icon.messageClicked.connect(clicked)
        self._wanted.connect(self.icon.showMessage)
        self._show(0, 0, 0)
        self.icon.show()
        self._count()
        self.go_on.setVisible(False)
        self._read_stopped()

    def follow(self, navigation: Navigation) -> None:
        """The window counts from now on."""
        self._followed = True
        navigation.counts_shown.connect(self._on_counts)

    def say(self, title: str, body: str) -> None:
        """Show a message at the icon. From any thread."""
        self._wanted.emit(title, body)

    def run(self, work: Callable[[], T], done: Callable[[T], object]) -> None:
        """Run something that waits, in a thread, where there is no window that has jobs."""
        self._jobs.run(work, done=done, failed=lambda _: None, owner=self)

    def end(self) -> None:
        """The icon goes; nothing more is counted."""
        self._soon.stop()
        self._heard.stop()
        self._jobs.shutdown(0)
        self.icon.hide()

    def _make_menu(self, quit_: Callable[[], object]) -> None:
        menu = self.menu
        self.unread = menu.addAction("", lambda: self._go("inbox"))
        self.to_review = menu.addAction("", lambda: self._go("review"))
        self.scheduled = menu.addAction("", lambda: self._go("outbox"))
        menu.addSeparator()
        menu.addAction("Open Draftdesk", lambda: self._ask(Wish()))
        menu.addAction("Compose", lambda: self._ask(Wish(Want.COMPOSE, letter=Letter())))
        self.pause = menu.addMenu("Pause notices")
        self.pause.addAction("For an hour", lambda: self._pause(self._services.clock() + HOUR))
        self.pause.addAction("Until tomorrow", lambda: self._pause(self._tomorrow()))
        self.resume = menu.addAction("Show notices again", lambda: self._pause(0))
        self.stop_all = menu.addAction(STOP, lambda: self._put_stopped(on=True))
        self.go_on = menu.addAction(GO_ON, lambda: self._put_stopped(on=False))
        menu.addSeparator()
        menu.addAction("Quit", quit_)
        menu.aboutToShow.connect(self._follow_pause)
        self._follow_pause()

    def _put_stopped(self, *, on: bool) -> None:
        from desktop_app.tools.person import grants

        wanted = grants.StopAll(on=on)
        self._calls.ask(
            grants.STOP_ALL,
            wanted,
            done=self._show_stopped,
            failed=lambda _: None,
            lasting=True,
            owner=self,
        )

    def _read_stopped(self) -> None:
        from desktop_app.tools.person import grants

        self._calls.ask(
            grants.ALL_STOPPED,
            NoParams(),
            done=self._show_stopped,
            failed=lambda _: None,
            key="stopped",
            owner=self,
        )

    def _show_stopped(self, stopped: Stopped) -> None:
        self.stop_all.setVisible(not stopped.on)
        self.go_on.setVisible(stopped.on)

    def _go(self, place: str) -> None:
        self._ask(Wish(Want.PLACE, place=place))

    def _tomorrow(self) -> float:
        now = datetime.fromtimestamp(self._services.clock()).astimezone()
        day = (now + timedelta(days=1)).date()
        return datetime.combine(day, time()).timestamp()

    def _pause(self, until: float) -> None:
        settings = self._services.settings
        self._jobs.run(lambda: settings.change(PAUSED, int(until)), lasting=True)

    def _follow_pause(self) -> None:
        paused = self._services.settings.number(PAUSED) > self._services.clock()
        self.pause.menuAction().setVisible(not paused)
        self.resume.setVisible(paused)

    def _on_activated(self, reason: QSystemTrayIcon.ActivationReason) -> None:
        pressed = QSystemTrayIcon.ActivationReason
        if reason in {pressed.Trigger, pressed.DoubleClick, pressed.MiddleClick}:
            self._ask(Wish())

    def _on_setting(self, key: str) -> None:
        if key == PAUSED:
            self._follow_pause()
        elif key == BADGE and self._counted is not None:
            self._show_badge(*self._counted[:2])

    def _on_changed(self, changes: Changes) -> None:
        counted = changes.messages or changes.labels or changes.drafts or changes.accounts
        if changes.bridge:
            self._read_stopped()
        if changes.outbox or (counted and not self._followed):
            self._soon.start()

    def _count(self) -> None:
        """By a job: the counts are read from the database."""
        from desktop_app.tools.person.folders import SIDEBAR_COUNTS

        def read() -> tuple[SidebarCounts, int]:
            return self._calls.wait(SIDEBAR_COUNTS, NoParams()), self._scheduled()

        def show(read: tuple[SidebarCounts, int]) -> None:
            counts, scheduled = read
            self._show(unread_of(counts), counts.to_review, scheduled)

        self._jobs.run(read, done=show, failed=lambda _: None, key="count", owner=self)

    def _on_counts(self, counts: SidebarCounts) -> None:
        scheduled = self._counted[2] if self._counted is not None else 0
        self._show(unread_of(counts), counts.to_review, scheduled)

    def _show(self, unread: int, to_review: int, scheduled: int) -> None:
        counted = (unread, to_review, scheduled)
        if counted == self._counted:
            return
        self._counted = counted
        self.unread.setText(f"{number(unread)} unread")
        self.to_review.setText(f"{number(to_review)} to review")
        self.scheduled.setText(f"{number(scheduled)} scheduled")
        self.scheduled.setVisible(scheduled > 0)
        said = f"Draftdesk: {number(unread)} unread, {number(to_review)} to review"
        self.icon.setToolTip(as_tooltip(said))
        self.icon.setIcon(marked_icon(QGuiApplication.windowIcon(), marked=to_review > 0))
        self._show_badge(unread, to_review)

    def _show_badge(self, unread: int, to_review: int) -> None:
        wanted = self._services.settings.text(BADGE)
        show_badge({"unread mail": unread, "drafts to review": to_review}.get(wanted, 0))


def show_badge(number: int) -> None:
    """The number on the program's icon, where the desktop shows one; 0 takes it away."""
    app = QGuiApplication.instance()
    if isinstance(app, QGuiApplication):
        app.setBadgeNumber(number)


def unread_of(counts: SidebarCounts) -> int:
    """Unread conversations of all inboxes."""
    return sum(label.unread for label in counts.labels if label.id == SystemLabel.INBOX)


def marked_icon(icon: QIcon, *, marked: bool) -> QIcon:
    """The icon, with a dot where something waits for the person."""
    if not marked:
        return icon
    made = QIcon()
    for side in SIDES:
        pixmap = icon.pixmap(QSize(side, side), 1.0)
        if pixmap.isNull():
            pixmap = QPixmap(side, side)
            pixmap.fill(Qt.GlobalColor.transparent)
        painter = QPainter(pixmap)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QColor(TRAY_RIM))
        painter.setBrush(QColor(TRAY_MARK))
        dot = side * 0.42
        painter.drawEllipse(int(side - dot) - 1, 0, int(dot), int(dot))
        painter.end()
        made.addPixmap(pixmap)
    return made
