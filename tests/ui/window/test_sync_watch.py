"""The status bar tells how fresh mail is; the button asks for more; a download can be paused."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel, QPushButton, QWidget

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.progress import Progress
from desktop_app.model.remote import RemoteLabel, RemoteRef, RemoteSummary
from desktop_app.model.sync import SyncPhase, SyncStatus
from desktop_app.ui.widgets.strips import Strip
from desktop_app.ui.window.sync_watch import sync_words
from desktop_app.workers.left_aside import left_aside
from desktop_app.workers.parsing import Raw, read_one
from tests.fakes.house import DANA, ME, NOW, NoSync, TestHouse, mail
from tests.store.mails import removed
from tests.ui.conftest import WindowDriver

HIT = RemoteSummary(
    "g", "msg_9", "t9", int(NOW) - 60, DANA, "Old invoice", "As agreed", True, False
)


class ScriptedSync(NoSync):
    """Says what a test tells it to, and notes what it is asked."""

    def __init__(self, house: TestHouse) -> None:
        self.house = house
        self.shown = SyncStatus("g")
        self.woken: list[str] = []
        self.searched: list[str] = []

    def status(self) -> tuple[SyncStatus, ...]:
        return (self.shown,)

    def wake(self, account_id: str = "") -> None:
        self.woken.append(account_id)

    def tell(self, **changes: object) -> None:
        self.shown = replace(self.shown, **changes)  # type: ignore[arg-type]
        self.house.store.db.announce(Changes(sync=True))

    def search(self, account_id: str, query: str, **_: object) -> tuple[RemoteSummary, ...]:
        self.searched.append(query)
        return (HIT,) if query in {"invoice", "has:drive"} else ()

    def bring(self, account_id: str, refs: Sequence[RemoteRef], **_: object) -> tuple[int, ...]:
        return (self.house.add(mail("Old invoice", message_id="old@x.example")).id,)


@pytest.fixture
def syncing(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> tuple[WindowDriver, ScriptedSync]:
    removed(house.store, "work")
    identity = Identity(Address("Alex Morgan", ME.email), default=True)
    house.store.accounts.add(Account("g", "google", "Gmail", (identity,)))
    house.store.accounts.add(Account("work", LOCAL, "Work", (identity,)))
    sync = ScriptedSync(house)
    house.sync = sync
    driver = open_window()
    driver.bench.selection.narrow_to("g")
    return driver, sync


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({}, "checking for mail"),
        ({"synced": NOW - 86_400 * 40}, "synced 12 Aug"),
        ({"phase": SyncPhase.PAUSED, "synced": NOW}, "download paused"),
        (
            {"phase": SyncPhase.STOPPED, "sentence": "The sign-in has ended."},
            "The sign-in has ended",
        ),
        (
            {
                "phase": SyncPhase.WAITING,
                "sentence": "Google can't be reached.",
                "next_try": NOW - 86_400 * 40,
                "pending": 1,
            },
            "Google can't be reached, next try 12 Aug · 1 change waits",
        ),
        ({"synced": NOW - 86_400 * 40, "pending": 3}, "synced 12 Aug · 3 changes wait"),
        ({"synced": NOW - 86_400 * 40, "refused": 2}, "checked 12 Aug · 2 changes refused"),
        (
            {"synced": NOW - 86_400 * 40, "left_out": ("Team",), "set_aside": 1},
            "checked 12 Aug · 1 folder left out · 1 mail set aside",
        ),
    ],
)
def test_the_words_of_each_state(changes: dict[str, object], words: str) -> None:
    assert sync_words(SyncStatus("g", **changes), NOW) == words  # type: ignore[arg-type]


def test_the_status_bar_follows(syncing: tuple[WindowDriver, ScriptedSync]) -> None:
    driver, sync = syncing
    sync.tell(synced=NOW - 86_400 * 40)
    driver.until(lambda: driver.window.status.account.text() == "Gmail · synced 12 Aug")


def test_the_sidebar_shows_labels_as_the_server_does(
    syncing: tuple[WindowDriver, ScriptedSync],
) -> None:
    driver, sync = syncing
    store = sync.house.store
    for name in ("Red", "Put away"):
        store.labels.create("g", name, from_server=True)
    looks = (
        RemoteLabel("Label_1", "Red", background="#fb4c2f"),
        RemoteLabel("Label_2", "Put away", in_list=False),
    )
    store.remote_labels.replace("g", looks)
    sidebar = driver.window.frame.sidebar.list
    driver.until(lambda: any(e.name == "Red" and e.tint == "#fb4c2f" for e in sidebar.entries()))
    assert not any(e.name == "Put away" for e in sidebar.entries())


def test_f5_checks_in_the_background(syncing: tuple[WindowDriver, ScriptedSync]) -> None:
    driver, sync = syncing
    sync.woken.clear()
    driver.bench.actions.trigger("sync")
    driver.until(lambda: sync.woken == [""])


def test_a_download_shows_counts_and_can_be_paused(
    syncing: tuple[WindowDriver, ScriptedSync],
) -> None:
    driver, sync = syncing
    progress = Progress(1200, 9000, eta_seconds=1500.0, phase="Mail")
    sync.tell(phase=SyncPhase.WORKING, progress=progress)
    download = driver.window.status.download
    driver.until(lambda: download.text.text() == "Mail: 1,200 of 9,000, 25 min left")
    assert download.isVisible()
    assert not download.cancel_button.isVisible()
    download.pause_button.click()
    driver.until(lambda: sync.paused is True)
    sync.tell(phase=SyncPhase.IDLE, progress=None)
    driver.until(lambda: not download.isVisible())


def test_a_search_shows_what_only_the_server_has_below_a_divider(
    syncing: tuple[WindowDriver, ScriptedSync],
) -> None:
    driver, _ = syncing
    driver.bench.selection.narrow_to("")
    driver.bench.navigation.show_search("invoice")
    driver.until(lambda: driver.conversations.further.server is not None)
    server = driver.conversations.further.server
    driver.until(server.isVisible)
    assert server.divider.text() == "On the server, not downloaded (1)"
    assert server.model.rows[0].sentence.startswith("On the server. Unread. Dana Lee. Old invoice")
    server.view.opened.emit(server.model.rows[0])
    driver.until(lambda: not server.isVisible())
    driver.until(lambda: driver.rows() == ["Old invoice"])


def test_enter_asks_the_server_what_was_typed(syncing: tuple[WindowDriver, ScriptedSync]) -> None:
    driver, sync = syncing
    entry = driver.window.search.entry
    entry.setFocus()
    driver.qtbot.keyClicks(entry, "invoice")
    driver.until(lambda: driver.conversations.query == "invoice")
    assert sync.searched == []
    driver.qtbot.keyClick(entry, Qt.Key.Key_Return)
    driver.until(lambda: driver.conversations.further.server is not None)
    driver.until(driver.conversations.further.server.isVisible)
    assert sync.searched == ["invoice"]


def test_what_gmail_alone_can_answer_is_asked_with_enter(
    syncing: tuple[WindowDriver, ScriptedSync],
) -> None:
    driver, sync = syncing
    driver.window.search.typed.emit("has:drive")
    driver.until(lambda: driver.conversations.query == "has:drive")
    driver.until(driver.conversations.states.isVisible)
    assert "Press Enter to ask it" in words_of(driver.conversations.states)
    assert sync.searched == []
    driver.bench.navigation.show_search("has:drive")
    driver.until(lambda: driver.conversations.further.server is not None)
    driver.until(driver.conversations.further.server.isVisible)
    assert sync.searched == ["has:drive"]
    assert driver.conversations.further.server.divider.text() == "Found by Gmail (1)"
    driver.until(lambda: "listed below" in words_of(driver.conversations.states))


def words_of(widget: QWidget) -> str:
    return " ".join(label.text() for label in widget.findChildren(QLabel) if label.isVisible())


def test_folders_and_typing_ask_no_server(syncing: tuple[WindowDriver, ScriptedSync]) -> None:
    driver, sync = syncing
    driver.bench.navigation.show_search("in:starred")
    driver.window.search.typed.emit("invo")
    driver.until(lambda: driver.conversations.query == "invo")
    assert sync.searched == []


def strips(driver: WindowDriver) -> list[Strip]:
    notices = driver.window.notices
    return [s for s in notices.findChildren(Strip) if s.isVisible()]


def press_on(strip: Strip, words: str) -> None:
    [button] = [b for b in strip.findChildren(QPushButton) if b.text() == words]
    button.click()


def test_what_a_server_refuses_is_said_and_can_be_tried_again_or_undone(
    syncing: tuple[WindowDriver, ScriptedSync],
) -> None:
    driver, sync = syncing
    store = sync.house.store
    record = read_one(Raw(mail("Report"), int(NOW), ("INBOX",), source_id="r1"), "g")
    [id_] = store.remote_mail.store("g", [record], ["r1"])
    store.messages.modify([id_], remove=frozenset({"INBOX"}))
    assert store.pending.begin("g", at_most=10) is not None
    store.pending.refuse("g", ["r1"], "mail.example does not allow that.")
    sync.tell(synced=NOW, **left_aside(store, "g"))
    driver.until(lambda: bool(strips(driver)))
    [strip] = strips(driver)
    words = "The change of “Report” was not made at the server: mail.example does not allow that."
    assert strip.label.text() == f"Gmail: {words}"
    press_on(strip, "Try again")
    driver.until(lambda: sync.woken == ["g"])
    assert store.pending.refused("g") == ()
    assert store.pending.begin("g", at_most=10) is not None
    store.pending.refuse("g", ["r1"], "mail.example does not allow that.")
    press_on(strip, "Undo")
    driver.until(lambda: store.messages.get(id_).labels == {"INBOX"})
    assert store.pending.refused("g") == ()
    assert store.pending.count("g") == 0
    sync.tell(refused=0, refused_reason="")
    driver.until(lambda: not strips(driver))


def test_folders_that_are_left_out_are_named_until_that_is_put_away(
    syncing: tuple[WindowDriver, ScriptedSync],
) -> None:
    driver, sync = syncing
    sync.tell(synced=NOW, left_out=("Team", "Old"), left_out_reason="No right.")
    driver.until(lambda: bool(strips(driver)))
    [strip] = strips(driver)
    assert strip.label.text() == "Gmail: The server does not open “Team”, “Old”: No right."
    strip.closed.emit()
    driver.until(lambda: not strips(driver))
    sync.tell(pending=1)
    driver.until(lambda: "1 change waits" in driver.window.status.account.text())
    assert not strips(driver)
