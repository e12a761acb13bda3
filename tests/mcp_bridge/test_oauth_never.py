"""No requests over HTTP, in whatever order, get a token without the person's press."""

from __future__ import annotations

import random
import re
from collections.abc import Callable, Iterator
from urllib.parse import urlencode

import httpx2
import pytest

from desktop_app.mcp_bridge.http import oauth
from desktop_app.mcp_bridge.questions import Questions, Wanted
from desktop_app.model.asking_program import AskingProgram
from desktop_app.store.programs.bridge_tokens import BridgeTokens, IssuedTokens
from tests.depths import CAMPAIGN
from tests.fakes.house import TestHouse
from tests.mcp_bridge.letting_in import DOCUMENT, REDIRECT, VERIFIER, Asking, asking, document

SOME, MANY = 1_200, 20_000
_STEPS = (*[0] * 40, *[1] * 6, 20, 61, 400)
"""Seconds between two requests."""

_WORDS = re.compile(r"[A-Za-z0-9_.~-]{8,}")


class Issued(AssertionError):
    """Something was given away that only a press may give."""


class Stranger:
    """Sends requests at random: right ones, and ones made of what earlier answers said."""

    def __init__(self, one: Asking, seed: int) -> None:
        self._one, self._random = one, random.Random(seed)
        self._seen = [DOCUMENT, VERIFIER, REDIRECT, "x", ""]

    def send(self) -> None:
        """One request; what comes back is looked at and remembered. Raises `Issued`."""
        self._one.house.now += self._random.choice(_STEPS)
        found = self._random.choice(
            (self._authorize, self._authorize, self._wait, self._wait, self._token, self._token,
             self._renew, self._register, self._revoke, self._call, self._anything)
        )()  # fmt: skip
        self._look(found)

    def _look(self, found: httpx2.Response) -> None:
        place = found.headers.get("location", "")
        let_in = found.status_code == 200 and found.request.url.path == "/mcp"
        if "access_token" in found.text or "code=" in place or let_in:
            raise Issued(f"{found.request.method} {found.request.url}: {found.text[:200]} {place}")
        self._seen += _WORDS.findall(place or found.text)[-4:]
        del self._seen[5:-200]

    def _word(self, usual: str) -> str:
        return usual if self._random.random() < 0.95 else self._random.choice(self._seen)

    def _known(self) -> str:
        newest = self._seen[-6:] if self._random.random() < 0.5 else self._seen
        return self._random.choice(newest)

    def _authorize(self) -> httpx2.Response:
        said = {name: self._word(value) for name, value in self._one.fields().items()}
        return self._one.get(f"/authorize?{urlencode(said)}")

    def _wait(self) -> httpx2.Response:
        return self._one.get(f"/wait?{urlencode({'question': self._known()})}")

    def _token(self) -> httpx2.Response:
        said = {
            "grant_type": self._word("authorization_code"),
            "code": self._known(),
            "client_id": self._word(DOCUMENT),
            "redirect_uri": self._word(REDIRECT),
            "code_verifier": self._word(VERIFIER),
            "resource": self._word(f"{self._one.base}/mcp"),
        }
        return self._one.post("/token", said)

    def _renew(self) -> httpx2.Response:
        return self._one.renew(self._known(), client_id=self._word(DOCUMENT))

    def _register(self) -> httpx2.Response:
        said = {"client_name": self._known(), "redirect_uris": [self._word(REDIRECT)]}
        return self._one.http.post(f"{self._one.base}/register", json=said)

    def _revoke(self) -> httpx2.Response:
        said = {"token": self._known(), "client_id": self._word(DOCUMENT)}
        return self._one.post("/revoke", said)

    def _call(self) -> httpx2.Response:
        return self._one.http.post(
            f"{self._one.base}/mcp",
            json={"jsonrpc": "2.0", "id": 1, "method": "ping"},
            headers={"Authorization": f"Bearer {self._known() or 'x'}"},
        )

    def _anything(self) -> httpx2.Response:
        method = self._random.choice(("GET", "POST", "PUT", "DELETE"))
        path = self._random.choice((*sorted(oauth.PLACES), "/", "/let_in", "/authorize/let_in"))
        said = urlencode({self._known() or "a": self._known() for _ in range(3)})
        return self._one.http.request(method, f"{self._one.base}{path}?{said}", content=said)


@pytest.fixture
def one(house: TestHouse) -> Iterator[Asking]:
    with asking(house, {DOCUMENT: document()}) as made:
        yield made


def _try(one: Asking, seed: int, times: int) -> None:
    stranger = Stranger(one, seed)
    for _ in range(times):
        stranger.send()
    store = one.house.store
    if [each for each in store.bridge_clients.list() if each.origin]:
        raise Issued("A client was made.")
    if store.db.rows("SELECT 1 FROM bridge_token"):
        raise Issued("A token was made.")


def test_nothing_is_issued_without_a_press(one: Asking) -> None:
    _try(one, 1, SOME)
    assert one.door.wishes


@CAMPAIGN
@pytest.mark.parametrize("seed", range(2, 6))
def test_nothing_is_issued_without_a_press_many_times(one: Asking, seed: int) -> None:
    _try(one, seed, MANY)


def _answers_itself(monkeypatch: pytest.MonkeyPatch) -> None:
    ask = Questions.ask

    def asked(questions: Questions, wanted: Wanted, issuer: str) -> AskingProgram:
        made = ask(questions, wanted, issuer)
        questions.answer(made.id, "somebody")
        return made

    monkeypatch.setattr(Questions, "ask", asked)


def _any_token_renews(monkeypatch: pytest.MonkeyPatch) -> None:
    def renew(tokens: BridgeTokens, token: str, *_: object, **__: object) -> IssuedTokens:
        return IssuedTokens(token, token, 1)

    monkeypatch.setattr(BridgeTokens, "renew", renew)


def _a_question_is_a_code(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Questions, "redeem", _redeem_any)
    monkeypatch.setattr(oauth, "_is_theirs", lambda *_: True)
    monkeypatch.setattr(
        "tests.fakes.bridge.HouseDoor.new_tokens", lambda *_: IssuedTokens("a", "b", 1)
    )


def _redeem_any(questions: Questions, code: str) -> object:
    from desktop_app.mcp_bridge.questions import Redeemed

    found = next((each for each in questions.open() if each.id == code), None)
    wanted = Wanted("p", "k", "n", "o", REDIRECT, "c", "r")
    return Redeemed(wanted, "client") if found else None


@pytest.mark.parametrize("fault", [_answers_itself, _any_token_renews, _a_question_is_a_code])
def test_a_planted_fault_is_found(
    one: Asking, monkeypatch: pytest.MonkeyPatch, fault: Callable[[pytest.MonkeyPatch], None]
) -> None:
    fault(monkeypatch)
    with pytest.raises(Issued):
        _try(one, 1, SOME)
