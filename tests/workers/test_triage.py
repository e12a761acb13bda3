"""Mail sorted beside the window: what comes, in portions, and what is announced of it."""

from __future__ import annotations

from pathlib import Path
from threading import Event

import pytest

from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.changes import Changes
from desktop_app.model.errors import StorageError
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from desktop_app.store.triage.triage import Judged
from desktop_app.workers import triage
from desktop_app.workers.triage import TriageWorker
from tests.store.mails import NOW, opened, raw_mail


def ask(store: Store, number: int) -> None:
    raw = raw_mail("Can you come?", id=f"{number}@x", date=int(NOW) - number * 60)
    store.messages.add("local", [parse_mail(raw)], labels=[frozenset({"INBOX"})])


def test_mail_that_comes_is_sorted_and_the_lists_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(triage, "FIRST_SECONDS", 0.0)
    with opened(tmp_path / "p") as store:
        told = Event()
        store.subscribe(lambda changes: told.set() if changes.triage else None)
        worker = TriageWorker(store)
        worker.start()
        ask(store, 1)
        assert told.wait(10)
        assert store.finder.count(parse("is:needs-reply")) == 1
        worker.shutdown()


def test_much_mail_is_sorted_in_portions_and_told_seldom(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(triage, "RESTS", 0.0)
    monkeypatch.setattr(triage, "PORTION", 5)
    with opened(tmp_path / "p") as store:
        for number in range(23):
            ask(store, number)
        told: list[Changes] = []
        store.subscribe(told.append)
        worker = TriageWorker(store, steady=lambda: 100.0)
        assert worker.work() == 0.0
        assert store.triage.due() == 0
        assert len([changes for changes in told if changes.triage]) == 2


def test_an_error_of_the_profile_is_tried_again_later(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with opened(tmp_path / "p") as store:

        def fail(most: int) -> Judged:
            raise StorageError("The disk is full.")

        monkeypatch.setattr(store.triage, "judge", fail)
        assert TriageWorker(store).work() > 0
