"""The window as a person uses it: lists, reading, organising, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QPushButton

from desktop_app.model.message import SystemLabel
from desktop_app.ui.mailbox.conversation_model import ROW
from desktop_app.ui.mailbox.label_picker import LabelPicker
from tests.fakes.house import TestHouse, mail
from tests.sure import of_kind, there
from tests.ui.conftest import WindowDriver

KEY = Qt.Key


def press(
    driver: WindowDriver,
    key: Qt.Key,
    modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier,
) -> None:
    driver.qtbot.keyClick(QApplication.focusWidget() or driver.window, key, modifier)


def labels(house: TestHouse, subject: str) -> frozenset[str]:
    for thread_id in range(1, 10):
        try:
            thread = house.store.threads.get(thread_id)
        except Exception:
            continue
        if thread.subject == subject:
            return frozenset().union(*(m.labels for m in thread.messages))
    raise AssertionError(subject)


def test_the_inbox_is_listed_newest_first_with_a_sentence_for_each_row(
    driver: WindowDriver,
) -> None:
    view = driver.conversations.view
    assert driver.rows() == ["Lunch", "Report", "Budget"]
    assert view.accessibleName() == "Conversations"
    spoken = view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Unread. Dana Lee. Lunch.")


def test_choosing_a_conversation_shows_it_and_marks_it_read_after_the_set_time(
    driver: WindowDriver,
) -> None:
    driver.house.settings.change("mail.mark_read_seconds", 0)
    driver.open_first()
    assert driver.thread.title.text() == "Lunch"
    assert "About lunch." in driver.thread.column.cards()[0].readers[0].toPlainText()
    driver.until(lambda: SystemLabel.UNREAD not in labels(driver.house, "Lunch"))


def test_nothing_is_marked_read_when_the_person_wants_to_do_it(driver: WindowDriver) -> None:
    driver.house.settings.change("mail.mark_read_seconds", -1)
    driver.open_first()
    assert not driver.thread._read_timer.isActive()
    assert SystemLabel.UNREAD in labels(driver.house, "Lunch")


def test_archiving_goes_on_to_the_conversation_below_and_can_be_undone(
    driver: WindowDriver,
) -> None:
    driver.open_first()
    press(driver, KEY.Key_E)
    driver.until(lambda: driver.rows() == ["Report", "Budget"])
    driver.until(lambda: driver.thread.title.text() == "Report")
    assert driver.conversations.view.current().subject == "Report"
    press(driver, KEY.Key_Z)
    driver.until(lambda: driver.rows() == ["Lunch", "Report", "Budget"])


def test_the_last_row_gone_the_one_above_is_next(driver: WindowDriver) -> None:
    driver.conversations.view.go_to(2)
    driver.until(lambda: driver.thread.title.text() == "Budget")
    press(driver, KEY.Key_E)
    driver.until(lambda: driver.rows() == ["Lunch", "Report"])
    assert driver.conversations.view.current().subject == "Report"


def test_an_undone_change_can_be_done_again(driver: WindowDriver) -> None:
    driver.open_first()
    press(driver, KEY.Key_E)
    driver.until(lambda: len(driver.rows()) == 2)
    stack = there(driver.window.late).organiser.stack
    stack.undo()
    driver.until(lambda: len(driver.rows()) == 3)
    stack.redo()
    driver.until(lambda: len(driver.rows()) == 2)
    stack.undo()
    driver.until(lambda: len(driver.rows()) == 3)


def test_several_selected_conversations_are_organised_together(driver: WindowDriver) -> None:
    view = driver.conversations.view
    view.setFocus()
    view.go_to(0)
    view.toggle_current()
    driver.bench.actions.trigger("select_all")
    assert driver.conversations.head.note.text() == "3 selected"
    driver.bench.actions.trigger("mark_read")
    driver.until(
        lambda: all(
            SystemLabel.UNREAD not in labels(driver.house, s) for s in ("Budget", "Report", "Lunch")
        )
    )
    assert len(view.selected()) == 3


def test_j_and_k_walk_and_x_selects(driver: WindowDriver) -> None:
    view = driver.conversations.view
    view.setFocus()
    press(driver, KEY.Key_J)
    assert view.current().subject == "Lunch"
    press(driver, KEY.Key_J)
    assert view.current().subject == "Report"
    press(driver, KEY.Key_K)
    assert view.current().subject == "Lunch"
    press(driver, KEY.Key_X)
    assert [row.subject for row in view.selected()] == ["Lunch"]
    press(driver, KEY.Key_X)
    assert view.selected() == []


def test_letters_typed_into_the_search_entry_do_nothing_to_mail(driver: WindowDriver) -> None:
    driver.open_first()
    driver.bench.actions.trigger("search")
    entry = QApplication.focusWidget()
    assert isinstance(entry, QLineEdit)
    assert entry.accessibleName() == "Search mail"
    driver.qtbot.keyClicks(entry, "es#!z*acf")
    assert entry.text() == "es#!z*acf"
    driver.until(lambda: driver.conversations.query == "es#!z*acf")
    assert SystemLabel.INBOX in labels(driver.house, "Lunch")
    assert SystemLabel.STARRED not in labels(driver.house, "Lunch")
    assert QApplication.focusWidget() is entry


def test_every_keystroke_searches_and_enter_goes_to_the_list(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("search")
    entry = driver.window.search.entry
    driver.qtbot.keyClicks(entry, "repo")
    driver.until(lambda: driver.rows() == ["Report"])
    assert driver.conversations.head.title.text() == "Search results"
    press(driver, KEY.Key_Return)
    driver.until(lambda: QApplication.focusWidget() is driver.conversations.view)
    assert driver.rows() == ["Report"]


def test_enter_presses_the_button_that_has_the_focus_once(driver: WindowDriver) -> None:
    pressed: list[bool] = []
    button = QPushButton("A button", driver.window.frame.main)
    button.clicked.connect(lambda: pressed.append(True))
    button.show()
    button.setFocus()
    for repeat in (False, True, True):
        modifier = Qt.KeyboardModifier.NoModifier
        event = QKeyEvent(QEvent.Type.KeyPress, KEY.Key_Return, modifier, "", repeat)
        QApplication.sendEvent(button, event)
    assert len(pressed) == 1


def test_emptying_the_search_entry_shows_the_inbox_again(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("search")
    driver.qtbot.keyClicks(driver.window.search.entry, "report")
    driver.until(lambda: driver.rows() == ["Report"])
    driver.window.search.entry.selectAll()
    press(driver, KEY.Key_Backspace)
    driver.until(lambda: len(driver.rows()) == 3)
    assert driver.conversations.head.title.text() == "Inbox"


def test_a_query_that_cannot_be_understood_says_why_below_the_entry(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("search")
    driver.qtbot.keyClicks(driver.window.search.entry, "has:nonsense")
    press(driver, KEY.Key_Return)
    popup = driver.window.search.popup
    driver.until(popup.problem.isVisible)
    assert "nonsense" in popup.problem.text()
    assert driver.window.search.entry.property("role") == "error"


def test_suggestions_complete_the_word_at_the_caret(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("search")
    entry, popup = driver.window.search.entry, driver.window.search.popup
    driver.qtbot.keyClicks(entry, "from:dan")
    driver.until(lambda: popup.list.count() > 0)
    press(driver, KEY.Key_Down)
    press(driver, KEY.Key_Return)
    assert entry.text().startswith("from:dana@lee.example")
    driver.until(lambda: len(driver.rows()) == 3)


def test_an_empty_place_says_so_in_its_own_words_and_offers_one_thing(driver: WindowDriver) -> None:
    driver.bench.actions.trigger("go_starred")
    driver.until(lambda: driver.conversations.query == "is:starred" and not driver.rows())
    message = driver.conversations.states.currentWidget()
    assert "Nothing is starred" in message.text.text()


def test_starring_from_the_row_leaves_the_selection_alone(driver: WindowDriver) -> None:
    view = driver.conversations.view
    index = view.model().index(1, 0)
    star, _ = view.delegate._action_boxes(view.visualRect(index), index.data(ROW))
    driver.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=star.center())
    driver.until(lambda: driver.conversations.model.rows[1].starred)
    assert view.selected() == []
    assert SystemLabel.STARRED in labels(driver.house, "Report")


def test_new_mail_appears_above_without_moving_what_is_selected(driver: WindowDriver) -> None:
    driver.conversations.view.go_to(1)
    driver.until(lambda: driver.thread.title.text() == "Report")
    driver.house.add(mail("News", message_id="news@x", date="Tue, 1 Sep 2026 10:00:00 +0000"))
    driver.until(lambda: driver.rows()[0] == "News")
    assert [row.subject for row in driver.conversations.view.selected()] == ["Report"]
    assert driver.conversations.view.current().subject == "Report"


def test_a_long_list_comes_page_by_page(
    house: TestHouse, open_window: Callable[..., WindowDriver]
) -> None:
    for number in range(120):
        house.add(
            mail(f"Mail {number}", message_id=f"{number}@x", date="Mon, 10 Aug 2026 10:00:00 +0000")
        )
    driver = open_window()
    driver.until(lambda: len(driver.rows()) >= 50)
    driver.conversations.view.scrollToBottom()
    driver.until(lambda: len(driver.rows()) == 120)
    assert len(set(driver.rows())) == 120


def test_f6_goes_through_the_panes_and_back(driver: WindowDriver) -> None:
    driver.open_first()
    driver.conversations.view.setFocus()
    press(driver, KEY.Key_F6)
    assert driver.thread.isAncestorOf(there(QApplication.focusWidget()))
    press(driver, KEY.Key_F6)
    assert driver.window.frame.sidebar.isAncestorOf(there(QApplication.focusWidget()))
    press(driver, KEY.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert driver.thread.isAncestorOf(there(QApplication.focusWidget()))


def test_labels_are_made_and_put_on_from_the_picker(driver: WindowDriver) -> None:
    driver.open_first()
    press(driver, KEY.Key_L)
    picker = of_kind(LabelPicker, QApplication.activeModalWidget())
    picker.entry.setText("Projects")
    driver.until(lambda: picker.list.count() == 1)
    driver.qtbot.keyClick(picker.entry, KEY.Key_Return)
    driver.until(lambda: "Projects" in labels(driver.house, "Lunch"))
    sidebar = driver.window.frame.sidebar.list
    driver.until(lambda: any(entry.title == "Projects" for entry in sidebar.entries()))


def test_the_sidebar_says_how_many_are_unread(driver: WindowDriver) -> None:
    entries = {e.title: e for e in driver.window.frame.sidebar.list.entries()}
    assert entries["Inbox"].sentence == "Inbox, 3 unread"
    driver.bench.navigation.organise("read", (driver.conversations.model.rows[0].id,))
    driver.until(
        lambda: {e.title: e.count for e in driver.window.frame.sidebar.list.entries()}["Inbox"] == 2
    )


def test_the_window_may_be_as_small_as_promised(driver: WindowDriver) -> None:
    driver.window.resize(900, 600)
    QApplication.processEvents()
    assert (driver.window.width(), driver.window.height()) == (900, 600)
    driver.open_first()
    card = driver.thread.column.cards()[0]
    right = card.mapTo(driver.thread, QPoint(card.width(), 0)).x()
    assert right <= driver.thread.width()


def test_where_the_window_was_is_kept(
    driver: WindowDriver, open_window: Callable[..., WindowDriver], house: TestHouse
) -> None:
    driver.window.resize(900, 650)
    driver.window.frame.splitter.setSizes([180, 300, 520])
    sizes = driver.window.frame.splitter.sizes()
    driver.window.leave()
    again = open_window()
    assert (again.window.width(), again.window.height()) == (900, 650)
    assert again.window.frame.splitter.sizes() == sizes
