"""Templates in the review: offered as one types, put in by a key, taken back by one Undo."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QDialogButtonBox, QLineEdit, QMenu

from desktop_app.mail.rich.markup import markup
from desktop_app.mail.rich.source import from_source
from desktop_app.model.address import Address
from desktop_app.model.draft import NewFile
from desktop_app.model.template import Template
from desktop_app.tools.person import templates
from desktop_app.ui.review import template_use
from desktop_app.ui.review.template_use import came_along
from desktop_app.ui.window.palette import Palette
from tests.fakes.house import DANA
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review as open_
from tests.ui.draft_builders import own_mail, own_reply
from tests.ui.held_runner import HeldRunner

Key = Qt.Key
SAM = Address("Sam Roe", "sam@roe.example")
OFFER = Template("Offer", "Dear {first name},\n\nour offer.\n", subject="Offer", cc=(SAM,))


@pytest.fixture
def review(driver: WindowDriver) -> Any:
    """The review of a new mail to Dana, with three templates."""
    driver.house.store.templates.save(
        OFFER, files=[NewFile("prices.pdf", "application/pdf", b"%PDF")]
    )
    for name in ("Offered twice", "Thank you"):
        driver.house.store.templates.save(Template(name, f"{name}!"))
    pane = open_(driver, own_mail(driver.house, to=(str(DANA),), subject="", body=""))
    pane.page.body.setFocus()
    return pane


def type_in(driver: WindowDriver, pane: Any, text: str, *, offers: bool = True) -> None:
    driver.qtbot.keyClicks(pane.page.body, text)
    looked = pane.offers
    driver.until(lambda: looked.offering is offers and not looked._soon.isActive())


def offered(pane: Any) -> list[str]:
    found = pane.offers.list
    return [found.item(at).text() for at in range(found.count())] if found.isVisible() else []


def press(driver: WindowDriver, pane: Any, key: Qt.Key) -> None:
    driver.qtbot.keyClick(pane.page.body, key)


def test_names_are_offered_as_one_types_and_enter_puts_one_in(
    driver: WindowDriver, review: Any
) -> None:
    body = review.page.body
    type_in(driver, review, "Hi ;")
    assert offered(review) == ["Offer", "Offered twice", "Thank you"]
    type_in(driver, review, "of")
    assert offered(review) == ["Offer", "Offered twice"]
    press(driver, review, Key.Key_Return)
    driver.until(lambda: "Dear" in body.text())
    assert body.text() == "Hi Dear Dana,\n\nour offer.\n"
    assert not review.offers.offering
    content = review.page.content()
    assert (content.subject, content.to, content.cc) == ("Offer", (DANA,), (SAM,))
    driver.until(lambda: [f.filename for f in review.page.files.files] == ["prices.pdf"])
    assert body.textCursor().atEnd()


@pytest.mark.parametrize("key", [Key.Key_Return, Key.Key_Tab, Key.Key_Enter])
def test_one_undo_takes_the_text_back_and_the_rest_stays(
    driver: WindowDriver, review: Any, key: Qt.Key
) -> None:
    body = review.page.body
    type_in(driver, review, "Before ;off")
    press(driver, review, key)
    driver.until(lambda: "Dear" in body.text())
    driver.qtbot.keyClick(body, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert body.text() == "Before ;off"
    assert body.hasFocus()
    assert review.page.content().cc == (SAM,)
    body.redo()
    assert body.text() == "Before Dear Dana,\n\nour offer.\n"


def test_escape_leaves_the_text_and_closes_nothing_else(driver: WindowDriver, review: Any) -> None:
    body = review.page.body
    type_in(driver, review, ";of")
    press(driver, review, Key.Key_Escape)
    assert not review.offers.offering
    type_in(driver, review, "f", offers=False)
    assert body.text() == ";off"
    assert review.isVisible()
    assert driver.bench.selection.reviewing
    type_in(driver, review, " ;th")
    assert offered(review) == ["Thank you"]


def test_arrows_choose_and_a_click_takes(driver: WindowDriver, review: Any) -> None:
    body, offers = review.page.body, review.offers
    type_in(driver, review, ";o")
    press(driver, review, Key.Key_Down)
    assert offers.list.current().value == "Offered twice"
    press(driver, review, Key.Key_Down)
    assert offers.list.current().value == "Offer"
    offers.list.itemClicked.emit(offers.list.item(1))
    driver.until(lambda: body.text() == "Offered twice!")


def test_a_semicolon_alone_takes_no_enter(driver: WindowDriver, review: Any) -> None:
    type_in(driver, review, "wait ;")
    press(driver, review, Key.Key_Return)
    driver.until(lambda: not review.offers.offering)
    assert review.page.body.text() == "wait ;\n"


@pytest.mark.parametrize("text", ["word;of", "5;of", "a;", "x ; of", ";nothing like it"])
def test_nothing_is_offered_in_a_word_or_for_no_name(
    driver: WindowDriver, review: Any, text: str
) -> None:
    type_in(driver, review, text, offers=False)
    press(driver, review, Key.Key_Return)
    assert review.page.body.text() == f"{text}\n"


def test_it_can_be_switched_off(driver: WindowDriver, review: Any) -> None:
    driver.house.settings.change("writing.template_offers", False)
    type_in(driver, review, ";of", offers=False)


def test_the_list_goes_with_the_focus_and_with_the_caret(driver: WindowDriver, review: Any) -> None:
    type_in(driver, review, "Hi ;of")
    press(driver, review, Key.Key_Home)
    driver.until(lambda: not review.offers.offering)
    press(driver, review, Key.Key_End)
    driver.until(lambda: not review.offers.offering)
    type_in(driver, review, "f")
    review.page.envelope.subject.setFocus()
    assert not review.offers.offering


def test_the_list_stays_with_the_caret_while_the_page_moves(
    driver: WindowDriver, review: Any
) -> None:
    body, offers = review.page.body, review.offers
    driver.qtbot.keyClicks(body, "\r" * 40)
    type_in(driver, review, ";of")
    body.setMinimumHeight(body.height() + 40)
    driver.until(lambda: not offers._moved.isActive())
    assert offered(review) == ["Offer", "Offered twice"]
    window = review.window()
    caret = body.viewport().mapTo(window, body.cursorRect().topLeft()).y()
    bottom = offers.list.geometry().bottom()
    assert bottom < caret + body.cursorRect().height() or offers.list.y() > caret
    assert 0 <= offers.list.y() <= window.height() - offers.list.height()


def test_what_is_typed_before_the_answer_comes_stays_behind_the_template(
    held: tuple[WindowDriver, HeldRunner],
) -> None:
    driver, runner = held
    driver.house.store.templates.save(Template("Thank you", "Thank you!"))
    pane = open_(driver, own_mail(driver.house, body=""))
    pane.page.body.setFocus()
    type_in(driver, pane, ";th")
    runner.held = templates.FILL_TEMPLATE.name
    press(driver, pane, Key.Key_Return)
    driver.qtbot.waitUntil(runner.began.is_set)
    driver.qtbot.keyClicks(pane.page.body, " More.")
    runner.release.set()
    driver.until(lambda: "Thank" in pane.page.body.text())
    assert pane.page.body.text() == "Thank you! More."


def test_enter_takes_nothing_that_was_offered_for_other_letters(
    held: tuple[WindowDriver, HeldRunner], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(template_use, "FRESH_MS", 0)  # each letter has the folder read again
    driver, runner = held
    driver.house.store.templates.save(Template("Thank you", "Thank you!"))
    pane = open_(driver, own_mail(driver.house, body=""))
    pane.page.body.setFocus()
    type_in(driver, pane, ";t")
    runner.held = templates.LIST_TEMPLATES.name
    driver.qtbot.keyClicks(pane.page.body, "o")
    driver.qtbot.waitUntil(runner.began.is_set)
    press(driver, pane, Key.Key_Return)
    runner.release.set()
    driver.until(lambda: not pane.offers.offering)
    assert pane.page.body.text() == ";to\n"


def test_a_reply_keeps_its_subject_and_an_unknown_name_blocks(driver: WindowDriver) -> None:
    driver.house.store.templates.save(
        Template("Hello", "Hello {last name} {mi nombre}", subject="S")
    )
    driver.house.store.templates.save(Template("Who", "{subject}: {first name}"))
    pane = open_(driver, own_reply(driver.house, body=""))
    subject = pane.page.content().subject
    pane.page.body.setFocus()
    pane.templates.put_in("Hello")
    driver.until(lambda: pane.page.body.text() == "Hello Lee Alex")
    assert pane.page.content().subject == subject
    pane.page.envelope.fields["to"].show_addresses((), {})
    pane.page.body.selectAll()
    pane.templates.put_in("who")
    driver.until(lambda: pane.page.body.text().endswith("[first name]"))
    driver.until(lambda: any(c.code == "placeholder" for c in pane.form.review.checks))
    assert not pane.form.ready().allowed


def test_the_menu_and_the_palette_put_one_in_at_the_caret(
    driver: WindowDriver, review: Any
) -> None:
    body = review.page.body
    driver.qtbot.keyClicks(body, "AB")
    body.moveCursor(body.textCursor().MoveOperation.Left)
    driver.bench.actions.trigger("draft_template")
    driver.until(lambda: bool(menus(review)))
    [menu] = menus(review)
    assert [each.text() for each in menu.actions()] == ["Offer", "Offered twice", "Thank you"]
    menu.actions()[2].trigger()
    menu.close()
    driver.until(lambda: body.text() == "AThank you!B")
    assert body.hasFocus()
    driver.bench.actions.trigger("palette")
    [palette] = driver.window.findChildren(Palette)
    palette.entry.setText("insert template offered")
    driver.until(lambda: palette.list.item(0).text() == "Insert template: Offered twice")
    driver.qtbot.keyClick(palette.entry, Key.Key_Return)
    driver.until(lambda: body.text() == "AThank you!Offered twice!B")


def menus(pane: Any) -> list[QMenu]:
    found = pane.form.findChildren(QMenu)
    return [each for each in found if each.accessibleName() == "Insert template"]


def test_a_mail_and_a_selection_are_saved_as_templates(driver: WindowDriver, review: Any) -> None:
    body = review.page.body
    driver.qtbot.keyClicks(body, "One two")
    answer(driver, review, "Whole")
    kept = driver.house.store.templates
    driver.until(lambda: kept.free_name("whole") != "whole")
    assert kept.get("whole").template.to == (DANA,)
    body.moveCursor(body.textCursor().MoveOperation.WordLeft, body.textCursor().MoveMode.KeepAnchor)
    answer(driver, review, "Whole")  # the name is taken: it is asked for again
    driver.until(lambda: bool(dialogs(driver)))
    assert "already" in dialogs(driver)[0].accessibleName()
    answer_dialog(driver, "Part")
    driver.until(lambda: kept.free_name("part") != "part")
    assert kept.get("part").template.body == "two"
    assert kept.get("part").template.to == ()


def dialogs(driver: WindowDriver) -> list[QLineEdit]:
    found = driver.window.findChildren(QDialogButtonBox)
    boxes = [each for each in found if each.isVisible() and "Save" in names_of(each)]
    return [there(each.parentWidget()).findChildren(QLineEdit)[0] for each in boxes]


def names_of(box: QDialogButtonBox) -> list[str]:
    return [each.text() for each in box.buttons()]


def answer(driver: WindowDriver, pane: Any, name: str) -> None:
    driver.bench.actions.trigger("draft_save_template")
    answer_dialog(driver, name)


def answer_dialog(driver: WindowDriver, name: str) -> None:
    driver.until(lambda: bool(dialogs(driver)))
    entry = dialogs(driver)[0]
    entry.setText(name)
    driver.qtbot.keyClick(entry, Key.Key_Return)


def test_emoji_are_offered_by_their_names(driver: WindowDriver, review: Any) -> None:
    body = review.page.body
    type_in(driver, review, "Well done :party")
    assert offered(review)[0] == "🎉 party popper"
    assert driver.qtbot.keyClick(body, Key.Key_Tab) is None
    assert body.text() == "Well done 🎉"
    driver.qtbot.keyClick(body, Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert body.text() == "Well done :party"
    type_in(driver, review, " at 10:30 http:xx Note:well :x", offers=False)
    driver.house.settings.change("writing.emoji_offers", False)
    type_in(driver, review, " :party", offers=False)


def test_a_template_of_another_account_is_not_offered(driver: WindowDriver, review: Any) -> None:
    driver.house.store.templates.save(Template("Offline", "x", account="al@moss.example"))
    type_in(driver, review, ";off")
    assert offered(review) == ["Offer", "Offered twice"]


@pytest.mark.parametrize(
    ("what", "said"),
    [
        ((False, 0, 0), ""),
        ((True, 0, 0), "The subject came along, and stays when you undo the text."),
        ((True, 2, 1),
         "The subject, 2 recipients and 1 file came along, and stay when you undo the text."),
        ((False, 0, 1), "1 file came along, and stays when you undo the text."),
    ],
)  # fmt: skip
def test_what_came_along_is_said(what: tuple[bool, int, int], said: str) -> None:
    assert came_along(*what) == said


def test_the_keys_are_the_editor_s_own_while_nothing_is_offered(
    driver: WindowDriver, review: Any
) -> None:
    driver.qtbot.keyClicks(review.page.body, "text")
    driver.qtbot.keyClick(review.page.body, Key.Key_Tab)
    assert not review.page.body.hasFocus()
    assert review.page.body.text() == "text"


RICH = Template("Rich", "Dear **{first name}**,\n- [offer](https://x.example/)", "text/markdown")


def formatted_review(driver: WindowDriver) -> Any:
    driver.house.store.templates.save(RICH)
    pane = open_(driver, own_mail(driver.house, to=(str(DANA),), subject="", body=""))
    pane.page.words.edit_formatted()
    return pane


def test_a_formatted_mail_gets_the_formatting_and_one_undo_takes_it_back(
    driver: WindowDriver,
) -> None:
    pane = formatted_review(driver)
    body = pane.page.body
    type_in(driver, pane, "Hi ;ri")
    press(driver, pane, Key.Key_Return)
    driver.until(lambda: "Dear" in body.text())
    assert body.source() == "Hi \nDear **Dana**,\n- [offer](https://x.example/)".replace(
        "Hi ", "Hi\u00a0"
    )
    assert body.textCursor().atEnd()
    body.undo()
    assert body.text() == "Hi ;ri"


def test_a_plain_mail_gets_the_plain_words(driver: WindowDriver, review: Any) -> None:
    driver.house.store.templates.save(RICH)
    body = review.page.body
    type_in(driver, review, ";ri")
    press(driver, review, Key.Key_Return)
    driver.until(lambda: "Dear" in body.text())
    assert body.text() == "Dear *Dana*,\n- offer <https://x.example/>"


def test_a_template_is_made_of_formatted_words_that_are_selected(driver: WindowDriver) -> None:
    pane = formatted_review(driver)
    body = pane.page.body
    body.insert_document(from_source("One\n**two** three\nfour"))
    cursor = body.textCursor()
    cursor.setPosition(4)
    cursor.setPosition(body.text().index("four") - 1, cursor.MoveMode.KeepAnchor)
    body.setTextCursor(cursor)
    pane.templates._save("Mine", markup(from_source("**two** three")), formatted=True)
    found = driver.house.store.templates
    driver.until(lambda: any(t.template.name == "Mine" for t in found.read().templates))
    made = found.get("Mine").template
    assert (made.body, made.content_type) == ("**two** three", "text/markdown")
    asked: list[tuple[Any, ...]] = []
    pane.templates._ask_name = lambda *given: asked.append(given)
    pane.templates.ask_name()
    assert asked == [("Name", "<div><b>two</b> three</div>", "", True)]
