"""Settings → MCP bridge: what a program is granted, as a sentence and in its dialog."""

from __future__ import annotations

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from desktop_app.model.bridge import LOCAL_PROGRAM
from desktop_app.model.grant import EVERYTHING, SECRETARY, Grant, GrantedSearch, To, ToolWish, Wish
from desktop_app.tools.calls.base import NoParams
from desktop_app.tools.person import grants
from desktop_app.ui.settings.bridge_clients import ClientCard, ClientCards
from desktop_app.ui.settings.grant_dialog import GrantDialog
from desktop_app.ui.settings.grant_form import PRESETS, SECRETARYS, GrantForm
from tests.fakes.house import NOW
from tests.ui.conftest import WindowDriver

MADE = Grant(
    labels=("Clients",),
    searches=(GrantedSearch("Mine", "subject:mine"),),
    days=30,
    never=("dana@lee.example", "evil.example"),
    texts=False,
    files=False,
    to=To.NAMED,
    named=("lee.example",),
    a_day=7,
    tools=(ToolWish("create_draft", Wish.ASK), ToolWish("delete_messages", Wish.DENY)),
    begins=NOW,
    ends=NOW + 3600,
)


def local(driver: WindowDriver) -> Grant:
    return driver.house.store.bridge_clients.get(LOCAL_PROGRAM).grant


@pytest.fixture
def card(driver: WindowDriver) -> ClientCard:
    driver.house.store.labels.create("work", "Clients")
    driver.house.store.saved_searches.save("Mine", "subject:mine")
    clients = driver.house.store.bridge_clients
    clients.change(LOCAL_PROGRAM, accounts=("work",), groups_off=())
    cards = ClientCards(driver.bench)
    cards.setParent(driver.window, Qt.WindowType.Window)
    cards.show_clients(clients.list(), driver.house.store.accounts.list())
    cards.show()
    [made] = cards.findChildren(ClientCard)
    return made


def opened(driver: WindowDriver, card: ClientCard) -> GrantDialog:
    card.change.click()
    driver.until(lambda: bool(card.findChildren(GrantDialog)))
    [dialog] = card.findChildren(GrantDialog)
    return dialog


def test_the_card_says_it_and_opens_the_dialog(driver: WindowDriver, card: ClientCard) -> None:
    assert card.granted.text() == "Sees all mail of Work. Proposes drafts to anybody; you send."
    dialog = opened(driver, card)
    assert dialog.said.text() == card.granted.text()
    dialog.preset.setCurrentText(SECRETARYS)
    dialog.preset.activated.emit(dialog.preset.currentIndex())
    assert dialog.said.text().startswith("Sees all mail of Work. Proposes drafts to people you")
    assert local(driver) == EVERYTHING
    dialog.grant.click()
    driver.until(lambda: local(driver) == SECRETARY)


def test_cancel_grants_nothing(driver: WindowDriver, card: ClientCard) -> None:
    dialog = opened(driver, card)
    dialog.form.a_day.setValue(3)
    dialog.reject()
    driver.until(lambda: not card.findChildren(GrantDialog))
    assert local(driver) == EVERYTHING


def test_one_folder_is_the_first_of_the_persons_own(driver: WindowDriver, card: ClientCard) -> None:
    dialog = opened(driver, card)
    dialog.preset.setCurrentText(PRESETS[2])
    dialog.preset.activated.emit(2)
    assert "in “Clients”" in dialog.said.text()
    dialog.form.a_day.setValue(3)
    assert dialog.preset.currentText() == "As set below"


def test_what_can_not_be_is_said_before_it_is_granted(
    driver: WindowDriver, card: ClientCard
) -> None:
    dialog = opened(driver, card)
    dialog.form.never.setText("nobody")
    dialog.form.never.textEdited.emit("nobody")
    assert dialog.trouble.text().startswith("nobody is no address and no domain.")
    assert not dialog.grant.isEnabled()
    dialog.form.never.setText("nobody@lee.example")
    dialog.form.never.textEdited.emit("")
    assert dialog.grant.isEnabled()
    dialog.form.place.setCurrentIndex(2)
    assert dialog.trouble.text() == "Tick a label or a search that it may see."


def test_the_form_says_what_it_was_given(driver: WindowDriver, card: ClientCard) -> None:
    choices = driver.house.runner().call(grants.GRANT_CHOICES, NoParams()).unwrap()
    assert {each.system for each in choices.labels} == {True, False}
    for grant in (MADE, EVERYTHING, SECRETARY, Grant(opened=True), Grant(labels=("Gone",))):
        form = GrantForm(driver.bench.theme, grant, choices, NOW)
        assert form.grant == grant
        assert not form.until_closed
    closed = GrantForm(driver.bench.theme, Grant(window="run"), choices, NOW)
    assert closed.until_closed


def test_every_control_has_a_name_and_is_reached_by_the_keyboard(
    driver: WindowDriver, card: ClientCard
) -> None:
    dialog = opened(driver, card)
    driver.until(dialog.isVisible)
    controls = [
        widget
        for widget in dialog.form.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        and widget.parent() is not None and widget.focusProxy() is None
        and type(widget).__name__ in {"Choice", "Number", "QLineEdit", "QCheckBox", "QListWidget"}
        and widget.objectName() != "qt_spinbox_lineedit"
    ]  # fmt: skip
    assert len(controls) > 20
    for widget in controls:
        named = widget.accessibleName() or getattr(widget, "text", str)()
        assert named, widget
    dialog.preset.setFocus()
    reached: set[QWidget] = set()
    for _ in range(80):
        QTest.keyClick(dialog, Qt.Key.Key_Tab)
        focus = dialog.focusWidget()
        if focus is not None:
            reached.add(focus)
    assert set(controls) <= reached
