"""The windows of drafts: which there are, where they stand, and how they end with the main one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, QRect, QSize
from PySide6.QtWidgets import QStyle, QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.widgets.tokens import Size
from desktop_app.ui.window.draft_window.places import KEY, place_beside, size_of, words_of
from desktop_app.ui.window.draft_window.to_main import bring_to_front

if TYPE_CHECKING:
    from desktop_app.ui.review.moved_draft import MovedDraft
    from desktop_app.ui.window.draft_window.draft_window import DraftWindow


class DraftWindows(QObject):
    """Windows beside the main one, whose `bench` this is; `shown_here` shows a draft that moved
    back there."""

    def __init__(
        self, bench: Workbench, shown_here: Callable[[MovedDraft], object], parent: QObject
    ) -> None:
        super().__init__(parent)
        self._bench, self._shown_here = bench, shown_here
        self.windows: list[DraftWindow] = []
        bench.elsewhere.look(self._shower)
        bench.navigation.own_window_soon.connect(self._waiting)
        bench.navigation.own_window_wanted.connect(self._open)

    @property
    def open(self) -> list[DraftWindow]:
        """The windows that show a draft, the oldest first."""
        return [window for window in self.windows if window.draft_id]

    def before_close(self, go_on: Callable[[], object]) -> bool:
        """Whether a window has to wait for something typed, or asks about it."""
        return any(window.pane.before_close(go_on) for window in self.windows)

    def closing(self) -> None:
        """The application ends."""
        for window in self.open:
            self._keep_size(window)
        windows, self.windows = self.windows, []
        for window in windows:
            window.end()

    def _shower(self, draft_id: str) -> Callable[[], object] | None:
        found = next((w for w in self.open if w.draft_id == draft_id), None)
        return None if found is None else partial(bring_to_front, found)

    def _open(self, moved: MovedDraft) -> None:
        """Show a draft that the main window has let go: in a window that waits, or a new one."""
        window = self._waiting()
        window.stand(self._place(window))
        window.take(moved)

    def _waiting(self) -> DraftWindow:
        """A window without a draft."""
        return next((w for w in self.windows if not w.draft_id), None) or self._make()

    def _make(self) -> DraftWindow:
        from desktop_app.ui.window.draft_window.draft_window import DraftWindow

        window = DraftWindow(self._bench)
        window.came.connect(lambda: self._tell(window))
        window.went.connect(lambda: self._on_went(window))
        window.given_back.connect(self._take_back)
        self.windows.append(window)
        return window

    def _place(self, window: QWidget) -> QRect:
        """Beside the main window, as large as the last one was, title bar included."""
        main, px = self._bench.actions.window, self._bench.theme.px
        title = window.style().pixelMetric(QStyle.PixelMetric.PM_TitleBarHeight, None, window)
        room = main.screen().availableGeometry().adjusted(0, title, 0, 0)
        kept = size_of(self._bench.services.settings.text(KEY))
        wanted = kept or QSize(px(Size.PAGE), main.height())
        least = window.minimumSize()
        return place_beside(main.geometry(), room, wanted.expandedTo(least), least, len(self.open))

    def _on_went(self, window: DraftWindow) -> None:
        self._keep_size(window)
        self._tell()

    def _keep_size(self, window: DraftWindow) -> None:
        """Where the person has changed it."""
        settings, words = self._bench.services.settings, words_of(window.size())
        if window.resized and not settings.forced(KEY) and settings.text(KEY) != words:
            self._bench.calls.jobs.run(lambda: settings.change(KEY, words), lasting=True)

    def _tell(self, came: DraftWindow | None = None) -> None:
        """Every other window hears that a draft has come to one; each that it has left one."""
        others = (window.bench for window in self.windows if window is not came)
        for bench in (self._bench, *others):
            bench.elsewhere.changed.emit()

    def _take_back(self, moved: MovedDraft) -> None:
        bring_to_front(self._bench.actions.window)
        self._shown_here(moved)
