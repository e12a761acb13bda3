"""Drafts that a search finds, below the conversations; a press opens one in the review."""

from __future__ import annotations

from PySide6.QtCore import Signal

from desktop_app.model.address import people
from desktop_app.tools.person import draft_search
from desktop_app.tools.person.draft_search import DraftHit, DraftHits
from desktop_app.tools.person.mail_list import SearchThreads
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.mailbox.hit_list import HitList
from desktop_app.ui.widgets.dates import number, short_date
from desktop_app.ui.widgets.safe_text import clean

KEY = "draft search"


class DraftHitsList(HitList):
    """List that is hidden while it is empty; `found(int)` says how many drafts there are."""

    found = Signal(int)

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, "Drafts found")
        self._bench = bench
        self._hits: tuple[DraftHit, ...] = ()
        self.chosen.connect(self._open)

    def clear(self) -> None:
        self._bench.calls.jobs.cancel(KEY)
        self._show(DraftHits(()))

    def search(self, wanted: SearchThreads) -> None:
        """Look for what the list of conversations is asked for."""
        self._bench.calls.ask(
            draft_search.SEARCH_DRAFTS,
            draft_search.SearchDrafts(
                query=wanted.query, account=wanted.account, typing=wanted.typing
            ),
            done=self._show,
            failed=lambda _: self.clear(),
            key=KEY,
            owner=self,
        )

    def _show(self, found: DraftHits) -> None:
        self._hits = found.hits
        now = self._bench.services.clock()
        count = len(found.hits)
        heading = f"In your drafts ({number(count)})" if count else ""
        self.show_rows([row_of_draft(n, hit, now) for n, hit in enumerate(found.hits)], heading)
        self.found.emit(count)

    def _open(self, row: object) -> None:
        if isinstance(row, ConversationRow) and row.id < len(self._hits):
            self._bench.navigation.open_draft(self._hits[row.id].draft_id)


def row_of_draft(place: int, hit: DraftHit, now: float) -> ConversationRow:
    """A draft as a row; its `id` is its place among the hits."""
    named = clean(people(hit.to, named=())) if hit.to else "nobody yet"
    who = f"{'To review' if hit.proposed else 'Draft'}, to {named}"
    subject = clean(hit.subject) or "(no subject)"
    when = short_date(int(hit.changed), now)
    return ConversationRow(
        id=place,
        newest_id=0,
        account_id=hit.account_id,
        date=int(hit.changed),
        who=who,
        when=when,
        subject=subject,
        snippet=clean(" ".join(hit.words.split())),
        unread=False,
        starred=False,
        attachments=hit.has_files,
        drafts=False,
        sentence=". ".join(part.rstrip(".") for part in (who, subject, when)) + ".",
    )
