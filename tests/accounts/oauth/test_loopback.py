"""The listener on real sockets: strays, silence, forgery and company do not disturb it."""

from __future__ import annotations

import errno
import shutil
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from threading import Event
from typing import Any
from urllib.parse import urlsplit

import pytest
import requests

from desktop_app.accounts.oauth import loopback
from desktop_app.accounts.oauth.loopback import MOST_CONNECTIONS, Callback, LoopbackListener
from desktop_app.model.errors import Cancelled, Unavailable

STATE = "the-state-of-this-sign-in"
PAGE = b"<p>How it ended</p>"


@pytest.fixture
def open_listener() -> Iterator[Callable[..., LoopbackListener]]:
    made: list[LoopbackListener] = []

    def make(state: str = STATE, **more: object) -> LoopbackListener:
        made.append(LoopbackListener(state, **more))  # type: ignore[arg-type]
        return made[-1]

    yield make
    for listener in made:
        listener.close()


@pytest.fixture
def listener(open_listener: Callable[..., LoopbackListener]) -> LoopbackListener:
    return open_listener()


def come_back(listener: LoopbackListener, **given: str) -> requests.Response:
    """The browser's last step; it waits for its page."""
    listener.answer(PAGE)
    return requests.get(listener.redirect_uri, params=given, timeout=10)


def nothing_came(listener: LoopbackListener) -> bool:
    try:
        listener.wait(Event(), 0.05)
    except Unavailable:
        return True
    return False


def assert_still_works(listener: LoopbackListener) -> None:
    page = come_back(listener, code="good", state=STATE)
    assert (page.status_code, page.content) == (200, PAGE)
    assert listener.wait(Event(), 5) == Callback("good")


def port_of(listener: LoopbackListener) -> int:
    port = urlsplit(listener.redirect_uri).port
    assert port
    return port


def test_it_listens_on_the_loopback_interface_alone(listener: LoopbackListener) -> None:
    assert urlsplit(listener.redirect_uri).hostname == "127.0.0.1"
    rows = Path("/proc/net/tcp").read_text().splitlines()[1:]
    local = [row.split()[1] for row in rows if row.split()[3] == "0A"]  # listening
    assert f"0100007F:{port_of(listener):04X}" in local
    assert f"00000000:{port_of(listener):04X}" not in local


def test_the_browser_gets_its_page_only_when_it_is_known_how_it_ended(
    listener: LoopbackListener,
) -> None:
    with ThreadPoolExecutor(1) as pool:
        given = {"code": "good", "state": STATE}
        reply = pool.submit(requests.get, listener.redirect_uri, params=given, timeout=10)
        assert listener.wait(Event(), 5) == Callback("good")
        assert not reply.done()
        listener.answer(PAGE)
        assert reply.result().content == PAGE
    head = reply.result().headers
    assert head["Referrer-Policy"] == "no-referrer"
    assert head["Cache-Control"] == "no-store"
    assert "default-src 'none'" in head["Content-Security-Policy"]


def test_a_favicon_and_fifty_stray_requests_change_nothing(listener: LoopbackListener) -> None:
    root = f"http://127.0.0.1:{port_of(listener)}"
    strays = ["/favicon.ico", "/", "/robots.txt", f"{listener.path}/x", f"{listener.path}"]
    with ThreadPoolExecutor(10) as pool:
        asked = (pool.submit(requests.get, root + strays[n % 5], timeout=10) for n in range(50))
        assert {reply.result().status_code for reply in list(asked)} == {404}
    for method in ("POST", "HEAD", "PUT", "DELETE", "OPTIONS"):
        given = {"code": "x", "state": STATE}
        reply = requests.request(method, listener.redirect_uri, params=given, timeout=10)
        assert reply.status_code == 404
    assert nothing_came(listener)
    assert_still_works(listener)


def test_what_is_no_http_changes_nothing(listener: LoopbackListener) -> None:
    for said in (b"\x16\x03\x01\x02\x00", b"GET\r\n\r\n", b"GET /x HTTP/9.9\r\n\r\n", b"\0" * 9000):
        with closing(socket.create_connection(("127.0.0.1", port_of(listener)), 5)) as wire:
            wire.sendall(said)
    assert nothing_came(listener)
    assert_still_works(listener)


