"""The assistant's other words: a change to apply or discard, never put in by themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.assistant.starter.starter import CANNOT, StarterAssistant
from desktop_app.assistant.transcript import (
    Ended,
    Refine,
    Refined,
    RefineEvent,
    Refinement,
)
from desktop_app.model.draft import DraftState, Origin
from desktop_app.model.errors import Unavailable
from desktop_app.ui.widgets.strips import Strip
from tests.fakes.house import TestHouse
from tests.ui.conftest import SilentAgent, WindowDriver
from tests.ui.draft_builders import open_review, own_mail, own_reply, propose, stored

KEY = Qt.Key
TEXT = "Hi Dana,\n\nwe come on Monday.\n\nAlex"


@dataclass
class Rewriter:
    """Answers with a change of the words it is given, when it is let go."""

    change: Callable[[str], str]
    go: Event = field(default_factory=Event)
    asked: list[Refine] = field(default_factory=list)
    stopped: bool = False
    error: Exception | None = None

    def refine(
        self, request: Refine, emit: Callable[[RefineEvent], None], cancelled: Event
    ) -> None:
        self.asked.append(request)
        while not self.go.wait(0.01):
            if cancelled.is_set():
                self.stopped = True
                emit(Ended(stopped=True))
                return
        if self.error is not None:
            raise self.error
        emit(Refined(self.change(request.words)))
        emit(Ended())


@pytest.fixture
def rewriter(monkeypatch: pytest.MonkeyPatch) -> Rewriter:
    made = Rewriter(lambda words: words.replace("Monday", "Friday"))
    made.go.set()
    monkeypatch.setattr(
        SilentAgent, "refine", lambda _, request, emit, cancelled: made.refine(
            request, emit, cancelled
        )
    )  # fmt: skip
    return made


def tell(driver: WindowDriver, pane: Any, words: str = "another day") -> None:
    pane.form.action_bar.tell.setChecked(True)
    driver.qtbot.keyClicks(pane.form.action_bar.refine_bar.entry, words)
    driver.qtbot.keyClick(pane.form.action_bar.refine_bar.entry, KEY.Key_Return)


def card_comes(driver: WindowDriver, pane: Any) -> Any:
    driver.until(pane.page.change.isVisible)
    return pane.page.change


def spoken(card: Any) -> list[str]:
    labels = [label for label in card.findChildren(QLabel) if not label.isHidden()]
    return [label.accessibleName() for label in labels if label.accessibleName()]


def said(pane: Any) -> str:
    strips = pane.page.findChildren(Strip)
    return " | ".join(s.accessibleName() for s in strips if s.isVisibleTo(pane))


def test_what_comes_is_shown_and_changes_nothing_until_it_is_applied(
    driver: WindowDriver, rewriter: Rewriter
) -> None:
    draft = own_reply(driver.house, TEXT)
    pane = open_review(driver, draft)
    tell(driver, pane)
    card = card_comes(driver, pane)
    asked = rewriter.asked[0]
    assert (asked.draft_id, asked.instruction, asked.text) == (draft.id, "another day", TEXT)
    assert spoken(card) == ["Changed: Monday to Friday"]
    shown = [label.text() for label in card.findChildren(QLabel)]
    assert any("<s>Monday</s> <u><b>Friday</b></u>" in text for text in shown)
    assert (card.apply.text(), card.discard.text()) == ("Apply change", "Discard change")
    assert pane.page.body.text() == TEXT
    assert stored(driver, draft).content.body == TEXT
    card.apply.click()
    driver.until(lambda: "Friday" in stored(driver, draft).content.body)
    assert not card.isVisible()
    assert stored(driver, draft).author.origin is Origin.USER
    pane.page.body.undo()
    assert pane.page.body.text() == TEXT


def test_a_discarded_change_leaves_no_trace(driver: WindowDriver, rewriter: Rewriter) -> None:
    draft = own_reply(driver.house, TEXT)
    pane = open_review(driver, draft)
    tell(driver, pane)
    card_comes(driver, pane).discard.click()
    assert not pane.page.change.isVisible()
    assert not pane.form.refine_request.pending
    driver.until(lambda: True)
    assert stored(driver, draft).content.body == TEXT
    assert len(driver.house.store.drafts.versions(draft.id)) == 1


def test_what_is_typed_before_it_comes_and_while_it_waits_is_kept(
    driver: WindowDriver, rewriter: Rewriter
) -> None:
    draft = own_reply(driver.house, TEXT)
    pane = open_review(driver, draft)
    rewriter.go.clear()
    tell(driver, pane)
    driver.qtbot.waitUntil(lambda: bool(rewriter.asked))
    body = pane.page.body
    body.setFocus()
    body.moveCursor(body.textCursor().MoveOperation.End)
    driver.qtbot.keyClicks(body, " Morgan")
    rewriter.go.set()
    card = card_comes(driver, pane)
    assert spoken(card) == ["Changed: Monday to Friday"]
    body.moveCursor(body.textCursor().MoveOperation.Start)
    driver.qtbot.keyClicks(body, "Dear all: ")
    card.apply.click()
    wanted = "Dear all: " + TEXT.replace("Monday", "Friday") + " Morgan"
    driver.until(lambda: body.text() == wanted)
    driver.until(lambda: stored(driver, draft).content.body == wanted)


def test_where_both_changed_the_same_words_it_says_so_and_keeps_both(
    driver: WindowDriver, rewriter: Rewriter
) -> None:
    draft = own_reply(driver.house, TEXT)
    pane = open_review(driver, draft)
    tell(driver, pane)
    card = card_comes(driver, pane)
    pane.page.body.replace_text(TEXT.replace("Monday", "Tuesday"))
    driver.until(lambda: "both are kept" in card.note.text())
    card.apply.click()
    driver.until(lambda: not card.isVisible())
    kept = "we come on Tuesday.\nwe come on Friday."
    assert kept in pane.page.body.text()


def test_only_what_is_selected_is_asked_for_also_behind_an_emoji(
    driver: WindowDriver, rewriter: Rewriter
) -> None:
    text = "Monday 🙂 Monday, or Monday"
    draft = own_reply(driver.house, text)
    pane = open_review(driver, draft)
    body = pane.page.body
    cursor = body.textCursor()
    cursor.setPosition(10)
    cursor.setPosition(16, cursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == "Monday"
    body.setTextCursor(cursor)
    tell(driver, pane)
    card_comes(driver, pane).apply.click()
    assert rewriter.asked[0].words == "Monday"
    driver.until(lambda: body.text() == "Monday 🙂 Friday, or Monday")


def test_stop_ends_what_is_under_way_and_says_so(driver: WindowDriver, rewriter: Rewriter) -> None:
    pane = open_review(driver, own_reply(driver.house, TEXT))
    rewriter.go.clear()
    action_bar = pane.form.action_bar
    assert not action_bar.refine_bar.stop.isVisible()
    tell(driver, pane)
    driver.qtbot.waitUntil(lambda: bool(rewriter.asked))
    assert action_bar.refine_bar.stop.isVisible()
    assert action_bar.refine_bar.stop.accessibleName() == "Stop refining"
    action_bar.refine_bar.stop.click()
    driver.until(lambda: rewriter.stopped)
    assert "Stopped. Nothing was changed." in said(pane)
    assert not action_bar.refine_bar.stop.isVisible()
    assert not action_bar.refine_bar.entry.isReadOnly()


def test_an_error_is_said_with_what_to_do(driver: WindowDriver, rewriter: Rewriter) -> None:
    pane = open_review(driver, own_reply(driver.house, TEXT))
    rewriter.error = Unavailable("The model does not answer.", next_step="Try again.")
    tell(driver, pane)
    driver.until(lambda: "The model does not answer. Try again." in said(pane))
    assert not pane.page.change.isVisible()


def test_no_change_is_said_as_such(driver: WindowDriver, rewriter: Rewriter) -> None:
    pane = open_review(driver, own_reply(driver.house, "Nothing to rewrite here."))
    tell(driver, pane)
    driver.until(lambda: "The assistant proposes no change." in said(pane))


def test_another_draft_takes_the_change_away(driver: WindowDriver, rewriter: Rewriter) -> None:
    pane = open_review(driver, own_reply(driver.house, TEXT))
    tell(driver, pane)
    card_comes(driver, pane)
    other = own_mail(driver.house, subject="Other", body="Other")
    open_review(driver, other)
    assert not pane.page.change.isVisible()
    assert not pane.form.refine_request.pending


def test_an_answer_for_a_draft_that_was_left_is_dropped(
    driver: WindowDriver, rewriter: Rewriter
) -> None:
    pane = open_review(driver, own_reply(driver.house, TEXT))
    rewriter.go.clear()
    tell(driver, pane)
    driver.qtbot.waitUntil(lambda: bool(rewriter.asked))
    other = own_mail(driver.house, subject="Other", body="Monday too")
    driver.bench.navigation.open_draft(other.id)
    driver.until(
        lambda: (
            rewriter.stopped
            and pane.form.review is not None
            and pane.form.review.draft.id == other.id
        )
    )
    assert not pane.page.change.isVisible()
    assert pane.page.body.text() == "Monday too"


def test_a_proposal_is_refined_like_any_other(driver: WindowDriver, rewriter: Rewriter) -> None:
    draft = propose(driver.house, TEXT)
    pane = open_review(driver, draft)
    tell(driver, pane)
    card_comes(driver, pane).apply.click()
    driver.until(lambda: "Friday" in stored(driver, draft).content.body)
    taken = driver.house.store.drafts.versions(draft.id)[-1].author
    assert (taken.origin, taken.name) == (Origin.ASSISTANT, "Silent")


def test_formatted_text_is_not_refined_before_it_is_made_plain(driver: WindowDriver) -> None:
    draft = own_mail(
        driver.house, subject="Plan", body="<p>Hello <b>Dana</b></p>", content_type="text/html"
    )
    pane = open_review(driver, draft)
    assert pane.page.formatted
    assert not pane.form.action_bar.tell.isVisible()
    pane.page.words.edit_as_plain()
    driver.until(pane.form.action_bar.tell.isVisible)


def test_an_assistant_that_can_none_of_them_shows_no_buttons(driver: WindowDriver) -> None:
    pane = open_review(driver, own_reply(driver.house, TEXT))
    assert pane.form.action_bar.refine_bar.refinements == []
    pane.form.action_bar.tell.click()
    assert pane.form.action_bar.refine_bar.entry.isVisible()


def test_what_the_assistant_can_do_is_one_press(
    driver: WindowDriver,
    rewriter: Rewriter,
    monkeypatch: pytest.MonkeyPatch,
    open_window: Callable[..., WindowDriver],
) -> None:
    able = (Refinement.SHORTER, Refinement.FIX_GRAMMAR)
    description = replace(SilentAgent.description, refinements=able)
    monkeypatch.setattr(SilentAgent, "description", description)
    other = open_window()
    pane = open_review(other, own_reply(driver.house, TEXT))
    buttons = pane.form.action_bar.refine_bar.refinements
    assert [b.text() for b in buttons] == ["Shorter", "Fix grammar"]
    buttons[1].click()
    card_comes(other, pane)
    assert rewriter.asked[0].instruction == "Fix grammar"


def starter(house: TestHouse, request: Refine) -> list[RefineEvent]:
    events: list[RefineEvent] = []
    agent = StarterAssistant(house.runner(Origin.ASSISTANT, "Starter assistant"))
    agent.refine(request, events.append, Event())
    return events


def test_the_starter_adds_before_the_sign_off_and_saves_nothing(house: TestHouse) -> None:
    refined, ended = starter(house, Refine("d", TEXT, "add that Sam comes too"))
    wanted = TEXT.replace("\n\nAlex", "\n\nSam comes too.\n\nAlex")
    assert (refined, ended) == (Refined(wanted), Ended())
    assert house.store.drafts.in_state(DraftState) == []


def test_the_starter_adds_behind_what_is_selected(house: TestHouse) -> None:
    start = TEXT.index("we come")
    request = Refine("d", TEXT, "add that Sam comes too", start, start + len("we come on Monday. "))
    refined = starter(house, request)[0]
    assert isinstance(refined, Refined)
    assert request.with_words(refined.text) == TEXT.replace("Monday.", "Monday. Sam comes too.")


def test_the_starter_says_what_it_cannot_do(house: TestHouse) -> None:
    agent = StarterAssistant(house.runner(Origin.ASSISTANT, "Starter assistant"))
    assert agent.description.refinements == ()
    (ended,) = starter(house, Refine("d", TEXT, "make it shorter"))
    assert isinstance(ended, Ended)
    assert ended.error == CANNOT
    assert "add that" in ended.next_step
