"""Getting in over HTTP: whatever is wrong is refused in words, and nothing is issued."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress

import httpx2
import pytest
from mcp.shared.auth import OAuthMetadata, ProtectedResourceMetadata

from desktop_app.mcp_bridge.http.oauth_clients import is_document_address, is_redirect, plain_name
from desktop_app.model.errors import Cancelled, KnownError, Refused, Unavailable
from desktop_app.model.grant import Grant
from desktop_app.store.programs.bridge_tokens import ACCESS_SECONDS, RENEW_SECONDS
from tests.fakes.bridge import HouseDoor
from tests.fakes.house import TestHouse
from tests.mcp_bridge.letting_in import DOCUMENT, REDIRECT, Asking, asking, document

OTHER = "https://other.example/client.json"


@pytest.fixture
def one(house: TestHouse) -> Iterator[Asking]:
    with asking(house, {DOCUMENT: document()}) as made:
        yield made


def test_a_program_without_a_token_is_told_how_to_ask(one: Asking) -> None:
    told = one.http.post(f"{one.base}/mcp", json={}).headers["www-authenticate"]
    place = f"{one.base}/.well-known/oauth-protected-resource/mcp"
    assert told == f'Bearer resource_metadata="{place}", scope="mail"'
    wrong = {"Authorization": "Bearer wrong"}
    told = one.http.post(f"{one.base}/mcp", json={}, headers=wrong).headers["www-authenticate"]
    assert told.startswith('Bearer error="invalid_token", resource_metadata=')
    found = one.http.get(place).content
    assert found == one.get("/.well-known/oauth-protected-resource").content
    resource = ProtectedResourceMetadata.model_validate_json(found)
    assert str(resource.resource) == f"{one.base}/mcp"
    server = one.get("/.well-known/oauth-authorization-server").content
    assert OAuthMetadata.model_validate_json(server).code_challenge_methods_supported == ["S256"]


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"response_type": "token"}, "response_type"),
        ({"code_challenge_method": "plain"}, "S256"),
        ({"code_challenge_method": None}, "S256"),
        ({"code_challenge": None}, "code_challenge"),
        ({"code_challenge": "a" * 42}, "code_challenge"),
        ({"resource": None}, "resource"),
        ({"resource": "https://elsewhere.example/mcp"}, "resource"),
        ({"redirect_uri": None}, "redirect_uri"),
        ({"redirect_uri": "http://127.0.0.1:3001/callback"}, "redirect_uri"),
        ({"redirect_uri": REDIRECT + "/more"}, "redirect_uri"),
        ({"redirect_uri": "https://evil.example/callback"}, "redirect_uri"),
        ({"state": "a\r\nb"}, "state"),
        ({"client_id": None}, "not known"),
        ({"client_id": "draftdesk-" + "0" * 32}, "not known"),
        ({"client_id": "http://client.example/c"}, "not known"),
        ({"client_id": OTHER}, "can&#x27;t be used"),
    ],
)
def test_a_wrong_question_is_not_asked(
    one: Asking, wrong: dict[str, str | None], words: str
) -> None:
    found = one.authorize(**wrong)
    assert found.status_code == 400
    assert words in found.text
    assert "<script" not in found.text
    assert "<form" not in found.text
    assert not one.bridge.questions.open()
    assert not one.door.wishes


def test_no_web_page_opens_a_question(one: Asking) -> None:
    query = f"/authorize?{one.http.build_request('GET', one.base, params=one.fields()).url.query!s}"
    for headers in (
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Dest": "iframe"},
        {"Sec-Purpose": "prefetch"},
    ):
        assert one.get(query, **headers).status_code == 403
    assert one.get(query, Host=f"evil.example:{one.bridge.port}").status_code == 421
    assert not one.bridge.questions.open()


def test_a_field_that_is_there_twice_is_refused(one: Asking) -> None:
    for field in ("state=1&state=2", "&".join(f"f{i}=1" for i in range(30)), "x=%FF", "state"):
        assert one.get(f"/authorize?{field}").status_code == 400
    twice = b"grant_type=refresh_token&grant_type=refresh_token"
    form = {"Content-Type": "application/x-www-form-urlencoded"}
    for body in (twice, b"a=" + b"x" * 20_000):
        found = one.http.post(f"{one.base}/token", content=body, headers=form)
        assert (found.status_code, found.json()["error"]) == (400, "invalid_request")


@pytest.mark.parametrize(
    ("given", "words"),
    [
        (document(client_id=OTHER), "another address"),
        (document(redirect_uris=["https://evil.example/"]), "redirect_uri"),
        (document(redirect_uris=["javascript:alert(1)"]), "redirect_uris"),
        (document(redirect_uris=[]), "redirect_uris"),
        (document(redirect_uris=REDIRECT), "redirect_uris"),
        (document(client_name=None), "client_name"),
        (document(client_name="\u200b\u202e"), "client_name"),
        (document(token_endpoint_auth_method="client_secret_post"), "secret"),
        (document(client_secret="s"), "secret"),
        (document(grant_types=["client_credentials"]), "authorization_code"),
        (b"[" * 9_000, "no object"),
        (b"[]", "no object"),
        (b"\xff", "no object"),
        (Unavailable("It is too large."), "too large"),
        (Refused("Its address leads elsewhere."), "elsewhere"),
    ],
)
def test_a_document_that_lies_is_not_believed(
    house: TestHouse, given: bytes | KnownError, words: str
) -> None:
    with asking(house, {DOCUMENT: given}) as one:
        found = one.authorize()
        assert found.status_code == 400
        assert words in found.text
        assert not one.bridge.questions.open()


@pytest.mark.parametrize(
    "wrong",
    [
        {"code_verifier": "w" * 64},
        {"code_verifier": None},
        {"code_verifier": "v"},
        {"redirect_uri": "http://127.0.0.1:3001/callback"},
        {"redirect_uri": None},
        {"client_id": OTHER},
        {"resource": "http://127.0.0.1:1/mcp"},
        {"resource": None},
        {"code": "another"},
    ],
)
def test_a_code_is_good_for_who_asked_and_once(one: Asking, wrong: dict[str, str | None]) -> None:
    code = one.code()
    found = one.token(**{"code": code} | wrong)  # type: ignore[arg-type]
    assert (found.status_code, found.json()["error"]) == (400, "invalid_grant")
    if "code" not in wrong:
        assert one.token(code).status_code == 400


def test_a_code_that_comes_again_ends_what_it_gave(one: Asking) -> None:
    code = one.code()
    found = one.token(code).json()
    assert one.gets_in(found["access_token"])
    assert one.token(code).status_code == 400
    assert not one.gets_in(found["access_token"])
    assert one.renew(found["refresh_token"]).status_code == 400


def test_a_code_ends_soon_after_the_browser_has_it(one: Asking) -> None:
    code = one.code()
    one.house.now += 61
    assert one.token(code).status_code == 400


def test_a_question_ends_by_itself(one: Asking) -> None:
    place = one.asked()
    one.house.now += 301
    assert not one.bridge.questions.open()
    assert "ended" in one.get(place).text
    with pytest.raises(ValueError, match="unpack"):
        one.let_in()


def test_what_is_refused_is_told_to_the_program(one: Asking) -> None:
    place = one.asked()
    one.refuse()
    assert one.answered(place)["error"] == "access_denied"
    assert not [each for each in one.house.store.bridge_clients.list() if each.origin]


def test_one_question_of_a_program_and_three_a_minute(one: Asking) -> None:
    first = one.asked()
    second = one.asked()
    [waits] = one.bridge.questions.open()
    assert waits.id in second
    assert "ended" in one.get(first).text
    one.asked()
    found = one.authorize()
    assert (found.status_code, "3 times a minute" in found.text) == (429, True)
    one.house.now += 61
    one.asked()
    assert [each.name for each in one.door.wishes] == ["A client"] * 4


def test_a_token_that_renews_is_good_once(one: Asking) -> None:
    first = one.token(one.code()).json()
    second = one.renew(first["refresh_token"]).json()
    assert not one.gets_in(first["access_token"])
    assert one.gets_in(second["access_token"])
    assert one.renew(second["refresh_token"], client_id=OTHER).status_code == 400
    assert one.gets_in(second["access_token"])
    assert one.renew(first["refresh_token"]).status_code == 400
    assert not one.gets_in(second["access_token"])
    assert one.renew(second["refresh_token"]).status_code == 400


def test_tokens_end_by_the_clock(one: Asking) -> None:
    found = one.token(one.code()).json()
    assert found["expires_in"] == ACCESS_SECONDS
    one.house.now += ACCESS_SECONDS
    assert not one.gets_in(found["access_token"])
    found = one.renew(found["refresh_token"]).json()
    one.house.now += RENEW_SECONDS
    assert one.renew(found["refresh_token"]).status_code == 400


def test_tokens_end_with_what_was_granted(one: Asking) -> None:
    place = one.asked()
    one.let_in(grant=Grant(ends=one.house.now + 600))
    found = one.token(one.answered(place)["code"]).json()
    assert found["expires_in"] == 600
    one.house.now += 600
    assert not one.gets_in(found["access_token"])
    assert one.renew(found["refresh_token"]).status_code == 400


def test_who_is_taken_away_is_out(one: Asking) -> None:
    found = one.token(one.code()).json()
    [client] = [each for each in one.house.store.bridge_clients.list() if each.origin]
    one.house.store.bridge_clients.revoke(client.id)
    assert not one.gets_in(found["access_token"])
    assert one.renew(found["refresh_token"]).status_code == 400


def test_who_gives_back_is_out(one: Asking) -> None:
    found = one.token(one.code()).json()
    said = {"token": found["access_token"], "client_id": OTHER}
    assert one.post("/revoke", said).status_code == 200
    assert one.gets_in(found["access_token"])
    assert one.post("/revoke", said | {"client_id": DOCUMENT}).status_code == 200
    assert not one.gets_in(found["access_token"])
    assert one.renew(found["refresh_token"]).status_code == 400
    assert one.post("/revoke", {"token": "x"}).status_code == 400


def test_nobody_is_let_in_while_all_is_stopped(one: Asking) -> None:
    found = one.token(one.code()).json()
    place = one.asked()
    one.house.store.stopping.put(on=True)
    assert one.authorize().status_code == 503
    assert one.renew(found["refresh_token"]).status_code == 503
    with pytest.raises(Refused):
        one.let_in()
    one.house.store.stopping.put(on=False)
    one.let_in()
    assert one.token(one.answered(place)["code"]).status_code == 200


def test_who_asks_again_takes_the_place_of_who_can_not_get_in(one: Asking) -> None:
    def names() -> int:
        return len([each for each in one.house.store.bridge_clients.list() if each.origin])

    place = one.asked()
    one.let_in()
    one.asked()
    one.let_in(grant=Grant(ends=one.house.now + 60))
    assert (names(), one.token(one.answered(place)["code"]).status_code) == (1, 400)
    one.house.now += 61
    one.code()
    assert names() == 1


def test_a_question_ends_when_the_bridge_is_switched_off(one: Asking) -> None:
    one.asked()
    one.house.settings.change("bridge.enabled", False)
    assert not one.bridge.questions.open()


def test_a_document_that_does_not_come_holds_nothing_up(
    one: Asking, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked, over = threading.Event(), threading.Event()

    def waits(_: HouseDoor, __: str, cancelled: threading.Event) -> bytes:
        asked.set()
        over.set() if cancelled.wait(20) else None
        raise Cancelled("Stopped.")

    monkeypatch.setattr(HouseDoor, "document", waits)
    caller = threading.Thread(target=_ignored, args=(one.authorize,), daemon=True)
    caller.start()
    assert asked.wait(5)
    assert one.authorize(client_id="x").status_code == 400
    began = time.monotonic()
    one.house.settings.change("bridge.enabled", False)
    assert time.monotonic() - began < 3
    assert over.wait(5)
    caller.join(5)


def _ignored(call: Callable[[], object]) -> None:
    with suppress(httpx2.HTTPError):
        call()


def test_a_program_registers_and_no_secret_is_made(one: Asking) -> None:
    said = {"client_name": "  <b>A</b>\n\u202eclient  ", "redirect_uris": [REDIRECT]}
    found = one.http.post(f"{one.base}/register", json=said)
    assert found.status_code == 201
    assert "secret" not in found.text
    assert found.json()["client_name"] == "<b>A</b> client"
    one.asked(client_id=found.json()["client_id"])
    for wrong in ({}, {"redirect_uris": ["http://evil.example/"]}, {"redirect_uris": [1]}):
        again = one.http.post(f"{one.base}/register", json=wrong)
        assert (again.status_code, again.json()["error"]) == (400, "invalid_client_metadata")
    untold = one.http.post(f"{one.base}/register", content=json.dumps(said).encode())
    assert untold.status_code == 400
    for _ in range(7):
        found = one.http.post(f"{one.base}/register", json=said)
    assert found.status_code == 429


def test_of_loopback_any_port_where_none_was_named(house: TestHouse) -> None:
    named = document(redirect_uris=["http://127.0.0.1/callback", "http://localhost:4000/callback"])
    with asking(house, {DOCUMENT: named}) as one:
        one.asked(redirect_uri="http://127.0.0.1:51234/callback")
        for other in ("http://127.0.0.1:5/other", "http://localhost:4001/callback"):
            assert one.authorize(redirect_uri=other).status_code == 400


@pytest.mark.parametrize(
    ("address", "good"),
    [
        ("https://a.example/cb?x=1", True),
        ("http://localhost/cb", True),
        ("http://[::1]:80/cb", True),
        ("http://127.0.0.1.evil.example/cb", False),
        ("http://127.0.0.1@evil.example/cb", False),
        ("https://a.example/cb#part", False),
        ("https://a.example/\r\nx", False),
        ("https://a.example\\@evil.example/", False),
        ("cursor://anysphere.cursor-mcp/oauth", False),
        ("data:text/html,x", False),
        ("https://", False),
        ("https://a.example:99999/", False),
    ],
)
def test_where_an_answer_may_go(address: str, good: bool) -> None:
    assert is_redirect(address) is good


def test_addresses_of_documents_and_names() -> None:
    assert is_document_address(DOCUMENT)
    hosts = ("https://a.example", "https://a.example/", "http://a.example/c", "a")
    for wrong in (*hosts, "https://a.example/../c", "https://u@a.example/c", f"{DOCUMENT}#f"):
        assert not is_document_address(wrong)
    assert len(plain_name("x" * 10_000)) == 60
