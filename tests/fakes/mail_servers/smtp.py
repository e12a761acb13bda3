"""SMTP server on loopback (aiosmtpd) that stores what it takes, or fails in a chosen way."""

from __future__ import annotations

import asyncio
import base64
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import DATA_SIZE_DEFAULT, AuthResult, LoginPassword

from desktop_app.model.mail_server import MailServers, Security, ServerAddress
from tests.fakes.mail_servers.dovecot import PASSWORD, USER

HANG_SECONDS = 5.0
DEFAULT_SIZE = DATA_SIZE_DEFAULT
"""Bytes of a mail that it says it takes, unless `data_size_limit` says otherwise."""


@dataclass
class Taken:
    sender: str
    recipients: tuple[str, ...]
    data: bytes


@dataclass
class Post:
    """The handler. `mode`: `ok`, `die before`, `die after`, `later` (4xx), `never` (5xx), `hang`
    (takes it and does not answer), or an answer that begins with its code. `mail_answer` is what it
    says to MAIL instead; `greets_size`, where it is anything, what its greeting says of SIZE."""

    mode: str = "ok"
    refuses: frozenset[str] = frozenset()
    refusing: str = "550 no such person"
    taken: list[Taken] = field(default_factory=list)
    options: list[str] = field(default_factory=list)
    attempts: int = 0
    port: int = 0
    mail_answer: str = ""
    greets_size: str = ""

    async def handle_MAIL(  # noqa: N802 - the library's names
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        self.options = list(options)
        if self.mail_answer:
            return self.mail_answer
        envelope.mail_from = address
        return "250 OK"

    async def handle_EHLO(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, hostname: str, responses: list[str]
    ) -> list[str]:
        session.host_name = hostname
        if not self.greets_size:
            return responses
        return [f"250-SIZE {self.greets_size}" if "SIZE" in r else r for r in responses]

    async def handle_RCPT(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if address in self.refuses:
            return self.refusing
        envelope.rcpt_tos.append(address)
        return "250 OK"

    async def handle_DATA(self, server: Any, session: Any, envelope: Any) -> str:  # noqa: N802
        self.attempts += 1
        if self.mode == "later":
            return "451 try later"
        if self.mode == "never":
            return "554 not here"
        if self.mode[:1].isdigit():
            return self.mode
        if self.mode != "die before":
            rcpts = tuple(envelope.rcpt_tos)
            self.taken.append(Taken(envelope.mail_from, rcpts, envelope.content))
        if self.mode == "hang":
            await asyncio.sleep(HANG_SECONDS)
        if self.mode.startswith("die"):
            server.transport.abort()
        return "250 OK"

    def servers(self, security: Security = Security.NONE, port: int = 0) -> MailServers:
        outgoing = ServerAddress("127.0.0.1", port or self.port, security)
        return MailServers(ServerAddress("127.0.0.1", 1), outgoing, USER)


async def _end_talks() -> None:
    """End the connections that clients left: the library leaves their tasks behind."""
    talks = asyncio.all_tasks() - {asyncio.current_task()}
    for talk in talks:
        talk.cancel()
    await asyncio.gather(*talks, return_exceptions=True)


@dataclass
class TokenPost(Post):
    """Takes mail from who shows an access token. `whose` returns the user of one, empty for one
    that is not valid; `refusal` is said to everybody instead of looking."""

    whose: Callable[[str], str] = str
    refusal: str = ""
    shown: list[str] = field(default_factory=list)

    async def auth_XOAUTH2(self, server: Any, args: list[str]) -> AuthResult:  # noqa: N802
        user, token = _words(args[1])
        self.shown.append(token)
        if self.refusal:
            return AuthResult(success=False, handled=False, message=self.refusal)
        if user and self.whose(token) == user:
            return AuthResult(success=True)
        await server.challenge_auth('{"status":"401","schemes":"bearer"}')
        return AuthResult(success=False, handled=False)

    async def handle_MAIL(  # noqa: N802
        self, server: Any, session: Any, envelope: Any, address: str, options: list[str]
    ) -> str:
        if not session.authenticated:
            return "530 5.7.57 Client not authenticated to send mail"
        return await super().handle_MAIL(server, session, envelope, address, options)


def _words(encoded: str) -> tuple[str, str]:
    """User and token of what a client says by XOAUTH2."""
    user, bearer, *_ = base64.b64decode(encoded).decode().split("\1")
    return user.removeprefix("user="), bearer.removeprefix("auth=Bearer ")


@contextmanager
def token_post_office(whose: Callable[[str], str], **options: Any) -> Iterator[TokenPost]:
    """A post office that knows access tokens and no passwords."""
    post = TokenPost(whose=whose)
    with post_office(post, auth_exclude_mechanism=["PLAIN", "LOGIN"], **options):
        yield post


@contextmanager
def post_office(post: Post | None = None, **options: Any) -> Iterator[Post]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port = probe.getsockname()[1]
    post = post or Post()
    post.port = port

    def check(
        server: Any, session: Any, envelope: Any, mechanism: str, given: LoginPassword
    ) -> AuthResult:
        good = (given.login, given.password) == (USER.encode(), PASSWORD.encode())
        return AuthResult(success=good, handled=good)

    controller = Controller(
        post,
        hostname="127.0.0.1",
        port=port,
        authenticator=check,
        auth_require_tls=options.pop("auth_require_tls", False),
        enable_SMTPUTF8=options.pop("utf8", True),
        **options,
    )
    controller.start()
    try:
        yield post
    finally:
        asyncio.run_coroutine_threadsafe(_end_talks(), controller.loop).result()
        controller.stop()
