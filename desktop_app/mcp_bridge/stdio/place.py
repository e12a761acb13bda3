"""Where the bridge of the running application is: told by a file of the profile, and believed when
whoever listens there has proved to know what stands in it.

An application that crashed leaves the file behind, and anybody may listen on its port by then. The
token is shown to nobody who has not shown first that they know it.
"""

from __future__ import annotations

import asyncio
import json
import os
import secrets
import stat
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from desktop_app.model.bridge import CHALLENGE_HEADER, PROOF_PATH, is_proof

FILE = "bridge.json"
LOOPBACK = "127.0.0.1"
PATIENCE_SECONDS = 5.0
MOST_BYTES = 65_536
"""Of the file, and of an answer to a challenge."""


class Closed(Exception):  # no error of ours: the state of the world
    """There is no application that could be asked; nothing has been asked."""


class Place(NamedTuple):
    url: str
    token: str

    @property
    def port(self) -> int:
        return urlsplit(self.url).port or 0


def place_of(profile: Path) -> Place:
    """What the file says. Raises `Closed` where it is not there, is not this person's alone, names
    another computer, or a process that is gone."""
    try:
        told = json.loads(_own_file(profile / FILE))
        url, token, pid = str(told["url"]), str(told["token"]), int(told["pid"])
        parts = urlsplit(url)
        here = parts.scheme == "http" and parts.hostname == LOOPBACK and bool(parts.port)
    except (OSError, ValueError, KeyError, TypeError, OverflowError) as error:
        raise Closed from error
    if not here or not token or not _runs(pid):
        raise Closed
    return Place(url, token)


def _own_file(path: Path) -> bytes:
    """Raises `OSError` for one that others may read or write, or that is another's."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0))
    with os.fdopen(descriptor, "rb") as file:
        found = os.fstat(file.fileno())
        if os.name == "posix" and (
            found.st_uid != os.getuid() or stat.S_IMODE(found.st_mode) & 0o77
        ):
            raise PermissionError("the file is not this person's alone")
        return file.read(MOST_BYTES)


def _runs(pid: int) -> bool:
    """Whether this person has a process of that number; elsewhere than on POSIX that is left to the
    challenge."""
    if os.name != "posix":
        return True
    if pid <= 0:
        return False
    try:
        os.kill(pid, 0)
    except OSError:
        return False
    return True


async def prove(place: Place) -> None:
    """Raises `Closed` unless whoever listens there knows the token. It learns nothing of it."""
    challenge = secrets.token_hex(16)
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            answer = await _asked(place.port, challenge)
        proof = str(json.loads(answer)["proof"])
    except (OSError, ValueError, KeyError, TypeError, TimeoutError) as error:
        raise Closed from error
    if not is_proof(proof, place.token, place.port, challenge):
        raise Closed


async def _asked(port: int, challenge: str) -> bytes:
    """The body of the answer to a challenge, on a connection of its own."""
    reader, writer = await asyncio.open_connection(LOOPBACK, port)
    try:
        head = (
            f"GET {PROOF_PATH} HTTP/1.1\r\nHost: {LOOPBACK}:{port}\r\n"
            f"{CHALLENGE_HEADER}: {challenge}\r\nConnection: close\r\n\r\n"
        )
        writer.write(head.encode())
        await writer.drain()
        answer = b""
        while len(answer) < MOST_BYTES and (more := await reader.read(MOST_BYTES)):
            answer += more
        return answer.partition(b"\r\n\r\n")[2]
    finally:
        writer.close()
