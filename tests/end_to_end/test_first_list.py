"""Before the first list: what is loaded, and what the database does, whatever the mailbox has."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from tests.store.mails import add, mail, opened

pytestmark = pytest.mark.system
FEW, MANY = 300, 6_000
Started = Callable[[int], tuple[list[str], int]]
MOST_MODULES = 280
"""Modules of ours; 279 when this was written, and 443 before mail was read after the list."""

NOT_YET = (
    "desktop_app.mail",
    "desktop_app.tools.drafting",
    "desktop_app.tools.verbs",
    "desktop_app.tools.adapters",
    "desktop_app.assistant",
    "desktop_app.mcp_bridge",
    "desktop_app.accounts.imap",
    "desktop_app.accounts.google",
    "desktop_app.accounts.oauth",
    "desktop_app.ui.review",
    "desktop_app.ui.thread",
    "desktop_app.ui.reading",
    "desktop_app.ui.assistant",
    "desktop_app.ui.settings",
    "desktop_app.ui.accounts",
)
"""Rooms that the first window has no use for."""

AT_ONCE = frozenset(
    {
        *("desktop_app.mail", "desktop_app.mail.hidden", "desktop_app.mail.hidden.invisible"),
        *("desktop_app.accounts.imap", "desktop_app.accounts.imap.kind"),
        *("desktop_app.accounts.google", "desktop_app.accounts.google.kind"),
    }
)
"""Nothing of any mail is shown with invisible characters; a kind of account says what it can do."""


@pytest.fixture(scope="module")
def started(tmp_path_factory: pytest.TempPathFactory) -> Started:
    folder = tmp_path_factory.mktemp("first list")
    return cache(lambda mails: before_the_list(folder / f"of {mails}", mails))


def before_the_list(profile: Path, mails: int) -> tuple[list[str], int]:
    """The modules, and the steps of the database, of a start on a mailbox of so many mails; the
    first start on it has looked at all of them."""
    with opened(profile) as store:
        found = (mail(id=f"m{n}@x.example", date=1_700_000_000 + n) for n in range(mails))
        while some := list(islice(found, 500)):
            add(store, *some)
    environment = {**os.environ, "QT_QPA_PLATFORM": "offscreen"}
    command = [sys.executable, "-m", "tests.end_to_end.first_list", str(profile)]
    for _ in range(2):
        answer = subprocess.run(
            command, env=environment, capture_output=True, text=True, check=True, timeout=120
        ).stdout
    modules, steps = json.loads(answer.splitlines()[0])
    return modules, steps


def test_only_what_the_first_list_shows_is_loaded_before_it(started: Started) -> None:
    modules, _ = started(FEW)
    early = [m for m in modules if m.startswith(NOT_YET) and m not in AT_ONCE]
    assert early == []
    assert len(modules) <= MOST_MODULES


def test_the_first_list_of_a_large_mailbox_costs_no_more_than_of_a_small_one(
    started: Started,
) -> None:
    _, few = started(FEW)
    _, many = started(MANY)
    assert few > 100, "the control: steps are counted"
    assert many < 1.2 * few
