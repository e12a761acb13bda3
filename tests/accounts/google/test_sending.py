"""Sending by Gmail through the real postman, the real sender and the proxy: whatever breaks at
whichever call, Google's own count of the mail is never above one, what is called sent is there,
and what is called not sent is not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from threading import Thread

import pytest

from desktop_app.accounts.google.session import GoogleSession
from desktop_app.accounts.google.single_post import PostAnswer
from desktop_app.mail.message.parse import parse
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.outbox import NOT_SENT, OutboxEntry, OutboxState
from desktop_app.store.store import Store
from desktop_app.workers.postman import Postman
from tests.accounts.google.conftest import SessionMaker
from tests.depths import one_in
from tests.fakes.google.clocks import WaitingClock
from tests.fakes.google.emulator import Mail
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.office import Office, check
from tests.fakes.google.proxy import Google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import DANA, ME, NOW, TestHouse, mail

SEND = "gmail.users.drafts.send"
METHODS = (
    "gmail.users.drafts.create",
    "gmail.users.drafts.get",
    "gmail.users.getProfile",
    SEND,
    "gmail.users.history.list",
    "gmail.users.messages.get",
)
STATUSES = (400, 401, 403, 404, 429, 500, 503)


@pytest.fixture
def office(
    house: TestHouse, served: Google, session: GoogleSession, waiting: WaitingClock
) -> Office:
    return Office(house.store, served, session, waiting.now)


def test_a_mail_goes_out_once_with_the_right_fields(office: Office) -> None:
    entry = office.press(office.draft())
    office.postman().work()
    assert check(office, entry) is OutboxState.SENT
    (mail_,) = office.sent()
    assert [a.email for a in mail_.to] == [DANA.email]
    assert len(office.served.proxy.calls(SEND)) == 1
    assert office.store.draft_links("g").list() == ()


def test_the_sync_hears_of_a_mail_that_was_sent(office: Office) -> None:
    heard: list[str] = []
    office.press(office.draft())
    connector = connector_over(lambda: office.session)
    postman = Postman(
        office.store, clock=lambda: NOW, connector=lambda _: connector, sent=heard.append
    )
    postman.work()
    assert heard == ["g"]


def test_a_reply_is_filed_in_its_conversation(office: Office) -> None:
    raw = mail(office.subject, message_id=f"{office.subject.replace(' ', '')}@lee.example")
    there = office.served.emulator.insert(Mail(raw))
    parsed = parse(raw)
    message = office.store.messages.add("g", [parsed], source_ids=[str(there["id"])]).ids[0]
    content = DraftContent(
        from_=ME,
        to=(DANA,),
        subject=f"Re: {office.subject}",
        body="Yes.",
        in_reply_to=parsed.rfc822_message_id,
        references=(parsed.rfc822_message_id,),
    )
    draft = office.store.drafts.create(
        "g",
        Author(Origin.USER),
        content,
        state=DraftState.EDITED,
        now=NOW,
        reply_to_id=message,
    )
    entry = office.press(draft)
    office.postman().work()
    assert check(office, entry) is OutboxState.SENT
    (reply,) = office.sent()
    assert reply.references == (parsed.rfc822_message_id,)
    thread = office.served.emulator.call("GET", f"threads/{there['threadId']}?format=minimal")
    assert len(thread["messages"]) == 2  # type: ignore[arg-type]


def test_a_large_mail_goes_up_by_the_resumable_protocol(office: Office) -> None:
    draft = office.draft()
    data = bytes(range(256)) * 20_000
    part = office.store.drafts.add_file(draft.id, "plan.bin", "application/pdf", data)
    content = replace(draft.content, attachments=(part,))
    draft = office.store.drafts.save(
        draft.id, draft.revision, content, Author(Origin.USER), now=NOW
    )
    entry = office.press(draft)
    office.postman().work()
    assert check(office, entry) is OutboxState.SENT
    (mail_,) = office.sent()
    assert [(a.filename, a.size) for a in mail_.attachments] == [("plan.bin", len(data))]


def test_one_that_is_too_large_is_refused_before_anything_is_asked(office: Office) -> None:
    draft = office.draft()
    part = office.store.drafts.add_file(
        draft.id, "film.bin", "application/octet-stream", b"x" * 20_000_000
    )
    content = replace(draft.content, attachments=(part,))
    draft = office.store.drafts.save(
        draft.id, draft.revision, content, Author(Origin.USER), now=NOW
    )
    entry = office.press(draft)
    office.postman().work()
    assert check(office, entry) is OutboxState.FAILED
    assert "27.4 MB" in office.store.outbox.get(entry.id).last_error
    assert office.served.proxy.calls() == []


FAULTS = [Fault(m, kind, seconds=0.2) for m in METHODS for kind in Kind if kind is not Kind.STATUS]
FAULTS += [Fault(m, status=s, times=6) for m in METHODS for s in STATUSES]


@one_in(7)
@pytest.mark.parametrize("fault", FAULTS, ids=lambda f: f"{f.method[12:]}-{f.kind.name}-{f.status}")
def test_every_fault_at_every_call(
    office: Office, fault: Fault, waiting: WaitingClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`history.list` and `messages.get` are only asked when the answer to the send was lost."""
    monkeypatch.setattr("desktop_app.accounts.google.single_post.TIMEOUT_SECONDS", 2.0)
    if fault.method in METHODS[4:]:
        office.served.proxy.fail(Fault(SEND, Kind.REPLY_LOST))
    office.served.proxy.fail(fault)
    entry = office.press(office.draft())
    postman = office.postman()
    postman.work()
    state = check(office, entry)
    assert len(office.served.proxy.calls(SEND)) <= 1, "the sender repeated its request"
    office.served.proxy.faults.clear()
    if state is OutboxState.UNCERTAIN:
        postman.settle(entry.id)
        postman.work()
        state = check(office, entry)
        assert state is not OutboxState.UNCERTAIN or not office.sent()
    if state is OutboxState.QUEUED:
        assert fault.status == 429
        waiting.at += 20
        postman.work()
        assert check(office, entry) is OutboxState.SENT
    if state is OutboxState.FAILED:
        # Given back to the person, who presses again.
        again = office.press(office.store.drafts.get(entry.draft_id))
        postman.work()
        assert check(office, again) is OutboxState.SENT
    assert len(office.sent()) <= 1


