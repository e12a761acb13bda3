"""The mail that the list and the thread view show is in sight, and the sync is told which."""

from __future__ import annotations

from desktop_app.model.changes import Changes
from desktop_app.model.folder import FoundCopy
from desktop_app.store.server.in_sight import MOST_THREADS
from desktop_app.tools.person import mail_list, mail_view
from tests.fakes.house import TestHouse, mail

INBOX = frozenset({"INBOX"})


def of_a_server(house: TestHouse, uid: int) -> int:
    """A mail that a server has in its inbox; its thread."""
    message = house.add(mail(f"Mail {uid}", message_id=f"m{uid}@x.example"))
    with house.store.db.write(Changes()) as connection:
        connection.execute("UPDATE message SET source_id = ? WHERE id = ?", (f"r{uid}", message.id))
    mirror = house.store.folder_mirror(message.account_id)
    mirror.add("INBOX", [FoundCopy(uid, f"r{uid}", "", uid, 100, INBOX)])
    return message.thread_id


def seen(house: TestHouse, folder: str = "INBOX") -> frozenset[int]:
    return house.store.folder_mirror("work").in_sight(folder)


def test_what_the_list_shows(house: TestHouse) -> None:
    for uid in (1, 2, 3):
        of_a_server(house, uid)
    assert seen(house) == frozenset()
    search = mail_list.SearchThreads(query="subject:2")
    house.runner().call(mail_list.SEARCH_THREADS, search)
    assert seen(house) == {2}
    assert seen(house, "Archive") == frozenset()
    assert house.store.folder_mirror("other").in_sight("INBOX") == frozenset()
    house.runner().call(mail_list.SEARCH_THREADS, mail_list.SearchThreads())
    assert seen(house) == {1, 2, 3}


def test_what_is_opened(house: TestHouse) -> None:
    of_a_server(house, 1)
    thread = of_a_server(house, 2)
    house.runner().call(mail_view.OPEN_THREAD, mail_view.OpenThread(thread_id=thread))
    assert seen(house) == {2}


def test_what_was_seen_longest_ago_makes_room(house: TestHouse) -> None:
    old, new = of_a_server(house, 1), of_a_server(house, 2)
    house.store.in_sight.note([old])
    house.store.in_sight.note([new])
    others = range(10_000, 10_000 + MOST_THREADS - 1)
    house.store.in_sight.note(others)
    assert seen(house) == {2}
    house.store.in_sight.note([new])
    house.store.in_sight.note(others)
    assert seen(house) == {2}, "it was seen again"
