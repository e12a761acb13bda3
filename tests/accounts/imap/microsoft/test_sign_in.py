"""The sign-in at Microsoft, and every way in which it can end otherwise."""

from __future__ import annotations

import base64
import json
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import requests

from desktop_app.accounts.imap.microsoft.consent import SCOPES, ConsentFlow, MicrosoftGrant
from desktop_app.accounts.imap.microsoft.errors import MicrosoftErrors
from desktop_app.accounts.imap.microsoft.servers import servers_of
from desktop_app.accounts.oauth.token_endpoint import OAuthClient, TokenResponse
from desktop_app.model.errors import KnownError, NeedsSignIn, Refused, Unavailable
from desktop_app.model.mail_server import Proof, Security
from desktop_app.settings import Settings
from tests.fakes.browser import asked_for, choose, sign_in
from tests.fakes.microsoft import CLIENT, NAME, USER, Microsoft, error

PUBLIC = OAuthClient(CLIENT)


@pytest.fixture
def start(entra: Microsoft, tmp_path: Path) -> Iterator[Callable[..., ConsentFlow]]:
    flows: list[ConsentFlow] = []

    def make(client: OAuthClient = PUBLIC, **more: Any) -> ConsentFlow:
        settings = Settings(tmp_path, entra.environment)
        flows.append(ConsentFlow(client, settings, **more))
        return flows[-1]

    yield make
    for flow in flows:
        flow.close()


def as_user(address: str) -> requests.Response:
    return sign_in(address, USER)


def through(
    flow: ConsentFlow, browse: Callable[[str], requests.Response] = as_user
) -> tuple[object, str]:
    """What a flow with a browser beside it came to, and the page at the end."""
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(browse, flow.address)
        try:
            came: object = flow.wait(Event())
            flow.tell("You are signed in", "Go back.", good=True)
        except KnownError as known:
            came = known
        return came, page.result().text


def comes_back_with(name: str, description: str = "") -> Callable[[str], requests.Response]:
    """A browser that Microsoft sends back without a code."""

    def browse(address: str) -> requests.Response:
        asked = asked_for(address)
        given = {"error": name, "error_description": description, "state": asked["state"]}
        return requests.get(asked["redirect_uri"], params=given, timeout=20)

    return browse


def id_token(**claims: object) -> str:
    payload = base64.urlsafe_b64encode(json.dumps({"aud": CLIENT, **claims}).encode())
    return "e30." + payload.decode().rstrip("=") + ".c2ln"


def test_a_sign_in_brings_tokens_who_it_is_and_its_servers(
    start: Callable[..., ConsentFlow],
) -> None:
    grant, page = through(start())
    assert isinstance(grant, MicrosoftGrant)
    assert (grant.email, grant.name, grant.client_id) == (USER, NAME, CLIENT)
    assert grant.scopes == set(SCOPES.split())
    assert grant.tokens.refresh_token
    assert (grant.servers.user, grant.servers.proof) == (USER, Proof.XOAUTH2)
    assert "You are signed in" in page


def test_the_address_asks_for_what_it_should(start: Callable[..., ConsentFlow]) -> None:
    flow = start(OAuthClient(CLIENT, "s3cret"), hint=USER)
    query = asked_for(flow.address)
    assert query.pop("redirect_uri") == flow.listener.redirect_uri
    assert flow.listener.redirect_uri.startswith("http://localhost:")
    assert len(query.pop("state")) >= 32
    assert len(query.pop("code_challenge")) == 43
    assert query == {
        "client_id": CLIENT,
        "response_type": "code",
        "response_mode": "query",
        "code_challenge_method": "S256",
        "prompt": "select_account",
        "login_hint": USER,
        "scope": "https://outlook.office.com/IMAP.AccessAsUser.All "
        "https://outlook.office.com/SMTP.Send offline_access openid email profile",
    }
    assert "login_hint" not in asked_for(start().address)


def test_a_public_client_shows_no_secret_and_another_its_own(
    start: Callable[..., ConsentFlow], entra: Microsoft
) -> None:
    through(start())
    assert "client_secret" not in entra.asked[0]
    entra.client_secret = "s3cret"
    grant, _ = through(start(OAuthClient(CLIENT, "s3cret")))
    assert isinstance(grant, MicrosoftGrant)


