"""Puts the sample mailbox that ships with the program into the store, once."""

from __future__ import annotations

from pathlib import Path

from desktop_app.accounts.local.sample import OWNER, sample_items
from desktop_app.mime.parse import parse
from desktop_app.model.account import Account, AccountKind
from desktop_app.model.clock import Clock
from desktop_app.store.store import Store

SAMPLE_ID = "sample"


class SampleMailbox:
    """Implements the tools' port of that name. `resources` is the folder that ships."""

    def __init__(self, store: Store, *, resources: Path, clock: Clock) -> None:
        self._store = store
        self._resources = resources
        self._clock = clock

    def install(self) -> Account:
        """The sample account, made and filled unless it is there. Raises `StorageError`."""
        for account in self._store.accounts.list():
            if account.sample:
                return account
        account = Account(
            SAMPLE_ID, AccountKind.LOCAL, "Sample mailbox", (OWNER,), colour=0, sample=True
        )
        self._store.accounts.add(account)
        items = list(sample_items(self._clock(), resources=self._resources))
        self._store.messages.add(
            account.id,
            [parse(item.raw, fallback_date=item.fallback_date) for item in items],
            labels=[item.labels for item in items],
        )
        return account
