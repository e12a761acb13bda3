"""The address field by keyboard alone: typing, completing, pasting, removing."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QVBoxLayout, QWidget
from pytestqt.qtbot import QtBot

from desktop_app.model.address import Address
from desktop_app.model.draft import Badge
from desktop_app.tools.person.people_groups import Offer
from desktop_app.ui.review.recipients.chip import Chip
from desktop_app.ui.review.recipients.offering import Found
from desktop_app.ui.review.recipients.recipient_field import RecipientField
from desktop_app.ui.widgets.theme import Theme

DANA = Address("Dana Lee", "dana@lee.example")
SAM = Address("", "sam@lee.example")
KNOWN = (DANA, Address("Daniel", "daniel@lee.example"))
GROUPS = (
    Offer("group", (DANA, SAM), "Choir", 3),
    Offer("group", (), "Crowd", 900),
    Offer("group", (), "Phones", 2),
)
KEY = Qt.Key


@pytest.fixture
def window(qtbot: QtBot) -> QWidget:
    made = QWidget()
    qtbot.addWidget(made)
    return made


@pytest.fixture
def field(qtbot: QtBot, theme: Theme, window: QWidget) -> RecipientField:
    def suggest(text: str, found: Found) -> None:
        people = [Offer("person", (a,)) for a in KNOWN if text.lower() in a.name.lower()]
        groups = [g for g in GROUPS if text.lower() in g.name.lower()]
        found((*people, *groups))

    made = RecipientField(theme, "To", suggest)
    QVBoxLayout(window).addWidget(made)
    window.resize(400, 200)
    window.show()
    window.activateWindow()
    made.entry.setFocus()
    qtbot.waitUntil(made.entry.hasFocus)
    return made


def emails(field: RecipientField) -> list[str]:
    return [a.email for a in field.addresses()]


def test_what_is_typed_counts_at_once_and_enter_makes_it_a_chip(
    qtbot: QtBot, field: RecipientField
) -> None:
    qtbot.keyClicks(field.entry, "sam@lee.example")
    assert emails(field) == ["sam@lee.example"]
    assert field.pending
    qtbot.keyClick(field.entry, KEY.Key_Return)
    assert emails(field) == ["sam@lee.example"]
    assert not field.pending


@pytest.mark.parametrize("sign", [",", ";"])
def test_a_comma_after_an_address_ends_it(qtbot: QtBot, field: RecipientField, sign: str) -> None:
    qtbot.keyClicks(field.entry, f"sam@lee.example{sign}")
    assert not field.pending
    assert len(field.chips.made) == 1


def test_a_comma_in_a_name_ends_nothing(qtbot: QtBot, field: RecipientField) -> None:
    qtbot.keyClicks(field.entry, '"Lee, Dana" <dana@lee.example>')
    assert field.addresses() == (Address("Lee, Dana", "dana@lee.example"),)


def test_suggested_people_are_taken_with_the_keyboard(qtbot: QtBot, field: RecipientField) -> None:
    qtbot.keyClicks(field.entry, "dan")
    qtbot.waitUntil(lambda: field.offering)
    qtbot.keyClick(field.entry, KEY.Key_Down)
    qtbot.keyClick(field.entry, KEY.Key_Return)
    assert emails(field) == ["daniel@lee.example"]
    assert not field.offering


class HeldOffers:
    """Who is offered comes when it is let go; the answers of `KNOWN`, by the beginning."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, Found]] = []

    def __call__(self, text: str, found: Found) -> None:
        self.asked.append((text, found))

    def answer(self) -> None:
        asked, self.asked = self.asked, []
        for text, found in asked:
            people = [a for a in (*KNOWN, SAM) if str(a).lower().startswith(text.lower())]
            found(tuple(Offer("person", (a,)) for a in people))


@pytest.fixture
def held(field: RecipientField, monkeypatch: pytest.MonkeyPatch) -> HeldOffers:
    offers = HeldOffers()
    monkeypatch.setattr(field._offered, "_suggest", offers)
    monkeypatch.setattr(field._names, "_suggest", offers)
    return offers


def test_whom_other_letters_offered_enter_does_not_take(
    qtbot: QtBot, field: RecipientField
) -> None:
    """Dana was offered for DA; what is typed by now is Daniel's name alone."""
    qtbot.keyClicks(field.entry, "da")
    qtbot.waitUntil(lambda: field.offering)
    qtbot.keyClicks(field.entry, "niel")
    qtbot.keyClick(field.entry, KEY.Key_Return)
    assert emails(field) == ["daniel@lee.example"]


