"""Sync pass over one account: push local changes, pull remote ones, continue the download.

Each step commits its work together with its cursor: a kill costs at most the current step, and
every step can be repeated.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, replace
from threading import Event

from desktop_app.accounts.base import Mailbox
from desktop_app.model.clock import Clock
from desktop_app.model.errors import NotFound, NotPermitted
from desktop_app.model.progress import Progress
from desktop_app.model.remote import LabelChange, RemoteRef
from desktop_app.store.programs.audit import AuditEntry
from desktop_app.store.server.remote_mail import LabelEdit
from desktop_app.store.server.sync_state import note_history
from desktop_app.store.store import Store
from desktop_app.workers.sync_fetch import Fetch
from desktop_app.workers.sync_labels import LabelNames
from desktop_app.workers.sync_match import match_imported
from desktop_app.workers.sync_push import PushReport, push

_NEWEST = 50
"""Messages fetched before the listing goes on past its first page."""
_FIRST = 25
"""The most of them in one step: something to read should be here at once."""
_SET_ASIDE = 20
"""Messages that were set aside and are tried again in one pass."""
_DAY = 86_400
_COMPARISONS = 3
"""How often everything is compared at most while mail keeps changing meanwhile."""
_WANTED = frozenset({"INBOX", "SENT"})
Report = Callable[[Progress], None]


@dataclass(frozen=True, slots=True)
class PassReport:
    """Counts of a pass: messages fetched, matched with imported ones, changed, deleted; local
    changes pushed, and refused by the server."""

    fetched: int = 0
    matched: int = 0
    changed: int = 0
    deleted: int = 0
    pushed: int = 0
    refused: int = 0
    drafts_moved: bool = False
    """Whether a draft may have changed on the server, other than by us."""


class SyncPass:
    """`thread_key` returns the key under which an import knows a thread of the server; `paused`
    pauses the download, not the changes; `labels` asks for the server's labels also where that
    costs something."""

    def __init__(
        self,
        store: Store,
        account_id: str,
        mailbox: Mailbox,
        *,
        clock: Clock,
        cancelled: Event,
        thread_key: Callable[[str], str],
        progress: Report,
        paused: Event | None = None,
        labels: bool = True,
    ) -> None:
        self._store = store
        self._account_id = account_id
        self._mailbox = mailbox
        self._clock = clock
        self._cancelled = cancelled
        self._paused = paused or Event()
        self._labels = labels
        self._thread_key = thread_key
        self._progress = progress
        self._names = LabelNames(store, account_id, mailbox)
        self._fetching = Fetch(
            store,
            account_id,
            mailbox,
            self._names,
            thread_key=thread_key,
            cancelled=cancelled,
            clock=clock,
        )
        self._report = PassReport()

    def run(self) -> PassReport:
        """Run the pass. Raises `KnownError`; what is done until then stays done."""
        with closing(self._fetching):
            return self._run()

    def _run(self) -> PassReport:
        if self._labels or not self._mailbox.metered:
            self._names.pull()
        else:
            self._names.push()
        self.push()
        state = self._store.sync_state.get(self._account_id)
        if not state.listing or not self._pull_changes(state.history_id):
            self._begin_again()
        self._list_and_download()
        self._fetch(self._store.set_aside.due(self._account_id, self._clock(), limit=_SET_ASIDE))
        if not self._store.sync_state.count_todo(self._account_id):
            self._store.sync_state.finished(self._account_id, self._clock())
        return self._report

    def push(self) -> None:
        """Push local changes before pulling, so that pulled labels include them."""
        try:
            done: PushReport = push(
                self._store, self._account_id, self._mailbox, self._names, clock=self._clock
            )
        except NotPermitted:
            return  # allowed to read only: the changes wait, mail still comes
        self._count(pushed=done.pushed, refused=done.refused)

    def _count(self, **more: int) -> None:
        old = self._report
        self._report = replace(old, **{n: getattr(old, n) + v for n, v in more.items()})

    # What changed since the last look

    def _pull_changes(self, start: str) -> bool:
        """Apply the history since `start`; False when the server no longer has it. What came to the
        inbox is stored before other folders are asked."""
        parts = self._mailbox.changes(start)
        while True:
            try:
                part = next(parts, None)
            except NotFound:
                return False
            if part is None:
                return True
            if part.events:
                self._apply(part.events, part.history_id)

    def _apply(self, events: Sequence[RemoteRef | LabelChange | str], history_id: str) -> None:
        come, gone, changes = _sorted_out(events)
        self._leave_drafts(come, gone, changes)
        known = self._store.remote_mail.known(self._account_id)
        doomed = self._store.pending.doomed(self._account_id)
        self._names.learn(i for c in changes for i in (*c.added, *c.removed))
        for change in changes:
            if change.id not in known and _WANTED & change.added:
                come[change.id] = RemoteRef(change.id, change.thread_id)
        wanted = [r for r in come.values() if r.id not in known and r.id not in doomed]
        step = self._mailbox.at_once
        for start in range(0, len(wanted), step):
            self._fetch(wanted[start : start + step])
        edits = self._edits(changes, set(known))
        self._tell_lost(gone & self._store.pending.waiting(self._account_id))
        self._store.remote_mail.relabel(
            self._account_id,
            edits,
            gone,
            also=lambda c: note_history(c, self._account_id, history_id),
        )
        self._count(changed=len(edits), deleted=len(gone & known.keys()))

    def _leave_drafts(
        self, come: dict[str, RemoteRef], gone: set[str], changes: Sequence[LabelChange]
    ) -> None:
        """Drafts are not fetched as mail. What we put there ourselves is no news."""
        ours = {link.message_id for link in self._store.draft_links(self._account_id).list()}
        drafts = {ref.id for ref in come.values() if ref.draft} | (ours & come.keys())
        for id_ in drafts:
            del come[id_]
        others = (drafts - ours) | (ours & (gone | {change.id for change in changes}))
        if others:
            self._report = replace(self._report, drafts_moved=True)

    def _tell_lost(self, lost: frozenset[str] | set[str]) -> None:
        """Record a local change of a message that was deleted on the server."""
        if lost:
            self._store.audit.note(
                AuditEntry(
                    at=self._clock(),
                    origin="sync",
                    client=self._account_id,
                    tool="sync",
                    effect="organise",
                    decision="allow",
                    outcome="not_found",
                    summary=f"{len(lost)} mail with a waiting change was deleted elsewhere.",
                )
            )

    def _edits(self, changes: Sequence[LabelChange], known: set[str]) -> dict[str, LabelEdit]:
        steps: dict[str, list[tuple[frozenset[str], frozenset[str]]]] = defaultdict(list)
        for change in changes:
            if change.id in known:
                step = (self._names.ours(change.added), self._names.ours(change.removed))
                steps[change.id].append(step)
        return {id_: _replay(tuple(taken)) for id_, taken in steps.items()}

    # The whole mailbox

    def _begin_again(self) -> None:
        """List the whole mailbox anew; known messages stay and get their current labels."""
        history_id = self._mailbox.profile().history_id
        self._report = replace(self._report, drafts_moved=True)
        if self._store.remote_mail.known(self._account_id):
            mark = history_id
            for _ in range(_COMPARISONS):
                self._compare()
                mark, events = self._events_since(mark)
                if not events:
                    break
        self._store.sync_state.begin(self._account_id, history_id)

    def _events_since(self, mark: str) -> tuple[str, tuple[RemoteRef | LabelChange | str, ...]]:
        """Events during a listing: a deletion between two pages shifts the rest, so that a
        message could be missed."""
        try:
            history = self._mailbox.history(mark)
        except NotFound:
            return mark, ()
        return history.history_id, history.events

    def _compare(self) -> None:
        """Compare labels and deletions by one listing per label, which is far cheaper than one
        request per message."""
        there = {ref.id for ref in self._listing("")}
        labels: dict[str, set[str]] = {id_: set() for id_ in there}
        for remote_id in self._names.remote_ids:
            for ref in self._listing(remote_id):
                labels.setdefault(ref.id, set()).add(remote_id)
        stored = self._store.remote_mail.known(self._account_id)
        for some in _chunks([id_ for id_ in stored if id_ in labels], 500):
            edits = {id_: self._names.edit(labels[id_]) for id_ in some}
            self._store.remote_mail.relabel(self._account_id, edits)
        asked = self._mailbox.minimal([id_ for id_ in stored if id_ not in labels])
        gone = [id_ for id_, answer in asked.items() if isinstance(answer, NotFound)]
        self._store.remote_mail.relabel(self._account_id, {}, gone)
        self._count(changed=len(stored) - len(gone), deleted=len(gone))

    def _listing(self, label: str) -> Iterator[RemoteRef]:
        token = ""
        while True:
            page = self._mailbox.list(token=token, label=label)
            yield from page.refs
            token = page.token
            if not token:
                return

    def _list_and_download(self) -> None:
        """List one page and download its newest messages first, so that mail shows in seconds;
        then the rest of the listing, then the rest of the mail."""
        self._list()
        self._count(
            matched=match_imported(
                self._store, self._account_id, self._mailbox, self._names, self._thread_key
            )
        )
        self._download()

    def _list(self) -> None:
        """List from the start where a killed process left a listing: its pages may have moved."""
        states = self._store.sync_state
        state = states.get(self._account_id)
        if state.listing != "listing":
            return
        imported = bool(self._store.remote_mail.without_source(self._account_id))
        mark = state.history_id
        states.list_from_the_top(self._account_id)
        while (state := states.get(self._account_id)).listing == "listing":
            self._list_page(state.page_token, state.days)
            if not state.page_token and not imported:
                self._download(at_most=_NEWEST)
            if states.get(self._account_id).listing == "listed":
                mark, events = self._events_since(mark)
                if any(isinstance(event, str) for event in events):
                    states.list_from_the_top(self._account_id)

    def _list_page(self, token: str, days: int) -> None:
        since = int(self._clock()) - days * _DAY
        query = f"after:{since}" if days else ""
        page = self._mailbox.list(query, token=token, drafts=False)
        self._store.sync_state.note_page(self._account_id, page)

    def _download(self, *, at_most: int = 0) -> None:
        """Download the newest missing messages, `at_most` so many, 0 for all. A step is what one
        request fetches within the quota, stored at once."""
        eta = _Eta(self._clock)
        total = self._store.sync_state.get(self._account_id).total
        step = self._mailbox.at_once
        taken = 0
        while wanted := self._todo(min(step, _FIRST, at_most - taken) if at_most else 2 * step):
            if self._paused.is_set():
                return
            todo = wanted[:step]
            self._fetch(todo, wanted[step:])
            taken += len(todo)
            left = self._store.sync_state.count_todo(self._account_id)
            self._progress(
                Progress(max(total - left, 0), total, 0, 0, eta.after(len(todo), left), "Mail")
            )
            self.push()

    def _todo(self, limit: int) -> tuple[RemoteRef, ...]:
        return self._store.sync_state.todo(self._account_id, limit=limit) if limit > 0 else ()

    def _fetch(self, refs: Sequence[RemoteRef], then: Sequence[RemoteRef] = ()) -> None:
        self._count(fetched=self._fetching.fetch(refs, then))


class _Eta:
    """Estimate of the seconds left, at the average pace."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._began = clock()
        self._done = 0

    def after(self, done: int, left: int) -> float:
        self._done += done
        passed = self._clock() - self._began
        return left * passed / self._done if passed > 0 and self._done else -1.0


def _sorted_out(
    events: Sequence[RemoteRef | LabelChange | str],
) -> tuple[dict[str, RemoteRef], set[str], list[LabelChange]]:
    """New messages, deleted ids and label changes of an event list."""
    come: dict[str, RemoteRef] = {}
    gone: set[str] = set()
    changes: list[LabelChange] = []
    for event in events:
        if isinstance(event, str):
            come.pop(event, None)
            gone.add(event)
        elif isinstance(event, RemoteRef):
            come[event.id] = event
            gone.discard(event.id)
        else:
            changes.append(event)
    return come, gone, [change for change in changes if change.id not in gone]


def _replay(steps: Sequence[tuple[frozenset[str], frozenset[str]]]) -> LabelEdit:
    def edit(labels: frozenset[str]) -> frozenset[str]:
        for added, removed in steps:
            labels = (labels | added) - removed
        return labels

    return edit


def _chunks(items: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(items), size):
        yield items[start : start + size]
