"""Preview of an attachment: pages of a PDF, a picture, or text, in a window of its own.

Pages are drawn when they come into sight, by a job; nothing here reads the file.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer
from PySide6.QtGui import QImage, QPixmap, QResizeEvent
from PySide6.QtWidgets import QDialog, QLabel, QPushButton, QWidget

from desktop_app.mail.files.file_preview import FilePreview
from desktop_app.model.errors import KnownError
from desktop_app.search.highlight import Sought
from desktop_app.ui.background.jobs import Job
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.drawn_pages import (
    MOST_HEIGHT,
    MOST_PAGES,
    DrawnPage,
    DrawnPages,
    FirstHit,
)
from desktop_app.ui.reading.text_preview import TextPreview
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STRETCH, STYLE, column, plain, row
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

KEPT_PAGES = 12
"""Drawn pages out of sight that are held in memory."""

_AHEAD = 400
"""Pixels below what is seen that are drawn too."""


class PreviewWindow(QDialog):
    """Window of one file. `save` and `open_file` are what its buttons do; without the latter there
    is no button, and `why_not_opened` says why. What is `sought` is marked, and its first place
    is shown."""

    def __init__(
        self,
        bench: Workbench,
        parent: QWidget,
        name: str,
        preview: FilePreview,
        *,
        save: Callable[[], object],
        open_file: Callable[[], object] | None,
        why_not_opened: str = "",
        sought: tuple[Sought, ...] = (),
    ) -> None:
        super().__init__(parent)
        px = bench.theme.px
        self.setWindowTitle(name)
        self.setAccessibleName(f"Preview of {name}")
        self.resize(px(Size.TEXT_WIDTH) + px(64), px(Size.DIALOG) + px(120))
        self.note = plain(why_not_opened, "caption", wrap=True)
        self.note.setVisible(bool(why_not_opened))
        buttons: list[QWidget] = [_button("Save as…", save)]
        if open_file is not None:
            buttons.append(_button("Open with a program", open_file))
        buttons.append(_button("Close", self.reject))
        self.body = _body(bench, name, preview, sought)
        foot = row(STRETCH, *buttons, gap=STYLE)
        column(self.body, self.note, foot, owner=self, gap=px(8), margins=px(12), fill=self.body)
        self.finished.connect(self._end)
        present(self)

    def _end(self) -> None:
        if isinstance(self.body, PageColumn):
            self.body.end()


def _button(words: str, work: Callable[[], object]) -> QPushButton:
    button = QPushButton(words)
    button.setAutoDefault(False)
    button.clicked.connect(lambda *_: work())
    return button


def _body(bench: Workbench, name: str, preview: FilePreview, sought: tuple[Sought, ...]) -> QWidget:
    if preview.kind != "text":
        return PageColumn(bench, name, preview, sought)
    return TextPreview(bench, name, preview, sought)


class PageColumn(ScrollColumn):
    """Pages under each other, each as wide as there is room for."""

    def __init__(
        self,
        bench: Workbench,
        name: str,
        preview: FilePreview,
        sought: tuple[Sought, ...] = (),
    ) -> None:
        super().__init__()
        self._bench, self._name = bench, name
        self._first: FirstHit | None = None
        self._pages: DrawnPages | None = None
        self._over = False
        self.labels: list[QLabel] = []
        self.drawn: dict[int, int] = {}
        """Number of each page that is drawn, to the width it was drawn for."""
        self._job: Job | None = None
        self._width = 0
        self._settle = QTimer(self, singleShot=True, interval=60)
        self._settle.timeout.connect(self._draw_seen)
        self.setAccessibleName(f"Pages of {name}")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.state = plain("Opening…", "second", wrap=True)
        self._page = QWidget()
        set_role(self._page, "region")
        self._layout = column(self.state, STRETCH, owner=self._page, gap=bench.theme.px(8))
        self.setWidget(self._page)
        self.verticalScrollBar().valueChanged.connect(lambda _: self._settle.start())
        is_pdf, data = preview.kind == "pdf", preview.data
        self._is_pdf = is_pdf
        bench.calls.jobs.run(
            lambda: _opened(data, sought, is_pdf=is_pdf), done=self._opened, failed=self._say
        )

    def end(self) -> None:
        """The window closes: the process ends."""
        self._over = True
        if self._pages is not None:
            self._pages.close()

    def event(self, event: QEvent) -> bool:
        if event.type() == QEvent.Type.DeferredDelete:
            self.end()
        return super().event(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()
        self._settle.start()

    def _opened(self, opened: tuple[DrawnPages, FirstHit | None]) -> None:
        pages, self._first = opened
        if self._over:
            pages.close()
            return
        self._pages = pages
        count = len(pages.sizes)
        more = " Only the first pages are shown." if count == MOST_PAGES else ""
        self.state.setText(more.strip())
        self.state.setVisible(bool(more))
        for number in range(count):
            label = plain(name=f"Page {number + 1} of {count}" if count > 1 else self._name)
            set_role(label, "second")
            label.setText("Drawing…")
            label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
            self.labels.append(label)
            self._layout.insertWidget(self._layout.count() - 1, label)
        self._fit()
        QTimer.singleShot(0, self, self._show_first)
        self._settle.start()

    def _show_first(self) -> None:
        """The first hit comes into sight, unless the person has gone elsewhere already."""
        bar, first = self.verticalScrollBar(), self._first
        if first is None or bar.value() or not first.page < len(self.labels):
            return
        self._page.layout().activate()  # type: ignore[union-attr]
        self._page.adjustSize()
        label = self.labels[first.page]
        bar.setValue(int(label.y() + first.down * label.height()) - self.viewport().height() // 3)

    def _say(self, error: KnownError) -> None:
        if not self._over:
            self.state.setText(f"{error.sentence} {error.next_step}".strip())
            self.state.show()

    def _fit(self) -> None:
        """The height of every page before it is drawn, so that nothing moves."""
        wide = max(self.viewport().width(), 1)
        if self._pages is None or wide == self._width:
            return
        self._width = wide
        for label, (width, height) in zip(self.labels, self._pages.sizes, strict=True):
            shown = wide if self._is_pdf else min(wide, int(width))
            label.setFixedHeight(max(1, min(MOST_HEIGHT, int(shown * height / width))))

    def _draw_seen(self) -> None:
        """Draw the next page in sight that is not drawn for this width, and let others go."""
        if self._pages is None or self._job is not None or self._over:
            return
        top = self.verticalScrollBar().value()
        bottom = top + self.viewport().height() + _AHEAD
        seen = {
            number
            for number, label in enumerate(self.labels)
            if label.y() < bottom and label.y() + label.height() > top
        }
        for other in [number for number in self.drawn if number not in seen][:-KEPT_PAGES]:
            self.labels[other].setText("Drawing…")
            del self.drawn[other]
        wanted = next((n for n in sorted(seen) if self.drawn.get(n) != self._width), None)
        if wanted is not None:
            self._ask(wanted)

    def _ask(self, number: int) -> None:
        pages, width = self._pages, self._width
        if pages is None:
            return
        self.drawn[number] = width

        def done(page: DrawnPage) -> None:
            self._job = None
            self._show(number, page)
            self._settle.start(0)

        def failed(error: KnownError) -> None:
            self._job = None
            if not self._over:
                self.labels[number].setText(error.sentence)
                self._settle.start(0)

        jobs = self._bench.calls.jobs
        self._job = jobs.run(
            lambda: pages.page(number, width), done=done, failed=failed, owner=self
        )

    def _show(self, number: int, page: DrawnPage) -> None:
        picture = QImage(
            page.pixels, page.width, page.height, page.width * 4, QImage.Format.Format_RGB32
        )
        label = self.labels[number]
        label.setPixmap(QPixmap.fromImage(picture))
        label.setFixedHeight(page.height)
        label.setAccessibleDescription(page.words)
        for other in list(self.drawn)[:-KEPT_PAGES]:
            self.labels[other].setText("Drawing…")
            del self.drawn[other]


def _opened(
    data: bytes, sought: tuple[Sought, ...], *, is_pdf: bool
) -> tuple[DrawnPages, FirstHit | None]:
    """The pages, and where the first hit is. Raises as `DrawnPages`."""
    pages = DrawnPages(data, pdf=is_pdf)
    if not (is_pdf and sought):
        return pages, None
    try:
        return pages, pages.mark(sought)
    except KnownError:
        pages.close()
        return DrawnPages(data, pdf=is_pdf), None
