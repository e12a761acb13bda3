"""Original view of designed mail, in a web view without script, storage or navigation.

Off the record, no script, no storage, no files, no navigation, no request: pictures of the web are
fetched elsewhere, and stand in the page. The web engine is imported here alone, when the first
Original is shown.
"""

from __future__ import annotations

import functools
from urllib.parse import urlsplit

from PySide6.QtCore import QSizeF, Qt, QTimer, QUrl, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWebEngineCore import (
    QWebEnginePage,
    QWebEnginePermission,
    QWebEngineProfile,
    QWebEngineSettings,
    QWebEngineUrlRequestInfo,
    QWebEngineUrlRequestInterceptor,
)
from PySide6.QtWebEngineWidgets import QWebEngineView
from PySide6.QtWidgets import QWidget

from desktop_app.bounded_process import Why
from desktop_app.ui.reading.locked_page import LockedPage
from desktop_app.ui.reading.renderer_watch import RendererWatch
from desktop_app.ui.widgets.theme import Theme

START_HEIGHT = 320
MOST_HEIGHT = 12_000
SETTLE_MS = 120
PROCESS_MS = 30
BAR = 24
"""Pixels of width that may come and go with a scroll bar: no reason to lay a mail out anew."""
LEAST_ZOOM = 0.5
_ATTRIBUTE = QWebEngineSettings.WebAttribute
_OFF = (
    _ATTRIBUTE.JavascriptEnabled,
    _ATTRIBUTE.JavascriptCanOpenWindows,
    _ATTRIBUTE.JavascriptCanAccessClipboard,
    _ATTRIBUTE.JavascriptCanPaste,
    _ATTRIBUTE.LocalStorageEnabled,
    _ATTRIBUTE.LocalContentCanAccessRemoteUrls,
    _ATTRIBUTE.LocalContentCanAccessFileUrls,
    _ATTRIBUTE.HyperlinkAuditingEnabled,
    _ATTRIBUTE.PluginsEnabled,
    _ATTRIBUTE.PdfViewerEnabled,
    _ATTRIBUTE.FullScreenSupportEnabled,
    _ATTRIBUTE.ScreenCaptureEnabled,
    _ATTRIBUTE.WebGLEnabled,
    _ATTRIBUTE.Accelerated2dCanvasEnabled,
    _ATTRIBUTE.AutoLoadIconsForPage,
    _ATTRIBUTE.TouchIconsEnabled,
    _ATTRIBUTE.DnsPrefetchEnabled,
    _ATTRIBUTE.ErrorPageEnabled,
    _ATTRIBUTE.AllowRunningInsecureContent,
    _ATTRIBUTE.AllowGeolocationOnInsecureOrigins,
    _ATTRIBUTE.AllowWindowActivationFromJavaScript,
    _ATTRIBUTE.FocusOnNavigationEnabled,
    _ATTRIBUTE.NavigateOnDropEnabled,
)


class _Gate(QWebEngineUrlRequestInterceptor):
    """Interceptor that lets nothing out."""

    def interceptRequest(self, info: QWebEngineUrlRequestInfo) -> None:
        info.block(info.requestUrl().scheme() != "data")


class _Page(QWebEnginePage):
    """Page that navigates nowhere: a link is emitted, everything else is refused."""

    followed = Signal(str)

    def acceptNavigationRequest(
        self, url: QUrl | str, kind: QWebEnginePage.NavigationType, is_main_frame: bool
    ) -> bool:
        where = url.toString() if isinstance(url, QUrl) else url
        if kind == QWebEnginePage.NavigationType.NavigationTypeLinkClicked:
            self.followed.emit(where)
            return False
        typed = kind == QWebEnginePage.NavigationType.NavigationTypeTyped
        return typed and is_main_frame and urlsplit(where).scheme in {"data", "about"}

    def javaScriptConsoleMessage(self, *_: object) -> None:
        """What the engine refuses would stand on stderr, with addresses of the mail."""


