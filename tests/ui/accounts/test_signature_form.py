"""Signature of an identity, written formatted with the account."""

from __future__ import annotations

import pytest
from PySide6.QtCore import QMimeData

from desktop_app.mail.rich.document import Mark
from desktop_app.ui.accounts.signature_form import NO_PICTURES
from tests.ui.accounts.test_copies_form import card_of
from tests.ui.conftest import WindowDriver


def test_a_formatted_signature_is_saved_with_its_words(driver: WindowDriver) -> None:
    card = card_of(driver)
    form = card.identities[0].signature
    assert form.editor.accessibleName() == "Signature"
    assert not card.changed
    form.editor.selectAll()
    driver.qtbot.keyClicks(form.editor, "Pat ")
    form.editor.toggle_mark(Mark.BOLD)
    driver.qtbot.keyClicks(form.editor, "Lee")
    form.below.setChecked(True)
    assert card.changed
    saved: list[bool] = []
    card.save(lambda: saved.append(True))
    driver.until(lambda: bool(saved))
    kept = driver.house.store.accounts.get(card.account.id).identities[0]
    assert kept.signature == "Pat *Lee*"
    assert kept.formatted_signature == "<div>Pat <b>Lee</b></div>"
    assert kept.signature_below
    assert not card.changed


def test_what_new_mail_is_is_chosen_with_the_account(driver: WindowDriver) -> None:
    card = card_of(driver)
    assert card.format.accessibleName() == "Mail you write is"
    assert card.format.currentText() == "as under Writing"
    card.format.setCurrentIndex(card.format.findData("formatted"))
    assert card.changed
    saved: list[bool] = []
    card.save(lambda: saved.append(True))
    driver.until(lambda: bool(saved))
    assert driver.house.store.accounts.get(card.account.id).mail_format == "formatted"
    assert not card.changed


def test_a_signature_that_is_not_touched_stays_to_the_letter(driver: WindowDriver) -> None:
    card = card_of(driver)
    before = card.account.identities
    assert tuple(form.identity() for form in card.identities) == before


def test_a_pasted_picture_is_refused_with_a_word(
    driver: WindowDriver, monkeypatch: pytest.MonkeyPatch
) -> None:
    card = card_of(driver)
    form = card.identities[0].signature
    told: list[str] = []
    monkeypatch.setattr(driver.bench.navigation, "toast", told.append)
    data = QMimeData()
    data.setHtml('<b>Pat</b> <img src="cid:x@x.example" alt="Logo">')
    form.editor.selectAll()
    form.editor.insertFromMimeData(data)
    assert "cid:" not in card.identities[0].identity().formatted_signature
    form.editor.picture_given.emit(None)
    assert told == [NO_PICTURES]
