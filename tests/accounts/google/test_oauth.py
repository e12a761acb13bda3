"""The whole sign-in against the emulator, and every way in which it can end otherwise."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from threading import Event

import pytest
import requests

from desktop_app.accounts.google.oauth import ConsentFlow, OAuthGrant
from desktop_app.accounts.google.scopes import Scope, asked, granted, missing
from desktop_app.accounts.google.token_endpoint import Endpoints, refresh, revoke, who
from desktop_app.accounts.oauth.token_endpoint import OAuthClient, TokenResponse
from desktop_app.model.errors import Cancelled, KnownError, NeedsSignIn, Refused, Unavailable
from desktop_app.model.sign_in import Permission
from desktop_app.settings import Settings
from tests.fakes.browser import asked_for, choose, deny, sign_in
from tests.fakes.google.emulator import ME
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.proxy import Google

CLIENT = OAuthClient("client-1", "s3cret")
ASKED = asked([Permission.READ, Permission.WRITE])


@pytest.fixture
def endpoints(served: Google, tmp_path: Path) -> Endpoints:
    return Endpoints.of(Settings(tmp_path, served.environment))


@pytest.fixture
def start(endpoints: Endpoints) -> Iterator[Callable[..., ConsentFlow]]:
    flows: list[ConsentFlow] = []

    def make(**more: object) -> ConsentFlow:
        flows.append(ConsentFlow(CLIENT, ASKED, endpoints, **more))  # type: ignore[arg-type]
        return flows[-1]

    yield make
    for flow in flows:
        flow.close()


def through(flow: ConsentFlow, browse: Callable[[str], requests.Response]) -> tuple[object, str]:
    """The flow with a browser beside it: what it came to, and the page at the end."""
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(browse, flow.address)
        try:
            came: object = flow.wait(Event())
            flow.tell("You are signed in", "Go back.", good=True)
        except KnownError as error:
            came = error
        return came, page.result().text


def test_a_sign_in_brings_tokens_and_who_it_is(start: Callable[..., ConsentFlow]) -> None:
    grant, page = through(start(), sign_in)
    assert isinstance(grant, OAuthGrant)
    assert grant.email == ME
    assert grant.tokens.scopes == set(ASKED)
    assert grant.tokens.refresh_token
    assert "You are signed in" in page


def test_the_address_asks_for_what_it_should(start: Callable[..., ConsentFlow]) -> None:
    query = asked_for(start(hint=ME).address)
    assert query["code_challenge_method"] == "S256"
    assert len(query["code_challenge"]) == 43
    assert len(query["state"]) >= 32
    assert query["scope"].split() == list(ASKED)
    assert (query["access_type"], query["prompt"]) == ("offline", "consent")
    assert (query["include_granted_scopes"], query["login_hint"]) == ("true", ME)
    assert query["redirect_uri"].startswith("http://127.0.0.1:")
    assert "s3cret" not in str(query)


def test_each_sign_in_has_its_own_state_verifier_and_path(
    start: Callable[..., ConsentFlow],
) -> None:
    one, two = asked_for(start().address), asked_for(start().address)
    assert all(one[k] != two[k] for k in ("state", "code_challenge", "redirect_uri"))


def test_a_code_of_another_sign_in_is_worth_nothing(start: Callable[..., ConsentFlow]) -> None:
    """PKCE: a code that was injected has been asked for with another verifier."""
    mine, other = start(), start()
    stolen = choose(other.address).partition("code=")[2].partition("&")[0]
    query = asked_for(mine.address)

    def inject(_: str) -> requests.Response:
        given = {"code": stolen, "state": query["state"]}
        return requests.get(query["redirect_uri"], params=given, timeout=20)

    came, page = through(mine, inject)
    assert isinstance(came, NeedsSignIn)
    assert "did not work" in page


def test_a_denial_is_told_as_one_everywhere(start: Callable[..., ConsentFlow]) -> None:
    came, page = through(start(), deny)
    assert isinstance(came, Refused)
    assert "did not allow" in came.sentence
    assert "did not work" in page
    assert "signed in" not in page


def test_two_sign_ins_at_once_end_each_on_its_own(start: Callable[..., ConsentFlow]) -> None:
    flows = [start(), start()]
    with ThreadPoolExecutor(2) as pool:
        came = list(pool.map(lambda flow: through(flow, sign_in)[0], flows))
    tokens = {grant.tokens.refresh_token for grant in came if isinstance(grant, OAuthGrant)}
    assert len(tokens) == 2


def test_cancel_ends_the_wait(start: Callable[..., ConsentFlow]) -> None:
    cancelled = Event()
    threading.Timer(0.1, cancelled.set).start()
    with pytest.raises(Cancelled):
        start().wait(cancelled)


def test_the_deadline_counts_from_the_start(start: Callable[..., ConsentFlow]) -> None:
    flow = start(seconds=0.2)
    with pytest.raises(Unavailable, match="in time"):
        flow.wait(Event())
    assert flow.seconds_left == 0


def test_fewer_scopes_than_asked_are_no_error(
    start: Callable[..., ConsentFlow], served: Google
) -> None:
    served.proxy.granted_scopes = ("openid", "email", str(Scope.READ))
    grant, _ = through(start(), sign_in)
    assert isinstance(grant, OAuthGrant)
    assert granted(grant.tokens.scopes) == (Permission.READ,)
    wanted = [Permission.READ, Permission.WRITE]
    assert missing(grant.tokens.scopes, wanted) == (Permission.WRITE,)


def test_no_refresh_token_says_what_to_do(
    start: Callable[..., ConsentFlow], served: Google
) -> None:
    body = '{"access_token": "a", "expires_in": 3600, "scope": "openid"}'
    served.proxy.fail(Fault("oauth.token", status=200, body=body))
    came, page = through(start(), sign_in)
    assert isinstance(came, NeedsSignIn)
    assert "permissions" in came.next_step
    assert "did not work" in page


FAULTS = [
    (Fault("oauth.token", status=400, reason="invalid_grant"), NeedsSignIn),
    (Fault("oauth.token", status=401, reason="invalid_client"), Refused),
    (Fault("oauth.token", status=503, reason="backendError", times=3), Unavailable),
    (Fault("oauth.token", kind=Kind.RESET), Unavailable),
    (Fault("oauth.token", kind=Kind.REPLY_LOST), Unavailable),
    (Fault("oauth.token", kind=Kind.REPLY_CUT), Unavailable),
    (Fault("oauth.token", kind=Kind.GARBAGE), Unavailable),
]


@pytest.mark.parametrize(("fault", "kind"), FAULTS, ids=lambda v: getattr(v, "reason", None))
def test_each_fault_of_the_token_endpoint_is_one_of_ours_and_the_page_says_so(
    start: Callable[..., ConsentFlow], served: Google, fault: Fault, kind: type[KnownError]
) -> None:
    served.proxy.fail(fault)
    came, page = through(start(), sign_in)
    assert isinstance(came, kind)
    assert "did not work" in page


@pytest.fixture(autouse=True)
def no_pauses(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("desktop_app.accounts.google.oauth.PAUSES", (0.0, 0.0))


@pytest.mark.parametrize("body", ["", "<html>Service Unavailable</html>"])
def test_a_sign_in_is_tried_again_where_google_has_trouble(
    start: Callable[..., ConsentFlow], served: Google, body: str
) -> None:
    served.proxy.fail(Fault("oauth.token", status=503, times=2, body=body))
    grant, page = through(start(), sign_in)
    assert isinstance(grant, OAuthGrant)
    assert "You are signed in" in page


@pytest.mark.parametrize("body", ["", "<html>Service Unavailable</html>"])
def test_a_sign_in_that_is_given_up_says_so_and_what_to_do(
    start: Callable[..., ConsentFlow], served: Google, body: str
) -> None:
    served.proxy.fail(Fault("oauth.token", status=503, times=3, body=body))
    came, page = through(start(), sign_in)
    assert isinstance(came, Unavailable)
    assert "asked 3 times" in came.sentence
    assert "given up" in page
    assert "Start the sign-in again" in page
    assert "by itself" not in page


@pytest.mark.parametrize("reason", ["invalid_client", "deleted_client", "unauthorized_client"])
def test_a_wrong_client_is_not_called_a_wrong_sign_in(
    served: Google, endpoints: Endpoints, reason: str
) -> None:
    served.proxy.fail(Fault("oauth.token", status=401, reason=reason))
    with pytest.raises(Refused) as refused:
        refresh(endpoints.token_uri, CLIENT, "1//mine")
    assert "client" in refused.value.sentence
    assert "Sign in to this account again" not in refused.value.next_step


def test_a_refreshed_token_works_and_a_revoked_one_does_not(
    start: Callable[..., ConsentFlow], endpoints: Endpoints
) -> None:
    grant, _ = through(start(), sign_in)
    assert isinstance(grant, OAuthGrant)
    token = grant.tokens.refresh_token
    again = refresh(endpoints.token_uri, CLIENT, token)
    assert again.access_token != grant.tokens.access_token
    assert again.scopes == set(ASKED)
    revoke(endpoints.revoke_uri, token)
    with pytest.raises(NeedsSignIn):
        refresh(endpoints.token_uri, CLIENT, token)
    revoke(endpoints.revoke_uri, token)


def test_without_an_id_token_google_is_asked_who_it_is(
    start: Callable[..., ConsentFlow], endpoints: Endpoints
) -> None:
    grant, _ = through(start(), sign_in)
    assert isinstance(grant, OAuthGrant)
    bare = TokenResponse(grant.tokens.access_token, 3600, frozenset())
    assert who(endpoints, CLIENT, bare)[0] == ME


def test_what_a_server_says_about_a_token_gets_into_no_error(
    served: Google, endpoints: Endpoints
) -> None:
    served.proxy.fail(
        Fault("oauth.token", status=400, reason="invalid_grant", message="1//planted is bad")
    )
    with pytest.raises(NeedsSignIn) as refused:
        refresh(endpoints.token_uri, CLIENT, "1//planted")
    error = refused.value
    assert "planted" not in f"{error}{error.next_step}{error.details}{error.__cause__!r}"


def test_no_repr_shows_a_secret() -> None:
    tokens = TokenResponse("planted-access", 1, frozenset(), "planted-refresh", "planted-id")
    grant = OAuthGrant(OAuthClient("id", "planted-secret"), tokens, "a@b.example", "")
    assert "planted" not in repr(grant)
