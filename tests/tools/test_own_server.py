"""The own server of an account: learned from its mail, shown, and asked about one mail."""

from __future__ import annotations

from pathlib import Path

import pytest

from desktop_app.mail.message.parse import parse
from desktop_app.mail.senders.own_side import OwnSide
from desktop_app.model.account import Account, Identity
from desktop_app.model.message import Message
from desktop_app.store.mail.receivers import UNKNOWN_FOR, Receivers
from desktop_app.store.scoped_store import scoped
from desktop_app.store.store import Store
from desktop_app.tools.calls.context import Context
from desktop_app.tools.calls.results import MessageText, ThreadText
from desktop_app.tools.person import mail_accounts, mail_view
from desktop_app.tools.reading.own_server import own_server, own_side, passed
from desktop_app.tools.verbs import get_message, get_thread
from tests.fakes.house import ME, TestHouse
from tests.sure import of_kind

RECEIVED = "Received: from out.example by mx1.home.example with ESMTPS id 4; today\n"


def raw(number: int, verdict: str = "pass", domain: str = "") -> bytes:
    domain = domain or f"h{number}.example"
    return (
        f"Authentication-Results: mx1.home.example; dmarc={verdict} header.from={domain}\n"
        f"{RECEIVED}From: N <a@{domain}>\nTo: alex@fernhill.example\nSubject: S{number}\n"
        f"Message-ID: <{number}@{domain}>\nDate: Mon, 14 Sep 2026 10:{number:02}:00 +0000\n\n"
        f"Words {number}\n"
    ).encode()


@pytest.fixture
def served(house: TestHouse) -> TestHouse:
    house.store.accounts.add(Account("imap1", "imap", "Home", (Identity(ME, default=True),)))
    return house


def add(
    house: TestHouse, *mails: bytes, source: str = "x", account: str = "imap1"
) -> list[Message]:
    count = house.store.messages.count(account)
    report = house.store.messages.add(
        account,
        [parse(mail) for mail in mails],
        labels=[frozenset({"INBOX"})] * len(mails),
        source_ids=[f"{source}{count + n}" if source else "" for n in range(len(mails))],
    )
    return house.store.messages.get_many(report.ids)


def context_of(house: TestHouse, store: Store | None = None) -> Context:
    class Only:
        """What the functions under test ask of a context."""

    only = Only()
    only.store = store or house.store  # type: ignore[attr-defined]
    return only  # type: ignore[return-value]


def test_a_server_is_learned_from_mail_that_came_through_it(served: TestHouse) -> None:
    now = [0.0]
    served.store.db.clock = lambda: now[0]
    receivers = Receivers(served.store.db)
    assert receivers.of("imap1") == ""
    add(served, *(raw(n) for n in range(8)))
    assert receivers.of("imap1") == ""
    now[0] += UNKNOWN_FOR + 1
    assert receivers.of("imap1") == "home.example"


def test_mail_files_and_sent_mail_have_no_own_server(served: TestHouse) -> None:
    inbox = add(served, *(raw(n) for n in range(8)))
    local = add(served, *(raw(n) for n in range(8)), source="", account="work")
    context = context_of(served)
    assert own_server(context, inbox[0]) == "home.example"
    assert own_server(context, local[0]) == ""
    served.store.messages.modify([inbox[1].id], add=frozenset({"SENT"}), remove=frozenset())
    assert own_server(context, served.store.messages.get(inbox[1].id)) == ""
    view = context_of(served, scoped(served.store, frozenset({"imap1"})))
    assert own_server(view, inbox[0]) == "home.example"


def test_passed_is_asked_of_one_mail(served: TestHouse) -> None:
    mails = add(served, *(raw(n) for n in range(8)), raw(8, "fail"))
    context = context_of(served)
    assert passed(context, mails[0])
    assert not passed(context, mails[8])
    (local,) = add(served, raw(9), source="", account="work")
    assert not passed(context, local)


def side(house: TestHouse, message: Message) -> OwnSide:
    return own_side(context_of(house), message, house.store.messages.raw(message.id))


