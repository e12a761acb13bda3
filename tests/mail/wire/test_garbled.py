"""Mail whose text was lost or garbled: raw bytes, wrong sets, one text that is a file."""

from __future__ import annotations

import base64

import pytest

from desktop_app.accounts.local.sources import SourceFormat, sniff
from desktop_app.mail.message.access import attachment_bytes
from desktop_app.mail.message.body import read_body
from desktop_app.mail.message.parse import parse
from desktop_app.mail.wire.charset_guess import guessed
from desktop_app.mail.wire.charsets import decode
from desktop_app.mail.wire.headers import decode_words

HEAD = b"From: a@lee.example\r\n"
SAYINGS = [
    ("gb18030", "您好，这是一封测试邮件"),
    ("gb18030", "代开发票"),
    ("gb18030", "[list] 关于合同付款的问题 Re: invoice 2024"),
    ("big5hkscs", "您好，這是一封測試郵件"),
    ("big5hkscs", "軟體更新加速"),
    ("cp932", "こんにちは、テストです"),
    ("cp932", "会議資料のご確認のお願い"),
    ("euc_jp", "お世話になっております。田中です。"),
    ("cp949", "회의 자료를 보내드립니다"),
    ("koi8-r", "Привет, как дела?"),
    ("koi8-r", "Добрый день! Высылаю документы по договору."),
    ("cp1251", "Добрый день! Высылаю документы по договору."),
    ("iso8859-7", "Καλημέρα κόσμε, τι κάνεις"),
    ("cp1255", "שלום עולם מה שלומך"),
    ("cp1252", "Grüße aus München, schöne Ferien"),
    ("cp1252", "¿Dónde está el niño? Señor Peñíscola"),
]


@pytest.mark.parametrize(("codec", "text"), SAYINGS)
def test_a_text_of_a_language_tells_its_set(codec: str, text: str) -> None:
    data = text.encode(codec)
    assert decode(data) == text
    raw = HEAD + b"Subject: " + data + b"\r\nContent-Type: text/plain\r\n\r\n" + data
    stored = parse(raw)
    assert (stored.subject, stored.text, stored.snippet) == (text, text, text)
    assert decode(data, "no-such-set") == text


@pytest.mark.parametrize(
    "text",
    [
        "caf\xe9", "\xc9\xc9\xc9\xc9 \xc0\xc0\xc0\xc0", "\xa3\xa3\xa3\xa3\xa3\xa3\xa3\xa3\xa3 100",
        "\xab\xab\xab\xab\xbb\xbb\xbb\xbb", "\xe9", "\xc4\xd6\xdc",
        "\xe6\xf8\xe5 og \xc6\xd8\xc5 er bogstaver",
        "O\xf9 est la biblioth\xe8que? D\xe9j\xe0 ferm\xe9e \xe0 midi",
    ],
)  # fmt: skip
def test_little_evidence_is_read_as_western(text: str) -> None:
    data = text.encode("cp1252")
    assert guessed(data) in {"", "cp1252"}
    assert decode(data) == text


@pytest.mark.parametrize("charset", ["", "utf-8", "x-unknown", "gb2312"])
def test_one_bad_byte_leaves_the_rest_of_utf8(charset: str) -> None:
    data = "Größe und Käse, süß".encode() + b"\xff" + " schön".encode()
    assert decode(data, charset) == "Größe und Käse, süß\ufffd schön"


def test_a_set_that_is_named_wrongly_is_read_by_its_letters() -> None:
    assert decode("您好，这是一封测试邮件".encode("gb18030"), "utf-8") == "您好，这是一封测试邮件"


@pytest.mark.parametrize("charset", ["gb2312", "big5", "koi8-r", "utf-8", "iso-8859-1"])
def test_raw_bytes_in_encoded_words_are_of_the_words_set(charset: str) -> None:
    texts = {
        "gb2312": "发票",
        "big5": "軟體",
        "koi8-r": "счёт",
        "utf-8": "Grüße",
        "iso-8859-1": "Grüße",
    }
    text = texts[charset]
    raw = HEAD + f"Subject: =?{charset}?Q?".encode() + text.encode(charset) + b"?= end\r\n\r\nx"
    assert parse(raw).subject == f"{text} end"


