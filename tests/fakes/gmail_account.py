"""An account at Gmail in a house without a network: its mail, and what it is allowed."""

from __future__ import annotations

from desktop_app.accounts.base import Health
from desktop_app.mail.message.parse import parse
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import Draft
from desktop_app.model.draft_link import DraftLink
from desktop_app.model.message import Message
from tests.fakes.house import TestHouse

ADDRESS = "alex@gmail.example"
PAGES = "https://mail.google.com/mail/?authuser=alex%40gmail.example"


def add_gmail(house: TestHouse, *permissions: str) -> Account:
    """A signed-in Google account with these permissions."""
    account = Account("gm", "google", "Gmail", (Identity(Address("Alex", ADDRESS), default=True),))
    house.store.accounts.add(account)
    allow(house, *permissions)
    return account


def allow(house: TestHouse, *permissions: str) -> None:
    """From now on the account has these permissions."""
    house.directory.connection = lambda _: Health(True, "never", scopes_granted=permissions)


def add_mail(house: TestHouse, raw: bytes, gmail_id: str, *labels: str) -> Message:
    """A mail as the sync files it, with the id it has at Gmail."""
    report = house.store.messages.add(
        "gm", [parse(raw)], labels=[frozenset(labels or ("INBOX",))], source_ids=[gmail_id]
    )
    return house.store.messages.get(report.ids[0])


def push(house: TestHouse, draft: Draft, message_id: str = "19f8") -> None:
    """The server has the draft as it is now."""
    link = DraftLink(draft.id, "r-1", message_id, "t-1", draft.revision)
    house.store.draft_links("gm").keep(link)
