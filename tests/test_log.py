"""P7: the log says what went wrong, and nothing of what was written."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from desktop_app.log_file import log_into
from desktop_app.model.draft import Origin
from desktop_app.model.errors import KnownError
from tests.fakes.house import TestHouse, mail
from tests.fakes.senders import Fault, FaultySender
from tests.workers.test_postman import approve, postman

SECRET = "quokkaland"


@pytest.fixture
def log(tmp_path: Path) -> Iterator[Path]:
    root = logging.getLogger()
    before, level = list(root.handlers), root.level
    log_into(tmp_path)
    yield tmp_path / "logs" / "draftdesk.log"
    for handler in set(root.handlers) - set(before):
        root.removeHandler(handler)
        handler.close()
    root.setLevel(level)


@pytest.mark.logs_errors
def test_what_goes_wrong_is_logged_without_a_word_of_the_mail(house: TestHouse, log: Path) -> None:
    house.add(mail(SECRET, f"{SECRET} {SECRET}"))
    runner = house.runner(Origin.MCP)
    for arguments in ({"query": f"after:{SECRET}"}, {"query": SECRET, SECRET: 1}):
        with pytest.raises(KnownError):
            runner.call_by_name("search_messages", arguments)
    approve(house, subject=SECRET)
    postman(house, FaultySender(Fault.RAISES_AFTER, visible=False)).work()
    text = log.read_text("utf-8")
    assert "The sender failed" in text
    assert SECRET not in text


def test_the_log_is_the_persons_alone(log: Path) -> None:
    assert log.parent.stat().st_mode & 0o077 == 0
