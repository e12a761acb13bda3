"""Generator of crafted mails: small for who sends them, dear for who opens them.

`CRAFTED` names each by what is in it. Every mail is the same bytes on every run.
"""

from __future__ import annotations

import base64
import struct
import unicodedata
import zlib
from collections.abc import Callable, Mapping

HEAD = (
    "From: Dana Lee <dana@lee.example>\r\nTo: {to}\r\nSubject: {subject}\r\n{more}"
    "Message-ID: <{subject}@crafted.example>\r\nDate: Mon, 14 Sep 2026 10:00:00 +0000\r\n"
    "MIME-Version: 1.0\r\n"
)
ME = "Alex Morgan <alex@fernhill.example>"


def html(body: str, subject: str = "crafted", *, to: str = ME, more: str = "") -> bytes:
    """A mail of one HTML part."""
    return _single("text/html", body, subject, to, more)


def plain(body: str, subject: str = "crafted", *, to: str = ME, more: str = "") -> bytes:
    """A mail of one plain part."""
    return _single("text/plain", body, subject, to, more)


def _single(kind: str, body: str, subject: str, to: str, more: str) -> bytes:
    head = HEAD.format(to=to, subject=subject, more=more)
    return f"{head}Content-Type: {kind}; charset=utf-8\r\n\r\n{body}\r\n".encode()


def mixed(first: bytes, *others: bytes, subtype: str = "mixed", to: str = ME) -> bytes:
    """A multipart of parts that have their own header fields."""
    head = HEAD.format(to=to, subject="crafted", more="")
    head += f'Content-Type: multipart/{subtype}; boundary="edge"\r\n\r\n'
    pieces = b"".join(b"--edge\r\n" + part + b"\r\n" for part in (first, *others))
    return head.encode() + pieces + b"--edge--\r\n"


