"""List of server hits below the conversations: mail that is not on this computer.

A divider names it. Choosing a row fetches that mail; it is an ordinary one from then on.
"""

from __future__ import annotations

from desktop_app.model.errors import KnownError
from desktop_app.model.remote import RemoteSummary
from desktop_app.tools.person import mail_list
from desktop_app.tools.person.mail_list import Brought, ServerHits
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.mailbox.hit_list import HitList
from desktop_app.ui.widgets.dates import short_date
from desktop_app.ui.widgets.safe_text import clean


class ServerHitsList(HitList):
    """List that is hidden while it is empty."""

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, "On the server")
        self._bench = bench
        self._hits: tuple[RemoteSummary, ...] = ()
        self._heading = ""
        self._fetching = -1
        self.chosen.connect(self._open)

    def clear(self) -> None:
        self._bench.calls.jobs.cancel("server search")
        self._show_hits((), "", "")

    def search(self, query: str, account_id: str) -> None:
        """Ask the servers; the rows appear when they have answered."""
        self._bench.calls.ask(
            mail_list.SEARCH_SERVER,
            mail_list.SearchServer(query=query, account=account_id),
            done=self._found,
            failed=lambda _: self.clear(),
            key="server search",
            owner=self,
        )

    def _found(self, found: ServerHits) -> None:
        self._show_hits(found.hits, found.trouble, found.heading)

    def _show_hits(self, hits: tuple[RemoteSummary, ...], trouble: str, heading: str) -> None:
        self._hits, self._heading, self._fetching = hits, heading, -1
        now = self._bench.services.clock()
        head = f"{heading} ({len(hits)})" if hits else ""
        words = "\n".join(part for part in (head, trouble) if part)
        self.show_rows([row_of_hit(n, hit, now) for n, hit in enumerate(hits)], words)

    def _open(self, row: object) -> None:
        if not isinstance(row, ConversationRow) or row.id == self._fetching:
            return
        self._fetching = row.id
        hit = self._hits[row.id]
        selection = self._bench.selection
        before = (selection.place, selection.conversation, selection.draft)
        self._bench.navigation.status_wanted.emit("Fetching the mail from the server.")
        self._bench.calls.ask(
            mail_list.FETCH_MESSAGE,
            mail_list.FetchMessage(
                account=hit.account_id, remote_id=hit.id, remote_thread_id=hit.thread_id
            ),
            done=lambda brought: self._brought(hit, brought, before),
            failed=self._failed,
            owner=self,
        )

    def _brought(
        self, hit: RemoteSummary, brought: Brought, before: tuple[str | None, int, str]
    ) -> None:
        """It is opened unless the person has gone on to something else meanwhile."""
        selection = self._bench.selection
        left = tuple(other for other in self._hits if other is not hit)
        self._show_hits(left, "", self._heading)
        if before == (selection.place, selection.conversation, selection.draft):
            self._bench.navigation.open_thread(brought.thread_id, brought.message_id)

    def _failed(self, error: KnownError) -> None:
        self._fetching = -1
        self._bench.calls.jobs.failed.emit(error)


def row_of_hit(place: int, hit: RemoteSummary, now: float) -> ConversationRow:
    """A hit as a row of the list; its `id` is its place among the hits."""
    who = clean(hit.from_.label) or "(no sender)"
    subject = clean(hit.subject) or "(no subject)"
    when = short_date(hit.date, now)
    parts = ("On the server", "Unread" if hit.unread else "", who, subject, when)
    return ConversationRow(
        id=place,
        newest_id=0,
        account_id=hit.account_id,
        date=hit.date,
        who=who,
        when=when,
        subject=subject,
        snippet=clean(hit.snippet),
        unread=hit.unread,
        starred=hit.starred,
        attachments=False,
        drafts=False,
        sentence=". ".join(part.rstrip(".") for part in parts if part) + ".",
    )