@pytest.mark.parametrize("key", [KEY.Key_Return, KEY.Key_Tab])
def test_a_name_typed_quicker_than_it_is_offered_becomes_who_has_it(
    qtbot: QtBot, field: RecipientField, held: HeldOffers, key: Qt.Key
) -> None:
    qtbot.keyClicks(field.entry, "dani")
    qtbot.keyClick(field.entry, key)
    assert [c.address.email for c in field.chips.shown()] == ["dani"]
    qtbot.keyClicks(field.entry, "sam@x.example")
    held.answer()
    assert emails(field) == ["daniel@lee.example", "sam@x.example"]
    assert field.entry.text() == "sam@x.example"


def test_among_several_who_have_the_name_the_person_chooses(
    qtbot: QtBot, field: RecipientField, held: HeldOffers
) -> None:
    qtbot.keyClicks(field.entry, "dan")
    qtbot.keyClick(field.entry, KEY.Key_Return)
    held.answer()
    assert field.entry.text() == "dan"
    held.answer()
    assert field.offering
    qtbot.keyClick(field.entry, KEY.Key_Down)
    qtbot.keyClick(field.entry, KEY.Key_Return)
    assert emails(field) == ["daniel@lee.example"]


def test_of_several_none_is_taken_for_who_has_gone_on(
    qtbot: QtBot, field: RecipientField, held: HeldOffers
) -> None:
    qtbot.keyClicks(field.entry, "dan")
    qtbot.keyClick(field.entry, KEY.Key_Return)
    qtbot.keyClicks(field.entry, "x")
    held.answer()
    assert emails(field) == ["dan", "x"]


def test_a_name_that_was_taken_off_meanwhile_does_not_come_back(
    qtbot: QtBot, field: RecipientField, held: HeldOffers
) -> None:
    qtbot.keyClicks(field.entry, "dani")
    qtbot.keyClick(field.entry, KEY.Key_Return)
    field.remove(field.addresses()[0])
    held.answer()
    assert emails(field) == []


def test_who_is_there_already_is_not_there_twice(
    qtbot: QtBot, field: RecipientField, held: HeldOffers
) -> None:
    field.show_addresses([KNOWN[1]], {})
    qtbot.keyClicks(field.entry, "dani")
    qtbot.keyClick(field.entry, KEY.Key_Return)
    held.answer()
    assert emails(field) == ["daniel@lee.example"]


def test_escape_only_closes_the_suggestions(qtbot: QtBot, field: RecipientField) -> None:
    qtbot.keyClicks(field.entry, "dan")
    qtbot.waitUntil(lambda: field.offering)
    qtbot.keyClick(field.entry, KEY.Key_Escape)
    assert not field.offering
    assert field.pending == "dan"


