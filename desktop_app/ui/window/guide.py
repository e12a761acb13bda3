"""The user guide from the window: opened from the menu, and at a page from where it helps."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject

from desktop_app.ui.bench.workbench import Workbench

if TYPE_CHECKING:
    from desktop_app.ui.guide.guide_window import GuideWindow


class UserGuide(QObject):
    """Answers to `Navigation.open_guide`. There is one window of the guide; it is made, and its
    room imported, when it is first wanted."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self.window: GuideWindow | None = None
        bench.navigation.guide_wanted.connect(self.show)
        bench.actions.on("guide", bench.navigation.open_guide)

    def show(self, page: str, anchor: str) -> None:
        """Show a page in the window of the guide, which comes to the front. Without a page it stays
        where it was."""
        from desktop_app.ui.guide.guide_window import GuideWindow, in_front

        if self.window is None:
            self.window = GuideWindow(self._bench)
        if page:
            self.window.go(page, anchor)
        in_front(self.window)

    def close(self) -> None:
        """The application's window closes."""
        if self.window is not None:
            self.window.close()
            self.window.deleteLater()
            self.window = None
