"""Damages pages of mail.db: nothing wrong is shown without a word, and a backup brings all back.

`python -m tests.reliability.damage [--points N] [--seed S] [--plant]`

A profile with mail, drafts and an outbox is backed up. Then a page of a copy of it is overwritten:
with random bytes, with zeros, with another page, or a part of it. All of it is read as the window
does, checked as in idle time, and restored. `--plant` leaves the check out and restores nothing,
which is to be found.
"""

from __future__ import annotations

import argparse
import random
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Event
from typing import Any

from desktop_app.model.account import LOCAL, Account, Identity
from desktop_app.model.address import Address
from desktop_app.model.backup import Occasion
from desktop_app.model.draft import Author, DraftContent, DraftState, Origin, SendPermit
from desktop_app.model.errors import KnownError
from desktop_app.model.outbox import OutboxState
from desktop_app.search.parser import parse as parse_query
from desktop_app.store.backups.repair import examine, restore
from desktop_app.store.store import Store
from tests.reliability.figures import Figures
from tests.store.mails import mail

PAGE = 8192
NOW = 1_790_000_000.0
ME = Author(Origin.USER)
IT = Author(Origin.ASSISTANT, "a model")
ALEX = Address("Alex Morgan", "alex@fernhill.example")
Truth = dict[str, Any]


@dataclass(frozen=True)
class Outcome:
    """What came of a damaged page. `noticed` by reading or by the check, `wrong` are the parts that
    were read without a word and are not what was stored, `bugs` errors that are no KnownError, and
    `lost` the parts that a restore did not bring back."""

    kind: str
    page: int
    noticed: bool
    wrong: tuple[str, ...]
    bugs: tuple[str, ...]
    lost: tuple[str, ...]

    @property
    def sound(self) -> bool:
        return not (self.wrong or self.bugs or self.lost)


def make_profile(profile: Path) -> Truth:
    """A profile with something in every table that matters, backed up; what is in it."""
    store = Store(profile, clock=lambda: NOW)
    rng = random.Random(7)
    words = [f"word{n}" for n in range(400)]
    for id_, kind in (("here", LOCAL), ("there", "google")):
        store.accounts.add(Account(id_, kind, id_, (Identity(ALEX, default=True),)))
        texts = [" ".join(rng.choices(words, k=rng.choice([20, 200, 3000]))) for _ in range(90)]
        store.messages.add(
            id_,
            [
                mail(text, id=f"{n}@{id_}.example", subject=f"Subject {n}", date=1_700_000_000 + n)
                for n, text in enumerate(texts)
            ],
            labels=[frozenset({"INBOX", f"label-{n % 5}"}) for n in range(len(texts))],
            source_ids=[f"{id_}-{n}" if id_ == "there" else "" for n in range(len(texts))],
        )
    answered = store.messages.by_rfc822_id("there", "3@there.example")[0].id
    for n in range(30):
        _add_draft(store, n, answered, " ".join(rng.choices(words, k=rng.choice([5, 2500]))))
    for name in ("budget", "travel"):
        store.saved_searches.save(name, f"subject:{name}")
    store.backups.add(Occasion.DAILY, now=NOW)
    truth = read_all(store)
    store.close()
    return truth


def _add_draft(store: Store, n: int, answered: int, text: str) -> None:
    content = DraftContent(ALEX, to=(Address("", f"p{n}@x.example"),), body=text, subject=f"D{n}")
    draft = store.drafts.create(
        "here" if n % 2 else "there",
        IT if n % 3 else ME,
        content,
        state=DraftState.PROPOSED if n % 3 else DraftState.EDITED,
        now=NOW,
        reply_to_id=answered if n % 4 == 0 else 0,
    )
    part = store.drafts.add_file(
        draft.id, f"{n}.bin", "application/pdf", random.Random(n).randbytes(9000)
    )
    changed = replace(content, body=f"{text} edited", attachments=(part,))
    draft = store.drafts.save(draft.id, 1, changed, ME, now=NOW + 100)
    if n % 5 == 0:
        permit = SendPermit(draft.id, draft.revision, draft.digest, f"press-{n}")
        entry = store.outbox.approve(
            draft,
            permit,
            mime=text.encode(),
            rfc822_message_id=f"out-{n}@x.example",
            recipients=[f"p{n}@x.example"],
            send_after=NOW,
            now=NOW,
        )
        if n % 10 == 0:
            store.outbox.claim(entry.id, "")
            store.outbox.finish(entry.id, OutboxState.SENT)
        else:
            store.outbox.undo(entry.id)


def _parts(store: Store) -> dict[str, Callable[[], Any]]:
    """Every part that a person sees, by a name; each reads anew."""
    drafts = store.drafts

    def of_every_draft() -> Any:
        found = sorted(drafts.in_state(tuple(DraftState)), key=lambda d: d.id)
        # The thread of a draft is that of the mail it answers, and comes back with that.
        return [(replace(d, thread_id=0), drafts.versions(d.id)) for d in found]

    return {
        "accounts": store.accounts.list,
        "drafts": of_every_draft,
        "files": lambda: sorted(
            drafts.read_whole(part)
            for d in drafts.in_state([DraftState.EDITED])
            for part in d.content.attachments
        ),
        "outbox": lambda: store.outbox.in_state(tuple(OutboxState)),
        "searches": store.saved_searches.list,
        "mails": lambda: _mails(store),
        "found": lambda: [
            len(store.finder.messages(parse_query(query), limit=500))
            for query in ("word1", "word399", "label:label-1", "from:dana subject:7")
        ],
    }


