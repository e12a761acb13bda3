"""`python -m benchmarks.attachments [--mails N]`: what reading attachments for the search costs.

Mails with one made-up file each, of 1,500 words by Zipf's law, the kinds in turn. Times are of the
reading process, sizes of the database before and after.
"""

from __future__ import annotations

import argparse
import random
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from benchmarks.measure import size_on_disk
from desktop_app.mail.files.extract import read_file
from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.search.parser import parse
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers import file_reading
from desktop_app.workers.file_process import MOST_CHARACTERS, SECONDS
from desktop_app.workers.file_reading import FileReader
from tests.mail.files.canaries import Canary, mail_with, zipped
from tests.mail.pdfs import line, written
from tests.store.mails import account

WORDS = 1_500
PER_PAGE = 300


def words_of(dice: random.Random, number: int) -> list[str]:
    """Words of which the n-th is as frequent as words of a language are."""
    return [f"w{int(20_000 ** dice.random())}x" for _ in range(number)]


def docx(words: list[str]) -> bytes:
    runs = "".join(f"<w:p><w:r><w:t>{' '.join(some)}</w:t></w:r></w:p>" for some in _lines(words))
    return zipped({"word/document.xml": f"<w:document><w:body>{runs}</w:body></w:document>"})


def xlsx(words: list[str]) -> bytes:
    cell = "<c t='inlineStr'><is><t>{}</t></is></c>"
    rows = "".join(f"<row>{''.join(map(cell.format, some))}</row>" for some in _lines(words))
    return zipped({"xl/worksheets/sheet1.xml": f"<sheetData>{rows}</sheetData>"})


def pdf(words: list[str]) -> bytes:
    """Pages of lines, as a word processor writes them."""
    pages = [words[at : at + PER_PAGE] for at in range(0, len(words), PER_PAGE)]
    font = "/Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding"
    objects: dict[int, tuple[str, bytes | None]] = {3: (font, None)}
    kids = []
    for number, some in enumerate(pages):
        leaf, content = 4 + 2 * number, 5 + 2 * number
        text = "".join(line(" ".join(each), y=800 - 14 * n) for n, each in enumerate(_lines(some)))
        head = "/Type /Page /Parent 2 0 R /MediaBox [0 0 595 842]"
        objects[leaf] = (
            f"{head} /Resources << /Font << /F 3 0 R >> >> /Contents {content} 0 R",
            None,
        )
        objects[content] = ("", text.encode())
        kids.append(f"{leaf} 0 R")
    tree = f"/Type /Pages /Count {len(kids)} /Kids [{' '.join(kids)}]"
    objects |= {1: ("/Type /Catalog /Pages 2 0 R", None), 2: (tree, None)}
    return written(dict(sorted(objects.items())))


def text(words: list[str]) -> bytes:
    return "\n".join(" ".join(some) for some in _lines(words)).encode()


def html(words: list[str]) -> bytes:
    return "".join(f"<p>{' '.join(some)}</p>" for some in _lines(words)).encode()


def _lines(words: list[str]) -> list[list[str]]:
    return [words[at : at + 10] for at in range(0, len(words), 10)]


MAKERS: Mapping[str, Callable[[list[str]], bytes]] = {
    "pdf": pdf,
    "docx": docx,
    "xlsx": xlsx,
    "txt": text,
    "html": html,
}


@dataclass(frozen=True, slots=True)
class Read:
    """Of `mails`: seconds by the clock of the whole, milliseconds of one search (the slowest of
    the queries), bytes of the files and of the database before and after."""

    mails: int
    seconds: float
    search_ms: float
    files: int
    before: int
    after: int


def each_kind(dice: random.Random) -> dict[str, float]:
    """Milliseconds of the processor for a file of each kind."""
    found = {}
    for kind, make in MAKERS.items():
        data = [make(words_of(dice, WORDS)) for _ in range(10)]
        read_file(f"a.{kind}", "", data[0], MOST_CHARACTERS, SECONDS)
        begun = time.process_time()
        for one in data:
            read_file(f"a.{kind}", "", one, MOST_CHARACTERS, SECONDS)
        found[kind] = (time.process_time() - begun) * 100
    return found


def measure(mails: int, dice: random.Random) -> Read:
    file_reading.RESTS = 0.0
    with tempfile.TemporaryDirectory() as folder:
        store = Store(Path(folder) / "profile")
        store.accounts.add(account())
        size, kinds = 0, list(MAKERS)
        for number in range(mails):
            kind = kinds[number % len(kinds)]
            data = MAKERS[kind](words_of(dice, WORDS))
            size += len(data)
            raw = mail_with([Canary(f"a.{kind}", "", data, "", "")], number)
            store.messages.add("local", [parse_mail(raw)], labels=[frozenset({"INBOX"})])
        store.db.checkpoint()
        before = size_on_disk(store.profile)
        reader = FileReader(store, Settings(store.profile), battery=lambda: False)
        begun = time.monotonic()
        reader.work()
        seconds = time.monotonic() - begun
        reader.shutdown()
        store.db.checkpoint()
        after = size_on_disk(store.profile)
        slowest = max(_search(store, word) for word in ("w1x", "w9x", "w812x", "w1x w2x"))
        store.close()
    return Read(mails, seconds, slowest * 1000, size, before, after)


def _search(store: Store, query: str) -> float:
    begun = time.monotonic()
    store.finder.files(parse(query), limit=20)
    store.finder.threads(parse(f"in:attachments {query}"), limit=50)
    return time.monotonic() - begun


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--mails", type=int, default=1_000)
    arguments = parser.parse_args()
    dice = random.Random(68)
    for kind, milliseconds in each_kind(dice).items():
        print(f"{kind}: {milliseconds:.1f} ms of the processor")
    found = measure(arguments.mails, dice)
    print(found)
    print(f"{found.mails / found.seconds:.0f} mails a second")
    growth = found.after - found.before
    print(f"{growth / found.mails:,.0f} bytes a file of {found.files / found.mails:,.0f}")
    print(f"the database is {found.after / found.before:.2f} times as large")


if __name__ == "__main__":
    main()