def test_the_own_side_knows_whether_the_person_has_written_to_who_is_vouched_for(
    served: TestHouse,
) -> None:
    first, second, *_, failed = add(
        served, *(raw(n) for n in range(8)), raw(8, "fail", "h0.example")
    )
    assert side(served, first) == OwnSide("home.example")
    (sent,) = add(served, raw(30).replace(b"To: alex@fernhill", b"To: a@h0"), source="s")
    served.store.messages.modify([sent.id], add=frozenset({"SENT"}), remove=frozenset({"INBOX"}))
    assert side(served, first) == OwnSide("home.example", written=frozenset({"a@h0.example"}))
    assert side(served, second) == side(served, failed) == OwnSide("home.example")
    assert side(served, served.store.messages.get(sent.id)) == OwnSide()


def test_the_own_side_knows_whether_the_person_writes_to_the_list_that_a_mail_came_by(
    served: TestHouse,
) -> None:
    add(served, *(raw(n) for n in range(8)))
    posted = raw(30).replace(b"From: N <a@h30.example>", b"From: alex@fernhill.example")
    posted = posted.replace(b"To: alex@fernhill", b"To: all@lists")
    served.store.messages.add(
        "imap1", [parse(posted)], labels=[frozenset({"SENT"})], source_ids=["sent"]
    )
    via = raw(9, "fail").replace(b"; dmarc", b"; dkim=pass header.d=lists.example; dmarc")
    elsewhere = via.replace(b"d=lists.", b"d=evil.").replace(b"<9@", b"<90@")
    claims = elsewhere.replace(b"To: ", b"To: all@lists.example, ").replace(b"<90@", b"<91@")
    came, other, named, direct = add(served, via, elsewhere, claims, raw(10, "fail"))
    assert side(served, came).written == {"all@lists.example"}
    assert side(served, other).written == side(served, direct).written == frozenset()
    assert side(served, named).written == frozenset(), "recipients are the sender's word"


def test_results_below_received_fields_are_believed_of_a_server_that_writes_there(
    served: TestHouse,
) -> None:
    def below(number: int) -> bytes:
        results, *rest = raw(number).splitlines(keepends=True)
        return b"".join([rest[0], results, *rest[1:]])

    *_, first = add(served, *(below(n) for n in range(8)))
    assert side(served, first) == OwnSide("home.example", below=True)
    assert passed(context_of(served), first)


def test_the_window_and_a_model_are_told_the_same_and_the_account_names_the_server(
    served: TestHouse,
) -> None:
    *_, failed = add(served, *(raw(n) for n in range(8)), raw(8, "fail", "bank.example"))
    sentence = (
        "Your mail server (home.example) checked this mail: bank.example does not vouch for it."
    )
    window = served.runner()
    body = window.call(mail_view.READ_BODY, mail_view.ReadBody(message_id=failed.id)).unwrap().body
    assert [w.text for w in body.warnings] == [sentence]
    for format_ in ("full", "metadata", "minimal"):
        params = get_message.GetMessage(message_id=str(failed.id), format=format_)
        text = window.call(get_message.TOOL, params).unwrap()
        assert isinstance(text, MessageText)
        assert text.warnings == (sentence,)
        ours, _, theirs = text.display.partition("<untrusted ")
        assert "by Draftdesk: Your mail server ([1]) checked this mail: [2] does not" in ours
        assert "\n[1] home.example\n[2] bank.example\n" in theirs
    thread = window.call(get_thread.TOOL, get_thread.GetThread(thread_id=str(failed.thread_id)))
    assert of_kind(ThreadText, thread.unwrap()).messages[0].warnings == (sentence,)
    found = window.call(
        mail_accounts.LIST_ACCOUNTS, mail_accounts.ListAccounts(receivers=True)
    ).unwrap()
    assert found.receivers == {"imap1": "home.example"}


def test_nothing_of_it_is_kept_in_the_profile(served: TestHouse, tmp_path: Path) -> None:
    del tmp_path
    add(served, *(raw(n) for n in range(8)))
    tables = {name for (name,) in served.store.db.values(tuple, "SELECT name FROM sqlite_schema")}
    assert served.store.receivers.of("imap1") == "home.example"
    assert not any("receiver" in name for name in tables)