class OriginalView(QWebEngineView):
    """View of one message's HTML. `link(url)` when a link is activated; `stopped(why)`, a `Why`,
    when the process that draws it was ended."""

    link = Signal(str)
    pointed = Signal(str)
    stopped = Signal(str)

    def __init__(self, theme: Theme, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._theme = theme
        self._fitted_width = 0
        self._settle = QTimer(self, singleShot=True, interval=SETTLE_MS)
        self._settle.timeout.connect(self._fit_anew)
        theme.reading_changed.connect(self._zoom_anew)
        self._gate = _Gate(self)
        self._watch: RendererWatch | None = None
        # WORKAROUND The page tells of no change of its process from none to one, so that it is
        # asked; no report known; PySide6 6.11; remove when `renderProcessPidChanged` is emitted.
        self._until_there = QTimer(self, interval=PROCESS_MS)
        self._until_there.timeout.connect(self._watch_process)
        self._told = Why.ENDED
        self._make_page()
        self.setAccessibleName("Original view of the message")
        self.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)
        self.setAcceptDrops(False)
        self.setFixedHeight(theme.px(START_HEIGHT))

    def _make_page(self) -> None:
        """Of a profile off the record."""
        self._store = QWebEngineProfile(self)
        self._store.setHttpCacheType(QWebEngineProfile.HttpCacheType.MemoryHttpCache)
        self._store.setUrlRequestInterceptor(self._gate)
        self._page = _Page(self._store, self)
        # WORKAROUND Qt deletes children in their order, and a profile must outlive its pages, so
        # the profile becomes the last child; https://doc.qt.io/qt-6/qwebengineprofile.html; PySide6
        # 6.11; remove when a page keeps its profile.
        self._store.setParent(None)
        self._store.setParent(self)
        self._lock(self._page)
        self.setPage(self._page)

    def show_mail(self, page: LockedPage) -> None:
        """`page` has its pictures as data: addresses."""
        self.setZoomFactor(self._theme.reading_scale)
        self._page.setHtml(page, QUrl("about:blank"))
        self._stop_watching()
        self._until_there.start()

    def _watch_process(self) -> None:
        """As soon as it is known."""
        pid = self._page.renderProcessPid()
        if pid > 0:
            self._until_there.stop()
            self._watch = RendererWatch(pid, self._note)

    def _stop_watching(self) -> None:
        if self._watch is not None:
            self._watch.stop()
            self._watch = None

    def _note(self, why: Why) -> None:
        """In the watch's thread; the page tells of the end in this view's."""
        self._told = why

    def _ended(self, status: QWebEnginePage.RenderProcessTerminationStatus, _: int) -> None:
        self._stop_watching()
        if status != QWebEnginePage.RenderProcessTerminationStatus.NormalTerminationStatus:
            self.stopped.emit(self._told.value)

    def _lock(self, page: _Page) -> None:
        settings = page.settings()
        for attribute in _OFF:
            settings.setAttribute(attribute, False)
        policy = QWebEngineSettings.UnknownUrlSchemePolicy.DisallowUnknownUrlSchemes
        settings.setUnknownUrlSchemePolicy(policy)
        page.setBackgroundColor(Qt.GlobalColor.white)
        page.permissionRequested.connect(_refuse)
        page.followed.connect(self.link)
        page.linkHovered.connect(self.pointed)
        page.contentsSizeChanged.connect(self._fit)
        page.renderProcessTerminated.connect(self._ended)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if not self._fitted_width:
            self._fitted_width = event.size().width()
        elif abs(event.size().width() - self._fitted_width) > self._theme.px(BAR):
            self._settle.start()

    def _fit_anew(self) -> None:
        """Another width: from the natural size again."""
        self._fitted_width = self.width()
        self.setZoomFactor(self._theme.reading_scale)

    def _zoom_anew(self) -> None:
        """Mail is larger or smaller: also lower, which a page alone never becomes."""
        self.setFixedHeight(self._theme.px(START_HEIGHT))
        self._fit_anew()

    def _fit(self, size: QSizeF) -> None:
        """As high as the page, and as small as its width needs, within reason; and then as much
        larger or smaller as the person reads mail.

        A page is told to be at least as high as the view: one that is no higher fits.
        """
        if size.width() > self.width() + 1:
            natural = size.width() / self.zoomFactor()
            fitting = max(LEAST_ZOOM, min(1.0, self.width() / natural))
            wanted = fitting * self._theme.reading_scale
            if wanted < self.zoomFactor() - 0.02:
                self.setZoomFactor(wanted)
                return
        if size.height() > self.height():
            self.setFixedHeight(min(int(size.height()) + self._theme.px(16), MOST_HEIGHT))


@functools.cache
def start_engine() -> None:
    """The first profile starts the web engine: within Qt, in the window's thread, once for each
    run of the program (docs/promises.md has the measured time)."""
    QWebEngineProfile().deleteLater()


def _refuse(permission: QWebEnginePermission) -> None:
    permission.deny()
