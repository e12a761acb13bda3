"""Generator of mails that stop a program whose passes take the square of a text, or more.

Each is made of about so many characters of one piece that repeats; `SIZES` is how large each is
when it has been seen to stop a program.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

from tests.crafted.drawings import nested_svg
from tests.crafted.mails import HEAD, ME, html, mixed, plain, with_pictures
from tests.crafted.winmail import as_it_is, tnef, winmail


def _header(name: str, unit: str, size: int) -> bytes:
    more = f"{name}: " + unit * (size // len(unit)) + "\r\n"
    return (HEAD.format(to=ME, subject="stops", more=more) + "\r\nwords\r\n").encode()


def nested_rules(size: int) -> bytes:
    """Rules within rules, each naming what is around it a few dozen times."""
    level = "&" * 60 + "{"
    depth = max(size // len(level), 1)
    sheet = ".a{" + level * depth + "color:red" + "}" * (depth + 1)
    return html(f"<style>{sheet}</style><p class=a>words")


def unclosed_quotes(size: int) -> bytes:
    return _header("Cc", '\\"', size)


def spaces_in_people(size: int) -> bytes:
    return _header("Cc", "a@b.example, ", 20).replace(b"\r\n\r\n", b" " * size + b";\r\n\r\n", 1)


def quoted_labels(size: int) -> bytes:
    return _header("X-Gmail-Labels", '\\"', size)


def siblings(size: int) -> bytes:
    rule = "p:nth-last-child({} of .c{}){{color:red}}"
    half = size // 2
    count = half // len(rule)
    rules = "".join(rule.format(n, n) for n in range(count))
    return html(f"<style>{rules}</style>" + "<p>a" * (half // 4) + "<p>words")


def options(size: int) -> bytes:
    return html("<select>" + "<option>" * (size // 8))


def at_rules(size: int) -> bytes:
    return html(f"<style>.a{{}}{'@' * size}</style><p class=a>words")


def classes(size: int) -> bytes:
    return html(f"<style>{'a.' * (size // 2)}</style><p class=a>words")


def long_number(size: int) -> bytes:
    return html(f"<style>p{{width:{'1' * size}px}}</style><p>words")


def nested_events(size: int) -> bytes:
    part = "Content-Type: text/calendar; method=REQUEST\r\n\r\nBEGIN:VCALENDAR\r\n"
    part += "BEGIN:VEVENT\r\n" * (size // 14)
    return mixed(b"Content-Type: text/plain\r\n\r\nwords", part.encode())


def colons(size: int) -> bytes:
    return html("<p style='" + ":" * size + "'>words")


def parameters(size: int) -> bytes:
    """A line of a calendar with quotes that nothing closes."""
    line = "ATTENDEE" + ';a="b' * (size // 5)
    part = f"Content-Type: text/calendar\r\n\r\nBEGIN:VEVENT\r\n{line}\r\nEND:VEVENT\r\n"
    return mixed(b"Content-Type: text/plain\r\n\r\nwords", part.encode())


def addresses_of_pictures(size: int) -> bytes:
    return html("<p style='background:url(" + " " * size + "'>words")


def at_signs(size: int) -> bytes:
    return plain("@" * size)


def drawing(size: int) -> bytes:
    """A drawing as a picture of the mail."""
    svg = nested_svg(max(size // 120, 2))
    return with_pictures('<p>words<img src="cid:a@x">', ("a@x", svg))


def _rich(unit: str, begin: str = "") -> Callable[[int], bytes]:
    """Rich text in winmail.dat, of one piece that repeats."""

    def made(size: int) -> bytes:
        rtf = "{\\rtf1\\ansi words " + begin + unit * (size // len(unit))
        return mixed(
            b"Content-Type: text/plain\r\n\r\n", winmail(tnef("", {}, as_it_is(rtf.encode())))
        )

    return made


STOPS: Mapping[str, Callable[[int], bytes]] = {
    "nested rules": nested_rules,
    "unclosed quotes": unclosed_quotes,
    "spaces in people": spaces_in_people,
    "quoted labels": quoted_labels,
    "siblings": siblings,
    "options": options,
    "at rules": at_rules,
    "classes": classes,
    "long number": long_number,
    "nested events": nested_events,
    "colons": colons,
    "parameters": parameters,
    "addresses of pictures": addresses_of_pictures,
    "at signs": at_signs,
    "drawing": drawing,
    "rich links": _rich('{\\field{\\*\\fldinst{ HYPERLINK "a"'),
    "rich fonts": _rich("{\\fonttbl\\f0\\fcharset0 a"),
    "rich fonts in one table": _rich("\\f0\\fcharset0 a", "{\\fonttbl"),
    "rich groups": _rich("{\\b "),
    "rich signs": _rich("\\u8217 ?"),
    "rich pictures": _rich("{\\pict\\bin1 "),
}

SIZES: Mapping[str, int] = {
    "nested rules": 3_900,
    "unclosed quotes": 90_000,
    "siblings": 46_000,
    "options": 280_000,
    "at rules": 60_000,
    "nested events": 224_000,
    "drawing": 4_300,
}
USUAL = 60_000
