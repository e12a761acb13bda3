"""Microsoft: a sign-in through the browser's pages, Dovecot and an SMTP server that take its
access tokens, each behind a proxy that can be taken away."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from pathlib import Path
from threading import Event

import pytest

from desktop_app.accounts.imap.kind import MICROSOFT
from desktop_app.model.account import Account
from tests.contracts.worlds.imap import ImapWorld
from tests.fakes.browser import sign_in
from tests.fakes.mail_servers import dovecot as imap_server
from tests.fakes.mail_servers.cutting_proxy import cutting_proxy
from tests.fakes.mail_servers.dovecot import dovecot
from tests.fakes.mail_servers.smtp import token_post_office
from tests.fakes.microsoft import USER, installed, mail_environment, microsoft


class MicrosoftWorld(ImapWorld):
    def account(self) -> Account:
        enrolment = self.services.enrolment
        started = enrolment.start(self.kind.name, ())
        with ThreadPoolExecutor(1) as pool:
            pool.submit(sign_in, started.address, USER)
            done = enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())
        self._account_id = done.account_id
        return self.store.accounts.get(done.account_id)


def microsoft_world(profile: Path) -> Iterator[ImapWorld]:
    if not (installed() and imap_server.installed()):
        pytest.skip("packaging/bootstrap.sh test not run")
    with ExitStack() as stack:
        served = stack.enter_context(microsoft())
        server = stack.enter_context(dovecot(introspection=served.introspection))
        post = stack.enter_context(token_post_office(served.whose))
        ports = server.tls_port, post.port
        first, second = (stack.enter_context(cutting_proxy(port)) for port in ports)
        environment = served.environment | mail_environment(first.port, second.port, server.ca_file)
        yield MicrosoftWorld(profile, server, post, (first, second), MICROSOFT, environment)
