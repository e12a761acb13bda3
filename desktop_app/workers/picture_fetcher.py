"""Pictures of the web for one mail, fetched because the person asked, or asked it once for all mail
of a sender who is vouched for."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event

from desktop_app.accounts.public_web import PublicWeb
from desktop_app.mail.files.picture_kinds import picture_kind
from desktop_app.model.errors import KnownError

ACCEPT = "image/png,image/jpeg,image/gif,image/webp"
MOST_BYTES, MOST_IN_ALL = 3_000_000, 15_000_000
SECONDS, SECONDS_IN_ALL = 10.0, 20.0
THREADS = 6
_LOOK_SECONDS = 0.2
_KINDS = frozenset({"png", "jpeg", "gif", "webp"})


def is_picture(data: bytes) -> bool:
    """Whether the bytes begin as PNG, JPEG, GIF or WebP do; drawings with code in them do not."""
    return picture_kind(data) in _KINDS


class PictureFetcher:
    def __init__(self, web: PublicWeb | None = None) -> None:
        self._web = web or PublicWeb()

    def fetch(self, addresses: Sequence[str], cancelled: Event) -> Mapping[str, bytes]:
        """The pictures that came, by address. One that fails, is no picture or comes too late is
        left out. Blocks for at most some twenty seconds."""
        late = Event()

        def one(address: str) -> bytes:
            try:
                data = self._web.get(
                    address, accept=ACCEPT, most_bytes=MOST_BYTES, seconds=SECONDS, cancelled=late
                )
            except KnownError:
                return b""
            return data if is_picture(data) else b""

        pool = ThreadPoolExecutor(THREADS, thread_name_prefix="picture")
        asked = {address: pool.submit(one, address) for address in dict.fromkeys(addresses)}
        until = time.monotonic() + SECONDS_IN_ALL
        under_way: set[Future[bytes]] = set(asked.values())
        while under_way and time.monotonic() < until and not cancelled.is_set():
            under_way = wait(under_way, _LOOK_SECONDS).not_done
        late.set()
        pool.shutdown(wait=False, cancel_futures=True)
        found: dict[str, bytes] = {}
        room = MOST_IN_ALL
        for address, work in asked.items():
            data = work.result() if work.done() and not work.cancelled() else b""
            if data and len(data) <= room:
                found[address] = data
                room -= len(data)
        return found
