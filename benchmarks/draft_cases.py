"""Cases of drafts: mailboxes, a proposal that an assistant wrote in them, and its review."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from email.message import EmailMessage
from email.utils import formatdate
from pathlib import Path
from typing import Any

from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.addresses import addresses
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import (
    Author,
    DraftContent,
    DraftState,
    Origin,
    Source,
    SourceKind,
)
from desktop_app.model.message import Message
from desktop_app.tools.drafting.new_drafts import source_of
from desktop_app.tools.person import draft_review
from desktop_app.tools.person.draft_review import Review
from tests.fakes.house import NOW, TestHouse, open_house

Case = Mapping[str, Any]
MODEL = Author(Origin.ASSISTANT, "Model")
ACCOUNT = "case"


def cases(path: Path) -> list[Case]:
    """The cases of a file: `{"cases": […]}`."""
    found: list[Case] = json.loads(path.read_text())["cases"]
    return found


@contextmanager
def house_for(case: Case) -> Iterator[TestHouse]:
    """A mailbox of the case's owner, empty."""
    with tempfile.TemporaryDirectory() as folder:
        opening = open_house(Path(folder) / "profile")
        house = next(opening)
        owner = addresses(case["owner"])[0]
        house.store.accounts.add(Account(ACCOUNT, LOCAL, "Mail", (Identity(owner, "", True),)))
        yield house
        for _ in opening:
            raise AssertionError("a house is opened once")


def filed(house: TestHouse, case: Case, number: int, thread: Mapping[str, Any]) -> list[Message]:
    """One conversation of the case, in the store."""
    owner = addresses(case["owner"])[0].key
    ids, found = [f"{case['id']}.{number}.{n}@case.example" for n in range(100)], []
    for place, given in enumerate(thread["messages"]):
        mail = EmailMessage()
        mail["From"], mail["To"] = given["from"], ", ".join(_several(given.get("to")))
        if given.get("cc"):
            mail["Cc"] = ", ".join(_several(given["cc"]))
        mail["Subject"] = thread["subject"] if not place else f"Re: {thread['subject']}"
        mail["Message-ID"] = f"<{ids[place]}>"
        if place:
            mail["References"] = " ".join(f"<{each}>" for each in ids[:place])
        mail["Date"] = formatdate(NOW - 86_400 * 30 + 3_600 * (number * 100 + place))
        mail.set_content(given["body"])
        own = addresses(given["from"])[0].key == owner
        labels = frozenset({"SENT"} if own else {"INBOX"})
        report = house.store.messages.add(ACCOUNT, [parse(mail.as_bytes())], labels=[labels])
        found.append(house.store.messages.get(report.ids[0]))
    return found


def _several(value: str | Sequence[str] | None) -> list[str]:
    return [value] if isinstance(value, str) else list(value or ())


def reviewed(
    house: TestHouse, case: Case, read: Sequence[Message], answered: Message | None
) -> Review:
    """The review of the case's draft, which an assistant made of the mails `read`."""
    given, asked = case["draft"], case.get("request", "")
    to = tuple(address for text in _several(case["recipients"]) for address in _named(text, read))
    content = DraftContent(
        from_=addresses(case["owner"])[0],
        to=to,
        subject=given["subject"],
        body=given["body"],
        in_reply_to=answered.rfc822_message_id if answered is not None else "",
    )
    request = (Source(SourceKind.REQUEST, "", asked[:100], asked),) if asked else ()
    draft = house.store.drafts.create(
        ACCOUNT,
        MODEL,
        content,
        state=DraftState.PROPOSED,
        now=NOW,
        reply_to_id=answered.id if answered is not None else 0,
        sources=(*request, *(source_of(message) for message in read)),
    )
    params = draft_review.ReviewDraft(draft_id=draft.id)
    return house.runner().call(draft_review.REVIEW_DRAFT, params).unwrap()


def _named(text: str, read: Sequence[Message]) -> tuple[Address, ...]:
    """The address, with the name it has in the mail where the case gives none."""
    everyone = {a.key: a for m in read for a in (*m.from_, *m.to, *m.cc)}
    return tuple(a if a.name else everyone.get(a.key, a) for a in addresses(text))
