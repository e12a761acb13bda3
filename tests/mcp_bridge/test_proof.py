"""The file of a crash is not believed: the token goes to nobody who has not proved to know it."""

from __future__ import annotations

import asyncio
import json
import os
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from desktop_app.mcp_bridge.stdio.place import Closed, Place, place_of, prove
from desktop_app.mcp_bridge.stdio.upstream import Upstream
from desktop_app.model.bridge import CHALLENGE_HEADER, PROOF_PATH, is_proof, proof_of
from tests.fakes.bridge import RUN_TOKEN, Served
from tests.mcp_bridge.test_stdio import HELLO, ask

CHALLENGE = "0123456789abcdef" * 2
NO_PROCESS = 2**22 + 1
"""Above the largest number of a process on Linux."""

Answers = Callable[[bytes], bytes]


class Impostor:
    """Listens where the application did, and keeps what it is told."""

    def __init__(self, answers: Answers) -> None:
        self._answers = answers
        self.heard = b""
        self.asked: list[str] = []
        self.port = 0

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            head = await reader.readuntil(b"\r\n\r\n")
            self.heard += head
            for line in head.lower().splitlines():
                if line.startswith(b"content-length:"):
                    self.heard += await reader.readexactly(int(line.partition(b":")[2]))
            self.asked.append(head.partition(b" HTTP")[0].decode())
            writer.write(self._answers(head))
            await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass
        finally:
            writer.close()


@asynccontextmanager
async def impostor(answers: Answers) -> AsyncIterator[Impostor]:
    one = Impostor(answers)
    server = await asyncio.start_server(one.serve, "127.0.0.1", 0)
    one.port = server.sockets[0].getsockname()[1]
    async with server:
        yield one


def http(body: dict[str, Any] | str, *more: str) -> bytes:
    text = body if isinstance(body, str) else json.dumps(body)
    head = "\r\n".join(("HTTP/1.1 200 OK", "Content-Type: application/json", *more,
                        f"Content-Length: {len(text)}", "Connection: close"))  # fmt: skip
    return f"{head}\r\n\r\n{text}".encode()


def left_behind(profile: Path, port: int, **otherwise: Any) -> None:
    """As an application leaves it that has crashed."""
    told = {"url": f"http://127.0.0.1:{port}/mcp", "pid": os.getpid(), "token": RUN_TOKEN}
    path = profile / "bridge.json"
    path.write_text(json.dumps({**told, **otherwise}))
    path.chmod(0o600)


