"""Every provider of the shipped list can be used as it stands."""

from __future__ import annotations

import re
from collections import Counter
from importlib.resources import files
from urllib.parse import urlsplit
from xml.etree.ElementTree import Element

import pytest

from desktop_app.accounts.imap import provider_list
from desktop_app.accounts.imap.autoconfig import LOOPBACK
from desktop_app.accounts.imap.provider_list import (
    entries,
    listed,
    provider_at,
    provider_of,
    provider_of_mx,
)
from desktop_app.model.errors import BadInput
from desktop_app.model.mail_provider import FoundServers, ProviderKind, dns_name
from desktop_app.model.mail_server import Security, ServerAddress
from tests.sure import there

DOCUMENT = files(provider_list.__package__).joinpath("providers.xml").read_bytes()
ENTRIES = list(entries(DOCUMENT))
ELEMENTS = {
    "domain", "displayName", "incomingServer", "outgoingServer", "documentation", "desk:kind",
    "desk:appPassword", "desk:page", "desk:step", "desk:note",
}  # fmt: skip
every = pytest.mark.parametrize(
    ("provider", "found"), ENTRIES, ids=[provider.get("id") for provider, _ in ENTRIES]
)


def test_the_fifty_biggest_providers_are_there() -> None:
    assert len({found.provider for _, found in ENTRIES}) >= 50


@every
def test_each_has_servers_with_tls(provider: Element, found: FoundServers) -> None:
    if found.kind is ProviderKind.CLOSED:
        assert (found.incoming, found.outgoing) == (None, None)
        assert found.note
        return
    for at in (found.incoming, found.outgoing):
        assert isinstance(at, ServerAddress)
        assert at.host == LOOPBACK or dns_name(at.host) == at.host
        assert at.security in {Security.TLS, Security.STARTTLS}
    ports = {(Security.TLS, 993), (Security.STARTTLS, 143), (Security.STARTTLS, 1143)}
    incoming = there(found.incoming)
    assert (incoming.security, incoming.port) in ports
    assert there(found.outgoing).port in {465, 587, 1025}


@every
def test_each_names_domains_that_can_be_looked_up(provider: Element, found: FoundServers) -> None:
    domains = [domain.text or "" for domain in provider.iterfind("domain")]
    assert domains
    assert [dns_name(domain) for domain in domains] == domains


@every
def test_each_says_what_a_person_reads(provider: Element, found: FoundServers) -> None:
    assert found.provider
    assert found.user in {"%EMAILADDRESS%", "%EMAILLOCALPART%"}
    assert {child.tag for child in provider} <= ELEMENTS
    assert len(found.steps) in {0, 2, 3, 4}
    assert all(step.endswith(".") for step in found.steps)
    assert found.note == "" or found.note.endswith(".")
    if found.app_password:
        assert found.steps
        assert found.app_password_url


@every
def test_each_page_is_https(provider: Element, found: FoundServers) -> None:
    pages = [page.get("url", "") for page in provider.iterfind("documentation")]
    for page in [*pages, found.app_password_url]:
        parts = urlsplit(page)
        assert page == "" or (parts.scheme == "https" and dns_name(parts.netloc))


def test_no_domain_and_no_id_is_there_twice() -> None:
    domains = Counter(
        (domain.text, domain.get("purpose"))
        for provider, _ in ENTRIES
        for domain in provider.iterfind("domain")
    )
    ids = Counter(provider.get("id") for provider, _ in ENTRIES)
    assert [key for key, times in (*domains.items(), *ids.items()) if times > 1] == []


def test_no_server_is_without_tls() -> None:
    assert set(re.findall(rb"<socketType>(.*?)<", DOCUMENT)) == {b"SSL", b"STARTTLS"}


def test_an_address_gets_its_providers_servers() -> None:
    found = listed("Alex@GMail.com")
    assert found is not None
    assert (found.email, found.user) == ("Alex@GMail.com", "Alex@GMail.com")
    assert found.incoming == ServerAddress("imap.gmail.com", 993)
    assert found.source == "Gmail's entry in Draftdesk's list"
    assert (found.kind, found.app_password) == (ProviderKind.GOOGLE, True)


def test_a_user_name_may_be_the_local_part() -> None:
    assert there(listed("alex@free.fr")).user == "alex"


def test_microsoft_takes_no_password() -> None:
    found = there(listed("alex@outlook.com"))
    assert (found.kind, found.app_password) == (ProviderKind.MICROSOFT, False)


def test_a_bridge_runs_on_this_computer() -> None:
    found = there(listed("alex@proton.me"))
    assert found.incoming == ServerAddress("127.0.0.1", 1143, Security.STARTTLS)
    assert found.outgoing == ServerAddress("127.0.0.1", 1025, Security.STARTTLS)


def test_other_domains_are_unknown() -> None:
    assert listed("alex@fernhill.example") is None
    assert provider_of("mail.gmail.com") is None
    assert provider_at("imap.fernhill.example") is None


def test_what_is_no_address_is_refused() -> None:
    with pytest.raises(BadInput):
        listed("gmail.com")


@pytest.mark.parametrize(
    ("host", "name"),
    [
        ("aspmx.l.google.com.", "Gmail"),
        ("ASPMX2.GoogleMail.com", "Gmail"),
        ("fernhill-example.mail.protection.outlook.com", "Microsoft 365"),
        ("eur.olc.protection.outlook.com", "Outlook.com"),
        ("in1-smtp.messagingengine.com", "Fastmail"),
        ("mx-aol.mail.gm0.yahoodns.net", "AOL Mail"),
        ("mta5.am0.yahoodns.net", "Yahoo Mail"),
        ("mx.pec.aruba.it", "Aruba PEC"),
        ("mx.zoho.eu", "Zoho Mail"),
    ],
)
def test_an_mx_host_is_known_by_its_longest_end(host: str, name: str) -> None:
    found = provider_of_mx(host)
    assert found is not None
    assert found.provider == name


@pytest.mark.parametrize(
    "host", ["google.com.evil.example", "notgoogle.com", "mx.fernhill.example", "com", ""]
)
def test_other_mx_hosts_are_unknown(host: str) -> None:
    assert provider_of_mx(host) is None


def test_a_wrong_list_is_an_error() -> None:
    plain = b"<c><emailProvider><displayName>X</displayName></emailProvider></c>"
    with pytest.raises(ValueError, match="X has no server"):
        list(entries(plain))
