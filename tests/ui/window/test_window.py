"""The window as a person uses it: lists, reading, organising, by mouse and keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QApplication, QLineEdit

from desktop_app.model.message import SystemLabel
from tests.fakes.house import TestHouse, mail
from tests.ui.conftest import Desk

KEY = Qt.Key


def press(desk: Desk, key: Qt.Key, modifier: Qt.KeyboardModifier = Qt.KeyboardModifier.NoModifier):  # type: ignore[no-untyped-def]
    desk.qtbot.keyClick(QApplication.focusWidget() or desk.window, key, modifier)


def labels(house: TestHouse, subject: str) -> frozenset[str]:
    for thread_id in range(1, 10):
        try:
            thread = house.store.threads.get(thread_id)
        except Exception:
            continue
        if thread.subject == subject:
            return frozenset().union(*(m.labels for m in thread.messages))
    raise AssertionError(subject)


def test_the_inbox_is_listed_newest_first_with_a_sentence_for_each_row(desk: Desk) -> None:
    view = desk.conversations.view
    assert desk.rows() == ["Lunch", "Report", "Budget"]
    assert view.accessibleName() == "Conversations"
    spoken = view.model().index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert spoken.startswith("Unread. Dana Lee. Lunch.")


def test_choosing_a_conversation_shows_it_and_marks_it_read_after_the_set_time(
    desk: Desk,
) -> None:
    desk.house.settings.change("mail.mark_read_seconds", 0)
    desk.open_first()
    assert desk.thread.title.text() == "Lunch"
    assert "About lunch." in desk.thread.column.cards()[0].readers[0].toPlainText()
    desk.until(lambda: SystemLabel.UNREAD not in labels(desk.house, "Lunch"))


def test_nothing_is_marked_read_when_the_person_wants_to_do_it(desk: Desk) -> None:
    desk.house.settings.change("mail.mark_read_seconds", -1)
    desk.open_first()
    assert not desk.thread._read_timer.isActive()
    assert SystemLabel.UNREAD in labels(desk.house, "Lunch")


def test_archiving_goes_on_to_the_conversation_below_and_can_be_undone(desk: Desk) -> None:
    desk.open_first()
    press(desk, KEY.Key_E)
    desk.until(lambda: desk.rows() == ["Report", "Budget"])
    desk.until(lambda: desk.thread.title.text() == "Report")
    assert desk.conversations.view.current().subject == "Report"
    press(desk, KEY.Key_Z)
    desk.until(lambda: desk.rows() == ["Lunch", "Report", "Budget"])


def test_the_last_row_gone_the_one_above_is_next(desk: Desk) -> None:
    desk.conversations.view.go_to(2)
    desk.until(lambda: desk.thread.title.text() == "Budget")
    press(desk, KEY.Key_E)
    desk.until(lambda: desk.rows() == ["Lunch", "Report"])
    assert desk.conversations.view.current().subject == "Report"


def test_an_undone_change_can_be_done_again(desk: Desk) -> None:
    desk.open_first()
    press(desk, KEY.Key_E)
    desk.until(lambda: len(desk.rows()) == 2)
    stack = desk.window.late.organiser.stack
    stack.undo()
    desk.until(lambda: len(desk.rows()) == 3)
    stack.redo()
    desk.until(lambda: len(desk.rows()) == 2)
    stack.undo()
    desk.until(lambda: len(desk.rows()) == 3)


def test_several_selected_conversations_are_organised_together(desk: Desk) -> None:
    view = desk.conversations.view
    view.setFocus()
    view.go_to(0)
    view.toggle_current()
    desk.bench.actions.trigger("select_all")
    assert desk.conversations.note.text() == "3 selected"
    desk.bench.actions.trigger("mark_read")
    desk.until(
        lambda: all(
            SystemLabel.UNREAD not in labels(desk.house, s) for s in ("Budget", "Report", "Lunch")
        )
    )
    assert len(view.selected()) == 3


def test_j_and_k_walk_and_x_selects(desk: Desk) -> None:
    view = desk.conversations.view
    view.setFocus()
    press(desk, KEY.Key_J)
    assert view.current().subject == "Lunch"
    press(desk, KEY.Key_J)
    assert view.current().subject == "Report"
    press(desk, KEY.Key_K)
    assert view.current().subject == "Lunch"
    press(desk, KEY.Key_X)
    assert [row.subject for row in view.selected()] == ["Lunch"]
    press(desk, KEY.Key_X)
    assert view.selected() == []


def test_letters_typed_into_the_search_entry_do_nothing_to_mail(desk: Desk) -> None:
    desk.open_first()
    desk.bench.actions.trigger("search")
    entry = QApplication.focusWidget()
    assert isinstance(entry, QLineEdit)
    assert entry.accessibleName() == "Search mail"
    desk.qtbot.keyClicks(entry, "es#!z*acf")
    assert entry.text() == "es#!z*acf"
    desk.until(lambda: desk.conversations.query == "es#!z*acf")
    assert SystemLabel.INBOX in labels(desk.house, "Lunch")
    assert SystemLabel.STARRED not in labels(desk.house, "Lunch")
    assert QApplication.focusWidget() is entry


def test_every_keystroke_searches_and_enter_goes_to_the_list(desk: Desk) -> None:
    desk.bench.actions.trigger("search")
    entry = desk.window.search.entry
    desk.qtbot.keyClicks(entry, "repo")
    desk.until(lambda: desk.rows() == ["Report"])
    assert desk.conversations.title.text() == "Search results"
    press(desk, KEY.Key_Return)
    desk.until(lambda: QApplication.focusWidget() is desk.conversations.view)
    assert desk.rows() == ["Report"]


def test_emptying_the_search_entry_shows_the_inbox_again(desk: Desk) -> None:
    desk.bench.actions.trigger("search")
    desk.qtbot.keyClicks(desk.window.search.entry, "report")
    desk.until(lambda: desk.rows() == ["Report"])
    desk.window.search.entry.selectAll()
    press(desk, KEY.Key_Backspace)
    desk.until(lambda: len(desk.rows()) == 3)
    assert desk.conversations.title.text() == "Inbox"


def test_a_query_that_cannot_be_understood_says_why_below_the_entry(desk: Desk) -> None:
    desk.bench.actions.trigger("search")
    desk.qtbot.keyClicks(desk.window.search.entry, "has:nonsense")
    press(desk, KEY.Key_Return)
    popup = desk.window.search.popup
    desk.until(popup.problem.isVisible)
    assert "nonsense" in popup.problem.text()
    assert desk.window.search.entry.property("role") == "error"


def test_suggestions_complete_the_word_at_the_caret(desk: Desk) -> None:
    desk.bench.actions.trigger("search")
    entry, popup = desk.window.search.entry, desk.window.search.popup
    desk.qtbot.keyClicks(entry, "from:dan")
    desk.until(lambda: popup.list.count() > 0)
    press(desk, KEY.Key_Down)
    press(desk, KEY.Key_Return)
    assert entry.text().startswith("from:dana@lee.example")
    desk.until(lambda: len(desk.rows()) == 3)


def test_an_empty_place_says_so_in_its_own_words_and_offers_one_thing(desk: Desk) -> None:
    desk.bench.actions.trigger("go_starred")
    desk.until(lambda: desk.conversations.query == "is:starred" and not desk.rows())
    message = desk.conversations.states.currentWidget()
    assert "Nothing is starred" in message.text.text()


def test_starring_from_the_row_leaves_the_selection_alone(desk: Desk) -> None:
    view = desk.conversations.view
    index = view.model().index(1, 0)
    star, _ = view.delegate._action_boxes(view.visualRect(index))
    desk.qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=star.center())
    desk.until(lambda: desk.conversations.model.rows[1].starred)
    assert view.selected() == []
    assert SystemLabel.STARRED in labels(desk.house, "Report")


def test_new_mail_appears_above_without_moving_what_is_selected(desk: Desk) -> None:
    desk.conversations.view.go_to(1)
    desk.until(lambda: desk.thread.title.text() == "Report")
    desk.house.add(mail("News", message_id="news@x", date="Tue, 1 Sep 2026 10:00:00 +0000"))
    desk.until(lambda: desk.rows()[0] == "News")
    assert [row.subject for row in desk.conversations.view.selected()] == ["Report"]
    assert desk.conversations.view.current().subject == "Report"


def test_a_long_list_comes_page_by_page(house: TestHouse, open_window: Callable[..., Desk]) -> None:
    for number in range(120):
        house.add(
            mail(f"Mail {number}", message_id=f"{number}@x", date="Mon, 10 Aug 2026 10:00:00 +0000")
        )
    desk = open_window()
    desk.until(lambda: len(desk.rows()) >= 50)
    desk.conversations.view.scrollToBottom()
    desk.until(lambda: len(desk.rows()) == 120)
    assert len(set(desk.rows())) == 120


def test_f6_goes_through_the_panes_and_back(desk: Desk) -> None:
    desk.open_first()
    desk.conversations.view.setFocus()
    press(desk, KEY.Key_F6)
    assert desk.thread.isAncestorOf(QApplication.focusWidget())
    press(desk, KEY.Key_F6)
    assert desk.window.frame.sidebar.isAncestorOf(QApplication.focusWidget())
    press(desk, KEY.Key_F6, Qt.KeyboardModifier.ShiftModifier)
    assert desk.thread.isAncestorOf(QApplication.focusWidget())


def test_labels_are_made_and_put_on_from_the_picker(desk: Desk) -> None:
    desk.open_first()
    press(desk, KEY.Key_L)
    picker = QApplication.activeModalWidget()
    picker.entry.setText("Projects")
    desk.until(lambda: picker.list.count() == 1)
    desk.qtbot.keyClick(picker.entry, KEY.Key_Return)
    desk.until(lambda: "Projects" in labels(desk.house, "Lunch"))
    sidebar = desk.window.frame.sidebar.list
    desk.until(lambda: any(entry.title == "Projects" for entry in sidebar.entries()))


def test_the_sidebar_says_how_many_are_unread(desk: Desk) -> None:
    entries = {e.title: e for e in desk.window.frame.sidebar.list.entries()}
    assert entries["Inbox"].sentence == "Inbox, 3 unread"
    desk.bench.navigation.organise("read", (desk.conversations.model.rows[0].id,))
    desk.until(
        lambda: {e.title: e.count for e in desk.window.frame.sidebar.list.entries()}["Inbox"] == 2
    )


def test_the_window_may_be_as_small_as_promised(desk: Desk) -> None:
    desk.window.resize(900, 600)
    QApplication.processEvents()
    assert (desk.window.width(), desk.window.height()) == (900, 600)
    desk.open_first()
    card = desk.thread.column.cards()[0]
    right = card.mapTo(desk.thread, QPoint(card.width(), 0)).x()
    assert right <= desk.thread.width()


def test_where_the_window_was_is_kept(
    desk: Desk, open_window: Callable[..., Desk], house: TestHouse
) -> None:
    desk.window.resize(900, 650)
    desk.window.frame.splitter.setSizes([180, 300, 520])
    sizes = desk.window.frame.splitter.sizes()
    desk.window.leave()
    again = open_window()
    assert (again.window.width(), again.window.height()) == (900, 650)
    assert again.window.frame.splitter.sizes() == sizes
