"""`python -m benchmarks.recall [--mail FOLDER …]`: what a search finds that is typed as remembered.

Queries are made by rule from the subjects of held mail: as written, in another form, misspelt, with
a wrong word, joined or parted, with umlauts spelled out. Hit@1 and hit@10: the conversation is the
first, or among the first ten; nothing: no row at all. With and without close matches, beside
notmuch on the same mail.
"""

from __future__ import annotations

import argparse
import os
import random
import re
import shutil
import statistics
import subprocess
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

from benchmarks.importing import Place, draftdesk, notmuch
from desktop_app.model.message import ThreadId
from desktop_app.model.query import Query
from desktop_app.search.fold import words
from desktop_app.search.parser import parse
from desktop_app.store.store import Store

PAGE = 50
FIRST = 10
FEWEST = 2
"""Words of a query."""

_COMMON = frozenset(
    "the a an and or of to in on for with from at by is are was be it this that you your we our as"
    " re fwd aw wg sv der die das und ein eine von zu mit le la les des et un une de du"
    " el los las y y con para por del not no i my can if how what new all has have".split()
)
_UMLAUTS = {"ä": "ae", "ö": "oe", "ü": "ue", "ß": "ss"}
_LETTERS = "abcdefghijklmnopqrstuvwxyz"
_ENDINGS = (("ies", "y"), ("es", "e"), ("s", ""), ("ing", ""), ("ed", ""), ("er", ""))


@dataclass
class Figures:
    """Queries of one kind, and of how many the conversation was found where."""

    asked: int = 0
    first: int = 0
    among: int = 0
    nothing: int = 0
    milliseconds: list[float] = field(default_factory=list)

    def add(self, found: Sequence[ThreadId], wanted: frozenset[ThreadId], took: float) -> None:
        self.asked += 1
        self.first += bool(wanted & set(found[:1]))
        self.among += bool(wanted & set(found[:FIRST]))
        self.nothing += not found
        self.milliseconds.append(took)

    def line(self) -> str:
        asked = max(1, self.asked)
        times = sorted(self.milliseconds) or [0.0]
        return (
            f"{self.first / asked:.2f} | {self.among / asked:.2f} | {self.nothing / asked:.2f}"
            f" | {statistics.median(times):.1f} | {times[int(len(times) * 0.95)]:.1f}"
        )


def content(subject: str) -> list[str]:
    """The words of a subject that say something."""
    found = words(re.sub(r"^(?:\s*(?:re|fwd?|aw|wg)\s*:)+", "", subject, flags=re.I))
    return [w for w in found if len(w) > 3 and w.isalpha() and w not in _COMMON]


def another_form(word: str, dice: random.Random) -> str:
    """The word with another ending, as a person would say it."""
    for ending, instead in _ENDINGS:
        if word.endswith(ending) and len(word) - len(ending) > 3:
            return word[: -len(ending)] + instead
    return word + dice.choice(("s", "s", "ing", "ed")).removeprefix("e" if word[-1] == "e" else "")


def misspelt(word: str, dice: random.Random) -> str:
    """One slip: a letter left out, doubled, exchanged with the next, or another."""
    at = dice.randrange(1, len(word) - 1)
    return dice.choice(
        (
            word[:at] + word[at + 1 :],
            word[:at] + word[at] + word[at:],
            word[:at] + word[at + 1] + word[at] + word[at + 2 :],
            word[:at] + dice.choice(_LETTERS) + word[at + 1 :],
        )
    )


def changed(
    chosen: list[str], change: Callable[[str, random.Random], str], dice: random.Random
) -> str:
    """The words with one of them changed."""
    longest = max(range(len(chosen)), key=lambda at: len(chosen[at]))
    return " ".join(change(w, dice) if at == longest else w for at, w in enumerate(chosen))


def parted(word: str, dice: random.Random) -> str:
    """The word with a blank in it."""
    at = dice.randrange(2, len(word) - 1)
    return f"{word[:at]} {word[at:]}"


def spelled_out(subject: str) -> str:
    """The words of a subject that have an umlaut, as they are typed without one."""
    plain = "".join(_UMLAUTS.get(letter, letter) for letter in subject.lower())
    pairs = zip(subject.lower().split(), plain.split(), strict=True)
    return " ".join(other for word, other in pairs if word != other)


JOINED = "two words joined"
SPELLED = "umlauts spelled out"
KINDS: dict[str, Callable[[list[str], random.Random], str]] = {
    "as written": lambda w, _: " ".join(w),
    "one word in another form": lambda w, d: changed(w, another_form, d),
    "all words in another form": lambda w, d: " ".join(another_form(one, d) for one in w),
    "one word misspelt": lambda w, d: changed(w, misspelt, d),
    "one wrong word": lambda w, d: " ".join((*w, d.choice(("zebra", "quantum", "harvest")))),
    "one word parted": lambda w, d: changed(w, parted, d),
    JOINED: lambda w, _: " ".join((w[0] + w[1], *w[2:])),
}
"""Of two words that are joined the second follows the first in the subject."""


