"""A document in the autoconfig format, from a friend or from an enemy."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from desktop_app.accounts.imap.autoconfig import MOST_BYTES, followed, parse_autoconfig, tree
from desktop_app.model.errors import BadInput
from desktop_app.model.mail_provider import OWN_SETTINGS, FoundServers
from desktop_app.model.mail_server import Security, ServerAddress
from tests.sure import there

EMAIL = "alex@fernhill.example"


def server(
    host: str = "imap.fernhill.example",
    port: str = "993",
    security: str = "SSL",
    user: str = "%EMAILADDRESS%",
    *ways: str,
    tag: str = "incomingServer",
    kind: str = "imap",
) -> str:
    said = "".join(f"<authentication>{way}</authentication>" for way in ways)
    return (
        f'<{tag} type="{kind}"><hostname>{host}</hostname><port>{port}</port>'
        f"<socketType>{security}</socketType><username>{user}</username>{said}</{tag}>"
    )


def outgoing(host: str = "smtp.fernhill.example", port: str = "465", security: str = "SSL") -> str:
    return server(host, port, security, tag="outgoingServer", kind="smtp")


def document(*servers: str, name: str = "Fernhill", head: str = "") -> bytes:
    inside = f"<displayName>{name}</displayName>{''.join(servers)}"
    return (
        f'{head}<clientConfig version="1.1"><emailProvider id="f">{inside}</emailProvider>'
        "</clientConfig>"
    ).encode()


def parsed(*servers: str) -> FoundServers | None:
    return parse_autoconfig(document(*servers), EMAIL)


def imap_host(of: str) -> str:
    return there(there(parsed(of)).incoming).host


def test_a_document_names_both_servers() -> None:
    found = parsed(server(), outgoing(port="587", security="STARTTLS"))
    assert found == FoundServers(
        EMAIL,
        EMAIL,
        ServerAddress("imap.fernhill.example", 993),
        ServerAddress("smtp.fernhill.example", 587, Security.STARTTLS),
        OWN_SETTINGS,
        "Fernhill",
    )


def test_the_first_server_that_can_be_used_is_taken() -> None:
    found = parsed(
        server(kind="pop3"),
        server("a.fernhill.example", "143", "plain"),
        server("b.fernhill.example", "993", "SSL", "", "OAuth2"),
        server("c.fernhill.example", "143", "STARTTLS", "", "OAuth2", "password-cleartext"),
        server("d.fernhill.example"),
    )
    assert found is not None
    assert found.incoming == ServerAddress("c.fernhill.example", 143, Security.STARTTLS)
    assert found.outgoing is None


@pytest.mark.parametrize(
    ("form", "user"),
    [
        ("%EMAILADDRESS%", EMAIL),
        ("%EMAILLOCALPART%", "alex"),
        ("%EMAILLOCALPART%+%EMAILDOMAIN%", "alex+fernhill.example"),
        ("m12345", "m12345"),
        ("", EMAIL),
        ("%REALNAME%", EMAIL),
        ("a\nb", EMAIL),
        ("a\u202eb", EMAIL),
        ("x" * 400, EMAIL),
    ],
)
def test_the_user_name_has_the_form_that_the_document_says(form: str, user: str) -> None:
    assert there(parsed(server(user=form))).user == user


def test_placeholders_in_an_address_are_not_filled_in_again() -> None:
    found = there(parse_autoconfig(document(server()), "%EMAILDOMAIN%@fernhill.example"))
    assert found.user == "%EMAILDOMAIN%@fernhill.example"


def test_a_host_may_have_the_domain_in_it() -> None:
    assert imap_host(server("mx.%EMAILDOMAIN%")) == "mx.fernhill.example"


def test_a_host_may_be_international() -> None:
    assert imap_host(server("imap.hügel.example")) == "imap.xn--hgel-0ra.example"


@pytest.mark.parametrize(
    "host",
    [
        "", "imap", "imap fernhill.example", "imap.fernhill.example\n\nx.example", "127.0.0.1",
        "::1", "[::1]", "localhost", "javascript:alert(1)", "https://fernhill.example",
        "a..example", "-a.example", "a_b.example", "%EMAILADDRESS%", "a.example:993", "a.example/x",
        "user@a.example", f"{'a' * 64}.example", f"{'a.' * 200}example", "a" * 100_000,
    ],
)  # fmt: skip
def test_what_is_no_host_name_is_no_server(host: str) -> None:
    assert parsed(server(host)) is None


@pytest.mark.parametrize("port", ["", "0", "-1", "65536", "99999999999", "x", "9 93", "٩٩٣", "1e3"])
def test_what_is_no_port_is_no_server(port: str) -> None:
    assert parsed(server(port=port)) is None


@pytest.mark.parametrize("security", ["plain", "", "none", "ssl", "TLS", "SSL STARTTLS"])
def test_a_server_without_tls_is_none(security: str) -> None:
    assert parsed(server(security=security)) is None
    assert there(parsed(server(), outgoing(security=security))).outgoing is None


def test_a_server_that_takes_no_password_is_none() -> None:
    assert parsed(server("a.fernhill.example", "993", "SSL", "", "OAuth2", "GSSAPI")) is None


def test_our_own_elements_say_nothing_in_a_document_from_elsewhere() -> None:
    own = (
        "<desk:kind>google</desk:kind><desk:page>javascript:alert(1)</desk:page><desk:appPassword/>"
    )
    found = there(parsed(server(), own, '<documentation url="javascript:alert(1)"/>'))
    assert (found.kind, found.app_password, found.app_password_url) == ("imap", False, "")


def test_the_name_of_a_provider_is_one_line_of_what_shows() -> None:
    found = there(parse_autoconfig(document(server(), name="  Fern\n\u202ehill \u0085 "), EMAIL))
    assert found.provider == "Fern hill"
    long = there(parse_autoconfig(document(server(), name="x" * 9999), EMAIL))
    assert len(long.provider) < 400


BILLION = "".join(f'<!ENTITY l{n} "{f"&l{n - 1};" * 10}">' for n in range(1, 10))
HOSTILE = {
    "billion laughs": document(server("&l9;"), head=f'<!DOCTYPE c [<!ENTITY l0 "ha">{BILLION}]>'),
    "external entity": document(
        server("&x;.example"), head='<!DOCTYPE c [<!ENTITY x SYSTEM "file:///etc/hostname">]>'
    ),
    "external DTD": document(server(), head='<!DOCTYPE c SYSTEM "https://evil.example/x.dtd">'),
    "unknown entity": document(server("&x;.example")),
    "ten megabytes": document(server(), head=f"<!--{'x' * 10_000_000}-->"),
    "too deep": b"<a>" * 1000 + b"</a>" * 1000,
    "far too deep": b"<a>" * (MOST_BYTES // 7) + b"</a>" * (MOST_BYTES // 7),
    "wrong encoding": document(server(), head='<?xml version="1.0" encoding="UTF-8"?>').replace(
        b"Fernhill", b"F\xe4rn"
    ),
    "unknown encoding": document(server(), head='<?xml version="1.0" encoding="x-none"?>'),
    "wide encoding": document(server(), head='<?xml version="1.0" encoding="shift_jis"?>'),
    "encoding that runs code": document(server(), head='<?xml version="1.0" encoding="zlib"?>'),
    "half a document": document(server())[:-20],
    "two documents": document(server()) * 2,
    "a web page": b"<!doctype html><html><body>Not found</body></html>",
    "nothing": b"",
    "null bytes": b"\0" * 100,
    "another format": b"<Autodiscover><Account/></Autodiscover>",
    "no provider": b"<clientConfig/>",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_document_names_nothing(name: str) -> None:
    assert parse_autoconfig(HOSTILE[name], EMAIL) is None


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("billion laughs", "DOCTYPE"), ("external entity", "DOCTYPE"), ("external DTD", "DOCTYPE"),
        ("ten megabytes", "bytes"), ("too deep", "deep"), ("wrong encoding", "no XML"),
    ],
)  # fmt: skip
def test_a_hostile_document_is_refused_for_what_it_is(name: str, why: str) -> None:
    with pytest.raises(ValueError, match=why):
        tree(HOSTILE[name])


def test_other_encodings_are_read() -> None:
    text = document(server(), head='<?xml version="1.0" encoding="UTF-16"?>').decode()
    assert parse_autoconfig(text.encode("utf-16"), EMAIL) is not None


@given(st.binary(max_size=500), st.integers(0, 400))
def test_broken_bytes_are_survived(noise: bytes, at: int) -> None:
    whole = document(server(), outgoing())
    found = parse_autoconfig(whole[:at] + noise + whole[at:], EMAIL)
    assert found is None or there(found.incoming).security in {Security.TLS, Security.STARTTLS}


@pytest.mark.parametrize(
    "email", ["", "alex", "alex@", "@fernhill.example", "a b@fernhill.example"]
)
def test_what_is_no_address_is_refused(email: str) -> None:
    with pytest.raises(BadInput):
        parse_autoconfig(document(server()), email)


FROM = (
    "https://autoconfig.fernhill.example/mail/config-v1.1.xml?emailaddress=alex%40fernhill.example"
)


@pytest.mark.parametrize(
    ("location", "to"),
    [
        ("https://fernhill.example/c?e=alex", "https://fernhill.example/c?e=alex"),
        ("/c?e=alex", "https://autoconfig.fernhill.example/c?e=alex"),
        ("//mail.fernhill.example/c", "https://mail.fernhill.example/c"),
        ("https://host.example/c?e=alex%40fernhill.example", "https://host.example/c"),
        ("https://host.example/c?u=alex#x", "https://host.example/c"),
        ("https://host.example/fernhill.example/c", "https://host.example/fernhill.example/c"),
        ("https://host.example/alex/c", ""),
        ("https://host.example/c/ALEX%40fernhill.example.xml", ""),
        ("https://evilfernhill.example/c?e=alex", "https://evilfernhill.example/c"),
        ("http://fernhill.example/c", ""),
        ("ftp://fernhill.example/c", ""),
        ("javascript:alert(1)", ""),
        ("file:///etc/passwd", ""),
        ("https://user:secret@fernhill.example/c", ""),
    ],
)
def test_a_redirect_leads_to_https_and_tells_strangers_nothing(location: str, to: str) -> None:
    assert followed(FROM, location, EMAIL) == to
