"""The main job with a Gmail account, in the real application: from the wizard to Google's Sent."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from email.utils import formatdate
from typing import Any

import pytest

from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from tests.end_to_end.desk import Desk, until
from tests.end_to_end.test_sign_in import act, go_through
from tests.fakes.google.emulator import ME, Mail, installed
from tests.fakes.google.proxy import Google, google
from tests.fakes.house import mail
from tests.fakes.keyring_service import missing

pytestmark = [
    pytest.mark.system,
    pytest.mark.skipif(not installed() or bool(missing()), reason="bootstrap.sh test not run"),
]

SUBJECT = "Lease renewal"
QUESTION = "Hi Alex,\n\nIs 1 February all right as the start date?\n\nBest\nDana"


def of_today(subject: str, body: str, message_id: str) -> bytes:
    """A mail that stands above those of the sample mailbox."""
    return mail(subject, body, message_id=message_id, to=ME, date=formatdate())


@pytest.fixture
def served() -> Iterator[Google]:
    with google() as running:
        running.emulator.fill(
            [
                Mail(of_today(SUBJECT, QUESTION, "lease@lee.example")),
                Mail(of_today("Lunch", "Soup today?", "lunch@lee.example")),
            ]
        )
        yield running


def there(served: Google, query: str) -> list[dict[str, Any]]:
    """Messages that Google finds, past the proxy."""
    found: Any = served.emulator.call("GET", f"messages?q={query}&maxResults=50")
    return [
        served.emulator.call("GET", f"messages/{m['id']}?format=raw")
        for m in found.get("messages", [])
    ]


def bytes_of(message: dict[str, Any]) -> bytes:
    return base64.urlsafe_b64decode(str(message["raw"]) + "==")


@pytest.mark.usefixtures("keyring")
def test_from_the_wizard_to_a_reply_in_googles_sent(desk: Desk, served: Google) -> None:
    desk.open(
        GMAIL_CLIENT_ID="client-1",
        GMAIL_CLIENT_SECRET="s3cret",
        DRAFTDESK_MAIL_UNDO_SECONDS="0",
        **served.environment,
    )
    desk.at("wait", "Conversations")
    go_through(desk)
    until(lambda: any(SUBJECT in r and "Dana" in r for r in desk.at("children", "Conversations")))

    # Search, read, ask.
    desk.at("type", "Search mail", text="february from:dana to:gmail.example")
    desk.at("select", "Conversations", row=SUBJECT)
    desk.at("wait", "Messages")
    desk.at("press", "Starter assistant", prefix=True)
    desk.at("type", "Assistant prompt", text="reply saying that 1 February is all right")
    desk.at("press", "Ask")
    desk.at("press", "Review")
    desk.reads("Draft body", "1 February is all right")

    # The proposal is in Gmail's own drafts, once.
    until(lambda: len(drafts(served)) == 1)
    desk.at("press", "Send to Dana", prefix=True)
    sent = until(lambda: there(served, "in:sent"))
    [reply] = sent
    parsed = parse(bytes_of(reply))
    [asked] = there(served, "subject:lease%20in:inbox")
    assert parsed.subject == f"Re: {SUBJECT}"
    assert [a.email for a in parsed.to] == ["dana@lee.example"]
    assert parsed.references == ("lease@lee.example",)
    assert reply["threadId"] == asked["threadId"]
    assert "1 February is all right" in read_body(bytes_of(reply)).text
    until(lambda: drafts(served) == [])

    # It is in Sent here too, fetched from Google.
    desk.focus()
    act(desk, "Go to Sent")
    until(lambda: any(SUBJECT in r for r in desk.at("children", "Conversations")))
    assert len(served.proxy.calls("gmail.users.drafts.send")) == 1


def drafts(served: Google) -> list[object]:
    found: Any = served.emulator.call("GET", "drafts")
    return list(found.get("drafts", []))


@pytest.mark.usefixtures("keyring")
@pytest.mark.campaign(
    small="tests/end_to_end/test_gmail.py::test_from_the_wizard_to_a_reply_in_googles_sent"
)
def test_what_is_changed_on_either_side_is_changed_on_both(desk: Desk, served: Google) -> None:
    desk.open(GMAIL_CLIENT_ID="client-1", GMAIL_CLIENT_SECRET="s3cret", **served.environment)
    desk.at("wait", "Conversations")
    go_through(desk, "Organise your mail")
    until(lambda: any("Lunch" in r for r in desk.at("children", "Conversations")))
    desk.at("type", "Search mail", text="subject:lunch to:gmail.example")
    desk.at("select", "Conversations", row="Lunch")
    desk.at("wait", "Messages")

    # Starred here: starred there.
    desk.at("focus", "Conversations")
    desk.focus()
    desk.keys("s")
    [message] = there(served, "subject:lunch")
    until(lambda: "STARRED" in labels(served, message["id"]))

    # Labelled there: labelled here.
    label = served.emulator.label("Kitchen")
    body = {"addLabelIds": [label], "removeLabelIds": ["STARRED"]}
    served.emulator.call("POST", f"messages/{message['id']}/modify", body)
    act(desk, "Check for new mail")
    desk.at("type", "Search mail", text="label:Kitchen -is:starred")
    until(lambda: any("Lunch" in r for r in desk.at("children", "Conversations")))
    assert desk.close() == 0


def labels(served: Google, message_id: str) -> list[str]:
    found: Any = served.emulator.call("GET", f"messages/{message_id}?format=minimal")
    return list(found.get("labelIds", []))
