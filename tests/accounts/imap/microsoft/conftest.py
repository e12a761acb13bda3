"""Microsoft's sign-in, an IMAP and an SMTP server that take its access tokens, and an office that
uses them."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path
from threading import Event

import pytest

from desktop_app.accounts.imap.connector import ImapConnector
from desktop_app.accounts.imap.microsoft.sign_in import MicrosoftSignIn
from desktop_app.accounts.secrets import Secrets
from desktop_app.accounts.senders import sender_for
from desktop_app.model.outbox import OutboxEntry, OutboxState, Receipt
from desktop_app.model.sign_in import SignedIn
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.account_services import AccountServices
from tests.fakes.browser import sign_in
from tests.fakes.house import mail
from tests.fakes.keyrings import MEMORY, Memory
from tests.fakes.mail_servers import dovecot as imap_server
from tests.fakes.mail_servers.dovecot import Dovecot, dovecot
from tests.fakes.mail_servers.smtp import TokenPost, token_post_office
from tests.fakes.microsoft import USER, Microsoft, installed, mail_environment, microsoft

REFRESH_TOKEN = "microsoft/{}/refresh_token"


@pytest.fixture(scope="module")
def running_entra() -> Iterator[Microsoft]:
    if not (installed() and imap_server.installed()):
        pytest.skip("packaging/bootstrap.sh test not run")
    with microsoft() as served:
        yield served


@pytest.fixture
def entra(running_entra: Microsoft) -> Iterator[Microsoft]:
    yield running_entra
    running_entra.clear()


@pytest.fixture(scope="module")
def box(running_entra: Microsoft) -> Iterator[Dovecot]:
    with dovecot(introspection=running_entra.introspection) as made:
        yield made


@pytest.fixture(scope="module")
def running_post(running_entra: Microsoft) -> Iterator[TokenPost]:
    with token_post_office(running_entra.whose) as made:
        yield made


@pytest.fixture
def post(running_post: TokenPost, running_entra: Microsoft) -> TokenPost:
    running_post.refusal, running_post.whose = "", running_entra.whose
    running_post.taken.clear()
    running_post.shown.clear()
    running_post.attempts = 0
    return running_post


@dataclass
class Office:
    """A profile with a keyring in memory, beside the servers."""

    entra: Microsoft
    services: AccountServices
    store: Store
    secrets: Secrets

    def add(self, *, session_only: bool = False, account_id: str = "") -> SignedIn:
        enrolment = self.services.enrolment
        started = enrolment.start("microsoft", (), account_id=account_id, session_only=session_only)
        with ThreadPoolExecutor(1) as pool:
            pool.submit(sign_in, started.address, USER)
            return enrolment.finish(
                started.flow, days=0, session_only=session_only, cancelled=Event()
            )

    @property
    def method(self) -> MicrosoftSignIn:
        found = self.services.sign_in("microsoft")
        assert isinstance(found, MicrosoftSignIn)
        return found

    def connector(self, account_id: str) -> ImapConnector:
        found = self.services.connector(self.store.accounts.get(account_id))
        assert isinstance(found, ImapConnector)
        return found

    def total(self, account_id: str) -> int:
        return self.connector(account_id).mailbox(account_id, Event()).profile().total

    def kept(self, account_id: str) -> str | None:
        return self.secrets.get(REFRESH_TOKEN.format(account_id))

    def send(self, account_id: str) -> Receipt:
        account = self.store.accounts.get(account_id)
        raw = mail("Plan", from_=USER, message_id="p1@x.example")
        entry = OutboxEntry(
            1, "d1", account_id, 1, "", "<p1@x.example>", raw, ("dana@lee.example",),
            OutboxState.SENDING, 0.0,
        )  # fmt: skip
        sender = sender_for(
            account,
            connector=self.connector(account_id),
            links=self.store.draft_links(account_id),
        )
        return sender.send(entry)


@pytest.fixture
def profile(tmp_path: Path) -> Path:
    return tmp_path / "profile"


@pytest.fixture
def office(entra: Microsoft, box: Dovecot, post: TokenPost, profile: Path) -> Iterator[Office]:
    Memory.reset()
    environment = entra.environment | mail_environment(box.tls_port, post.port, box.ca_file)
    store = Store(profile)
    secrets = Secrets("microsoft", allow=[MEMORY], environment={})
    services = AccountServices(
        store,
        Settings(profile, environment),
        clock=lambda: 0.0,
        secrets=secrets,
        environment={},
    )
    yield Office(entra, services, store, secrets)
    services.shutdown()
    store.close()
    Memory.reset()
