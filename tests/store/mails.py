"""Small mails and a store to put them in."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from desktop_app.mail.message.parse import parse
from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.clock import as_datetime
from desktop_app.model.message import MessageId, ParsedMessage
from desktop_app.store.store import Store
from tests.fakes.new_profile import new_profile

NOW = 1_790_000_000.0
ALEX = Address("Alex Morgan", "alex@fernhill.example")


def account(account_id: str = "local", address: Address = ALEX) -> Account:
    return Account(account_id, LOCAL, "On this computer", (Identity(address),))


def raw_mail(
    text: str = "Hello.",
    *,
    id: str = "",  # noqa: A002
    subject: str = "A subject",
    sender: str = "Dana Lee <dana@example.com>",
    to: str = "alex@fernhill.example",
    date: int = 1_700_000_000,
    references: str = "",
    headers: Iterable[str] = (),
    attachment: str = "",
) -> bytes:
    """A message as bytes; `references` are ids without brackets, space apart."""
    lines = [f"From: {sender}", f"To: {to}", f"Subject: {subject}"]
    lines.append(f"Date: {as_datetime(date):%a, %d %b %Y %H:%M:%S +0000}")
    if id:
        lines.append(f"Message-ID: <{id}>")
    if references:
        lines.append("References: " + " ".join(f"<{r}>" for r in references.split()))
    lines += headers
    if attachment:
        lines.append('Content-Type: multipart/mixed; boundary="=b"')
        body = (
            f"--=b\nContent-Type: text/plain; charset=utf-8\n\n{text}\n--=b\n"
            f'Content-Type: application/octet-stream; name="{attachment}"\n'
            f'Content-Disposition: attachment; filename="{attachment}"\n\nDATA\n--=b--\n'
        )
    else:
        lines.append("Content-Type: text/plain; charset=utf-8")
        body = text + "\n"
    return ("\n".join(lines) + "\n\n" + body).encode()


def mail(text: str = "Hello.", **fields: object) -> ParsedMessage:
    return parse(raw_mail(text, **fields))  # type: ignore[arg-type]


def add(
    store: Store, *mails: ParsedMessage, labels: str = "INBOX", account_id: str = "local"
) -> tuple[MessageId, ...]:
    """Adds to one account, all with the same labels (space apart)."""
    own = frozenset(labels.split())
    return store.messages.add(account_id, mails, labels=[own] * len(mails)).ids


def removed(store: Store, account_id: str) -> None:
    """Removes an account, as far as the store does it."""
    store.removals.begin(account_id)
    while store.removals.delete_some(account_id):
        pass
    store.removals.rewrite()
    assert store.removals.sweep()
    store.removals.end(account_id)


@contextmanager
def opened(profile: Path) -> Iterator[Store]:
    store = Store(new_profile(profile), clock=lambda: NOW)
    if not store.accounts.list():
        store.accounts.add(account())
    yield store
    store.close()
