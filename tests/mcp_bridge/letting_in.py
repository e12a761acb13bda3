"""A bridge that programs ask to be let in at, and a browser and a person for them."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import parse_qs, urlencode, urlsplit

import httpx2

from desktop_app.mcp_bridge.bridge import Bridge
from desktop_app.model.bridge import BridgeClient, BridgeState
from desktop_app.model.errors import KnownError
from desktop_app.model.grant import EVERYTHING, Grant
from desktop_app.tools.person import letting_in
from tests.fakes.bridge import RUN_TOKEN, HouseDoor
from tests.fakes.house import TestHouse

DOCUMENT = "https://client.example/oauth/client.json"
REDIRECT = "http://127.0.0.1:3000/callback"
VERIFIER = "v" * 64
CHALLENGE = (
    base64.urlsafe_b64encode(hashlib.sha256(VERIFIER.encode()).digest()).rstrip(b"=").decode()
)


def document(**other: Any) -> bytes:
    """What stands at `DOCUMENT`, but for what is other."""
    said = {"client_id": DOCUMENT, "client_name": "A client", "redirect_uris": [REDIRECT]}
    return json.dumps(said | other).encode()


@dataclass
class Asking:
    """A bridge that is on; `door` knows what was wished, and the documents."""

    house: TestHouse
    bridge: Bridge
    door: HouseDoor
    http: httpx2.Client = field(default_factory=lambda: httpx2.Client(follow_redirects=False))

    @property
    def base(self) -> str:
        return self.bridge.status.url.removesuffix("/mcp")

    def fields(self, **other: str | None) -> dict[str, str]:
        """A right request, but for what is other; None leaves a field out."""
        said: dict[str, str | None] = {
            "response_type": "code",
            "client_id": DOCUMENT,
            "redirect_uri": REDIRECT,
            "code_challenge": CHALLENGE,
            "code_challenge_method": "S256",
            "state": "a state",
            "resource": f"{self.base}/mcp",
        }
        return {name: value for name, value in (said | other).items() if value is not None}

    def get(self, path: str, **headers: str) -> httpx2.Response:
        return self.http.get(f"{self.base}{path}", headers=headers)

    def authorize(self, **other: str | None) -> httpx2.Response:
        return self.get(f"/authorize?{urlencode(self.fields(**other))}")

    def asked(self, **other: str | None) -> str:
        """A question; the place where a browser waits."""
        found = self.authorize(**other)
        assert found.status_code == 303, found.text
        return found.headers["location"]

    def let_in(self, *accounts: str, grant: Grant = EVERYTHING) -> BridgeClient:
        """The person presses *Let in* for the newest question."""
        [*_, asked] = self.bridge.questions.open()
        wanted = letting_in.LetIn(question=asked.id, accounts=accounts or ("work",), grant=grant)
        return self.house.runner().call(letting_in.LET_IN, wanted).unwrap()

    def refuse(self) -> None:
        """The person presses *Refuse*."""
        [*_, asked] = self.bridge.questions.open()
        wanted = letting_in.RefuseProgram(question=asked.id)
        self.house.runner().call(letting_in.REFUSE_PROGRAM, wanted).unwrap()

    def answered(self, place: str) -> dict[str, str]:
        """What the browser was sent back with."""
        found = self.get(place)
        assert found.status_code == 302, found.text
        parts = urlsplit(found.headers["location"])
        return {name: value for name, [value] in parse_qs(parts.query).items()}

    def code(self) -> str:
        """A code, after the person's press."""
        place = self.asked()
        self.let_in()
        return self.answered(place)["code"]

    def token(self, code: str, **other: str | None) -> httpx2.Response:
        said: dict[str, str | None] = {
            "grant_type": "authorization_code",
            "code": code,
            "client_id": DOCUMENT,
            "redirect_uri": REDIRECT,
            "code_verifier": VERIFIER,
            "resource": f"{self.base}/mcp",
        }
        return self.post("/token", said | other)

    def renew(self, token: str, **other: str | None) -> httpx2.Response:
        said: dict[str, str | None] = {
            "grant_type": "refresh_token",
            "refresh_token": token,
            "client_id": DOCUMENT,
        }
        return self.post("/token", said | other)

    def post(self, path: str, said: Mapping[str, str | None]) -> httpx2.Response:
        fields = {name: value for name, value in said.items() if value is not None}
        return self.http.post(f"{self.base}{path}", data=fields)

    def gets_in(self, token: str) -> bool:
        """Whether a call with this token is let in."""
        found = self.http.post(
            f"{self.base}/mcp",
            json={"jsonrpc": "2.0", "id": 1, "method": "ping"},
            headers={"Authorization": f"Bearer {token}", "Accept": "application/json"},
        )
        return found.status_code != 401


@contextmanager
def asking(house: TestHouse, documents: Mapping[str, bytes | KnownError]) -> Iterator[Asking]:
    """A bridge that is on, over this house, which is the house's own; documents by address."""
    door = HouseDoor(house, documents=dict(documents))
    bridge = Bridge(
        door,
        house.settings,
        house.profile,
        version="1.2.3",
        clock=house.clock,
        told=lambda: None,
        subscribe=house.store.subscribe,
        run_token=RUN_TOKEN,
    )
    house.bridge = bridge
    house.settings.change("bridge.enabled", True)
    bridge.start()
    one = Asking(house, bridge, door)
    try:
        assert bridge.wait().state is BridgeState.ON
        yield one
    finally:
        one.http.close()
        bridge.shutdown()
