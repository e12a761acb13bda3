"""A mailbox in which every mail has words of its own, and the same mailbox with a part of the mail:
what a grant shows of the first has to be what it shows of the second."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import msgspec
import zstandard

from desktop_app.model.address import Address
from desktop_app.model.changes import Changes
from desktop_app.model.clock import as_datetime
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin
from desktop_app.model.errors import KnownError
from desktop_app.model.grant import DAY, EVERYTHING, Grant, GrantedSearch
from desktop_app.model.message import MessageId
from desktop_app.store.rows.file_rows import FileRecord
from desktop_app.store.scoped_store import scoped
from desktop_app.store.store import Store
from desktop_app.tools.runner import Runner
from tests.fakes.house import ME, NOW, TestHouse, open_house

WORD = re.compile(r"z([a-z])(\d\d)q", re.IGNORECASE)
"""A word of one mail: its kind and its number."""

LABELS = ("zl01q", "zl02q", "zl03q")
_SEALED = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{22}(?![A-Za-z0-9_-])")
_DRAWN = re.compile(
    r"\b(?:[0-9a-f]{32}|\d{7,}|(?<=untrusted )[0-9a-f]{8}|(?<=request )\d+"
    r"|(?<=\"undo\":\")\d+)\b"
)


@dataclass(frozen=True)
class Mail:
    """One mail of the world; `before` is the mail that it answers."""

    number: int
    at: int
    labels: frozenset[str]
    copy: int
    sent: bool
    before: tuple[int, ...] = ()

    @property
    def rfc822_id(self) -> str:
        return f"zi{self.number:02}q@zh{self.number:02}q.example"

    @property
    def people(self) -> tuple[str, ...]:
        other = f"zp{self.number:02}q@zh{self.number:02}q.example"
        return (other, f"zp{self.copy:02}q@zh{self.copy:02}q.example")

    def raw(self, mails: list[Mail], grant: Grant = EVERYTHING) -> bytes:
        """Its bytes, with other words in the place of those that the grant withholds."""
        n = f"{self.number:02}"
        subject = f"Plan zs{n}q" if grant.subjects or grant.searches else "Something else"
        text = f"The budget zb{n}q is 1{n}00 euros, could you look at it?"
        text = text if grant.texts else "Nothing."
        file = (
            f"--B\r\nContent-Type: text/plain\r\n"
            f"Content-Disposition: attachment; filename=zf{n}q.txt\r\n\r\nzt{n}q\r\n"
        )
        file = file if grant.sees_files else ""
        other = f"Zn{n}q <{self.people[0]}>"
        sender, to = (str(ME), other) if self.sent else (other, str(ME))
        chain = " ".join(f"<{mails[each].rfc822_id}>" for each in self.before)
        if chain:
            last = mails[self.before[-1]].rfc822_id
            chain = f"References: {chain}\r\nIn-Reply-To: <{last}>\r\n"
        date = as_datetime(self.at).strftime("%a, %d %b %Y %H:%M:%S +0000")
        return (
            f"From: {sender}\r\nTo: {to}\r\nCc: {self.people[1]}\r\nSubject: {subject}\r\n"
            f"Message-ID: <{self.rfc822_id}>\r\nDate: {date}\r\n{chain}MIME-Version: 1.0\r\n"
            "Content-Type: multipart/mixed; boundary=B\r\n\r\n--B\r\nContent-Type: text/plain\r\n"
            f"\r\n{text}\r\n{file}--B--\r\n"
        ).encode()

    def words(self, grant: Grant) -> set[str]:
        """The words that a grant which shows this mail shows of it."""
        n, copy = f"{self.number:02}", f"{self.copy:02}"
        kinds = "nphi" + ("s" if grant.subjects else "") + ("b" if grant.texts else "")
        kinds += "ft" if grant.sees_files else ""
        shown = {f"z{kind}{n}q" for kind in kinds} | {f"zp{copy}q", f"zh{copy}q"}
        ids = {f"z{kind}{each:02}q" for each in self.before for kind in "ih"}
        return shown | ids | {each for each in self.labels if WORD.fullmatch(each)}


def made_mails(rng: random.Random, count: int) -> list[Mail]:
    """Mails of the last hundred days, some in conversations."""
    mails: list[Mail] = []
    for number in range(count):
        before: tuple[int, ...] = ()
        if mails and rng.random() < 0.5:
            last = rng.choice(mails)
            before = (*last.before, last.number)
        sent = rng.random() < 0.3
        labels = {each for each in LABELS if rng.random() < 0.3}
        labels |= {"SENT"} if sent else {"INBOX"} if rng.random() < 0.8 else set()
        labels |= {"UNREAD"} if rng.random() < 0.3 else set()
        at = int(NOW) - (100 - number * 100 // count) * DAY + number
        mails.append(Mail(number, at, frozenset(labels), rng.randrange(count), sent, before))
    return mails


def made_grant(rng: random.Random, mails: list[Mail]) -> Grant:
    """A grant that shows a part."""
    some = rng.choice(mails)
    choices: list[Callable[[Grant], Grant]] = [
        lambda g: replace(g, labels=tuple(rng.sample((*LABELS, "INBOX", "SENT"), 1))),
        lambda g: replace(g, searches=(GrantedSearch("One", f"zs{some.number:02}q"),)),
        lambda g: replace(g, searches=(GrantedSearch("Unread", "is:unread"),)),
        lambda g: replace(g, days=rng.choice((1, 30, 60))),
        lambda g: replace(g, never=(some.people[0],)),
        lambda g: replace(g, never=(f"zh{some.number:02}q.example", rng.choice(mails).people[0])),
        lambda g: replace(g, subjects=False),
        lambda g: replace(g, texts=False),
        lambda g: replace(g, files=False),
    ]
    grant = Grant()
    for change in rng.sample(choices, rng.choice((1, 1, 2, 3))):
        grant = change(grant)
    return grant


def shows(grant: Grant, mail: Mail) -> bool:
    """Whether a grant shows a mail, worked out from the mail alone."""
    searches = [each.query for each in grant.searches]
    places: list[frozenset[str] | set[str]] = [mail.labels & set(grant.labels)]
    for query in searches:
        word = f"zs{mail.number:02}q"
        places.append({query} & ({"is:unread"} if "UNREAD" in mail.labels else set()))
        places.append({query} & {word})
    if (grant.labels or grant.searches) and not any(places):
        return False
    if grant.days and mail.at < NOW - grant.days * DAY:
        return False
    everybody = [*mail.people, ME.email]
    hidden = (
        who == each or who.endswith((f"@{each}", f".{each}"))
        for who in everybody
        for each in grant.never
    )
    return not any(hidden)


@dataclass
class Part:
    """One of the two mailboxes, with a runner of the program under the grant."""

    house: TestHouse
    runner: Runner
    ids: dict[int, MessageId]
    inside: frozenset[int]

    @property
    def told(self) -> Any:
        return scoped(self.house.store, frozenset({"work"}), sealed=True).told_ids

    def tell(self, name: str, arguments: dict[str, Any]) -> str:
        """All that comes back of a call, with ids that do not depend on the mailbox."""
        return self.normal(tell(self.runner, name, arguments))

    def normal(self, said: str) -> str:
        told, store = self.told, self.house.store
        numbers = {id_: n for n, id_ in self.ids.items() if n in self.inside}

        def put(found: re.Match[str]) -> str:
            message, thread = told.message_of(found[0]), told.thread_of(found[0])
            if message is not None:
                return f"[mail {numbers.get(message, 'nowhere')}]"
            if thread is None:
                return found[0]
            rows = store.threads.mails((thread,)).get(thread, ())
            return f"[thread {min((numbers[r] for r in rows if r in numbers), default='none')}]"

        return _DRAWN.sub("[drawn]", _SEALED.sub(put, said))


def tell(runner: Runner, name: str, arguments: dict[str, Any]) -> str:
    """All that comes back of a call, in whatever form."""
    try:
        _, result = runner.call_by_name(name, arguments)
    except KnownError as error:
        return f"{error.sentence} {error.next_step} {dict(error.details)}"
    value = result.value
    said = value if isinstance(value, str) else msgspec.json.encode(value).decode()
    return f"{result.decision} {said} {result.reason}"


def _fill(
    house: TestHouse, mails: list[Mail], every: list[Mail], grant: Grant
) -> dict[int, MessageId]:
    ids = {}
    for mail in mails:
        ids[mail.number] = house.add(mail.raw(every, grant), mail.labels).id
    for number, id_ in ids.items():
        if grant.sees_files:
            _read_file(house.store, id_, f"zt{number:02}q")
    while house.store.triage.judge(100).number:
        pass
    return ids


def _read_file(store: Store, message: MessageId, text: str) -> None:
    due = store.file_texts.mail(message)
    assert due is not None
    data = zstandard.compress(text.encode())
    store.file_texts.store([(due, [FileRecord("1", "a.txt", "read", len(text), data, text)])])


class World:
    """`whole` has all mail, and what else lies outside of mail; `part` what the grant shows, with
    other words where it withholds some."""

    def __init__(self, whole: TestHouse, part: TestHouse, seed: int, count: int) -> None:
        rng = random.Random(seed)
        self.mails = made_mails(rng, count)
        self.grant = made_grant(rng, self.mails)
        self.inside = [mail for mail in self.mails if shows(self.grant, mail)]
        self.words = set().union(*(mail.words(self.grant) for mail in self.inside))
        self.words |= {each for each in self.grant.labels if WORD.fullmatch(each)}
        self._said: set[str] = set()
        organise = rng.choice(("ask", "allow"))
        self.whole = self._made(whole, self.mails, organise, EVERYTHING)
        self.part = self._made(part, self.inside, organise, self.grant)
        _only_outside(whole)
        halves = whole.store.db.rows("SELECT value, name FROM meta WHERE name LIKE 'ids_key_%'")
        with part.store.db.write(Changes()) as connection:
            connection.executemany("UPDATE meta SET value = ? WHERE name = ?", halves)

    def _made(self, house: TestHouse, mails: list[Mail], organise: str, told: Grant) -> Part:
        house.settings.change("policy.mcp_organise", organise)
        ids = _fill(house, mails, self.mails, told)
        for name in self.grant.labels:
            known = {each.id for each in house.store.labels.list("work")}
            if name not in known:
                house.store.labels.create("work", name)
        runner = house.runner(
            Origin.MCP,
            "A program",
            lambda: frozenset({"work"}),
            caller="p",
            grant=lambda: self.grant,
        )
        return Part(house, runner, ids, frozenset(mail.number for mail in self.inside))

    def leaked(self, said: str, arguments: dict[str, Any]) -> set[str]:
        """Words of what is outside that were told, and that the program itself has never said."""
        asked = msgspec.json.encode(arguments).decode()
        self._said |= {match[0].lower() for match in WORD.finditer(asked)}
        return {match[0].lower() for match in WORD.finditer(said)} - self.words - self._said

    def one_of_the_thread(self, number: int) -> int:
        """A mail that is seen and stands in the same conversation of all mail; -1 for none."""
        store, ids = self.whole.house.store, self.whole.ids
        thread = store.threads.of_mails((ids.get(number, 0),)).get(ids.get(number, 0), 0)
        rows = store.threads.mails((thread,)).get(thread, ())
        return min((mail.number for mail in self.inside if ids[mail.number] in rows), default=-1)


def _only_outside(house: TestHouse) -> None:
    """Drafts of the person's and of another program, a label and a search: no grant shows them."""
    store = house.store
    content = DraftContent(ME, (Address("", "zp98q@zh98q.example"),), subject="zs98q", body="zb98q")
    for author in (Author(Origin.USER), Author(Origin.MCP, "Another", "q")):
        state = DraftState.PROPOSED if author.program else DraftState.EDITED
        store.drafts.create("work", author, content, state=state, now=NOW)
    store.labels.create("work", "zl98q")
    store.saved_searches.save("zs97q", "zs97q")


@contextmanager
def worlds(folder: Path, seed: int, count: int = 12) -> Iterator[World]:
    """A world, made in a folder."""
    whole, part = open_house(folder / f"whole{seed}"), open_house(folder / f"part{seed}")
    try:
        yield World(next(whole), next(part), seed, count)
    finally:
        whole.close()
        part.close()
