"""Strip that asks whether two are one person. Nobody is merged without the press."""

from __future__ import annotations

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from desktop_app.model.contact import MergeOffer
from desktop_app.ui.widgets.parts import clear, column
from desktop_app.ui.widgets.safe_text import clean
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.widgets.theme import Theme


class OfferStrip(QWidget):
    """`merge_wanted(MergeOffer)`, `apart_wanted(MergeOffer)`. One offer is shown at a time; *Later*
    puts all of them off until the window opens again."""

    merge_wanted = Signal(object)
    apart_wanted = Signal(object)

    def __init__(self, theme: Theme) -> None:
        super().__init__()
        self._theme = theme
        self._layout = column(owner=self)
        self._shown: MergeOffer | None = None
        self.strip: Strip | None = None
        self._later = False
        self.hide()

    def show_offers(self, offers: tuple[MergeOffer, ...]) -> None:
        """Show the first of these. One that is there already stays, under the hand."""
        first = offers[0] if offers and not self._later else None
        if first == self._shown:
            return
        self._shown = first
        clear(self._layout)
        self.strip = None
        self.setVisible(first is not None)
        if first is not None:
            self._show(first, len(offers))

    def _show(self, offer: MergeOffer, count: int) -> None:
        addresses = " and ".join(clean(a.email) for a in offer.addresses[:4])
        more = f" {count - 1} more such pairs." if count > 2 else ""
        words = f"Is {clean(offer.name)} one person? {addresses}. {offer.why}{more}"
        buttons = (
            ("Merge", lambda: self.merge_wanted.emit(offer)),
            ("Two people", lambda: self.apart_wanted.emit(offer)),
            ("Later", self._put_off),
        )
        self.strip = Strip(self._theme, "info", "info", words, buttons=buttons)
        self._layout.addWidget(self.strip)

    def _put_off(self) -> None:
        self._later = True
        self.show_offers(())
