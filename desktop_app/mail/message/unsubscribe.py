"""Ways off a mailing list that a mail names in its headers (RFC 2369, RFC 8058)."""

from __future__ import annotations

import re
from dataclasses import dataclass

from desktop_app.mail.reader.links import host
from desktop_app.mail.wire.parts import Headers
from desktop_app.mail.wire.tree import read_tree

_ADDRESS = re.compile(r"<\s*([^<>\s]{1,2000})\s*>")
_MOST = 10
_SIGNED = re.compile(r"(?:^|;)\s*h\s*=([^;]*)", re.IGNORECASE)
_BOTH = frozenset({"list-unsubscribe", "list-unsubscribe-post"})


@dataclass(frozen=True, slots=True)
class WaysOff:
    """Ways off a list; each is empty where the mail names none. `one_click` is an https address
    that takes one POST, `mail` a mailto, `page` an address for a browser."""

    one_click: str = ""
    mail: str = ""
    page: str = ""

    @property
    def whom(self) -> str:
        """Whom the press speaks to: the host of the address, or that of the mailto."""
        if self.one_click or (self.page and not self.mail):
            return host(self.one_click or self.page)
        return self.mail.partition("?")[0].rpartition("@")[2]


def ways_off(raw: bytes) -> WaysOff:
    """The ways a mail names; none for one that names them twice. One press is offered only where a
    signature of the mail covers both headers (RFC 8058 section 4): others could have added them."""
    headers = read_tree(raw)[0].headers
    values = headers.get("list-unsubscribe", ())
    if len(values) != 1:
        return WaysOff()
    found = [url for url in urls_of(values[0]) if _usable(url)]
    https = next((url for url in found if url[:6].lower() == "https:"), "")
    page = https or next((url for url in found if url[:5].lower() == "http:"), "")
    mail = next((url for url in found if url[:7].lower() == "mailto:"), "")
    one_click = https if https and _takes_one_click(headers) else ""
    return WaysOff(one_click, mail, page)


def urls_of(value: str) -> list[str]:
    """The addresses of a list's field (RFC 2369 section 2), each in angle brackets."""
    return _ADDRESS.findall(value)[:_MOST]


def _takes_one_click(headers: Headers) -> bool:
    posts = headers.get("list-unsubscribe-post", ())
    if [post.strip().lower() for post in posts] != ["list-unsubscribe=one-click"]:
        return False
    for signature in headers.get("dkim-signature", ()):
        signed = _SIGNED.search(signature)
        if signed and set(re.sub(r"\s", "", signed[1]).lower().split(":")) >= _BOTH:
            return True
    return False


def _usable(url: str) -> bool:
    """Whether it is a mailto or a web address whose host can be named."""
    if url[:7].lower() == "mailto:":
        return "@" in url.partition("?")[0]
    authority = url.partition("://")[2].partition("/")[0]
    return bool(host(url)) and "@" not in authority
