"""A domain's own document, fetched from a server on loopback."""

from __future__ import annotations

import gzip
import socket
import ssl
import time
from pathlib import Path

import pytest

from desktop_app.accounts.imap.autoconfig import (
    MOST_BYTES,
    SUBDOMAIN,
    WELL_KNOWN,
    fetch_autoconfig,
    fetched,
)
from desktop_app.accounts.public_web import PublicWeb
from desktop_app.model.errors import BadInput
from tests.accounts.imap.discovery.conftest import Authority, Web
from tests.accounts.imap.discovery.test_autoconfig import document, server
from tests.sure import there

EMAIL = "alex+mail@fernhill.example"
GOOD = document(server())


def client(web: Web, authority: Authority | None) -> PublicWeb:
    """One that knows the web server as a public one at the usual port."""
    trust = ssl.create_default_context(cafile=authority.ca_file if authority else None)
    return PublicWeb(public=lambda _: True, port=web.port, context=trust)


def get(web: Web, path: str, authority: Authority, seconds: float = 5.0) -> bytes:
    return fetched(web.url(path), EMAIL, web=client(web, authority), seconds=seconds)


def test_a_document_is_fetched_and_read(web: Web, authority: Authority) -> None:
    web.pages["/config"] = (200, {}, GOOD)
    place = web.url("/config?emailaddress={email}&domain={domain}")
    found = there(fetch_autoconfig(EMAIL, place, web=client(web, authority)))
    assert there(found.incoming).host == "imap.fernhill.example"
    assert web.asked == [
        "/config?emailaddress=alex%2Bmail%40fernhill.example&domain=fernhill.example"
    ]


def test_only_the_subdomain_is_told_the_address() -> None:
    assert SUBDOMAIN.startswith("https://autoconfig.{domain}/")
    assert WELL_KNOWN.startswith("https://{domain}/.well-known/autoconfig/")
    assert "{email}" not in WELL_KNOWN


def test_no_address_asks_nobody(web: Web, authority: Authority) -> None:
    with pytest.raises(BadInput):
        fetch_autoconfig("alex", web.url("/config"), web=client(web, authority))
    assert web.asked == []


@pytest.mark.parametrize("status", [204, 403, 404, 500])
def test_another_answer_than_ok_is_none(web: Web, authority: Authority, status: int) -> None:
    web.pages["/config"] = (status, {}, GOOD if status != 204 else b"")
    assert fetch_autoconfig(EMAIL, web.url("/config"), web=client(web, authority)) is None


def test_three_redirects_are_followed(web: Web, authority: Authority) -> None:
    web.redirect("/a", "/b")
    web.redirect("/b", web.url("/c"))
    web.redirect("/c", "/config")
    web.pages["/config"] = (200, {}, GOOD)
    assert get(web, "/a", authority) == GOOD


def test_a_fourth_redirect_is_not_followed(web: Web, authority: Authority) -> None:
    web.redirect("/a", "/b")
    web.redirect("/b", "/c")
    web.redirect("/c", "/d")
    web.redirect("/d", "/config")
    web.pages["/config"] = (200, {}, GOOD)
    assert get(web, "/a", authority) == b""
    assert web.asked == ["/a", "/b", "/c", "/d"]


def test_a_redirect_to_http_is_refused(web: Web, plain_web: Web, authority: Authority) -> None:
    plain_web.pages["/config"] = (200, {}, GOOD)
    web.redirect("/a", plain_web.url("/config", "http"))
    assert get(web, "/a", authority) == b""
    assert plain_web.asked == []


def test_a_stranger_is_told_nothing_of_the_address(web: Web, authority: Authority) -> None:
    web.redirect("/a", web.url("/config?emailaddress=alex%2Bmail%40fernhill.example"))
    web.pages["/config"] = (200, {}, GOOD)
    assert get(web, "/a", authority) == GOOD
    assert web.asked == ["/a", "/config"]


@pytest.mark.parametrize("location", ["https://[", "https://localhost:99999/", "https://\udcff/"])
def test_a_redirect_to_nonsense_is_none(web: Web, authority: Authority, location: str) -> None:
    web.pages["/a"] = (302, {"Location": location.encode("utf-8", "replace").decode()}, b"")
    assert get(web, "/a", authority) == b""


def test_a_certificate_of_an_unknown_authority_is_refused(web: Web) -> None:
    web.pages["/config"] = (200, {}, GOOD)
    assert fetched(web.url("/config"), EMAIL, web=client(web, None)) == b""
    assert web.asked == []


def test_a_certificate_of_another_host_is_refused(web: Web, authority: Authority) -> None:
    web.pages["/config"] = (200, {}, GOOD)
    url = web.url("/config").replace("localhost", "127.0.0.1")
    assert fetched(url, EMAIL, web=client(web, authority)) == b""
    assert web.asked == []


def test_no_password_and_no_cookie_goes_along(
    web: Web, authority: Authority, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    netrc = tmp_path / "netrc"
    netrc.write_text("machine localhost login alex password secret\n")
    monkeypatch.setenv("NETRC", str(netrc))
    web.pages["/a"] = (302, {"Location": "/config", "Set-Cookie": "a=b"}, b"")
    web.pages["/config"] = (200, {}, GOOD)
    assert get(web, "/a", authority) == GOOD
    sent = {name for headers in web.headers for name in headers}
    assert not sent & {"Authorization", "Cookie", "Referer"}


@pytest.mark.parametrize("fields", [{}, {"Content-Length": str(MOST_BYTES + 1)}])
def test_a_document_that_is_too_long_is_none(
    web: Web, authority: Authority, fields: dict[str, str]
) -> None:
    web.pages["/config"] = (200, fields, b"x" * (MOST_BYTES + 1))
    assert get(web, "/config", authority) == b""
    web.pages["/config"] = (200, {}, b"x" * MOST_BYTES)
    assert len(get(web, "/config", authority)) == MOST_BYTES


def test_a_body_that_drips_is_given_up(web: Web, authority: Authority) -> None:
    web.pages["/drip"] = (200, {}, b"<clientConfig>")
    begun = time.monotonic()
    assert get(web, "/drip", authority, seconds=0.2) == b""
    assert time.monotonic() - begun < 1


def test_a_packed_body_is_not_unpacked(web: Web, authority: Authority) -> None:
    web.pages["/config"] = (200, {"Content-Encoding": "gzip"}, gzip.compress(GOOD))
    assert fetch_autoconfig(EMAIL, web.url("/config"), web=client(web, authority)) is None


def test_nobody_at_the_port_is_none(authority: Authority) -> None:
    assert get(Web(1), "/config", authority) == b""


@pytest.mark.parametrize(
    ("host", "is_asked"),
    [
        ("fernhill.example", True),
        ("autoconfig.fernhill.example", True),
        ("notfernhill.example", False),
        ("fernhill.example.other.example", False),
        ("localhost", False),
    ],
)
def test_only_the_own_domain_may_lie_in_a_private_network(host: str, is_asked: bool) -> None:
    reached: list[str] = []

    def connect(address: str, seconds: float) -> socket.socket:
        reached.append(address)
        raise OSError

    web = PublicWeb(own="fernhill.example", resolve=lambda _: ["10.0.0.7"], connect=connect)
    assert fetched(f"https://{host}/config", EMAIL, web=web) == b""
    assert reached == (["10.0.0.7"] if is_asked else [])
