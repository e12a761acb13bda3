"""Requests that wait for the person, by who asks: answered one by one or together."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from PySide6.QtCore import QEvent, QSize, QTimer, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QPushButton, QWidget

from desktop_app.tools.person.requests import Answer, RequestCard
from desktop_app.ui.drafts.request_card import RequestCardView, who
from desktop_app.ui.widgets.focus import hand_on, holds
from desktop_app.ui.widgets.parts import column, flow, plain
from desktop_app.ui.widgets.scrolling import ScrollColumn
from desktop_app.ui.widgets.theme import Theme

REST_MS = 1000
"""Time in which cards that have just changed take no press: it was aimed at what stood there."""

MANY = 4
"""So many of one asker are folded to a line each, to be seen together."""


class Page(QWidget):
    """What is scrolled; `laid_out` when its parts want another size."""

    laid_out = Signal()

    def event(self, event: QEvent) -> bool:
        done = super().event(event)
        if event.type() == QEvent.Type.LayoutRequest:
            self.laid_out.emit()
        return done


class RequestCards(ScrollColumn):
    """Column of cards with the signals `answered(tuple of Answer)`, `mail_wanted(RequestedMail)`
    and `draft_wanted(draft id)`. The oldest stand first: what comes later moves none of them."""

    answered = Signal(object)
    mail_wanted = Signal(object)
    draft_wanted = Signal(str)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._shown: tuple[RequestCard, ...] = ()
        self._answering = False
        self._cards: list[RequestCardView] = []
        self._page = Page()
        self._page.laid_out.connect(self.updateGeometry)
        self._layout = column(owner=self._page, gap=theme.px(8), margins=theme.px(8))
        self.setWidget(self._page)
        self.setSizePolicy(self.sizePolicy().horizontalPolicy(), self.sizePolicy().Policy.Fixed)
        self.setAccessibleName("Requests")
        self._rest = QTimer(self, singleShot=True, interval=REST_MS)
        self._rest.timeout.connect(self._rested)
        self._most = 0
        self.hide()

    @property
    def cards(self) -> tuple[RequestCardView, ...]:
        return tuple(self._cards)

    def _rested(self) -> None:
        self._answering = False

    def sizeHint(self) -> QSize:
        """As high as the cards, within the room there is."""
        layout, width = self._layout, self.viewport().width()
        flows = layout.hasHeightForWidth()
        height = layout.totalHeightForWidth(width) if flows else layout.totalSizeHint().height()
        return QSize(super().sizeHint().width(), min(height, self._most) if self._most else height)

    def minimumSizeHint(self) -> QSize:
        return QSize(super().minimumSizeHint().width(), self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Words that have more room beside each other want less height."""
        super().resizeEvent(event)
        if event.size().width() != event.oldSize().width():
            self.updateGeometry()

    def room(self, most: int) -> None:
        """The height there is, in pixels."""
        if most != self._most:
            self._most = most
            self.updateGeometry()

    def show_requests(self, requests: Iterable[RequestCard], now: float) -> None:
        """Show them, given newest first. Cards that changed by themselves take no press for a
        moment."""
        oldest_first = tuple(requests)[::-1]
        groups = {group: n for n, group in enumerate(dict.fromkeys(map(_group, oldest_first)))}
        wanted = tuple(sorted(oldest_first, key=lambda card: groups[_group(card)]))
        if wanted != self._shown:
            if self._shown and not self._answering:
                self._rest.start()
            self._answering = False
            self._shown = wanted
            place, old = self._focused(), self._take_old()
            self._fill(now)
            self._hand_on(place)
            for widget in old:
                widget.hide()
                widget.deleteLater()
            self.updateGeometry()
        self.setVisible(bool(wanted))

    def _focused(self) -> int:
        """The place of the card that has the focus; -1 where none has."""
        return next((n for n, card in enumerate(self._cards) if holds(card)), -1)

    def _take_old(self) -> list[QWidget]:
        """The widgets of the cards that were, out of the layout and still there."""
        taken = []
        while item := self._layout.takeAt(0):
            if widget := item.widget():
                taken.append(widget)
        return taken

    def _hand_on(self, place: int) -> None:
        """The focus goes on to the card that stands there now; never to what deletes for good."""
        if place >= 0 and self._cards:
            card = self._cards[min(place, len(self._cards) - 1)]
            safe = card.can_allow() and not card.card.for_good
            hand_on(self, card.allow if safe else card.refuse)

    def _fill(self, now: float) -> None:
        self._cards = []
        groups: dict[tuple[str, ...], list[RequestCardView]] = {}
        asked = Counter(map(_group, self._shown))
        for card in self._shown:
            many = asked[_group(card)] >= MANY
            view = RequestCardView(self._theme, card, now, one_of_many=many)
            view.answered.connect(lambda answer: self._answer([answer]))
            view.mail_wanted.connect(self.mail_wanted)
            view.draft_wanted.connect(self.draft_wanted)
            groups.setdefault(_group(card), []).append(view)
            self._cards.append(view)
        for views in groups.values():
            head = [self._head(views)] if len(views) > 1 else []
            for widget in (*head, *views):
                self._layout.addWidget(widget)
                widget.show()  # the layout alone would show it a turn of the loop later

    def _head(self, views: list[RequestCardView]) -> QWidget:
        """Who asks for how much, and the answers to all of it."""
        asker = who(views[0].card)
        doable = [view for view in views if view.card.can_allow]
        for_good = sum(view.card.for_good for view in doable)
        told = sum(view.card.outward for view in doable)
        allow = f"Allow all {len(doable)}"
        if for_good:
            allow = f"{allow} ({for_good} delete{'s' if for_good == 1 else ''} for good)"
        buttons = []
        for words, meant, yes in (
            (allow, doable, True),
            (f"Refuse all {len(views)}", views, False),
        ):
            button = QPushButton(words)
            button.setAccessibleName(f"{words}: {asker}")
            button.setEnabled(bool(meant))
            button.clicked.connect(
                lambda _=False, meant=meant, yes=yes: self._answer(
                    [v.answer(allow=yes) for v in meant if not yes or v.can_allow()]
                )
            )
            buttons.append(button)
        head = QWidget()
        title = plain(f"{asker} asks for {len(views)} things", "strong", wrap=True)
        words = f"{told} of them tell{'s' if told == 1 else ''} a list that you leave it."
        note = [plain(words, "caption", wrap=True)] if told else []
        rows = (title, *note, flow(*buttons, gap=self._theme.px(8)))
        column(*rows, owner=head, gap=self._theme.px(4))
        return head

    def _answer(self, answers: list[Answer]) -> None:
        """One press, one answer: another counts when the cards have been read again, or were not
        for a moment."""
        if answers and not self._rest.isActive():
            self._answering = True
            self._rest.start()
            self.answered.emit(tuple(answers))


def _group(card: RequestCard) -> tuple[str, ...]:
    return (card.origin, card.client, card.caller)
