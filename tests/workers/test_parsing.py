"""Parsing in a process with limits: one mail is set aside with its name, and the rest goes on."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from desktop_app.bounded_process import KeptProcess, Limits
from desktop_app.mail.message.parse import parse as real_parse
from desktop_app.model.errors import BadInput
from desktop_app.store.rows.message_record import MessageRecord
from desktop_app.workers import parsing
from desktop_app.workers.parsing import (
    LIMITS,
    ParsedBlock,
    Raw,
    RawBlock,
    parse_block,
    parsing_process,
    read_block,
    read_each,
    read_one,
)


def mail(number: int, words: str = "plain words") -> Raw:
    raw = f"From: a@b.example\nSubject: Mail {number}\nMessage-ID: <{number}@b>\n\n{words}\n"
    return Raw(raw.encode(), location=f"box: {number}")


def badly(account_id: str, counting: bool, data: bytes) -> bytes:
    """A parser that one mail makes do what its words say."""
    if b"takes memory" in data:
        kept = [bytearray(20_000_000) for _ in range(200)]
        assert kept
    while b"takes time" in data:
        pass
    if b"recurses" in data:
        badly(account_id, counting, data)
    return parse_block(account_id, counting, data)


@pytest.fixture(scope="module")
def process() -> Iterator[KeptProcess]:
    made = parsing_process(badly)
    made._limits = Limits(memory=400_000_000, cpu=0.6)
    yield made
    made.close()


@pytest.mark.parametrize("does", ["takes memory", "takes time"])
def test_one_mail_is_set_aside_and_all_others_come(process: KeptProcess, does: str) -> None:
    mails = [mail(n, does if n == 7 else "plain words") for n in range(20)]
    begun = time.monotonic()
    found = read_block(RawBlock(mails, []), "local", counting=False, process=process)
    assert [m.subject for m in found.messages] == [f"Mail {n}" for n in range(20) if n != 7]
    [(location, reason)] = found.unreadable
    assert location == "box: 7"
    assert does in reason or "too much memory" in reason or "too long" in reason
    assert time.monotonic() - begun < 60


def test_many_that_end_the_process_cost_nobody_elses(process: KeptProcess) -> None:
    mails = [mail(n, "takes memory" if n % 2 else "plain words") for n in range(6)]
    found = read_block(RawBlock(mails, []), "local", counting=False, process=process)
    assert [m.subject for m in found.messages] == ["Mail 0", "Mail 2", "Mail 4"]
    assert [location for location, _ in found.unreadable] == ["box: 1", "box: 3", "box: 5"]


def test_a_fault_of_the_program_is_about_one_mail(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def parse(raw: bytes, *, fallback_date: int = 0, now: int = 0) -> object:
        if b"Mail 1" in raw:
            raise ValueError("words of the mail")
        return original(raw, fallback_date=fallback_date)

    original = real_parse
    monkeypatch.setattr(parsing, "parse", parse)
    block = RawBlock([mail(n) for n in range(3)], [])
    data = parse_block("local", False, msgspec.msgpack.encode(block))
    found = msgspec.msgpack.decode(data, type=ParsedBlock)
    assert len(found.messages) == 2
    assert found.unreadable[0][0] == "box: 1"
    assert "ValueError" in found.faults[0]
    assert "plain words" not in found.faults[0]


@pytest.mark.logs_errors
def test_such_a_fault_is_logged_by_the_one_who_asked() -> None:
    class Answered(KeptProcess):
        def ask(self, question: bytes, *, size: int = 0) -> bytes:
            return msgspec.msgpack.encode(ParsedBlock([], [("box: 1", "No.")], ["ValueError"]))

    found = read_block(
        RawBlock([], []),
        "local",
        counting=False,
        process=Answered(lambda: bytes, Limits(memory=0, cpu=0)),
    )
    assert found.unreadable == [("box: 1", "No.")]


def test_a_recursion_that_is_too_deep_is_about_one_mail(monkeypatch: pytest.MonkeyPatch) -> None:
    def parse(raw: bytes, *, fallback_date: int = 0, now: int = 0) -> object:
        return parse(raw)

    monkeypatch.setattr(parsing, "parse", parse)
    data = parse_block("local", False, msgspec.msgpack.encode(RawBlock([mail(1)], [])))
    found = msgspec.msgpack.decode(data, type=ParsedBlock)
    assert not found.messages
    assert found.unreadable[0][0] == "box: 1"


def test_what_a_server_hands_out_is_set_aside_by_its_subject(
    monkeypatch: pytest.MonkeyPatch, process: KeptProcess
) -> None:
    monkeypatch.setattr(parsing, "_shared", process)
    assert read_one(mail(1), "account").subject == "Mail 1"
    with pytest.raises(BadInput, match=r"“Mail 2”: The message takes too"):
        read_one(mail(2, "takes time"), "account")


def test_of_many_that_are_read_in_one_turn_one_alone_is_set_aside(
    monkeypatch: pytest.MonkeyPatch, process: KeptProcess
) -> None:
    monkeypatch.setattr(parsing, "_shared", process)
    mails = [
        msgspec.structs.replace(each, source_id=f"m{n}")
        for n, each in enumerate((mail(1), mail(2, "takes time"), mail(3)))
    ]
    read = read_each(mails, "account")
    assert [each for each, _ in read] == mails
    (_, first), (_, second), (_, third) = read
    assert isinstance(first, MessageRecord)
    assert isinstance(third, MessageRecord)
    assert [first.subject, third.subject] == ["Mail 1", "Mail 3"]
    assert isinstance(second, str)
    assert second.startswith("“Mail 2”: The message takes too")


def test_a_mail_of_forty_megabytes_is_within_the_limits(tmp_path: Path) -> None:
    head = b"From: a@b.example\nSubject: Large\nContent-Transfer-Encoding: base64\n"
    head += b'Content-Type: application/zip; name="a.zip"\n\n'
    large = Raw(head + b"QUJD" * 18 * 560_000 + b"\n")
    assert read_one(large, "account").subject == "Large"
    assert LIMITS.bytes_for(0) < 1_000_000_000
