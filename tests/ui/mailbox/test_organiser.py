"""Organising in the window: what makes sense is offered, and what is said is what was done."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QMessageBox

from desktop_app.model.message import Message
from desktop_app.ui.mailbox.label_picker import LabelPicker
from tests.depths import one_in
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.mailbox.test_conversation_menu import right_click

VERBS = ("archive", "trash", "spam", "not_spam", "to_inbox", "mark_read", "unlabel")
ALWAYS = ("delete_forever", "label", "move", "star", "mark_unread")


@pytest.fixture
def one(house: TestHouse, open_window: Callable[..., WindowDriver]) -> Callable[..., WindowDriver]:
    """A window on a mailbox of one conversation, with these labels, in a place where it is shown
    and selected."""

    def make(labels: str, place: str) -> WindowDriver:
        house.add(mail("Lunch"), frozenset(labels.split()))
        driver = open_window()
        driver.bench.navigation.show_search(place)
        driver.until(lambda: driver.rows() == ["Lunch"] and driver.bench.selection.place == place)
        driver.open_first()
        return driver

    return make


def offered(driver: WindowDriver, *names: str) -> set[str]:
    return {name for name in names if driver.bench.actions.enabled(name)}


def said(driver: WindowDriver) -> str:
    text: str = driver.window.toasts.toast.text.text()
    return text


def message(driver: WindowDriver) -> Message:
    [thread] = driver.house.store.threads.mails(range(10)).values()
    return driver.house.store.messages.get(thread[0])


@one_in(4)
@pytest.mark.parametrize(
    ("labels", "place", "wanted"),
    [
        ("INBOX UNREAD", "in:inbox", "archive trash spam mark_read"),
        ("INBOX", "in:inbox", "archive trash spam"),
        ("Clients", "", "trash spam to_inbox unlabel"),
        ("SENT", "in:sent", "trash spam to_inbox"),
        ("TRASH", "in:trash", "spam to_inbox"),
        ("SPAM UNREAD", "in:spam", "trash not_spam mark_read"),
        ("SPAM", "label:Nobody OR in:spam", "trash not_spam"),
        ("TRASH", "in:anywhere lunch", "spam to_inbox"),
    ],
)
def test_what_makes_no_sense_in_a_place_is_not_offered_there(
    one: Callable[..., WindowDriver], labels: str, place: str, wanted: str
) -> None:
    driver = one(labels, place)
    assert offered(driver, *VERBS) == set(wanted.split())
    assert offered(driver, *ALWAYS) == set(ALWAYS)
    menu = right_click(driver, 0)
    words = {action.text() for action in menu.actions() if action.isVisible()}
    assert ("Archive" in words) == ("archive" in wanted)
    assert ("Not spam" in words) == ("not_spam" in wanted)
    assert ("Empty Trash…" in words) == (place == "in:trash")
    menu.close()


@pytest.mark.parametrize(
    ("labels", "action", "words"),
    [
        ("Clients", "archive", "Nothing was changed: this conversation is not in the inbox."),
        ("TRASH", "trash", "Nothing was changed: this conversation is in the trash already."),
        ("INBOX", "archive", "1 conversation archived."),
    ],
)
def test_nothing_changed_is_said_so_and_leaves_nothing_to_undo(
    one: Callable[..., WindowDriver], labels: str, action: str, words: str
) -> None:
    driver = one(labels, "in:anywhere lunch")
    driver.bench.navigation.organise(action, (message(driver).thread_id,))
    driver.until(lambda: said(driver) == words)
    changed = not words.startswith("Nothing")
    assert driver.window.toasts.toast.button.isVisible() == changed
    assert there(driver.window.late).organiser.stack.count() == int(changed)


def test_of_several_those_are_counted_that_changed(driver: WindowDriver) -> None:
    rows = driver.conversations.model.rows
    ids = tuple(row.id for row in rows)
    driver.bench.navigation.organise("archive", ids[:1])
    driver.until(lambda: said(driver) == "1 conversation archived.")
    driver.bench.navigation.organise("archive", ids)
    driver.until(lambda: said(driver) == "2 conversations archived. 1 is not in the inbox.")
    driver.bench.actions.trigger("undo")
    driver.until(lambda: len(driver.rows()) == 2)
    assert said(driver) == "Undone."


def test_undo_takes_back_the_change_and_nothing_that_was_done_since(driver: WindowDriver) -> None:
    archived = newest(driver)
    driver.open_first()
    driver.bench.actions.trigger("archive")
    driver.until(lambda: len(driver.rows()) == 2)
    driver.house.store.messages.modify([archived], add=frozenset({"STARRED"}))
    driver.bench.actions.trigger("undo")
    driver.until(lambda: len(driver.rows()) == 3)
    assert {"INBOX", "STARRED"} <= labels_of(driver, archived)


def newest(driver: WindowDriver) -> int:
    """The id of the mail at the top."""
    id_: int = driver.conversations.model.rows[0].newest_id
    return id_


def labels_of(driver: WindowDriver, id_: int) -> frozenset[str]:
    return driver.house.store.messages.get(id_).labels


def picker(driver: WindowDriver) -> LabelPicker:
    found: list[LabelPicker] = []

    def there() -> bool:
        found[:] = [d for d in driver.window.findChildren(LabelPicker) if d.list.count()]
        return bool(found)

    driver.until(there)
    return found[0]


def ticks(dialog: LabelPicker) -> dict[str, Qt.CheckState]:
    items = [dialog.list.item(place) for place in range(dialog.list.count())]
    return {item.text(): item.checkState() for item in items}


def test_a_ticked_label_is_taken_off_and_another_put_on(driver: WindowDriver) -> None:
    store = driver.house.store
    for name in ("Clients", "Family"):
        store.labels.create("work", name)
    store.messages.modify([newest(driver)], add=frozenset({"Clients"}))
    driver.until(lambda: "Clients" in driver.conversations.model.rows[0].labels)
    driver.open_first()
    driver.bench.actions.trigger("label")
    dialog = picker(driver)
    assert ticks(dialog) == {
        "Clients": Qt.CheckState.Checked,
        "Family": Qt.CheckState.Unchecked,
    }
    driver.qtbot.keyClick(dialog.entry, Qt.Key.Key_Return)
    driver.until(lambda: said(driver) == "1 conversation no longer labelled Clients.")
    assert "Clients" not in labels_of(driver, newest(driver))
    driver.bench.actions.trigger("undo")
    driver.until(lambda: "Clients" in driver.conversations.model.rows[0].labels)
    driver.bench.actions.trigger("label")
    dialog = picker(driver)
    driver.qtbot.keyClicks(dialog.entry, "fam")
    driver.qtbot.keyClick(dialog.entry, Qt.Key.Key_Return)
    driver.until(lambda: said(driver) == "1 conversation labelled Family.")


def test_a_label_that_only_some_have_is_put_on_the_others(driver: WindowDriver) -> None:
    driver.house.store.labels.create("work", "Clients")
    driver.house.store.messages.modify([newest(driver)], add=frozenset({"Clients"}))
    driver.until(lambda: "Clients" in driver.conversations.model.rows[0].labels)
    driver.bench.actions.trigger("select_all")
    driver.bench.actions.trigger("label")
    dialog = picker(driver)
    assert ticks(dialog) == {"Clients": Qt.CheckState.PartiallyChecked}
    driver.qtbot.keyClick(dialog.entry, Qt.Key.Key_Return)
    words = "2 conversations labelled Clients. 1 has the label Clients already."
    driver.until(lambda: said(driver) == words)


def test_a_chip_takes_its_label_off(one: Callable[..., WindowDriver]) -> None:
    driver = one("INBOX Clients VIP", "in:inbox")
    chips = driver.thread._chips
    names = [button.accessibleName() for button in chips.buttons]
    assert names == ["Take off the label Clients", "Take off the label VIP"]
    chips.buttons[1].click()
    driver.until(lambda: said(driver) == "1 conversation no longer labelled VIP.")
    driver.until(lambda: len(chips.buttons) == 1)
    assert message(driver).labels == {"INBOX", "Clients"}


def test_a_key_takes_off_the_one_label_or_asks_which(one: Callable[..., WindowDriver]) -> None:
    driver = one("INBOX Clients VIP", "in:inbox")
    driver.bench.actions.trigger("unlabel")
    dialog = picker(driver)
    assert [dialog.list.item(n).text() for n in range(dialog.list.count())] == ["Clients", "VIP"]
    driver.qtbot.keyClick(dialog.entry, Qt.Key.Key_Return)
    driver.until(lambda: message(driver).labels == {"INBOX", "VIP"})
    driver.until(lambda: driver.conversations.model.rows[0].labels == {"INBOX", "VIP"})
    driver.bench.actions.trigger("unlabel")
    driver.until(lambda: message(driver).labels == {"INBOX"})


def test_where_a_label_is_listed_the_key_takes_that_one_off(
    one: Callable[..., WindowDriver],
) -> None:
    driver = one("INBOX Clients VIP", "label:VIP")
    driver.bench.actions.trigger("unlabel")
    driver.until(lambda: message(driver).labels == {"INBOX", "Clients"})


def question(driver: WindowDriver) -> QMessageBox:
    driver.qtbot.waitUntil(lambda: isinstance(QApplication.activeModalWidget(), QMessageBox))
    box = QApplication.activeModalWidget()
    assert isinstance(box, QMessageBox)
    return box


def test_the_trash_is_emptied_after_a_question_with_the_number(
    one: Callable[..., WindowDriver],
) -> None:
    driver = one("TRASH", "in:trash")
    driver.bench.actions.trigger("empty_trash")
    box = question(driver)
    assert box.informativeText().startswith("The one mail in it will be deleted for good.")
    next(b for b in box.buttons() if b.text() == "Empty Trash").click()
    driver.until(lambda: driver.rows() == [])
    assert said(driver) == "Trash emptied: 1 mail deleted for good."
    assert not driver.bench.actions.enabled("empty_trash")


def test_in_the_trash_only_what_lies_there_is_deleted_for_good(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    house.add(mail("Lunch", message_id="l1@lee.example"), frozenset({"TRASH"}))
    more = "In-Reply-To: <l1@lee.example>\r\n"
    answer = mail("Re: Lunch", message_id="l2@lee.example", more=more)
    house.add(answer, frozenset({"INBOX"}))
    driver = open_window()
    driver.bench.navigation.show_search("in:trash")
    driver.until(lambda: driver.bench.selection.place == "in:trash" and len(driver.rows()) == 1)
    driver.open_first()
    driver.bench.actions.trigger("delete_forever")
    box = question(driver)
    assert box.informativeText().startswith("What lies in Trash of it goes.")
    next(b for b in box.buttons() if b.text() == "Delete for good").click()
    driver.until(lambda: driver.rows() == [])
    [left] = driver.house.store.threads.mails(range(10)).values()
    assert [driver.house.store.messages.get(id_).labels for id_ in left] == [{"INBOX"}]
