"""Files that a search finds by the words inside them, below the conversations; a press opens one at
the hit."""

from __future__ import annotations

from PySide6.QtCore import QTimer, Signal

from desktop_app.search.highlight import Field, Sought, spans
from desktop_app.tools.person import file_search
from desktop_app.tools.person.file_search import FileFound, FilesFound
from desktop_app.tools.person.mail_list import SearchThreads
from desktop_app.ui.bench.workbench import Workbench
from desktop_app.ui.mailbox.close_hits import PAUSE_MS
from desktop_app.ui.mailbox.conversation_rows import ConversationRow
from desktop_app.ui.mailbox.hit_list import HitList
from desktop_app.ui.widgets.dates import number, short_date
from desktop_app.ui.widgets.safe_text import clean

KEY = "file search"


class FileHitsList(HitList):
    """List that is hidden while it is empty; `found(int)` says how many files there are."""

    found = Signal(int)
    rows_in_sight = 2

    def __init__(self, bench: Workbench) -> None:
        super().__init__(bench, "Found in attachments")
        self._bench = bench
        self._hits: tuple[FileFound, ...] = ()
        self._sought: tuple[Sought, ...] = ()
        self._wanted: SearchThreads | None = None
        self._pause = QTimer(self, singleShot=True, interval=PAUSE_MS)
        self._pause.timeout.connect(self._ask)
        self.chosen.connect(self._open)

    def clear(self) -> None:
        self._pause.stop()
        self._bench.calls.jobs.cancel(KEY)
        self._wanted = None
        self._show(FilesFound())

    def search(self, wanted: SearchThreads, *, finished: bool) -> None:
        """Look for what the list of conversations is asked for, once nobody types."""
        self.clear()
        self._wanted = wanted
        if finished:
            self._ask()
        else:
            self._pause.start()

    def again(self) -> None:
        """More files have been read: they are looked for again, unless the person is in the
        list."""
        if self._wanted is not None and not self._pause.isActive() and not self.view.hasFocus():
            self._ask()

    def _ask(self) -> None:
        if self._wanted is None:
            return
        self._bench.calls.ask(
            file_search.SEARCH_FILES,
            file_search.SearchFiles(
                query=self._wanted.query,
                account=self._wanted.account,
                include_spam_trash=self._wanted.include_spam_trash,
            ),
            done=self._show,
            failed=lambda _: self.clear(),
            key=KEY,
            owner=self,
        )

    def _show(self, found: FilesFound) -> None:
        self._hits, self._sought = found.hits, found.sought
        now = self._bench.services.clock()
        count = len(found.hits)
        many = f"the newest {number(count)}" if found.more else number(count)
        heading = f"In attachments ({many})" if count else ""
        rows = [row_of_file(n, hit, found.sought, now) for n, hit in enumerate(found.hits)]
        self.show_rows(rows, heading)
        self.found.emit(count)

    def _open(self, row: object) -> None:
        if not isinstance(row, ConversationRow) or row.id >= len(self._hits):
            return
        from desktop_app.ui.reading.file_door import FileDoor

        hit = self._hits[row.id]
        door = FileDoor(self._bench, self, hit.message_id, hit.attachment_id, hit.name)
        door.show_hit(
            self._sought,
            lambda: self._bench.navigation.open_thread(hit.thread_id, hit.message_id),
        )


def row_of_file(
    place: int, hit: FileFound, sought: tuple[Sought, ...], now: float
) -> ConversationRow:
    """A file as a row: its name, the line with the hit, and whose mail it is in. The row's `id` is
    its place among the hits."""
    from desktop_app.mail.files.files import safe_filename

    name, line = clean(safe_filename(hit.name)), clean(hit.line)
    who = f"{clean(hit.sender) or '(no sender)'}: {clean(hit.subject) or '(no subject)'}"
    when = short_date(hit.date, now)
    return ConversationRow(
        id=place,
        newest_id=0,
        account_id=hit.account_id,
        date=hit.date,
        who=who,
        when=when,
        subject=name,
        snippet=line,
        unread=False,
        starred=False,
        attachments=True,
        drafts=False,
        sentence=". ".join(
            part.rstrip(".") for part in (f"Attachment {name}", line, who, when) if part
        )
        + ".",
        snippet_spans=spans(line, sought, Field.TEXT),
    )
