"""Read through and the other places of a draft: the review, its own window, the lists."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QPushButton

from desktop_app.model.draft import DraftState
from desktop_app.ui.review.read_through import sentences as words
from tests.sure import there
from tests.ui.conftest import WindowDriver
from tests.ui.draft_builders import own_mail, propose, stored
from tests.ui.review.test_read_through import (
    ALT,
    CTRL,
    KEY,
    entry,
    key,
    opened,
    sheet_of,
    tick,
    whole,
)


def test_edit_opens_the_review_and_comes_back(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = opened(driver, 1)
    through = there(driver.window.late).read_through
    key(driver, pane, KEY.Key_Return)
    review = driver.window.frame.review
    driver.until(lambda: review.form.review is not None and review.form.isVisible())
    assert there(through.dialog).isHidden()
    review.page.body.setFocus()
    driver.qtbot.keyClicks(review.page.body, "Well, ")
    driver.qtbot.keyClick(review.page.body, KEY.Key_Escape)
    driver.until(lambda: there(through.dialog).isVisible())
    driver.until(lambda: sheet_of(pane, draft).content().body.startswith("Well, "))
    assert stored(driver, draft).content.body.startswith("Well, ")
    assert pane.ticked == []


def test_a_press_that_closes_the_review_does_not_send_here(driver: WindowDriver) -> None:
    first, second = propose(driver.house), propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    pane = opened(driver, 2)
    tick(driver, pane, second)
    sheet_of(pane, first).edit.click()
    review = driver.window.frame.review
    driver.until(lambda: review.form.review is not None and review.form.ready().allowed)
    driver.qtbot.keyClick(review.page.body, KEY.Key_Return, CTRL)
    driver.until(lambda: there(there(driver.window.late).read_through.dialog).isVisible())
    pane.window().activateWindow()
    driver.qtbot.waitUntil(pane.window().isActiveWindow)
    assert pane.guard.closed
    assert pane.guard._rest.isActive()  # also once the key is let go
    driver.qtbot.keyClick(QApplication.focusWidget() or pane, KEY.Key_Return, CTRL)
    driver.until(lambda: not pane.guard.closed)
    whole(driver, pane, 1)
    assert entry(driver, first) is not None
    assert entry(driver, second) is None


def test_a_draft_that_a_window_of_its_own_has_is_not_ticked(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    driver.bench.navigation.open_draft(draft.id)
    review = driver.window.frame.review
    driver.until(lambda: review.form.review is not None and review.form.isVisible())
    driver.bench.actions.trigger("draft_window")
    driver.until(lambda: driver.bench.elsewhere.holds(draft.id))
    pane = opened(driver, 1)
    sheet = sheet_of(pane, draft)
    assert sheet.reason.text() == words.IN_A_WINDOW
    assert not sheet.tick.isEnabled()


def test_the_draft_that_is_open_in_the_window_is_kept_and_closed(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    driver.bench.navigation.open_draft(draft.id)
    review = driver.window.frame.review
    driver.until(lambda: review.form.review is not None and review.form.editable)
    review.page.body.setFocus()
    driver.qtbot.keyClicks(review.page.body, "Well, ")
    pane = opened(driver, 1)
    assert driver.bench.selection.draft == ""
    driver.until(lambda: sheet_of(pane, draft).content().body.startswith("Well, "))


def test_ignored_ones_go_and_can_be_restored(driver: WindowDriver) -> None:
    draft, other = propose(driver.house), propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    pane = opened(driver, 2)
    gone = pane.list.current.mail.draft_id
    key(driver, pane, KEY.Key_I, ALT)
    whole(driver, pane, 1)
    assert driver.house.store.drafts.get(gone).state is DraftState.IGNORED
    assert gone in {draft.id, other.id}
    key(driver, pane, KEY.Key_Z)
    whole(driver, pane, 2)


def test_a_draft_that_was_sent_elsewhere_is_not_here_any_more(driver: WindowDriver) -> None:
    draft, other = propose(driver.house), propose(driver.house, "Hello Dana,\n\nno.\n\nAlex")
    pane = opened(driver, 2)
    driver.house.store.drafts.ignore(draft.id, now=driver.house.now)
    whole(driver, pane, 1)
    assert pane.list.current.mail.draft_id == other.id


def test_chosen_drafts_alone_are_read_and_those_of_ones_own_from_their_list(
    driver: WindowDriver,
) -> None:
    for n in range(3):
        propose(driver.house, f"Hello Dana,\n\nyes, on day {n}.")
    mine = own_mail(driver.house, to=("dana@lee.example",), subject="Hi", body="Hello Dana,\n\nx.")
    driver.bench.navigation.show_drafts("review")
    drafts = driver.window.frame.drafts
    driver.until(lambda: drafts.list.count() == 3)
    drafts.list.choose_all()
    drafts.list.item(0).setSelected(False)
    driver.until(lambda: len(driver.bench.selection.chosen_drafts) == 2)
    driver.until(lambda: drafts.bar.text.text() == "2 drafts chosen")
    named: list[QPushButton] = []

    def shown() -> bool:
        buttons = [b for b in drafts.bar.findChildren(QPushButton) if b.isVisible()]
        named[:] = [b for b in buttons if b.text() == "Read 2 drafts through"]
        return bool(named)

    driver.until(shown)
    named[0].click()
    pane = there(there(driver.window.late).read_through.pane)
    whole(driver, pane, 2)
    driver.qtbot.keyClick(pane, KEY.Key_Escape)
    driver.bench.navigation.show_drafts("mine")
    driver.until(lambda: drafts.tab == "mine" and drafts.list.count() == 1)
    pane = opened(driver, 1)
    assert pane.list.current.mail.draft_id == mine.id


def test_a_draft_s_window_that_goes_leaves_no_press_here(driver: WindowDriver) -> None:
    draft = propose(driver.house)
    pane = opened(driver, 1)
    tick(driver, pane, draft)
    assert pane.foot.button.isEnabled()
    driver.bench.elsewhere.changed.emit()
    assert not pane.foot.button.isEnabled()
    pane.send()
    assert not pane.press.under_way
    driver.until(pane.foot.button.isEnabled)
    assert entry(driver, draft) is None
