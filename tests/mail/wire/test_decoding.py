"""Decoding goes to the end, and one unknown sign costs one sign."""

from __future__ import annotations

import base64

import pytest
import webencodings
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire import charsets
from desktop_app.mail.wire.charsets import decode
from desktop_app.mail.wire.parts import Part, transfer_encoding

NOISE = st.sampled_from([b"", b"\r\n", b"\n", b" ", b"\t", b"!", b"-", b"\xff"])


def leaf(payload: bytes, encoding: str = "base64") -> Part:
    return Part("1", {}, "application/octet-stream", {}, encoding, payload)


@given(
    pieces=st.lists(st.tuples(st.binary(max_size=60), st.booleans()), max_size=5),
    noise=NOISE,
    width=st.integers(1, 80),
)
def test_base64_in_pieces_is_read_to_its_end(
    pieces: list[tuple[bytes, bool]], noise: bytes, width: int
) -> None:
    """Each piece with padding of its own; the last may come without."""
    written = b"".join(base64.b64encode(piece) + noise for piece, _ in pieces)
    lines = noise.join(written[n : n + width] for n in range(0, len(written), width))
    part = leaf(lines)
    expected = b"".join(piece for piece, _ in pieces)
    if all(len(piece) % 3 == 0 or piece is pieces[-1][0] for piece, _ in pieces[:-1]):
        assert part.data == expected
    assert part.size == len(part.data)


@given(st.binary(max_size=200))
def test_a_size_is_what_would_be_saved(payload: bytes) -> None:
    part = leaf(payload)
    assert part.size == len(part.data)


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("base64", "base64"),
        (" BASE64 ; x=y", "base64"),
        ("base64 (as text)", "base64"),
        ("(a comment) quoted-printable", "quoted-printable"),
        ('"base64"', "base64"),
        ("base64 7bit", "base64"),
        ("", ""),
        ("()", ""),
    ],
)
def test_the_mechanism_stands_alone(written: str, expected: str) -> None:
    assert transfer_encoding({"content-transfer-encoding": [written]}) == expected


def test_every_name_that_browsers_know_is_known() -> None:
    beyond = {"x-user-defined", "replacement", "x-mac-cyrillic"}
    for label, name in webencodings.LABELS.items():
        if name not in beyond:
            assert charsets.known(label), label
            assert decode(b"abc", label) in {"abc", "扢"}, label


def jis(pair: bytes) -> bytes:
    """A two-byte sign of Shift_JIS as JIS X 0208's plane has it."""
    lead, trail = pair
    row = lead - (0x81 if lead < 0xE0 else 0xC1)
    if trail >= 0x9F:
        return bytes((row * 2 + 0x22, trail - 0x7E))
    return bytes((row * 2 + 0x21, trail - (0x1F if trail < 0x7F else 0x20)))


SIGNS = [
    sign
    for point in range(0xA0, 0x10000)
    if len(data := (sign := chr(point)).encode("cp932", "ignore")) == 2
    and data[0] < 0xF0
    and data.decode("cp932") == sign
]


def test_there_are_signs_of_nec_among_them() -> None:
    assert {"㈱", "①", "Ⅳ", "髙"} & set(SIGNS) >= {"㈱", "①"}
    assert len(SIGNS) > 6_800


@given(st.lists(st.sampled_from(SIGNS), max_size=30).map("".join), st.text("ab\n", max_size=5))
def test_japanese_comes_out_as_it_went_in(words: str, around: str) -> None:
    pairs = [jis(sign.encode("cp932")) for sign in words]
    pairs = [pair for pair in pairs if pair[0] <= 0x7E]
    words = "".join(s for s in words if jis(s.encode("cp932"))[0] <= 0x7E)
    in_jis = around.encode() + b"\x1b$B" + b"".join(pairs) + b"\x1b(B" + around.encode()
    assert decode(in_jis, "ISO-2022-JP") == around + words + around
    in_euc = b"".join(bytes(b | 0x80 for b in pair) for pair in pairs)
    assert _same(decode(around.encode() + in_euc, "euc-jp"), around + words)


def _same(found: str, expected: str) -> bool:
    """The two codecs name six signs differently (a wave dash, a minus …)."""
    pairs = str.maketrans("〜‖−¢£¬—", "～∥－￠￡￢―")
    return found.translate(pairs) == expected.translate(pairs)


@given(st.lists(st.sampled_from(SIGNS), min_size=3, max_size=20).map("".join), st.data())
def test_one_unknown_sign_costs_one_sign(words: str, data: st.DataObject) -> None:
    place = data.draw(st.integers(0, len(words)))
    pairs = [jis(sign.encode("cp932")) for sign in words]
    pairs.insert(place, b"\x29\x21")  # a row without signs
    found = decode(b"\x1b$B" + b"".join(pairs) + b"\x1b(B", "iso-2022-jp")
    assert found.replace("\ufffd", "") == words
    assert 1 <= found.count("\ufffd") <= 2


@given(st.text(st.characters(codec="utf-16", exclude_characters="\0"), max_size=40))
def test_a_mark_says_more_than_a_name(words: str) -> None:
    for charset in ("", "us-ascii", "iso-8859-1", "utf-8"):
        assert decode(words.encode("utf-16"), charset) == words


def test_a_japanese_mail_with_a_sign_of_nec() -> None:
    raw = (
        b"From: a@x.example\r\nSubject: s\r\nMIME-Version: 1.0\r\n"
        b"Content-Type: text/plain; charset=ISO-2022-JP\r\n\r\n\x1b$B$3$s$K$A$O-j\x1b(B\r\n"
    )
    assert parse(raw).text.strip() == "こんにちは㈱"


def test_lines_that_end_twice() -> None:
    lines = ["From: a@x.example", "Subject: Twice", "", "One.", "", "Two."]
    found = parse("\r\r\n".join(lines).encode())
    assert (found.subject, found.text.split()) == ("Twice", ["One.", "Two."])


def test_half_a_sign_takes_no_other_with_it() -> None:
    assert decode(b"\x1b$B\xff$3$s\x1b(B", "iso-2022-jp").endswith("こん")
