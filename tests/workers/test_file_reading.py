"""Attachments read beside the window: all of them, each once, whatever they are."""

from __future__ import annotations

import os
import threading
from collections.abc import Callable, Iterator
from email.message import EmailMessage
from pathlib import Path
from threading import Event

import msgspec
import pytest

from desktop_app.bounded_process import Answering, KeptProcess, Limits
from desktop_app.mail.message.parse import parse as parse_mail
from desktop_app.model.changes import Changes
from desktop_app.model.errors import StorageError
from desktop_app.model.file_state import FileCounts, FileState, ReadingPhase
from desktop_app.search.parser import parse
from desktop_app.settings import Settings
from desktop_app.store.rows.file_rows import mark_files_due
from desktop_app.store.store import Store
from desktop_app.workers import file_reading
from desktop_app.workers.file_process import LIMITS, begin_reading, read_files
from desktop_app.workers.file_reading import FileReader
from tests.depths import in_depth
from tests.mail.files.canaries import KINDS, Canary, attach, canaries, mail_with, zipped
from tests.store.mails import NOW, add, mail, opened
from tests.workers.file_mails import finds, stored


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with opened(tmp_path / "p") as one:
        yield one


@pytest.fixture(autouse=True)
def _in_a_hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_reading, "RESTS", 0.0)
    monkeypatch.setattr(file_reading, "FIRST_SECONDS", 0.0)


def plugged_in() -> bool:
    return False


def reader(
    store: Store,
    *,
    battery: Callable[[], bool] = plugged_in,
    begin: Callable[[], Answering] = begin_reading,
    limits: Limits = LIMITS,
) -> FileReader:
    return FileReader(
        store,
        Settings(store.profile),
        clock=lambda: NOW,
        battery=battery,
        process=lambda: KeptProcess(begin, limits),
    )


def read_all(store: Store, **more: object) -> None:
    one = reader(store, **more)  # type: ignore[arg-type]
    assert one.work() == 0.0
    one.shutdown()


class Here(KeptProcess):
    """Reads in this process: for what does not end it."""

    def __init__(self, then: Callable[[], object] = bool) -> None:
        super().__init__(begin_reading, LIMITS)
        self.asked = 0
        self._then = then

    def ask(self, question: bytes, *, size: int = 0) -> bytes:
        self.asked += 1
        self._then()
        return read_files(question)


def read_here(store: Store, process: Here | None = None, **more: object) -> FileReader:
    kept = process or Here()
    return FileReader(
        store,
        Settings(store.profile),
        clock=lambda: NOW,
        battery=more.get("battery", plugged_in),  # type: ignore[arg-type]
        process=lambda: kept,
    )


@pytest.mark.parametrize("number", in_depth([len(KINDS), 200]))
def test_every_seen_word_is_found_in_its_file_and_no_hidden_one(store: Store, number: int) -> None:
    files = list(canaries(number))
    stored(store, files)
    read_all(store)
    assert store.file_texts.counts() == FileCounts(number, 0)
    assert {file.seen: finds(store, file.seen) for file in files} == {
        file.seen: (file.name,) for file in files
    }
    hidden = [file.hidden for file in files if file.hidden]
    assert len(hidden) >= number // 2
    assert not [word for word in hidden if finds(store, word)]


def test_the_search_of_mail_does_not_look_inside_files(store: Store) -> None:
    files = list(canaries(2))
    stored(store, files)
    read_here(store).work()
    assert store.finder.count(parse(files[0].seen)) == 0


def test_what_comes_is_read_by_the_thread_and_told(store: Store) -> None:
    told = Event()
    store.subscribe(lambda changes: told.set() if changes.files else None)
    one = read_here(store)
    one.start()
    [file] = canaries(1)
    stored(store, [file])
    read = Event()
    store.subscribe(lambda _: read.set() if store.file_texts.counts().files else None)
    assert told.wait(10)
    assert read.wait(10) or store.file_texts.counts().files
    assert finds(store, file.seen) == (file.name,)
    one.shutdown()


def test_the_newest_mail_is_first(store: Store) -> None:
    for day in (3, 1, 2):
        add(store, mail("x", date=1_700_000_000 + day, attachment=f"{day}.txt"))
    assert store.file_texts.due(2) == sorted(store.file_texts.due(9), reverse=True)[:2]
    assert store.file_texts.due(9, since=1_700_000_002) == [1_700_000_003, 1_700_000_002]