def test_silent_connections_hold_nobody_up(open_listener: Callable[..., LoopbackListener]) -> None:
    listener = open_listener(silence=0.3)
    address = ("127.0.0.1", port_of(listener))
    silent = [socket.create_connection(address, 5) for _ in range(20)]
    begun = socket.create_connection(address, 5)
    begun.sendall(f"GET {listener.path}?code=x".encode())
    assert_still_works(listener)
    for wire in (*silent, begun):
        wire.settimeout(5)
        with closing(wire):
            assert b"200" not in wire.recv(100), "it is dropped, or told that nothing is there"


def test_as_many_connections_as_it_takes_are_dropped_after_a_while(
    open_listener: Callable[..., LoopbackListener],
) -> None:
    listener = open_listener(silence=0.3)
    address = ("127.0.0.1", port_of(listener))
    crowd = [socket.create_connection(address, 5) for _ in range(MOST_CONNECTIONS + 20)]
    for wire in crowd:
        wire.settimeout(10)
        with closing(wire):
            assert wire.recv(10) == b""
    assert_still_works(listener)


@pytest.mark.parametrize("state", ["", "forged", STATE + "x", STATE[:-1], "ünïcode"])
def test_a_forged_state_is_not_found(listener: LoopbackListener, state: str) -> None:
    assert come_back(listener, code="evil", state=state).status_code == 404
    assert come_back(listener, error="access_denied", state=state).status_code == 404
    assert nothing_came(listener)
    assert_still_works(listener)


def test_the_right_state_at_another_path_is_not_found(listener: LoopbackListener) -> None:
    url = f"http://127.0.0.1:{port_of(listener)}/"
    given = {"code": "evil", "state": STATE}
    assert requests.get(url, params=given, timeout=10).status_code == 404
    assert nothing_came(listener)


def test_the_first_answer_counts_and_a_reload_shows_the_same_page(
    listener: LoopbackListener,
) -> None:
    come_back(listener, code="first", state=STATE)
    assert come_back(listener, code="second", state=STATE).content == PAGE
    assert listener.wait(Event(), 5) == Callback("first")


def test_a_denial_comes_as_such(listener: LoopbackListener) -> None:
    come_back(listener, error="access_denied", state=STATE)
    assert listener.wait(Event(), 5) == Callback(error="access_denied")


def test_a_closed_tab_ends_with_the_deadline_and_cancel_ends_it_at_once(
    listener: LoopbackListener,
) -> None:
    with pytest.raises(Unavailable, match="in time"):
        listener.wait(Event(), 0.2)
    cancelled = Event()
    threading.Timer(0.1, cancelled.set).start()
    with pytest.raises(Cancelled):
        listener.wait(cancelled, 300)


def test_a_browser_that_leaves_before_its_page_changes_nothing(listener: LoopbackListener) -> None:
    with closing(socket.create_connection(("127.0.0.1", port_of(listener)), 5)) as wire:
        wire.sendall(f"GET {listener.path}?code=good&state={STATE} HTTP/1.0\r\n\r\n".encode())
        assert listener.wait(Event(), 5) == Callback("good")
    listener.answer(PAGE)


def test_a_taken_port_is_not_asked_for(open_listener: Callable[..., LoopbackListener]) -> None:
    first = open_listener()
    second = open_listener()
    assert port_of(first) != port_of(second)


def test_two_at_once_keep_apart(open_listener: Callable[..., LoopbackListener]) -> None:
    one, two = open_listener("state-one"), open_listener("state-two")
    crossed = {"code": "x", "state": "state-two"}
    assert requests.get(one.redirect_uri, params=crossed, timeout=10).status_code == 404
    come_back(two, code="two", state="state-two")
    come_back(one, code="one", state="state-one")
    assert one.wait(Event(), 5).code == "one"
    assert two.wait(Event(), 5).code == "two"


def test_nothing_listens_after_the_end(open_listener: Callable[..., LoopbackListener]) -> None:
    listener = open_listener()
    waiting = socket.create_connection(("127.0.0.1", port_of(listener)), 5)
    begun = time.monotonic()
    listener.close()
    assert time.monotonic() - begun < 4, "a silent connection does not hold it up"
    with closing(waiting), pytest.raises(ConnectionRefusedError):
        socket.create_connection(("127.0.0.1", port_of(listener)), 5)


