"""Original views and source windows of message cards, made on demand."""

from __future__ import annotations

import os
from collections.abc import Iterator
from threading import Event
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Qt, QTimer
from PySide6.QtGui import QFontDatabase
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QMessageBox, QPlainTextEdit

from desktop_app.bounded_process import Why
from desktop_app.mail.message.original import Original, with_own_pictures
from desktop_app.mail.reader.remote_pictures import with_pictures
from desktop_app.model.errors import KnownError
from desktop_app.optional_parts import Part, need, why_not
from desktop_app.tools.person import mail_view
from desktop_app.tools.person.mail_view import Bytes, WebPictures
from desktop_app.ui.background.stepper import Stepper
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.thread.card import MessageCard
from desktop_app.ui.widgets.dialogs import present
from desktop_app.ui.widgets.parts import STYLE, column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.sheets import hang
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

if TYPE_CHECKING:
    from desktop_app.ui.reading.locked_page import LockedPage
    from desktop_app.ui.reading.original import OriginalView

KEY = "mail.original_view"
CALMED = "Drawings, animations and effects of this mail are left out."
_STOPPED = {
    Why.MEMORY: "This mail takes too much memory to be drawn as its sender made it.",
    Why.TIME: "This mail takes too long to be drawn as its sender made it.",
    Why.ENDED: "This mail made the view of the original fail.",
}


