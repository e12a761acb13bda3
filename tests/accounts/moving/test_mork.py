"""Index of a Mozilla folder: which mails are there, and their marks."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.moving.mork import IndexedMail, read_index

HEAD = b'// <!-- <mdb:mork:z v="1.4"/> -->\n'
COLUMNS = (
    b"< <(a=c)> (80=ns:msg:db:row:scope:msgs:all)(88=flags)(B2=storeToken)(B5=keywords)"
    b"(9F=ns:msg:db:row:scope:dbfolderinfo:all)(A3=folderSize)>\n"
)
BODY = (
    b"<(96=624)(9B=\\$label1 k=c3=bc)>\n"
    b"{1:^80 {(k^96:c)(s=9)} [1(^B2=0)(^88=5)] [2(^B2^96)(^88=0)(^B5^9B)]}\n"
    b"{1:^9F {(k^A0:c)(s=9u)} [1(^A3=618)]}\n"
)


def group(number: int, body: bytes, *, whole: bool = True) -> bytes:
    end = b"@$$}%X}@\n" % number if whole else b""
    return b"@$$" + b"{%X{@\n" % number + body + end


def test_mails_their_flags_and_their_tags_are_read() -> None:
    found = read_index(HEAD + COLUMNS + BODY)
    assert found is not None
    assert found.mails == {"0": IndexedMail(5, ()), "624": IndexedMail(0, ("$label1", "k=c3=bc"))}
    assert found.folder_size == 0x618


def test_what_a_later_group_changes_counts_and_a_row_that_was_cut_is_gone() -> None:
    later = group(1, b"[2:^80(^88=1)]\n{1:^80 {(k^96:c)(s=9)} -\n  [-1]}\n")
    found = read_index(HEAD + COLUMNS + BODY + later)
    assert found is not None
    assert found.mails == {"624": IndexedMail(1, ("$label1", "k=c3=bc"))}


def test_a_table_that_is_written_anew_has_only_what_it_names() -> None:
    found = read_index(HEAD + COLUMNS + BODY + group(2, b"{-1:^80 {(k^96:c)(s=9)} 2 }\n"))
    assert found is not None
    assert set(found.mails) == {"624"}


def test_a_group_that_was_never_finished_counts_for_nothing() -> None:
    broken = group(3, b"{-1:^80 {(k^96:c)(s=9)} }\n", whole=False)
    found = read_index(HEAD + COLUMNS + BODY + broken)
    assert found is not None
    assert set(found.mails) == {"0", "624"}


def test_a_value_over_several_lines_is_one() -> None:
    found = read_index(HEAD + COLUMNS + b"{1:^80 {(k^96:c)} [1(^B2=12\\\n34)(^88\n  =1)]}")
    assert found is not None
    assert found.mails == {"1234": IndexedMail(1, ())}


def test_another_file_is_no_index() -> None:
    assert read_index(b"From - Sat Nov 28\n") is None


@given(st.integers(0, len(BODY)), st.binary(max_size=30))
def test_whatever_stands_in_an_index_it_is_read_without_an_error(cut: int, noise: bytes) -> None:
    read_index(HEAD + COLUMNS + BODY[:cut] + noise + BODY[cut:])


@given(st.text(alphabet="<>[]{}()^=:-@$~\\\n 18", max_size=200))
def test_any_order_of_its_signs_is_read_without_an_error(text: str) -> None:
    read_index(HEAD + COLUMNS + text.encode())
