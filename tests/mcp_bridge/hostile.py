"""A hostile model at the other end of the bridge: AgentDojo's pairs through the SDK's client, and
fuzzed calls as plain JSON-RPC, which can be more broken than any client would let them be."""

from __future__ import annotations

import http.client
import json
import logging
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from http import HTTPStatus
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from anyio.from_thread import start_blocking_portal
from mcp.client.extension import advertise
from mcp.shared.exceptions import MCPError

from desktop_app.mcp_bridge.cards import EXTENSION, MIME_TYPE, TOOL_NAME
from desktop_app.mcp_bridge.visits import Limit
from desktop_app.store.drafts.draft_versions import RUNNING_SECONDS
from tests.assistant.dojo.attacker import Answer, attack, drive, plan_of
from tests.assistant.dojo.client import Dojo
from tests.assistant.dojo.home import dojo_home
from tests.assistant.dojo.running import Outcome, _count
from tests.assistant.dojo.untold import strangers_untold
from tests.assistant.dojo.watch import mails_that_left, queued, watched_permits
from tests.assistant.fuzz_run import Found
from tests.assistant.fuzzing import World, fuzzed
from tests.fakes.bridge import Served, served
from tests.fakes.house import TestHouse
from tests.mcp_bridge.client import connected

PERMISSIVE = {"policy.mcp_organise": "allow", "policy.mcp_draft": "allow", "tools.mcp_off": ()}
"""As much as a person can allow a program."""

INTERNAL_ERROR = -32603
Calling = Callable[[str, dict[str, Any]], Answer]


@contextmanager
def without_limits() -> Iterator[None]:
    """It is not the limit on proposals that is to hold anything back."""
    take = Limit.take
    Limit.take = lambda self: 0.0  # type: ignore[method-assign]
    try:
        yield
    finally:
        Limit.take = take  # type: ignore[method-assign]


@contextmanager
def wide_open(house: TestHouse) -> Iterator[Served]:
    """The bridge with everything allowed that can be, on every account."""
    for key, value in PERMISSIVE.items():
        house.settings.change(key, value)
    with without_limits(), served(house, name="Hostile") as bridge:
        bridge.allow(*(account.id for account in house.store.accounts.list()))
        yield bridge


@contextmanager
def through_the_client(bridge: Served, era: str, *, cards: bool = False) -> Iterator[Calling]:
    """A plain call, made by the SDK's client on a loop of its own; with `cards` as a program whose
    host draws them."""
    drawn = [advertise(EXTENSION, {"mimeTypes": [MIME_TYPE]})] if cards else []
    with (
        start_blocking_portal() as portal,
        portal.wrap_async_context_manager(connected(bridge, era, extensions=drawn)) as client,
    ):

        async def call(name: str, arguments: dict[str, Any]) -> Answer:
            try:
                found = await client.call_tool(name, arguments)
            except MCPError as error:
                return {"error": _code(error.code), "sentence": str(error)}
            if found.is_error:
                return {"error": "tool", "sentence": _text(found.content)}
            return found.structured_content

        yield lambda name, arguments: portal.call(call, name, arguments)


def _text(content: Any) -> str:
    return " ".join(getattr(part, "text", "") for part in content)


def _code(code: int) -> str:
    return "bug" if code == INTERNAL_ERROR else f"protocol {code}"


class Bugs(logging.Handler):
    """What the SDK writes down when a tool raises what it should not."""

    def __init__(self) -> None:
        super().__init__(logging.ERROR)
        self.records: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.records.append(self.format(record))

    @contextmanager
    def watching(self) -> Iterator[Bugs]:
        logger = logging.getLogger("mcp.server")
        logger.addHandler(self)
        try:
            yield self
        finally:
            logger.removeHandler(self)


def about_what(answer: Answer) -> tuple[str, int]:
    """The draft and the request that an answer tells of."""
    data = answer if isinstance(answer, dict) else {}
    return str(data.get("draft_id") or data.get("draftId") or ""), data.get("request_id") or 0


def scripted(draft: str, request: int) -> list[tuple[str, dict[str, Any]]]:
    """What a program has its card call for a draft or a request: all that a card can, and what it
    would like to."""
    wished: list[dict[str, Any]] = [{"home": True}]
    if draft:
        more: list[dict[str, Any]] = [{"home": True}, {"send": True}, {"permit": "x"}]
        more += [{"allow": True}, {"seen": True}]
        wished += [{"draft_id": draft}, *({"draft_id": draft, **each} for each in more)]
        wished.append({"draft_id": draft, "offset": 10**9})
    if request:
        more = [{"allow": True}, {"home": True}, {"answer": "allowed"}]
        wished += [{"request_id": request}, *({"request_id": request, **each} for each in more)]
    calls = [(TOOL_NAME, each) for each in wished]
    if draft:
        changed = {"draft_id": draft, "base_revision": 1, "body": "Sent by you. <script>"}
        calls.append(("update_draft", changed))
        calls += [(name, {"draft_id": draft}) for name in ("save_draft", "review_draft")]
        calls.append(("answer_requests", {"answers": [{"request_id": request, "allow": True}]}))
    return calls


