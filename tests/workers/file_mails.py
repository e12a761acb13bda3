"""Mails with canaries in their files, and what of the words a search finds."""

from __future__ import annotations

from collections.abc import Sequence

from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.mail.files.canaries import Canary, mail_with


def stored(store: Store, files: Sequence[Canary], each: int = 2) -> None:
    """Stores mails with so many of the files each."""
    mails = [mail_with(list(files[n : n + each]), n) for n in range(0, len(files), each)]
    labels = [frozenset({"INBOX"})] * len(mails)
    store.messages.add("local", [parse_mail(raw) for raw in mails], labels=labels)


def finds(store: Store, word: str) -> tuple[str, ...]:
    """The names of the files in which a word is found; the list of conversations agrees."""
    hits = store.finder.files(parse(word), limit=50)
    asked = parse(f"in:attachments {word}")
    assert store.finder.count(asked) == len({hit.message for hit in hits})
    return tuple(hit.name for hit in hits)