def test_several_pasted_addresses_become_chips(qtbot: QtBot, field: RecipientField) -> None:
    QApplication.clipboard().setText("Dana Lee <dana@lee.example>, sam@lee.example\nx@lee.example")
    qtbot.keyClick(field.entry, KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert emails(field) == ["dana@lee.example", "sam@lee.example", "x@lee.example"]
    assert not field.pending


def test_backspace_goes_to_the_last_chip_and_then_removes_it(
    qtbot: QtBot, field: RecipientField
) -> None:
    field.show_addresses((DANA, SAM), {})
    qtbot.keyClick(field.entry, KEY.Key_Backspace)
    chip = field.chips.made[-1]
    assert chip.hasFocus()
    assert emails(field) == ["dana@lee.example", "sam@lee.example"]
    with qtbot.waitSignal(field.edited):
        qtbot.keyClick(chip, KEY.Key_Backspace)
    assert emails(field) == ["dana@lee.example"]
    assert field.chips.made[0].hasFocus()


def test_a_chip_can_be_turned_back_into_text(qtbot: QtBot, field: RecipientField) -> None:
    field.show_addresses((DANA,), {})
    qtbot.keyClick(field.chips.made[0], KEY.Key_Return)
    assert field.pending == "Dana Lee <dana@lee.example>"
    assert field.addresses() == (DANA,)


def test_a_chip_says_what_is_to_know_about_its_person(field: RecipientField) -> None:
    field.show_addresses((DANA,), {DANA.key: (Badge.NEW, Badge.EXTERNAL)})
    said = field.chips.made[0].accessibleName()
    assert said.startswith("Dana Lee <dana@lee.example>")
    assert "you have never written to them" in said
    assert "outside your organisation" in said


def test_what_is_no_address_stays_visible_as_such(qtbot: QtBot, field: RecipientField) -> None:
    qtbot.keyClicks(field.entry, "nobody")
    field.commit()
    assert emails(field) == ["nobody"]
    assert "not a complete mail address" in field.chips.made[0].accessibleName()


def test_showing_the_same_people_again_moves_nothing(field: RecipientField) -> None:
    field.show_addresses((DANA, SAM), {})
    chips = list(field.chips.made)
    field.show_addresses((DANA, SAM), {SAM.key: (Badge.NEW,)})
    assert field.chips.made == chips
    assert chips[1].badges == (Badge.NEW,)


def test_a_read_only_field_changes_nothing(qtbot: QtBot, field: RecipientField) -> None:
    field.show_addresses((DANA,), {})
    field.set_read_only(True)
    qtbot.keyClicks(field.entry, "sam@lee.example,")
    qtbot.keyClick(field.chips.made[0], KEY.Key_Delete)
    assert field.addresses() == (DANA,)


CROWD = tuple(Address("", f"p{n}@lee.example") for n in range(60))


def chips(field: RecipientField) -> list[str]:
    return [chip.address.email for chip in field.findChildren(Chip) if chip.isVisibleTo(field)]


def test_of_many_people_some_have_chips_and_the_others_a_number(field: RecipientField) -> None:
    field.show_addresses(CROWD, {CROWD[-1].key: (Badge.NEW,)})
    assert field.addresses() == CROWD
    shown = chips(field)
    assert shown == [a.email for a in CROWD[: len(shown)]]
    assert 0 < len(shown) < 10
    assert field.more.text() == f"+ {60 - len(shown)} more"
    assert not field.whole


def test_everyone_is_a_row_after_a_press_and_then_everyone_was_seen(
    qtbot: QtBot, field: RecipientField
) -> None:
    field.show_addresses(CROWD, {CROWD[-1].key: (Badge.NEW,)})
    with qtbot.waitSignal(field.seen):
        field.more.click()
    assert field.whole
    assert chips(field) == []
    model = field.rows.model()
    assert model.rowCount() == 60
    assert "never written to them" in model.index(59, 0).data()
    field.more.click()
    assert not field.rows.isVisible()
    assert field.whole


def test_someone_new_has_to_be_seen_again(qtbot: QtBot, field: RecipientField) -> None:
    field.show_addresses(CROWD, {})
    field.more.click()
    qtbot.waitUntil(lambda: field.whole)
    field.more.click()
    field.show_addresses((*CROWD, SAM), {})
    assert not field.whole


def test_whom_the_person_types_they_have_seen(qtbot: QtBot, field: RecipientField) -> None:
    field.show_addresses(CROWD, {})
    field.more.click()
    qtbot.waitUntil(lambda: field.whole)
    field.more.click()
    qtbot.keyClicks(field.entry, f"{SAM.email},")
    assert field.addresses()[-1] == SAM
    assert field.whole


def test_many_that_are_pasted_have_to_be_seen(qtbot: QtBot, field: RecipientField) -> None:
    QApplication.clipboard().setText(", ".join(a.email for a in CROWD))
    qtbot.keyClick(field.entry, KEY.Key_V, Qt.KeyboardModifier.ControlModifier)
    assert field.addresses() == CROWD
    assert not field.whole


def test_a_name_and_its_address_are_both_on_the_chip(field: RecipientField) -> None:
    field.show_addresses((DANA,), {})
    narrow = field.chips.made[0].sizeHint().width()
    field.show_addresses((Address("", DANA.email),), {})
    assert narrow > field.chips.made[0].sizeHint().width() > 100


def test_people_are_taken_off_in_the_rows(qtbot: QtBot, field: RecipientField) -> None:
    field.show_addresses(CROWD, {})
    field.more.click()
    field.rows.setCurrentIndex(field.rows.model().index(5, 0))
    with qtbot.waitSignal(field.edited):
        qtbot.keyClick(field.rows, KEY.Key_Delete)
    assert emails(field) == [a.email for n, a in enumerate(CROWD) if n != 5]
    assert field.rows.currentIndex().row() == 5
    row = field.rows.visualRect(field.rows.model().index(0, 0))
    cross = QPoint(row.right() - 14, row.center().y())
    qtbot.mouseClick(field.rows.viewport(), Qt.MouseButton.LeftButton, pos=cross)
    assert emails(field)[0] == CROWD[1].email
    field.set_read_only(True)
    qtbot.keyClick(field.rows, KEY.Key_Delete)
    assert len(emails(field)) == 58


def test_nobody_is_added_twice(field: RecipientField) -> None:
    field.show_addresses(CROWD, {})
    field.entry.setText(f"{SAM.email}, {CROWD[50].email}")
    field.commit()
    assert emails(field) == [*(a.email for a in CROWD), SAM.email]


def test_someone_without_a_chip_can_be_taken_off(field: RecipientField) -> None:
    field.show_addresses(CROWD, {})
    assert field.remove_address(CROWD[50].email)
    assert emails(field) == [a.email for a in CROWD if a != CROWD[50]]


def test_another_draft_brings_its_own_people_alone(field: RecipientField) -> None:
    field.show_addresses(CROWD, {})
    field.show_addresses((DANA,), {})
    assert emails(field) == chips(field) == [DANA.email]
    assert not field.more.isVisible()


def test_a_group_is_offered_by_its_name_and_becomes_its_people(
    qtbot: QtBot, field: RecipientField
) -> None:
    qtbot.keyClicks(field.entry, "cho")
    qtbot.waitUntil(lambda: field.offering)
    qtbot.keyClick(field.entry, KEY.Key_Return)
    assert field.addresses() == (DANA, SAM)
    assert not field.pending
    assert not field.whole  # until they have been on the screen
    qtbot.waitUntil(lambda: field.whole)


def test_of_a_group_those_who_are_there_are_not_taken_twice(
    qtbot: QtBot, field: RecipientField
) -> None:
    field.show_addresses((SAM,), {})
    qtbot.keyClicks(field.entry, "choir")
    qtbot.waitUntil(lambda: field.offering)
    qtbot.keyClick(field.entry, KEY.Key_Tab)
    assert field.addresses() == (SAM, DANA)


@pytest.mark.parametrize(("typed", "said"), [("crow", "too many"), ("phon", "mail address")])
def test_a_group_that_can_not_be_written_to_is_told_of(
    qtbot: QtBot, field: RecipientField, typed: str, said: str
) -> None:
    told: list[str] = []
    field.told.connect(told.append)
    qtbot.keyClicks(field.entry, typed)
    qtbot.waitUntil(lambda: field.offering)
    qtbot.keyClick(field.entry, KEY.Key_Return)
    assert field.chips.made == []
    assert said in told[0]


def test_a_group_that_is_typed_and_not_taken_is_no_recipient_one_can_send_to(
    qtbot: QtBot, field: RecipientField
) -> None:
    qtbot.keyClicks(field.entry, "Choir")
    field.commit()
    (chip,) = field.chips.made
    assert not chip.line.valid


@pytest.mark.parametrize("place", [0, 1, 2])
def test_an_address_is_edited_where_it_stands_and_escape_gives_it_back(
    qtbot: QtBot, field: RecipientField, place: int
) -> None:
    people = (DANA, SAM, KNOWN[1])
    field.show_addresses(people, {})
    qtbot.keyClick(field.chips.made[place], KEY.Key_F2)
    assert field.addresses() == people  # the text counts where it stands

    def before() -> int:
        """Chips that stand above the entry, or before it in its line."""
        entry, chips = field.entry.geometry(), [c.geometry() for c in field.chips.shown()]
        return sum(
            g.bottom() < entry.top() or (g.top() <= entry.center().y() and g.x() < entry.x())
            for g in chips
        )

    qtbot.waitUntil(lambda: before() == place)
    qtbot.keyClicks(field.entry, "zzz")
    qtbot.keyClick(field.entry, KEY.Key_Escape)
    assert field.addresses() == people
    assert not field.pending
    assert field.chips.made[place].hasFocus()


def test_an_edited_address_is_a_chip_again_where_it_was(
    qtbot: QtBot, field: RecipientField
) -> None:
    field.show_addresses((DANA, SAM, KNOWN[1]), {})
    qtbot.mouseDClick(field.chips.made[1], Qt.MouseButton.LeftButton)
    field.entry.selectAll()
    qtbot.keyClicks(field.entry, "other@lee.example")
    qtbot.keyClick(field.entry, KEY.Key_Return)
    assert emails(field) == ["dana@lee.example", "other@lee.example", "daniel@lee.example"]
    assert field.chips.shown()[1].address.email == "other@lee.example"


def test_an_edited_address_of_which_nothing_is_left_is_removed(
    qtbot: QtBot, field: RecipientField
) -> None:
    field.show_addresses((DANA, SAM), {})
    field.edit(DANA)
    field.entry.clear()
    field.commit()
    assert field.addresses() == (SAM,)
    qtbot.keyClicks(field.entry, "x@y.example")
    assert emails(field)[-1] == "x@y.example"