def test_a_code_of_another_sign_in_is_worth_nothing(start: Callable[..., ConsentFlow]) -> None:
    """PKCE: a code that was injected has been asked for with another verifier."""
    mine, other = start(), start()
    stolen = asked_for(choose(other.address, USER))["code"]
    query = asked_for(mine.address)

    def inject(_: str) -> requests.Response:
        given = {"code": stolen, "state": query["state"]}
        return requests.get(query["redirect_uri"], params=given, timeout=20)

    came, page = through(mine, inject)
    assert isinstance(came, NeedsSignIn)
    assert "did not work" in page


@pytest.mark.parametrize(
    ("claims", "email"),
    [
        ({"email": "a@x.example", "preferred_username": "b@x.example"}, "a@x.example"),
        ({"preferred_username": "b@x.example"}, "b@x.example"),
        ({"email": ["a@x.example"], "preferred_username": "b@x.example"}, "b@x.example"),
    ],
)
def test_the_address_is_the_email_or_the_user_name(
    start: Callable[..., ConsentFlow], entra: Microsoft, claims: dict[str, object], email: str
) -> None:
    entra.change["id_token"] = id_token(**claims)
    grant, _ = through(start())
    assert isinstance(grant, MicrosoftGrant)
    assert grant.email == grant.servers.user == email


@pytest.mark.parametrize(
    ("token", "kind"),
    [
        (id_token(preferred_username="+49 30 1234"), NeedsSignIn),
        (id_token(aud="another-client", email="a@x.example"), Unavailable),
        (id_token(aud=[CLIENT, "other"], email="a@x.example"), Unavailable),
        ("", Unavailable),
        ("a.b", Unavailable),
        ("e30.!!!.c2ln", Unavailable),
        ("e30." + base64.urlsafe_b64encode(b"[" * 90_000).decode() + ".c2ln", Unavailable),
    ],
    ids=["phone", "audience", "audiences", "none", "two parts", "no base64", "deep"],
)
def test_without_an_id_token_for_this_client_nobody_is_signed_in(
    start: Callable[..., ConsentFlow], entra: Microsoft, token: str, kind: type[KnownError]
) -> None:
    entra.change["id_token"] = token
    came, _ = through(start())
    assert type(came) is kind


def test_no_refresh_token_says_what_to_do(
    start: Callable[..., ConsentFlow], entra: Microsoft
) -> None:
    entra.change["refresh_token"] = ""
    came, _ = through(start())
    assert isinstance(came, NeedsSignIn)
    assert "offline_access" in came.next_step


ADMIN = f"https://login.microsoftonline.com/common/adminconsent?client_id={CLIENT}"
REFUSALS: list[tuple[int, object, type[KnownError], str]] = [
    (400, error(65004, "access_denied"), Refused, "did not allow Draftdesk"),
    (400, error(65001, "invalid_grant", suberror="consent_required"), NeedsSignIn, ADMIN),
    (400, error(90094, "access_denied"), NeedsSignIn, ADMIN),
    (400, error(90093, "invalid_request"), NeedsSignIn, ADMIN),
    (400, error(99999, "consent_required"), NeedsSignIn, ADMIN),
    (400, error(700016, "unauthorized_client"), NeedsSignIn, "microsoft.client_id"),
    (400, error(700038, "invalid_request"), NeedsSignIn, "microsoft.client_id"),
    (
        400,
        error(50011, "invalid_request"),
        NeedsSignIn,
        "Add http://localhost as a redirect of the type Mobile and desktop applications.",
    ),
    (401, error(7000218, "invalid_client"), NeedsSignIn, "allow public client flows"),
    (401, error(700025, "invalid_client"), NeedsSignIn, "CLIENT_SECRET"),
    (401, error(7000215, "invalid_client"), NeedsSignIn, "CLIENT_SECRET"),
    (400, error(53003, "access_denied"), Refused, "conditional access"),
    (400, error(70008, "invalid_grant"), NeedsSignIn, "no longer accepts"),
    (400, error(50173, "invalid_grant"), NeedsSignIn, "no longer accepts"),
    (400, error(50076, "interaction_required"), NeedsSignIn, "no longer accepts"),
    (400, error(70011, "invalid_scope"), Refused, "error?code=70011"),
    (400, {"error": ["odd"], "error_codes": "odd", "error_description": 7}, Refused, "unknown"),
    (400, [], Refused, "unknown"),
    (503, error(90033, "temporarily_unavailable"), Unavailable, "problem of its own"),
    (500, {}, Unavailable, "problem of its own"),
    (429, {}, Unavailable, "problem of its own"),
    (502, b"<html>planted-token</html>", Unavailable, "not Microsoft's"),
    (200, [], Unavailable, "not Microsoft's"),
    (200, {"token_type": "Bearer"}, Unavailable, "not Microsoft's"),
    (302, {}, Refused, "unknown"),
]