def test_words_that_are_utf8_in_fact_are_read_so() -> None:
    assert decode_words("=?iso-8859-1?q?Grüße?=") == "Grüße"
    assert decode_words("\udcc3\udca9t\udcc3\udca9 =?utf-8?q?=C3=A9?=") == "été é"


def test_raw_subjects_are_read_as_the_text_is() -> None:
    short = "发票".encode("gb2312")
    raw = (
        HEAD
        + b"Subject: "
        + short
        + b"\r\nContent-Type: text/plain; charset=gb2312\r\n\r\n"
        + short
    )
    assert parse(raw).subject == "发票"


def test_a_page_names_its_own_set() -> None:
    page = "<html><head><meta charset='gb2312'></head><p>发票</p></html>".encode("gb2312")
    assert read_body(HEAD + b"Content-Type: text/html\r\n\r\n" + page).text == "发票"


@pytest.mark.parametrize(
    "head",
    [
        'Content-Type: text/plain; name="note.txt"',
        "Content-Type: text/plain\r\nContent-Disposition: attachment",
        "Content-Type: text/plain\r\nContent-Disposition: attachment; filename=note.txt",
        "Content-Disposition: inline; filename=note.txt",
        'Content-Type: text/html; name="note.html"',
    ],
)
def test_a_text_that_is_a_file_is_shown_and_kept(head: str) -> None:
    raw = HEAD + head.encode() + b"\r\n\r\nHello there"
    body, stored = read_body(raw), parse(raw)
    assert (body.text, stored.text, stored.snippet) == ("Hello there",) * 3
    (kept,) = stored.attachments
    assert not kept.inline
    assert attachment_bytes(raw, kept.id) == b"Hello there"


def test_a_text_file_beside_a_text_is_a_file_alone() -> None:
    raw = HEAD + (
        b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n\r\nHello\r\n--b\r\n"
        b"Content-Type: text/plain; name=a.txt\r\n\r\nsecond\r\n--b--\r\n"
    )
    assert read_body(raw).text == "Hello"
    assert [a.filename for a in parse(raw).attachments] == ["a.txt"]


def test_the_only_part_of_a_multipart_is_shown_too() -> None:
    text = base64.b64encode(b"Hello there").decode()
    raw = (
        HEAD
        + (
            "Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain;"
            f" name=a.txt\r\nContent-Transfer-Encoding: base64\r\n\r\n{text}\r\n--b--\r\n"
        ).encode()
    )
    assert read_body(raw).text == "Hello there"
    assert [a.filename for a in parse(raw).attachments] == ["a.txt"]


@pytest.mark.parametrize("before", [" " * 70 + "\r\n", "\r\n\r\n", "\n \n\t\n", "\ufeff", "   "])
def test_space_before_the_first_field_is_no_part_of_a_mail(before: str) -> None:
    raw = before.encode() + b"Delivered-To: b@x.example\r\n" + HEAD + b"Subject: Hi\r\n\r\nHello"
    stored = parse(raw)
    assert (stored.subject, stored.problem, read_body(raw).text) == ("Hi", "", "Hello")
    assert sniff(raw) is SourceFormat.EML


@pytest.mark.parametrize("raw", [b"\r\n\r\nHello: there", b"  Hello", b"\r\n" * 9000, b""])
def test_what_is_no_mail_stays_none(raw: bytes) -> None:
    assert parse(raw).problem == "This is not a mail: it has no header fields."


@pytest.mark.parametrize(
    ("codec", "name", "subject"),
    [
        ("gb18030", "王小明", "关于下周的会议安排"),
        ("koi8-r", "Иван", "Добрый день! Высылаю документы по договору."),
        ("big5hkscs", "王小明", "您好，這是一封測試郵件"),
    ],
)
def test_a_short_name_is_read_as_the_other_fields_are(codec: str, name: str, subject: str) -> None:
    fields = f"From: {name} <a@lee.example>\r\nSubject: {subject}\r\n\r\nHello\r\n"
    stored = parse(fields.encode(codec))
    assert (stored.from_[0].name, stored.subject) == (name, subject)


def test_a_field_that_the_set_of_the_others_cannot_read_is_read_alone() -> None:
    subject = "关于下周的会议安排，关于合同付款的问题".encode("gb18030")
    stored = parse(b"From: \xff\xe9 <a@lee.example>\r\nSubject: " + subject + b"\r\n\r\nHello\r\n")
    assert stored.from_[0].name == "\xff\xe9"