def test_mail_without_attachments_is_not_looked_at(store: Store) -> None:
    add(store, mail("no file"))
    assert store.file_texts.due(9) == []


# What ends the process


def begin_failing() -> Answering:
    """A process that a file with this name ends."""

    def answer(question: bytes) -> bytes:
        if any(name == "boom.txt" for _, name, _ in msgspec.msgpack.decode(question)[1]):
            os._exit(3)
        return read_files(question)

    return answer


def test_a_file_that_ends_its_reader_is_called_damaged_and_the_rest_is_read(store: Store) -> None:
    good = list(canaries(11))[-1]
    bad = Canary("boom.txt", "text/plain", b"lost", "lost", "")
    stored(store, [bad, good])
    read_all(store, begin=begin_failing)
    assert finds(store, good.seen) == (good.name,)
    [message] = {hit.message for hit in store.finder.files(parse(good.seen), limit=9)}
    assert list(store.file_texts.of_mail(message).values()) == [FileState.DAMAGED, FileState.READ]


def begin_nothing() -> Answering:
    """A process that can't be set up."""
    os._exit(1)


def test_a_process_that_cannot_be_started_says_nothing_about_a_file(store: Store) -> None:
    [file] = canaries(1)
    stored(store, [file])
    one = reader(store, begin=begin_nothing)
    assert one.work() > 0
    one.shutdown()
    assert store.file_texts.counts() == FileCounts(0, 1)
    read_here(store).work()
    assert finds(store, file.seen) == (file.name,)


def bomb() -> bytes:
    """Small when packed, without a word in 400 MB."""
    slide = "<a>" * 6_000_000
    return zipped({f"ppt/slides/slide{n}.xml": slide for n in range(20)})


@pytest.mark.campaign
def test_a_bomb_is_bounded_and_said(store: Store) -> None:
    stored(store, [Canary("bomb.pptx", "", bomb(), "", "")], each=1)
    read_all(store, limits=Limits(memory=700_000_000, per_byte=24, cpu=3.0))
    [message] = [row.id for row in store.finder.messages(parse(""), limit=1)]
    assert list(store.file_texts.of_mail(message).values()) == [FileState.TOO_LARGE]


def begin_endless() -> Answering:
    def answer(_: bytes) -> bytes:
        while True:
            pass

    return answer


def test_a_file_that_takes_too_long_is_called_too_large(store: Store) -> None:
    [file] = canaries(1)
    stored(store, [file])
    read_all(store, begin=begin_endless, limits=Limits(memory=700_000_000, cpu=0.2))
    [message] = [row.id for row in store.finder.messages(parse(""), limit=1)]
    assert list(store.file_texts.of_mail(message).values()) == [FileState.TOO_LARGE]
    assert store.file_texts.due(1) == []


def test_a_mail_beyond_the_bound_is_not_taken_into_memory(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file_reading, "MOST_BYTES", 200)
    [file] = canaries(1)
    stored(store, [file])
    process = Here()
    read_here(store, process).work()
    assert process.asked == 0
    assert store.file_texts.counts() == FileCounts(1, 0)


def test_pictures_alone_are_not_even_taken_into_memory(store: Store) -> None:
    raw = EmailMessage()
    raw["From"], raw["Subject"] = "a@b.example", "Pictures"
    raw.set_content("x")
    attach(raw, "a.png", "image/png", b"\x89PNG")
    [message] = add(store, parse_mail(raw.as_bytes()))
    process = Here()
    read_here(store, process).work()
    assert process.asked == 0
    assert list(store.file_texts.of_mail(message).values()) == [FileState.NOTHING]


# Ends, pauses, batteries


def test_an_end_in_the_middle_says_nothing_about_a_file(store: Store) -> None:
    [file] = canaries(1)
    stored(store, [file])
    begun = Event()

    def process() -> KeptProcess:
        begun.set()
        return KeptProcess(begin_endless, LIMITS)

    one = FileReader(
        store, Settings(store.profile), clock=lambda: NOW, battery=plugged_in, process=process
    )
    one.start()
    assert begun.wait(10)
    one.shutdown()
    assert not [thread for thread in threading.enumerate() if thread.name == "attachments"]
    assert store.file_texts.counts() == FileCounts(0, 1)
    read_here(store).work()
    assert finds(store, file.seen) == (file.name,)


