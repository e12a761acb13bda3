"""Notices of mail and of what waits: what is told, of whom, when, and what a press does."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event

import pytest

from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.notice import Press
from desktop_app.model.outbox import OutboxState
from desktop_app.model.request import Asker, WantedCall
from desktop_app.model.wish import Want, Wish
from tests.fakes.notice_board import DANA, ME, ONLINE, Outside, outside
from tests.fakes.pressing import press_send

CLAUDE = Author(Origin.MCP, "Claude")
PERSON = Author(Origin.USER)


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Outside]:
    with outside(tmp_path / "p") as one:
        one.writes_to(DANA)
        one.begin()
        yield one


def draft(desk: Outside, author: Author = CLAUDE, subject: str = "Offer") -> str:
    content = DraftContent(ME, to=(ME,), subject=subject, body="Words.")
    state = DraftState.EDITED if author is PERSON else DraftState.PROPOSED
    return desk.store.drafts.create(ONLINE, author, content, state=state, now=desk.now).id


# Of whose mail


def test_the_default_tells_of_people_the_person_has_written_to(desk: Outside) -> None:
    desk.comes("Shop <news@shop.example>", "50 % off")
    desk.comes(DANA, "Lunch?")
    assert desk.look() == ["Dana Lee"]
    [notice] = desk.board.showing.values()
    assert notice.body == "Lunch?"
    assert [press for press, _ in notice.presses] == [Press.REPLY, Press.ARCHIVE]


@pytest.mark.parametrize(
    ("rule", "own", "told"),
    [
        ("everybody", (), ["Dana Lee", "Shop"]),
        ("nobody", (), []),
        ("nobody", (f"{ONLINE}=everybody",), ["Dana Lee", "Shop"]),
        ("everybody", (f"{ONLINE}=nobody",), []),
        ("everybody", (f"{ONLINE}=people you have written to",), ["Dana Lee"]),
        ("nobody", ("other=everybody", f"{ONLINE}=nonsense", "no sign"), []),
    ],
)
def test_the_rule_is_a_setting_and_an_account_may_have_its_own(
    desk: Outside, rule: str, own: tuple[str, ...], told: list[str]
) -> None:
    desk.settings.change_all({"notices.mail": rule, "notices.accounts": own})
    desk.comes("Shop <news@shop.example>", "50 % off")
    desk.comes(DANA)
    assert sorted(desk.look()) == told


@pytest.mark.parametrize(
    "labels", ["INBOX", "UNREAD", "INBOX UNREAD SPAM", "INBOX UNREAD TRASH", "INBOX UNREAD SENT"]
)
def test_mail_that_is_read_or_elsewhere_is_not_told(desk: Outside, labels: str) -> None:
    desk.comes(labels=labels)
    assert desk.look() == []


def test_old_mail_mail_of_before_the_start_and_imported_mail_are_no_news(desk: Outside) -> None:
    desk.comes(ago=60)
    desk.comes(account_id="local")
    assert desk.look() == []
    desk.now += 7200
    desk.comes(ago=3700)
    assert desk.look() == []
    desk.comes(ago=3000)
    assert desk.look() == ["Dana Lee"]


def test_a_new_account_brings_no_news_with_its_first_sync(desk: Outside) -> None:
    from desktop_app.model.account import Account, Identity

    desk.now += 5000
    desk.look()
    desk.store.accounts.add(Account("second", "imap", "Second", (Identity(ME),)))
    desk.look()
    desk.comes(ago=600, account_id="second")
    assert desk.look() == []
    desk.comes(account_id="second")
    assert desk.look() == ["Dana Lee"]


def test_muted_conversations_and_what_is_before_the_eyes_are_not_told(desk: Outside) -> None:
    muted = desk.comes()
    desk.acts.muted = lambda threads: threads & {desk.thread_of(muted)}  # type: ignore[operator]
    assert desk.look() == []
    desk.acts.sees = lambda place: place == "inbox"
    desk.comes(subject="Seen")
    assert desk.look() == []
    desk.acts.sees = lambda _: False
    desk.comes(subject="Unseen")
    assert desk.look() == ["Dana Lee"]
    assert [notice.body for notice in desk.board.every] == ["Unseen"]


# When


def test_nothing_is_told_in_quiet_hours_in_a_pause_or_where_the_desktop_says_so(
    desk: Outside,
) -> None:
    from datetime import datetime, timedelta

    here = datetime.fromtimestamp(desk.now).astimezone()
    hours = f"{here - timedelta(hours=1):%H:%M}-{here + timedelta(hours=1):%H:%M}"
    desk.settings.change("notices.quiet_hours", hours)
    desk.comes()
    assert desk.look() == []
    desk.settings.change("notices.quiet_hours", "")
    desk.settings.change("notices.paused_until", int(desk.now) + 100)
    desk.comes()
    assert desk.look() == []
    desk.now += 200
    assert desk.look() == []  # mail of the quiet is not told of later
    desk.board.inhibited = True
    desk.comes()
    assert desk.look() == []
    desk.board.inhibited = False
    desk.comes(subject="Now")
    assert desk.look() == ["Dana Lee"]


def test_what_waits_is_told_when_the_quiet_is_over(desk: Outside) -> None:
    desk.settings.change("notices.paused_until", int(desk.now) + 1000)
    draft(desk)
    gone = draft(desk)
    assert desk.look() == []
    assert desk.watch._quiet_left() is not None
    desk.store.drafts.ignore(gone, now=desk.now)
    desk.now += 1000
    assert desk.look() == ["A draft waits for your review"]
    assert desk.watch._quiet_left() is None


def test_what_waits_is_told_when_the_desktop_may_be_disturbed_again(desk: Outside) -> None:
    desk.board.inhibited = True
    draft(desk)
    assert desk.look() == []
    assert desk.watch._waiting.withheld
    desk.board.inhibited = False
    desk.board.changed()
    assert desk.watch._changes
    assert desk.look() == ["A draft waits for your review"]
    desk.board.changed()
    assert not desk.watch._changes  # nothing is withheld: it sleeps on


@pytest.mark.parametrize("hours", ["", "7-9", "25:00-07:00", "22:00-22:00", "x" * 10_000])
def test_wrong_quiet_hours_are_none(desk: Outside, hours: str) -> None:
    desk.settings.change("notices.quiet_hours", hours)
    desk.comes()
    assert desk.look() == ["Dana Lee"]


def test_a_clock_that_was_set_back_tells_nothing_twice(desk: Outside) -> None:
    desk.comes()
    assert desk.look() == ["Dana Lee"]
    desk.board.showing.clear()
    desk.now -= 86_400 * 40
    desk.comes(labels="")
    assert desk.look() == []
    desk.comes(subject="After")
    assert desk.look() == ["Dana Lee"]
    assert desk.board.every[-1].body == "After"


# How many


def test_ten_mails_at_once_are_one_notice(desk: Outside) -> None:
    for number in range(10):
        desk.comes(subject=f"Mail {number}")
    assert desk.look() == ["10 new mails"]
    assert len(desk.board.every) == 1
    lines = desk.board.every[0].body.splitlines()
    assert lines[0] == "Dana Lee: Mail 9"
    assert lines[-1] == "and 6 more"


def test_one_after_the_other_they_become_one(desk: Outside) -> None:
    for number in range(3):
        desk.comes(subject=f"Mail {number}")
        desk.look()
    assert desk.board.words == ["Dana Lee"] * 3
    desk.comes(subject="Mail 3")
    assert desk.look() == ["4 new mails"]
    desk.comes(subject="Mail 4")
    assert desk.look() == ["5 new mails"]


def test_a_conversation_has_one_notice(desk: Outside) -> None:
    first = desk.comes(subject="Trip")
    desk.look()
    desk.comes(subject="Re: Trip", answers=f"n{desk.numbers}@x.example")
    assert desk.look() == ["2 new mails from Dana Lee"]
    assert list(desk.board.showing) == [f"thread:{desk.thread_of(first)}"]


# Taken back


@pytest.mark.parametrize(
    ("add", "remove"), [((), ("UNREAD",)), ((), ("INBOX",)), (("TRASH",), ()), (("SPAM",), ())]
)
def test_what_was_read_or_moved_anywhere_is_taken_back(
    desk: Outside, add: tuple[str, ...], remove: tuple[str, ...]
) -> None:
    mail = desk.comes()
    assert desk.look() == ["Dana Lee"]
    desk.store.messages.modify([mail], add=frozenset(add), remove=frozenset(remove))
    assert desk.look() == []


def test_an_answer_of_the_persons_own_takes_it_back(desk: Outside) -> None:
    desk.comes(subject="Trip")
    assert desk.look() == ["Dana Lee"]
    desk.comes(str(ME), "Re: Trip", labels="SENT", answers=f"n{desk.numbers}@x.example")
    assert desk.look() == []


def test_of_several_the_notice_goes_with_the_last(desk: Outside) -> None:
    mails = [desk.comes(subject=f"Mail {number}") for number in range(5)]
    desk.look()
    desk.store.messages.modify(mails[1:], add=frozenset(), remove=frozenset({"UNREAD"}))
    assert desk.look() == ["5 new mails"]  # it is not popped up again for less
    desk.store.messages.delete(mails[:1])
    assert desk.look() == []
    desk.comes(subject="Another")
    assert desk.look() == ["Dana Lee"]


def test_what_was_put_away_is_not_shown_again(desk: Outside) -> None:
    mail = desk.comes()
    desk.look()
    key = f"thread:{desk.thread_of(mail)}"
    desk.board.showing.clear()
    desk.board.gone(key)
    desk.store.messages.modify([mail], add=frozenset({"STARRED"}), remove=frozenset())
    assert desk.look() == []
    desk.comes(subject="Other")
    assert desk.look() == ["Dana Lee"]


def test_a_board_that_shows_nothing_loses_nothing(desk: Outside) -> None:
    desk.board.works = False
    for number in range(6):
        desk.comes(subject=f"Mail {number}")
        assert desk.look() == []
    desk.board.works = True
    desk.comes(subject="Now")
    assert desk.look() == ["Dana Lee"]


# What waits


def test_drafts_of_others_are_one_notice_until_they_are_answered(desk: Outside) -> None:
    draft(desk, PERSON)
    assert desk.look() == []
    first = draft(desk, subject="Offer")
    assert desk.look() == ["A draft waits for your review"]
    assert desk.board.every[-1].body == "To Alex Morgan: Offer"
    second = draft(desk)
    assert desk.look() == ["2 drafts wait for your review"]
    desk.store.drafts.ignore(first, now=desk.now)
    assert desk.look() == ["2 drafts wait for your review"]
    desk.store.drafts.ignore(second, now=desk.now)
    assert desk.look() == []


def test_a_request_is_told_with_who_asks(desk: Outside) -> None:
    call = WantedCall(Asker(CLAUDE, "c"), "delete_messages", "{}")
    request = desk.store.requests.add(call, now=desk.now)
    assert desk.look() == ["A request waits for your answer"]
    assert desk.board.every[-1].body == "From Claude"
    from desktop_app.model.request import RequestState

    desk.store.requests.answer(request.id, RequestState.REFUSED, now=desk.now)
    assert desk.look() == []


def test_mail_that_was_not_sent_or_may_have_been_is_told_and_opens(desk: Outside) -> None:
    mine = draft(desk, PERSON, "Contract")
    entry = press_send(desk.store, desk.store.drafts.get(mine), now=desk.now)
    desk.store.outbox.claim(entry.id, "")
    desk.store.outbox.finish(entry.id, OutboxState.UNCERTAIN, "No answer.")
    assert desk.look() == ["It is not known whether a mail was sent"]
    desk.store.outbox.finish(entry.id, OutboxState.FAILED, "Refused.")
    assert desk.look() == ["A mail was not sent"]
    assert desk.board.every[-1].body == "To Alex Morgan: Contract"
    desk.board.pressed(f"failed:{entry.id}", Press.REVIEW)
    desk.look()
    assert desk.wishes == [Wish(Want.REVIEW, draft_id=mine)]
    assert desk.board.showing == {}


def test_a_sign_in_that_ends_is_told_once_and_taken_back(desk: Outside) -> None:
    from desktop_app.model.changes import Changes

    desk.acts.asks = lambda: {ONLINE: "Fernhill"}
    for _ in range(2):
        desk.store.announce(Changes(accounts=True))
        assert desk.look() == ["An account has to be signed in to again"]
    assert len(desk.board.every) == 1
    desk.acts.asks = dict
    desk.store.announce(Changes(accounts=True))
    assert desk.look() == []


@pytest.mark.parametrize("key", ["notices.review", "notices.trouble"])
def test_what_is_switched_off_is_not_told_and_not_later(desk: Outside, key: str) -> None:
    from desktop_app.model.changes import Changes

    desk.settings.change(key, False)
    draft(desk)
    desk.acts.asks = lambda: {ONLINE: "Fernhill"}
    desk.store.announce(Changes(accounts=True))
    assert len(desk.look()) == 1
    desk.settings.change(key, True)
    assert len(desk.look()) == 1


def test_what_is_there_at_the_start_is_no_news(tmp_path: Path) -> None:
    with outside(tmp_path / "p") as desk:
        desk.writes_to(DANA)
        desk.comes()
        draft(desk)
        desk.acts.asks = lambda: {ONLINE: "Fernhill"}
        desk.now += 30
        desk.begin()
        desk.comes(labels="UNREAD")
        assert desk.look() == []


# What is pressed


def test_buttons_do_what_they_say_and_none_sends(desk: Outside) -> None:
    mail = desk.comes()
    desk.acts.snooze = desk.archived.append
    desk.look()
    thread = desk.thread_of(mail)
    key = f"thread:{thread}"
    assert {str(press) for press, _ in desk.board.showing[key].presses} == {
        "reply",
        "archive",
        "snooze",
    }
    desk.board.pressed(key, Press.REPLY)
    desk.watch.answer()
    assert desk.wishes == [Wish(Want.REVIEW, draft_id=f"draft of {mail}")]
    for press in (Press.ARCHIVE, Press.SNOOZE):
        desk.board.pressed(key, press)
    desk.board.pressed(key, Press.OPEN)
    desk.watch.answer()
    assert desk.archived == [thread, thread]
    assert desk.wishes[-1] == Wish(Want.CONVERSATION, thread_id=thread)
    assert "send" not in {str(press) for press in Press}


def test_a_press_on_several_opens_their_place(desk: Outside) -> None:
    for number in range(5):
        desk.comes(subject=f"Mail {number}")
    one, _two = draft(desk), draft(desk)
    desk.look()
    for key in ("mails", "review", "sign-in:x"):
        desk.board.pressed(key, Press.OPEN)
    desk.watch.answer()
    assert desk.wishes == [
        Wish(Want.PLACE, place="inbox"),
        Wish(Want.PLACE, place="review"),
        Wish(),
    ]
    three = draft(desk)
    desk.look()
    desk.board.pressed("review", Press.REVIEW)
    desk.watch.answer()
    assert desk.wishes[-1] == Wish(Want.REVIEW, draft_id=three)
    assert one != three


@pytest.mark.logs_errors
def test_what_goes_wrong_keeps_no_later_notice_from_coming(desk: Outside) -> None:
    def broken(_: object) -> None:
        raise RuntimeError("broken")

    mail = desk.comes()
    desk.look()
    desk.acts.archive = broken
    desk.board.pressed(f"thread:{desk.thread_of(mail)}", Press.ARCHIVE)
    desk.comes(subject="Next")
    assert desk.look() == ["Dana Lee"]


# Its thread


def test_the_thread_tells_what_comes_and_sleeps_when_nothing_does(desk: Outside) -> None:
    def asked() -> dict[str, str]:
        begun.set()  # it asks for that last of what is there at the start
        return {}

    desk.now += 10
    watch, told, begun = desk.new_watch(first=0.0, settle=0.0), Event(), Event()
    desk.board.told = told.set
    desk.acts.asks = asked
    watch.start()
    try:
        assert begun.wait(20)
        desk.comes()
        assert told.wait(20)
        desk.board.pressed(next(iter(desk.board.showing)), Press.ARCHIVE)
        desk.board.told = lambda: told.set() if not desk.board.showing else None
        told.clear()
        assert told.wait(20)
        assert len(desk.archived) == 1
        assert watch._quiet_left() is None
    finally:
        watch.shutdown()