class Originals(QObject):
    """Reads by a job what is needed, then shows it."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__()
        self._bench = bench

    def show_original(self, card: MessageCard, images: bool, *, unasked: bool = False) -> None:
        """Replace the card's Reader by its Original; `images`: pictures of the web too, `unasked`
        for what the person asked once for the sender."""
        if self._can_not(card, unasked=unasked):
            return

        def failed(error: KnownError) -> None:
            self._bench.navigation.toast(error.sentence)

        calls, message_id = self._bench.calls, card.message.id

        cancelled = Event()

        def fetch() -> tuple[LockedPage | None, str]:
            from desktop_app.ui.reading.locked_page import MOST_BYTES, calm, fits, locked_down

            params = mail_view.GetOriginal(message_id=message_id)
            original, told = calls.wait(mail_view.GET_ORIGINAL, params, cancelled), ""
            if not fits(original.html):
                return None, ""
            calmed, had_effects = calm(original.html)
            original = Original(calmed, original.pictures)
            html = _with_own_pictures(original, MOST_BYTES)
            if images:
                wanted = mail_view.FetchPictures(message_id=message_id, unasked=unasked)
                fetched = calls.wait(mail_view.FETCH_PICTURES, wanted, cancelled)
                html, told = _with_pictures(html, fetched, MOST_BYTES)
            return locked_down(html), f"{told} {CALMED if had_effects else ''}".strip()

        def done(read: tuple[LockedPage | None, str]) -> None:
            self._show(card, read[0])
            if read[1]:
                self._bench.navigation.toast(read[1])

        if images:
            self._bench.navigation.status("Fetching pictures…")
        calls.jobs.run(fetch, done=done, failed=failed, cancelled=cancelled, owner=card)

    def _can_not(self, card: MessageCard, *, unasked: bool) -> bool:
        """Whether there is no Original here. A press is told why; what would have opened so by
        itself is shown by the Reader."""
        if missing := why_not(Part.ORIGINAL):
            if not unasked:
                self._tell(card, missing)
            return True
        if engine_refuses():
            self._bench.navigation.toast("The Original view does not run for the system's root.")
            return True
        return False

    def remember(self, card: MessageCard, wanted: bool) -> None:
        """Whether mail of this sender opens as Original from now on."""
        settings, sender = self._bench.services.settings, card.message.sender.key
        others = tuple(s for s in settings.items(KEY) if s != sender)
        if wanted and why_not(Part.ORIGINAL):
            return  # it is told with the press, and nothing opens so
        senders = (*others, sender) if wanted and sender else others
        if senders != settings.items(KEY):
            self._bench.calls.jobs.run(lambda: settings.change(KEY, senders))

    def show_source(self, card: MessageCard) -> None:
        """The message as it came, in a window of its own."""
        self._bench.calls.ask(
            mail_view.READ_SOURCE,
            mail_view.ReadSource(message_id=card.message.id),
            done=lambda found: self._open_source(card, found),
            owner=card,
        )

    def _show(self, card: MessageCard, page: LockedPage | None) -> None:
        if page is None:
            told = "This mail is too large or too nested for the Original view."
            self._bench.navigation.toast(told)
            return
        Stepper(self._showing(card, page), card)

    def _showing(self, card: MessageCard, page: LockedPage) -> Iterator[None]:
        try:
            need(Part.ORIGINAL)
        except KnownError as error:
            self._tell(card, error)
            return
        from desktop_app.ui.reading.original import OriginalView, start_engine

        start_engine()
        yield
        view: OriginalView = OriginalView(self._bench.theme)
        view.link.connect(card.follow)
        view.pointed.connect(self._bench.navigation.status)
        view.stopped.connect(lambda why: self._stopped(card, view, why))
        yield
        card.show_original(view)
        # WORKAROUND The first web view of a run makes Qt remake the window with another surface,
        # and the window is not active then; no report known; PySide6 6.11; remove when it stays so.
        QTimer.singleShot(0, card, card.window().activateWindow)
        yield
        view.show_mail(page)

    def _tell(self, card: MessageCard, error: KnownError) -> None:
        """In a window, so that the command can be copied out of it."""
        box = QMessageBox(card.window())
        box.setWindowTitle("Original view")
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setText(error.sentence)
        box.setInformativeText(
            "\n\n".join(filter(None, (error.next_step, error.details.get("missing", ""))))
        )
        box.setTextInteractionFlags(Qt.TextInteractionFlag.TextSelectableByMouse)
        hang(box)
        present(box)

    def _stopped(self, card: MessageCard, view: OriginalView, why: str) -> None:
        """Its process has passed a limit or failed: the Reader is there."""
        if card.original is view:
            card.show_reader()
            self._bench.navigation.toast(f"{_STOPPED[Why(why)]} The Reader shows it.")

    def _open_source(self, card: MessageCard, found: Bytes) -> None:
        theme = self._bench.theme
        dialog = QDialog(card.window())
        dialog.setWindowTitle(f"Source: {clean(card.message.subject) or 'message'}")
        dialog.resize(theme.px(Size.TEXT_WIDTH), theme.px(Size.DIALOG))
        text = QPlainTextEdit(found.data.decode("utf-8", "replace"))
        text.setReadOnly(True)
        text.setAccessibleName("Message source")
        text.setFont(QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont))
        text.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        set_role(text, "source")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(dialog.reject)
        column(text, buttons, owner=dialog, gap=STYLE, margins=STYLE)
        present(dialog)


def _with_own_pictures(original: Original, most: int) -> str:
    """In a job. Pictures are drawn anew, so that none takes more than its place."""
    from desktop_app.ui.reading.web_pictures import as_data

    room = most - len(original.html)
    return with_own_pictures(original, as_data(original.pictures, room), room)


def _with_pictures(html: str, fetched: WebPictures, most: int) -> tuple[str, str]:
    """The page with its pictures, and what is to be said of those that are missing. In a job."""
    from desktop_app.ui.reading.web_pictures import as_data

    data = as_data(fetched.found, most - len(html))
    missing = fetched.asked - len(data)
    if fetched.why_not:
        return html, fetched.why_not
    words = "1 picture is" if missing == 1 else f"{missing} pictures are"
    told = f"{words} not shown: not reached, not allowed, or too large." if missing else ""
    return with_pictures(html, data), told


def engine_refuses() -> bool:
    """The web engine ends the whole program rather than run its sandbox as root."""
    is_root = hasattr(os, "geteuid") and os.geteuid() == 0
    return is_root and "QTWEBENGINE_DISABLE_SANDBOX" not in os.environ
