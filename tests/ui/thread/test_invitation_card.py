"""An invitation in the window: the card, and an answer that is a draft."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

import pytest

from desktop_app.mail.drafts.compose import compose
from desktop_app.mail.message.parse import parse
from desktop_app.model.calendar_event import CalendarEvent
from desktop_app.model.invitation import Answer, when
from desktop_app.tools.person import invitations
from desktop_app.ui.thread.invitation_card import InvitationStrip
from tests.fakes.house import NoCloud, TestHouse
from tests.mail.invitations import calendar_file
from tests.ui.conftest import WindowDriver
from tests.ui.thread.attached import with_files

Show = Callable[..., tuple[WindowDriver, InvitationStrip]]


def invited(data: bytes, subject: str = "Budget") -> bytes:
    return with_files(("invite.ics", "text/calendar", data), subject=subject)


@pytest.fixture
def show(house: TestHouse, open_window: Callable[..., WindowDriver]) -> Show:
    def shown(data: bytes) -> tuple[WindowDriver, InvitationStrip]:
        house.add(invited(data))
        driver = open_window()
        driver.until(lambda: bool(driver.rows()))
        driver.open_first()
        driver.until(lambda: bool(driver.thread.findChildren(InvitationStrip)))
        return driver, driver.thread.findChildren(InvitationStrip)[0]

    return shown


def pressable(card: InvitationStrip) -> list[str]:
    return [words for words, button in card.buttons.items() if button.isVisible()]


def test_the_card_says_when_here_where_and_with_whom(show: Show) -> None:
    more = "".join(f"ATTENDEE;CN=P{n}:mailto:p{n}@x.example\r\n" for n in range(1_000))
    _, card = show(calendar_file(more=f"RRULE:FREQ=SECONDLY\r\n{more}"))
    here = datetime.fromisoformat("2026-11-24T13:00:00+00:00").astimezone()
    assert card.title.text() == "Invitation: Budget, talk"
    lines = card.lines.text().splitlines()
    assert lines[0].startswith(f"Tuesday, 24 November 2026, {here:%H:%M} to ")
    assert lines[1] == "Every second, without an end; the time is that of the first day."
    assert "Where: Room 4" in lines
    assert lines[-1].endswith("and 992 more")
    assert pressable(card) == ["Accept", "Maybe", "Decline"]


def test_accepting_makes_a_draft_with_the_calendars_part_and_sends_nothing(show: Show) -> None:
    driver, card = show(calendar_file(more="ATTENDEE:mailto:alex@fernhill.example\r\n"))
    card.buttons["Accept"].click()
    store = driver.house.store
    driver.until(lambda: len(store.drafts.in_thread(driver.thread.shown.thread.id)) == 1)
    [draft] = store.drafts.in_thread(driver.thread.shown.thread.id)
    assert [a.email for a in draft.content.to] == ["dana@lee.example"]
    assert draft.content.subject == "Accepted: Budget, talk"
    assert [a.filename for a in draft.content.attachments] == ["accepted.ics"]
    assert store.outbox.count_open() == 0
    raw = compose(draft.content, message_id="a@b", date=1.0, read_attachment=store.drafts.read_file)
    assert b"multipart/alternative" in raw
    assert b"method=REPLY" in raw.replace(b"\r\n", b"")
    [part] = parse(raw).attachments
    assert (part.filename, part.content_type) == ("accepted.ics", "text/calendar")


def test_what_was_accepted_before_is_said_to_be_at_the_same_time(show: Show) -> None:
    driver, _ = show(calendar_file(title="First", uid="first@x"))
    house = driver.house
    [first] = driver.thread.shown.thread.messages
    runner = house.runner()
    draft = runner.call(
        invitations.ANSWER_INVITATION,
        invitations.AnswerInvitation(message_id=first.id, answer="ACCEPTED"),
    ).unwrap()
    raw = compose(
        draft.content, message_id="a@b", date=1.0, read_attachment=house.store.drafts.read_file
    )
    house.add(raw, frozenset({"SENT"}))
    second = house.add(invited(calendar_file(title="Second", uid="second@x"), "Second"))
    ask = invitations.ReadInvitation(message_id=second.id)
    card = runner.call(invitations.SHOW_INVITATION, ask).unwrap()
    assert [o.title for o in card.overlaps] == ["First"]
    again = runner.call(
        invitations.SHOW_INVITATION, invitations.ReadInvitation(message_id=first.id)
    ).unwrap()
    assert (again.answered, again.overlaps) == (Answer.ACCEPTED, ())


def test_a_cancellation_is_said_and_has_no_answer(show: Show) -> None:
    _, card = show(calendar_file(method="CANCEL"))
    assert card.title.text() == "Cancelled: Budget, talk"
    assert pressable(card) == []


def test_an_invitation_without_an_id_can_not_be_answered_and_says_so(show: Show) -> None:
    _, card = show(calendar_file(uid=""))
    assert pressable(card) == []
    assert "It can't be answered from here" in card.lines.text()


def test_a_file_that_is_no_calendar_shows_no_card(show: Show) -> None:
    driver, card = show(b"nothing of the kind")
    driver.until(lambda: driver.bench.calls.jobs.idle)
    assert not card.isVisible()


def test_the_calendar_is_asked_only_when_it_is_wanted(
    show: Show, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[float] = []

    def events(*_: object, start: float, **__: object) -> tuple[CalendarEvent, ...]:
        asked.append(start)
        moment = ("2026-11-24T13:30:00+00:00", "2026-11-24T15:00:00+00:00")
        return (CalendarEvent("1", "Dentist", *moment),)

    monkeypatch.setattr(NoCloud, "events", events)
    monkeypatch.setattr(invitations, "_calendar_of", lambda context, account: account.id)
    driver, card = show(calendar_file())
    assert asked == []
    card.buttons["Check your calendar"].click()
    driver.until(card.overlaps.isVisible)
    assert card.overlaps.text().startswith("At the same time: Dentist, Tuesday, 24 November 2026")


def test_times_without_or_at_the_ends_of_zones_are_said() -> None:
    naive = datetime(2026, 11, 24, 14)  # noqa: DTZ001
    aware = datetime.fromisoformat("2026-11-24T15:00:00+00:00")
    assert when(naive, aware, "Mars/North").endswith("14:00 in Mars/North, a zone not known here")
    assert when(None, None) == "It does not say when."
    assert when(datetime.max.replace(tzinfo=aware.tzinfo), None)
