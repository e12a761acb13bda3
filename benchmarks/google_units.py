"""Quota units of 78 mixed changes at a Gmail account, beside the least that they can cost.

python -m benchmarks.google_units

The mail is here already. On the web come eight mails, twenty changes of labels, six deletions and
two drafts; here twelve mails are starred, each by itself, twenty are archived at once, six drafts
are written and four of them edited. Units are of the price list for projects made since May 2026.
"""

from __future__ import annotations

import base64
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from threading import Event

from desktop_app.model.draft import Author, Draft, DraftContent, DraftState, Origin
from desktop_app.settings import Settings
from desktop_app.workers.sync import Sync
from tests.fakes.google.desk import SyncDesk, desk
from tests.fakes.google.emulator import Mail
from tests.fakes.google.proxy import Google, google
from tests.fakes.google.sessions import connector_over
from tests.fakes.house import DANA, ME, mail

MAILS = 60
PERSON = Author(Origin.USER, "")


@dataclass
class Account:
    """One account whose mail is here, and the units of each pass."""

    served: Google
    mine: SyncDesk
    sync: Sync
    ids: list[str]
    units: Counter[str] = field(default_factory=Counter)
    passes: int = 0

    def run(self) -> None:
        self.served.proxy.forget_calls()
        self.sync.run_once("gmail", cancelled=Event())
        self.passes += 1
        for call in self.served.proxy.calls():
            self.units[call.method.removeprefix("gmail.users.")] += call.units


def main() -> None:
    with (
        google() as served,
        tempfile.TemporaryDirectory() as folder,
        desk(Path(folder), served) as mine,
    ):
        account = _account(served, mine, Path(folder))
        account.run()
        account.units.clear()
        account.passes = 0
        least = sum(step(account) for step in (_web, _singles, _many, _drafts))
        least += 2 * account.passes  # each pass asks for the history
    print(f"passes                      {account.passes:>5}")
    for method, units in sorted(account.units.items()):
        print(f"{method:<27} {units:>5}")
    print(f"units, all together         {sum(account.units.values()):>5}")
    print(f"the least possible          {least:>5}")


def _account(served: Google, mine: SyncDesk, folder: Path) -> Account:
    ids = served.emulator.fill(
        [Mail(mail(f"Mail {n}", message_id=f"m{n}@x.example")) for n in range(MAILS)]
    )
    connector = connector_over(lambda: mine.session)
    settings = Settings(folder, served.environment)
    sync = Sync(mine.store, settings, clock=time.time, connector=lambda _: connector)
    return Account(served, mine, sync, ids)


def _web(account: Account) -> int:
    """What happens on the web. Returns the least it can cost beside the history."""
    emulator, ids = account.served.emulator, account.ids
    emulator.fill([Mail(mail(f"New {n}", message_id=f"n{n}@x.example")) for n in range(8)])
    for id_ in ids[:20]:
        emulator.call("POST", f"messages/{id_}/modify", {"addLabelIds": ["STARRED"]})
    for id_ in ids[20:26]:
        emulator.call("DELETE", f"messages/{id_}")
    for n in range(2):
        raw = base64.urlsafe_b64encode(mail(f"Draft {n}", to=str(DANA))).decode()
        emulator.call("POST", "drafts", {"message": {"raw": raw}})
    account.run()
    return 8 * 20 + 5 + 2 * 20


def _singles(account: Account) -> int:
    for message in _here(account, account.ids[26:38]):
        account.mine.store.messages.modify([message], add=frozenset({"STARRED"}))
        account.run()
    return 12 * 5


def _many(account: Account) -> int:
    ids = list(_here(account, account.ids[38:58]))
    account.mine.store.messages.modify(ids, remove=frozenset({"INBOX"}))
    account.run()
    return 50


def _drafts(account: Account) -> int:
    before = time.time() - 60
    drafts = [_write(account, n, before) for n in range(6)]
    account.run()
    for draft in drafts[:4]:
        changed = replace(draft.content, body="Another word")
        account.mine.store.drafts.save(draft.id, draft.revision, changed, PERSON, now=before)
    account.run()
    return 6 * 10 + 4 * 15


def _write(account: Account, number: int, at: float) -> Draft:
    content = DraftContent(from_=ME, to=(DANA,), subject=f"Plan {number}", body="Hello")
    return account.mine.store.drafts.create(
        "gmail", PERSON, content, state=DraftState.EDITED, now=at
    )


def _here(account: Account, ids: list[str]) -> Iterator[int]:
    known: Callable[[str], int] = account.mine.store.remote_mail.known("gmail").__getitem__
    return map(known, ids)


if __name__ == "__main__":
    main()
