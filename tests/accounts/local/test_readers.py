"""accounts.local.readers: mail that lies on this computer, in every form it lies in."""

from __future__ import annotations

import io
import os
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.local import labels, mbox
from desktop_app.accounts.local.readers import RawItem, SourceFile, SourceFormat, discover, read
from desktop_app.accounts.local.sources import Indexed

MAIL = b"From: a@b.example\nSubject: hi\nDate: Sat, 21 Nov 2026 08:15:00 +0000\n\nHello\n"


def _entry(body: bytes, end: bytes = b"\n") -> bytes:
    line = b"From a@b.example Sat Nov 21 08:15:00 2026" + end
    return line + body.replace(b"\n", end) + end


def _write(path: Path, data: bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(data)
    return path


def _read(path: Path) -> list[RawItem]:
    return [item for source in discover([path]) for item in read(source)]


@pytest.mark.parametrize("end", [b"\n", b"\r\n"])
def test_an_mbox_gives_its_messages_and_their_envelope_dates(tmp_path: Path, end: bytes) -> None:
    items = _read(_write(tmp_path / "any.name", _entry(MAIL, end) * 3))
    assert [i.raw for i in items] == [MAIL.replace(b"\n", end)] * 3
    assert {i.fallback_date for i in items} == {1795248900}
    assert {i.labels for i in items} == {frozenset({"INBOX"})}


def test_quoted_from_lines_are_unquoted_once(tmp_path: Path) -> None:
    body = MAIL + b">From here\n>>From there\nFrom nowhere\n"
    items = _read(_write(tmp_path / "m", _entry(body)))
    assert items[0].raw.endswith(b"From here\n>From there\nFrom nowhere\n")


def test_a_from_line_inside_a_paragraph_starts_no_message(tmp_path: Path) -> None:
    body = MAIL + b"\nFrom what I hear it works.\nFrom a@b.example Sat Nov 21 08:15:00 2026\n"
    assert len(_read(_write(tmp_path / "m", _entry(body)))) == 1


@given(
    bodies=st.lists(
        st.lists(st.sampled_from([b"x", b"", b"From here", b"To: day", b"y: z"]), min_size=1).map(
            b"\n".join
        ),
        min_size=1,
        max_size=5,
    ),
    end=st.sampled_from([b"\n", b"\r\n"]),
    size=st.integers(1, 400),
)
def test_messages_without_empty_lines_between_them(
    bodies: list[bytes], end: bytes, size: int
) -> None:
    class Slow(io.BytesIO):
        def read(self, _most: int | None = -1, /) -> bytes:
            return super().read(size)

    line = b"From a@b.example Sat Nov 21 08:15:00 2026\n"
    mails = [line + MAIL.replace(b"Hello", body) for body in bodies]
    mails = [mail.replace(b"\n", end) for mail in mails]
    found = list(mbox.spans(Slow(b"".join(mails))))
    assert [span.raw for span in found] == mails


def test_takeouts_envelope_line_is_understood(tmp_path: Path) -> None:
    raw = b"From 17891@xxx Sat Nov 21 08:15:00 +0000 2026\n" + MAIL + b"\n"
    items = _read(_write(tmp_path / "All mail.mbox", raw * 2))
    assert [i.fallback_date for i in items] == [1795248900] * 2


@given(
    st.lists(st.lists(st.sampled_from([b"x", b"", b">From a", b"y z"]), max_size=4), max_size=6),
    st.integers(1, 60),
    st.sampled_from([b"\n", b"\r\n"]),
)
def test_the_scan_gives_the_same_whatever_the_chunks(
    bodies: list[list[bytes]], size: int, end: bytes
) -> None:
    whole = b"".join(_entry(b"A: b\n\n" + b"\n".join(b) + b"\n", end) for b in bodies)

    class Slow(io.BytesIO):
        def read(self, _size: int | None = -1) -> bytes:
            return super().read(size)

    spans = list(mbox.spans(Slow(whole)))
    assert len(spans) == len(bodies)
    assert b"".join(s.raw or b"" for s in spans) == whole
    for index, span in enumerate(spans):
        assert list(mbox.spans(Slow(whole), span.end)) == spans[index + 1 :]


def test_a_message_beyond_the_limit_is_passed_over_not_loaded() -> None:
    great = _entry(MAIL + b"x" * 50 + b"\n" + b"line\n" * 500_000)
    whole = _entry(MAIL) + great + _entry(MAIL)
    spans = list(mbox.spans(io.BytesIO(whole), largest=10_000))
    assert [s.raw is None for s in spans] == [False, True, False]
    assert spans[1].end == len(whole) - len(_entry(MAIL))


def test_memory_is_let_go_while_a_great_message_is_passed_over() -> None:
    scan = mbox._Scan(io.BytesIO(_entry(b"x" * 20_000_000)), 0, 1000, lambda place: place)
    assert [s.raw for s in scan.run()] == [None]
    assert len(scan._buffer) <= 4 << 20


@pytest.mark.parametrize("kind", ["mbox", "maildir"])
def test_resuming_at_any_item_gives_what_a_full_reading_gives(tmp_path: Path, kind: str) -> None:
    if kind == "mbox":
        path = _write(tmp_path / "m", b"".join(_entry(MAIL + b"%d\n" % n) for n in range(9)))
    else:
        path = tmp_path / "box"
        for n in range(9):
            _write(path / ("new" if n % 2 else "cur") / f"{n}.host:2,S", MAIL + b"%d\n" % n)
    source = discover([path])[0]
    full = list(read(source))
    assert len(full) == 9
    assert full[-1].next_offset == source.size
    for index, item in enumerate(full):
        assert list(read(source, item.next_offset)) == full[index + 1 :]


def test_status_fields_of_an_mbox_become_labels(tmp_path: Path) -> None:
    heads = [b"Status: O\n", b"Status: RO\nX-Status: AF\n", b"X-Mozilla-Status: 0004\n"]
    heads += [b"X-Status: D\nStatus: R\n", b"Subject: Status: O\n"]
    items = _read(_write(tmp_path / "m", b"".join(_entry(h + MAIL) for h in heads)))
    assert [set(i.labels) for i in items] == [
        {"INBOX", "UNREAD"},
        {"INBOX", "STARRED"},
        {"INBOX", "STARRED", "UNREAD"},
        {"TRASH"},
        {"INBOX"},
    ]


def test_gmails_labels_are_mapped_also_in_other_languages(tmp_path: Path) -> None:
    heads = [
        "X-Gmail-Labels: Inbox,Unread,Starred,Category Promotions,My label",
        "X-Gmail-Labels: =?UTF-8?Q?Posteingang,Ge=C3=B6ffnet,Entw=C3=BCrfe?=",
        "X-Gmail-Labels: Archived,Opened,\n Wichtig",
    ]
    data = b"".join(_entry(f"{h}\n".encode() + MAIL) for h in heads)
    items = _read(_write(tmp_path / "m", data))
    assert [set(i.labels) for i in items] == [
        {"INBOX", "UNREAD", "STARRED", "CATEGORY_PROMOTIONS", "My label"},
        {"INBOX", "DRAFT"},
        {"IMPORTANT"},
    ]


def test_maildir_flags_and_folders_become_labels(tmp_path: Path) -> None:
    box = tmp_path / "Maildir"
    _write(box / "cur" / "1.h:2,S", MAIL)
    _write(box / "cur" / "2.h:2,F", MAIL)
    _write(box / "new" / "3.h", MAIL)
    _write(box / ".Sent" / "cur" / "4.h:2,S", MAIL)
    _write(box / ".Lists.Caf&AOk-" / "cur" / "5.h:2,RS", MAIL)
    _write(box / ".Trash" / "new" / "6.h", MAIL)
    (box / ".Trash" / "cur").mkdir()
    _write(box / "tmp" / "7.h", MAIL)
    found = {Path(i.location).name[0]: set(i.labels) for i in _read(box)}
    assert found == {
        "1": {"INBOX"},
        "2": {"INBOX", "STARRED", "UNREAD"},
        "3": {"INBOX", "UNREAD"},
        "4": {"SENT"},
        "5": {"Lists/Café"},
        "6": {"TRASH", "UNREAD"},
    }


def test_a_folder_is_searched_by_content_not_by_name(tmp_path: Path) -> None:
    _write(tmp_path / "deep" / "er" / "mail", MAIL)
    _write(tmp_path / "box", _entry(MAIL) * 2)
    _write(tmp_path / "notes.txt", b"Subject: not a mail, only a note\n")
    _write(tmp_path / "photo.jpg", b"\xff\xd8\xff")
    kinds = {s.path.name: s.kind for s in discover([tmp_path])}
    assert kinds == {"mail": SourceFormat.EML, "box": SourceFormat.MBOX}


def test_links_that_lead_back_are_followed_once(tmp_path: Path) -> None:
    _write(tmp_path / "a" / "m.eml", MAIL)
    (tmp_path / "a" / "loop").symlink_to(tmp_path)
    (tmp_path / "again").symlink_to(tmp_path / "a" / "m.eml")
    assert len(discover([tmp_path, tmp_path / "a"])) == 1


@pytest.mark.parametrize(
    ("data", "reason"), [(b"", "empty"), (b"\x89PNG\r\n", "not a mail"), (None, "no such file")]
)
def test_what_cannot_be_read_is_reported_with_a_reason(
    tmp_path: Path, data: bytes | None, reason: str
) -> None:
    path = tmp_path / "x.eml"
    if data is not None:
        path.write_bytes(data)
    (item,) = _read(path)
    assert item.raw == b""
    assert reason in item.problem


def test_a_source_that_vanishes_or_is_forbidden_ends_in_a_record(tmp_path: Path) -> None:
    path = _write(tmp_path / "m.eml", MAIL)
    (source,) = discover([path])
    path.unlink()
    (item,) = read(source)
    assert item.problem == "There is no such file or folder."
    if os.geteuid() != 0:
        _write(path, MAIL).chmod(0)
        assert "not allowed" in _read(path)[0].problem


def test_an_empty_message_of_a_maildir_does_not_end_the_reading(tmp_path: Path) -> None:
    _write(tmp_path / "cur" / "1.h:2,S", MAIL)
    _write(tmp_path / "cur" / "2.h:2,S", b"")
    _write(tmp_path / "cur" / "3.h:2,S", MAIL)
    assert [bool(i.problem) for i in _read(tmp_path)] == [False, True, False]


def test_sources_are_only_read(tmp_path: Path) -> None:
    path = _write(tmp_path / "m", _entry(MAIL) * 2)
    path.chmod(0o400)
    before = path.stat()
    assert len(_read(path)) == 2
    after = path.stat()
    assert (after.st_mtime_ns, after.st_size, after.st_mode) == (
        before.st_mtime_ns,
        before.st_size,
        before.st_mode,
    )


@given(st.text(max_size=60))
def test_any_folder_name_decodes(name: str) -> None:
    assert isinstance(labels.decode_folder(name), str)


@pytest.mark.corpora
def test_the_corpora_are_found_whole(corpora: Path) -> None:
    sources = discover([corpora / "notmuch"])
    assert sum(s.kind is SourceFormat.MAILDIR for s in sources) >= 6
    items = [i for s in sources for i in read(s)]
    assert len(items) >= 318
    assert not [i.problem for i in items if i.problem]


def test_reading_a_source_that_is_none_gives_its_problem_once() -> None:
    source = SourceFile(Path("x"), SourceFormat.NONE, problem="No.")
    assert [i.problem for i in read(source)] == ["No."]
    assert list(read(source, 1)) == []


@given(
    mails=st.lists(st.integers(0, 3), min_size=1, max_size=6),
    gone=st.sets(st.integers(0, 5)),
    more=st.sampled_from([0, 10**12]),
)
def test_the_index_of_a_folder_says_where_its_mails_end(
    mails: list[int], gone: set[int], more: int
) -> None:
    """What looks like the beginning of another mail, inside one that the index knows, is its text;
    a mail that the index does not know was deleted; none that it knows is ever text of another."""
    inner = b"\nFrom a@b.example Sat Nov 21 08:15:00 2026\nTo: you\n\nmore\n"
    entries = [_entry(MAIL + inner * count + b"%d\n" % n) for n, count in enumerate(mails)]
    places = [sum(map(len, entries[:n])) for n in range(len(entries))]
    kept = [n for n in range(len(entries)) if n not in gone or n == 0]
    told = {str(places[n]): Indexed(frozenset(), len(entries[n]) - 50) for n in kept}
    if more > 0:  # an index that lies
        told[str(places[kept[-1]])] = Indexed(frozenset(), more)
    with TemporaryDirectory() as folder:
        path = _write(Path(folder) / "m", b"".join(entries))
        source = replace(discover([path])[0], told=lambda: told)
        found = [item.raw for item in read(source) if not item.deleted]
    assert len(found) == len(kept)
    for raw, n in zip(found[:-1] if more > 0 else found, kept, strict=False):
        assert raw == (MAIL + inner * mails[n] + b"%d\n" % n)
