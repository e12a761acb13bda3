"""Links: their targets, the targets their text claims, and links in plain text.

Hosts are compared as names; nothing is looked up.
"""

from __future__ import annotations

import html
import re
from collections.abc import Iterator

from desktop_app.model.message import Link

LONGEST = 8_000
LONGEST_SHOWN = 64
"""Characters of an address that are shown of it, its host always."""

_KEPT_END = 12
_WHOLE = re.compile(
    r"((?:https?://)?(?:[\w-]{1,63}\.){1,8}[\w-]{2,63}(?::\d{1,5})?)[/?#]\S*", re.IGNORECASE
)
_SCHEME = re.compile(r"(https?|mailto):", re.IGNORECASE)
_AUTHORITY = re.compile(r"^(https?):[\\/\s]*", re.IGNORECASE)
_BAD = re.compile(r"[\x00-\x20\x7f-\x9f<>\"'`\\]")
_HOST = re.compile(
    r"(?:https?:)?(?<!/)//++(?:[^/?#\s]*@)?(\[[0-9a-f:.]+\]|[^/?#:\s@]+)", re.IGNORECASE
)
_SHOWN = re.compile(
    r"(?<![\w.@-])(?:https?://)?((?:[\w-]{1,63}\.){1,8}[^\W\d_][\w-]{1,62})(?![\w@-])",
    re.IGNORECASE,
)
_TOP = frozenset(
    "com org net edu gov mil int info biz io co ai app dev me tv eu us uk de fr es it nl be at ch"
    " se no dk fi pl cz pt ie gr ru ua tr jp cn kr in au nz ca br mx za il ae sa example test"
    " online site shop store cloud tech xyz bank club live news link top".split()
)
_SPACE = re.compile(r"\s")
_AFTER_HOST = ("/", "?", "#", ":")
_AROUND = " \t.,:;!?()[]<>»«›‹→>\"'“”"
_IN_TEXT = re.compile(
    r"\b(?P<url>https?://[^\s<>\"]{1,4000})|\b(?P<www>www\.[\w-]+\.[^\s<>\"]{1,2000})"
    r"|(?<![\w.+-])(?P<mail>[\w.+-]{1,64}@(?:[\w-]{1,63}\.){1,8}[a-z]{2,24})\b",
    re.IGNORECASE,
)


def safe_target(href: str) -> str:
    """`href` if it is http, https or mailto and may be opened; else empty."""
    href = _AUTHORITY.sub(r"\1://", href.strip()).replace("\\", "/")  # as in browsers
    href = _BAD.sub(lambda m: "" if m[0] in "\t\r\n" else f"%{ord(m[0]):02X}", href)
    if href.startswith("//"):
        href = f"https:{href}"
    if len(href) > LONGEST or _SCHEME.match(href) is None:
        return ""
    return href


def shortened(text: str) -> str:
    """A long web address as it is shown, its host whole; empty for any other text."""
    if len(text) <= LONGEST_SHOWN:
        return ""
    match = _WHOLE.fullmatch(text.strip())
    if match is None:
        return ""
    where = match[1]
    rest = text.strip()[len(where) :]
    room = max(LONGEST_SHOWN - len(where), 2 * _KEPT_END)
    if len(rest) <= room:
        return ""
    return f"{where}{rest[: room - _KEPT_END]}…{rest[-_KEPT_END + 1 :]}"


def host(target: str) -> str:
    """The host a web address goes to, in lower case and as ASCII; empty for other addresses."""
    match = _HOST.match(target)
    return _ascii(match[1]) if match else ""


def shown_host(text: str) -> str:
    """The host a person would read in a link's text, or empty when there is none."""
    for match in _SHOWN.finditer(text[:1000]):
        name = match[1].rstrip(".")
        if match[0].lower().startswith("http") or name.lower().startswith("www."):
            return _ascii(name)
        if name.rpartition(".")[2].lower() in _TOP:
            return _ascii(name)
    return ""


def claimed_hosts(text: str) -> list[str]:
    """The hosts to which a link's text claims to lead: those written as an address, with a scheme,
    `www.` or a path, and one in small letters that is all of the text. A house that is named
    (*Booking.com*, *VB.NET*) is no claim, nor is what stands in the path of an address."""
    found, end = [], 0
    for match in _SHOWN.finditer(text[:1000]):
        if match.start() < end:
            continue
        name, written = match[1], match[0].lower().startswith(("http", "www."))
        rest = text[match.end() : match.end() + 2]
        path = rest[:1] in _AFTER_HOST and len(rest) > 1 and not rest[1].isspace()
        alone = name.islower() and text.strip(_AROUND) == name
        known = name.rpartition(".")[2].lower() in _TOP
        if written or (known and (path or alone)):
            found.append(_ascii(name.rstrip(".")))
            space = _SPACE.search(text, match.end())
            end = space.start() if space else len(text)
    return found


def goes_to(target: str) -> str:
    """The host of a web address, or the domain to whose mailbox a mailto writes."""
    if target[:7].lower() == "mailto:":
        return _ascii(target[7:].partition("?")[0].rpartition("@")[2])
    return host(target)


def make(text: str, target: str) -> Link:
    """The link, with `mismatch` set when its text shows a host that is not the target's."""
    shown = " ".join(text.split())[:500]
    said, goes = shown_host(shown), goes_to(target)
    differs = said and goes and not _related(said, goes)
    return Link(shown, target, said if differs else "")


def _related(one: str, other: str) -> bool:
    one, other = one.removeprefix("www."), other.removeprefix("www.")
    return one == other or other.endswith(f".{one}") or one.endswith(f".{other}")


def _ascii(name: str) -> str:
    name = name.lower().rstrip(".")
    if name.isascii() or len(name) > 253:
        return name
    try:
        return name.encode("idna").decode("ascii")
    except UnicodeError:
        return name


def linkified(text: str) -> tuple[str, list[Link]]:
    """Plain text as escaped HTML with its addresses made links; and those links."""
    out: list[str] = []
    found: list[Link] = []
    end = 0
    for start, stop, target in _targets(text):
        shown = text[start:stop]
        out.append(html.escape(text[end:start], quote=False))
        words = html.escape(shortened(shown) or shown, quote=False)
        out.append(f'<a href="{html.escape(target)}">{words}</a>')
        found.append(make(shown, target))
        end = stop
    out.append(html.escape(text[end:], quote=False))
    return "".join(out), found


def _targets(text: str) -> Iterator[tuple[int, int, str]]:
    if "@" not in text and "://" not in text and "www." not in text.lower():
        return
    for match in _IN_TEXT.finditer(text):
        shown = match[0].rstrip(".,;:!?'*_")
        while shown.endswith(")") and shown.count(")") > shown.count("("):
            shown = shown[:-1].rstrip(".,;:!?'")
        prefix = {"url": "", "www": "https://", "mail": "mailto:"}[match.lastgroup or "url"]
        target = safe_target(prefix + shown)
        if target:
            yield match.start(), match.start() + len(shown), target