def run(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(work())  # type: ignore[arg-type]


# The file


@pytest.mark.parametrize(
    "otherwise",
    [
        {"url": "http://10.0.0.1:80/mcp"},
        {"url": "http://localhost.evil.example:80/mcp"},
        {"url": "https://127.0.0.1:80/mcp"},
        {"url": "http://127.0.0.1/mcp"},
        {"url": "nonsense"},
        {"url": "http://127.0.0.1:99999/mcp"},
        {"token": ""},
        {"pid": "no number"},
        pytest.param(
            {"pid": NO_PROCESS}, marks=pytest.mark.skipif(os.name != "posix", reason="POSIX")
        ),
        pytest.param({"pid": 0}, marks=pytest.mark.skipif(os.name != "posix", reason="POSIX")),
    ],
)
def test_a_file_that_says_something_odd_is_not_believed(
    tmp_path: Path, otherwise: dict[str, Any]
) -> None:
    left_behind(tmp_path, 80)
    assert place_of(tmp_path) == Place("http://127.0.0.1:80/mcp", RUN_TOKEN)
    left_behind(tmp_path, 80, **otherwise)
    with pytest.raises(Closed):
        place_of(tmp_path)


@pytest.mark.skipif(sys.platform == "win32", reason="permissions of POSIX")
def test_a_file_that_is_not_this_person_s_alone_is_not_believed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    left_behind(tmp_path, 80)
    path = tmp_path / "bridge.json"
    for mode in (0o640, 0o604, 0o620, 0o602):
        path.chmod(mode)
        with pytest.raises(Closed):
            place_of(tmp_path)
    path.chmod(0o600)
    place_of(tmp_path)
    monkeypatch.setattr(os, "getuid", lambda: path.stat().st_uid + 1)
    with pytest.raises(Closed):
        place_of(tmp_path)
    monkeypatch.undo()
    path.rename(tmp_path / "elsewhere.json")
    path.symlink_to(tmp_path / "elsewhere.json")
    with pytest.raises(Closed):
        place_of(tmp_path)


# The proof


def test_the_application_proves_that_it_knows_the_token(bridge: Served) -> None:
    async def work() -> None:
        await prove(Place(bridge.url, RUN_TOKEN))
        with pytest.raises(Closed):
            await prove(Place(bridge.url, "another run's token"))

    run(work)


def test_a_proof_is_of_one_port_one_token_and_one_challenge() -> None:
    proof = proof_of("t", 80, CHALLENGE)
    assert is_proof(proof, "t", 80, CHALLENGE)
    others = [("t", 81, CHALLENGE), ("u", 80, CHALLENGE), ("t", 80, CHALLENGE[::-1])]
    assert not any(is_proof(proof, *other) for other in others)
    assert not is_proof("", "t", 80, CHALLENGE)
    assert not is_proof("é", "t", 80, CHALLENGE)


@pytest.mark.parametrize("challenge", ["", "short", CHALLENGE.upper(), CHALLENGE + "0", "x" * 32])
def test_only_a_challenge_is_answered(bridge: Served, challenge: str) -> None:
    async def asked(path: str, method: str = "GET") -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", bridge.port)
        writer.write(
            f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1:{bridge.port}\r\n"
            f"{CHALLENGE_HEADER}: {challenge}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = await reader.read()
        writer.close()
        return answer

    async def work() -> None:
        answers = [await asked(PROOF_PATH), await asked(PROOF_PATH, "POST"), await asked("/x")]
        assert not [answer for answer in answers if b"proof" in answer]
        assert not [answer for answer in answers if b"200 OK" in answer]

    run(work)


async def passed_on(profile: Path, *messages: Any) -> list[Any]:
    """What a program is told by the pipe; `Closed` where nobody is there to be asked."""
    told: list[Any] = []
    upstream = Upstream(profile, told.append)
    try:
        for message in messages:
            try:
                told.append(await upstream.pass_on(message))
            except Closed:
                told.append(Closed)
    finally:
        await upstream.close()
    return told


GUESSES: dict[str, Answers] = {
    "answers as a bridge would": lambda _: http({"jsonrpc": "2.0", "id": 1, "result": {}}),
    "an empty proof": lambda _: http({"proof": ""}),
    "a proof of another token": lambda _: http({"proof": proof_of("guess", 1, CHALLENGE)}),
    "the challenge itself": lambda head: http({"proof": _challenge_in(head)}),
    "no JSON": lambda _: http("nonsense"),
    "nothing": lambda _: b"",
}


def _challenge_in(head: bytes) -> str:
    found = [line for line in head.decode().splitlines() if line.startswith(CHALLENGE_HEADER)]
    return found[0].partition(": ")[2] if found else ""


@pytest.mark.parametrize("name", GUESSES)
def test_whoever_listens_where_it_did_is_told_nothing(tmp_path: Path, name: str) -> None:
    async def work() -> None:
        async with impostor(GUESSES[name]) as other:
            left_behind(tmp_path, other.port)
            secret = ask(2, "tools/call", name="search_messages", arguments={"query": "secret"})
            assert await passed_on(tmp_path, HELLO, secret) == [Closed, Closed]
            assert other.asked
            assert set(other.asked) == {f"GET {PROOF_PATH}"}
            assert RUN_TOKEN.encode() not in other.heard
            assert b"secret" not in other.heard

    run(work)


def test_a_port_that_changes_hands_meanwhile_is_not_believed(
    bridge: Served, tmp_path: Path
) -> None:
    """The application crashes between two calls; on its port listens somebody else."""
    bridge.house.store.bridge_clients.change("local", accounts=("work",), groups_off=())

    async def work() -> None:
        known = True

        def answers(head: bytes) -> bytes:
            if head.startswith(f"GET {PROOF_PATH}".encode()) and known:
                return http({"proof": proof_of(RUN_TOKEN, other.port, _challenge_in(head))})
            return http({"jsonrpc": "2.0", "id": 1, "result": {}}, "Mcp-Session-Id: s")

        async with impostor(answers) as other:
            left_behind(tmp_path, other.port)
            told: list[Any] = []
            upstream = Upstream(tmp_path, told.append)
            assert await upstream.pass_on(HELLO) == ""
            known, other.heard = False, b""
            with pytest.raises(Closed):
                await upstream.pass_on(ask(2, "tools/list"))
            await upstream.close()
            assert RUN_TOKEN.encode() not in other.heard

    run(work)


def test_a_server_without_a_session_is_not_asked_again_and_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Between two looks for a session there is a pause each time."""
    pauses, enough = 0, 5

    async def work() -> None:
        reached = asyncio.Event()

        async def pause(_: Upstream) -> None:
            nonlocal pauses
            pauses += 1
            if pauses >= enough:
                reached.set()
                await asyncio.Event().wait()

        monkeypatch.setattr(Upstream, "_pause", pause)

        def answers(head: bytes) -> bytes:
            if head.startswith(b"GET " + PROOF_PATH.encode()):
                return http({"proof": proof_of(RUN_TOKEN, other.port, _challenge_in(head))})
            return http({"jsonrpc": "2.0", "id": 1, "result": {"protocolVersion": "2025-11-25"}})

        async with impostor(answers) as other:
            left_behind(tmp_path, other.port)
            upstream = Upstream(tmp_path, lambda _: None)
            assert await upstream.pass_on(HELLO) == ""
            upstream.look_out()
            async with asyncio.timeout(10):
                await reached.wait()
            posts = [each for each in other.asked if each.startswith("POST")]
            await upstream.close()
            assert len(posts) == 1 + enough

    run(work)
    assert pauses == enough
