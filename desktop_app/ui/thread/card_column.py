"""Column of message cards: which exist, which are open, which one is current.

A long conversation shows its ends; the read middle waits behind one button and is made in
small portions, so that no conversation stalls the window.
"""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRect, Qt, QTimer, Signal
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.model.message import Message
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.thread.card import MessageCard
from desktop_app.ui.widgets.focus import press
from desktop_app.ui.widgets.parts import STRETCH, column
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import set_role
from desktop_app.ui.widgets.tokens import Size

FOLD_ABOVE = 12
KEPT_FIRST = 1
KEPT_LAST = 5
PORTION = 8
MOST_OPENED = 60


class CardColumn(ScrollColumn):
    """`current_changed(Message | None)`; `laid_out` when cards or their parts came; the other
    signals are the cards' own."""

    current_changed = Signal(object)
    laid_out = Signal()
    opened = Signal(object, bool)
    filled = Signal(object)
    original_wanted = Signal(object, bool)
    view_wanted = Signal(object, bool)
    source_wanted = Signal(object)
    menu_wanted = Signal(object, QPoint)

    def __init__(self, bench: Workbench, parent: QWidget) -> None:
        super().__init__(parent)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self._bench = bench
        self._cards: dict[int, MessageCard] = {}
        self._order: list[int] = []
        self._waiting: list[Message] = []
        self._current = 0
        self._query = ""
        self._more: QPushButton | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAccessibleName("Messages")
        self._portions = QTimer(self, interval=0)
        self._portions.timeout.connect(self._add_portion)
        self._renew()

    def cards(self) -> list[MessageCard]:
        """The cards there are, oldest first."""
        return [self._cards[i] for i in self._order if i in self._cards]

    def current(self) -> MessageCard | None:
        return self._cards.get(self._current)

    def open_ids(self) -> set[int]:
        return {card.message.id for card in self.cards() if card.is_open}

    def look_for(self, query: str) -> None:
        """Mark what this query seeks, in the cards there are and those that come."""
        if query != self._query:
            self._query = query
            for card in self.cards():
                card.look_for(query)

    def show_messages(self, messages: tuple[Message, ...], wanted: int) -> None:
        """Another conversation, oldest first; `wanted` is opened and scrolled to."""
        self.clear()
        self._order = [m.id for m in messages]
        fold = self._folded(messages, wanted)
        self._waiting = [m for m in messages if m.id in fold]
        for message in messages:
            if message.id in fold:
                if self._more is None:
                    self._add_more_button(len(fold))
            else:
                self._add(message)
        self._open_first(messages, wanted)

    def update_messages(self, messages: tuple[Message, ...]) -> None:
        """The same conversation read again: labels changed, mail came or went."""
        there = {m.id for m in messages}
        for number in [i for i in self._cards if i not in there]:
            card = self._cards.pop(number)
            card.hide()
            card.deleteLater()
        known = set(self._order)
        self._order = [m.id for m in messages]
        self._waiting = [m for m in messages if m.id in {w.id for w in self._waiting}]
        for message in messages:
            if message.id in self._cards:
                self._cards[message.id].set_message(message)
            elif message.id not in known:
                self._add(message).set_open(True)
        if self._current not in self._cards and self._cards:
            self._set_current(self.cards()[-1])

    def clear(self) -> None:
        self._portions.stop()
        self._cards, self._order, self._waiting, self._more = {}, [], [], None
        self._current = 0
        self._renew()

    def go_to(self, message_id: int) -> None:
        """Open a message, make it current and scroll to it."""
        card = self._cards.get(message_id)
        if card is not None:
            card.set_open(True)
            self._set_current(card)
            QTimer.singleShot(0, card, lambda: self._scroll_to(card))

    def make_current(self, card: MessageCard) -> None:
        """The person does something with this message."""
        self._set_current(card)

    def step(self, by: int) -> None:
        """Make the next (1) or the previous (-1) message current and focus it."""
        cards = self.cards()
        if not cards:
            return
        current = self.current()
        place = cards.index(current) + by if current in cards else len(cards) - 1
        card = cards[min(max(place, 0), len(cards) - 1)]
        self._set_current(card)
        press(card.header)
        self.ensureWidgetVisible(card.header)

    def fold_all(self, *, opened: bool) -> None:
        """Open (the newest `MOST_OPENED`, in portions by their own jobs) or fold all."""
        if opened:
            self._show_waiting()
        for card in self.cards()[-MOST_OPENED:]:
            card.set_open(opened)

    @property
    def card_width(self) -> int:
        """The most pixels a card takes: that of its text, and what stands around it."""
        return self._bench.theme.px(Size.TEXT_WIDTH) + self._bench.theme.px(40)

    def reveal(self, widget: QWidget, rect: QRect) -> None:
        """Scroll so that a place in a widget is seen."""
        page = self.widget()
        if page is None:
            return
        point = widget.mapTo(page, rect.center())
        self.ensureVisible(point.x(), point.y(), 0, self._bench.theme.px(80))

    def _renew(self) -> None:
        """A fresh page: quicker than taking a hundred cards out one by one."""
        theme = self._bench.theme
        page = QWidget()
        set_role(page, "region")
        margins = (0, 0, theme.px(24), theme.px(24))
        self._layout = column(STRETCH, owner=page, gap=theme.px(8), margins=margins)
        self.setWidget(page)

    def _folded(self, messages: tuple[Message, ...], wanted: int) -> set[int]:
        if len(messages) <= FOLD_ABOVE:
            return set()
        middle = messages[KEPT_FIRST:-KEPT_LAST]
        shown = [m.id for m in middle if m.unread or m.id == wanted][-FOLD_ABOVE:]
        return {m.id for m in middle} - set(shown)

    def _open_first(self, messages: tuple[Message, ...], wanted: int) -> None:
        if not messages:
            return
        chosen = {m.id for m in messages if m.unread} | {messages[-1].id}
        for number in [i for i in self._order if i in chosen and i in self._cards][-PORTION:]:
            self._cards[number].set_open(True)
        target = wanted if wanted in self._cards else messages[-1].id
        first = min((i for i in (target, *chosen) if i in self._cards), key=self._order.index)
        self._cards[target].set_open(True)
        self._set_current(self._cards[target])
        card = self._cards[target if wanted in self._cards else first]
        QTimer.singleShot(0, card, lambda: self._scroll_to(card))

    def _add(self, message: Message) -> MessageCard:
        card = MessageCard(self._bench, message, self._query)
        card.setMaximumWidth(self.card_width)
        card.focused.connect(self._set_current)
        card.opened.connect(self.opened)
        card.filled.connect(self.filled)
        card.filled.connect(self.laid_out)
        card.header.people_wanted.connect(self.laid_out)
        card.original_wanted.connect(self.original_wanted)
        card.view_wanted.connect(self.view_wanted)
        card.source_wanted.connect(self.source_wanted)
        card.menu_wanted.connect(self.menu_wanted)
        self._layout.insertWidget(self._place_of(message.id), card)
        self._cards[message.id] = card
        self.laid_out.emit()
        return card

    def _place_of(self, number: int) -> int:
        """Where a card goes: before the first card of a newer message, above the stretch."""
        newer = set(self._order[self._order.index(number) + 1 :])
        for place in range(self._layout.count()):
            item = self._layout.itemAt(place)
            widget = item.widget() if item else None
            if isinstance(widget, MessageCard) and widget.message.id in newer:
                return place
        return self._layout.count() - 1

    def _add_more_button(self, count: int) -> None:
        self._more = QPushButton(f"Show {count} more messages")
        set_role(self._more, "link")
        self._more.clicked.connect(self._show_waiting)
        self._layout.insertWidget(self._layout.count() - 1, self._more)

    def _show_waiting(self) -> None:
        if self._waiting:
            if self._more is not None:
                self._more.hide()
            self._portions.start()

    def _add_portion(self) -> None:
        portion, self._waiting = self._waiting[-PORTION:], self._waiting[:-PORTION]
        for message in reversed(portion):
            self._add(message)
        if not self._waiting:
            self._portions.stop()

    def _set_current(self, card: MessageCard) -> None:
        self._current = card.message.id
        for other in self.cards():
            set_role(other, "card-current" if other is card and len(self._order) > 1 else "card")
        self.current_changed.emit(card.message)

    def _scroll_to(self, card: MessageCard) -> None:
        self.verticalScrollBar().setValue(card.y())
