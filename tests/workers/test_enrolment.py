"""Signing in, allowing more, signing out: the real flow against the emulator, in a real store."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from threading import Event

import pytest
import requests

from desktop_app.accounts.google.connector import GoogleConnector
from desktop_app.accounts.google.scopes import Scope
from desktop_app.accounts.google.session import GoogleSession
from desktop_app.accounts.google.sign_in import GoogleSignIn
from desktop_app.accounts.oauth.token_source import TokenSource
from desktop_app.accounts.secrets import Secrets
from desktop_app.model.errors import (
    BadInput,
    Cancelled,
    NeedsSignIn,
    NoKeyring,
    NotFound,
    Refused,
    Unavailable,
)
from desktop_app.model.sign_in import Permission, SignedIn, SignInSourceKind
from desktop_app.settings import Settings
from desktop_app.store.store import Store
from desktop_app.workers.account_services import AccountServices
from desktop_app.workers.enrolment import Enrolment
from tests.fakes.browser import asked_for, deny, sign_in
from tests.fakes.google.emulator import ME, installed
from tests.fakes.google.faults import Fault, Kind
from tests.fakes.google.proxy import Google, Proxy, google
from tests.fakes.keyrings import MEMORY, Memory
from tests.store.mails import removed

pytestmark = pytest.mark.skipif(not installed(), reason="packaging/bootstrap.sh test not run")
OTHER = "testuser@gmail.com"


@pytest.fixture(scope="module")
def running() -> Iterator[Google]:
    with google() as served:
        yield served


@pytest.fixture
def served(running: Google) -> Iterator[Google]:
    proxy = Proxy(running.emulator)
    yield Google(running.emulator, proxy)
    proxy.stop()


@dataclass
class Office:
    """The rooms that a sign-in passes through."""

    store: Store
    settings: Settings
    secrets: Secrets
    services: AccountServices
    woken: list[str] = field(default_factory=list)

    @property
    def enrolment(self) -> Enrolment:
        return self.services.enrolment

    def tokens(self, account_id: str) -> TokenSource:
        method = self.services.sign_in("google")
        assert isinstance(method, GoogleSignIn)
        return method.tokens(account_id)

    def session(self, account_id: str) -> GoogleSession:
        connector = self.services.connector(self.store.accounts.get(account_id))
        assert isinstance(connector, GoogleConnector)
        return connector.session(account_id)

    def sign_in(
        self,
        *permissions: Permission,
        browse: Callable[[str], requests.Response] = sign_in,
        session_only: bool = False,
        days: int = 365,
        **more: object,
    ) -> SignedIn:
        started = self.enrolment.start(
            "google",
            permissions or (Permission.READ,),
            session_only=session_only,
            **more,  # type: ignore[arg-type]
        )
        with ThreadPoolExecutor(1) as pool:
            self.page = pool.submit(browse, started.address)
            return self.enrolment.finish(
                started.flow, days=days, session_only=session_only, cancelled=Event()
            )

    def refresh_token(self, account_id: str) -> str | None:
        return self.secrets.get(f"google/{account_id}/refresh_token")

    def asks(self, account_id: str) -> str:
        return self.services.sign_ins.health(self.store.accounts.get(account_id)).asks


def an_office(profile: Path, served: Google, **environment: str) -> Office:
    given = {
        "GMAIL_CLIENT_ID": "client-1",
        "GMAIL_CLIENT_SECRET": "s3cret",
        "HOME": str(profile),
        **served.environment,
        **environment,
    }
    store = Store(profile)
    settings = Settings(profile, given)
    secrets = Secrets("test", allow=[MEMORY], environment={})
    services = AccountServices(store, settings, clock=time.time, secrets=secrets, environment=given)
    made = Office(store, settings, secrets, services)

    def wake(account_id: str = "") -> None:
        made.woken.append(account_id)

    services.sync.wake = wake  # type: ignore[method-assign]
    return made


@pytest.fixture
def office(tmp_path: Path, served: Google) -> Iterator[Office]:
    Memory.reset()
    made = an_office(tmp_path / "profile", served)
    yield made
    made.services.shutdown()
    made.store.close()
    Memory.reset()


def test_a_sign_in_makes_an_account_that_can_be_used(office: Office) -> None:
    done = office.sign_in(days=30)
    assert (done.email, done.granted, done.missing, done.again) == (
        ME, (Permission.READ,), (), False,
    )  # fmt: skip
    account = office.store.accounts.get(done.account_id)
    assert (account.kind, account.name) == ("google", ME)
    assert account.default_identity.address.email == ME
    assert office.store.sync_state.get(account.id).days == 30
    session = office.session(account.id)
    labels = session.service("gmail", "v1").users().labels().list(userId="me")
    assert session.call(labels, 1, cancelled=Event())["labels"]
    health = office.services.sign_ins.health(account)
    assert (health.signed_in, health.scopes_granted, health.asks) == (True, ("read",), "")
    assert "signed in" in office.page.result().text


def test_signing_in_again_renews_the_account_there_is(office: Office) -> None:
    first = office.sign_in()
    old = office.refresh_token(first.account_id)
    again = office.sign_in(Permission.READ, Permission.WRITE)
    assert again.again
    assert again.account_id == first.account_id
    assert again.granted == (Permission.READ, Permission.WRITE)
    assert office.refresh_token(first.account_id) != old
    assert len(office.store.accounts.list()) == 1


def test_more_is_asked_for_with_what_there_is_and_by_the_same_client(office: Office) -> None:
    account = office.sign_in().account_id
    started = office.enrolment.start("google", [Permission.DRIVE], account_id=account)
    query = asked_for(started.address)
    assert query["scope"].split() == ["openid", "email", Scope.READ, Scope.DRIVE]
    assert (query["login_hint"], query["client_id"]) == (ME, "client-1")
    office.enrolment.cancel(started.flow)


def test_another_google_account_than_was_meant_changes_nothing(office: Office) -> None:
    account = office.sign_in().account_id
    old = office.refresh_token(account)
    with pytest.raises(Refused, match=OTHER):
        office.sign_in(account_id=account, browse=lambda address: sign_in(address, OTHER))
    assert "did not work" in office.page.result().text
    assert office.refresh_token(account) == old
    assert len(office.store.accounts.list()) == 1


def test_two_accounts_have_two_sign_ins(office: Office) -> None:
    one = office.sign_in().account_id
    two = office.sign_in(browse=lambda address: sign_in(address, OTHER)).account_id
    assert one != two
    assert office.refresh_token(one) != office.refresh_token(two)


def test_a_denial_leaves_nothing(office: Office) -> None:
    with pytest.raises(Refused, match="did not allow"):
        office.sign_in(browse=deny)
    assert office.store.accounts.list() == ()
    assert Memory.entries == {}


def test_cancel_gives_up_and_stops_listening(office: Office) -> None:
    started = office.enrolment.start("google", [Permission.READ])
    cancelled = Event()
    cancelled.set()
    with pytest.raises(Cancelled):
        office.enrolment.finish(started.flow, days=0, session_only=False, cancelled=cancelled)
    with pytest.raises(requests.ConnectionError):
        requests.get(asked_for(started.address)["redirect_uri"], timeout=5)
    with pytest.raises(NotFound, match="over"):
        office.enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())


def test_fewer_scopes_leave_an_account_that_says_what_is_missing(
    office: Office, served: Google
) -> None:
    served.proxy.granted_scopes = ("openid", "email", str(Scope.READ))
    done = office.sign_in(Permission.READ, Permission.ORGANISE)
    assert (done.granted, done.missing) == ((Permission.READ,), (Permission.ORGANISE,))
    health = office.services.sign_ins.health(office.store.accounts.get(done.account_id))
    assert (health.signed_in, health.scopes_missing) == (True, ("organise",))
    assert "organise your mail" in health.asks
    assert "organise your mail" in health.next_step


def test_a_scope_that_came_later_asks_once_and_breaks_nothing(office: Office) -> None:
    """Somebody signed in when less was needed: the old scopes still serve what they did."""
    done = office.sign_in(Permission.READ)
    office.store.sign_ins.keep(
        _changed(office, done.account_id, wanted=(Permission.READ, Permission.WRITE))
    )
    assert "keep drafts and send" in office.asks(done.account_id)
    assert office.session(done.account_id)._tokens.token(Event())


def test_drive_is_missed_only_once_it_is_switched_on(office: Office) -> None:
    account = office.sign_in().account_id
    assert office.asks(account) == ""
    office.settings.change("tools.assistant_off", ("calendar",))
    assert "Drive" in office.asks(account) or "drive" in office.asks(account)


def test_organising_is_missed_only_once_a_change_waits_for_it(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    account = office.sign_in().account_id
    assert office.asks(account) == ""
    monkeypatch.setattr(office.store.pending, "organised", lambda _: True)
    assert "organise your mail" in office.asks(account)


def test_a_revoked_sign_in_stops_once_with_one_card(office: Office, served: Google) -> None:
    account = office.sign_in().account_id
    token = office.refresh_token(account)
    requests.post(served.proxy.revoke_uri, data={"token": token}, timeout=10)
    source = office.tokens(account)
    source.reject(source.token())
    for _ in range(2):
        with pytest.raises(NeedsSignIn):
            source.token()
    assert "has ended" in office.asks(account)
    with pytest.raises(NeedsSignIn):
        office.tokens(account)
    again = office.sign_in(account_id=account)
    assert again.again
    assert office.asks(account) == ""


def test_offline_is_no_reason_to_sign_in_again(office: Office, served: Google) -> None:
    account = office.sign_in().account_id
    source = office.tokens(account)
    source.reject(source.token())
    served.proxy.offline = True
    with pytest.raises(Unavailable):
        source.token()
    assert office.asks(account) == ""
    served.proxy.offline = False
    assert source.token()


def test_signing_out_revokes_and_forgets(office: Office, served: Google) -> None:
    account = office.sign_in().account_id
    token = office.refresh_token(account)
    assert "stays on this computer" in office.enrolment.sign_out(account)
    assert Memory.entries == {}
    form = {"grant_type": "refresh_token", "refresh_token": token}
    assert requests.post(served.proxy.token_uri, data=form, timeout=10).status_code == 400
    health = office.services.sign_ins.health(office.store.accounts.get(account))
    assert (health.signed_in, health.asks) == (False, "")
    assert account in office.woken


def test_signing_out_without_network_says_that_google_was_not_told(
    office: Office, served: Google
) -> None:
    account = office.sign_in().account_id
    served.proxy.fail(Fault("oauth.revoke", kind=Kind.RESET))
    assert "could not be told" in office.enrolment.sign_out(account)
    assert Memory.entries == {}


def test_a_removed_account_leaves_no_secret(office: Office) -> None:
    account = office.sign_in().account_id
    office.enrolment.forget(office.store.accounts.get(account))
    removed(office.store, account)
    assert Memory.entries == {}
    assert office.store.sign_ins.get(account) is None


def test_without_a_keyring_nothing_begins_and_the_session_can_hold_it(office: Office) -> None:
    Memory.broken = RuntimeError("no bus")
    with pytest.raises(NoKeyring):
        office.enrolment.start("google", [Permission.READ])
    done = office.sign_in(session_only=True)
    assert office.refresh_token(done.account_id)
    assert office.asks(done.account_id) == ""
    assert Memory.entries == {}


def test_a_keyring_that_dies_meanwhile_leaves_a_choice(office: Office, served: Google) -> None:
    def die(address: str) -> requests.Response:
        Memory.broken = RuntimeError("killed")
        return sign_in(address)

    started = office.enrolment.start("google", [Permission.READ])
    with ThreadPoolExecutor(1) as pool:
        page = pool.submit(die, started.address)
        given = {"days": 365, "cancelled": Event()}
        with pytest.raises(NoKeyring):
            office.enrolment.finish(started.flow, session_only=False, **given)  # type: ignore[arg-type]
        assert "signed in" not in page.result().text
    assert office.store.accounts.list() == ()
    with pytest.raises(NoKeyring):
        office.enrolment.finish(started.flow, session_only=False, **given)  # type: ignore[arg-type]
    done = office.enrolment.finish(started.flow, session_only=True, **given)  # type: ignore[arg-type]
    assert office.refresh_token(done.account_id)


def test_giving_up_at_that_choice_gives_the_grant_back(office: Office, served: Google) -> None:
    started = office.enrolment.start("google", [Permission.READ])
    Memory.broken = RuntimeError("killed")
    with ThreadPoolExecutor(1) as pool:
        pool.submit(sign_in, started.address)
        with pytest.raises(NoKeyring):
            office.enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())
    [(refresh, _)] = served.proxy._pairs
    office.enrolment.cancel(started.flow)
    form = {"grant_type": "refresh_token", "refresh_token": refresh}
    assert requests.post(served.proxy.token_uri, data=form, timeout=10).status_code == 400


def test_a_session_only_sign_in_asks_again_after_a_restart(
    office: Office, served: Google, tmp_path: Path
) -> None:
    account = office.sign_in(session_only=True).account_id
    later = an_office(tmp_path / "profile", served)
    assert "one session only" in later.asks(account)
    Memory.broken = RuntimeError("still no keyring")
    later.enrolment.forget(later.store.accounts.get(account))
    assert later.store.sign_ins.get(account) is None
    later.store.close()


def test_an_existing_sign_in_is_taken_over(office: Office, tmp_path: Path) -> None:
    theirs = office.refresh_token(office.sign_in().account_id)
    removed(office.store, office.store.accounts.list()[0].id)
    Memory.entries.clear()
    file = tmp_path / "authorized_user.json"
    file.write_text(
        json.dumps({"type": "authorized_user", "client_id": "c", "client_secret": "s",
                    "refresh_token": theirs})
    )  # fmt: skip
    done = office.enrolment.adopt("google", source="", file=file, days=365, session_only=False)
    assert (done.email, done.granted) == (ME, (Permission.READ,))
    assert office.refresh_token(done.account_id) == theirs
    assert office.tokens(done.account_id).token()


def test_a_sign_in_found_in_the_environment_is_offered(served: Google, tmp_path: Path) -> None:
    file = tmp_path / "adc.json"
    file.write_text(json.dumps({"client_id": "c", "refresh_token": "r"}))
    other = an_office(tmp_path / "p", served, GMAIL_CLIENT_ID="", GOOGLE_CREDENTIALS_PATH=str(file))
    [source] = other.enrolment.sources("google")
    assert (source.id, source.kind) == ("credentials", SignInSourceKind.SIGN_IN)
    with pytest.raises(NotFound, match="no Google client"):
        other.enrolment.start("google", [Permission.READ], session_only=True)
    with pytest.raises(BadInput):
        other.enrolment.start("google", [Permission.READ], source="credentials", session_only=True)
    with pytest.raises(NeedsSignIn):
        other.enrolment.adopt("google", source="credentials", file=None, days=0, session_only=True)
    other.store.close()


def _changed(office: Office, account_id: str, **more: object):  # type: ignore[no-untyped-def]
    from dataclasses import replace

    sign_in = office.store.sign_ins.get(account_id)
    assert sign_in is not None
    return replace(sign_in, **more)  # type: ignore[arg-type]