def png(width: int, height: int) -> bytes:
    """A grey picture of so many pixels, in a thousandth of as many bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        check = zlib.crc32(kind + data)
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", check)

    head = struct.pack(">IIBBBBB", width, height, 8, 0, 0, 0, 0)
    packer = zlib.compressobj(9)
    left, block = (width + 1) * height, bytes(1 << 20)
    data = b""
    while left > 0:
        data += packer.compress(block[:left])
        left -= len(block)
    data += packer.flush()
    signature = b"\x89PNG\r\n\x1a\n"
    return signature + chunk(b"IHDR", head) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def with_pictures(body: str, *pictures: tuple[str, bytes]) -> bytes:
    """HTML and its pictures, each under its content id."""
    parts = [
        f"Content-Type: image/png\r\nContent-ID: <{name}>\r\n"
        "Content-Transfer-Encoding: base64\r\n\r\n".encode()
        + base64.encodebytes(data)
        for name, data in pictures
    ]
    text = f"Content-Type: text/html; charset=utf-8\r\n\r\n{body}".encode()
    return mixed(text, *parts, subtype="related")


def spellings(content_id: str, count: int) -> list[str]:
    """So many `cid:` addresses of one part: letters are percent-encoded in turn."""
    found = []
    for number in range(count):
        letters = [
            f"%{ord(c):02x}" if number >> place & 1 else c for place, c in enumerate(content_id)
        ]
        found.append("cid:" + "".join(letters))
    return found


def links(count: int = 1000) -> bytes:
    rows = (f"<a href='https://h{n}.evil.example/'>www.bank{n}.example</a> " for n in range(count))
    return html("".join(rows))


def named_hosts(count: int = 1000) -> bytes:
    """As `links`, with each host over and over."""
    return html("<a href='https://evil.example/'>www.bank.example</a> " * count)


def every_letter() -> str:
    return "".join(
        chr(code)
        for code in range(0x21, 0x30000)
        if unicodedata.category(chr(code))[0] not in "CZ" or code == 0x20
    )


def code_points() -> bytes:
    return plain(every_letter())


def code_points_apart() -> bytes:
    """One letter of each writing system after the other, in blocks of their own."""
    letters = every_letter()
    return html("".join(f"<p>{letters[n]}</p>" for n in range(0, len(letters), 64)))


def letters_in_turn() -> bytes:
    """Every line has every writing system."""
    letters = every_letter()[::97]
    return plain("\n".join(letters[n:] + letters[:n] for n in range(60)))


def list_items(count: int = 9000) -> bytes:
    return html("<ul>" + "<li>x" * count + "</ul>")


def paragraphs(count: int = 12_000) -> bytes:
    return html("<p>x" * count)


def lines(count: int = 50_000) -> bytes:
    return plain("x\n" * count)


def breaks(count: int = 30_000) -> bytes:
    return html("x<br>" * count)


def one_word(length: int = 119_000) -> bytes:
    return html("<p>" + "x" * length + "</p>")


def one_plain_word(length: int = 990_000) -> bytes:
    return plain("x" * length)


def one_line(count: int = 30_000) -> bytes:
    return html("<p>" + "a b " * count + "</p>")


def bold_letters(count: int = 8_000) -> bytes:
    return html("<b>x</b><i>y</i>" * count)


def buttons(count: int = 6_000) -> bytes:
    """Links that look like buttons, in one paragraph."""
    one = '<a href="https://x.example/{}" style="background:#06c;padding:9px">x</a> '
    return html("".join(map(one.format, range(count))))


def deep_styles(count: int = 3_000) -> bytes:
    """Buttons each within elements that could be what makes it one."""
    around = "<div><center><div><span>", "</span></div></center></div>"
    return html(f'{around[0]}<a href="https://x.example/">x</a>{around[1]}' * count)


def spanned_table(count: int = 450) -> bytes:
    """Cells that reach over fifty rows and columns each."""
    cell = "<td rowspan=50 colspan=50>1</td><td>2</td>"
    return html(f"<table>{f'<tr>{cell}</tr>' * count}</table>")


def quotes_apart(count: int = 6_000) -> bytes:
    return html("<blockquote>x</blockquote>y" * count)


def attachments(count: int = 3000) -> bytes:
    part = (
        b"Content-Type: application/pdf\r\nContent-Disposition: attachment;"
        b' filename="%d.pdf"\r\n\r\nx'
    )
    return mixed(b"Content-Type: text/plain\r\n\r\nfiles", *(part % n for n in range(count)))


def recipients(count: int = 20_000) -> bytes:
    people = ",\r\n ".join(f"P{n} <p{n}@many.example>" for n in range(count))
    return plain("hello", more=f"Cc: {people}\r\n")


def long_subject(length: int = 200_000) -> bytes:
    return plain("hello", "x" * length)


def long_name(length: int = 300_000) -> bytes:
    return plain("hello", more=f'Reply-To: "{"y" * length}" <y@many.example>\r\n')


def picture_twenty_times(count: int = 20) -> bytes:
    addresses = spellings("bomb@x", count)
    body = "".join(f"<img src='{address}'>" for address in addresses)
    return with_pictures(body, ("bomb@x", png(700, 57_000)))


def picture_forty_times() -> bytes:
    return picture_twenty_times(40)


def pictures_apart(count: int = 12) -> bytes:
    """As many pictures, each a part of its own."""
    data = png(700, 57_000)
    names = [f"bomb{n}@x" for n in range(count)]
    body = "".join(f"<img src='cid:{name}'>" for name in names)
    return with_pictures(body, *((name, data) for name in names))


def pictures_just_within(count: int = 100) -> bytes:
    """Each no larger than one picture may be, some in the HTML itself."""
    data = png(4_000, 5_000)
    names = [f"bomb{n}@x" for n in range(count // 2)]
    inside = f"data:image/png;base64,{base64.b64encode(data).decode('ascii')}"
    addresses = [*(f"cid:{name}" for name in names), *([inside] * (count // 2))]
    body = "".join(f"<img src='{address}'>" for address in addresses)
    return with_pictures(body, *((name, data) for name in names))


def picture_wide() -> bytes:
    return with_pictures("<img src='cid:bomb@x'>", ("bomb@x", png(39_000_000, 1)))


def picture_high() -> bytes:
    return with_pictures("<img src='cid:bomb@x'>", ("bomb@x", png(1, 39_000_000)))


def picture_repeated(count: int = 2000) -> bytes:
    return with_pictures("<img src='cid:a@x'>" * count, ("a@x", png(700, 700)))


def divs(count: int = 100_000) -> bytes:
    return html("<div>" * count + "deep")


def fonts(count: int = 30_000) -> bytes:
    return html("<font color=red><b>" * count + "deep")


def nested_tables(count: int = 400) -> bytes:
    return html("<table><tr><td>x" * count)


def data_table(rows: int = 450, columns: int = 18) -> bytes:
    row = "<tr>" + "<td>1" * columns
    return html("<table>" + row * rows + "</table>")


def many_tables(count: int = 700) -> bytes:
    return html("<table><tr><td>a<td>b<tr><td>c<td>d</table>" * count)


def nested_quotes(count: int = 3000) -> bytes:
    return html("<blockquote>x" * count)


def nested_lists(count: int = 3000) -> bytes:
    return html("<ul><li>x" * count)


def nested_mime(depth: int = 190) -> bytes:
    """A multipart in a multipart in a multipart …"""
    body = b"Content-Type: text/plain\r\n\r\ndeep\r\n"
    for level in range(depth):
        body = (
            f'Content-Type: multipart/mixed; boundary="b{level}"\r\n\r\n--b{level}\r\n'.encode()
            + body
            + f"\r\n--b{level}--\r\n".encode()
        )
    return HEAD.format(to=ME, subject="crafted", more="").encode() + body


def nested_messages(depth: int = 190) -> bytes:
    """A mail in a mail in a mail …"""
    raw = plain("deep")
    for _ in range(depth):
        head = HEAD.format(to=ME, subject="crafted", more="").encode()
        raw = head + b"Content-Type: message/rfc822\r\n\r\n" + raw
    return raw


def styles(count: int = 3900) -> bytes:
    rules = "".join(f".a{n} b{{color:#{n:06x}}}" for n in range(count))
    return html(f"<style>{rules}</style>" + "<p class=a1><b>x</b></p>" * 1000)


def style_bomb() -> bytes:
    """Selectors that cost depth to the power of their number."""
    rule = "div " * 40 + "b{display:none}"
    return html(f"<style>{rule * 200}</style>" + "<div>" * 900 + "<b>x</b>")


def style_nests(count: int = 50_000) -> bytes:
    return html(f"<style>{'a{' * count}</style><p style='{'(' * count}'>x</p>")


def style_variables(count: int = 60) -> bytes:
    """A value that doubles with each variable."""
    rules = "".join(f"--v{n}:var(--v{n - 1}) var(--v{n - 1});" for n in range(1, count))
    return html(f"<div style='--v0:red;{rules}color:var(--v{count - 1})'>seen</div>")


def style_sums(depth: int = 5_000) -> bytes:
    return html(f"<p style='font-size:calc({'calc(' * depth}1px{')' * depth})'>seen</p>")


def doubling_in_a_sheet(count: int = 40) -> bytes:
    """As `style_variables`, for thousands of elements."""
    rules = "".join(f"--v{n}:var(--v{n - 1})var(--v{n - 1});" for n in range(1, count))
    sheet = f"<style>:root{{--v0:red;{rules}}}p{{color:var(--v{count - 1})}}</style>"
    return html(sheet + "<p>seen</p>" * 5_000)


def custom_properties(count: int = 19_000) -> bytes:
    """As many variables for each of thousands of elements."""
    rules = "".join(f"--a{n}:b;" for n in range(count))
    return html(f"<style>p{{{rules}}}</style>" + "<p style='color:var(--a5)'>x" * 3_000)


def variables_in_turn(count: int = 2_900) -> bytes:
    """Each variable names the next one."""
    rules = "".join(f"--c{n}:var(--c{n + 1});" for n in range(count))
    rows = "".join(f"<p style='color:var(--c{n})'>x</p>" for n in range(count))
    return html(f"<style>:root{{{rules}}}</style>{rows}")


def styles_apart(count: int = 19_000) -> bytes:
    return html("".join(f"<p style='color:#{n:06x};font:12px/1.{n} a'>x" for n in range(count)))


def gradients(count: int = 3_000) -> bytes:
    def stops(row: int) -> str:
        return ",".join(f"#{row * 50 + n:06x}" for n in range(60))

    rows = (f"<p style='background:linear-gradient({stops(n)})'>x" for n in range(count))
    return html("".join(rows))


def spaced_styles(count: int = 200) -> bytes:
    """A mark that is looked for after thousands of spaces."""
    return html("".join(f"<p style='color:{' ' * 9_000}!x{n}'>x" for n in range(count)))


def nested_rules(depth: int = 5) -> bytes:
    """Selectors that multiply."""
    return html(f"<style>{'a,b,c,d{' * depth}p{{color:red}}{'}' * depth}</style><p>x")


def pale(count: int = 9_000) -> bytes:
    """Passages that are hard to see between others."""
    return html("<p>x<i style='opacity:.07'>y</i>" * count)


def attributes(count: int = 100_000) -> bytes:
    return html("<p " + " ".join(f"a{n}=1" for n in range(count)) + ">x</p>")


def quoted(count: int = 20_000) -> bytes:
    return plain("Yes.\n\nOn 1 Sep 2026, Alex wrote:\n" + "> x\n" * count, "Re: crafted")


def preformatted(count: int = 20_000) -> bytes:
    return html("<pre>" + "x\n" * count + "</pre>")


def hidden(count: int = 20_000) -> bytes:
    return html("<p>seen</p>" + "<i hidden>x y</i>" * count)


def combining(count: int = 60_000) -> bytes:
    """One letter under so many accents."""
    return plain("a" + "\u0301" * count)


def overrides(count: int = 30_000) -> bytes:
    return plain("\u202ea\u202cb\u2067" * count)


def from_the_right(count: int = 60_000) -> bytes:
    return plain("\u0627" * count)


CRAFTED: Mapping[str, Callable[[], bytes]] = {
    "1,000 links that name other hosts": links,
    "1,000 links that name one other host": named_hosts,
    "text of all code points": code_points,
    "all writing systems, a paragraph each": code_points_apart,
    "all writing systems in every line": letters_in_turn,
    "9,000 list items": list_items,
    "6,000 buttons": buttons,
    "3,000 links within elements": deep_styles,
    "450 rows of cells over fifty": spanned_table,
    "6,000 quotes": quotes_apart,
    "12,000 paragraphs": paragraphs,
    "50,000 lines": lines,
    "30,000 line breaks in one paragraph": breaks,
    "one word of 119,000 letters": one_word,
    "one plain word of 990,000 letters": one_plain_word,
    "one paragraph of 60,000 words": one_line,
    "16,000 changes of style": bold_letters,
    "3,000 attachments": attachments,
    "20,000 in Cc": recipients,
    "a subject of 200,000 letters": long_subject,
    "a name of 300,000 letters": long_name,
    "a picture by twenty spellings": picture_twenty_times,
    "a picture by forty spellings": picture_forty_times,
    "twelve pictures of 40 million pixels": pictures_apart,
    "a hundred pictures of 20 million pixels": pictures_just_within,
    "a picture 39 million pixels wide": picture_wide,
    "a picture 39 million pixels high": picture_high,
    "one picture 2,000 times": picture_repeated,
    "100,000 nested divs": divs,
    "60,000 nested inline elements": fonts,
    "400 nested tables": nested_tables,
    "a table of 8,100 cells": data_table,
    "700 tables": many_tables,
    "3,000 nested quotes": nested_quotes,
    "3,000 nested lists": nested_lists,
    "190 nested multiparts": nested_mime,
    "190 nested messages": nested_messages,
    "3,900 style rules": styles,
    "selectors of forty levels": style_bomb,
    "100,000 nested brackets in styles": style_nests,
    "60 doubling variables": style_variables,
    "5,000 nested sums": style_sums,
    "40 doubling variables for 5,000 elements": doubling_in_a_sheet,
    "19,000 variables for 3,000 elements": custom_properties,
    "2,900 variables in turn": variables_in_turn,
    "19,000 styles that differ": styles_apart,
    "3,000 gradients of sixty colours": gradients,
    "200 styles of 9,000 spaces": spaced_styles,
    "rules nested five times": nested_rules,
    "9,000 passages hard to see": pale,
    "100,000 attributes": attributes,
    "20,000 quoted lines": quoted,
    "20,000 preformatted lines": preformatted,
    "20,000 hidden elements": hidden,
    "60,000 accents on one letter": combining,
    "90,000 direction marks": overrides,
    "one Arabic word of 60,000 letters": from_the_right,
}
