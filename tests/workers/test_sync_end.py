"""The end of the program does not wait for a mail server that says nothing any more."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path

import pytest

from desktop_app.model.sync import SyncPhase
from tests.fakes.mail_servers.cutting_proxy import cutting_proxy
from tests.fakes.mail_servers.desk import imap_desk
from tests.fakes.mail_servers.dovecot import dovecot, installed


@pytest.mark.skipif(not installed(), reason="packaging/bootstrap.sh test installs Dovecot")
def test_a_silent_server_is_left(tmp_path: Path) -> None:
    with dovecot() as server, cutting_proxy(server.tls_port) as proxy:
        there = server.servers()
        servers = replace(there, incoming=replace(there.incoming, port=proxy.port))
        with imap_desk(tmp_path / "profile", servers) as desk:
            sync = desk.services.sync
            heard = threading.Event()
            desk.store.subscribe(lambda _: heard.set())
            sync.start()
            wait(heard, lambda: sync.status()[0].phase is SyncPhase.IDLE)
            proxy.fall_silent()
            sync.wake()
            wait(heard, lambda: sync.status()[0].phase is SyncPhase.WORKING)
            sync.shutdown()
            names = {thread.name for thread in threading.enumerate()}
            assert "sync i1" not in names, "its connection was closed, and it ended"
        proxy.speak()


def wait(heard: threading.Event, met: object) -> None:
    """Until it is met; each announcement is a reason to look."""
    assert callable(met)
    for _ in range(200):
        if met():
            return
        heard.wait(0.1)
        heard.clear()
    raise AssertionError("it did not happen within twenty seconds")