def _neighbours(subject: str, found: Sequence[str]) -> list[tuple[str, str]]:
    """Words of `found` that follow each other in the subject."""
    return [pair for pair in pairwise(words(subject)) if set(pair) <= set(found)]


def asked(
    subjects: dict[ThreadId, str], number: int, seed: int
) -> Iterator[tuple[str, str, ThreadId]]:
    """Kind, query and the conversation it was made from."""
    dice = random.Random(seed)
    usable = [
        (thread, found) for thread, s in subjects.items() if len(found := content(s)) >= FEWEST
    ]
    umlauts = [thread for thread, subject in subjects.items() if spelled_out(subject)]
    for thread in umlauts[:number]:
        yield SPELLED, spelled_out(subjects[thread]), thread
    followed = [(t, f) for t, f in usable if _neighbours(subjects[t], f)]
    for kind, make in KINDS.items():
        of_kind = followed if kind == JOINED else usable
        for _ in range(number if of_kind else 0):
            thread, found = dice.choice(of_kind)
            chosen = sorted(
                dice.sample(found, min(len(found), dice.choice((2, 2, 3)))), key=found.index
            )
            if kind == JOINED:
                chosen = list(dice.choice(_neighbours(subjects[thread], found)))
            yield kind, make(chosen, dice), thread


def exact(store: Store, query: Query) -> list[ThreadId]:
    return [row.id for row in store.finder.threads(query, limit=PAGE)]


def with_close(store: Store, query: Query) -> list[ThreadId]:
    found = exact(store, query)
    if len(found) < PAGE:
        near = store.finder.close(query, besides=found, limit=PAGE - len(found))
        found += [row.id for row in near.threads]
    return found


def by_notmuch(place: Place, text: str, threads: dict[str, ThreadId]) -> list[ThreadId]:
    said = subprocess.run(
        ["notmuch", "search", "--output=messages", "--limit=50", text],
        env={**os.environ, "NOTMUCH_CONFIG": str(place.notmuch_config)},
        capture_output=True, text=True, check=True,
    ).stdout.split()  # fmt: skip
    ids = (threads.get(one.removeprefix("id:")) for one in said)
    return list(dict.fromkeys(one for one in ids if one is not None))


def copied(folders: Sequence[Path], place: Place) -> None:
    """Every single mail of the folders as a Maildir."""
    for part in ("cur", "new", "tmp"):
        (place.mail / part).mkdir(parents=True)
    for folder in folders:
        for number, file in enumerate(sorted(p for p in folder.rglob("*") if p.is_file())):
            with file.open("rb") as text:
                is_mail = re.match(rb"(?:[\x21-\x39\x3b-\x7e]+:|From )", text.read(200)) is not None
            if is_mail:
                shutil.copy(file, place.mail / "cur" / f"{folder.name}.{number}:2,S")


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.recall", description=__doc__)
    parser.add_argument("--mail", type=Path, nargs="+", default=[Path("../shared/corpora/notmuch")])
    parser.add_argument("--profile", type=Path, help="one that is there, instead of mail")
    parser.add_argument("--queries", type=int, default=300, help="of each kind")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        place = Place(Path(folder), 0)
        if given.profile is None:
            copied(given.mail, place)
            draftdesk(place)
            if shutil.which("notmuch"):
                notmuch(place)
        store = Store(given.profile or place.profile)
        try:
            measure(store, place, given.queries, given.seed)
        finally:
            store.close()


def measure(store: Store, place: Place, number: int, seed: int) -> None:
    mails = store.finder.messages(parse("in:anywhere"), limit=100_000)
    subjects: dict[ThreadId, str] = {}
    for mail in mails:
        subjects.setdefault(mail.thread_id, mail.subject)
    by_words: dict[frozenset[str], set[ThreadId]] = {}
    for thread, subject in subjects.items():
        by_words.setdefault(frozenset(content(subject)), set()).add(thread)
    threads = {mail.rfc822_message_id.strip("<>"): mail.thread_id for mail in mails}
    ways: dict[str, dict[str, Figures]] = {"exact": {}, "with close matches": {}}
    if place.notmuch.exists():
        ways["notmuch"] = {}
    for kind, text, thread in asked(subjects, number, seed):
        # A conversation of the same subject is as good.
        wanted = frozenset(by_words[frozenset(content(subjects[thread]))])
        for way, figures in ways.items():
            begun = time.perf_counter()
            if way == "notmuch":
                found = by_notmuch(place, text, threads)
            else:
                found = (exact if way == "exact" else with_close)(store, parse(text))
            figures.setdefault(kind, Figures()).add(
                found, wanted, (time.perf_counter() - begun) * 1000
            )
    print(f"{len(mails)} mails, {len(subjects)} conversations, {number} queries of each kind\n")
    print(
        "| query | | first | among ten | nothing | ms, median | ms, p95 |"
        "\n|---|---|---:|---:|---:|---:|---:|"
    )
    for kind in (*KINDS, SPELLED):
        for way, figures in ways.items():
            if kind in figures:
                print(f"| {kind} | {way} | {figures[kind].line()} |")


if __name__ == "__main__":
    main()
