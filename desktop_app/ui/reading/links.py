"""Links of a mail when they are activated. Only http, https and mailto are followed."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from urllib.parse import urlsplit

from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices

from desktop_app.model.message import Body, Link
from desktop_app.model.wish import Letter
from desktop_app.ui.bench.navigation import Navigation, Prefill

WEB = frozenset({"http", "https"})


@dataclass(frozen=True, slots=True)
class Doubt:
    """A link whose text names another host than the one it goes to."""

    target: str
    shown: str
    sentence: str


def doubt_of(url: str, body: Body) -> Doubt | None:
    """Whether the person should be asked before this link opens."""
    return doubt_among(body.links, url)


def doubt_among(links: Iterable[Link], url: str) -> Doubt | None:
    """As `doubt_of`, for the links of any text."""
    for link in links:
        if link.mismatch and _same(link.target, url):
            host = urlsplit(url).hostname or url
            return Doubt(
                url, link.mismatch, f"The text says {link.mismatch}, the link goes to {host}."
            )
    return None


def mail_prefill(url: str) -> Prefill:
    """The new mail a `mailto:` asks for (RFC 6068): it says itself that it began with a link."""
    return Prefill(letter=Letter(link=url))


def follow(
    url: str,
    body: Body,
    navigation: Navigation,
    ask: Callable[[Doubt], object],
) -> None:
    """Open a web link in the system's browser, a mailto as a new mail; `ask` where the text of
    the link names another host. Anything else goes nowhere."""
    scheme = urlsplit(url).scheme.lower()
    if scheme == "mailto":
        navigation.compose(mail_prefill(url))
        return
    if scheme not in WEB:
        navigation.status("This link is of a kind that is not opened.")
        return
    doubt = doubt_of(url, body)
    if doubt is not None:
        ask(doubt)
        return
    show_web(navigation, url)


def open_web(url: str) -> bool:
    """Hand a checked web address to the system's browser; whether there is one that takes it."""
    return urlsplit(url).scheme.lower() in WEB and QDesktopServices.openUrl(QUrl(url))


def show_web(navigation: Navigation, url: str) -> None:
    """As `open_web`; says so where there is no browser."""
    if not open_web(url):
        navigation.toast("No program on this computer opens web pages.")


def _same(one: str, other: str) -> bool:
    return QUrl(one) == QUrl(other) or one == other
