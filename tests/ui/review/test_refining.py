"""The assistant's other words: a change to apply or discard, never put in by themselves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from desktop_app.assistant.starter import CANNOT, StarterAssistant
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
from tests.ui.conftest import Desk, SilentAgent
from tests.ui.drafting import open_review, own_mail, own_reply, propose, stored

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


def tell(desk: Desk, pane: Any, words: str = "another day") -> None:
    desk.qtbot.keyClicks(pane.desk.foot.refine, words)
    desk.qtbot.keyClick(pane.desk.foot.refine, KEY.Key_Return)


def card_comes(desk: Desk, pane: Any) -> Any:
    desk.until(pane.sheet.change.isVisible)
    return pane.sheet.change


def spoken(card: Any) -> list[str]:
    labels = [label for label in card.findChildren(QLabel) if not label.isHidden()]
    return [label.accessibleName() for label in labels if label.accessibleName()]


def said(pane: Any) -> str:
    strips = pane.sheet.findChildren(Strip)
    return " | ".join(s.accessibleName() for s in strips if s.isVisibleTo(pane))


def test_what_comes_is_shown_and_changes_nothing_until_it_is_applied(
    desk: Desk, rewriter: Rewriter
) -> None:
    draft = own_reply(desk.house, TEXT)
    pane = open_review(desk, draft)
    tell(desk, pane)
    card = card_comes(desk, pane)
    asked = rewriter.asked[0]
    assert (asked.draft_id, asked.instruction, asked.text) == (draft.id, "another day", TEXT)
    assert spoken(card) == ["Changed: Monday to Friday"]
    shown = [label.text() for label in card.findChildren(QLabel)]
    assert any("<s>Monday</s> <u><b>Friday</b></u>" in text for text in shown)
    assert (card.apply.text(), card.discard.text()) == ("Apply change", "Discard change")
    assert pane.sheet.body.text() == TEXT
    assert stored(desk, draft).content.body == TEXT
    card.apply.click()
    desk.until(lambda: "Friday" in stored(desk, draft).content.body)
    assert not card.isVisible()
    assert stored(desk, draft).author.origin is Origin.USER
    pane.sheet.body.undo()
    assert pane.sheet.body.text() == TEXT


def test_a_discarded_change_leaves_no_trace(desk: Desk, rewriter: Rewriter) -> None:
    draft = own_reply(desk.house, TEXT)
    pane = open_review(desk, draft)
    tell(desk, pane)
    card_comes(desk, pane).discard.click()
    assert not pane.sheet.change.isVisible()
    assert not pane.desk.refining.pending
    desk.until(lambda: True)
    assert stored(desk, draft).content.body == TEXT
    assert len(desk.house.store.drafts.versions(draft.id)) == 1


def test_what_is_typed_before_it_comes_and_while_it_waits_is_kept(
    desk: Desk, rewriter: Rewriter
) -> None:
    draft = own_reply(desk.house, TEXT)
    pane = open_review(desk, draft)
    rewriter.go.clear()
    tell(desk, pane)
    desk.qtbot.waitUntil(lambda: bool(rewriter.asked))
    body = pane.sheet.body
    body.setFocus()
    body.moveCursor(body.textCursor().MoveOperation.End)
    desk.qtbot.keyClicks(body, " Morgan")
    rewriter.go.set()
    card = card_comes(desk, pane)
    assert spoken(card) == ["Changed: Monday to Friday"]
    body.moveCursor(body.textCursor().MoveOperation.Start)
    desk.qtbot.keyClicks(body, "Dear all: ")
    card.apply.click()
    wanted = "Dear all: " + TEXT.replace("Monday", "Friday") + " Morgan"
    desk.until(lambda: body.text() == wanted)
    desk.until(lambda: stored(desk, draft).content.body == wanted)


def test_where_both_changed_the_same_words_it_says_so_and_keeps_both(
    desk: Desk, rewriter: Rewriter
) -> None:
    draft = own_reply(desk.house, TEXT)
    pane = open_review(desk, draft)
    tell(desk, pane)
    card = card_comes(desk, pane)
    pane.sheet.body.replace_text(TEXT.replace("Monday", "Tuesday"))
    desk.until(lambda: "both are kept" in card.note.text())
    card.apply.click()
    desk.until(lambda: not card.isVisible())
    kept = "we come on Tuesday.\nwe come on Friday."
    assert kept in pane.sheet.body.text()


def test_only_what_is_selected_is_asked_for_also_behind_an_emoji(
    desk: Desk, rewriter: Rewriter
) -> None:
    text = "Monday 🙂 Monday, or Monday"
    draft = own_reply(desk.house, text)
    pane = open_review(desk, draft)
    body = pane.sheet.body
    cursor = body.textCursor()
    cursor.setPosition(10)
    cursor.setPosition(16, cursor.MoveMode.KeepAnchor)
    assert cursor.selectedText() == "Monday"
    body.setTextCursor(cursor)
    tell(desk, pane)
    card_comes(desk, pane).apply.click()
    assert rewriter.asked[0].words == "Monday"
    desk.until(lambda: body.text() == "Monday 🙂 Friday, or Monday")


def test_stop_ends_what_is_under_way_and_says_so(desk: Desk, rewriter: Rewriter) -> None:
    pane = open_review(desk, own_reply(desk.house, TEXT))
    rewriter.go.clear()
    foot = pane.desk.foot
    assert not foot.stop.isVisible()
    tell(desk, pane)
    desk.qtbot.waitUntil(lambda: bool(rewriter.asked))
    assert foot.stop.isVisible()
    assert foot.stop.accessibleName() == "Stop refining"
    foot.stop.click()
    desk.until(lambda: rewriter.stopped)
    assert "Stopped. Nothing was changed." in said(pane)
    assert not foot.stop.isVisible()
    assert not foot.refine.isReadOnly()


def test_an_error_is_said_with_what_to_do(desk: Desk, rewriter: Rewriter) -> None:
    pane = open_review(desk, own_reply(desk.house, TEXT))
    rewriter.error = Unavailable("The model does not answer.", next_step="Try again.")
    tell(desk, pane)
    desk.until(lambda: "The model does not answer. Try again." in said(pane))
    assert not pane.sheet.change.isVisible()


def test_no_change_is_said_as_such(desk: Desk, rewriter: Rewriter) -> None:
    pane = open_review(desk, own_reply(desk.house, "Nothing to rewrite here."))
    tell(desk, pane)
    desk.until(lambda: "The assistant proposes no change." in said(pane))


def test_another_draft_takes_the_change_away(desk: Desk, rewriter: Rewriter) -> None:
    pane = open_review(desk, own_reply(desk.house, TEXT))
    tell(desk, pane)
    card_comes(desk, pane)
    other = own_mail(desk.house, subject="Other", body="Other")
    open_review(desk, other)
    assert not pane.sheet.change.isVisible()
    assert not pane.desk.refining.pending


def test_an_answer_for_a_draft_that_was_left_is_dropped(desk: Desk, rewriter: Rewriter) -> None:
    pane = open_review(desk, own_reply(desk.house, TEXT))
    rewriter.go.clear()
    tell(desk, pane)
    desk.qtbot.waitUntil(lambda: bool(rewriter.asked))
    other = own_mail(desk.house, subject="Other", body="Monday too")
    desk.bench.navigation.open_draft(other.id)
    desk.until(
        lambda: (
            rewriter.stopped
            and pane.desk.review is not None
            and pane.desk.review.draft.id == other.id
        )
    )
    assert not pane.sheet.change.isVisible()
    assert pane.sheet.body.text() == "Monday too"


def test_a_proposal_is_refined_like_any_other(desk: Desk, rewriter: Rewriter) -> None:
    draft = propose(desk.house, TEXT)
    pane = open_review(desk, draft)
    tell(desk, pane)
    card_comes(desk, pane).apply.click()
    desk.until(lambda: "Friday" in stored(desk, draft).content.body)
    assert desk.house.store.drafts.versions(draft.id)[-1].author.origin is Origin.USER


def test_formatted_text_is_not_refined_before_it_is_made_plain(desk: Desk) -> None:
    draft = own_mail(
        desk.house, subject="Plan", body="<p>Hello <b>Dana</b></p>", content_type="text/html"
    )
    pane = open_review(desk, draft)
    assert pane.sheet.formatted
    assert not pane.desk.foot.refine_bar.isVisible()
    pane.sheet.edit_as_plain()
    desk.until(pane.desk.foot.refine_bar.isVisible)


def test_an_assistant_that_can_none_of_them_shows_no_buttons(desk: Desk) -> None:
    pane = open_review(desk, own_reply(desk.house, TEXT))
    assert pane.desk.foot.refinements == []
    assert pane.desk.foot.refine.isVisible()


def test_what_the_assistant_can_do_is_one_press(
    desk: Desk,
    rewriter: Rewriter,
    monkeypatch: pytest.MonkeyPatch,
    open_window: Callable[..., Desk],
) -> None:
    able = (Refinement.SHORTER, Refinement.FIX_GRAMMAR)
    description = replace(SilentAgent.description, refinements=able)
    monkeypatch.setattr(SilentAgent, "description", description)
    other = open_window()
    pane = open_review(other, own_reply(desk.house, TEXT))
    buttons = pane.desk.foot.refinements
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
