"""Main window: it makes the workbench, lays the frame out and answers to the navigation.

No mail is read or changed here; that is what panes and the organiser do.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from itertools import pairwise
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import (
    QCloseEvent,
    QDragEnterEvent,
    QDragLeaveEvent,
    QDropEvent,
    QKeyEvent,
    QResizeEvent,
)
from PySide6.QtWidgets import QApplication, QMainWindow, QWidget

from desktop_app.tools.local_account import LOCAL_MAIL
from desktop_app.ui.background.announcements import Announcements
from desktop_app.ui.background.calls import Calls
from desktop_app.ui.background.jobs import Jobs
from desktop_app.ui.background.services import Services
from desktop_app.ui.bench.action_table import ROWS
from desktop_app.ui.bench.actions import ActionRegistry
from desktop_app.ui.bench.folders import FOLDERS, Folder
from desktop_app.ui.bench.letter_keys import LetterKeys
from desktop_app.ui.bench.navigation import Navigation
from desktop_app.ui.bench.selection import Elsewhere, Selection
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.search_pane import SearchPane
from desktop_app.ui.widgets.drop_hint import DropHint, counted_files
from desktop_app.ui.widgets.dropped_files import dropped_files, take_copies
from desktop_app.ui.widgets.focus import enter_presses, holds
from desktop_app.ui.widgets.pane_ring import PaneRing
from desktop_app.ui.widgets.parts import column
from desktop_app.ui.widgets.theme import Theme
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window import clipboard, panes
from desktop_app.ui.window.columns import Columns
from desktop_app.ui.window.frame import Frame
from desktop_app.ui.window.navigator import Navigator
from desktop_app.ui.window.notices import Notices
from desktop_app.ui.window.panes import DIALOGS
from desktop_app.ui.window.preloader import Preloader
from desktop_app.ui.window.status_bar import StatusBar
from desktop_app.ui.window.toasts import ToastArea
from desktop_app.ui.window.toolbar import Toolbar
from desktop_app.ui.window.window_state import KEY, restore, state_of

if TYPE_CHECKING:
    from desktop_app.ui.window.late_parts import LateParts

PAINTING_MS, LATEST_MS = 20, 1000
"""The rest of the program waits until the first list has been painted; not for ever, though."""


class MainWindow(QMainWindow):
    """`painted` when the first list is on the screen (or is long in coming), `leaving` when
    closing has been decided, `closed` once everything is saved and stopped: the event loop may
    end then. `became_whole` once actions have all their parts. `again`: the program is to be
    started once more afterwards. `stays_on_close` is asked when the person closes the window, and
    says whether it has dealt with that; `has_accounts`: there is mail besides the sample's."""

    leaving = Signal()
    painted = Signal()
    became_whole = Signal()
    closed = Signal()

    def __init__(self, app: QApplication, services: Services) -> None:
        super().__init__()
        self.setWindowTitle("Draftdesk")
        self.setObjectName("main_window")
        theme = Theme(app, services.settings, self)
        jobs = Jobs(self)
        self.bench = Workbench(
            services=services,
            calls=Calls(services.runner, jobs),
            navigation=Navigation(self),
            selection=Selection(self),
            actions=ActionRegistry(self, theme, services.settings),
            theme=theme,
            announcements=Announcements(services, self),
            elsewhere=Elsewhere(self),
        )
        self.late: LateParts | None = None
        self.warm = False
        self.again = False
        self.has_accounts = True  # until it is known
        self.stays_on_close: Callable[[], bool] = bool
        self._leaving = False
        self.setMinimumSize(theme.px(Size.LEAST_WIDTH), theme.px(Size.LEAST_HEIGHT))
        self.resize(theme.px(Size.WINDOW_WIDTH), theme.px(Size.WINDOW_HEIGHT))
        self.setAcceptDrops(True)
        self.setAnimated(False)  # Qt's is slow, and heeds no system's wish
        # Qt's own menu of the window can hide the toolbar, and the search with it.
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self._lay_out()
        self._connect()
        self._offer_actions()
        self._letters = LetterKeys(bench=self.bench, window=self)
        self._restore()

    def start(self) -> None:
        """Show the window. Its first list is read by a job meanwhile, then the sidebar's counts."""
        self._rest = QTimer(self, singleShot=True, interval=LATEST_MS)
        self._rest.timeout.connect(self._make_whole, Qt.ConnectionType.SingleShotConnection)
        self._rest.start()
        self.bench.selection.changed.connect(
            self._on_first_list, Qt.ConnectionType.SingleShotConnection
        )
        self.bench.navigation.show_search("in:inbox")
        self.show()
        self._order_tabs()
        self.frame.focus("list")

    def _order_tabs(self) -> None:
        """Tab goes as the eye does: search, sidebar, list; what comes later follows."""
        frame = self.frame
        order = (self.search.entry, self.search.save, frame.sidebar.list, frame.conversations)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def _on_first_list(self) -> None:
        if self._rest.isActive():
            self._rest.start(PAINTING_MS)

    def _make_whole(self) -> None:
        """The first list is painted: make the rest."""
        if self._leaving:
            return
        self.painted.emit()
        for trouble in self.bench.services.start_troubles:
            self.notices.show_error(trouble)
        self.frame.sidebar.read()
        self.status.describe_agent()
        frame = self.frame
        Preloader(
            self.bench.calls.jobs,
            parts=(self._make_late_parts, lambda: frame.thread, self._float_outbox),
            panes=(lambda: frame.review, lambda: frame.drafts, lambda: frame.assistant),
            owner=self,
            done=self._on_warm,
        )

    def _make_late_parts(self) -> None:
        from desktop_app.ui.window.backup_watch import BackupWatch
        from desktop_app.ui.window.late_parts import LateParts
        from desktop_app.ui.window.stop_watch import StopWatch

        self.late = LateParts(self.bench, self.status, self.navigator, self)
        BackupWatch(self.bench, self.notices, self)
        StopWatch(self.bench, self.notices, self.frame.stop_answer, self)
        self.bench.actions.settle()
        self.became_whole.emit()

    def _float_outbox(self) -> None:
        self.toasts.float_widget(self.frame.outbox)
        self.frame.outbox.read()

    def _on_warm(self) -> None:
        self.warm = True

    def _lay_out(self) -> None:
        bench = self.bench
        self.frame = Frame(bench, self)
        self.search = SearchPane(bench)
        self.search.popup.setParent(self)
        self.search.popup.hide()
        self.notices = Notices(bench)
        self.bar = Toolbar(bench, self.search)
        self.addToolBar(self.bar)
        bench.actions.fill_menus(self.menuBar())
        central, self.columns = QWidget(), Columns(bench, self.frame)
        column(self.notices, self.columns, owner=central, fill=self.columns)
        self.ring = PaneRing(bench.theme, self)
        self.setCentralWidget(central)
        self._drop = DropHint(bench.theme, self)
        self.status = StatusBar(bench)
        self.setStatusBar(self.status)
        lists = (self.frame.sidebar, self.frame.list_stack)
        self.toasts = ToastArea(bench.theme, central, lists, self.status)
        self.navigator = Navigator(
            bench, self.frame, self.columns, self.search, lambda: self._fit(dock=True), self
        )

    def _connect(self) -> None:
        bench, navigation = self.bench, self.bench.navigation
        navigation.settings_wanted.connect(self._settings)
        navigation.restart_wanted.connect(self._restart)
        navigation.toast_wanted.connect(self.toasts.show_toast)
        navigation.float_wanted.connect(self.toasts.float_widget)
        navigation.counts_shown.connect(self._on_counts)
        navigation.statuses_shown.connect(self.notices.show_asks)
        navigation.sync_shown.connect(self.notices.show_sync)
        bench.announcements.setting.connect(bench.theme.follow)
        bench.announcements.setting.connect(self._on_setting)
        bench.theme.changed.connect(self._fit)
        bench.calls.jobs.failed.connect(self.notices.show_error)
        bench.calls.jobs.broke.connect(self.notices.show_bug)
        self.frame.dock.visibilityChanged.connect(self._on_dock)
        bench.selection.changed.connect(self._place_toasts)
        bench.selection.changed.connect(self._make_room)

    def _offer_actions(self) -> None:
        on, frame, navigator = self.bench.actions.on, self.frame, self.navigator
        for folder in FOLDERS:
            if f"go_{folder.name}" in ROWS:
                on(f"go_{folder.name}", self._goer(folder))
        works: dict[str, Callable[[], object]] = {
            "next_pane": lambda: self._cycle(1),
            "previous_pane": lambda: self._cycle(-1),
            "back": lambda: navigator.focus("list"),
            "sidebar": self._follow_sidebar,
            "undo": self._undo,
            "close": self.close,
            "quit": self.quit,
            "palette": self._palette,
            "help": self._help,
            "about": self._about,
            "settings": self._settings,
            "accounts": lambda: self._settings("Accounts"),
            "review_next": lambda: self.bench.navigation.show_drafts("review"),
            **clipboard.WORKS,
        }
        for name, work in works.items():
            on(name, work)
        on("assistant", navigator.follow_assistant)
        for name in DIALOGS:
            on(name, partial(frame.show_dialog, name))
        self.bench.actions.action("sidebar").setChecked(True)

    def _goer(self, folder: Folder) -> Callable[[], None]:
        navigation = self.bench.navigation
        if folder.tab:
            return lambda: navigation.show_drafts(folder.tab)
        return lambda: navigation.show_search(folder.query)

    def _on_dock(self, visible: bool) -> None:
        self.bench.actions.action("assistant").setChecked(visible)
        self._fit()

    def _place_toasts(self) -> None:
        """What is in front may be another pane, with its buttons elsewhere."""
        QTimer.singleShot(0, self.toasts, self.toasts.place)  # once it is laid out

    def _cycle(self, by: int) -> None:
        """The next pane, with the ring around it."""
        self.frame.cycle(by)
        panes = self.frame.places().values()
        here = next((pane for pane in panes if pane is not None and holds(pane)), None)
        if here is not None:
            self.ring.show_around(here)

    def _follow_sidebar(self) -> None:
        self.frame.sidebar.setVisible(self.bench.actions.action("sidebar").isChecked())

    def _undo(self) -> None:
        """Undo the newest act that can be undone: a mail in the outbox, or a change to mail."""
        if self.toasts.undo():
            return
        stack = self.late.organiser.stack if self.late is not None else None
        if stack is not None and stack.canUndo():
            stack.undo()
        else:
            self.bench.navigation.toast("There is nothing to undo.")

    def _palette(self) -> None:
        from desktop_app.ui.widgets.dialogs import present
        from desktop_app.ui.window.palette import Palette

        present(Palette(self.bench, self))

    def _help(self) -> None:
        from desktop_app.ui.widgets.dialogs import present
        from desktop_app.ui.window.help import ShortcutHelp

        present(ShortcutHelp(self.bench, self))

    def _about(self) -> None:
        from desktop_app.ui.window.help import show_about

        show_about(self.bench, self)

    def _settings(self, page: str = "") -> None:
        from desktop_app.ui.settings.dialog import SettingsDialog
        from desktop_app.ui.widgets.dialogs import present

        present(SettingsDialog(self.bench, self, page, panes={"Accounts": panes.accounts}))

    def _on_setting(self, key: str) -> None:
        if key == "keys.rebound":
            self.bench.actions.rebind()

    def _on_counts(self, counts: object) -> None:
        accounts = getattr(counts, "accounts", ())
        self.has_accounts = any(not account.sample for account in accounts)
        self.notices.show_accounts(accounts)

    def _restore(self) -> None:
        if not restore(self, self.frame.splitter, self.bench.services.settings):
            self.frame.spread()
        self.frame.dock.hide()
        self.bar.show()
        self._fit()

    def _fit(self, *, dock: bool | None = None) -> None:
        """Hide columns, and the words of the toolbar, that a narrow window has no room for."""
        beside = self.frame.dock.isVisible() if dock is None else dock
        self.bar.fit(self.width())
        chosen = self.bench.actions.action("sidebar").isChecked()
        self.columns.fit(self.width(), assistant=beside, sidebar=chosen)
        self._make_room()

    def _make_room(self) -> None:
        low = self.height() < self.bench.theme.px(Size.LOW)
        self.notices.make_room(low=low and self.bench.selection.reviewing)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not enter_presses(event):
            super().keyPressEvent(event)

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        paths = dropped_files(event)
        if paths:
            take_copies(event)
            self._drop.say(f"Drop to import {counted_files(len(paths))} into {LOCAL_MAIL}")

    def dragLeaveEvent(self, event: QDragLeaveEvent) -> None:
        del event
        self._drop.hide()

    def dropEvent(self, event: QDropEvent) -> None:
        self._drop.hide()
        paths = dropped_files(event)
        late = self.late
        if paths and late is not None:
            take_copies(event)
            QTimer.singleShot(0, self, lambda: late.mail_import.ask(paths))

    def closeEvent(self, event: QCloseEvent) -> None:
        if self._leaving:
            event.accept()
            return
        event.ignore()
        if not self._asks(self.close) and not self.stays_on_close():
            self.leave()

    def quit(self) -> None:
        """End the program, with the questions of closing."""
        if not self._asks(self.quit):
            self.leave()

    def _asks(self, go_on: Callable[[], object]) -> bool:
        """Whether the person is asked about what they typed, or has to wait for it."""
        late = self.late
        asks = self.frame.before_close(go_on) or (
            late is not None and late.draft_windows.before_close(go_on)
        )
        if asks and not self.isVisible():
            self.show()
        return asks

    def _restart(self) -> None:
        """Close as ever, with its questions, and start again."""
        self.again = True
        self.quit()

    def leave(self) -> None:
        """Save, stop in order, and close."""
        if self._leaving:
            return
        self._leaving = True
        self.leaving.emit()
        if self.late is not None:
            self.late.organiser.stop()
            self.late.draft_windows.closing()
            self.late.guide.close()
        settings = self.bench.services.settings
        place = state_of(self, self.frame.splitter)
        self.frame.closing()
        self.hide()
        if not settings.forced(KEY):
            self.bench.calls.jobs.run(lambda: settings.change(KEY, place), lasting=True)
        self._letters.stop()
        self.bench.announcements.stop()
        self.bench.calls.jobs.shutdown()
        self.close()
        self.closed.emit()
