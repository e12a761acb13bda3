"""What assistants and programs ask for: cards that name what they are about."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPlainTextEdit, QPushButton

from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import NotFound
from desktop_app.ui.drafts.pane import DraftsPane
from desktop_app.ui.drafts.request_card import RequestCardView
from desktop_app.ui.widgets.focus import press
from tests.fakes.house import mail
from tests.mail.message.test_unsubscribe import ONE_CLICK, SIGNED
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import open_review, propose


def open_tab(driver: WindowDriver) -> DraftsPane:
    driver.bench.navigation.show_drafts("review")
    pane: DraftsPane = driver.window.frame.drafts
    driver.until(pane.isVisible)
    return pane


def asked(
    driver: WindowDriver, name: str, arguments: Mapping[str, object], count: int = 1
) -> DraftsPane:
    """The pane with so many cards after a program asked for one thing more."""
    runner = driver.house.runner(Origin.MCP, "Claude Desktop", caller="c")
    runner.call_by_name(name, arguments)
    pane = open_tab(driver)
    driver.until(lambda: len(pane.requests.cards) == count)
    return pane


def three_mails(driver: WindowDriver) -> list[str]:
    house = driver.house
    return [str(house.add(mail(f"Budget {n}", message_id=f"{n}@lee.example")).id) for n in range(3)]


def words(card: RequestCardView) -> list[str]:
    assert card.mails is not None
    model = card.mails.model()
    return [model.index(row, 0).data() for row in range(model.rowCount())]


def tick(card: RequestCardView, row: int, *, on: bool) -> None:
    assert card.mails is not None
    model = card.mails.model()
    state = Qt.CheckState.Checked if on else Qt.CheckState.Unchecked
    model.setData(model.index(row, 0), state, Qt.ItemDataRole.CheckStateRole)


def test_a_card_names_each_mail_and_one_can_be_left_out(driver: WindowDriver) -> None:
    ids = three_mails(driver)
    pane = asked(driver, "modify_messages", {"ids": ids, "action": "trash"})
    [card] = pane.requests.cards
    assert card.title.text() == "Move to trash: 3 mails"
    for row, subject in zip(words(card), ("Budget 2", "Budget 1", "Budget 0"), strict=True):
        assert row.startswith(f"{subject}\n")
        assert "From Dana Lee <dana@lee.example>\nTo Alex Morgan <alex@fernhill.example>" in row
    tick(card, 0, on=False)
    assert card.title.text() == "Move to trash: 2 of 3 mails"
    card.allow.click()
    driver.until(lambda: not pane.requests.cards)
    labels = [driver.house.store.messages.get(int(i)).labels for i in ids]
    assert ["TRASH" in each for each in labels] == [True, True, False]


def test_with_no_mail_ticked_there_is_nothing_to_allow(driver: WindowDriver) -> None:
    pane = asked(driver, "modify_messages", {"ids": three_mails(driver), "action": "star"})
    [card] = pane.requests.cards
    for row in range(3):
        tick(card, row, on=False)
    assert not card.allow.isEnabled()
    tick(card, 1, on=True)
    assert card.allow.isEnabled()


def test_a_mail_opens_from_the_card(driver: WindowDriver) -> None:
    ids = three_mails(driver)
    pane = asked(driver, "modify_messages", {"ids": ids, "action": "star"})
    [card] = pane.requests.cards
    opened: list[tuple[int, int]] = []
    pane.bench.navigation.thread_wanted.connect(lambda *ids: opened.append(ids))
    button = next(b for b in card.findChildren(QPushButton) if b.text() == "Open the mail")
    button.click()
    assert [message for _, message in opened] == [int(ids[2])]


def test_a_deletion_says_that_it_is_for_good(driver: WindowDriver) -> None:
    ids = three_mails(driver)
    runner = driver.house.runner(Origin.ASSISTANT, "A model")
    runner.call_by_name("delete_messages", {"ids": ids[:1]})
    pane = open_tab(driver)
    driver.until(lambda: len(pane.requests.cards) == 1)
    [card] = pane.requests.cards
    assert card.title.text() == "Delete for good: 1 mail"
    assert card.allow.text() == "Delete for good"
    card.allow.click()
    driver.until(lambda: not pane.requests.cards)
    with pytest.raises(NotFound):
        driver.house.store.messages.get(int(ids[0]))


def test_a_draft_is_shown_as_it_would_be(driver: WindowDriver) -> None:
    driver.house.settings.change("policy.mcp_draft", "ask")
    given = {"to": ["dana@lee.example"], "subject": "Lunch", "body": "One?\nOr two?"}
    pane = asked(driver, "create_draft", given)
    [card] = pane.requests.cards
    [text] = card.findChildren(QPlainTextEdit)
    assert card.title.text() == "Write a draft"
    assert text.toPlainText() == "One?\nOr two?"
    assert text.isReadOnly()
    card.allow.click()
    driver.until(lambda: not pane.requests.cards)
    [draft] = driver.house.store.drafts.in_state((DraftState.PROPOSED,))
    assert (draft.author.name, draft.content.subject) == ("Claude Desktop", "Lunch")


def test_many_of_one_asker_are_answered_together(driver: WindowDriver) -> None:
    ids = three_mails(driver)
    for count, each in enumerate(ids, 1):
        pane = asked(driver, "modify_messages", {"ids": [each], "action": "archive"}, count)
    buttons = pane.requests.findChildren(QPushButton)  # those of two are still to be deleted
    head = [b for b in buttons if " all " in b.text() and b.isVisible()]
    assert [b.text() for b in head] == ["Allow all 3", "Refuse all 3"]
    rested(driver, pane)
    head[0].click()
    driver.until(lambda: not pane.requests.cards)
    for each in ids:
        assert "INBOX" not in driver.house.store.messages.get(int(each)).labels


def test_what_comes_later_moves_no_card_and_takes_no_press_at_once(driver: WindowDriver) -> None:
    first, second, _ = three_mails(driver)
    pane = asked(driver, "modify_messages", {"ids": [first], "action": "archive"})
    before = pane.requests.cards[0].card.id
    pane = asked(driver, "modify_messages", {"ids": [second], "action": "archive"}, 2)
    assert pane.requests.cards[0].card.id == before
    card = pane.requests.cards[0]
    QTest.mouseClick(card.allow, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert len(driver.house.store.requests.open()) == 2
    rested(driver, pane)
    card.allow.click()
    driver.until(lambda: len(pane.requests.cards) == 1)


def test_one_press_is_one_answer(driver: WindowDriver) -> None:
    pane = asked(driver, "modify_messages", {"ids": three_mails(driver)[:1], "action": "star"})
    [card] = pane.requests.cards
    given: list[object] = []
    pane.requests.answered.connect(given.append)
    for _ in range(3):
        QTest.mouseClick(card.allow, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    assert len(given) == 1


def test_what_fails_stays_and_says_why(driver: WindowDriver) -> None:
    pane = asked(driver, "create_label", {"name": "Clients"})
    driver.house.store.labels.create("work", "Clients")
    [card] = pane.requests.cards
    card.allow.click()
    driver.until(lambda: "Could not be done" in shown(pane))
    assert "already a label" in shown(pane)
    [card] = pane.requests.cards
    assert [b.text() for b in card.findChildren(QPushButton) if b.isVisible()] == ["Dismiss"]
    rested(driver, pane)
    card.refuse.click()
    driver.until(lambda: not pane.requests.cards)


def test_the_focus_goes_on_to_the_next_card(driver: WindowDriver) -> None:
    for count, each in enumerate(three_mails(driver), 1):
        pane = asked(driver, "modify_messages", {"ids": [each], "action": "archive"}, count)
    rested(driver, pane)
    press(pane.requests.cards[1].allow)
    driver.until(pane.requests.cards[1].allow.hasFocus)
    QTest.keyClick(pane.requests.cards[1].allow, Qt.Key.Key_Space)
    driver.until(lambda: len(pane.requests.cards) == 2)
    driver.until(pane.requests.cards[1].allow.hasFocus)


def test_the_focus_goes_on_to_no_button_that_deletes_for_good(driver: WindowDriver) -> None:
    driver.house.store.labels.create("work", "Old")
    pane = asked(driver, "create_label", {"name": "New"}, 1)
    pane = asked(driver, "delete_label", {"label_id": "Old"}, 2)
    rested(driver, pane)
    press(pane.requests.cards[0].allow)
    QTest.keyClick(pane.requests.cards[0].allow, Qt.Key.Key_Space)
    driver.until(lambda: len(pane.requests.cards) == 1)
    driver.until(pane.requests.cards[0].refuse.hasFocus)


def test_cards_are_as_high_as_their_words_when_the_list_gets_wider(driver: WindowDriver) -> None:
    """A draft that opens takes the sidebar's place, and the list gets some of it."""
    driver.house.store.labels.create("work", "Joiners")
    driver.window.resize(900, 600)
    draft = propose(driver.house)
    pane = asked(driver, "delete_label", {"label_id": "Joiners"})
    card = pane.requests.cards[0]
    before = card.width()
    open_review(driver, draft)
    driver.until(lambda: card.width() > before)
    driver.until(lambda: card.height() == there(card.layout()).totalHeightForWidth(card.width()))


