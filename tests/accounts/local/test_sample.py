"""The sample mailbox: complete, of today, and every mail of it can be read."""

from __future__ import annotations

import importlib.util
import sys
from pathlib import Path

import pytest

from desktop_app.accounts.local.sample import OWNER, sample_items
from desktop_app.mail.hidden.marks import without_passages
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.model.message import ParsedMessage, WarningKind

RESOURCES = Path(__file__).resolve().parents[3] / "resources"
NOW = 1_900_000_000.0
DAY = 86_400


@pytest.fixture(scope="module")
def mails() -> list[ParsedMessage]:
    return [parse(item.raw) for item in sample_items(NOW, resources=RESOURCES)]


def test_the_newest_mail_is_of_the_last_day_and_none_is_of_the_future(
    mails: list[ParsedMessage],
) -> None:
    newest = max(m.date for m in mails)
    assert NOW - DAY <= newest <= NOW


def test_all_dates_move_together_by_whole_days() -> None:
    early = [parse(i.raw).date for i in sample_items(NOW, resources=RESOURCES)]
    late = [parse(i.raw).date for i in sample_items(NOW + 10 * DAY, resources=RESOURCES)]
    assert {b - a for a, b in zip(early, late, strict=True)} == {10 * DAY}


def test_it_holds_what_a_person_wants_to_try(mails: list[ParsedMessage]) -> None:
    assert len(mails) >= 150
    assert max(len(m.to) for m in mails) >= 30
    subjects = [m.subject for m in mails]
    assert sum(s.endswith("Open day plan") for s in subjects) == 40
    files = {a.filename.rpartition(".")[2] for m in mails for a in m.attachments}
    assert {"pdf", "png", "docx", "csv", "ics"} <= files
    assert sum(any(a.key == OWNER.address.key for a in m.from_) for m in mails) >= 25


def test_replies_carry_the_whole_chain(mails: list[ParsedMessage]) -> None:
    ids = {m.rfc822_message_id for m in mails}
    assert len(ids) == len(mails)
    for mail in mails:
        assert set(mail.references) <= ids
        assert (
            bool(mail.references) == mail.subject.startswith("Re: ")
            or mail.subject == "Re: your invoice"
        )


def test_every_address_is_invented(mails: list[ParsedMessage]) -> None:
    for mail in mails:
        for address in (*mail.from_, *mail.to, *mail.cc, *mail.reply_to):
            assert address.domain.endswith(".example"), address


def test_the_traps_are_told() -> None:
    found = {
        w.kind for i in sample_items(NOW, resources=RESOURCES) for w in read_body(i.raw).warnings
    }
    assert found >= {
        WarningKind.HIDDEN_TEXT,
        WarningKind.LINK_MISMATCH,
        WarningKind.LOOKALIKE_SENDER,
        WarningKind.REMOTE_CONTENT,
        WarningKind.TRACKER,
    }


def test_hidden_orders_are_kept_from_what_is_read() -> None:
    for item in sample_items(NOW, resources=RESOURCES):
        body = read_body(item.raw)
        for shown in (body.text, body.html, body.html_quoted):
            assert "collector@quickorders" not in without_passages(shown)
            assert "bank details on file" not in without_passages(shown)


@pytest.mark.skipif(
    sys.version_info[:2] != (3, 11), reason="the standard library's writer differs by version"
)
def test_the_mbox_is_what_its_sources_make(monkeypatch: pytest.MonkeyPatch) -> None:
    path = RESOURCES / "sample" / "build.py"
    spec = importlib.util.spec_from_file_location("sample_build", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    monkeypatch.setitem(sys.modules, "sample_build", module)
    monkeypatch.setattr(sys, "path", [*sys.path])
    spec.loader.exec_module(module)
    assert module.mbox(module.all_mails()) == (RESOURCES / "sample" / "sample.mbox").read_bytes()


def test_a_missing_sample_is_a_record_not_a_crash(tmp_path: Path) -> None:
    (item,) = sample_items(NOW, resources=tmp_path)
    assert item.problem
