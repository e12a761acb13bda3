"""An account at Microsoft: refresh tokens that rotate, access tokens that end or are refused."""

from __future__ import annotations

import base64
import logging
import ssl
import threading
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from threading import Event

import pytest

from desktop_app.accounts.secrets import MOST_CHARACTERS, Secrets
from desktop_app.model.errors import BadInput, NeedsSignIn, NotFound, Refused, Unavailable
from desktop_app.model.mail_server import Security, ServerAddress
from desktop_app.model.outbox import Delivery, Receipt
from desktop_app.settings import Settings
from desktop_app.workers.account_services import AccountServices
from tests.accounts.imap.microsoft.conftest import Office
from tests.fakes.browser import asked_for, sign_in
from tests.fakes.keyrings import MEMORY, Memory
from tests.fakes.mail_servers.dovecot import Dovecot
from tests.fakes.mail_servers.smtp import TokenPost, token_post_office
from tests.fakes.microsoft import NAME, OTHER, USER, error


def test_the_account_is_read_and_sends_with_one_access_token(
    office: Office, post: TokenPost
) -> None:
    account_id = office.add().account_id
    account = office.store.accounts.get(account_id)
    assert (account.kind, account.name) == ("microsoft", USER)
    assert account.default_identity.address.name == NAME
    assert office.total(account_id) == 0
    assert office.send(account_id) == Receipt(Delivery.SENT)
    assert post.attempts == len(post.shown) == 1
    assert office.entra.refreshes() == 0, "the token of the sign-in is used"
    assert office.services.health(account).signed_in


def test_a_token_is_shown_behind_starttls_alone(office: Office, box: Dovecot) -> None:
    """As smtp.office365.com wants it: no sign-in before STARTTLS, and a connection of its own for
    the second token."""
    tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    tls.load_cert_chain(box.home / "server.pem")
    whose = office.entra.whose
    with token_post_office(whose, tls_context=tls, auth_require_tls=True) as post:
        account_id = office.add().account_id
        servers = office.store.mail_servers.get(account_id)
        assert servers is not None
        at = ServerAddress("127.0.0.1", post.port, Security.STARTTLS)
        office.store.mail_servers.keep(account_id, replace(servers, outgoing=at))
        office.method.token(account_id)
        office.entra.end_access()
        assert office.send(account_id) == Receipt(Delivery.SENT)
        assert (len(post.shown), post.attempts) == (2, 1)


def test_a_new_refresh_token_takes_the_place_of_the_old_one(office: Office) -> None:
    account_id = office.add().account_id
    first = office.kept(account_id)
    office.method.refused(account_id)
    assert first == office.kept(account_id)
    office.method.token(account_id)
    office.method.refused(account_id)
    token = office.method.token(account_id)
    second = office.kept(account_id)
    assert second
    assert second != first
    assert office.entra.whose(token) == USER
    assert len(Memory.entries) == 1


def test_a_token_that_ended_is_renewed_once_for_imap(office: Office) -> None:
    account_id = office.add().account_id
    assert office.total(account_id) == 0
    office.entra.end_access()
    office.connector(account_id).session(account_id).close()
    assert office.total(account_id) == 0
    assert office.entra.refreshes() == 1


def test_a_token_that_ended_is_renewed_once_for_smtp_and_the_mail_is_sent_once(
    office: Office, post: TokenPost
) -> None:
    account_id = office.add().account_id
    office.method.token(account_id)
    office.entra.end_access()
    assert office.send(account_id) == Receipt(Delivery.SENT)
    assert office.entra.refreshes() == 1
    assert len(post.shown) == 2
    assert post.attempts == len(post.taken) == 1


