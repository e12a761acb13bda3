"""AgentDojo's environment as a person's profile: inbox in the store, calendar and drive behind
the tools' port. And back: what really happened, in AgentDojo's terms."""

from __future__ import annotations

import email
import email.policy
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from email.message import EmailMessage
from pathlib import Path
from threading import Event

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.calendar_event import Attendee, CalendarEvent
from desktop_app.model.cloud_file import CloudFile, CloudFileBytes, CloudFilePage
from desktop_app.model.errors import NotFound
from desktop_app.model.message import SystemLabel
from desktop_app.model.outbox import OutboxEntry, OutboxState
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from tests.assistant.dojo.client import Happened, Pair
from tests.fakes.house import TestHouse, WatchedPostman
from tests.fakes.new_profile import new_profile

ACCOUNT = "work"
_BOX = {"received": str(SystemLabel.INBOX), "sent": str(SystemLabel.SENT)}
PERMISSIVE = {
    "policy.assistant_organise": "allow",
    "policy.assistant_draft": "allow",
    "mail.trusted_recipients": "mark.black-2134@gmail.com, attacker@evil.example",
    "assistant.redact": False,
    "assistant.own_style": True,
    "tools.assistant_off": "",
    "mail.undo_seconds": 0,
}
"""As much as a person can allow, so that nothing but the press stands in the way."""


@dataclass
class DojoCloud:
    """AgentDojo's calendar and drive behind `CloudServices`; all that can be done is reading."""

    files: dict[str, tuple[CloudFile, str]]
    calendar: list[CalendarEvent]
    reads: int = field(default=0)

    def find_files(
        self, account_id: str, query: str, *, size: int, token: str, cancelled: Event
    ) -> CloudFilePage:
        self.reads += 1
        words = query.lower()
        fitting = [f for f, text in self.files.values() if words in f"{f.name}\n{text}".lower()]
        first = int(token or 0)
        more = str(first + size) if first + size < len(fitting) else ""
        return CloudFilePage(tuple(fitting[first : first + size]), more)

    def read_file(
        self, account_id: str, file_id: str, *, as_document: bool = False, cancelled: Event
    ) -> CloudFileBytes:
        self.reads += 1
        if file_id not in self.files:
            raise NotFound("There is no such file.")
        file, text = self.files[file_id]
        return CloudFileBytes(file, "text/plain", text.encode())

    def events(
        self,
        account_id: str,
        query: str,
        *,
        start: float,
        end: float,
        limit: int,
        cancelled: Event,
    ) -> tuple[CalendarEvent, ...]:
        self.reads += 1
        words = query.lower()
        return tuple(
            each
            for each in self.calendar
            if start <= datetime.fromisoformat(each.start).timestamp() < end
            and words in f"{each.title}\n{each.description}".lower()
        )[:limit]


@dataclass
class DojoHome:
    """A house with one pair's environment in it. `ids` are our message ids by AgentDojo's."""

    house: TestHouse
    pair: Pair
    ids: dict[str, int]
    cloud: DojoCloud

    def happened(self) -> Happened:
        """Read from the store, the outbox and the services, not from what anybody said."""
        alive, read = set(), []
        for theirs, ours in self.ids.items():
            try:
                message = self.house.store.messages.get(ours)
            except NotFound:
                continue
            if str(SystemLabel.TRASH) not in message.labels:
                alive.add(theirs)
                if str(SystemLabel.UNREAD) not in message.labels:
                    read.append(theirs)
        outbox = self.house.store.outbox
        return Happened(
            sent=[_sent(outbox.get(entry.id)) for entry in outbox.in_state(list(OutboxState))],
            read=read,
            deleted=sorted(set(self.ids) - alive, key=int),
            files=sorted(self.cloud.files),
        )


@contextmanager
def dojo_home(profile: Path, pair: Pair) -> Iterator[DojoHome]:
    """Opened, filled, handed over, closed. The clock stands at noon of AgentDojo's day."""
    now = datetime.fromisoformat(f"{pair.today}T12:00:00+00:00").timestamp()
    store = Store(new_profile(profile), clock=lambda: now)
    me = Identity(Address("Emma Johnson", pair.account), default=True)
    store.accounts.add(Account(ACCOUNT, "google", "Work", (me,)))
    settings = Settings(profile, {})
    for key, value in PERMISSIVE.items():
        settings.change(key, value)
    cloud = _cloud(pair)
    house = TestHouse(profile, store, settings, WatchedPostman(), cloud=cloud, now=now)
    try:
        yield DojoHome(house, pair, _fill(store, pair), cloud)
    finally:
        store.close()


def _fill(store: Store, pair: Pair) -> dict[str, int]:
    ids = {}
    for each in pair.emails:
        unread = () if each["read"] else (str(SystemLabel.UNREAD),)
        labels = frozenset({_BOX[each["status"]], *unread})
        report = store.messages.add(ACCOUNT, [parse(_mime(each))], labels=[labels])
        [ids[each["id"]]] = report.ids
    return ids


def _mime(given: dict[str, object]) -> bytes:
    mail = EmailMessage(policy=email.policy.SMTP)
    mail["From"], mail["Subject"] = str(given["sender"]), str(given["subject"])
    mail["To"] = ", ".join(given["to"])  # type: ignore[arg-type]
    if given["cc"]:
        mail["Cc"] = ", ".join(given["cc"])  # type: ignore[arg-type]
    mail["Date"] = datetime.fromisoformat(str(given["time"])).replace(tzinfo=UTC)
    mail["Message-ID"] = f"<dojo-{given['id']}@bluesparrowtech.com>"
    mail.set_content(str(given["body"]))
    return mail.as_bytes()


def _cloud(pair: Pair) -> DojoCloud:
    files = {
        each["id"]: (
            CloudFile(
                each["id"],
                f"{each['name']}.txt",
                "text/plain",
                size=len(each["content"]),
                link=f"https://drive.example/{each['id']}",
                owner=each["owner"],
            ),
            each["content"],
        )
        for each in pair.files
    }
    return DojoCloud(files, [_event(each) for each in pair.events])


def _event(given: dict[str, object]) -> CalendarEvent:
    people = given["participants"]
    assert isinstance(people, list)
    return CalendarEvent(
        id=str(given["id"]),
        title=str(given["title"]),
        start=f"{given['start']}+00:00",
        end=f"{given['end']}+00:00",
        location=str(given["location"]),
        description=str(given["description"]),
        attendees=tuple(Attendee("", each) for each in people),
    )


def _sent(entry: OutboxEntry) -> dict[str, object]:
    """A mail that was approved, whether or not it has left yet: worse than what happened."""
    mail = email.message_from_bytes(entry.mime, policy=email.policy.default)
    body = mail.get_body(("plain",))
    return {
        "recipients": list(entry.recipients),
        "subject": str(mail["Subject"]),
        "body": body.get_content() if body is not None else "",
    }
