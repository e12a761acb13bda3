"""Card of one message: folded to a line, or open with bars, body and attachments.

The body is read and made when the card is opened for the first time, by a job.
"""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from desktop_app.model.errors import KnownError
from desktop_app.model.message import Message
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.reading.links import Doubt, follow, show_web
from desktop_app.ui.reading.readable_message import (
    ReadableMessage,
    read_message,
)
from desktop_app.ui.reading.reader import Reader
from desktop_app.ui.thread.attachment_strip import AttachmentStrip
from desktop_app.ui.thread.bars import BarWork, bars_of, cut_bar
from desktop_app.ui.thread.card_header import CardHeader
from desktop_app.ui.thread.invitation_card import InvitationStrip, has_invitation
from desktop_app.ui.thread.paged_text import PagedText
from desktop_app.ui.thread.recipients import RecipientRows
from desktop_app.ui.thread.unsubscribe_button import UnsubscribeButton
from desktop_app.ui.thread.view_switch import ViewSwitch
from desktop_app.ui.widgets.parts import STYLE, column
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

NO_TEXT = "<p>(This message has no text.)</p>"


class MessageCard(QFrame):
    """`opened(card, bool)` when it folds or unfolds, `filled(card)` when its text is there,
    `original_wanted(card, images)`, `view_wanted(card, original)` by the switch,
    `source_wanted(card)`, `menu_wanted(card, global position)`."""

    opened = Signal(object, bool)
    filled = Signal(object)
    original_wanted = Signal(object, bool)
    view_wanted = Signal(object, bool)
    source_wanted = Signal(object)
    focused = Signal(object)
    menu_wanted = Signal(object, QPoint)

    def __init__(self, bench: Workbench, message: Message, query: str = "") -> None:
        super().__init__()
        self._bench = bench
        self.message = message
        self.readable: ReadableMessage | None = None
        self._text: PagedText | None = None
        self._history: PagedText | None = None
        self._unfold: QPushButton | None = None
        self._query = query
        self.original: QWidget | None = None
        set_role(self, "card")
        self.header = CardHeader(bench, message)
        self.header.clicked.connect(self.toggle)
        self.header.people_wanted.connect(self._show_people)
        self.header.menu_wanted.connect(self._menu_at_header)
        self._people: RecipientRows | None = None
        self.switch: ViewSwitch | None = None
        self._inside: QWidget | None = None
        self._layout = column(self.header, owner=self)

    @property
    def readers(self) -> list[Reader]:
        """Those there are, in their order."""
        return [r for text in self._texts() for r in text.readers]

    def _texts(self) -> list[PagedText]:
        return [text for text in (self._text, self._history) if text is not None]

    def _parts(self) -> list[QWidget]:
        """What the Original takes the place of: it has the history too."""
        return [*self._texts(), *([self._unfold] if self._unfold is not None else [])]

    @property
    def is_open(self) -> bool:
        return self._inside is not None and self._inside.isVisibleTo(self)

    def toggle(self) -> None:
        self.set_open(not self.is_open)
        self.focused.emit(self)

    def set_open(self, wanted: bool) -> None:
        """Unfold (reading the body the first time) or fold."""
        if wanted == self.is_open:
            return
        if wanted and self._inside is None:
            self._begin()
        elif self._inside is not None:
            self._inside.setVisible(wanted)
        self.header.set_open(wanted)
        if self._people is not None:
            unfolded = self.header.recipients is not None and self.header.recipients.isChecked()
            self._people.setVisible(wanted and unfolded)
        self.opened.emit(self, wanted)

    def set_message(self, message: Message) -> None:
        """The same message with other labels."""
        self.message = message
        self.header.set_message(message)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        event.accept()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            self._menu_at_header()
        else:
            self.menu_wanted.emit(self, event.globalPos())

    def _menu_at_header(self) -> None:
        more = self.header.more
        self.menu_wanted.emit(self, more.mapToGlobal(QPoint(0, more.height())))

    def _show_people(self, shown: bool) -> None:
        if shown and self._people is None:
            self._people = RecipientRows(self._bench, self.message)
            margin = self._bench.theme.px(16)
            self._people.setContentsMargins(margin, 0, margin, margin // 2)
            self._layout.insertWidget(1, self._people)
        if self._people is not None:
            self._people.setVisible(shown and self.is_open)

    def look_for(self, query: str) -> None:
        """Another search: its hits are marked."""
        if query != self._query:
            self._query = query
            if self._inside is not None:
                self._read(self._mark if self.readable else self._fill)

    def show_original(self, view: QWidget) -> None:
        """Put the Original in the place of the Reader."""
        self.set_open(True)
        for part in self._parts():
            part.hide()
        if self.original is not None:
            self.original.deleteLater()
        self.original = view
        self._body.addWidget(view)
        self._mark_view()

    def show_reader(self) -> None:
        """Back from the Original."""
        if self.original is not None:
            self.original.deleteLater()
            self.original = None
            self._mark_view()
        for part in self._parts():
            part.show()

    def follow(self, url: str) -> None:
        """A link of this message was activated."""
        if self.readable is not None:
            follow(url, self.readable.body, self._bench.navigation, self._ask)

    def _begin(self) -> None:
        theme = self._bench.theme
        self._inside = QWidget()
        side, inset = theme.px(16), theme.px(4) + theme.px(Size.FOCUS)
        margins = (side - inset, 0, side - inset, side)
        self._bars = column(gap=theme.px(4), margins=(inset, 0, inset, 0))
        self._views = column(margins=(inset, 0, inset, 0))
        self.unsubscribe = UnsubscribeButton(self._bench, self.message)
        self._views.addWidget(self.unsubscribe)
        self._body = column(gap=STYLE)
        layout = column(
            self._bars,
            self._views,
            self._body,
            owner=self._inside,
            gap=theme.px(8),
            margins=margins,
        )
        if has_invitation(self.message):
            self._bars.addWidget(InvitationStrip(self._bench, self.message))
        if self.message.visible_attachments:
            row = AttachmentStrip(self._bench, self.message)
            row.setContentsMargins(inset, 0, inset, 0)
            layout.addWidget(row)
        self._layout.addWidget(self._inside)
        self._read(self._fill)

    def _read(self, done: Callable[[ReadableMessage], object]) -> None:
        calls, number, query = self._bench.calls, self.message.id, self._query
        calls.jobs.run(
            lambda: read_message(calls, number, query),
            done=done,
            failed=self._on_failed,
            key=f"body {number}",
            owner=self,
        )

    def _fill(self, readable: ReadableMessage) -> None:
        self.readable = readable
        work = BarWork(
            show_images=lambda: self.original_wanted.emit(self, True),
            always_images=self._always_images,
            original=lambda: self.original_wanted.emit(self, False),
            source=lambda: self.source_wanted.emit(self),
        )
        for bar in bars_of(self._bench.theme, readable, work):
            self._bars.addWidget(bar)
        self._add_cut_bar(readable)
        if readable.body.designed and self.switch is None:
            self._add_switch()
        self._text = self._add_text(readable.pages or (NO_TEXT,))
        self._add_quoted(readable)
        self.filled.emit(self)

    def _add_switch(self) -> None:
        self.switch = ViewSwitch(self._bench.theme)
        self.switch.wanted.connect(lambda original: self.view_wanted.emit(self, original))
        self._views.addWidget(self.switch)
        self._mark_view()

    def _mark_view(self) -> None:
        if self.switch is not None:
            self.switch.show_state(original=self.original is not None)

    def _mark(self, readable: ReadableMessage) -> None:
        self.readable = readable
        if self._text is not None and readable.pages:
            self._text.set_pages(readable.pages)
        if self._history is not None:
            self._history.set_pages(readable.quoted)
        self.filled.emit(self)

    def _add_text(self, pages: tuple[str, ...]) -> PagedText:
        text = PagedText(pages, self._new_reader)
        text.shown.connect(lambda: self.filled.emit(self))
        self._body.addWidget(text)
        return text

    def _new_reader(self) -> Reader:
        pictures = self.readable.pictures if self.readable else {}
        name = f"Message from {self.message.sender.label}"
        reader = Reader(self._bench.theme, name, pictures)
        reader.setContextMenuPolicy(Qt.ContextMenuPolicy.NoContextMenu)  # the card has the menu
        reader.link.connect(self.follow)
        reader.pointed.connect(self._bench.navigation.status)
        return reader

    def _add_cut_bar(self, readable: ReadableMessage) -> None:
        """Says that the text goes on, until all of it is shown."""
        if len(readable.pages) < 2:
            return
        bar = cut_bar(self._bench.theme, len(readable.pages), self._show_all)
        self._bars.addWidget(bar)
        self._cut_bar = bar

    def _show_all(self) -> None:
        if self._text is not None:
            self._text.complete.connect(self._cut_bar.hide)
            self._text.show_more()

    def _more_button(self, label: str, work: object) -> QPushButton:
        button = QPushButton(label)
        set_role(button, "link")

        def pressed() -> None:
            button.hide()
            button.deleteLater()
            self._unfold = None
            if callable(work):
                work()

        button.clicked.connect(pressed)
        self._body.addWidget(button)
        return button

    def _add_quoted(self, readable: ReadableMessage) -> None:
        if not readable.quoted:
            return
        lines = max(1, len(readable.body.quoted_text.strip().splitlines()))

        def unfold() -> None:
            pages = self.readable.quoted if self.readable else readable.quoted
            self._history = self._add_text(pages)
            self.filled.emit(self)

        self._unfold = self._more_button(f"{lines} quoted line{'s' if lines != 1 else ''}", unfold)

    def _always_images(self) -> None:
        settings = self._bench.services.settings
        address = self.message.sender.key
        for key in ("mail.always_show_images", "mail.original_view"):
            senders = settings.items(key)
            if address and address not in senders:
                self._bench.calls.jobs.run(
                    lambda key=key, senders=senders: settings.change(key, (*senders, address))  # type: ignore[misc]
                )
        self.original_wanted.emit(self, True)

    def _ask(self, doubt: Doubt) -> None:
        def go() -> None:
            strip.hide()
            show_web(self._bench.navigation, doubt.target)

        strip = Strip(
            self._bench.theme,
            "warning",
            "link",
            doubt.sentence,
            buttons=((f"Open {doubt.target[:60]}", go),),
            closable=True,
        )
        self._bars.addWidget(strip)

    def _on_failed(self, error: KnownError) -> None:
        text = f"{error.sentence} {error.next_step}".strip()
        self._bars.addWidget(Strip(self._bench.theme, "danger", "danger", text))
