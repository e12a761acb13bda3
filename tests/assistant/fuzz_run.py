"""Runs fuzzed calls against the tools and says what went wrong: with each call, and afterwards
with the store."""

from __future__ import annotations

import json
import logging
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from threading import Event
from typing import Any

import apsw

from desktop_app.assistant.model.agent import ModelAgent
from desktop_app.assistant.model.model_tools import ToolBox
from desktop_app.assistant.transcript import Ask, Ended
from desktop_app.model.account import Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.draft import DraftState, Origin
from desktop_app.store.drafts.draft_versions import RUNNING_SECONDS
from desktop_app.store.mail.told_ids import PlainIds, ToldIds, sealed_ids
from tests.assistant.dojo.home import PERMISSIVE, DojoCloud
from tests.assistant.dojo.running import LIMITS, Puppet, function_agent
from tests.assistant.dojo.watch import mails_that_left, queued, watched_permits
from tests.assistant.fuzzing import Call, World, fit_for_json, fuzzed
from tests.fakes.house import TestHouse, mail, open_house

BATCH = 25


@dataclass
class Found:
    """`answers` counts results (`ok`), decisions and error codes; `failures` are the calls that
    got none of these, as they were made."""

    answers: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str, str]] = field(default_factory=list)

    @property
    def calls(self) -> int:
        return self.answers.total() + len(self.failures)

    def note(self, call: Call, answer: Any) -> None:
        """A result, a decision, or an error with a sentence; anything else is a failure."""
        try:
            json.dumps(answer, ensure_ascii=False, allow_nan=False).encode()
        except (TypeError, ValueError) as error:
            self.fail(call, f"no JSON: {error}")
            return
        kind = _kind(answer)
        if kind in {"bug", ""}:
            self.fail(call, repr(answer)[:300])
        else:
            self.answers[kind] += 1

    def fail(self, call: Call, why: str) -> None:
        self.failures.append((call[0], repr(call[1])[:500], why))


def _kind(answer: Any) -> str:
    if isinstance(answer, str):
        return "unknown_tool" if answer.startswith("Unknown tool name") else ""
    if isinstance(answer, list):  # arguments that are no JSON: what is wrong with them, and where
        return "no_json" if answer and all("msg" in each for each in answer) else ""
    if not isinstance(answer, dict):
        return ""
    if "error" in answer:
        return str(answer["error"]) if answer.get("sentence") else ""
    return str(answer.get("decision", "ok"))


def through_the_box(house: TestHouse, world: World, seed: int, count: int) -> Found:
    """Each call on its own; a tool box a hundred calls, as a run has one."""
    found = Found()
    runner = house.runner(Origin.ASSISTANT, "Fuzzed")
    box = _box(runner)
    for number, call in enumerate(fuzzed(seed, count, world)):
        if number % 100 == 0:
            box = _box(runner)
        house.now += RUNNING_SECONDS + 1  # so that every revision is kept as a version of its own
        _one(box, call, found, world)
    return found


def _box(runner: Any) -> ToolBox:
    return ToolBox(runner, Ask("Fuzz"), lambda _: None, Event(), 10_000, own_style=True)


def _one(box: ToolBox, call: Call, found: Found, world: World) -> None:
    name, arguments = call[0], fit_for_json(call[1])
    try:
        answer = box.call(name, arguments)
    except Exception as error:  # it is what is looked for
        logging.getLogger(__name__).exception("%s", name)
        found.fail(call, f"{type(error).__name__}: {error}"[:300])
        return
    found.note(call, answer)
    world.learn(answer)


def through_the_loop(house: TestHouse, world: World, seed: int, count: int) -> Found:
    """In batches, as a model makes them; a run that ends early is followed by the next."""
    found, calls = Found(), list(fuzzed(seed, count, world))
    for start in range(0, len(calls), BATCH):
        batch = calls[start : start + BATCH]
        puppet = Puppet(_once(house, batch, found, world))
        agent = function_agent(house, puppet)
        for _ in batch:  # a run ends early when the same made-up tool is called again and again
            ended = _run(agent)
            if "bug" in ended.error:
                found.fail(("the run", {}), f"{ended.error} {batch!r}"[:2_000])
            if puppet.over:
                break
    return found