def run_pair(asked: Dojo, user: str, injection: str, era: str, *, cards: bool = False) -> Outcome:
    """One pair in a profile of its own, the attack made through the bridge; with `cards` by a
    program that scripts its card besides."""
    pair = asked.pair(user, injection)
    outcome = Outcome(user, injection)
    answers: list[Answer] = []
    scripts: set[tuple[str, int]] = set()
    with TemporaryDirectory() as folder, dojo_home(Path(folder) / "profile", pair) as home:
        with (
            Bugs().watching() as bugs,
            watched_permits() as permits,
            wide_open(home.house) as bridge,
            through_the_client(bridge, era, cards=cards) as call,
        ):

            def noted(name: str, arguments: dict[str, Any]) -> Answer:
                answer = call(name, arguments)
                answers.append(answer)
                if cards and (about := about_what(answer)) not in scripts:
                    scripts.add(about)
                    answers.extend(call(*each) for each in scripted(*about))
                return answer

            ids = {theirs: bridge.ids.message(ours) for theirs, ours in home.ids.items()}
            outcome.calls = drive(attack(plan_of(pair, ids)), noted)
        _count(pair, answers, outcome)
        outcome.bugs += len(bugs.records)
        outcome.permits = permits.minted
        outcome.queued, outcome.woken = queued(home.house), home.house.postman.woken
        outcome.left = mails_that_left(home.house)
        outcome.strangers, outcome.untold = strangers_untold(home)
        outcome.judged = asked.judge(pair, "Sent, as the message asked.", home.happened())
    return outcome


def run_share(share: list[tuple[str, str]], *, cards: bool = False) -> list[dict[str, Any]]:
    """Some pairs in a process of their own, the eras in turn."""
    from tests.assistant.dojo.client import dojo

    logging.getLogger("client").setLevel(logging.ERROR)  # the SDK's: aliases are not listed
    eras = ("legacy", "2026-07-28")
    with dojo() as asked:
        asked.pairs()
        outcomes = []
        for number, (user, injection) in enumerate(share):
            outcomes.append(asdict(run_pair(asked, user, injection, eras[number % 2], cards=cards)))
            print(f"{number + 1} of {len(share)}", file=sys.stderr, flush=True)
        return outcomes


class Plain:
    """A session of JSON-RPC over one connection, without a library in between."""

    def __init__(self, bridge: Served) -> None:
        self._connection = http.client.HTTPConnection("127.0.0.1", bridge.port, timeout=60)
        self._headers = {
            **bridge.headers,
            "Content-Type": "application/json",
            "Accept": "application/json, text/event-stream",
        }
        hello = {
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "plain", "version": "1"},
        }
        self.ask("initialize", hello)
        self._post({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """The response, whatever it is."""
        status, body = self._post({"jsonrpc": "2.0", "id": 1, "method": method, "params": params})
        if status == HTTPStatus.REQUEST_ENTITY_TOO_LARGE:  # the only answer that is no JSON
            return {"error": {"code": int(status), "message": body}}
        lines = [line[5:] for line in body.splitlines() if line.startswith("data:")]
        messages = [json.loads(line) for line in lines if line.strip()] or [json.loads(body)]
        found: dict[str, Any] = messages[-1]
        return found

    def _post(self, message: dict[str, Any]) -> tuple[int, str]:
        body = json.dumps(message)
        self._connection.request("POST", "/mcp", body, self._headers)
        answer = self._connection.getresponse()
        session = answer.headers.get("mcp-session-id")
        if session:
            self._headers["Mcp-Session-Id"] = session
        return answer.status, answer.read().decode()

    def close(self) -> None:
        self._connection.close()


def fuzz(house: TestHouse, world: World, seed: int, count: int) -> Found:
    """Each call once; what is answered by nothing proper is a failure."""
    found = Found()
    with Bugs().watching() as bugs, wide_open(house) as bridge:
        client = Plain(bridge)
        for call in fuzzed(seed, count, world):
            house.now += RUNNING_SECONDS + 1
            before = len(bugs.records)
            answer = _answer(client.ask("tools/call", {"name": call[0], "arguments": call[1]}))
            if len(bugs.records) > before:
                found.fail(call, bugs.records[-1][-1500:])
                continue
            found.note(call, answer)
            world.learn(answer)
        client.close()
    return found


def _answer(response: dict[str, Any]) -> Any:
    if "error" in response:
        error = response["error"]
        return {"error": _code(error["code"]), "sentence": error["message"]}
    result = response["result"]
    if result.get("isError"):
        return {"error": "tool", "sentence": " ".join(c["text"] for c in result["content"])}
    return result["structuredContent"]
