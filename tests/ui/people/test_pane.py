"""The people pane by keyboard and mouse: found, opened, noted, merged, grouped, in and out."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLineEdit, QPlainTextEdit

from desktop_app.model.address import Address
from desktop_app.model.contact import PersonRef
from desktop_app.tools.person import people
from desktop_app.ui.people.people_list import PERSON
from tests.fakes.house import TestHouse, mail
from tests.sure import there
from tests.ui.conftest import WindowDriver

OpenWindow = Callable[..., WindowDriver]
SENT = frozenset({"SENT"})
KEY = Qt.Key
WRITTEN = (
    "Anna Berg <anna@x.example>",
    "Dana Lee <dana.lee@lee.example>",
    "Dana Lee <dana@lee.example>",
    "Sam Roe <sam@x.example>",
)


def fill(house: TestHouse) -> None:
    for number, to in enumerate(WRITTEN):
        own = {"from_": "Alex Morgan <alex@fernhill.example>", "to": to}
        house.add(mail(f"Plan {number}", message_id=f"{number}@fernhill", **own), SENT)
    house.add(mail("News", from_="Shop <shop@y.example>", message_id="shop@y"))


@pytest.fixture
def driver(house: TestHouse, open_window: OpenWindow) -> WindowDriver:
    fill(house)
    return open_window()


@pytest.fixture
def pane(driver: WindowDriver) -> Any:
    driver.bench.actions.trigger("go_people")
    pane = driver.window.frame.people
    driver.until(lambda: len(pane.list.people.rows) == 4)
    return pane


def keys(pane: Any) -> set[str]:
    return {row.addresses[0].key for row in pane.list.people.rows if row.addresses}


def go_to(pane: Any, key: str) -> Any:
    """Select somebody in the list, as a click would."""
    rows = pane.list.people.rows
    place = next(n for n, row in enumerate(rows) if key in {a.key for a in row.addresses})
    pane.list.setCurrentIndex(pane.list.people.index(place, 0))
    return rows[place]


def open_person(driver: WindowDriver, pane: Any, key: str) -> Any:
    row = go_to(pane, key)
    driver.qtbot.keyClick(pane.list, KEY.Key_Return)
    page = pane.page
    driver.until(lambda: page.isVisible() and page.title.text() == row.name)
    return page


def noted(driver: WindowDriver, key: str) -> Any:
    return driver.house.store.contacts.get(PersonRef(key=key))


def test_who_one_has_written_with_is_listed_and_everyone_on_demand(
    driver: WindowDriver, pane: Any
) -> None:
    assert driver.bench.selection.place == "tab:people"
    pane.which.who.setCurrentIndex(1)
    pane.which.who.activated.emit(1)
    driver.until(lambda: "shop@y.example" in keys(pane))


def test_people_are_found_while_one_types_and_the_arrow_goes_to_them(
    driver: WindowDriver, pane: Any
) -> None:
    pane.entry.setFocus()
    driver.qtbot.keyClicks(pane.entry, "berg")
    driver.until(lambda: keys(pane) == {"anna@x.example"})
    driver.qtbot.keyClick(pane.entry, KEY.Key_Down)
    assert pane.list.hasFocus()
    driver.qtbot.keyClick(pane.list, KEY.Key_Up)
    assert pane.entry.hasFocus()
    driver.qtbot.keyClick(pane.entry, KEY.Key_Escape)
    driver.until(lambda: len(keys(pane)) == 4)


def test_what_nobody_has_is_said(driver: WindowDriver, pane: Any) -> None:
    driver.qtbot.keyClicks(pane.entry, "zzz")
    driver.until(lambda: not pane.list.isVisible())


def test_a_name_and_a_note_are_kept_while_one_writes(driver: WindowDriver, pane: Any) -> None:
    page = open_person(driver, pane, "anna@x.example")
    page.name.setFocus()
    driver.qtbot.keyClicks(page.name, "Mum")
    driver.until(lambda: noted(driver, "anna@x.example") is not None)
    assert there(noted(driver, "anna@x.example")).name == "Mum"
    driver.until(lambda: "Anna Berg" in page.called.text())
    page.note.setFocus()
    driver.qtbot.keyClicks(page.note, "Plays the cello")
    driver.until(lambda: noted(driver, "anna@x.example").note == "Plays the cello")
    assert page.name.text() == "Mum"


def test_what_is_typed_is_kept_when_one_leaves_at_once(driver: WindowDriver, pane: Any) -> None:
    page = open_person(driver, pane, "anna@x.example")
    driver.qtbot.keyClicks(page.name, "Mum")
    driver.qtbot.keyClick(page, KEY.Key_Escape)
    assert pane.list.isVisible()
    driver.until(lambda: noted(driver, "anna@x.example") is not None)
    other = open_person(driver, pane, "sam@x.example")
    driver.until(lambda: other.name.text() == "")
    assert noted(driver, "sam@x.example") is None


class HeldRead:
    """The reads of a tool do not end until they are let go."""

    def __init__(self, calls: Any, tool: object, patch: pytest.MonkeyPatch) -> None:
        self.go, self.asked, real = Event(), 0, calls.wait

        def wait(which: object, *more: Any) -> object:
            if which is tool:
                self.asked += 1
                assert self.go.wait(10)
            return real(which, *more)

        patch.setattr(calls, "wait", wait)


def test_while_the_list_is_read_anew_the_keys_act_on_who_was_current(
    driver: WindowDriver, pane: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What is noted of somebody makes them a contact, under another reference."""
    page = open_person(driver, pane, "sam@x.example")
    held = HeldRead(driver.bench.calls, people.LIST_PEOPLE, monkeypatch)
    driver.qtbot.keyClicks(page.name, "Zora")
    driver.qtbot.keyClick(page.name, KEY.Key_Escape)
    driver.qtbot.waitUntil(lambda: held.asked > 0)
    assert pane.list.hasFocus()
    assert "sam@x.example" in {a.key for a in pane.list.current().addresses}
    driver.qtbot.keyClick(pane.list, KEY.Key_Return)
    assert page.isVisible()
    assert "sam@x.example" in {a.key for a in page._row.addresses}
    driver.qtbot.keyClick(page, KEY.Key_Escape)
    held.go.set()
    driver.until(lambda: "Zora" in {row.name for row in pane.list.people.rows})
    assert pane.list.current().name == "Zora"
    assert pane.list.hasFocus()
    assert pane.list.current().ref.contact


