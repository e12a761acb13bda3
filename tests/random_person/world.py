"""World: a profile with mail in it, the real window on it, and a postman who works when told to."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from unittest.mock import patch

import shiboken6
from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QDesktopServices
from PySide6.QtPrintSupport import QPrintDialog
from PySide6.QtWidgets import QAbstractItemView, QApplication, QDialog, QFileDialog

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import Unavailable
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.tools.calls.results import DraftSaved
from desktop_app.tools.verbs import draft_reply, update_draft
from desktop_app.ui.background import jobs as jobs_module
from desktop_app.ui.background.stepper import Stepper
from desktop_app.ui.mailbox.conversation_model import ROW
from desktop_app.ui.widgets.every_widget import every_window
from desktop_app.ui.window.main_window import MainWindow
from desktop_app.workers.postman import Postman
from tests.fakes.house import TestHouse, mail, open_house
from tests.fakes.own_home import own_home
from tests.fakes.senders import Fault, FaultySender
from tests.random_person.ledger import Kept, Ledger
from tests.random_person.observer import Observer, WatchedRunner
from tests.random_person.offers import Offers
from tests.random_person.open_windows import dialogs, front_of, windows_of
from tests.random_person.pool import HandPool, one_for_all_jobs
from tests.random_person.review_seam import Witness
from tests.sure import of_kind, there
from tests.ui.conftest import services_of

SOON_MS = 900
"""Timers up to that are what the window does by itself while the person waits a moment."""

MOST_CONVERSATIONS = 60
LABEL = "Clients"
"""A label that some of the mail has."""

CROWD = ", ".join(f"Person {n} <person{n}@crowd.example>" for n in range(1, 31))
SUBJECTS = ("Budget", "Report", "Lunch", "Lease", "Offer", "Crowd", "תקציב", "Minutes")


LOOKED_AT_MS = 1000
"""Time in which nobody can have looked at a draft and decided to send it."""


class NobodySignsIn:
    """There is no server to sign in to."""

    def sources(self, kind: str) -> tuple[()]:
        return ()

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def unavailable(*_: object, **__: object) -> Any:
            raise Unavailable("The server can't be reached.")

        return unavailable


class World:
    """Everything a run has. `window` is None between two starts of the program."""

    def __init__(self, app: QApplication, folder: Path) -> None:
        self.app = app
        self._house = open_house(folder)
        self.house: TestHouse = next(self._house)
        self.house.enrolment = NobodySignsIn()
        self.observer = Observer()
        self.ledger = Ledger(self.kept)
        self.offers = Offers()
        self.sender = FaultySender()
        self._employ()
        self.witness = Witness()
        self.dialogs_seen: list[str] = []
        """Dialogs of files and printers that opened, by title."""
        self.window: Any = None
        self.leaving = False
        self.opened_by_itself: set[str] = set()
        """Drafts that nobody asked for, until the person has had a second to look at them."""
        self.from_elsewhere: set[int] = set()
        self._front = ("", False)
        self._fill()
        app.focusChanged.connect(self.observer.on_focus)

    def _employ(self) -> None:
        """The postman of one run of the program, and the person's way to the tools."""
        self.postman = Postman(
            self.house.store,
            clock=self.house.clock,
            senders=lambda _: self.sender,
            monotonic=self.house.clock,
            awake_or_not=self.house.clock,
            sends_at_end=lambda: self.house.settings.flag("mail.send_at_end"),
        )
        real = self.house.runner()
        self.runner = WatchedRunner(real, self.observer, self.ledger, self._threads_of)

    # --- the program ---------------------------------------------------------------------------

    def start(self) -> None:
        """Open the window, and wait until all of it is made."""
        self.leaving = self.killed = False
        self.ledger.begin()
        self.postman.attend()
        window = MainWindow(self.app, services_of(self.house, self.runner))
        self.window = window
        window.leaving.connect(self._on_leaving)
        self.observer.trace(window.bench.calls.jobs)
        self._front, self._conversation = ("", False), 0
        window.bench.selection.changed.connect(self._on_selection)
        window.bench.navigation.toast_wanted.connect(self.ledger.on_toast)
        window.show()
        window.start()
        for _ in range(400):
            self.settle(1)
            if window.warm:
                break
        assert window.warm, "the window was never whole"
        self.settle()
        self.observer.strays()

    def end(self) -> None:
        """The window has closed; the program ends."""
        window, self.window = self.window, None
        window.leave()
        for widget in every_window():
            if widget is not window and isinstance(widget, QDialog):
                widget.close()
        window.deleteLater()
        self._delete()
        self.observer.end_turn()

    def log_out(self, *, killed: bool) -> None:
        """The desktop's session ends: nobody is asked. `killed`: the postman has no time left."""
        self.killed = killed
        self.window.leave()

    def end_postman(self) -> list[OutboxEntry]:
        """The program ends, after its window. What it had still to send."""
        left = self.house.store.outbox.in_state([OutboxState.QUEUED])
        if not self.killed:
            self.postman._end()  # what its thread does last, which is not started here
        return left

    def start_again(self) -> None:
        """The program is started on the same profile: all of it is read anew."""
        house = self.house
        house.store.close()
        house.store = Store(house.profile, clock=house.clock)
        house.settings = Settings(house.profile, {})
        vars(house).pop("removals", None)
        self._employ()
        self.start()

    def close(self) -> None:
        if self.window is not None:
            self.end()
        self.house.store.close()
        self.app.focusChanged.disconnect(self.observer.on_focus)
        self.app.setLayoutDirection(Qt.LayoutDirection.LeftToRight)
        self._house.close()

    def _on_selection(self) -> None:
        """A draft that comes in front with an answer opened by itself. One that was being
        written, and one that was taken back, did not."""
        selection = self.window.bench.selection
        self._note_elsewhere()
        (before, writing), self._front = self._front, (selection.draft, selection.writing)
        fresh = selection.draft and selection.draft != before and not writing
        if fresh and self.observer.delivering and not self.observer.undoing:
            self.opened_by_itself.add(selection.draft)
        elif fresh:
            self.opened_by_itself.discard(selection.draft)

    def _note_elsewhere(self) -> None:
        """A conversation the list does not have when it is opened came from somewhere else."""
        shown = self.window.bench.selection.conversation
        if shown != self._conversation:
            self._conversation = shown
            self.from_elsewhere = set() if shown in self.listed() else {shown}

    def view(self) -> Any:
        """The list of conversations, if it is in sight."""
        for view in self.window.findChildren(QAbstractItemView):
            if view.accessibleName() == "Conversations" and view.isVisible():
                return view
        return None

    @property
    def list_in_front(self) -> bool:
        """Whether a list of conversations is in front, though it may be empty."""
        place = self.window.bench.selection.place or "tab:"
        return not place.startswith("tab:") and self.window.frame.list_stack.isVisible()

    def listed(self) -> set[int]:
        """The conversations the list has."""
        view = self.view()
        model = view.model() if view is not None else None
        rows = range(model.rowCount()) if model is not None else ()
        return {id_at(there(model).index(row, 0)) for row in rows}

    def _on_leaving(self) -> None:
        self.leaving = True

    # --- time ----------------------------------------------------------------------------------

    @property
    def windows(self) -> list[Any]:
        return windows_of(self.window)

    @property
    def front(self) -> Any:
        return front_of(self.window)

    @property
    def pool(self) -> HandPool:
        """Has all jobs, those that last too: they answer in any order."""
        return of_kind(HandPool, self.window.bench.calls.jobs._pool)

    def turn(self) -> None:
        """One turn of the loop. No answer comes but those that are there already."""
        self.app.processEvents()
        self._delete()
        self.observer.end_turn()
        self._close_file_dialogs()
        self.look()

    def settle(self, most: int = 60) -> None:
        """Answers come and short timers end until nothing happens by itself any more."""
        quiet = 0
        for _ in range(most):
            self.turn()
            if self.window is None or self.leaving:
                return
            if not self.pool.idle:
                self.pool.run_all()
            elif not self._answers_wait and not self.let_timers_end(SOON_MS):
                quiet += 1
                if quiet == 2:
                    return
                continue
            quiet = 0

    @property
    def _answers_wait(self) -> bool:
        return not self.window.bench.calls.jobs.idle or bool(self.window.findChildren(Stepper))

    @property
    def quiet(self) -> bool:
        return self.pool.idle and not self._answers_wait and not self._timers(SOON_MS)

    @property
    def saves_again(self) -> bool:
        """Whether something that could not be saved is tried again in a while."""
        timers = [timer for window in self.windows for timer in window.findChildren(QTimer)]
        return any(t.isActive() and type(t.parent()).__name__ == "Saver" for t in timers)

    def let_timers_end(self, most_ms: int) -> bool:
        """End the timers that run now and are that short, the first one first."""
        timers = sorted(self._timers(most_ms), key=lambda timer: timer.remainingTime())
        if most_ms >= LOOKED_AT_MS:
            self.opened_by_itself.clear()
        for timer in timers:
            if shiboken6.isValid(timer) and timer.isActive():
                timer.stop()
                timer.timeout.emit()
        return bool(timers)

    def _timers(self, most_ms: int) -> list[QTimer]:
        owners = [*self.windows, *dialogs()]
        return [
            timer
            for owner in owners
            for timer in owner.findChildren(QTimer)
            if timer.isActive() and timer.isSingleShot() and timer.interval() <= most_ms
        ]

    def pass_time(self, seconds: int) -> None:
        """The clock moves; timers end; the postman works."""
        self.house.now += seconds
        self.let_timers_end(seconds * 1000)
        self.postman.work()
        for timer in self.window.frame.outbox.findChildren(QTimer):
            if timer.isActive():
                timer.timeout.emit()

    def look(self) -> None:
        """What is on the screen now was on the screen."""
        if self.window is not None and not self.leaving:
            for window in self.windows:
                if window.isVisible():
                    self.witness.look(window)

    def _delete(self) -> None:
        QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)

    def _close_file_dialogs(self) -> None:
        """Files and printers of this computer are none of a random person's business."""
        for dialog in dialogs():
            if isinstance(dialog, QFileDialog | QPrintDialog):
                self.dialogs_seen.append(dialog.windowTitle())
                dialog.reject()

    # --- mail ----------------------------------------------------------------------------------

    def _fill(self) -> None:
        for day, subject in enumerate(SUBJECTS, start=10):
            name = f"mail{day}"
            to = (
                f"Alex Morgan <alex@fernhill.example>, {CROWD}"
                if subject == "Crowd"
                else ("Alex Morgan <alex@fernhill.example>, Kim Park <kim@park.example>")
            )
            self.house.add(
                mail(
                    subject,
                    f"About {subject.lower()}.\n\n" + "A line of it.\n" * (day % 3 * 25 + 1),
                    to=to,
                    message_id=f"{name}@lee.example",
                    date=f"Mon, {day} Aug 2026 10:00:00 +0000",
                ),
                frozenset({"INBOX", "UNREAD"} | ({LABEL} if day % 3 == 0 else set())),
            )

    def propose(self, place: int, body: str, *, reply_all: bool = False) -> str:
        """An assistant answers a mail; nobody has pressed anything."""
        runner = self.house.runner(Origin.ASSISTANT, "Starter assistant")
        message = self.house.store.threads.get(place % len(SUBJECTS) + 1).messages[-1].id
        params = draft_reply.DraftReply(message_id=str(message), body=body, reply_all=reply_all)
        return of_kind(DraftSaved, runner.call(draft_reply.TOOL, params).unwrap()).draft_id

    def offer(self, place: int, how: str) -> str:
        """A program would change a draft that others wrote in; what of it has changed at once."""
        store = self.house.store
        open_now = (DraftState.EDITED, DraftState.PROPOSED)
        drafts = store.drafts.in_state(open_now)
        if not drafts:
            return ""
        draft, word = drafts[place % len(drafts)], self.offers.next_word()
        ways: dict[str, dict[str, Any]] = {
            "body": {"body": f"{draft.content.body}\n{word} as well."},
            "other body": {"body": f"Hello,\n\n{word} instead."},
            "bcc": {"bcc": (f"{word}@program.example",)},
            "subject": {"subject": f"{draft.content.subject} {word}"},
        }
        program = self.house.runner(Origin.MCP, "Claude", caller="claude")
        revision = draft.revision
        params = update_draft.UpdateDraft(draft_id=draft.id, base_revision=revision, **ways[how])
        program.call(update_draft.TOOL, params).unwrap()
        self.offers.bodies[draft.id] = draft.content.body
        now = store.drafts.get(draft.id)
        same = (now.content, now.revision) == (draft.content, draft.revision)
        return "" if same else f"a program changed draft {draft.id} by {how} itself"

    def kept(self) -> Kept:
        """What there is of mail."""
        store = self.house.store
        threads = store.threads.mails(range(1, MOST_CONVERSATIONS))
        ids = [id_ for mails in threads.values() for id_ in mails]
        return {m.id: (m.thread_id, m.labels) for m in store.messages.get_many(ids)}

    def _threads_of(self, params: Any) -> frozenset[int]:
        ids = (*getattr(params, "ids", ()), *getattr(params, "message_ids", ()))
        if not ids:
            return frozenset(getattr(params, "thread_ids", ()))
        return frozenset(self.house.store.messages.get(int(i)).thread_id for i in ids)


def id_at(index: Any) -> int:
    """The conversation of a row of the list; 0 for no row."""
    return getattr(index.data(ROW), "id", 0) if index.isValid() else 0


@contextmanager
def world(app: QApplication) -> Iterator[World]:
    """A new one, in a folder that goes away again and is its home. No link is opened in a
    browser."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="random-person-")))
        stack.enter_context(patch.dict(os.environ, own_home(folder), clear=True))
        stack.enter_context(patch.object(jobs_module, "ThreadPoolExecutor", one_for_all_jobs()))
        stack.enter_context(patch.object(QDesktopServices, "openUrl", lambda _: True))
        made = World(app, folder / "profile")
        stack.callback(made.close)
        made.start()
        yield made


FAULTS = (Fault.NONE, Fault.UNREACHABLE, Fault.REFUSED, Fault.LOST_REPLY, Fault.PARTIAL)
