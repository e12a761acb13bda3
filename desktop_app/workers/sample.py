"""Sample mailbox: installed on request, and by itself in an empty profile."""

from __future__ import annotations

import logging
from collections.abc import Callable
from pathlib import Path

from desktop_app.model.account import LOCAL, Account
from desktop_app.model.clock import Clock
from desktop_app.model.errors import KnownError
from desktop_app.model.loop import Loop
from desktop_app.store.store import Store

_log = logging.getLogger(__name__)
SAMPLE_ID = "sample"
_LAST_SECONDS = 10.0
"""How long it is waited for at the end."""


class SampleMailbox:
    """Implements the tools' `SampleMailbox`. `resources` is the folder that ships with the
    program."""

    def __init__(self, store: Store, *, resources: Path, clock: Clock) -> None:
        self._store = store
        self._resources = resources
        self._clock = clock

    def install(self) -> Account:
        """Return the sample account; make and fill it if there is none. Raises `StorageError`."""
        for account in self._store.accounts.list():
            if account.sample:
                return account
        from desktop_app.accounts.local.sample import OWNER, sample_items
        from desktop_app.mail.message.parse import parse

        account = Account(SAMPLE_ID, LOCAL, "Sample mailbox", (OWNER,), colour=0, sample=True)
        self._store.accounts.add(account)
        items = list(sample_items(self._clock(), resources=self._resources))
        self._store.messages.add(
            account.id,
            [parse(item.raw, fallback_date=item.fallback_date) for item in items],
            labels=[item.labels for item in items],
        )
        return account


class FirstStart:
    """Thread that fills an empty profile with the sample mailbox while the window is already
    open, then has `propose(account id)` make an example of a proposal in it."""

    def __init__(
        self, store: Store, sample: SampleMailbox, propose: Callable[[str], object]
    ) -> None:
        self._store = store
        self._sample = sample
        self._propose = propose
        self._thread = Loop("first start", self._fill)

    def start(self) -> None:
        self._thread.start()

    def shutdown(self) -> None:
        self._thread.end()
        self._thread.ended(_LAST_SECONDS)

    def _fill(self) -> None:
        try:
            if not self._store.accounts.list():
                self._propose(self._sample.install().id)
        except KnownError as error:
            _log.warning("The sample mailbox can't be shown: %s", error)