def test_a_server_that_takes_no_token_is_asked_twice_and_the_sign_in_stays(
    office: Office, post: TokenPost, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The mailbox may be closed to mail programs for a while: a new sign-in would not help."""
    account_id = office.add().account_id
    monkeypatch.setattr(office.entra, "whose", lambda _: "")
    post.whose = lambda _: ""
    with pytest.raises(NeedsSignIn, match="does not accept this account's sign-in") as refused:
        office.total(account_id)
    assert "password" not in refused.value.sentence + refused.value.next_step
    assert refused.value.details == {"server": "AUTHENTICATIONFAILED"}
    assert office.entra.refreshes() == 1
    receipt = office.send(account_id)
    assert (receipt.delivery, receipt.retryable) == (Delivery.NOT_SENT, False)
    assert "does not accept this account's sign-in" in receipt.detail
    assert (len(post.shown), post.attempts) == (2, 0)
    known = office.store.sign_ins.get(account_id)
    assert known is not None
    assert not known.refused


def test_sending_that_the_organisation_switched_off_is_told_as_such(
    office: Office, post: TokenPost
) -> None:
    account_id = office.add().account_id
    post.refusal = (
        "535 5.7.139 Authentication unsuccessful, SmtpClientAuthentication is disabled for the "
        "Tenant. Visit https://aka.ms/smtp_auth_disabled for more information. [planted.example]"
    )
    receipt = office.send(account_id)
    assert receipt.delivery is Delivery.NOT_SENT
    assert "organisation has switched off sending by SMTP (AUTH)" in receipt.detail
    assert "administrator can switch on Authenticated SMTP" in receipt.detail
    assert "planted" not in receipt.detail
    assert len(post.shown) == 1, "another token would not help"


def test_an_ended_sign_in_says_so_once_and_health_asks_for_a_new_one(office: Office) -> None:
    account_id = office.add().account_id
    office.method.token(account_id)
    office.method.refused(account_id)
    office.entra.answers.append((400, error(70008, "invalid_grant")))
    for _ in range(3):
        with pytest.raises(NeedsSignIn):
            office.total(account_id)
    assert office.entra.refreshes() == 1
    health = office.services.health(office.store.accounts.get(account_id))
    assert not health.signed_in
    assert "no longer accepts the sign-in" in health.asks
    assert health.next_step == "Open Accounts and sign in again."
    assert office.add(account_id=account_id).again
    assert office.total(account_id) == 0


def test_rules_that_keep_it_out_for_now_do_not_end_the_sign_in(office: Office) -> None:
    account_id = office.add().account_id
    office.method.token(account_id)
    office.method.refused(account_id)
    office.entra.answers.append((400, error(53003, "access_denied")))
    with pytest.raises(Refused, match="conditional access"):
        office.total(account_id)
    assert office.total(account_id) == 0, "asked again, from a place that is allowed"


def test_signing_in_as_somebody_else_is_refused(office: Office) -> None:
    account_id = office.add().account_id
    enrolment = office.services.enrolment
    started = enrolment.start("microsoft", (), account_id=account_id)
    assert asked_for(started.address)["login_hint"] == USER
    with ThreadPoolExecutor(1) as pool:
        pool.submit(sign_in, started.address, OTHER)
        with pytest.raises(Refused, match="right Microsoft account|not " + USER):
            enrolment.finish(started.flow, days=0, session_only=False, cancelled=Event())


def test_a_long_refresh_token_is_kept_in_pieces_and_all_go(office: Office) -> None:
    """Entra's have some 1,500 characters, more than every keyring takes in one entry."""
    office.entra.change["refresh_token"] = long = "r" * (MOST_CHARACTERS + 244)
    account_id = office.add().account_id
    assert sorted(len(value) for value in Memory.entries.values()) == [244, MOST_CHARACTERS]
    office.method.token(account_id)
    office.method.refused(account_id)
    office.entra.answers.append((503, {}))
    with pytest.raises(Unavailable):
        office.method.token(account_id)
    assert office.entra.asked[-1]["refresh_token"] == long
    said = office.services.enrolment.sign_out(account_id)
    assert Memory.entries == {}
    assert "signed out here, but Microsoft is not told" in said
    assert "account.microsoft.com/privacy/app-access" in said
    assert "myapps.microsoft.com" in said


def test_a_renewal_under_way_brings_no_secret_back_after_signing_out(
    office: Office, monkeypatch: pytest.MonkeyPatch
) -> None:
    account_id = office.add().account_id
    method = office.method
    method.token(account_id)
    method.refused(account_id)
    asked, go_on = Event(), Event()
    answer = office.entra.token

    def slowly(form: dict[str, str]) -> tuple[int, object]:
        asked.set()
        go_on.wait(10)
        return answer(form)

    monkeypatch.setattr(office.entra, "token", slowly)
    thread = threading.Thread(target=method.token, args=(account_id,))
    thread.start()
    assert asked.wait(10)
    office.services.enrolment.sign_out(account_id)
    go_on.set()
    thread.join(10)
    assert Memory.entries == {}


def test_for_this_session_only_nothing_gets_into_the_keyring(office: Office) -> None:
    account_id = office.add(session_only=True).account_id
    assert office.total(account_id) == 0
    office.method.refused(account_id)
    assert office.total(account_id) == 0
    assert Memory.entries == {}
    assert office.method.remembers(account_id)
    later = AccountServices(
        office.store,
        Settings(office.store.profile, {}),
        clock=lambda: 0.0,
        secrets=Secrets("microsoft", allow=[MEMORY], environment={}),
        environment={},
    )
    health = later.health(office.store.accounts.get(account_id))
    assert "one session only" in health.asks
    later.shutdown()


def test_a_client_is_named_by_the_settings_or_for_one_sign_in(
    office: Office, profile: Path
) -> None:
    assert [s.id for s in office.services.enrolment.sources("microsoft")] == ["settings"]
    bare = AccountServices(
        office.store,
        Settings(profile, {}),
        clock=lambda: 0.0,
        secrets=office.secrets,
        environment={},
    )
    assert bare.enrolment.sources("microsoft") == ()
    with pytest.raises(NotFound, match="no Microsoft client") as lacking:
        bare.enrolment.start("microsoft", ())
    assert "microsoft.client_id" in lacking.value.next_step
    started = bare.enrolment.start("microsoft", (), client_id="named")
    assert asked_for(started.address)["client_id"] == "named"
    with pytest.raises(BadInput):
        bare.enrolment.start("microsoft", (), file=profile / "client_secret.json")
    with pytest.raises(BadInput):
        bare.enrolment.start("google", (), client_id="named")
    with pytest.raises(BadInput, match="taken over"):
        bare.enrolment.adopt("microsoft", source="", file=None, days=0, session_only=True)
    bare.shutdown()


def test_tokens_are_in_no_repr_no_log_and_no_file(
    office: Office, post: TokenPost, profile: Path, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.DEBUG)
    account_id = office.add().account_id
    office.total(account_id)
    office.send(account_id)
    token = office.method.token(account_id)
    refresh = office.kept(account_id)
    assert refresh
    office.entra.end_access()
    office.connector(account_id).session(account_id).close()
    office.total(account_id)
    office.send(account_id)
    shown = f"{office.method!r}{office.method._tokens}"
    for secret in (token, refresh, *post.shown):
        encoded = base64.b64encode(f"user={USER}\1auth=Bearer {secret}\1\1".encode()).decode()
        own = [r.getMessage() for r in caplog.records if not r.name.startswith("mail.log")]
        assert not any(secret in line or encoded in line for line in own)
        assert secret not in shown
        for file in profile.rglob("*"):
            assert not file.is_file() or secret.encode() not in file.read_bytes()
    assert caplog.records, "the control: something was logged"
