"""One request to the public web: where it may go, what it tells, and how much it takes."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Event

import pytest
import trustme

from desktop_app.accounts.public_web import PublicWeb, is_public
from desktop_app.model.errors import Cancelled, Refused, Unavailable

HOST = "pictures.example"


@dataclass
class Served:
    """A server of this computer that stands for a public one. `answers` by path: status, headers,
    body."""

    web: PublicWeb
    answers: dict[str, tuple[int, dict[str, str], bytes]]
    asked: list[dict[str, str]] = field(default_factory=list)
    resolved: list[str] = field(default_factory=list)

    def get(self, address: str, *, most: int = 1000, seconds: float = 20.0) -> bytes:
        return self.web.get(
            address, accept="image/png", most_bytes=most, seconds=seconds, cancelled=Event()
        )


@pytest.fixture
def served() -> Iterator[Served]:
    authority, answers = trustme.CA(), dict[str, tuple[int, dict[str, str], bytes]]()
    asked, names = list[dict[str, str]](), list[str]()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append({name.lower(): value for name, value in self.headers.items()})
            status, headers, body = answers.get(self.path, (404, {}, b""))
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def log_message(self, *_: object) -> None:
            return

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    authority.issue_cert(HOST).configure_cert(context)
    server.socket = context.wrap_socket(server.socket, server_side=True)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    trusting = ssl.create_default_context()
    authority.configure_trust(trusting)

    def resolve(host: str) -> list[str]:
        names.append(host)
        return ["127.0.0.1" if host != "inside.example" else "10.0.0.1"]

    web = PublicWeb(
        resolve=resolve,
        public=lambda address: address == "127.0.0.1",
        port=server.server_port,
        context=trusting,
    )
    yield Served(web, answers, asked, names)
    server.shutdown()
    server.server_close()


def moved(where: str) -> tuple[int, dict[str, str], bytes]:
    return 302, {"Location": where}, b""


def test_it_tells_the_server_nothing_but_what_is_wanted(served: Served) -> None:
    served.answers["/a.png?x=1"] = (200, {"Set-Cookie": "who=me"}, b"picture")
    for _ in range(2):
        assert served.get(f"https://{HOST}/a.png?x=1") == b"picture"
    for headers in served.asked:
        assert set(headers) <= {"host", "accept", "accept-encoding"}
        assert headers["host"] == HOST


def test_one_answer_of_the_name_server_is_checked_and_used(served: Served) -> None:
    served.answers["/a.png"] = (200, {}, b"picture")
    served.get(f"https://{HOST}/a.png")
    assert served.resolved == [HOST]


@pytest.mark.parametrize(
    "address",
    [
        f"http://{HOST}/a.png",
        f"https://me@{HOST}/a.png",
        f"https://{HOST}:8443/a.png",
        "https:///a.png",
        "file:///etc/hostname",
        "https://inside.example/a.png",
    ],
)
def test_what_is_not_the_public_web_is_not_asked(served: Served, address: str) -> None:
    with pytest.raises(Refused):
        served.get(address)
    assert served.asked == []


@pytest.mark.parametrize("where", ["https://inside.example/", f"http://{HOST}/b", "file:///etc"])
def test_a_redirect_is_checked_like_an_address(served: Served, where: str) -> None:
    served.answers["/a"] = moved(where)
    with pytest.raises(Refused):
        served.get(f"https://{HOST}/a")
    assert len(served.asked) == 1


def test_redirects_are_followed_a_few_times(served: Served) -> None:
    served.answers |= {"/a": moved("/b"), "/b": (200, {}, b"here"), "/round": moved("/round")}
    assert served.get(f"https://{HOST}/a") == b"here"
    with pytest.raises(Unavailable):
        served.get(f"https://{HOST}/round")


def test_a_server_with_another_name_is_not_believed(served: Served) -> None:
    served.answers["/a"] = (200, {}, b"here")
    with pytest.raises(Unavailable):
        served.get("https://other.example/a")


def test_size_time_and_cancelling_end_it(served: Served) -> None:
    served.answers["/big"] = (200, {}, b"x" * 200_000)
    with pytest.raises(Unavailable, match="too large"):
        served.get(f"https://{HOST}/big", most=100_000)
    with pytest.raises(Unavailable, match="too long"):
        served.get(f"https://{HOST}/big", most=1_000_000, seconds=-1)
    stopped = Event()
    stopped.set()
    with pytest.raises(Cancelled):
        served.web.get(
            f"https://{HOST}/big", accept="", most_bytes=10**6, seconds=20, cancelled=stopped
        )
    with pytest.raises(Unavailable, match="404"):
        served.get(f"https://{HOST}/nowhere")


@pytest.mark.parametrize(
    ("address", "public"),
    [
        ("93.184.216.34", True),
        ("2606:2800:220:1:248:1893:25c8:1946", True),
        *((each, False) for each in (
            "127.0.0.1", "10.1.2.3", "172.16.0.1", "192.168.1.1", "169.254.169.254", "0.0.0.0",
            "100.64.0.1", "224.0.0.1", "255.255.255.255", "::1", "::", "fe80::1%eth0", "fc00::1",
            "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1", "64:ff9b::a00:1",
            "2002:a00:1::", "localhost", "",
        )),
    ],
)  # fmt: skip
def test_only_the_public_internet_is_public(address: str, public: bool) -> None:
    assert is_public(address) is public


def test_a_name_with_one_private_address_is_refused() -> None:
    answers: Callable[[str], list[str]] = lambda _: ["93.184.216.34", "10.0.0.1"]  # noqa: E731
    with pytest.raises(Refused):
        PublicWeb(resolve=answers).get(
            "https://x.example/", accept="", most_bytes=1, seconds=1, cancelled=Event()
        )