def test_a_page_under_way_is_sent_before_the_program_may_end(
    open_listener: Callable[..., LoopbackListener], monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, sent = Event(), Event()
    send = loopback._Handler._send

    def slowly(self: loopback._Handler, *given: Any) -> None:
        begun.set()
        time.sleep(0.3)
        send(self, *given)
        sent.set()

    monkeypatch.setattr(loopback._Handler, "_send", slowly)
    listener = open_listener()
    with ThreadPoolExecutor(1) as pool:
        reply = pool.submit(come_back, listener, code="good", state=STATE)
        assert begun.wait(5)
        listener.close()
        assert sent.is_set()
        assert reply.result().content == PAGE


def test_where_nothing_can_listen_it_says_so() -> None:
    with pytest.raises(Unavailable, match="listen"):
        LoopbackListener(STATE, hosts=["192.0.2.1"])  # RFC 5737: nobody's


IPV6_ONLY = """
import requests
from threading import Event
from desktop_app.accounts.oauth.loopback import LoopbackListener
listener = LoopbackListener("s")
assert listener.redirect_uri.startswith("http://[::1]:"), listener.redirect_uri
listener.answer(b"page")
reply = requests.get(listener.redirect_uri, params={"code": "c", "state": "s"}, timeout=5)
assert reply.content == b"page"
assert listener.wait(Event(), 5).code == "c"
listener.close()
"""


def alone(flush: str, code: str) -> None:
    """Run the code in a network whose loopback interface lacks the addresses of one family."""
    steps = f'ip link set lo up && ip {flush} address flush dev lo && exec "$0" -c "$1"'
    command = ["unshare", "-rn", "sh", "-c", steps, sys.executable, code]
    if shutil.which("ip") is None or shutil.which("unshare") is None:
        pytest.skip("packaging/bootstrap.sh test not run")
    probe = subprocess.run(["unshare", "-rn", "true"], capture_output=True)
    if probe.returncode != 0:
        pytest.skip("this machine lets nobody make a network of their own")
    done = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr


def test_where_only_ipv6_works_it_listens_there() -> None:
    alone("-4", IPV6_ONLY)


# http://localhost, where a service takes nothing else


def test_localhost_is_answered_at_both_its_addresses_at_the_root(
    open_listener: Callable[..., LoopbackListener],
) -> None:
    listener = open_listener(localhost=True)
    port = port_of(listener)
    assert listener.redirect_uri == f"http://localhost:{port}"
    listener.answer(PAGE)
    hosts = ["127.0.0.1", *(["[::1]"] if ipv6() else [])]
    for host in hosts:
        root = f"http://{host}:{port}"
        for stray in ("/", "/favicon.ico", f"/x?code=evil&state={STATE}", "/?code=evil&state=x"):
            assert requests.get(root + stray, timeout=10).status_code == 404
    assert nothing_came(listener)
    for host in reversed(hosts):
        given = {"code": "good", "state": STATE}
        assert requests.get(f"http://{host}:{port}/", params=given, timeout=10).content == PAGE
    assert listener.wait(Event(), 5) == Callback("good")
    listener.close()
    with socket.socket() as probe:
        assert probe.connect_ex(("127.0.0.1", port)) == errno.ECONNREFUSED


def test_a_port_that_somebody_else_has_at_one_of_the_addresses_is_not_used(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The browser could reach the other program, and hand it the code."""
    if not ipv6():
        pytest.skip("this machine has no IPv6")
    taken: list[socket.socket] = []
    make = loopback._server

    def server(host: str, port: int = 0) -> loopback._Server:
        if port and not taken:
            taken.append(socket.create_server((host, port), family=socket.AF_INET6))
        return make(host, port)

    monkeypatch.setattr(loopback, "_server", server)
    listener = LoopbackListener(STATE, localhost=True)
    assert port_of(listener) != taken[0].getsockname()[1]
    assert len(listener._servers) == 2
    listener.close()
    taken[0].close()


ONE_FAMILY = """
import requests
from threading import Event
from desktop_app.accounts.oauth.loopback import LoopbackListener
listener = LoopbackListener("s", localhost=True)
assert len(listener._servers) == 1
listener.answer(b"page")
address = listener.redirect_uri.replace("localhost", HOST)
assert requests.get(address, params={"code": "c", "state": "s"}, timeout=5).content == b"page"
listener.close()
"""


@pytest.mark.parametrize(("flush", "host"), [("-4", "[::1]"), ("-6", "127.0.0.1")])
def test_where_localhost_has_one_address_it_listens_there(flush: str, host: str) -> None:
    alone(flush, f"HOST = {host!r}\n{ONE_FAMILY}")


def ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True