def test_what_is_typed_meanwhile_stays_when_somebody_becomes_a_contact(
    driver: WindowDriver, pane: Any
) -> None:
    """They are read by the reference that they had, and come under the other one."""
    page = open_person(driver, pane, "sam@x.example")
    before = page.ref
    driver.house.store.contacts.note(before, name="Sa")
    page.name.setFocus()
    driver.qtbot.keyClicks(page.name, "Samuel")
    page.read(before)
    driver.until(lambda: page.ref != before)
    assert page.name.text() == "Samuel"
    driver.until(lambda: noted(driver, "sam@x.example").name == "Samuel")


def test_what_was_read_before_the_last_words_were_kept_takes_none_away(
    driver: WindowDriver, pane: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    page = open_person(driver, pane, "sam@x.example")
    driver.house.store.contacts.note(page.ref, name="Samuel")
    driver.until(lambda: page.name.text() == "Samuel")
    old = people.PersonShown(there(page._row), page._contact, page._groups)
    held: list[Callable[[], object]] = []
    ask = driver.bench.calls.ask

    def asked(tool: Any, params: Any, **more: Any) -> None:
        work = partial(ask, tool, params, **more)
        held.append(work) if tool is people.NOTE_PERSON else work()

    monkeypatch.setattr(driver.bench.calls, "ask", asked)
    page.note.setPlainText("Plays the cello")  # as a screen reader does: without the focus
    page.keep()
    page._come(old)
    assert page.note.toPlainText() == "Plays the cello"
    held.pop()()
    driver.until(lambda: noted(driver, "sam@x.example").note == "Plays the cello")
    driver.until(lambda: there(page._contact).note == "Plays the cello")
    assert page.note.toPlainText() == "Plays the cello"


def test_another_address_is_added_and_what_is_none_is_said(driver: WindowDriver, pane: Any) -> None:
    page = open_person(driver, pane, "anna@x.example")
    page.new_address.setFocus()
    driver.qtbot.keyClicks(page.new_address, "no address")
    driver.qtbot.keyClick(page.new_address, KEY.Key_Return)
    driver.until(page.problem.isVisible)
    page.new_address.setText("berg@y.example")
    driver.qtbot.keyClick(page.new_address, KEY.Key_Return)
    driver.until(lambda: noted(driver, "berg@y.example") is not None)
    assert [a.key for a in noted(driver, "berg@y.example").addresses] == [
        "anna@x.example",
        "berg@y.example",
    ]
    driver.until(lambda: page.new_address.text() == "" and not page.problem.isVisible())


def test_two_are_merged_from_a_selection_and_come_apart_again(
    driver: WindowDriver, pane: Any
) -> None:
    go_to(pane, "anna@x.example")
    place = next(n for n, r in enumerate(pane.list.people.rows) if r.ref.key == "sam@x.example")
    flag = pane.list.selectionModel().SelectionFlag.Select
    pane.list.selectionModel().select(pane.list.people.index(place, 0), flag)
    assert pane.bar.isVisible()
    pane.bar.merge.click()
    driver.until(lambda: len(pane.list.people.rows) == 3)
    merged = there(noted(driver, "anna@x.example") or noted(driver, "sam@x.example"))
    assert {a.key for a in merged.addresses} == {"anna@x.example", "sam@x.example"}
    page = open_person(driver, pane, "sam@x.example")
    driver.until(lambda: any("Separate" in b.accessibleName() for b in buttons(page)))
    next(b for b in buttons(page) if "Separate" in b.accessibleName()).click()
    driver.until(lambda: len(pane.list.people.rows) == 4)


def buttons(widget: Any) -> list[QAbstractButton]:
    return [b for b in widget.findChildren(QAbstractButton) if b.isVisible()]


def test_two_that_may_be_one_are_offered_and_merged_by_the_press_alone(
    driver: WindowDriver, pane: Any
) -> None:
    driver.until(lambda: pane.offer.strip is not None)
    assert "dana@lee.example" in pane.offer.strip.label.text()
    assert len(keys(pane)) == 4
    next(b for b in buttons(pane.offer) if b.text() == "Merge").click()
    driver.until(lambda: len(pane.list.people.rows) == 3)
    driver.until(lambda: not pane.offer.isVisible())


def test_two_people_who_are_said_to_be_two_are_offered_no_more(
    driver: WindowDriver, pane: Any
) -> None:
    driver.until(lambda: pane.offer.strip is not None)
    next(b for b in buttons(pane.offer) if b.text() == "Two people").click()
    driver.until(lambda: not pane.offer.isVisible())
    assert len(driver.house.store.contacts.apart()) == 1


def test_a_group_is_filled_chosen_and_left_again(driver: WindowDriver, pane: Any) -> None:
    row = go_to(pane, "anna@x.example")
    pane.acts.fill("Choir", (row.ref,))
    driver.until(lambda: pane.which.who.findData("group:Choir") >= 0)
    pane.which.who.setCurrentIndex(pane.which.who.findData("group:Choir"))
    pane.which.changed.emit()
    driver.until(lambda: keys(pane) == {"anna@x.example"})
    pane._fill_menu()
    words = [action.text() for action in pane.menu.actions()]
    assert "Write to Choir" in words
    row = go_to(pane, "anna@x.example")
    pane.acts.fill("Choir", (row.ref,), out=True)
    driver.until(lambda: not pane.list.isVisible())


def test_writing_to_a_group_shows_its_people_as_recipients(driver: WindowDriver, pane: Any) -> None:
    for key in ("anna@x.example", "sam@x.example"):
        pane.acts.fill("Choir", (go_to(pane, key).ref,))
    groups = driver.house.store.contacts.groups
    driver.until(lambda: len(groups.counted()) == 1 and groups.counted()[0].people == 2)
    pane.acts.write_to_group("Choir")
    driver.until(lambda: driver.bench.selection.draft != "")
    field = driver.window.frame.review.page.envelope.to
    driver.until(lambda: len(field.addresses()) == 2)
    assert {a.key for a in field.addresses()} == {"anna@x.example", "sam@x.example"}


def test_a_group_typed_into_a_new_mail_becomes_its_people_who_have_to_be_seen(
    driver: WindowDriver, pane: Any
) -> None:
    for key in ("anna@x.example", "sam@x.example"):
        pane.acts.fill("Choir", (go_to(pane, key).ref,))
    groups = driver.house.store.contacts.groups
    driver.until(lambda: len(groups.counted()) == 1 and groups.counted()[0].people == 2)
    driver.bench.actions.trigger("compose")
    driver.until(lambda: driver.bench.selection.draft != "")
    field = driver.window.frame.review.page.envelope.to
    field.entry.setFocus()
    driver.qtbot.keyClicks(field.entry, "choi")
    driver.until(lambda: field.offering)
    driver.qtbot.keyClick(field.entry, KEY.Key_Return)
    assert {a.key for a in field.addresses()} == {"anna@x.example", "sam@x.example"}
    assert not field.pending

    def stored() -> set[str]:
        content = driver.house.store.drafts.get(driver.bench.selection.draft).content
        return {a.key for a in content.to}

    driver.until(lambda: stored() == {"anna@x.example", "sam@x.example"})


def test_their_mail_is_a_search(driver: WindowDriver, pane: Any) -> None:
    page = open_person(driver, pane, "anna@x.example")
    page.search.click()
    driver.until(lambda: "anna@x.example" in (driver.bench.selection.place or ""))


def test_what_was_noted_is_deleted_with_a_way_back(driver: WindowDriver, pane: Any) -> None:
    driver.house.runner().call(
        people.NOTE_PERSON, people.NotePerson(ref=PersonRef(key="anna@x.example"), name="Mum")
    ).unwrap()
    driver.until(lambda: any(r.name == "Mum" for r in pane.list.people.rows))
    row = go_to(pane, "anna@x.example")
    pane.acts.forget((row,))
    driver.until(lambda: noted(driver, "anna@x.example") is None)
    driver.bench.actions.trigger("undo")
    driver.until(lambda: noted(driver, "anna@x.example") is not None)


def test_people_come_from_a_file_and_go_into_one(
    driver: WindowDriver, pane: Any, tmp_path: Path
) -> None:
    path = tmp_path / "people.vcf"
    path.write_text("BEGIN:VCARD\nVERSION:3.0\nFN:Olu Ade\nEMAIL:olu@z.example\nEND:VCARD\n")
    pane.files.begin([path])
    driver.until(lambda: "olu@z.example" in keys(pane))


def test_somebody_is_shown_from_wherever_their_menu_is(driver: WindowDriver) -> None:
    driver.bench.navigation.show_person("anna@x.example")
    page = driver.window.frame.people.page
    driver.until(lambda: page.isVisible() and page.title.text() == "Anna Berg")
    assert driver.bench.selection.place == "tab:people"
    driver.bench.navigation.show_person("nobody@x.example")
    driver.until(driver.window.frame.people.list.isVisible)


def test_everything_in_it_has_a_name(driver: WindowDriver, pane: Any) -> None:
    page = open_person(driver, pane, "anna@x.example")
    for widget in (pane, page):
        for kind in (QAbstractButton, QLineEdit, QPlainTextEdit):
            for each in widget.findChildren(kind):
                if each.isVisible() and each.objectName() != "qt_spinbox_lineedit":
                    assert each.accessibleName() or getattr(each, "text", str)(), each
    index = pane.list.people.index(0, 0)
    said = index.data(Qt.ItemDataRole.AccessibleTextRole)
    assert index.data(PERSON).addresses[0].email in said
    assert "1 mail, the last" in said


def test_the_page_hands_the_keyboard_on(driver: WindowDriver, pane: Any) -> None:
    """A stack of pages gives it to a page that comes back and has nothing marked."""
    page = open_person(driver, pane, "anna@x.example")
    page.name.setFocus()
    page.setFocus(Qt.FocusReason.OtherFocusReason)
    assert QApplication.focusWidget() is page.back


def test_letters_are_keys_in_the_list_and_words_in_a_field(driver: WindowDriver, pane: Any) -> None:
    pane.list.setFocus()
    assert pane.letters
    page = open_person(driver, pane, "anna@x.example")
    assert not pane.letters
    page.name.setFocus()
    assert pane.written_in
    driver.qtbot.keyClicks(page.name, "ce")
    assert page.name.text() == "ce"
    assert QApplication.focusWidget() is page.name


def test_ten_thousand_people_are_shown_a_page_at_a_time(driver: WindowDriver, pane: Any) -> None:
    from desktop_app.model.contact import Contact

    contacts = driver.house.store.contacts
    contacts.take_cards(
        Contact(0, f"Card {n:05}", (Address("", f"card{n}@c.example"),)) for n in range(2_000)
    )
    driver.until(lambda: len(pane.list.people.rows) == 200)
    pane.list.people.fetchMore(pane.list.rootIndex())
    driver.until(lambda: len(pane.list.people.rows) == 400)
    assert len(keys(pane)) == 400
