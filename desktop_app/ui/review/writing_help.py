"""What helps while one writes: templates and emoji that are offered, and spelling, in each of the
editors of a draft."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QWidget

from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.review.rich_text.qt_formats import is_left_out
from desktop_app.ui.review.sheet.mail_words import Shown
from desktop_app.ui.review.spelling.draft_spelling import DraftSpelling
from desktop_app.ui.review.template_use import TemplateUse
from desktop_app.ui.review.typed.emoji_offers import EmojiOffers
from desktop_app.ui.review.typed.mark import EMOJI, TEMPLATE
from desktop_app.ui.review.typed.offer_list import Offer
from desktop_app.ui.review.typed.typed_offers import TypedOffers, put_in

if TYPE_CHECKING:
    from desktop_app.ui.review.review_form import ReviewForm


class WritingHelp:
    """Help in the editors of `form`; `templates` puts templates in. `pane` is where words about
    spelling are told."""

    def __init__(
        self, bench: Workbench, form: ReviewForm, templates: TemplateUse, pane: QWidget
    ) -> None:
        self._words = words = form.page.words
        self._templates = templates
        sources = {TEMPLATE: templates.source, EMOJI: EmojiOffers(bench, pane).source}
        self._offers = [TypedOffers(bench.theme, editor, sources) for editor in words.editors]
        for offers in self._offers:
            offers.chosen.connect(self._take)
        envelope = form.page.envelope
        self.spelling = DraftSpelling(
            bench,
            words.body,
            envelope.subject,
            envelope.people,
            pane,
            in_charge=lambda: words.editor is words.body,
        )
        self.rich_spelling = DraftSpelling(
            bench,
            words.rich,
            envelope.subject,
            envelope.people,
            pane,
            leaves_out=is_left_out,
            beside=self.spelling,
            in_charge=lambda: words.editor is words.rich,
        )

        def make(kind: Shown, work: Callable[[], None], already: str) -> Callable[[], None]:
            """What the person asks for, or that it is so already."""

            def ask() -> None:
                if form.editable and words.shown_in is kind:
                    bench.navigation.toast(already)
                elif form.editable:
                    work()

            return ask

        on = bench.actions.on
        on("draft_format", make(Shown.RICH, words.edit_formatted, "It is formatted already."))
        on("draft_plain", make(Shown.PLAIN, words.ask_for_plain, "It is plain text already."))

    @property
    def offers(self) -> TypedOffers:
        """What is offered in the editor that is shown."""
        return self._offers[self._words.editors.index(self._words.editor)]

    def follow(self, draft_id: str) -> None:
        """Another draft is shown; empty for a mail of which there is no draft yet."""
        for spelling in (self.spelling, self.rich_spelling):
            spelling.follow(draft_id)

    @property
    def ignored(self) -> frozenset[str]:
        """Words of this draft that the person has said are right here."""
        return self.spelling.ignored()

    def take_over(self, draft_id: str, ignored: frozenset[str]) -> None:
        """What was ignored in a draft while another window had it."""
        self.spelling.take_over(draft_id, ignored)  # both know the same

    def _take(self, sign: str, offer: Offer, at: QTextCursor) -> None:
        if sign == TEMPLATE:
            self._templates.use(offer.value, at)
        else:
            put_in(at, offer.value)
