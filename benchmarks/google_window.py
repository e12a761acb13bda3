"""The real window while a large Gmail account comes in: stalls of its thread, and its memory."""

from __future__ import annotations

import itertools
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from benchmarks.measure import family_memory
from desktop_app.search.parser import parse
from desktop_app.store.store import Store
from tests.end_to_end.desk import CHECKOUT, Desk, a_desk
from tests.end_to_end.stalls import computed, forbidden_stalls
from tests.fakes.browser import sign_in
from tests.fakes.google.desk import server_contents
from tests.fakes.google.proxy import Google
from tests.fakes.keyring_service import kill_daemons, unlock

_LOOK_SECONDS = 0.5
_ACT_SECONDS = 8.0
_LONGEST = 900.0
_SEARCHES = ("the plan for", "from:an subject:re", "is:unread in:inbox", "has:attachment invoice")
_ADD = "accounts add google --no-browser --days 0 --allow organise".split()
_CLIENT = {"GMAIL_CLIENT_ID": "client-1", "GMAIL_CLIENT_SECRET": "s3cret"}


@dataclass(slots=True)
class Seen:
    """What was seen from outside; seconds since the start of the process, bytes of memory (the
    proportional share of the process and its children)."""

    window: float = 0.0
    first_row: float = 0.0
    done: float = 0.0
    memory_at_first: int = 0
    memory: int = 0
    acts: int = 0
    processor: float = 0.0
    stalls: list[str] = field(default_factory=list)


def window(served: Google, folder: Path, units: int, messages: int) -> dict[str, object]:
    """Signs in, opens the window, and types and reads in it until every message is here."""
    served.proxy.quota.units_per_minute = units
    profile = folder / "profile"
    with _signed_in(served, profile) as desk:
        environment = {**_CLIENT, **served.environment}
        environment["DRAFTDESK_GOOGLE_UNITS_PER_MINUTE"] = str(units)
        desk.open(**environment)
        seen = _watch(desk, messages)
        ended = desk.close()
        log = desk.read_stalls()
    _keep(folder, log)
    lengths = [milliseconds for milliseconds in computed(log) if milliseconds > 50]
    return {
        "messages": messages,
        "quota, units a minute": units,
        "seconds to the window": f"{seen.window:.1f}",
        "seconds to the first mail in its list": f"{seen.first_row:.1f}",
        "seconds to the last": f"{seen.done:.0f}",
        "searches and mails opened meanwhile": seen.acts,
        "turns of over 50 ms computing": len(lengths),
        "blocking calls, and turns of over a second": len(forbidden_stalls(log)),
        "the longest, ms": round(max(lengths, default=0)),
        "memory with the first mail here, MB": seen.memory_at_first >> 20,
        "peak memory, MB": seen.memory >> 20,
        "processor time, seconds": f"{seen.processor:.0f}",
        "quota errors": served.proxy.quota.refused,
        "ended with": ended,
        "store equals the server": _same(profile, served),
    }


@contextmanager
def _signed_in(served: Google, profile: Path) -> Iterator[Desk]:
    """A desk with a keyring, and a profile with the account, all of its mail wanted."""
    with a_desk(profile) as desk:
        home = Path(desk.environment["HOME"])
        (home / ".local/share/keyrings").mkdir(parents=True)
        unlock(desk.environment)
        command = [sys.executable, "-m", "desktop_app", "--profile", str(profile), *_ADD]
        process = subprocess.Popen(
            command, env={**desk.environment, **_CLIENT, **served.environment}, cwd=CHECKOUT,
            text=True, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        assert process.stdout is not None
        sign_in(process.stdout.readline().strip())
        process.communicate(timeout=60)
        assert process.returncode == 0, "the account could not be added"
        try:
            yield desk
        finally:
            kill_daemons(home)


def _watch(desk: Desk, messages: int) -> Seen:
    assert desk.app is not None
    seen, began = Seen(), time.monotonic()
    desk.at("wait", "Conversations")
    seen.window = time.monotonic() - began
    while not desk.at("children", "Conversations"):
        time.sleep(0.05)
    seen.first_row = time.monotonic() - began
    seen.memory_at_first = family_memory(desk.app.pid)
    words, next_act = itertools.cycle(_SEARCHES), time.monotonic() + _ACT_SECONDS
    while not _all_here(desk.profile, messages):
        assert time.monotonic() - began < _LONGEST, desk.state() + desk.log()
        seen.memory = max(seen.memory, family_memory(desk.app.pid))
        if time.monotonic() > next_act:
            _act(desk, next(words))
            seen.acts += 1
            next_act = time.monotonic() + _ACT_SECONDS
        time.sleep(_LOOK_SECONDS)
    seen.done = time.monotonic() - began
    seen.memory = max(seen.memory, family_memory(desk.app.pid))
    seen.processor = _processor(desk.app.pid)
    return seen


def _act(desk: Desk, words: str) -> None:
    """Types a search as a person does, opens the first mail found, goes back to the inbox."""
    desk.focus()
    desk.keys("slash", "ctrl+a")
    desk.type(words, delay_ms=60)
    desk.keys("Return", "Down", "Down")
    time.sleep(1.0)
    desk.keys("Escape", "Escape", "g", "i")


def _all_here(profile: Path, messages: int) -> bool:
    store = Store(profile)
    try:
        synced = any(store.sync_state.get(a.id).synced for a in store.accounts.list())
        return synced and store.messages.count() >= messages
    finally:
        store.close()


def _processor(pid: int) -> float:
    """Seconds of user and system time of a process, proc(5)."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def _same(profile: Path, served: Google) -> bool:
    store = Store(profile)
    try:
        found = store.finder.messages(parse(""), limit=1_000_000, include_spam_trash=True)
        return {m.source_id: m.labels for m in found} == server_contents(served)
    finally:
        store.close()


def _keep(folder: Path, log: str) -> None:
    """The stalls' stacks beside the figures, for whoever has to mend them."""
    if log:
        path = folder.parent / "draftdesk-window-stalls.log"
        path.write_text(log, "utf-8")
        print(f"The stalls' stacks are in {path}.", file=sys.stderr)