@pytest.mark.parametrize(("status", "answer", "kind", "words"), REFUSALS)
def test_each_refusal_is_told_in_plain_words_and_nothing_else_of_it_is_kept(
    start: Callable[..., ConsentFlow],
    entra: Microsoft,
    status: int,
    answer: object,
    kind: type[KnownError],
    words: str,
) -> None:
    entra.answers.append((status, answer))
    came, page = through(start())
    assert type(came) is kind
    assert words in f"{came.sentence} {came.next_step}"
    assert "did not work" in page
    told = f"{came!r}{came.sentence}{came.next_step}{came.details}{came.__cause__!r}{page}"
    assert "planted" not in told
    if isinstance(answer, dict) and answer.get("error_codes", "odd") != "odd":
        assert came.details["code"] == f"AADSTS{answer['error_codes'][0]}"


@pytest.mark.parametrize(
    ("name", "description", "kind", "words"),
    [
        ("access_denied", "AADSTS65004: planted declined.", Refused, "did not allow Draftdesk"),
        ("access_denied", "The user planted has denied access.", Refused, "did not allow"),
        ("access_denied", "AADSTS90094: planted needs it.", NeedsSignIn, ADMIN),
        ("consent_required", "", NeedsSignIn, ADMIN),
        ("server_error", "AADSTS90033: planted", Unavailable, "problem of its own"),
        ("<script>planted", "", Refused, "unknown"),
    ],
)
def test_a_way_back_without_a_code_is_told_everywhere(
    start: Callable[..., ConsentFlow],
    name: str,
    description: str,
    kind: type[KnownError],
    words: str,
) -> None:
    came, page = through(start(), comes_back_with(name, description))
    assert type(came) is kind
    assert words in f"{came.sentence} {came.next_step}"
    assert "planted" not in f"{came!r}{came.sentence}{came.next_step}{came.details}{page}"
    assert "signed in" not in page


def test_a_client_id_that_is_none_stays_within_its_address() -> None:
    known = MicrosoftErrors("a&b c").denied("consent_required", "")
    assert "client_id=a%26b%20c and" in known.next_step


def test_out_of_reach_is_told(start: Callable[..., ConsentFlow], tmp_path: Path) -> None:
    away = {"DRAFTDESK_MICROSOFT_TOKEN_URI": "http://127.0.0.1:9/token"}
    flow = ConsentFlow(OAuthClient(CLIENT), Settings(tmp_path, away))
    came, _ = through(flow, lambda _: requests.get(
        flow.listener.redirect_uri, params={"code": "c", "state": flow.listener.state}, timeout=20
    ))  # fmt: skip
    flow.close()
    assert isinstance(came, Unavailable)
    assert "can't be reached" in came.sentence


def test_the_servers_are_microsofts_unless_a_setting_says_otherwise(tmp_path: Path) -> None:
    servers = servers_of(Settings(tmp_path, {}), USER)
    assert servers.outgoing is not None
    assert (servers.incoming.host, servers.incoming.port, servers.incoming.security) == (
        "outlook.office365.com", 993, Security.TLS,
    )  # fmt: skip
    assert (servers.outgoing.host, servers.outgoing.port, servers.outgoing.security) == (
        "smtp.office365.com", 587, Security.STARTTLS,
    )  # fmt: skip
    assert servers.ca_file == ""


def test_no_repr_of_a_grant_shows_a_secret(tmp_path: Path) -> None:
    tokens = TokenResponse("planted-access", 1, frozenset(), "planted-refresh", "planted-id")
    servers = servers_of(Settings(tmp_path, {}), USER)
    grant = MicrosoftGrant(OAuthClient("id", "planted-secret"), tokens, USER, "", servers)
    assert "planted" not in repr(grant)