def test_a_mail_that_is_deleted_while_it_is_read_leaves_nothing(store: Store) -> None:
    [file] = canaries(1)
    stored(store, [file])
    [due] = store.file_texts.due(1)
    read_here(store, Here(then=lambda: store.messages.delete([due]))).work()
    assert store.file_texts.counts() == FileCounts(0, 0)
    assert finds(store, file.seen) == ()


def test_a_mail_that_gets_the_id_of_one_that_is_read_gets_none_of_its_words(store: Store) -> None:
    [file, other] = canaries(2)
    stored(store, [file])
    [due] = store.file_texts.due(1)

    def another() -> None:
        if store.finder.count(parse("another")):
            return
        store.messages.delete([due])
        raw = mail_with([other]).replace(b"Files 0", b"another")
        assert add(store, parse_mail(raw)) == (due,)

    read_here(store, Here(then=another)).work()
    assert finds(store, file.seen) == ()
    assert finds(store, other.seen) == (other.name,)


def test_a_mark_without_a_mail_is_taken_away(store: Store) -> None:
    with store.db.write(Changes()) as connection:
        mark_files_due(connection, [123])
    assert read_here(store).work() == 0
    assert store.file_texts.counts() == FileCounts(0, 0)


def test_two_that_read_at_once_write_one_row_each(store: Store) -> None:
    files = list(canaries(6))
    stored(store, files)
    read_here(store, Here(then=lambda: read_here(store).work())).work()
    assert store.file_texts.counts() == FileCounts(6, 0)
    assert [finds(store, file.seen) for file in files] == [(file.name,) for file in files]


def test_a_pause_holds_until_it_goes_on(store: Store) -> None:
    [file] = canaries(1)
    stored(store, [file])
    one = read_here(store)
    phases = []
    for paused in (True, False):
        one.pause(paused=paused)
        one.work()
        phases.append((one.phase, store.file_texts.counts().files))
    assert phases == [(ReadingPhase.PAUSED, 0), (ReadingPhase.DONE, 1)]
    assert finds(store, file.seen) == (file.name,)


def test_on_battery_only_fresh_mail_is_read(store: Store) -> None:
    old = add(store, mail("x", date=int(NOW) - 9 * 86_400, attachment="old.txt"))
    fresh = add(store, mail("x", date=int(NOW) - 60, attachment="fresh.txt"))
    plug = [True]
    one = read_here(store, battery=lambda: plug[0])
    assert one.work() > 0
    assert one.phase is ReadingPhase.ON_BATTERY
    assert store.file_texts.of_mail(fresh[0])
    assert not store.file_texts.of_mail(old[0])
    plug[0] = False
    assert one.work() == 0
    assert store.file_texts.of_mail(old[0])


def test_switched_off_what_was_read_is_deleted_and_switched_on_it_is_read_again(
    store: Store,
) -> None:
    [file] = canaries(1)
    stored(store, [file])
    settings = Settings(store.profile)
    one = FileReader(store, settings, battery=plugged_in, process=Here)
    one.work()
    settings.change(file_reading.SETTING, value=False)
    one.work()
    assert one.phase is ReadingPhase.OFF
    assert store.file_texts.counts() == FileCounts(0, 1)
    assert finds(store, file.seen) == ()
    settings.change(file_reading.SETTING, value=True)
    one.work()
    assert finds(store, file.seen) == (file.name,)


def test_an_error_of_the_profile_is_tried_again_later(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(store, list(canaries(1)))

    def fail(_: object) -> int:
        raise StorageError("The disk is full.")

    with monkeypatch.context() as broken:
        broken.setattr(store.file_texts, "store", fail)
        assert read_here(store).work() > 0
    assert store.file_texts.counts() == FileCounts(0, 1)


def test_a_file_without_words_is_noted_and_not_read_again(store: Store) -> None:
    raw = EmailMessage()
    raw["From"], raw["Subject"] = "a@b.example", "Pictures"
    raw.set_content("x")
    attach(raw, "a.png", "image/png", b"\x89PNG")
    attach(raw, "b.docx", "application/octet-stream", b"no document")
    [message] = add(store, parse_mail(raw.as_bytes()))
    read_here(store).work()
    assert list(store.file_texts.of_mail(message).values()) == [
        FileState.NOTHING,
        FileState.DAMAGED,
    ]
    assert store.file_texts.due(1) == []