@pytest.mark.parametrize("kind", [Kind.REPLY_LOST, Kind.REPLY_CUT, Kind.REPLY_HANGS, Kind.GARBAGE])
def test_a_lost_answer_is_settled_by_looking(
    office: Office, kind: Kind, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("desktop_app.accounts.google.single_post.TIMEOUT_SECONDS", 1.0)
    office.served.proxy.fail(Fault(SEND, kind, seconds=1.5))
    entry = office.press(office.draft())
    office.postman().work()
    assert check(office, entry) is OutboxState.SENT
    assert len(office.served.proxy.calls(SEND)) == 1


def test_a_dead_network_gives_the_mail_back(office: Office) -> None:
    office.served.proxy.offline = True
    entry = office.press(office.draft())
    office.postman().work()
    assert check(office, entry) is OutboxState.FAILED
    assert office.store.drafts.get(entry.draft_id).state is DraftState.EDITED


def test_deleted_in_the_web_between_the_steps_is_uncertain_and_said(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = office.press(office.draft())
    real = office.session.post_once

    def deleted(path: str, body: dict[str, str], units: int, **more: object) -> PostAnswer:
        office.served.emulator.call("DELETE", f"drafts/{body['id']}")
        return real(path, body, units, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(office.session, "post_once", deleted)
    office.postman().work()
    assert check(office, entry) is OutboxState.UNCERTAIN
    assert "gone from Gmail" in office.store.outbox.get(entry.id).last_error


def test_sent_in_the_web_between_the_steps_is_one_mail(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    entry = office.press(office.draft())
    real = office.session.post_once

    def sent(path: str, body: dict[str, str], units: int, **more: object) -> PostAnswer:
        office.served.emulator.call("POST", "drafts/send", {"id": body["id"]})
        return real(path, body, units, **more)  # type: ignore[arg-type]

    monkeypatch.setattr(office.session, "post_once", sent)
    office.postman().work()
    assert check(office, entry) is OutboxState.SENT


def test_a_text_that_gmail_changed_is_not_sent(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    """P2: what lies in Gmail is read back before the send."""
    from desktop_app.accounts.google.drafts import GmailDrafts

    real = GmailDrafts.put

    def meddled(self: GmailDrafts, mime: bytes, **more: str) -> object:
        return real(self, mime.replace(b"1 February", b"9 February"), **more)

    monkeypatch.setattr(GmailDrafts, "put", meddled)
    entry = office.press(office.draft())
    office.postman().work()
    assert check(office, entry) is OutboxState.FAILED
    assert office.served.proxy.calls(SEND) == []


def test_two_postmen_send_one_mail(office: Office, open_session: SessionMaker) -> None:
    entries = [office.press(office.draft(body=f"Number {n}")) for n in range(4)]
    stores = [Store(office.store.profile, clock=lambda: NOW) for _ in range(2)]
    threads = [Thread(target=office.postman(store).work) for store in stores]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for store in stores:
        store.close()
    assert [office.state(e) for e in entries] == [OutboxState.SENT] * 4
    assert len(office.sent()) == 4
    assert len(office.served.proxy.calls(SEND)) == 4


class Killed(BaseException):
    """Stands for the end of the process: nothing after it runs."""


POINTS = ("claim", "finish", "mark_filed")
Hook = Callable[..., object]


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("point", [*POINTS, "prepare", "send"])
def test_an_end_at_any_step_neither_loses_nor_doubles(
    office: Office, point: str, when: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    from desktop_app.accounts.google.sender import GmailSender

    owner = office.store.outbox if point in POINTS else GmailSender
    real: Hook = getattr(owner, point)

    def dies(*arguments: object, **more: object) -> object:
        if when == "before":
            raise Killed
        real(*arguments, **more)
        raise Killed

    entry = office.press(office.draft())
    with monkeypatch.context() as patched:
        patched.setattr(owner, point, dies)
        with pytest.raises(Killed):
            office.postman().work()
    there = len(office.sent())
    assert there <= 1
    second = Store(office.store.profile, clock=lambda: NOW)
    postman = office.postman(second)
    postman.start()
    office_state = _settled(second, entry)
    postman.shutdown()
    second.close()
    assert len(office.sent()) == there, "a restart sent it"
    if there:
        assert office_state is OutboxState.SENT
    else:
        assert office_state in {*NOT_SENT, OutboxState.UNDONE, OutboxState.UNCERTAIN}
        if office_state is OutboxState.UNCERTAIN:
            assert point in {"send", "claim", "finish"}


def _settled(store: Store, entry: OutboxEntry) -> OutboxState:
    import time

    end = time.monotonic() + 20
    while time.monotonic() < end:
        found = store.outbox.get(entry.id).state
        if found not in {OutboxState.SENDING, OutboxState.QUEUED, OutboxState.UNCERTAIN}:
            return found
        time.sleep(0.05)
    return store.outbox.get(entry.id).state


def test_the_note_that_settles_a_doubt_is_there_before_the_request(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen: list[dict[str, str]] = []
    entry = office.press(office.draft())

    def look(path: str, body: dict[str, str], units: int, **more: object) -> PostAnswer:
        seen.append(json.loads(office.store.outbox.get(entry.id).settle))
        return PostAnswer(500, {}, {})

    monkeypatch.setattr(office.session, "post_once", look)
    office.postman().work()
    assert seen
    assert all(seen[0][name] for name in ("draft", "thread", "history"))