def _mails(store: Store) -> dict[int, Any]:
    rows = store.db.rows("SELECT id FROM state ORDER BY id")
    found = store.messages.get_many([id_ for (id_,) in rows])
    return {m.id: (replace(m, thread_id=0), store.messages.raw(m.id)) for m in found}


def read_all(store: Store) -> Truth:
    return {name: read() for name, read in _parts(store).items()}


def damage(database: Path, rng: random.Random) -> tuple[str, int]:
    """Overwrites a page, or a part of one."""
    pages = database.stat().st_size // PAGE
    page = rng.randrange(pages)
    kind = rng.choice(["random", "zeros", "other page", "ones", "half", "first bytes"])
    with database.open("r+b") as file:
        file.seek(rng.randrange(pages) * PAGE)
        other = file.read(PAGE)
        new = {
            "random": rng.randbytes(PAGE),
            "zeros": bytes(PAGE),
            "other page": other,
            "ones": b"\xff" * PAGE,
            "half": rng.randbytes(PAGE // 2),
            "first bytes": rng.randbytes(16),
        }[kind]
        file.seek(page * PAGE)
        file.write(new)
    return kind, page


def outcomes(points: int, seed: int, *, plant: bool = False) -> Iterator[Outcome]:
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as folder:
        whole = Path(folder) / "whole"
        truth = make_profile(whole)
        for point in range(points):
            profile = Path(folder) / str(point)
            shutil.copytree(whole, profile)
            yield _outcome(profile, truth, rng, plant=plant)
            shutil.rmtree(profile)


def _outcome(profile: Path, truth: Truth, rng: random.Random, *, plant: bool) -> Outcome:
    kind, page = damage(profile / "mail.db", rng)
    errors: list[BaseException] = []
    different: list[str] = []
    sound = False
    try:
        store = Store(profile, clock=lambda: NOW)
    except Exception as error:
        errors.append(error)
    else:
        for name, read in _parts(store).items():
            try:
                if read() != truth[name]:
                    different.append(name)
            except Exception as error:
                errors.append(error)
        try:
            sound = plant or store.check(Event())
        except KnownError:
            sound = False
        store.close()
    noticed = bool(errors) or not sound
    bugs = [f"{type(e).__name__}: {e}" for e in errors if not isinstance(e, KnownError)]
    wrong = () if noticed else tuple(different)
    lost = tuple(_lost(profile, truth, plant=plant)) if noticed or plant else ()
    return Outcome(kind, page, noticed, wrong, tuple(bugs), lost)


def _lost(profile: Path, truth: Truth, *, plant: bool) -> Iterator[str]:
    """The parts that are not as they were after a restore from the newest backup. Mail that is
    fetched or imported again is awaited under its id."""
    if not plant:
        newest = examine(profile).backups[0].path
        restore(profile, newest, clock=lambda: NOW, progress=lambda _: None, cancelled=Event())
    try:
        store = Store(profile, clock=lambda: NOW)
    except KnownError:
        yield "everything"
        return
    try:
        for name, read in _parts(store).items():
            if name not in {"mails", "found"} and read() != truth[name]:
                yield name
        mails = _mails(store)
        awaited = {id_ for (id_,) in store.db.rows("SELECT id FROM expected_message")}
        for id_, value in truth["mails"].items():
            if mails.get(id_, value) != value:
                yield f"mail {id_} is another"
            if id_ not in mails and id_ not in awaited:
                yield f"mail {id_}"
        if mails.keys() - truth["mails"].keys():
            yield "mail that never was"
    except KnownError as error:
        yield str(error)
    finally:
        store.close()


def figures() -> Figures:
    found = list(outcomes(200, 1))
    unnoticed = sum(not outcome.noticed for outcome in found)
    broken = sum(not outcome.sound for outcome in found)
    return Figures(f"{len(found)} damaged pages, {unnoticed} of them unnoticed and unread", broken)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--points", type=int, default=200)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--plant", action="store_true")
    given = parser.parse_args()
    found = list(outcomes(given.points, given.seed, plant=given.plant))
    noticed = sum(outcome.noticed for outcome in found)
    print(f"{len(found)} damaged pages, {noticed} noticed (the others held nothing that is read)")
    for name in ("bugs", "wrong", "lost"):
        print(f"  {name}: {sum(bool(getattr(outcome, name)) for outcome in found)}")
    print("  kinds:", dict(Counter(outcome.kind for outcome in found)))
    for outcome in [outcome for outcome in found if not outcome.sound][:20]:
        print(f"  {outcome}")
    sys.exit(not all(outcome.sound for outcome in found))


if __name__ == "__main__":
    main()