def rested(driver: WindowDriver, pane: DraftsPane) -> None:
    driver.until(lambda: not pane.requests._rest.isActive())


def shown(pane: DraftsPane) -> str:
    labels = pane.requests.findChildren(QLabel)
    return " ".join(label.text() for label in labels if label.isVisible())


def test_leaving_a_list_says_what_is_told_to_whom(driver: WindowDriver) -> None:
    told: list[str] = []

    def unsubscribe(url: str) -> None:
        told.append(url)

    driver.house.unsubscribe = unsubscribe
    more = f"List-Unsubscribe: <https://news.example/off>\r\n{ONE_CLICK}{SIGNED}"
    message = driver.house.add(mail("News", more=more))
    pane = asked(driver, "ask_to_unsubscribe", {"message_id": str(message.id)})
    [card] = pane.requests.cards
    assert card.title.text() == "Unsubscribe from a list"
    assert card.allow.text() == "Unsubscribe"
    texts = [label.text() for label in card.findChildren(QLabel)]
    assert "Server: “news.example”" in texts
    assert any("learns your network address" in text for text in texts)
    assert told == []
    card.allow.click()
    driver.until(lambda: told == ["https://news.example/off"])


def test_a_change_by_a_query_says_by_which_it_was_found(driver: WindowDriver) -> None:
    three_mails(driver)
    pane = asked(
        driver, "modify_messages", {"query": "rfc822msgid:1@lee.example", "action": "archive"}
    )
    [card] = pane.requests.cards
    assert card.title.text() == "Archive: 1 mail"
    texts = [label.text() for label in card.findChildren(QLabel)]
    assert "Found when it was asked, by the search: “rfc822msgid:1@lee.example”" in texts


def test_allowing_all_names_what_is_told_and_what_goes_for_good(driver: WindowDriver) -> None:
    house = driver.house
    more = f"List-Unsubscribe: <https://news.example/off>\r\n{ONE_CLICK}{SIGNED}"
    house.add(mail("News", more=more))
    house.store.labels.create("work", "Old")
    runner = house.runner(Origin.MCP, "Claude Desktop", caller="c")
    runner.call_by_name("delete_label", {"label_id": "Old"})
    pane = asked(driver, "ask_to_unsubscribe", {"subject": "news"}, count=2)
    words = [button.text() for button in pane.requests.findChildren(QPushButton)]
    assert "Allow all 2 (1 deletes for good)" in words
    texts = [label.text() for label in pane.requests.findChildren(QLabel)]
    assert "1 of them tells a list that you leave it." in texts
