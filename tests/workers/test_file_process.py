"""What the reading process answers, whatever the bytes of a file are."""

from __future__ import annotations

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from desktop_app.mail.message.parse import parse
from desktop_app.model.file_state import FileState
from desktop_app.search.fold import fold
from desktop_app.store.base.compressed import decompressed
from desktop_app.store.rows.file_rows import FileRecord
from desktop_app.workers import file_process
from desktop_app.workers.file_process import Wanted, read_files
from tests.depths import examples
from tests.mail.files.canaries import KINDS, Canary, canaries, mail_with

FILES = list(canaries(len(KINDS)))


def read(*files: Canary) -> list[FileRecord]:
    raw = mail_with(list(files))
    wanted = [Wanted(a.id, a.filename, a.content_type) for a in parse(raw).attachments]
    answer = read_files(msgspec.msgpack.encode((raw, wanted, False)))
    return msgspec.msgpack.decode(answer, type=list[FileRecord])


@pytest.mark.filterwarnings("ignore")
@given(
    st.sampled_from(FILES),
    st.lists(st.tuples(st.floats(0, 0.999), st.integers(0, 255)), max_size=6),
    st.floats(0.3, 1.0),
)
@settings(max_examples=examples(150))
def test_a_file_of_any_bytes_is_answered_with_a_state(
    file: Canary, flips: list[tuple[float, int]], kept: float
) -> None:
    data = bytearray(file.data)
    for at, value in flips:
        data[int(at * len(data))] = value
    broken = Canary(file.name, file.type, bytes(data[: int(kept * len(data))]), "", "")
    [found] = read(broken)
    state = FileState(found.state)
    has_words = state in {FileState.READ, FileState.CUT}
    assert has_words is bool(found.words.strip())
    assert has_words is bool(found.data)
    assert has_words is (found.characters > 0)


def test_what_is_stored_is_what_is_indexed() -> None:
    [found] = read(
        Canary("a.txt", "text/plain", "Stra\u00dfe \u0141\u00f3d\u017a end".encode(), "", "")
    )
    text = decompressed(found.data).decode()
    assert text == "Stra\u00dfe \u0141\u00f3d\u017a end"
    assert found.words == fold(text)
    assert found.characters == len(text)


def test_the_files_of_one_mail_have_one_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_process, "MOST_OF_A_MAIL", 25)
    long = Canary("a.txt", "text/plain", b"word " * 4, "", "")
    found = read(long, long, long)
    assert [record.characters for record in found] == [19, 6, 0]
    assert [record.state for record in found] == ["read", "cut", "too large"]
