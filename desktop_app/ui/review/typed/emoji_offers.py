"""Emoji offered while one types `:name`. The names are read off the window's thread, once."""

from __future__ import annotations

from PySide6.QtCore import QObject

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.typed.emoji_names import Named, offers, table
from desktop_app.ui.review.typed.typed_offers import Found, OfferSource

OFFERED = "writing.emoji_offers"


class EmojiOffers(QObject):
    """Its `source` is for `TypedOffers`."""

    def __init__(self, bench: Workbench, parent: QObject) -> None:
        super().__init__(parent)
        self._bench = bench
        self._every: tuple[Named, ...] = ()
        flag = bench.services.settings.flag
        self.source = OfferSource("Emoji", self._find, lambda: flag(OFFERED))

    def _find(self, word: str, found: Found) -> None:
        def come(every: tuple[Named, ...]) -> None:
            self._every = every
            found(offers(word, every))

        if self._every:
            found(offers(word, self._every))
        else:
            self._bench.calls.jobs.run(table, done=come, key="emoji", owner=self)
