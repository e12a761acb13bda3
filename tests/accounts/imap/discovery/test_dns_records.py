"""SRV and MX records, from a resolver that is a table."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import dns.exception
import dns.rdata
import dns.resolver
import pytest

from desktop_app.accounts.imap.dns_records import mx_provider, resolve, srv_servers
from desktop_app.model.errors import BadInput
from desktop_app.model.mail_provider import FoundServers, ProviderKind
from desktop_app.model.mail_server import Security, ServerAddress
from tests.sure import there

EMAIL = "alex@fernhill.example"


def resolver(**records: list[str]) -> Callable[[str, str], Iterable[Any]]:
    """Answers with the records under a name's first label, or under `mx`."""

    def answer(name: str, kind: str) -> Iterable[Any]:
        assert name.endswith("fernhill.example")
        label = "mx" if kind == "MX" else name.partition(".")[0].removeprefix("_")
        return [dns.rdata.from_text("IN", kind, text) for text in records.get(label, [])]

    return answer


def known(ask: Callable[[str, str], Iterable[Any]]) -> FoundServers:
    return there(srv_servers(EMAIL, ask))


def test_records_with_tls_come_first() -> None:
    found = known(resolver(
        imap=["0 1 143 mail.fernhill.example."],
        imaps=["9 1 993 mail.fernhill.example."],
        submission=["0 1 587 smtp.fernhill.example."],
        submissions=["9 1 465 smtp.fernhill.example."],
    ))  # fmt: skip
    assert found.incoming == ServerAddress("mail.fernhill.example", 993)
    assert found.outgoing == ServerAddress("smtp.fernhill.example", 465)
    assert (found.user, found.source, found.outside) == (EMAIL, "DNS", False)


def test_records_without_tls_from_the_start_mean_starttls() -> None:
    found = known(resolver(
        imap=["0 1 143 mail.fernhill.example."], submission=["0 1 587 smtp.fernhill.example."]
    ))  # fmt: skip
    assert found.incoming == ServerAddress("mail.fernhill.example", 143, Security.STARTTLS)
    assert found.outgoing == ServerAddress("smtp.fernhill.example", 587, Security.STARTTLS)


def test_the_lowest_priority_wins_and_then_the_largest_weight() -> None:
    records = [
        "20 99 993 c.fernhill.example.", "10 1 993 b.fernhill.example.",
        "10 5 993 a.fernhill.example.", "10 2 993 d.fernhill.example.",
    ]  # fmt: skip
    assert there(known(resolver(imaps=records)).incoming).host == "a.fernhill.example"


def test_a_dot_means_not_offered() -> None:
    assert srv_servers(EMAIL, resolver(imaps=["0 0 0 ."], imap=["0 0 0 ."])) is None
    found = known(resolver(
        imaps=["0 0 0 ."], imap=["0 0 143 mail.fernhill.example."], submissions=["0 0 0 ."]
    ))  # fmt: skip
    assert there(found.incoming).port == 143
    assert found.outgoing is None


def test_a_record_without_a_port_is_left_out() -> None:
    records = ["0 0 0 a.fernhill.example.", "1 0 993 b.fernhill.example."]
    assert there(known(resolver(imaps=records)).incoming).host == "b.fernhill.example"


@pytest.mark.parametrize(
    "target", ["mail\\032x.example.", "localhost.", "127.0.0.1.", "a_b.example."]
)
def test_a_target_that_is_no_host_name_is_left_out(target: str) -> None:
    assert srv_servers(EMAIL, resolver(imaps=[f"0 0 993 {target}"])) is None


def test_servers_under_another_domain_are_marked() -> None:
    found = known(resolver(imaps=["0 0 993 imap.evilfernhill.example."]))
    assert found.outside
    found = known(resolver(
        imaps=["0 0 993 fernhill.example."], submissions=["0 0 465 smtp.host.example."]
    ))  # fmt: skip
    assert found.outside


def test_no_records_are_no_servers() -> None:
    assert srv_servers(EMAIL, resolver()) is None
    assert mx_provider(EMAIL, resolver()) is None


def test_an_mx_of_a_listed_provider_is_that_provider() -> None:
    records = ["1 aspmx.l.google.com.", "5 alt1.aspmx.l.google.com."]
    found = there(mx_provider(EMAIL, resolver(mx=records)))
    assert (found.provider, found.kind) == ("Gmail", ProviderKind.GOOGLE)
    assert (found.email, found.user) == (EMAIL, EMAIL)
    assert found.source == "DNS, and Gmail's entry in Draftdesk's list"


def test_an_mx_that_only_stands_in_is_not_the_provider() -> None:
    records = ["10 mail.fernhill.example.", "50 aspmx.l.google.com."]
    assert mx_provider(EMAIL, resolver(mx=records)) is None


def test_a_domain_without_mail_has_no_provider() -> None:
    assert mx_provider(EMAIL, resolver(mx=["0 ."])) is None


def test_an_international_domain_is_asked_in_ascii() -> None:
    asked: list[tuple[str, str]] = []

    def answer(name: str, kind: str) -> list[Any]:
        asked.append((name, kind))
        return []

    mx_provider("alex@hügel.example", answer)
    assert asked == [("xn--hgel-0ra.example", "MX")]


@pytest.mark.parametrize("look_up", [srv_servers, mx_provider])
def test_what_is_no_address_is_refused(look_up: Callable[..., object]) -> None:
    with pytest.raises(BadInput):
        look_up("fernhill.example", resolver())


@pytest.mark.parametrize("look_up", [srv_servers, mx_provider])
def test_dns_without_an_answer_is_no_server_and_is_asked_once(
    look_up: Callable[..., object],
) -> None:
    asked = []

    def silent(name: str, kind: str) -> Iterable[Any]:
        asked.append(kind)
        raise OSError("no answer")

    assert look_up(EMAIL, silent) is None
    assert len(asked) == 1


def test_the_systems_resolver_is_asked_for_a_bounded_time(monkeypatch: pytest.MonkeyPatch) -> None:
    told: dict[str, object] = {}

    def answer(name: str, kind: str, **how: Any) -> list[str]:
        told.update(how, name=name, kind=kind)
        return ["record"]

    monkeypatch.setattr(dns.resolver, "resolve", answer)
    assert resolve("fernhill.example", "MX") == ("record",)
    assert told == {"name": "fernhill.example", "kind": "MX", "lifetime": 4.0, "search": False}


@pytest.mark.parametrize("error", [dns.resolver.NXDOMAIN, dns.resolver.NoAnswer])
def test_a_name_without_records_has_none(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dns.resolver, "resolve", failing(error))
    assert resolve("fernhill.example", "MX") == ()


@pytest.mark.parametrize(
    "error",
    [dns.exception.Timeout, dns.resolver.NoNameservers, dns.resolver.NoResolverConfiguration],
)
def test_dns_that_does_not_work_is_one_error(
    error: type[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dns.resolver, "resolve", failing(error))
    with pytest.raises(OSError, match=r"fernhill\.example"):
        resolve("fernhill.example", "MX")


def failing(error: type[Exception]) -> Callable[..., Any]:
    def fail(*_: Any, **__: Any) -> Any:
        # What dnspython demands of its own errors is not the matter here.
        raise error.__new__(error)

    return fail