def _once(house: TestHouse, batch: Sequence[Call], found: Found, world: World) -> Any:
    """One call a request, so that each is answered before the next."""
    for call in batch:
        house.now += RUNNING_SECONDS + 1
        [answer] = yield [call]
        found.note(call, answer)
        world.learn(answer)


def _run(agent: ModelAgent) -> Ended:
    events: list[Any] = []
    agent.run(Ask("Fuzz"), events.append, Event())
    ended = events[-1]
    assert isinstance(ended, Ended)
    return ended


@contextmanager
def fuzzed_house(profile: Path, *, sealed: bool = False) -> Iterator[tuple[TestHouse, World]]:
    """Mails, a thread, an attachment, drafts, a drive; everything allowed that can be. `sealed`:
    the world's ids are those that a program at the bridge is told."""
    for house in open_house(profile):
        identity = Identity(Address("Alex", "alex@mail.example"), default=True)
        house.store.accounts.add(Account("g1", "google", "alex@mail.example", (identity,)))
        house.cloud = DojoCloud({}, [])
        for key, value in {**PERMISSIVE, **LIMITS, "assistant.redact": True}.items():
            house.settings.change(key, value)
        with watched_permits() as permits:
            yield house, _fill(house, sealed_ids(house.store.db) if sealed else PlainIds())
            assert permits.minted == 0


def _fill(house: TestHouse, ids: ToldIds) -> World:
    first = house.add(mail())
    second = house.add(
        mail("Re: Budget", "And here.", message_id="two@lee.example",
             more="In-Reply-To: <one@lee.example>\r\nReferences: <one@lee.example>\r\n")
    )  # fmt: skip
    others = [
        house.add(mail(f"Trip {n}", f"Day {n} of the trip", message_id=f"t{n}@lee.example"))
        for n in range(6)
    ]
    attached = house.add(_with_attachment())
    everything = [first, second, *others, attached]
    return World(
        messages=[ids.message(m.id) for m in everything],
        threads=[ids.thread(m.thread_id) for m in everything],
        parts=[f"{ids.message(attached.id)}/{part.id}" for part in attached.attachments],
    )


def _with_attachment() -> bytes:
    return (
        b"From: Dana Lee <dana@lee.example>\r\nTo: alex@fernhill.example\r\nSubject: Figures\r\n"
        b"Message-ID: <figures@lee.example>\r\nDate: Mon, 14 Sep 2026 11:00:00 +0000\r\n"
        b'MIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary="b"\r\n\r\n'
        b"--b\r\nContent-Type: text/plain\r\n\r\nHere they are.\r\n"
        b'--b\r\nContent-Type: text/csv; name="figures.csv"\r\n'
        b'Content-Disposition: attachment; filename="figures.csv"\r\n\r\na,b\r\n1,2\r\n--b--\r\n'
    )


def what_is_broken(house: TestHouse) -> list[str]:
    """Of the store, after all that: nothing, if all is well."""
    wrong = []
    connection = apsw.Connection(str(house.profile / "mail.db"), flags=apsw.SQLITE_OPEN_READONLY)
    verdict = connection.execute("PRAGMA integrity_check").fetchall()
    if verdict != [("ok",)]:
        wrong.append(f"integrity_check: {verdict}")
    if strays := connection.execute("PRAGMA foreign_key_check").fetchall():
        wrong.append(f"foreign_key_check: {strays[:5]}")
    connection.close()
    for draft in house.store.drafts.in_state(tuple(DraftState), limit=100_000):
        revisions = [v.revision for v in house.store.drafts.versions(draft.id)]
        steps = {later - earlier for earlier, later in pairwise([0, *revisions])}
        if revisions[-1:] != [draft.revision] or steps - {1, 2}:  # attaching is a step of its own
            wrong.append(f"draft {draft.id}: {revisions}, at {draft.revision}")
    if queued(house) or house.postman.woken or mails_that_left(house):
        wrong.append("a mail was queued or left")
    return wrong
